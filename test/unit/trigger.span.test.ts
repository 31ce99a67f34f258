/** What a poll is to read of the history. */
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { span } from '../../nodes/ContactConsent/trigger/span';
import { begin, FOREVER, NOTHING, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { auditedAt, HOUR, NOW, running, SECOND, settingsOf, told } from '../support/trigger-parts';

/** Seconds before now at which the stretches begin, and the end of their first slice; nothing for one that is empty. */
function spanOf(of: Partial<TriggerState>, settings: Partial<Settings> = {}) {
	const { toRead, unfinished } = span(running(of), settingsOf(settings), NOW);
	return [toRead, unfinished]
		.map(told)
		.filter((one) => one !== '..')
		.join(' ');
}

const slices = { forward: { from: NOW - HOUR, to: NOW - HOUR / 2 } };
const unfinished = { from: NOW - 2 * HOUR, to: NOW - HOUR };
const starts = { update: NOW - 5 * SECOND, confirm: NOW - 8 * SECOND };
const full = { taken: { completeFrom: NOW - 3 * SECOND, list: '' } };
const started = begin('', ['update'], NOW - HOUR);
const off = { catchUp: false };

it.each<[string, Partial<TriggerState>, Partial<Settings>, string]>([
	['nothing before the first poll', begin('', ['update']), {}, ''],
	['from the start that was set, with the millisecond before', started, {}, '3600.001..'],
	['the look-back', {}, {}, '660..'],
	['from the checkpoint, in slices, if that is earlier', slices, {}, '3600..1800'],
	['from the earliest start', { starts }, {}, '8.001..'],
	['from where the list of the taken is complete', { starts, ...full }, {}, '3.001..'],
	[
		'longer an hour after the last time, from where the checkpoint was then',
		{ audited: auditedAt(NOW - HOUR) },
		{},
		'90060.001..',
	],
	['no longer before', { audited: auditedAt(NOW - HOUR + 1) }, {}, '660..'],
	["longer where n8n's clock was put back", { audited: auditedAt(NOW + 1) }, {}, '86460.001..'],
	['no longer with 0 days', { audited: auditedAt(0) }, { audit: 0 }, '660..'],
	['the way forward, then what is left of a look-back', { unfinished }, {}, '60.. 7200..3600'],
	['neither before the list is complete', { unfinished, ...full }, {}, '3.001.. 3.001..3600'],
	['nothing with Catch Up off', { lookBackFrom: FOREVER, audited: auditedAt(0) }, off, ''],
	['but what is left since the start, with Catch Up off', started, off, '3600.001..'],
	['and the first poll, with Catch Up off', { starts: {}, forward: NOTHING }, off, ''],
	['from the checkpoint once Catch Up is on again', { lookBackFrom: FOREVER }, {}, '60..'],
])('%s', (_, of, settings, expected) => {
	expect(spanOf(of, settings)).toBe(expected);
});

const due = { audited: auditedAt(NOW - HOUR), ...slices };
it.each<[string, Partial<TriggerState>, Partial<Settings>, number]>([
	['is noted when it begins', due, {}, NOW],
	['is not before it is due', { audited: auditedAt(NOW - HOUR + 1) }, {}, NOW - HOUR + 1],
	['is not while one goes on', { ...due, unfinished }, {}, NOW - HOUR],
	['is not with Catch Up off', due, off, NOW - HOUR],
])('the longer look-back %s', (_, of, settings, at) => {
	const { audited } = span(running(of), settingsOf(settings), NOW);
	expect(audited).toEqual(at === NOW ? { at, checkpoint: NOW - HOUR } : auditedAt(at));
});

it('before the first poll, both are at the present', () => {
	const { toRead, unfinished: rest } = span(begin('', ['update']), settingsOf(), NOW);
	expect([toRead, rest]).toEqual([NOTHING, NOTHING]);
});
