/** How the history is read in slices: the requests, and the result of each reading. */
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { readHistory } from '../../nodes/ContactConsent/trigger/readHistory';
import type { EventReader } from '../../nodes/ContactConsent/trigger/reading';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { Period } from '../../nodes/ContactConsent/trigger/period';
import {
	type ModelFailure,
	SERVICE,
	ServiceModel,
	type ModelRequest,
	type ServiceOptions,
} from '../model/service';
import { failure } from '../support/service-failure';
import { ago, given, HOUR, NOW, running, SECOND, settingsOf } from '../support/trigger-parts';
import { sentence } from '../support/sentences';

interface Given {
	/** The age of each event in milliseconds. */
	ages: number[];
	maxEvents?: number;
	pageSize?: number;
	service?: Partial<ServiceOptions>;
	passes?: Settings['passes'];
}

/** Requests for a slice of the history, in seconds before now. */
interface Slice {
	from?: number;
	to?: number;
	limit: number;
	/** How many pages of the slice were requested, if there was more than one. */
	pages?: number;
}

interface Reading {
	requests: Slice[];
	/** How many events were kept. */
	events: number;
	/** The period that is left to read, in seconds before now, and the end of its first slice. */
	left: { from?: number; sliceTo?: number };
	/** The age of the newest event in seconds. */
	newest?: number;
}

function historyOf({ ages, maxEvents = 10, pageSize = 5, service = {}, passes = () => true }: Given) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	for (const age of ages) model.add(NOW - age, 'update');
	const requests: Slice[] = [];
	const said: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { within = Infinity } = {}) => {
		const { from, to, limit, cursor } = query;
		const last = requests.at(-1);
		if (cursor !== undefined && last) last.pages = (last.pages ?? 1) + 1;
		else {
			const before = (time: string | number | undefined) =>
				time === undefined ? undefined : (NOW - Date.parse(String(time))) / SECOND;
			requests.push({ ...given({ from: before(from), to: before(to) }), limit: Number(limit) });
		}
		try {
			return (await model.ask({ path, query }, within)) as ServiceResponse<never>;
		} catch (error) {
			const { status, date } = error as ModelFailure;
			throw status === undefined ? error : failure({ kind: 'status', status, date });
		}
	};
	/** The time until which pages may be requested. A list has an hour in addition. */
	let end = NOW + HOUR;
	const reader = {
		settings: settingsOf({ maxEvents, pageSize, passes }),
		sendForHistory: send,
		classify: () => 'new',
		now: () => model.world.now,
		timeLeft: (share: number) =>
			(share === 1 ? NOW + 2 * (end - NOW) : share === 0 ? NOW : end) - model.world.now,
		state: running({ starts: {}, begun: { with: 'unreceived', at: NOW, parameters: '' } }),
		age: 0,
		isStored: true,
		log: (...words: string[]) => said.push(words.join(' ')),
	} as unknown as EventReader;
	/** Reads on from `first`. */
	const read = async (first: Period, deadline = NOW + HOUR, isUp = true) => {
		requests.length = 0;
		model.beginPoll();
		end = deadline;
		reader.events = new Map();
		reader.newest = -Infinity;
		const {
			rest,
			failure: error,
			reach,
		} = await readHistory(reader, first, maxEvents, 1 / 2, { isUp, skipped: [] });
		const events = [...reader.events.values()];
		const left = given({ from: ago(rest?.from), sliceTo: ago(rest?.sliceTo) });
		const newest = given({ newest: ago(reader.newest) });
		const reading: Reading = { requests: [...requests], events: events.length, left, ...newest };
		return { reading, events, rest, error, reach };
	};
	return { model, reader, read, said };
}

const since = (age: number, sliceTo?: number): Period => ({ from: NOW - age, sliceTo });

const evenly = (count: number, apart: number, first = count * apart): number[] =>
	Array.from({ length: count }, (_, index) => first - index * apart);

const atOnce = (count: number, age: number): number[] => Array.from({ length: count }, () => age);

const EVEN: Given = { ages: evenly(40, SECOND) };

const ASC_OR_DESC = ['asc', 'desc'] as const;

