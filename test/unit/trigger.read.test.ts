/* eslint-disable */
/** The requests of a poll: the history, the unreceived events, and the look-back. */
import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { read, type ReadContext } from '../../nodes/ContactConsent/trigger/read';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { Period, Slice } from '../../nodes/ContactConsent/trigger/period';
import { newlySkipped } from '../../nodes/ContactConsent/trigger/skippedPeriods';
import type { TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	SERVICE,
	ServiceModel,
	type ModelFailure,
	type ModelRequest,
	type ServiceOptions,
} from '../model/service';
import {
	ago,
	farBeganAt,
	DAY,
	given,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	running,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

const period = (age: number, to?: number): Period => ({ from: NOW - age, to });
const WHOLE = { forward: period(11 * MINUTE) };
const BOTH = { forward: period(MINUTE), back: period(2 * HOUR, NOW - HOUR) };

interface Given {
	settings?: Partial<Settings>;
	service?: Partial<ServiceOptions>;
	known?: Partial<ReadContext>;
	/** The time of the poll in milliseconds. */
	time?: number;
}

/** A request of a poll. Times are in seconds before now. */
interface Asked {
	list: 'history' | 'latest';
	type?: string;
	from?: number;
	to?: number;
	limit: number;
	/** How many pages were requested, if there was more than one. */
	pages?: number;
}

const history = (from: number, more: Partial<Asked> = {}): Asked => ({
	list: 'history',
	from,
	limit: 50,
	...more,
});
const latest = (more: Partial<Asked> = {}): Asked => ({ list: 'latest', limit: 50, ...more });

function pollOn({ settings = {}, service = {}, known = {}, time = 40 * SECOND }: Given = {}) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	const asked: Asked[] = [];
	const limits: number[] = [];
	const said: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { within = Infinity } = {}) => {
		limits.push(within);
		const { type, from, to, limit, cursor } = query;
		const isLatest = path[1] === 'latest';
		const last = asked.at(-1);
		if (!isLatest && cursor !== undefined && last) last.pages = (last.pages ?? 1) + 1;
		else {
			const period = { from: ago(Date.parse(String(from))), to: ago(Date.parse(String(to))) };
			const series = given({ type: type as string | undefined, ...(!isLatest && period) });
			asked.push({ list: isLatest ? 'latest' : 'history', ...series, limit: Number(limit) });
		}
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
		timeLeft: (share = 1) => NOW + time * share - model.world.now,
		log: (...words: string[]) => said.push(words.join(' ')),
	} as unknown as Poll;
	/** The requests, and the IDs of the events that they brought, in this order. */
	const readOn = async (
		of: Partial<Record<'forward' | 'back' | 'far', Period>> = WHOLE,
		state: Partial<TriggerState> = {},
	) => {
		const plan = {
			farBegan: farBeganAt(NOW),
			...of,
		};
		const all = { age: 0, isStored: true, wasHistoryGone: false, ...known };
		const { events, lookBackError, listErrors, date, skipped } = await read(running(state), plan, all, poll);
		return {
			asked,
			ids: [...events.values()].map(idOf),
			older: [...events.values()].filter(({ isOlder }) => isOlder).map(idOf),
			onlyLatest: [...events.values()].filter(({ isOnlyLatest }) => isOnlyLatest).map(idOf),
			errors: [listErrors.history, listErrors.latest, lookBackError].map((one) => one?.message),
			date,
			skipped,
		};
	};
	return { model, read: readOn, limits, said };
}

const starts = { update: NOW - DAY, documentation: NOW - DAY };
const two: Partial<Settings> = { kinds: ['update', 'confirm'], series: ['update', 'confirm'] };
const ofUpdates = { type: 'update' };
const ofConfirmations = { type: 'confirm' };
const lists = [
	...[history(660, ofUpdates), history(660, ofConfirmations)],
	...[latest(ofUpdates), latest(ofUpdates), latest(ofConfirmations)],
];
const both = [history(60), latest(), latest(), history(7200, { to: 3600 })];
const far = { ...WHOLE, far: period(2 * HOUR, NOW - HOUR) };

