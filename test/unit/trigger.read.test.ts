/** What a poll asks for: the way forward, the audit, and what nobody has received. */
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { read } from '../../nodes/ContactConsent/trigger/read';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, FOREVER, NOTHING, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { SERVICE, ServiceModel, type ModelRequest, type ServiceOptions } from '../model/service';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A trigger that has been running for a month, looked a minute ago and audited half an hour ago. */
const running = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin('https://service.example', ['update'], NOW - 30 * DAY),
	revision: 3,
	forward: { ...NOTHING, since: NOW - MINUTE },
	audit: { ...NOTHING, since: NOW - HOUR / 2, at: NOW - HOUR / 2 },
	...more,
});

const ago = (time: unknown): string => {
	const milliseconds = Date.parse(String(time));
	return Number.isNaN(milliseconds) ? '' : `${(NOW - milliseconds) / SECOND}`;
};

interface Given {
	settings?: Partial<Settings>;
	service?: Partial<ServiceOptions>;
	/** What the poll has for its lists, in milliseconds. */
	lists?: number;
	/** n8n's clock, ahead of the service's. */
	ahead?: number;
}

function pollOn({ settings = {}, service = {}, lists = 15 * SECOND, ahead = 0 }: Given = {}) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	/** Requests by their path, seconds before now between which they ask, and limit; + for a further page. */
	const asked: string[] = [];
	const deadlines = new Set<number>();
	const send = async ({ path, query = {} }: ModelRequest, { deadline = Infinity } = {}) => {
		deadlines.add(deadline);
		const { type, from, to, limit, cursor } = query;
		const of = type === undefined ? '' : `${type} `;
		if (path[1] === 'latest') asked.push(`latest ${of}${limit}`);
		else asked.push(cursor === undefined ? `${of}${ago(from)}..${ago(to)} ${limit}` : '+');
		return (await model.ask({ path, query }, deadline - ahead)) as ServiceResponse<never>;
	};
	const poll = {
		settings: {
			kinds: ['update'],
			series: [undefined],
			catchUp: true,
			lookback: 10 * MINUTE,
			audit: DAY,
			maxEvents: 100,
			pageSize: 50,
			...settings,
		},
		send,
		now: () => model.world.now + ahead,
		lists: NOW + ahead + lists,
		end: NOW + ahead + 2 * lists,
	} as unknown as Poll;
	const readOn = async (state: TriggerState) => {
		const reading = await read(state, poll);
		const { forward, audit, latest, error } = reading;
		const count = [forward?.events.length, audit?.events.length, latest.length];
		return { reading, asked: asked.join(' | '), count, error: error?.message };
	};
	const fail = (...at: number[]) =>
		model.beginPoll(at.map((number) => ({ at: number, status: 500, after: false })));
	return { model, asked, poll, read: readOn, fail, deadlines };
}

const FORWARD = '660.001.. 50';

describe('the way forward', () => {
	it('is not there before the first poll: what nobody has received is all there is', async () => {
		const { read: readOn } = pollOn();
		expect((await readOn(begin('', ['update']))).asked).toBe('latest 50');
	});

	it('begins the look-back before it was last looked at', async () => {
		const { read: readOn } = pollOn();
		expect((await readOn(running())).asked).toBe(`${FORWARD} | latest 50`);
	});

	it('begins with the second before, less a millisecond', async () => {
		const { read: readOn } = pollOn();
		const forward = { ...NOTHING, since: NOW - MINUTE + 999 };
		expect((await readOn(running({ forward }))).asked).toBe(`${FORWARD} | latest 50`);
	});

	it('begins where something is left of it, if that is earlier', async () => {
		const { read: readOn } = pollOn();
		const forward = { since: NOW - MINUTE, from: NOW - HOUR, to: NOW - HOUR / 2 };
		expect((await readOn(running({ forward }))).asked).toBe('3600..1800 50 | 1800.001.. 50 | latest 50');
	});

	it('never begins before the earliest start, nor before what the list of taken events reaches back to', async () => {
		const starts = { update: NOW - 5 * SECOND, confirm: NOW - 8 * SECOND };
		expect((await pollOn().read(running({ starts }))).asked).toBe('8.001.. 50 | latest 50');
		const taken = { completeFrom: NOW - 3 * SECOND, list: '' };
		expect((await pollOn().read(running({ starts, taken }))).asked).toBe('3.001.. 50 | latest 50');
	});

	it.each([
		['is not read with Catch Up off', running(), 'latest 50'],
		[
			'but for what is left of it',
			running({ forward: { since: NOW, from: NOW - HOUR, to: FOREVER } }),
			'3600.. 50 | latest 50',
		],
		['or where a start was set, at first', begin('', ['update'], NOW - HOUR), '3600.001.. 50 | latest 50'],
	])('%s', async (_, state, requests) => {
		const { read: readOn } = pollOn({ settings: { catchUp: false } });
		expect((await readOn(state)).asked).toBe(requests);
	});

	it('is asked for each kind where two of three are chosen', async () => {
		const kinds: Settings['kinds'] = ['update', 'confirm'];
		const settings = { kinds, series: kinds };
		const both = { ...running().starts, confirm: NOW };
		expect((await pollOn({ settings }).read(running({ starts: both }))).asked).toBe(
			`update ${FORWARD} | confirm ${FORWARD} | latest update 50 | latest confirm 50`,
		);
		// Reading the history of one that was chosen since would take its events from there.
		expect((await pollOn({ settings }).read(running())).asked).toBe(
			`latest update 50 | latest confirm 50 | update ${FORWARD} | confirm ${FORWARD}`,
		);
	});
});

