/** The bounds of periods, for a service that may or may not include them. */
import {
	behind,
	halfOf,
	isInstant,
	justAfter,
	justBefore,
	overlap,
	timeOfInstant,
	type Slice,
} from '../../nodes/ContactConsent/trigger/period';

/** The times that a service shows, whether it includes both bounds, one or none. */
const shownBy = ({ from, to }: Slice, includesFrom: boolean, includesTo: boolean): number[] =>
	Array.from({ length: 100 }, (_, time) => time).filter(
		(time) => (time > from || (includesFrom && time === from)) && (time < to || (includesTo && time === to)),
	);

describe.each([
	[true, true],
	[true, false],
	[false, true],
	[false, false],
])('a service that includes `from`: %s, `to`: %s', (...includes) => {
	it('shows a time that is asked for just before and just after it', () => {
		expect(shownBy({ from: justBefore(20), to: justAfter(30) }, ...includes)).toEqual(
			expect.arrayContaining([20, 25, 30]),
		);
	});

	it('shows each time in one of two periods, of which one goes on behind the other', () => {
		const first = { from: 10, to: 20 };
		const next = { from: behind(first), to: 30 };
		const shown = new Set([...shownBy(first, ...includes), ...shownBy(next, ...includes)]);
		for (let time = 11; time < 30; time++) expect(shown).toContain(time);
		expect(overlap(first, next)).toBe(false);
		expect(overlap(first, { ...next, from: next.from - 1 })).toBe(true);
	});

	it('shows the time of an instant', () => {
		const instant = { from: 10, to: 12 };
		expect(isInstant(instant)).toBe(true);
		expect(shownBy(instant, ...includes)).toContain(timeOfInstant(instant));
	});
});

it.each<[string, Slice, number]>([
	['in the middle', { from: 10, to: 20 }, 15],
	['between its beginning and the present, if it reaches further', { from: 10, to: Infinity }, 55],
	['never shorter than an instant', { from: 10, to: 12 }, 12],
	['an instant long, if it begins after the present', { from: 200, to: 300 }, 202],
])('the older half of a slice ends %s', (_, slice, expected) => {
	expect(halfOf(slice, 100)).toBe(expected);
});