it.each<
	[
		string,
		Parameters<ReturnType<typeof pollOn>['read']>[0],
		Partial<TriggerState>,
		Partial<Settings>,
		Asked[],
		string,
	]
>([
	[
		'the history up to the present, then the latest events',
		WHOLE,
		{},
		{},
		[history(660), latest(), latest()],
		'e2 e1 e4',
	],
	['only the latest events without a start', {}, { starts: {} }, {}, [latest(), latest()], 'e1 e2 e4'],
	['onward, then the latest events, then the rest of a look-back', BOTH, {}, {}, both, 'e1 e2 e4 e3'],
	[
		'the far look-back at the end',
		far,
		{},
		{},
		[history(660), latest(), latest(), history(7200, { to: 3600 })],
		'e2 e1 e4 e3',
	],
	[
		'the history of a newly chosen kind after the latest events',
		WHOLE,
		{ starts },
		{},
		[latest(), latest(), history(660)],
		'e1 e2 e4',
	],
	['one list for each kind if two of three are chosen', WHOLE, {}, two, lists, 'e2 e1 e4'],
])('a poll reads %s', async (_, periods, state, settings, requests, expected) => {
	const { model, read: readOn } = pollOn({ settings });
	model.add(NOW - 30 * SECOND, 'update');
	model.add(NOW - 2 * MINUTE, 'update');
	model.add(NOW - 90 * MINUTE, 'update', { received: true });
	model.add(NOW - 80 * MINUTE, 'update');
	const { asked, ids, date } = await readOn(periods, state);
	expect([asked, ids.join(' '), date]).toEqual([requests, expected, NOW]);
});

it('only updates and confirmations that pass the filter take room', async () => {
	const passes = ({ event_id }: IDataObject) => event_id === 'e1';
	const { model, read: readOn } = pollOn({ settings: { maxEvents: 2, pageSize: 2, passes } });
	for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'update', { received: true });
	for (let index = 0; index < 9; index++) model.add(NOW - 9 + index, 'documentation', { received: true });
	const { ids, asked } = await readOn();
	expect(ids).toHaveLength(18);
	// There are places for unreceived events, too.
	expect(asked).toContainEqual(latest({ limit: 1 }));
});

describe('unreceived events', () => {
	const wide = { pageSize: 1000, maxEvents: 1000 };

	it.each<[string, Partial<Settings>, limits: number[]]>([
		['until a page brings no new event', { pageSize: 3 }, [3, 3, 3, 3]],
		['up to the number of free places', { maxEvents: 2, pageSize: 3 }, [2]],
		['as far as they fit if PDFs are not wanted', { ...wide, download: false }, [1000, 993]],
	])('are requested %s', async (_, settings, pages) => {
		const { model, read: readOn } = pollOn({ settings });
		for (let count = 0; count < 7; count++) model.add(NOW - DAY, 'confirm');
		expect((await readOn({})).asked).toEqual(pages.map((limit) => latest({ limit })));
	});

	it('are marked if the history also shows events of their age', async () => {
		const { model, read: readOn } = pollOn();
		model.add(NOW - 31 * DAY, 'update');
		model.add(NOW - DAY, 'update');
		expect((await readOn()).older).toEqual(['e1']);
	});

	it('take no room and do not end the reading if older events are not wanted', async () => {
		const { model, read: readOn } = pollOn({ settings: { maxEvents: 2, pageSize: 3 } });
		for (let count = 0; count < 7; count++) model.add(NOW - 31 * DAY, 'update');
		model.add(NOW, 'update');
		const begun = { with: 'now', at: 0, parameters: '' };
		const { ids } = await readOn({}, { begun });
		expect(ids).toEqual(['e8']);
	});

	it('are never more at once than the state can hold', async () => {
		const { model, read: readOn } = pollOn({ settings: { ...wide, passes: () => false } });
		for (let count = 0; count < 12_000; count++) model.add(NOW - DAY, 'update');
		expect((await readOn({})).ids.length).toBeLessThan(11_000);
		const documents = pollOn({ settings: wide });
		for (let count = 0; count < 5000; count++) documents.model.add(NOW - 31 * DAY, 'documentation');
		const { id } = documents.model.add(NOW, 'update');
		const { ids } = await documents.read({});
		expect(ids.length).toBeLessThan(4001);
		// The update is read although many documents are before it.
		expect(ids).toContain(id);
	});

	it.each([
		[false, [latest(ofUpdates), latest(ofUpdates), latest(ofConfirmations)], ['e1']],
		[true, [latest(), latest()], ['e1', 'e2']],
	])(
		'of documents are left while the history fails, but not if it failed for long: %s',
		async (wasHistoryGone, requests, ids) => {
			const { model, read: readOn } = pollOn({ known: { wasHistoryGone } });
			model.add(NOW, 'update');
			model.add(NOW, 'documentation');
			model.world.history = { status: 404, window: -1 };
			expect(await readOn()).toMatchObject({
				asked: [history(660), ...requests],
				ids,
				errors: ['failed with 404', undefined, undefined],
			});
		},
	);
});