/** What each poll reads. */
describe.each<[string, Given, Reading[]]>([
	[
		'events one a second',
		EVEN,
		[
			{
				requests: [
					{ from: 100, limit: 5, pages: 2 },
					{ from: 100, to: 50, limit: 5 },
					{ from: 50.001, limit: 5, pages: 2 },
					{ from: 50.001, to: 25.001, limit: 5, pages: 2 },
					{ from: 50.001, to: 37.501, limit: 5 },
					{ from: 37.502, limit: 5, pages: 2 },
					{ from: 37.502, to: 18.751, limit: 5, pages: 2 },
					{ from: 37.502, to: 28.127, limit: 5, pages: 2 },
				],
				events: 12,
				left: { from: 28.128, sliceTo: 18.545 },
				newest: 29,
			},
			{
				requests: [{ from: 28.128, to: 18.545, limit: 5, pages: 2 }],
				events: 10,
				left: { from: 18.546, sliceTo: 9.73 },
				newest: 19,
			},
			{
				requests: [{ from: 18.546, to: 9.73, limit: 5, pages: 2 }],
				events: 9,
				left: { from: 9.731, sliceTo: 0.719 },
				newest: 10,
			},
			{
				requests: [{ from: 9.731, to: 0.719, limit: 5, pages: 2 }],
				events: 9,
				left: { from: 0.72 },
				newest: 1,
			},
			{ requests: [{ from: 0.72, limit: 5 }], events: 0, left: {} },
		],
	],
	[
		'a service with small pages',
		{ ages: evenly(12, SECOND, 12_000), pageSize: 1000, maxEvents: 20, service: { maxLimit: 3 } },
		[{ requests: [{ from: 100, limit: 1000, pages: 4 }], events: 12, left: {}, newest: 1 }],
	],
	[
		'more events of one instant than fit, which no shorter slice would divide',
		{ ages: atOnce(23, 5000) },
		[{ requests: [{ from: 100, limit: 5, pages: 5 }], events: 23, left: {}, newest: 5 }],
	],
])('the history of %s', (_, given, expected) => {
	it.each(ASC_OR_DESC)('is read in the same slices in the order %s', async (historyOrder) => {
		const { read } = historyOf({ ...given, service: { ...given.service, historyOrder } });
		const readings: Reading[] = [];
		for (let left: Period | undefined = since(100_000); left && readings.length < 20;) {
			const { reading, rest } = await read(left);
			readings.push(reading);
			left = rest;
		}
		expect(readings).toEqual(expected);
	});
});

describe('the time of a poll', () => {
	/** A request takes a second. */
	const slow: Given = { ...EVEN, service: { latency: SECOND } };
	const slice = (age: number, to: number): Period => since(age, NOW - to);

	it.each<[string, Given, Period, number, Reading]>([
		[
			'ends a slice that has further pages',
			slow,
			since(100_000),
			1000,
			{ requests: [{ from: 100, limit: 5 }], events: 0, left: { from: 100, sliceTo: 49.5 } },
		],
		[
			'keeps the last page of a slice',
			slow,
			slice(100_000, 38_000),
			1000,
			{ requests: [{ from: 100, to: 38, limit: 5 }], events: 3, left: { from: 38.001 }, newest: 38 },
		],
		[
			'ends a slice with events of one instant alone, which is halved like others',
			{ ...slow, ages: atOnce(23, 5000) },
			since(100_000),
			1000,
			{ requests: [{ from: 100, limit: 5 }], events: 0, left: { from: 100, sliceTo: 49.5 } },
		],
		[
			'is used up to its last millisecond',
			slow,
			since(100_000),
			1001,
			{ requests: [{ from: 100, limit: 5, pages: 2 }], events: 0, left: { from: 100, sliceTo: 49.5 } },
		],
	])('%s', async (_, given, first, time, expected) => {
		expect((await historyOf(given).read(first, NOW + time)).reading).toEqual(expected);
	});

	it('is too short for all events of one instant: that is logged, and the reading goes on after them', async () => {
		const ages = [9000, ...atOnce(25, 5000), 1000];
		const { read, said } = historyOf({ ages, service: { maxLimit: 3, latency: SECOND } });
		const { events, rest } = await read(slice(5001, 4999), NOW + 2 * SECOND);
		expect(events).toHaveLength(6);
		expect(rest?.from).toBeGreaterThanOrEqual(NOW - 5000);
		expect(said).toEqual([
			'warn one poll cannot read all events of 2026-03-01T11:59:55.000Z, so it goes on behind them',
		]);
	});

	it.each<[string, number, number, boolean]>([
		['most of it, the reading goes on after it', 1500, 1900, true],
		['half of it, the next poll reads the instant again', 1000, 2000, false],
		['little of it, the next poll reads the instant again', 1000, 8000, false],
	])('ends within an instant that had %s', async (_, latency, passed, isSkipped) => {
		const { model, read, said } = historyOf({ ages: atOnce(25, 5000), service: { latency } });
		model.world.now += passed;
		// The instant has two seconds, and each request takes the latency. So it gets two pages.
		const { rest } = await read(slice(5001, 4999), NOW + passed + 2 * SECOND);
		expect(said).toHaveLength(isSkipped ? 1 : 0);
		expect(rest !== undefined && rest.from > NOW - 5001).toBe(isSkipped);
	});
});

