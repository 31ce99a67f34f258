/** What a poll is going to read of the history. */
import { lookBack } from '../../nodes/ContactConsent/trigger/lookBack';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	ago,
	farBeganAt,
	DAY,
	given,
	HOUR,
	KINDS,
	MINUTE,
	NOW,
	ACCOUNT,
	running,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

interface Planned {
	/** In seconds before now. */
	from?: number;
	/** The end of the first slice, if it is not the end of the whole period. */
	firstSliceTo?: number;
	to?: number;
}

/** The periods of the history that a poll is going to read. */
function planOf(of: Partial<TriggerState>, settings: Partial<Settings> = {}): Record<string, Planned> {
	const plan = lookBack(running(of), settingsOf(settings), NOW);
	return Object.fromEntries(
		(['forward', 'back', 'far'] as const).flatMap((name) => {
			const { [name]: period } = plan;
			if (period === undefined) return [];
			const { from, to, sliceTo } = period;
			return [[name, given({ from: ago(from), firstSliceTo: ago(sliceTo), to: ago(to) })]];
		}),
	);
}

const slices = { checkpoint: NOW - HOUR, sliceTo: NOW - HOUR / 2 };
const back = { from: NOW - 2 * HOUR, sliceTo: NOW - 1.5 * HOUR };
const starts = { update: NOW - 5 * SECOND, confirm: NOW - 8 * SECOND };
const full = { completeFrom: NOW - 3 * SECOND };
const due = { farBegan: farBeganAt(NOW - HOUR) };
const limit = { historyLimit: { length: 2 * HOUR, at: NOW - HOUR, isSure: true } };

it.each<[string, Partial<TriggerState>, Partial<Settings>, Record<string, Planned>]>([
	[
		'nothing before the trigger has begun',
		{ checkpoint: undefined, nextNearFrom: undefined, starts: {} },
		{},
		{},
	],
	[
		'from a start date, with the millisecond before',
		begin(ACCOUNT, KINDS, { with: 'date', at: NOW, parameters: '' }, NOW - HOUR),
		{},
		{ forward: { from: 3600.001 } },
	],
	['from ten minutes before the checkpoint', {}, {}, { forward: { from: 660 } }],
	['from the oldest event that was left', { nextNearFrom: NOW - HOUR }, {}, { forward: { from: 3600 } }],
	[
		'from the checkpoint in slices during a backlog',
		{ ...slices, nextNearFrom: NOW },
		{},
		{ forward: { from: 3600, firstSliceTo: 1800 } },
	],
	['nothing from before the earliest start', { starts }, {}, { forward: { from: 60 } }],
	[
		'nothing from before the list of taken events is complete',
		{ ...full, nextNearFrom: NOW - DAY },
		{},
		{ forward: { from: 60 } },
	],
	[
		'the far look-back an hour after the last one, from its checkpoint',
		due,
		{},
		{ forward: { from: 660 }, far: { from: 90060.001, to: 659.999 } },
	],
	[
		'no far look-back a millisecond earlier',
		{ farBegan: farBeganAt(NOW - HOUR + 1) },
		{},
		{ forward: { from: 660 } },
	],
	[
		"the far look-back if n8n's clock was put back",
		{ farBegan: farBeganAt(NOW + 1) },
		{},
		{ forward: { from: 660 }, far: { from: 86460.001, to: 659.999 } },
	],
	['no far look-back of 0 days', due, { farLength: 0 }, { forward: { from: 660 } }],
	[
		'the way forward, and the rest of a look-back',
		{ back },
		{},
		{ forward: { from: 60 }, back: { from: 7200, firstSliceTo: 5400, to: 59.999 } },
	],
	[
		'the rest of the far look-back',
		{ far: back },
		{},
		{ forward: { from: 660 }, far: { from: 7200, firstSliceTo: 5400, to: 659.999 } },
	],
	[
		'from the checkpoint if the history does not go back ten minutes further',
		{
			checkpoint: NOW - HOUR,
			nextNearFrom: NOW - HOUR,
			historyLimit: { length: MINUTE, at: NOW, isSure: true },
		},
		{},
		{ forward: { from: 3600 } },
	],
	[
		'no further back than the history allows',
		{ historyLimit: { length: 5 * MINUTE, at: NOW - HOUR, isSure: true } },
		{},
		{ forward: { from: 300 } },
	],
	[
		'what was left, even if the history may refuse it',
		{ nextNearFrom: NOW - 3 * HOUR, ...limit },
		{},
		{ forward: { from: 10800 } },
	],
	[
		'twice as far back a day after the refusal',
		{ historyLimit: { length: 5 * MINUTE, at: NOW - DAY, isSure: true } },
		{},
		{ forward: { from: 600 } },
	],
	[
		'twice as far back with a clock that was put back by more than a day since the refusal',
		{ historyLimit: { length: 5 * MINUTE, at: NOW + DAY, isSure: true } },
		{},
		{ forward: { from: 600 } },
	],
	[
		'all of it if the history has refused it once',
		{ historyLimit: { length: 5 * MINUTE, at: NOW, isSure: false } },
		{},
		{ forward: { from: 660 } },
	],
	[
		'no further back at the moment of the refusal',
		{ historyLimit: { length: 5 * MINUTE, at: NOW, isSure: true } },
		{},
		{ forward: { from: 300 } },
	],
	[
		'a way forward that the history may refuse',
		{ ...slices, ...limit, historyLimit: { length: MINUTE, at: NOW, isSure: true } },
		{},
		{ forward: { from: 3600, firstSliceTo: 1800 } },
	],
	[
		'the whole far look-back again after a day',
		{ ...due, historyLimit: { length: HOUR, at: NOW - DAY, isSure: true } },
		{},
		{ forward: { from: 660 }, far: { from: 90060.001, to: 659.999 } },
	],
])('a poll reads %s', (_, of, settings, expected) => {
	expect(planOf(of, settings)).toEqual(expected);
});

it.each<[string, Partial<TriggerState>, Partial<Settings>, TriggerState['farBegan']]>([
	['is set when it begins', { ...due, ...slices }, {}, { at: NOW, checkpoint: NOW - HOUR }],
	['is unchanged while one goes on', { ...due, far: back }, {}, due.farBegan],
	['is unchanged with 0 days', due, { farLength: 0 }, due.farBegan],
	['is unchanged before there is a checkpoint', { ...due, checkpoint: undefined }, {}, due.farBegan],
])('the time of the far look-back %s', (_, of, settings, expected) => {
	expect(lookBack(running(of), settingsOf(settings), NOW).farBegan).toEqual(expected);
});