describe('a far look-back that begins', () => {
	const historyLimit = { length: 90 * MINUTE, at: NOW - HOUR, isSure: true };
	const fromOf = async (state: Partial<TriggerState>) => {
		const { read: readOn } = pollOn();
		const { asked } = await readOn(far, state);
		return asked.filter(({ list }) => list === 'history').map(({ from }) => from);
	};

	it.each<[string, Partial<TriggerState>, Array<number | undefined>]>([
		['asks for all of its time', {}, [660, 7200]],
		['asks for no more than the history last showed', { historyLimit }, [660, 5400]],
		[
			'asks for nothing if the history showed less',
			{ historyLimit: { ...historyLimit, length: HOUR } },
			[660],
		],
		[
			'asks for all of its time a day after the refusal',
			{ historyLimit: { ...historyLimit, at: NOW - DAY } },
			[660, 7200],
		],
		['that goes on asks for the rest in any case', { historyLimit, far: period(2 * HOUR, NOW) }, [660, 7200]],
	])('%s', async (_, state, expected) => {
		expect(await fromOf(state)).toEqual(expected);
	});
});

describe('the time for lists', () => {
	it('leaves some for the latest events and for documents if the history is slow', async () => {
		const { read: readOn, limits, model } = pollOn();
		model.hangs = ({ path }) => path[1] !== 'latest';
		const { asked } = await readOn();
		expect(asked.map(({ list }) => list)).toContain('latest');
		expect(limits[0]).toBeLessThan(30 * SECOND);
		expect(NOW + 40 * SECOND - model.world.now).toBeGreaterThanOrEqual(10 * SECOND);
	});

	it('is shared equally by the way forward and a look-back', async () => {
		const slow = { service: { latency: SECOND }, settings: { pageSize: 1 }, time: 16 * SECOND };
		const { model, read: readOn } = pollOn(slow);
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		for (let count = 0; count < 20; count++) model.add(NOW - HOUR - count * MINUTE, 'update');
		expect((await readOn(BOTH)).asked).toEqual([
			history(60, { limit: 1, pages: 4 }),
			history(7200, { to: 3600, limit: 1, pages: 4 }),
		]);
	});

	it('leaves the last question about a skipped period to the next poll if a backlog has used it up', async () => {
		const slow = { service: { latency: SECOND }, settings: { pageSize: 1 }, time: 16 * SECOND };
		const { model, read: readOn } = pollOn(slow);
		for (let count = 0; count < 20; count++) model.add(NOW - count * SECOND, 'update');
		const skipped = [newlySkipped(period(2 * HOUR, NOW - HOUR) as Slice, NOW - 2 * DAY)];
		const result = await readOn(WHOLE, { skipped });
		expect(result.asked.filter(({ to }) => to === 3600)).toEqual([]);
		expect(result.skipped).toEqual(skipped);
	});
});

