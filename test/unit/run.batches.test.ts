/** Elements of an upload as batches: their order, their number, and how many bytes they have. */
import { batchesOf, type Batches } from '../../nodes/ContactConsent/run/batches';
import type { Element } from '../../nodes/ContactConsent/run/elements';
import type { Sizes } from '../../nodes/ContactConsent/run/sizes';

const CLEAR = { batchSize: 3, keeps: false, dryRun: false };
const KEEP = { ...CLEAR, keeps: true };

/** An ID such as `a`, or `a:40` for an element of 40 bytes; others have 10. */
const elementsFrom = (names: string): Element[] =>
	names.split(' ').map((name) => {
		const [id = '', bytes = '10'] = name.split(':');
		return { id, raw: { bytes: Number(bytes) } } as unknown as Element;
	});

const asText = (elements: readonly Element[]) => elements.map(({ id }) => id).join(' ');
const refuse = (element: Element | undefined) => {
	if (element) element.error = new Error('no');
};

/** Sizes that always aim at so many bytes. */
const aimingAt = (aim: number) =>
	({ aim: () => aim, estimate: (raw: unknown) => (raw as { bytes: number }).bytes }) as Sizes;
const ANY_SIZE = {
	aim: () => Infinity,
	estimate: () => {
		throw new Error('measuring takes time');
	},
} as unknown as Sizes;

const next = (batches: Batches) => {
	const { value } = batches[Symbol.iterator]().next();
	return value && asText(value.elements);
};
const rest = (batches: Batches) => [...batches].map(({ elements }) => asText(elements));

it.each<[what: string, plan: typeof CLEAR, sizes: Sizes, names: string, batches: string[]]>([
	['as many at once as there may be, in order', CLEAR, ANY_SIZE, 'a b c d e f g', ['a b c', 'd e f', 'g']],
	['none is left over', CLEAR, ANY_SIZE, 'a b c', ['a b c']],
	['an ID that comes again may go along with Clear', CLEAR, ANY_SIZE, 'a b a a', ['a b a', 'a']],
	['an ID that comes again begins a batch with Keep', KEEP, ANY_SIZE, 'a b a c d e', ['a b', 'a c d', 'e']],
	[
		'an ID that comes again begins a batch of a dry run',
		{ ...CLEAR, dryRun: true },
		ANY_SIZE,
		'a b b a',
		['a b', 'b a'],
	],
	['up to so many bytes', CLEAR, aimingAt(30), 'a b:20 c d e f', ['a b', 'c d e', 'f']],
	['what is too large goes alone', CLEAR, aimingAt(30), 'a:40 b:31 c d', ['a', 'b', 'c d']],
])('%s', (_what, plan, sizes, names, expected) => {
	const batches = batchesOf(elementsFrom(names), plan, sizes);
	expect(rest(batches)).toEqual(expected);
	expect(rest(batches)).toEqual([]);
});

it('a batch says for how many bytes it was filled', () => {
	const [batch] = batchesOf(elementsFrom('a b'), CLEAR, aimingAt(30));
	expect(batch?.aim).toBe(30);
});

it('leaves out what has ended in the meantime', () => {
	const elements = elementsFrom('a b c d e f');
	refuse(elements[0]);
	refuse(elements[2]);
	const batches = batchesOf(elements, CLEAR, ANY_SIZE);
	expect(next(batches)).toBe('b d e');
	refuse(elements[5]);
	expect(next(batches)).toBeUndefined();
});

describe('what is given back', () => {
	it('comes first, before what was given back earlier, each once', () => {
		const elements = elementsFrom('a b c d e f g h');
		const batches = batchesOf(elements, CLEAR, ANY_SIZE);
		expect([next(batches), next(batches)]).toEqual(['a b c', 'd e f']);
		batches.giveBack(elements.slice(4, 6));
		batches.giveBack(elements.slice(1, 3));
		expect(rest(batches)).toEqual(['b c e', 'f g h']);
	});

	it('is left out where it has ended in the meantime', () => {
		const elements = elementsFrom('a b c d');
		const batches = batchesOf(elements, CLEAR, ANY_SIZE);
		next(batches);
		batches.giveBack(elements.slice(0, 3));
		refuse(elements[0]);
		refuse(elements[1]);
		expect(rest(batches)).toEqual(['c d']);
	});
});

it('is empty once nothing is left that can be sent', () => {
	const elements = elementsFrom('a b c d');
	const batches = batchesOf(elements, CLEAR, ANY_SIZE);
	expect(batches.isEmpty()).toBe(false);
	next(batches);
	expect(batches.isEmpty()).toBe(false);
	refuse(elements[3]);
	expect(batches.isEmpty()).toBe(true);
	batches.giveBack(elements.slice(2, 3));
	expect(batches.isEmpty()).toBe(false);
	refuse(elements[2]);
	expect(batches.isEmpty()).toBe(true);
});
