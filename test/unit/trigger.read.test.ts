/** What a poll asks for: the history, what nobody has received, and what an earlier poll did not get through. */
import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { read } from '../../nodes/ContactConsent/trigger/read';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { FOREVER, NOTHING, type Span, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { SERVICE, ServiceModel, type ModelRequest, type ServiceOptions } from '../model/service';
import {
	ago,
	auditedAt,
	DAY,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	running,
	SECOND,
	settingsOf,
	waitingOf,
} from '../support/trigger-parts';

const WHOLE: Span[] = [{ from: NOW - 11 * MINUTE, to: FOREVER }];
const BOTH: Span[] = [
	{ from: NOW - MINUTE, to: FOREVER },
	{ from: NOW - 2 * HOUR, to: NOW - HOUR },
];

interface Given {
	settings?: Partial<Settings>;
	service?: Partial<ServiceOptions>;
	/** What the poll has, in milliseconds. */
	time?: number;
}

function pollOn({ settings = {}, service = {}, time = 40 * SECOND }: Given = {}) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	/** Requests by their path, seconds before now between which they ask, and limit; + for a further page. */
	const asked: string[] = [];
	const limits: number[] = [];
	const said: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { within = Infinity } = {}) => {
		limits.push(within);
		const { type, from, to, limit, cursor } = query;
		const of = type === undefined ? '' : `${type} `;
		if (path[1] === 'latest') asked.push(`latest ${of}${limit}`);
		else
			asked.push(
				cursor === undefined
					? `${of}${ago(Date.parse(String(from)))}..${ago(Date.parse(String(to)))} ${limit}`
					: '+',
			);
		return (await model.ask({ path, query }, within)) as ServiceResponse<never>;
	};
	const poll = {
		settings: settingsOf({ maxEvents: 100, ...settings }),
		send,
		now: () => model.world.now,
		left: (share = 1) => NOW + time * share - model.world.now,
		log: (...words: string[]) => said.push(words.join(' ')),
	} as unknown as Poll;
	/** What was asked for, and the IDs of the events that this brought, in that order. */
	const readOn = async (
		[toRead = NOTHING, unfinished = NOTHING] = WHOLE,
		state: Partial<TriggerState> = {},
	) => {
		const { events, onlyHere, error, date } = await read(
			running(state),
			{ toRead, unfinished, audited: auditedAt(NOW) },
			poll,
		);
		return {
			asked: asked.join(' | '),
			ids: [...events.values()].map(idOf),
			onlyHere: [...events.values()].filter(({ key }) => onlyHere.has(key)).map(idOf),
			error: error?.message,
			date,
		};
	};
	return { model, read: readOn, limits, said };
}

const starts = { update: NOW - DAY, documentation: NOW - DAY };
const two: Partial<Settings> = { kinds: ['update', 'confirm'], series: ['update', 'confirm'] };
const lists = 'update 660.. 50 | confirm 660.. 50 | latest update 50 | latest update 50 | latest confirm 50';
const both = '60.. 50 | latest 50 | latest 50 | 7200..3600 50 | 3600.001.. 50';

it.each<[string, Span[], Partial<TriggerState>, Partial<Settings>, string, string]>([
	['up to the present, then the latest', WHOLE, {}, {}, '660.. 50 | latest 50 | latest 50', 'e2 e1 e4'],
	['none, then the latest', [], { starts: {} }, {}, 'latest 50 | latest 50', 'e1 e2 e4'],
	['onward, then the latest, then what was left', BOTH, {}, {}, both, 'e1 e2 e4 e3'],
	[
		'of a kind chosen since after the latest',
		WHOLE,
		{ starts },
		{},
		'latest 50 | latest 50 | 660.. 50',
		'e1 e2 e4',
	],
	['for each kind where two of three are chosen', WHOLE, {}, two, lists, 'e2 e1 e4'],
])('the history: %s', async (_, stretches, state, settings, requests, expected) => {
	const { model, read: readOn } = pollOn({ settings });
	model.add(NOW - 30 * SECOND, 'update');
	model.add(NOW - 2 * MINUTE, 'update');
	model.add(NOW - 90 * MINUTE, 'update', { received: true });
	model.add(NOW - 80 * MINUTE, 'update');
	const { asked, ids, date } = await readOn(stretches, state);
	expect([asked, ids.join(' '), date]).toEqual([requests, expected, NOW]);
});

describe('room', () => {
	it('is taken by what may go; the filter and documents that may have to wait take none', async () => {
		const passes = ({ event_id }: IDataObject) => event_id === 'e1';
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 2, pageSize: 2, passes } });
		for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'update', { received: true });
		for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'documentation', { received: true });
		const { ids, asked } = await readOn();
		expect(ids).toHaveLength(18);
		// And there are places for what nobody has received.
		expect(asked).toMatch('latest 1');
	});

	it.each([
		['is taken by documents whose wait is over', 30 * SECOND, false],
		['is not taken by those that had to wait', 9 * MINUTE, true],
	])('%s', async (_, age, isAll) => {
		const settings = { maxEvents: 2, pageSize: 2, documentationWait: 5000 };
		const { model, read: readOn } = pollOn({ settings });
		for (let index = 0; index < 20; index++) model.add(NOW - age + index * SECOND, 'documentation');
		expect((await readOn()).ids.length === 20).toBe(isAll);
	});

	it('is shared: an earlier rest gets what the way forward leaves, and one place at least', async () => {
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 3, pageSize: 1 } });
		for (let index = 0; index < 3; index++) model.add(NOW - index * SECOND, 'update', { received: true });
		for (let index = 0; index < 20; index++) model.add(NOW - 2 * HOUR + index * MINUTE, 'update');
		const { ids } = await readOn(BOTH);
		expect(ids.join(' ')).toBe('e3 e2 e1 e4 e5');
	});
});

