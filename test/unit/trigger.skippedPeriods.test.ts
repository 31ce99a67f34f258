/** Periods that the history did not show: how a state keeps them, and until when they are asked for. */
import {
	isToBeRetried,
	isUntold,
	newlySkipped,
	skippedAfterRetry,
	skippedToKeep,
	withSkipped,
} from '../../nodes/ContactConsent/trigger/skippedPeriods';
import type { Period } from '../../nodes/ContactConsent/trigger/period';
import type { SkippedPeriod } from '../../nodes/ContactConsent/trigger/state';
import { DAY, HOUR, MINUTE, NOW } from '../support/trigger-parts';

/** A period that was skipped now. Its ends are milliseconds from now. */
const period = (from: number, to: number, more: Partial<SkippedPeriod> = {}): SkippedPeriod => ({
	...newlySkipped({ from: NOW + from, to: NOW + to }, NOW),
	...more,
});
const extents = (all: readonly SkippedPeriod[]) => all.map(({ from, to }) => [from - NOW, to - NOW]);

it('a new one is asked for again for a day, and nobody was told of it', () => {
	expect(newlySkipped({ from: 1, to: 2 }, NOW)).toMatchObject({
		from: 1,
		to: 2,
		since: NOW,
		until: NOW + DAY,
		triedAt: NOW,
		isTold: false,
	});
});

describe('periods', () => {
	it.each<[what: string, added: [number, number], kept: number[][]]>([
		[
			'behind the others',
			[300, 400],
			[
				[0, 100],
				[200, 250],
				[300, 400],
			],
		],
		[
			'before the others',
			[-20, -10],
			[
				[-20, -10],
				[0, 100],
				[200, 250],
			],
		],
		[
			'between them',
			[110, 190],
			[
				[0, 100],
				[110, 190],
				[200, 250],
			],
		],
		[
			'that begins where another ends',
			[100, 200],
			[
				[0, 100],
				[100, 200],
				[200, 250],
			],
		],
		[
			'that shares the millisecond in which slices overlap',
			[99, 201],
			[
				[0, 100],
				[99, 201],
				[200, 250],
			],
		],
	])('stay apart from one %s, in their order', (_what, [from, to], kept) => {
		expect(extents(withSkipped([period(0, 100), period(200, 250)], period(from, to)))).toEqual(kept);
	});

	it.each<[what: string, added: [number, number], kept: number[][]]>([
		[
			'overlaps the end of another',
			[98, 150],
			[
				[0, 150],
				[200, 250],
			],
		],
		[
			'overlaps the beginning of another',
			[150, 202],
			[
				[0, 100],
				[150, 250],
			],
		],
		[
			'lies inside another',
			[10, 20],
			[
				[0, 100],
				[200, 250],
			],
		],
		['overlaps both', [50, 220], [[0, 250]]],
		['contains both', [-10, 300], [[-10, 300]]],
	])('become one with a period that %s', (_what, [from, to], kept) => {
		expect(extents(withSkipped([period(0, 100), period(200, 250)], period(from, to)))).toEqual(kept);
	});

	it('that become one are asked for as long as the later one, and as soon as the earlier one', () => {
		const old = { since: NOW - 5, until: NOW - 5 + DAY, triedAt: NOW - 3, isTold: true };
		expect(withSkipped([period(0, 100, old)], period(50, 150))).toMatchObject([
			{ since: NOW - 5, until: NOW + DAY, triedAt: NOW - 3, isTold: false },
		]);
		expect(withSkipped([period(0, 100, old)], period(50, 150, { isTold: true }))).toMatchObject([
			{ isTold: true },
		]);
	});

	it('are 40 at most: the two that are nearest to each other become one, and nothing of them is lost', () => {
		const many = Array.from({ length: 40 }, (_, at) => period(100 * at, 100 * at + (at === 7 ? 90 : 10)));
		expect(withSkipped(many.slice(1), period(0, 10))).toHaveLength(40);
		const all = withSkipped(many, period(4000, 4010));
		expect(all).toHaveLength(40);
		expect(extents(all).slice(6, 9)).toEqual([
			[600, 610],
			[700, 810],
			[900, 910],
		]);
		expect(extents(all).at(-1)).toEqual([4000, 4010]);
	});
});

it.each<[what: string, becomes: 'kept' | 'dropped', more: Partial<SkippedPeriod>, date: number]>([
	['is asked for again', 'kept', {}, NOW],
	['was not asked for since its day was over', 'kept', {}, NOW + 9 * DAY],
	['a look-back of two days would meet', 'kept', { triedAt: NOW + DAY + 1 }, NOW + 3 * DAY],
	['nobody asks for any more', 'dropped', { triedAt: NOW + DAY + 1 }, NOW + 3 * DAY + 1],
])('a period that %s is %s', (_what, becomes, more, date) => {
	expect(skippedToKeep([period(0, 10, more)], date, 2 * DAY)).toHaveLength(becomes === 'kept' ? 1 : 0);
});