describe('the audit', () => {
	const last = (at: number, more = {}) => running({ audit: { ...NOTHING, since: NOW - HOUR, at, ...more } });
	/** A day before the last one began, up to where the way forward begins. */
	const AUDIT = '90000.001..660 50';

	it('is left for another poll where taking in an answer has used up the time', async () => {
		const { poll, read: readOn, asked } = pollOn();
		poll.now = () => (asked.length > 0 ? poll.end : NOW);
		const result = await readOn(last(NOW - DAY));
		expect(result).toMatchObject({ asked: FORWARD, error: undefined });
	});

	it.each([
		['an hour after the last one', NOW - HOUR, AUDIT],
		['not sooner', NOW - HOUR + 1, ''],
		['not where it was just now', NOW, ''],
		["where n8n's clock was put back", NOW + 1, AUDIT],
	])('is due %s', async (_, at, audit) => {
		const { read: readOn } = pollOn();
		const { asked, reading } = await readOn(last(at));
		expect(asked).toBe([FORWARD, audit, 'latest 50'].filter(Boolean).join(' | '));
		expect(reading.audit?.since).toBe(audit ? NOW : undefined);
	});

	it.each([
		['of 0 days', { audit: 0 }, `${FORWARD} | latest 50`],
		['with Catch Up off', { catchUp: false }, 'latest 50'],
	])('%s is none', async (_, settings, requests) => {
		const { read: readOn } = pollOn({ settings });
		expect((await readOn(last(NOW - DAY))).asked).toBe(requests);
		const { read: again } = pollOn({ settings });
		expect((await again(last(NOW, { from: NOW - HOUR, to: FOREVER }))).asked).toBe(requests);
	});

	it('goes on where it was, and keeps its beginning', async () => {
		const { read: readOn } = pollOn();
		const { asked, reading } = await readOn(last(NOW, { from: NOW - 2 * HOUR, to: NOW - HOUR }));
		expect(asked).toBe(`${FORWARD} | 7200..3600 50 | 3600.001..660 50 | latest 50`);
		expect(reading.audit).toMatchObject({ since: NOW - HOUR, rest: NOTHING });
	});

	it('reaches back from the clock of the service, where that was put back', async () => {
		const { read: readOn } = pollOn();
		const forward = { ...NOTHING, since: NOW + HOUR };
		const { asked } = await readOn(last(NOW - HOUR, { since: NOW + HOUR }));
		expect(asked).toContain('86400.001..660 50');
		expect((await pollOn().read(running({ forward }))).asked).toContain('-2999.999..');
	});

	it('brings what was not taken', async () => {
		const { model, read: readOn } = pollOn();
		model.add(NOW - 2 * HOUR, 'update');
		model.add(NOW - 2 * MINUTE, 'update');
		expect((await readOn(last(0))).count).toEqual([1, 1, 0]);
	});
});

describe('what nobody has received', () => {
	it('is asked for until a page brings no news', async () => {
		const { model, read: readOn } = pollOn({ settings: { pageSize: 3, catchUp: false } });
		for (let count = 0; count < 7; count++) model.add(NOW, 'update');
		const { asked, count } = await readOn(running());
		expect(asked).toBe('latest 3 | latest 3 | latest 3 | latest 3');
		expect(count).toEqual([0, undefined, 7]);
	});

	it('is asked for up to the room that is left', async () => {
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 5, pageSize: 3 } });
		for (let count = 0; count < 2; count++) model.add(NOW - count, 'update');
		for (let count = 0; count < 7; count++) model.add(NOW - HOUR, 'update');
		const { asked, count } = await readOn(running());
		expect(asked).toBe('660.001.. 3 | latest 3');
		expect(count).toEqual([2, undefined, 3]);
	});

	it('is not asked for where the history was not read up to the present', async () => {
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 5, pageSize: 3 } });
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		expect((await readOn(running())).asked).not.toContain('latest');
	});

	it.each([
		['is not asked for when the time for lists is up', SECOND, FORWARD],
		['is asked for up to its last millisecond', SECOND + 1, `${FORWARD} | latest 50`],
	])('%s', async (_, lists, requests) => {
		const { read: readOn } = pollOn({ service: { latency: SECOND }, lists });
		expect((await readOn(running())).asked).toBe(requests);
	});
});