it.each([
	[
		1,
		[
			...[history(60), latest(ofUpdates), latest(ofConfirmations)],
			...[history(60), history(7200, { to: 3600 })],
		],
		['e1', 'e2'],
		[undefined, undefined, undefined],
	],
	[
		2,
		[history(60), latest(), history(7200, { to: 3600 })],
		['e1', 'e2'],
		[undefined, 'failed with 500', undefined],
	],
	[
		3,
		[
			...[history(60), latest(), history(7200, { to: 3600 }), history(0)],
			...[history(7200, { to: 5400 }), history(5400.001, { to: 3600 })],
		],
		['e1', 'e2'],
		[undefined, undefined, undefined],
	],
])(
	'after a failure of request %d, the other lists are read and their events kept',
	async (at, requests, ids, errors) => {
		const { model, read: readOn } = pollOn();
		model.add(NOW - 30 * SECOND, 'update', { received: true });
		model.add(NOW - 90 * MINUTE, 'update', { received: true });
		model.beginPoll([{ at, status: 500, after: false }]);
		expect(await readOn(BOTH)).toMatchObject({ asked: requests, errors, ids });
	},
);

describe('if only one list of the history fails for good,', () => {
	const isDocumentation = ({ path, query }: ModelRequest): boolean =>
		path[1] !== 'latest' && query?.type === 'documentation';

	it.each([500, 422])('with %d, nothing is skipped, and few requests find that out', async (status) => {
		const kinds = ['update', 'documentation'] as const;
		const { model, read: readOn } = pollOn({ settings: { kinds: [...kinds], series: [...kinds] } });
		model.add(NOW - 2 * MINUTE, 'update', { received: true });
		model.refuses = (request) => (isDocumentation(request) ? status : undefined);
		const { asked, ids, errors, skipped } = await readOn({ forward: period(5 * MINUTE) });
		expect(ids).toEqual(['e1']);
		expect(errors).toEqual([`failed with ${status}`, undefined, undefined]);
		expect(skipped).toEqual([]);
		expect(asked.length).toBeLessThan(10);
		expect(asked).toContainEqual(history(0, { type: 'documentation' }));
	});
});

describe.each([
	['update', 'confirm'],
	['confirm', 'update'],
] as const)('of two kinds, if the lists of %s fail,', (failing, other) => {
	const readWhile = async (status: number) => {
		const { model, read: readOn } = pollOn({ settings: two });
		model.add(NOW - 2 * MINUTE, other, { received: true });
		model.add(NOW - MINUTE, other, { shownAt: null });
		model.refuses = ({ query }) => (query?.type === failing ? status : undefined);
		return await readOn();
	};

	it.each([403, 500])('with %d, those of the other are read all the same', async (status) => {
		const { ids, errors } = await readWhile(status);
		expect(ids.sort()).toEqual(['e1', 'e2']);
		expect(errors).toEqual([`failed with ${status}`, `failed with ${status}`, undefined]);
	});
});

it.each([
	[401, []],
	[429, []],
	// One record may be the reason, which nobody has received: then the history answers for the present.
	[503, [history(0, ofUpdates)]],
])('of two kinds, a %d costs no further requests but %j', async (status, more) => {
	const { model, read: readOn } = pollOn({ settings: two });
	model.refuses = () => status;
	expect((await readOn()).asked).toEqual([history(660, ofUpdates), latest(ofUpdates), ...more]);
});

it('events that only /events/latest has shown are marked', async () => {
	const { model, read: readOn } = pollOn();
	model.add(NOW - SECOND, 'update');
	model.add(NOW - SECOND, 'update', { shownAt: null });
	expect(await readOn()).toMatchObject({ ids: ['e1', 'e2'], onlyLatest: ['e2'] });
});

it('events of an unknown kind are left out, and that is logged', async () => {
	const { model, read: readOn, said } = pollOn();
	for (const kind of ['__proto__', 'update']) model.add(NOW - MINUTE, kind as 'update');
	expect((await readOn({})).ids).toHaveLength(1);
	expect(said).toEqual(['warn left out 1 event of a kind that was not asked for']);
});
