import { sendIsolating, suspectsOf } from '../../nodes/ContactConsent/run/isolate';
import { createTrial } from '../../nodes/ContactConsent/run/trial';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ValidationEntry } from '../../nodes/ContactConsent/transport/types';

const entry = (outerKey: string): ValidationEntry => ({ outerKey, innerKey: 'x', code: 'c', message: 'm' });
const idOf = (id: string) => id;

/** A service that refuses the ids in `bad`, and names whom it likes. */
function run(
	ids: string[],
	bad: ReadonlySet<string>,
	names: (sent: readonly string[]) => string[],
	{ isolateInvalid = true, trusting = true, status = 422 } = {},
) {
	const sent: string[][] = [];
	const accepted: string[] = [];
	const refused: string[] = [];
	const done = sendIsolating(
		ids,
		{
			idOf,
			isolateInvalid,
			isSettled: () => false,
			cut: (elements) => [[...elements]],
			trial: createTrial(),
			askOthers: () => Promise.resolve(),
			accept: (elements) => {
				sent.push([...elements]);
				if (elements.some((id) => bad.has(id))) {
					const facts = { kind: 'status' as const, status, validation: names(elements).map(entry) };
					return Promise.reject(new ServiceError({ message: 'no', description: '' }, facts));
				}
				accepted.push(...elements);
				return Promise.resolve();
			},
			refuse: (elements) => void refused.push(...elements),
		},
		trusting,
	);
	return done.then(() => ({ sent, accepted, refused }));
}

describe('suspects', () => {
	it.each<[what: string, ids: string[], keys: string[], suspects: string[]]>([
		['by id', ['a', 'b', 'c'], ['b'], ['b']],
		['by index', ['a', 'b', 'c'], ['0', '2'], ['a', 'c']],
		['by id before index', ['2', '1', '0'], ['2'], ['2']],
		['nobody, if a key is unknown', ['a', 'b'], ['a', 'x'], []],
		['nobody, if an index is out of range', ['a', 'b'], ['1', '2'], []],
		['nobody, for field names', ['a', 'b'], ['email'], []],
		['nobody, without keys', ['a', 'b'], [], []],
		['all that share an id', ['a', 'a', 'b'], ['a'], ['a', 'a']],
	])('%s', (_what, ids, keys, expected) => {
		const elements = ids.map((id) => ({ id }));
		const found = suspectsOf(elements, keys.map(entry), ({ id }) => id);
		expect(elements.filter((element) => found.has(element)).map(({ id }) => id)).toEqual(expected);
	});
});

describe('isolation', () => {
	const ids = Array.from({ length: 100 }, (_, n) => `c${n}`);
	const bad = new Set(['c3', 'c50', 'c51', 'c99']);
	const badOnes = (sent: readonly string[]) => sent.filter((id) => bad.has(id));
	const indexes = (shift: number) => (sent: readonly string[]) =>
		sent.flatMap((id, index) => (bad.has(id) ? String(index + shift) : []));

	it.each<[what: string, names: (sent: readonly string[]) => string[], most: number]>([
		['right ids', badOnes, 9],
		['right indexes', indexes(0), 9],
		['the first one alone', (sent) => badOnes(sent).slice(0, 1), 9],
		['nobody', () => [], 60],
		['their neighbours', indexes(1), 65],
		['always the first, rightly or not', () => ['0'], 65],
		['all', (sent) => [...sent], 60],
	])('ends each element once when the answer names %s', async (_what, names, most) => {
		const { sent, accepted, refused } = await run(ids, bad, names);
		expect(refused.sort()).toEqual([...bad].sort());
		expect(accepted.sort()).toEqual(ids.filter((id) => !bad.has(id)).sort());
		expect(sent.length).toBeLessThanOrEqual(most);
	});

	it('keeps the order of elements when the names are not to be trusted', async () => {
		const { sent } = await run(ids, bad, badOnes, { trusting: false });
		const first = sent.map((part) => ids.indexOf(part[0] ?? ''));
		expect(first).toEqual([...first].sort((a, b) => a - b));
	});

	it.each([
		[422, 1],
		[400, 1],
		[500, 1],
		[403, 1],
		[413, 200],
	])('without it, a %i takes at most %i requests', async (status, most) => {
		const { sent, refused } = await run(ids, new Set(ids), () => [], { isolateInvalid: false, status });
		expect(refused).toEqual(ids);
		expect(sent.length).toBeLessThanOrEqual(most);
	});
});

it('asks others once, whatever the refusals are that come after', () => {
	const trial = createTrial();
	const refusal = (status: number) =>
		new ServiceError({ message: 'no', description: '' }, { kind: 'status', status });
	const asked = Array.from({ length: 300 }, (_, at) => trial.refused(refusal(at === 39 ? 413 : 400)));
	expect(asked.filter(Boolean)).toHaveLength(1);
	expect(asked.indexOf(true)).toBe(40);
});