it.each<[what: string, triedAt: number, date: number, expected: boolean]>([
	['at once', 0, 0, true],
	[
		'not within ten minutes if it was asked for ten minutes after it was skipped',
		10 * MINUTE,
		19 * MINUTE,
		false,
	],
	['after these ten minutes', 10 * MINUTE, 20 * MINUTE, true],
	['not more than once in an hour later', 5 * HOUR, 6 * HOUR - 1, false],
	['each hour later', 5 * HOUR, 6 * HOUR, true],
	['if the clock has been set back', 5 * HOUR, 4 * HOUR, true],
	['once after its day', DAY, 3 * DAY, true],
	['never after that', DAY + 1, 3 * DAY, false],
])('a skipped period is asked for again: %s', (_what, triedAt, date, expected) => {
	expect(isToBeRetried(period(0, 10, { triedAt: NOW + triedAt }), NOW + date)).toBe(expected);
});

it('people are told of a period after an hour, once', () => {
	expect(isUntold(period(0, 10), NOW + HOUR - 1)).toBe(false);
	expect(isUntold(period(0, 10), NOW + HOUR)).toBe(true);
	expect(isUntold(period(0, 10, { isTold: true }), NOW + HOUR)).toBe(false);
});

describe('a period of 0 to 1000 that was skipped a day ago and is asked for again', () => {
	const DATE = NOW + DAY;
	const old = period(0, 1000);
	const others = [period(5000, 6000)];
	/** A piece that the history does not show: it begins just before what was asked for. */
	const piece = (from: number, to: number) => period(from - 1, to);
	const left = (from: number, to?: number, sliceTo?: number): Period => ({
		from: NOW + from,
		...(to !== undefined && { to: NOW + to }),
		...(sliceTo !== undefined && { sliceTo: NOW + sliceTo }),
	});
	type Answer = Parameters<typeof skippedAfterRetry>[2];
	const [same, anew] = [
		{ since: NOW, until: NOW + DAY, triedAt: DATE },
		{ since: DATE, until: DATE + DAY, triedAt: DATE },
	];

	it.each<[what: string, answer: Answer, kept: Array<Partial<SkippedPeriod>>]>([
		['is gone if all of it is shown', { skipped: [] }, []],
		['stays if none of it is shown', { skipped: [piece(0, 1000)] }, [{ ...left(0, 1000), ...same }]],
		[
			'leaves the slices that are not shown',
			{ skipped: [piece(200, 300)] },
			[{ ...left(199, 300), ...same }],
		],
		[
			'is asked for a day longer from where it was shown on',
			{ skipped: [], rest: left(400, 1000, 600) },
			[{ ...left(400, 1000, 600), ...anew }],
		],
		[
			'is asked for a day longer with a shorter slice',
			{ skipped: [], rest: left(0, 1000, 500) },
			[{ ...left(0, 1000, 500), ...anew }],
		],
		[
			'stays as long as before if the history fails altogether',
			{ skipped: [], rest: left(400, 1000), failure: new Error('no') },
			[{ ...left(400, 1000), ...same }],
		],
		[
			'stays as long as before if nothing was shown',
			{ skipped: [], rest: left(0, 1000) },
			[{ ...left(0, 1000), ...same }],
		],
	])('%s', (_what, answer, kept) => {
		const all = skippedAfterRetry([old, ...others], old, answer, DATE);
		expect(all).toMatchObject([...kept, ...others]);
		expect(all).toHaveLength(kept.length + 1);
	});
});

it.each<[what: string, days: number, hasFailed: boolean, isAsked: boolean]>([
	['if it was answered', 2, false, false],
	['and again if the history has failed altogether', 2, true, true],
	['and not again if it fails for more than a week', 9, true, false],
])('after the day, a period is asked for once, %s', (_, days, hasFailed, isAsked) => {
	const until = NOW + DAY;
	const period: SkippedPeriod = { from: 0, to: 1000, since: NOW, until, triedAt: NOW, isTold: true };
	const answer = { skipped: [], rest: { from: 0, to: 1000 }, ...(hasFailed && { failure: new Error('no') }) };
	const date = NOW + days * DAY;
	const [left] = skippedAfterRetry([period], period, answer, date);
	expect(left && isToBeRetried(left, date + MINUTE)).toBe(isAsked);
});
