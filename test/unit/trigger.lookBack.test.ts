/** What a poll is to read of the history. */
import { lookBack } from '../../nodes/ContactConsent/trigger/lookBack';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, FOREVER, NOTHING, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	ago,
	auditedAt,
	DAY,
	HOUR,
	KINDS,
	MINUTE,
	NOW,
	OF,
	running,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

/** Seconds before now between which each stretch lies: forward, back, far; the end of the first slice behind a comma. */
function planOf(of: Partial<TriggerState>, settings: Partial<Settings> = {}) {
	const plan = lookBack(running(of), settingsOf(settings), NOW);
	return (['forward', 'back', 'far'] as const)
		.filter((name) => plan[name].from < FOREVER)
		.map((name) => {
			const { from, to, end } = plan[name];
			return `${name} ${ago(from)}..${ago(end)}${to < end ? `, ${ago(to)}` : ''}`;
		})
		.join(' | ');
}

const slices = { forward: { from: NOW - HOUR, to: NOW - HOUR / 2 } };
const back = { from: NOW - 2 * HOUR, to: NOW - 1.5 * HOUR };
const starts = { update: NOW - 5 * SECOND, confirm: NOW - 8 * SECOND };
const full = { completeFrom: NOW - 3 * SECOND };
const wanted = {
	wanted: new Map([['k'.repeat(11), NOW - 60 * DAY]]),
	leftFrom: NOW - 60 * DAY,
};
const due = { audited: auditedAt(NOW - HOUR) };
const reach = { reach: { length: 2 * HOUR, at: NOW - HOUR } };

it.each<[string, Partial<TriggerState>, Partial<Settings>, string]>([
	['nothing before the first poll', begin(OF, KINDS, 'now', NOW), {}, ''],
	[
		'a date, with the millisecond before',
		begin(OF, KINDS, 'date', NOW, NOW - HOUR),
		{},
		'forward 3600.001..',
	],
	['ten minutes before the checkpoint', {}, {}, 'forward 660..'],
	['from what was left', { leftFrom: NOW - HOUR }, {}, 'forward 3600..'],
	['from the checkpoint, in slices, in a backlog', { ...slices, leftFrom: NOW }, {}, 'forward 3600.., 1800'],
	['not before the earliest start', { starts }, {}, 'forward 60..'],
	['nor before the list is complete', { ...full, leftFrom: NOW - DAY }, {}, 'forward 60..'],
	['what is wanted from before the start', wanted, {}, `forward ${(60 * DAY) / SECOND}..`],
	['days an hour later, from where the checkpoint stood', due, {}, 'forward 660.. | far 90060.001..659.999'],
	['not earlier', { audited: auditedAt(NOW - HOUR + 1) }, {}, 'forward 660..'],
	[
		"days where n8n's clock was put back",
		{ audited: auditedAt(NOW + 1) },
		{},
		'forward 660.. | far 86460.001..659.999',
	],
	['no days with 0', due, { audit: 0 }, 'forward 660..'],
	[
		'the way forward, then what is left of a look-back',
		{ back },
		{},
		'forward 60.. | back 7200..59.999, 5400',
	],
	['what is left of the days', { far: back }, {}, 'forward 660.. | far 7200..659.999, 5400'],
	['no days that the history refuses', { ...due, ...reach }, {}, 'forward 660.. | far 7200..659.999'],
	[
		'a way forward that it may refuse',
		{ ...slices, ...reach, reach: { length: MINUTE, at: NOW } },
		{},
		'forward 3600.., 1800',
	],
	[
		'all of them after a day',
		{ ...due, reach: { length: HOUR, at: NOW - DAY } },
		{},
		'forward 660.. | far 90060.001..659.999',
	],
])('reads %s', (_, of, settings, expected) => {
	expect(planOf(of, settings)).toBe(expected);
});

it.each<[string, Partial<TriggerState>, Partial<Settings>, TriggerState['audited']]>([
	['is noted when it begins', { ...due, ...slices }, {}, { at: NOW, checkpoint: NOW - HOUR }],
	['is not while one goes on', { ...due, far: back }, {}, due.audited],
	['is not with 0 days', due, { audit: 0 }, due.audited],
	['is not before there is a checkpoint', { ...due, forward: NOTHING }, {}, due.audited],
])('the long look-back %s', (_, of, settings, expected) => {
	expect(lookBack(running(of), settingsOf(settings), NOW).audited).toEqual(expected);
});
