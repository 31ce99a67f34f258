/** How a batch that was refused is cut into parts. */
import type { ValidationEntry } from '../../nodes/ContactConsent/transport/types';
import { split, type Part } from '../../nodes/ContactConsent/upload/send/parts';
import { targetOf } from '../../nodes/ContactConsent/upload/targets';
import type { Target } from '../../nodes/ContactConsent/upload/uploadTypes';

const ENTRIES: readonly ValidationEntry[] = [];

const targets = (count: number): Target[] =>
	Array.from({ length: count }, (_, at) => ({ ...targetOf([]), id: `c${at}` }));
const part = (all: Target[], areSuspected: boolean): Part => ({
	targets: all,
	areSuspected,
	triesInVain: 3,
	acceptedAtPartStart: 5,
	acceptedAtLargerStart: 2,
});

/** The IDs of each part, and whether an answer seems to name them. */
const cut = (...of: Parameters<typeof split>) =>
	split(...of).map((one) => [one.targets.map(({ id }) => id).join(' '), one.areSuspected]);

it.each<[count: number, first: string, second: string]>([
	[2, 'c0', 'c1'],
	[4, 'c0 c1', 'c2 c3'],
	[5, 'c0 c1 c2', 'c3 c4'],
])(
	'if no record is named, %i records become two halves, which are suspected as before',
	(count, first, second) => {
		for (const areSuspected of [true, false]) {
			expect(cut(part(targets(count), areSuspected), 'halve')).toEqual([
				[first, areSuspected],
				[second, areSuspected],
			]);
		}
	},
);

it('records that an answer names are sent first, apart from the others, and only they are suspected', () => {
	const all = targets(4);
	const named = new Map([all[3], all[1]].map((one) => [one as Target, ENTRIES]));
	expect(cut(part(all, false), named)).toEqual([
		['c1 c3', true],
		['c0 c2', false],
	]);
	expect(cut(part(all, true), named)).toEqual([
		['c1 c3', true],
		['c0 c2', true],
	]);
});

it('tries in vain of a batch are no tries of its parts', () => {
	const all = targets(2);
	const named = new Map([[all[0] as Target, ENTRIES]]);
	for (const result of ['halve', named] as const) {
		expect(split(part(all, false), result).map(({ triesInVain }) => triesInVain)).toEqual([0, 0]);
	}
});

it('a part knows what was accepted before the larger part was sent; a single record, before the one above that', () => {
	const before = (count: number) =>
		split(part(targets(count), false), 'halve').map((one) => one.acceptedAtLargerStart);
	expect([before(4), before(3), before(2)]).toEqual([
		[5, 5],
		[5, 2],
		[2, 2],
	]);
	const [{ acceptedAtPartStart } = part([], false)] = split(part(targets(2), false), 'halve');
	expect(acceptedAtPartStart).toBeUndefined();
});