describe('what nobody has received', () => {
	const wide = { pageSize: 1000, maxEvents: 1000 };
	const beside = (bytes: number) => ({ waiting: [waitingOf('w', NOW, NOW, { text: 'x'.repeat(bytes) })] });
	const two: Partial<Settings> = { kinds: ['update', 'documentation'], series: ['update', 'documentation'] };

	it.each<[string, Partial<Settings>, Partial<TriggerState>, string[]]>([
		['until a page brings nothing new', { pageSize: 3 }, {}, ['3', '3', '3', '3']],
		['up to the room that is left', { maxEvents: 2, pageSize: 3 }, {}, ['2']],
		['no more documents than the state has room for', wide, {}, ['59', '59']],
		['less where some wait', wide, beside(57_000), ['2', '2', '2', '2', '2']],
		['the others without room', wide, beside(59_500), ['update 1000', 'confirm 1000', 'confirm 993']],
		['without documents among them', { ...wide, ...two }, beside(59_500), ['update 1000', 'update 1000']],
		['all where PDFs are not wanted', { ...wide, download: false }, beside(59_500), ['1000', '993']],
	])('is asked for: %s', async (_, settings, state, requests) => {
		const { model, read: readOn } = pollOn({ settings });
		for (let count = 0; count < 7; count++) model.add(NOW - DAY, 'confirm');
		expect((await readOn([], state)).asked).toBe(requests.map((of) => `latest ${of}`).join(' | '));
	});

	it.each([
		['before the start', true, 'e1'],
		['with Catch Up off', false, 'e1 e2'],
	])('is marked if the history does not bring it again: %s', async (_, catchUp, expected) => {
		const { model, read: readOn } = pollOn({ settings: { catchUp } });
		model.add(NOW - 31 * DAY, 'update');
		model.add(NOW - DAY, 'update');
		model.add(NOW, 'update');
		const { onlyHere } = await readOn();
		expect(onlyHere.join(' ')).toBe(expected);
	});

	it('is no more at once than the state can know, where the filter lets nothing through', async () => {
		const { model, read: readOn } = pollOn({ settings: { ...wide, passes: () => false } });
		for (let count = 0; count < 12_000; count++) model.add(NOW - DAY, 'update');
		expect((await readOn([])).ids.length).toBeLessThan(11_000);
	});

	it('leaves room for the documents in hand', async () => {
		const { model, read: readOn } = pollOn({ settings: wide, service: { documentSize: 800 } });
		for (let count = 0; count < 90; count++) model.add(NOW - DAY, 'documentation');
		const { ids, asked } = await readOn([]);
		// Behind these, the others are not waited for.
		expect([asked, ids.length]).toEqual([
			'latest 59 | latest 3 | latest update 1000 | latest confirm 1000',
			62,
		]);
	});
});

describe('the time for lists', () => {
	it.each([
		['is half of the poll', 10 * SECOND, '660.. 50'],
		['up to its last millisecond', 10 * SECOND + 2, '660.. 50 | latest 50'],
	])('%s', async (_, time, requests) => {
		const { read: readOn } = pollOn({ service: { latency: 5 * SECOND }, time });
		expect((await readOn()).asked).toBe(requests);
	});

	it('is over for each request after three quarters', async () => {
		const { read: readOn, limits } = pollOn({ service: { latency: SECOND } });
		await readOn(BOTH);
		expect(limits).toEqual([30, 29, 28, 27].map((left) => left * SECOND));
	});

	it('goes to the way forward by a quarter where a look-back goes on', async () => {
		const slow = { service: { latency: SECOND }, settings: { pageSize: 1 }, time: 16 * SECOND };
		const { model, read: readOn } = pollOn(slow);
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		for (let count = 0; count < 20; count++) model.add(NOW - HOUR - count * MINUTE, 'update');
		expect((await readOn(BOTH)).asked).toBe('60.. 1 | + | + | + | 7200..3600 1 | + | + | +');
	});
});

it.each([
	[1, '60.. 50', []],
	[3, '60.. 50 | latest 50 | 7200..3600 50', ['e1']],
])('a failure of request %d ends the reading and leaves what was read', async (at, requests, ids) => {
	const { model, read: readOn } = pollOn();
	model.add(NOW - 30 * SECOND, 'update', { received: true });
	model.add(NOW - 90 * MINUTE, 'update', { received: true });
	model.beginPoll([{ at, status: 500, after: false }]);
	const result = await readOn(BOTH);
	expect(result).toMatchObject({ asked: requests, error: 'failed with 500', ids });
	expect(result.date).toBe(at === 1 ? undefined : NOW);
});

it('events of a kind that nobody chose are left out, and that is said', async () => {
	const { model, read: readOn, said } = pollOn();
	for (const kind of ['__proto__', 'update']) model.add(NOW - MINUTE, kind as 'update');
	expect((await readOn([])).ids).toHaveLength(1);
	expect(said).toEqual(['warn left out 1 event of a kind that was not asked for']);
});
