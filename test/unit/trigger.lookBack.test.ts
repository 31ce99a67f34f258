/** What a poll is going to read of the history. */
import { lookBack } from '../../nodes/ContactConsent/trigger/lookBack';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, FOREVER, NOTHING, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	ago,
	auditedAt,
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
	/** The end of the first slice, if it is not the end of the whole stretch. */
	firstSliceTo?: number;
	to?: number;
}

/** The stretches of the history that a poll is going to read. */
function planOf(of: Partial<TriggerState>, settings: Partial<Settings> = {}): Record<string, Planned> {
	const plan = lookBack(running(of), settingsOf(settings), NOW);
	return Object.fromEntries(
		(['forward', 'back', 'far'] as const)
			.filter((name) => plan[name].from < FOREVER)
			.map((name) => {
				const { from, to, end } = plan[name];
				return [name, given({ from: ago(from), firstSliceTo: to < end ? ago(to) : undefined, to: ago(end) })];
			}),
	);
}

const slices = { forward: { from: NOW - HOUR, to: NOW - HOUR / 2 } };
const back = { from: NOW - 2 * HOUR, to: NOW - 1.5 * HOUR };
const starts = { update: NOW - 5 * SECOND, confirm: NOW - 8 * SECOND };
const full = { completeFrom: NOW - 3 * SECOND };
const due = { audited: auditedAt(NOW - HOUR) };
const reach = { reach: { length: 2 * HOUR, at: NOW - HOUR, isSure: true } };

it.each<[string, Partial<TriggerState>, Partial<Settings>, Record<string, Planned>]>([
	[
		'nothing before the trigger has begun',
		begin(ACCOUNT, KINDS, { with: 'now', at: NOW, parameters: '' }),
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
	['from the oldest event that was left', { leftFrom: NOW - HOUR }, {}, { forward: { from: 3600 } }],
	[
		'from the checkpoint in slices during a backlog',
		{ ...slices, leftFrom: NOW },
		{},
		{ forward: { from: 3600, firstSliceTo: 1800 } },
	],
	['nothing from before the earliest start', { starts }, {}, { forward: { from: 60 } }],
	[
		'nothing from before the list of taken events is complete',
		{ ...full, leftFrom: NOW - DAY },
		{},
		{ forward: { from: 60 } },
	],
	[
		'the long look-back an hour after the last one, from its checkpoint',
		due,
		{},
		{ forward: { from: 660 }, far: { from: 90060.001, to: 659.999 } },
	],
	[
		'no long look-back a millisecond earlier',
		{ audited: auditedAt(NOW - HOUR + 1) },
		{},
		{ forward: { from: 660 } },
	],
	[
		"the long look-back if n8n's clock was put back",
		{ audited: auditedAt(NOW + 1) },
		{},
		{ forward: { from: 660 }, far: { from: 86460.001, to: 659.999 } },
	],
	['no long look-back of 0 days', due, { audit: 0 }, { forward: { from: 660 } }],
	[
		'the way forward, and the rest of a look-back',
		{ back },
		{},
		{ forward: { from: 60 }, back: { from: 7200, firstSliceTo: 5400, to: 59.999 } },
	],
	[
		'the rest of the long look-back',
		{ far: back },
		{},
		{ forward: { from: 660 }, far: { from: 7200, firstSliceTo: 5400, to: 659.999 } },
	],
	[
		'from the checkpoint if the history does not go back ten minutes further',
		{
			forward: { from: NOW - HOUR, to: FOREVER },
			leftFrom: NOW - HOUR,
			reach: { length: MINUTE, at: NOW, isSure: true },
		},
		{},
		{ forward: { from: 3600 } },
	],
	[
		'no further back than the history allows',
		{ reach: { length: 5 * MINUTE, at: NOW - HOUR, isSure: true } },
		{},
		{ forward: { from: 300 } },
	],
	[
		'what was left, even if the history may refuse it',
		{ leftFrom: NOW - 3 * HOUR, ...reach },
		{},
		{ forward: { from: 10800 } },
	],
	[
		'twice as far back a day after the refusal',
		{ reach: { length: 5 * MINUTE, at: NOW - DAY, isSure: true } },
		{},
		{ forward: { from: 600 } },
	],
	[
		'twice as far back with a clock that was put back by more than a day since the refusal',
		{ reach: { length: 5 * MINUTE, at: NOW + DAY, isSure: true } },
		{},
		{ forward: { from: 600 } },
	],
	[
		'all of it if the history has refused it once',
		{ reach: { length: 5 * MINUTE, at: NOW, isSure: false } },
		{},
		{ forward: { from: 660 } },
	],
	[
		'no further back at the moment of the refusal',
		{ reach: { length: 5 * MINUTE, at: NOW, isSure: true } },
		{},
		{ forward: { from: 300 } },
	],
	[
		'a way forward that the history may refuse',
		{ ...slices, ...reach, reach: { length: MINUTE, at: NOW, isSure: true } },
		{},
		{ forward: { from: 3600, firstSliceTo: 1800 } },
	],
	[
		'the whole long look-back again after a day',
		{ ...due, reach: { length: HOUR, at: NOW - DAY, isSure: true } },
		{},
		{ forward: { from: 660 }, far: { from: 90060.001, to: 659.999 } },
	],
])('a poll reads %s', (_, of, settings, expected) => {
	expect(planOf(of, settings)).toEqual(expected);
});

it.each<[string, Partial<TriggerState>, Partial<Settings>, TriggerState['audited']]>([
	['is set when it begins', { ...due, ...slices }, {}, { at: NOW, checkpoint: NOW - HOUR }],
	['is unchanged while one goes on', { ...due, far: back }, {}, due.audited],
	['is unchanged with 0 days', due, { audit: 0 }, due.audited],
	['is unchanged before there is a checkpoint', { ...due, forward: NOTHING }, {}, due.audited],
])('the time of the long look-back %s', (_, of, settings, expected) => {
	expect(lookBack(running(of), settingsOf(settings), NOW).audited).toEqual(expected);
});