it('a slice that does not fit is halved up to its last event, even if that is in the future', async () => {
	const ages = [...evenly(5, SECOND, 90_000), ...evenly(20, SECOND, -60_000)];
	const { read } = historyOf({ ages, service: { historyOrder: 'desc' } });
	const { requests } = (await read(since(100_000))).reading;
	expect(requests.slice(0, 4)).toEqual([
		{ from: 100, limit: 5, pages: 2 },
		{ from: 100, to: 10.5, limit: 5 },
		{ from: 10.501, limit: 5 },
		{ from: 10.501, to: -34.249, limit: 5 },
	]);
});

describe('if a filter leaves out all events,', () => {
	const given = { ages: evenly(25_000, SECOND), passes: () => false };

	it('no more are read at once than the state can hold', async () => {
		const { events, rest, reading } = await historyOf({ ...given, pageSize: 1000 }).read(
			since(26_000 * SECOND),
		);
		expect(reading.requests[0]).toEqual({ from: 26_000, limit: 1000, pages: 10 });
		expect(events.length).toBeGreaterThan(10_000);
		expect(events.length).toBeLessThan(20_000);
		expect(rest?.from).toBeLessThan(NOW);
	});

	it('a poll ends with the slice that fills the state', async () => {
		const { reading } = await historyOf({ ...given, pageSize: 1000 }).read(
			since(26_000 * SECOND, NOW - 15_000.5 * SECOND),
		);
		expect(reading).toMatchObject({
			requests: [{ from: 26_000, to: 15_000.5, limit: 1000, pages: 10 }],
			events: 10_000,
		});
	});
});

it('a slice of three milliseconds is followed by an instant', async () => {
	const { read } = historyOf({ ages: [...atOnce(8, 5000), ...atOnce(8, 4999)] });
	const { requests } = (await read(since(5001, NOW - 4998))).reading;
	expect(requests.slice(0, 2)).toEqual([
		{ from: 5.001, to: 4.998, limit: 5, pages: 2 },
		{ from: 5.001, to: 4.999, limit: 5, pages: 4 },
	]);
});

describe('a history that refuses what is older than 40,000 seconds', () => {
	const refusing = () => {
		const history = historyOf({ ages: [50_000_000, 30_000_000] });
		history.model.world.history = { status: 422, window: 40_000_000 };
		// The clock of n8n is wrong.
		history.reader.now = () => 42;
		return history;
	};
	/** The requests that find out how far it goes back. */
	const probes = [100_000, 50_000, 25_000, 37_500, 43_750, 40_625, 39_062.5, 39_843.75, 40_234.375].map(
		(from) => ({ from, limit: 1 }),
	);
	const first = { from: 100_000, limit: 5 };

	it('is read from there on, which is logged', async () => {
		const { read, said } = refusing();
		const { reading, reach } = await read(since(100_000_000));
		expect(reading).toEqual({
			requests: [first, ...probes, { from: 39_843.751, limit: 5 }],
			events: 1,
			left: {},
			newest: 30_000,
		});
		expect(reach).toBe(39_843_750);
		expect(said).toEqual([
			`warn ${sentence('sliceNotShown')} 2026-02-28T08:13:20.000Z to 2026-03-01T00:55:56.250Z (no)`,
		]);
	});

	it.each([
		['a millisecond before it', 39_843_751],
		['where it begins', 39_843_750],
	])('has nothing of a period that ends %s', async (_, end) => {
		const { reading } = await refusing().read({ ...since(100_000_000), to: NOW - end });
		const requests = [{ ...first, to: end / SECOND }, ...probes];
		expect(reading).toEqual({ requests, events: 0, left: {} });
	});
});

it('a look-back that ends a few seconds ago is read in one go', async () => {
	const to = NOW - 8 * SECOND + 1;
	const { reading } = await historyOf({ ages: [8500] }).read({ from: to - SECOND, sliceTo: to });
	expect(reading).toEqual({
		requests: [
			{ from: 8.999, to: 7.999, limit: 5 },
			{ from: 8, limit: 5 },
		],
		events: 1,
		left: {},
		newest: 8.5,
	});
});

