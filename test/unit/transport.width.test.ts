/** How many requests there may be at once, after rounds of answers. */
import { Width, WIDEST } from '../../nodes/ContactConsent/transport/line';

/** Ends so many requests, or as many as there may be; they take the given milliseconds by turns. */
function answer(width: Width, took: number[], count = width.places): number {
	for (let index = 0; index < count; index++) width.answered('object', took[index % took.length] ?? 0);
	return width.places;
}

it('begins with 8, and is twice as wide after each full round, up to 64', () => {
	const width = new Width();
	expect([width.places, ...[1, 2, 3, 4].map(() => answer(width, [10]))]).toEqual([8, 16, 32, 64, WIDEST]);
});

it.each<[string, number[], number]>([
	['twice as long as the fastest', [20], 16],
	['longer than that', [20.1], 8],
	['longer, half of them', [21, 10], 8],
	['longer, a few of them', [10, 10, 10, 21], 16],
])('answers that take %s', (_, took, expected) => {
	const width = new Width();
	answer(width, [10], 1);
	expect(answer(width, took, 14)).toBe(expected);
});

it('answers are compared with those of their kind', () => {
	const width = new Width();
	width.answered('list', 1);
	for (let count = 0; count < 7; count++) width.answered('pdf', 100);
	expect(width.places).toBe(16);
});

it('slow answers count against the quick ones of their round, and not against later ones', () => {
	const width = new Width();
	answer(width, [10], 1);
	answer(width, [100], 50);
	expect([answer(width, [10], 7), answer(width, [10], 1)]).toEqual([8, 16]);
});

it('is halved, down to one, and then grows by one for each full round, up to 64', () => {
	const width = new Width();
	answer(width, [10]);
	const seen = [1, 2, 3, 4, 5].map(() => {
		width.halve();
		return width.places;
	});
	expect(seen).toEqual([8, 4, 2, 1, 1]);
	expect([1, 2, 3].map(() => answer(width, [10]))).toEqual([2, 3, 4]);
	for (let count = 0; count < 70; count++) answer(width, [10]);
	expect(width.places).toBe(64);
});

it('a round that was begun before it was halved does not count', () => {
	const width = new Width();
	answer(width, [10], 7);
	width.halve();
	expect([answer(width, [10], 3), answer(width, [10], 1)]).toEqual([4, 5]);
});
