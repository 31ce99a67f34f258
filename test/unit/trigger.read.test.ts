/** What a poll asks for: the history, what nobody has received, and what is further back. */
import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { read, type Known } from '../../nodes/ContactConsent/trigger/read';
import type { Stretch } from '../../nodes/ContactConsent/trigger/lookBack';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { FOREVER, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	SERVICE,
	ServiceModel,
	type ModelFailure,
	type ModelRequest,
	type ServiceOptions,
} from '../model/service';
import {
	ago,
	auditedAt,
	DAY,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	NOWHERE,
	running,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

const stretch = (from: number, to = FOREVER, end = FOREVER): Stretch => ({ from: NOW - from, to, end });
const WHOLE = { forward: stretch(11 * MINUTE) };
const BOTH = { forward: stretch(MINUTE), back: stretch(2 * HOUR, NOW - HOUR, NOW - HOUR) };

interface Given {
	settings?: Partial<Settings>;
	service?: Partial<ServiceOptions>;
	known?: Partial<Known>;
	/** What the poll has, in milliseconds. */
	time?: number;
}

function pollOn({ settings = {}, service = {}, known = {}, time = 40 * SECOND }: Given = {}) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	/** Requests by their path, seconds before now between which they ask, and limit; + for a further page. */
	const asked: string[] = [];
	const limits: number[] = [];
	const said: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { within = Infinity } = {}) => {
		limits.push(within);
		const { type, from, to, limit, cursor } = query;
		const of = type === undefined ? '' : `${type} `;
		const period = `${ago(Date.parse(String(from)))}..${ago(Date.parse(String(to)))}`;
		if (path[1] === 'latest') asked.push(`latest ${of}${limit}`);
		else asked.push(cursor === undefined ? `${of}${period} ${limit}` : '+');
		try {
			return (await model.ask({ path, query }, within)) as ServiceResponse<never>;
		} catch (error) {
			const { message, status } = error as ModelFailure;
			throw new ServiceError({ message, description: '' }, { kind: 'status', status });
		}
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
		of: Partial<Record<'forward' | 'back' | 'far', Stretch>> = WHOLE,
		state: Partial<TriggerState> = {},
	) => {
		const plan = { forward: NOWHERE, back: NOWHERE, far: NOWHERE, audited: auditedAt(NOW), ...of };
		const all = { age: 0, isKept: true, wasHistoryGone: false, ...known };
		const { events, error, errors, date } = await read(running(state), plan, all, poll);
		return {
			asked: asked.join(' | '),
			ids: [...events.values()].map(idOf),
			older: [...events.values()].filter(({ isOlder }) => isOlder).map(idOf),
			errors: [errors.history, errors.latest, error].map((one) => one?.message),
			date,
		};
	};
	return { model, read: readOn, limits, said };
}

const starts = { update: NOW - DAY, documentation: NOW - DAY };
const two: Partial<Settings> = { kinds: ['update', 'confirm'], series: ['update', 'confirm'] };
const lists = 'update 660.. 50 | confirm 660.. 50 | latest update 50 | latest update 50 | latest confirm 50';
const both = '60.. 50 | latest 50 | latest 50 | 7200..3600 50';
const far = { ...WHOLE, far: stretch(2 * HOUR, NOW - HOUR, NOW - HOUR) };

it.each<
	[
		string,
		Parameters<ReturnType<typeof pollOn>['read']>[0],
		Partial<TriggerState>,
		Partial<Settings>,
		string,
		string,
	]
>([
	['up to the present, then the latest', WHOLE, {}, {}, '660.. 50 | latest 50 | latest 50', 'e2 e1 e4'],
	['none, then the latest', {}, { starts: {} }, {}, 'latest 50 | latest 50', 'e1 e2 e4'],
	['onward, then the latest, then what was left', BOTH, {}, {}, both, 'e1 e2 e4 e3'],
	['then the days', far, {}, {}, '660.. 50 | latest 50 | latest 50 | 7200..3600 50', 'e2 e1 e4 e3'],
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

it('room is taken by updates and confirmations that the filter lets through alone', async () => {
	const passes = ({ event_id }: IDataObject) => event_id === 'e1';
	const { model, read: readOn } = pollOn({ settings: { maxEvents: 2, pageSize: 2, passes } });
	for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'update', { received: true });
	for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'documentation', { received: true });
	const { ids, asked } = await readOn();
	expect(ids).toHaveLength(18);
	// And there are places for what nobody has received.
	expect(asked).toMatch('latest 1');
});