describe('the time for lists', () => {
	it('goes to the way forward by half and to the audit by a quarter', async () => {
		const { model, read: readOn } = pollOn({
			service: { latency: SECOND },
			settings: { pageSize: 1, maxEvents: 1000 },
			lists: 8 * SECOND,
			ahead: 3 * HOUR,
		});
		for (let count = 0; count < 20; count++) model.add(NOW - HOUR - count * MINUTE, 'update');
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		const state = running({ audit: { ...NOTHING, since: NOW, at: 0 } });
		const { asked, reading } = await readOn(state);
		expect(asked).toBe(`660.001.. 1 | + | + | + | 86400.001..660 1 | +`);
		expect(reading.error).toBeUndefined();
	});

	it('that a crowded instant uses up leaves the audit its own, and is said', async () => {
		const service = { latency: SECOND, maxLimit: 1 };
		const { model, read: readOn } = pollOn({
			service,
			lists: 8 * SECOND,
			settings: { maxEvents: 1000, lookback: 0 },
		});
		for (let count = 0; count < 20; count++) model.add(NOW - MINUTE, 'update');
		const forward = { since: NOW, from: NOW - MINUTE - 1, to: NOW - MINUTE + 1 };
		const state = running({ forward, audit: { ...NOTHING, since: NOW, at: 0 } });
		const { asked, error, count } = await readOn(state);
		expect(asked).toBe('60.001..59.999 1000 | + | + | + | 86400.001..60 50 | +');
		expect(error).toMatch('More events have the same time than one poll can read');
		expect(count).toEqual([4, 0, 0]);
	});

	it('begins requests; the end of the poll ends them', async () => {
		const { read: readOn, deadlines } = pollOn();
		expect((await readOn(running({ audit: { ...NOTHING, since: NOW, at: 0 } }))).asked).toMatch(
			/\|.+\| latest/,
		);
		expect([...deadlines]).toEqual([NOW + 30 * SECOND]);
	});

	it('that is none asks for nothing', async () => {
		const { read: readOn } = pollOn({ lists: 0, settings: { catchUp: false } });
		await expect(readOn(running())).rejects.toThrow('There was no time to ask');
	});
});

describe('a failure', () => {
	const due = running({ audit: { ...NOTHING, since: NOW - HOUR, at: 0 } });

	it('of the first request is thrown', async () => {
		const { read: readOn, fail } = pollOn();
		fail(1);
		await expect(readOn(due)).rejects.toThrow('500');
	});

	it('of everything is left to what waits, and gives no time of the service', async () => {
		const { read: readOn, fail } = pollOn();
		fail(1);
		const awaiting = [{ event: {}, waited: 0, tried: 0 }];
		const { reading, error } = await readOn({ ...due, awaiting });
		expect(reading.date).toBe(Infinity);
		expect(error).toMatch('500');
	});

	it.each([
		[2, `${FORWARD} | 90000.001..660 50`, [1, undefined, 0]],
		[3, `${FORWARD} | 90000.001..660 50 | latest 50`, [1, 1, 0]],
		[4, `${FORWARD} | 90000.001..660 50 | latest 50 | latest 50`, [1, 1, 1]],
	])('of request %d ends the reading and leaves what was read', async (at, requests, count) => {
		const { model, read: readOn, fail } = pollOn();
		model.add(NOW - 2 * HOUR, 'update');
		model.add(NOW - 2 * MINUTE, 'update');
		model.add(NOW - 40 * DAY, 'update');
		fail(at);
		const { asked, error, count: read } = await readOn(due);
		expect(asked).toBe(requests);
		expect(read).toEqual(count);
		expect(error).toMatch('500');
	});

	it('in the middle of the way forward ends the reading, too', async () => {
		const { read: readOn, fail, model } = pollOn();
		const forward = { since: NOW - MINUTE, from: NOW - HOUR, to: NOW - HOUR / 2 };
		fail(2);
		const { asked, error } = await readOn({ ...due, forward });
		expect(asked).toBe('3600..1800 50 | 1800.001.. 50');
		expect(error).toMatch('500');
		expect(model.requests).toHaveLength(2);
	});

	it('in the middle of the audit ends the reading, too', async () => {
		const { read: readOn, fail } = pollOn();
		fail(3);
		const audit = { since: NOW, at: 0, from: NOW - 2 * HOUR, to: NOW - HOUR };
		const { asked, error, reading } = await readOn({ ...due, audit });
		expect(asked).toBe(`${FORWARD} | 7200..3600 50 | 3600.001..660 50`);
		expect(error).toMatch('500');
		expect(reading.audit?.rest).toEqual({ from: NOW - HOUR - 1, to: NOW - 11 * MINUTE });
	});
});