it.each<[string, number, Period, Omit<Reading, 'requests'>]>([
	['of the first slice leaves all of it', 1, since(100_000), { events: 0, left: { from: 100 } }],
	['of a shorter slice leaves that', 3, since(100_000), { events: 0, left: { from: 100, sliceTo: 50 } }],
	[
		'of a later slice keeps the events that were read',
		2,
		since(100_000, NOW - 38_000),
		{ events: 3, left: { from: 38.001 }, newest: 38 },
	],
])('before the service has answered, a failure %s', async (_, at, first, expected) => {
	const { model, read } = historyOf(EVEN);
	const beginPoll = model.beginPoll.bind(model);
	model.beginPoll = () => beginPoll([{ at, status: 500, after: false }]);
	const { reading, error } = await read(first, undefined, false);
	expect(reading).toMatchObject(expected);
	expect(reading.newest).toBe(expected.newest);
	expect(error).toMatchObject({ facts: { status: 500 } });
});

it('events of a slice that failed take room, so the slices behind it bring no more than fit', async () => {
	const { read } = historyOf({ ...EVEN, pageSize: 4, service: { deepest: 8, deepStatus: 500 } });
	const { reading } = await read(since(100_000));
	// The third page failed. Two places are left, which is too few for another slice.
	expect(reading).toEqual({
		requests: [{ from: 100, limit: 4, pages: 3 }],
		events: 8,
		left: { from: 100, sliceTo: 50 },
	});
});

describe('a list that never ends', () => {
	/** Each page names another one, if the reading begins between `from` and `to`. */
	const endlessOf = (from = -Infinity, ages = [90_000, 1000], to = Infinity) => {
		const history = historyOf({ ages, maxEvents: 100 });
		const { model } = history;
		const ask = model.ask.bind(model);
		let page = 0;
		model.ask = async (request, within) => {
			const answer = await ask({ ...request, query: { ...request.query, cursor: undefined } }, within);
			const asked = Date.parse(String(request.query?.from));
			if (asked < from || asked > to) return answer;
			return { ...answer, headers: { ...answer.headers, 'next-cursor': `page-${++page}` } };
		};
		return history;
	};

	it('is given up after a slice; what it has shown counts, and the place stays', async () => {
		const { read, model } = endlessOf();
		const { events, rest, error } = await read(since(100_000));
		expect(error).toMatchObject({ facts: { kind: 'endless' } });
		expect(events).toHaveLength(2);
		expect(rest).toEqual(since(100_000));
		expect(model.requests.length).toBeLessThan(70);
	});

	it('for a single instant counts as it is, and the reading goes on after it', async () => {
		const { read, said } = endlessOf(-Infinity, [90_000, 1000], NOW - 500);
		const { events, rest, error } = await read({ from: NOW - 1001, to: NOW - 999 });
		expect([events.length, rest, error]).toEqual([1, undefined, undefined]);
		expect(said).toEqual([expect.stringContaining(`warn ${sentence('sliceNotShown')}`)]);
	});

	it('because each cursor gives the first page again, is read in slices that fit into one', async () => {
		const { read, model } = historyOf({ ages: evenly(12, 5 * SECOND), maxEvents: 100 });
		const ask = model.ask.bind(model);
		model.ask = async ({ path, query }, within) =>
			await ask({ path, query: { ...query, cursor: undefined } }, within);
		const seen = new Set<string>();
		let rest: Period | undefined = since(100_000);
		for (let polls = 0; polls < 9 && rest; polls++) {
			const reading = await read(rest);
			rest = reading.rest;
			for (const { key } of reading.events) seen.add(key);
			expect(model.requests.length).toBeLessThan(90);
		}
		expect([seen.size, rest]).toEqual([12, undefined]);
	});

	it('keeps what was read before it, and the reading goes on from there', async () => {
		const { read } = endlessOf(NOW - 60_000);
		const { events, rest } = await read(since(100_000, NOW - 50_000));
		expect(events).toHaveLength(2);
		expect(rest).toEqual(since(50_001));
	});
});

it('a reading leaves out kinds that were not asked for if the service does not filter', async () => {
	const { model, reader, read } = historyOf({ ages: [3000] });
	model.add(NOW - 2000, 'confirm');
	const ask = model.ask.bind(model);
	model.ask = ({ path, query }, deadline) => ask({ path, query: { ...query, type: undefined } }, deadline);
	reader.settings.series = ['update'];
	expect((await read(since(10_000))).events.map(({ raw }) => raw.type)).toEqual(['update']);
});

it("the service's clock is the earliest Date of the answers, or n8n's clock without one", async () => {
	const { model, reader, read } = historyOf({ ages: evenly(7, SECOND), service: { latency: SECOND } });
	await read(since(100_000));
	expect(reader.date).toBe(NOW + SECOND);
	const ask = model.ask.bind(model);
	model.ask = async (...request) => ({ ...(await ask(...request)), headers: {} });
	const without = { ...reader, date: undefined, now: () => 42 };
	await readHistory(without, since(100_000), 10, 1, { skipped: [] });
	expect(without.date).toBe(42);
});
