/** The requests by which the refused elements of a batch are found. */
import {
	isolate,
	split,
	suspectsIn,
	type Answer,
	type Part,
} from '../../nodes/ContactConsent/run/upload/isolate';

const entry = (outerKey: string) => ({ outerKey, innerKey: 'x', code: 'c', message: 'm' });
const elementsOf = (ids: string) => ids.split(' ').map((id) => ({ id }));
const idsOf = (elements: Iterable<{ id: string }>) => [...elements].map(({ id }) => id).join(' ');

it.each<[what: string, ids: string, keys: string[], suspects: string]>([
	['by id', 'a b c', ['b'], 'b'],
	['by index', 'a b c', ['0', '2'], 'a c'],
	['by id before index', '2 1 0', ['2'], '2'],
	['nobody, if a key is unknown', 'a b', ['a', 'x'], ''],
	['nobody, if an index is out of range', 'a b', ['1', '2'], ''],
	['nobody, for what is no index', 'a b', ['1.0'], ''],
	['nobody, for a signed one', 'a b', ['+1'], ''],
])('suspects: %s', (_what, ids, keys, suspects) => {
	expect(idsOf(suspectsIn(elementsOf(ids), keys.map(entry)))).toBe(suspects);
});

describe('a part is split', () => {
	const parts = (ids: string, keys: string[], areSuspected = false) =>
		split({ elements: elementsOf(ids), areSuspected }, keys.map(entry)).map((part) => [
			idsOf(part.elements),
			part.areSuspected,
		]);

	it.each([false, true])('into halves, the first one larger (suspected: %s)', (areSuspected) => {
		expect(parts('a b c d e', [], areSuspected)).toEqual([
			['a b c', areSuspected],
			['d e', areSuspected],
		]);
	});

	it('into those that are named and the others, each in their order', () => {
		expect(parts('a b c d', ['d', 'a'])).toEqual([
			['a d', true],
			['b c', false],
		]);
		expect(parts('a b c d', ['b'], true)).toEqual([
			['b', true],
			['a c d', true],
		]);
	});
});

/** A service that refuses the IDs in `bad`, and names whom it likes; `most`: elements of a request. */
async function run(
	ids: readonly string[],
	bad: ReadonlySet<string>,
	names: (sent: readonly string[]) => string[],
	most = Infinity,
) {
	const sent: string[][] = [];
	const accepted: string[] = [];
	const refused: string[] = [];
	const trySend = (part: Part<{ id: string }>): Promise<Answer> => {
		const some = part.elements.map(({ id }) => id);
		sent.push(some);
		const isRefused = some.length > most || some.some((id) => bad.has(id));
		if (!isRefused) accepted.push(...some);
		else if (some.length === 1) refused.push(...some);
		if (!isRefused) return Promise.resolve('accepted');
		if (some.length === 1) return Promise.resolve('ended');
		return Promise.resolve(some.length > most ? 'tooLarge' : names(some).map(entry));
	};
	await isolate(
		ids.map((id) => ({ id })),
		trySend,
	);
	return { sent, accepted, refused };
}

describe('isolation', () => {
	const ids = Array.from({ length: 100 }, (_, n) => `c${n}`);
	const bad = new Set(['c3', 'c50', 'c51', 'c99']);
	const badOnes = (sent: readonly string[]) => sent.filter((id) => bad.has(id));
	const indexes = (shift: number) => (sent: readonly string[]) =>
		sent.flatMap((id, index) => (bad.has(id) ? String(index + shift) : []));

	it.each<[what: string, names: (sent: readonly string[]) => string[], most: number]>([
		['right ids', badOnes, 9],
		['right indexes', indexes(0), 9],
		['nobody', () => [], 60],
		['their neighbours', indexes(1), 65],
		['always the first, rightly or not', () => ['0'], 65],
	])('ends each element once when the answer names %s', async (_what, names, most) => {
		const { sent, accepted, refused } = await run(ids, bad, names);
		expect([...refused].sort()).toEqual([...bad].sort());
		expect([...accepted].sort()).toEqual(ids.filter((id) => !bad.has(id)).sort());
		expect(sent.length).toBeLessThanOrEqual(most);
	});

	it('stops believing names once a suspect was taken: numeric IDs look like indexes', async () => {
		const numbers = Array.from({ length: 1000 }, (_, n) => String(n + 1));
		const wrong = new Set(['101', '501', '901']);
		const asIndexes = (sent: readonly string[]) =>
			sent.flatMap((id, index) => (wrong.has(id) ? String(index) : []));
		const { sent, refused } = await run(numbers, wrong, asIndexes);
		expect([...refused].sort()).toEqual([...wrong].sort());
		expect(sent.length).toBeLessThanOrEqual(70);
	});

	it('sends the others, then the suspects by themselves', async () => {
		const { sent } = await run([...'abcd'], new Set('b'), () => ['b']);
		expect(sent.map((some) => some.join(''))).toEqual(['abcd', 'acd', 'b']);
	});

	it('halves what is too large until it fits', async () => {
		const { sent, accepted } = await run(ids, new Set(), () => [], 30);
		expect(sent.map((some) => some.length)).toEqual([100, 50, 50, 25, 25, 25, 25]);
		expect([...accepted].sort()).toEqual([...ids].sort());
	});

	it('goes on believing names once others were taken', async () => {
		const { sent } = await run([...'abcdefgh'], new Set('g'), () => ['g'], 4);
		expect(sent.map((some) => some.join(''))).toEqual(['abcdefgh', 'abcd', 'efgh', 'g', 'efh']);
	});

	it('takes by turns the neighbour and the largest part, until something was accepted', async () => {
		const letters = [...'abcdefgh'];
		const { sent } = await run(letters, new Set('abcdef'), () => []);
		const parts = sent.map((some) => some.join(''));
		expect(parts.slice(0, 5)).toEqual(['abcdefgh', 'abcd', 'efgh', 'ef', 'gh']);
		// From the first acceptance on, in the order of the queue.
		expect(parts.slice(5)).toEqual(['ab', 'a', 'b', 'cd', 'c', 'd', 'e', 'f']);
	});
});