describe('what nobody has received', () => {
	const wide = { pageSize: 1000, maxEvents: 1000 };

	it.each<[string, Partial<Settings>, string[]]>([
		['until a page brings nothing new', { pageSize: 3 }, ['3', '3', '3', '3']],
		['up to the places that are left', { maxEvents: 2, pageSize: 3 }, ['2']],
		['all where PDFs are not wanted', { ...wide, download: false }, ['1000', '993']],
	])('is asked for: %s', async (_, settings, requests) => {
		const { model, read: readOn } = pollOn({ settings });
		for (let count = 0; count < 7; count++) model.add(NOW - DAY, 'confirm');
		expect((await readOn({})).asked).toBe(requests.map((of) => `latest ${of}`).join(' | '));
	});

	it('is marked if the history shows others of its age, too', async () => {
		const { model, read: readOn } = pollOn();
		model.add(NOW - 31 * DAY, 'update');
		model.add(NOW - DAY, 'update');
		expect((await readOn()).older).toEqual(['e1']);
	});

	it('takes no room and ends nothing where older events are not wanted', async () => {
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 2, pageSize: 3 } });
		for (let count = 0; count < 7; count++) model.add(NOW - 31 * DAY, 'update');
		model.add(NOW, 'update');
		const begun = { with: 'now', startFrom: 0, at: 0 };
		const { ids } = await readOn({}, { begun });
		expect(ids).toEqual(['e8']);
	});

	it('is no more at once than the state can know', async () => {
		const { model, read: readOn } = pollOn({ settings: { ...wide, passes: () => false } });
		for (let count = 0; count < 12_000; count++) model.add(NOW - DAY, 'update');
		expect((await readOn({})).ids.length).toBeLessThan(11_000);
		const documents = pollOn({ settings: wide });
		for (let count = 0; count < 5000; count++) documents.model.add(NOW - 31 * DAY, 'documentation');
		const { id } = documents.model.add(NOW, 'update');
		const { ids } = await documents.read({});
		expect(ids.length).toBeLessThan(4001);
		// Nothing waits behind documents.
		expect(ids).toContain(id);
	});

	it.each([
		[false, 'latest update 50 | latest update 50 | latest confirm 50', ['e1']],
		[true, 'latest 50 | latest 50', ['e1', 'e2']],
	])(
		'leaves documents there while the history fails, but not for good: %s',
		async (wasHistoryGone, requests, ids) => {
			const { model, read: readOn } = pollOn({ known: { wasHistoryGone } });
			model.add(NOW, 'update');
			model.add(NOW, 'documentation');
			model.world.history = { status: 404, window: -1 };
			expect(await readOn()).toMatchObject({
				asked: `660.. 50 | ${requests}`,
				ids,
				errors: ['failed with 404', undefined, undefined],
			});
		},
	);
});

describe('the time for lists', () => {
	it('leaves some for the latest events where the history takes too long, and for documents', async () => {
		const { read: readOn, limits, model } = pollOn();
		model.hangs = ({ path }) => path[1] !== 'latest';
		const { asked } = await readOn();
		expect(asked).toMatch('latest');
		expect(limits[0]).toBeLessThan(30 * SECOND);
		expect(NOW + 40 * SECOND - model.world.now).toBeGreaterThanOrEqual(10 * SECOND);
	});

	it('goes to the way forward by a half where a look-back goes on', async () => {
		const slow = { service: { latency: SECOND }, settings: { pageSize: 1 }, time: 16 * SECOND };
		const { model, read: readOn } = pollOn(slow);
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		for (let count = 0; count < 20; count++) model.add(NOW - HOUR - count * MINUTE, 'update');
		expect((await readOn(BOTH)).asked).toBe('60.. 1 | + | + | + | 7200..3600 1 | + | + | +');
	});
});

it.each([
	[1, '60.. 50 | latest update 50 | latest confirm 50', [], ['failed with 500', undefined, undefined]],
	[2, '60.. 50 | latest 50 | 7200..3600 50', ['e1', 'e2'], [undefined, 'failed with 500', undefined]],
	[3, '60.. 50 | latest 50 | 7200..3600 50', ['e1'], [undefined, undefined, 'failed with 500']],
])(
	'a failure of request %d leaves what was read, and all else that can be read',
	async (at, requests, ids, errors) => {
		const { model, read: readOn } = pollOn();
		model.add(NOW - 30 * SECOND, 'update', { received: true });
		model.add(NOW - 90 * MINUTE, 'update', { received: true });
		model.beginPoll([{ at, status: 500, after: false }]);
		expect(await readOn(BOTH)).toMatchObject({ asked: requests, errors, ids });
	},
);

it('events of a kind that nobody chose are left out, and that is said', async () => {
	const { model, read: readOn, said } = pollOn();
	for (const kind of ['__proto__', 'update']) model.add(NOW - MINUTE, kind as 'update');
	expect((await readOn({})).ids).toHaveLength(1);
	expect(said).toEqual(['warn left out 1 event of a kind that was not asked for']);
});
