/** How the history is cut into slices: which requests are made, and what each reading brings. */
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { readHistory } from '../../nodes/ContactConsent/trigger/history';
import type { Reader } from '../../nodes/ContactConsent/trigger/reader';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { Stretch } from '../../nodes/ContactConsent/trigger/lookBack';
import { FOREVER } from '../../nodes/ContactConsent/trigger/state';
import { SERVICE, ServiceModel, type ModelRequest, type ServiceOptions } from '../model/service';
import { ago, HOUR, NOW, running, SECOND, settingsOf, told as toldSpan } from '../support/trigger-parts';

interface Given {
	/** When events happened, in milliseconds before now. */
	ages: number[];
	maxEvents?: number;
	pageSize?: number;
	service?: Partial<ServiceOptions>;
	passes?: Settings['passes'];
}

function historyOf({ ages, maxEvents = 10, pageSize = 5, service = {}, passes = () => true }: Given) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	for (const age of ages) model.add(NOW - age, 'update');
	const asked: string[] = [];
	const said: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { within = Infinity } = {}) => {
		const { from, to, limit, cursor } = query;
		const until = to === undefined ? '' : ago(Date.parse(String(to))) || 'for ever';
		const slice = `${ago(Date.parse(String(from)))}..${until}`;
		asked.push(cursor === undefined ? `${slice} ${limit}` : '+');
		return (await model.ask({ path, query }, within)) as ServiceResponse<never>;
	};
	/** Until when pages may be asked for; a list is waited for an hour. */
	let end = NOW + HOUR;
	const reader = {
		settings: settingsOf({ maxEvents, pageSize, passes }),
		send,
		classify: () => 'new',
		now: () => model.world.now,
		left: (share: number) =>
			(share === 1 ? NOW + 2 * (end - NOW) : share === 0 ? NOW : end) - model.world.now,
		state: running({ starts: {}, begun: { with: 'unreceived', startFrom: 0, at: NOW } }),
		age: 0,
		isKept: true,
		log: (...words: string[]) => said.push(words.join(' ')),
	} as unknown as Reader;
	/** Reads on from `first` and tells what was asked for, how many events that brought, and what is left. */
	const read = async (first: Stretch, deadline = NOW + HOUR) => {
		asked.length = 0;
		model.beginPoll();
		end = deadline;
		reader.events = new Map();
		reader.newest = -Infinity;
		const rest = { ...first };
		const error = (await readHistory(reader, rest, maxEvents, 1 / 2).catch((caught: Error) => caught)) as
			Error | undefined;
		const events = [...reader.events.values()];
		const told = [asked.join(' '), events.length, toldSpan(rest), ago(reader.newest)];
		return { told, events, rest, error };
	};
	return { model, reader, read, said };
}

const since = (age: number, to = FOREVER): Stretch => ({ from: NOW - age, to, end: FOREVER });

const evenly = (count: number, apart: number, first = count * apart): number[] =>
	Array.from({ length: count }, (_, index) => first - index * apart);

const atOnce = (count: number, age: number): number[] => Array.from({ length: count }, () => age);

const EVEN: Given = { ages: evenly(40, SECOND) };

const ASC_OR_DESC = ['asc', 'desc'] as const;

/** What is asked for, poll by poll: seconds before now and the limit, + for a further page; then events and what is left. */
describe.each<[string, Given, unknown[][]]>([
	[
		'events one a second',
		EVEN,
		[
			[
				'100.. 5 + 100..50 5 50.001.. 5 + 50.001..25.001 5 + 50.001..37.501 5 37.502.. 5 + 37.502..18.751 5 + 37.502..28.127 5 +',
				12,
				'28.128..18.545',
				'29',
			],
			['28.128..18.545 5 +', 10, '18.546..9.73', '19'],
			['18.546..9.73 5 +', 9, '9.731..0.719', '10'],
			['9.731..0.719 5 +', 9, '0.72..', '1'],
			['0.72.. 5', 0, '..', ''],
		],
	],
	[
		'a service with small pages',
		{ ages: evenly(12, SECOND, 12_000), pageSize: 1000, maxEvents: 20, service: { maxLimit: 3 } },
		[['100.. 1000 + + +', 12, '..', '1']],
	],
])('%s', (_, given, expected) => {
	it.each(ASC_OR_DESC)('the requests are the same, whatever the order: %s', async (historyOrder) => {
		const { read } = historyOf({ ...given, service: { ...given.service, historyOrder } });
		const told: unknown[][] = [];
		for (let span = since(100_000); span.from < FOREVER && told.length < 20;) {
			const reading = await read(span);
			told.push(reading.told);
			span = reading.rest;
		}
		expect(told).toEqual(expected);
	});
});

describe('time', () => {
	/** A request takes a second. */
	const slow: Given = { ...EVEN, service: { latency: SECOND } };
	const slice = (age: number, to: number): Stretch => since(age, NOW - to);

	it.each<[string, Given, Stretch, number, unknown[]]>([
		['ends a slice that has further pages', slow, since(100_000), 1000, ['100.. 5', 0, '100..49.5', '']],
		[
			'keeps what was read with the last page of a slice',
			slow,
			slice(100_000, 38_000),
			1000,
			['100..38 5', 3, '38.001..', '38'],
		],
		[
			'that is left goes on up to the last millisecond',
			slow,
			since(100_000),
			1001,
			['100.. 5 +', 0, '100..49.5', ''],
		],
	])('%s', async (_, given, first, time, told) => {
		expect((await historyOf(given).read(first, NOW + time)).told).toEqual(told);
	});

	it('that is not enough for all events of one instant is said, and what comes after them is read', async () => {
		const ages = [9000, ...atOnce(25, 5000), 1000];
		const { read, said } = historyOf({ ages, service: { maxLimit: 3, latency: SECOND } });
		const { events, rest } = await read(slice(5001, 4999), NOW + 2 * SECOND);
		expect(events).toHaveLength(6);
		expect(rest.from).toBeGreaterThanOrEqual(NOW - 5000);
		expect(said).toEqual([expect.stringContaining('one poll cannot read all events of')]);
	});
});

it('a slice that did not fit is halved up to its last event, where that is in the future', async () => {
	const ages = [...evenly(5, SECOND, 90_000), ...evenly(20, SECOND, -60_000)];
	const { read } = historyOf({ ages, service: { historyOrder: 'desc' } });
	expect((await read(since(100_000))).told[0]).toMatch('100.. 5 + 100..10.5 5 10.501.. 5 10.501..-34.249 5 ');
});

it('of events that take no room, no more are read at once than the state can know', async () => {
	const given = { ages: evenly(25_000, SECOND), pageSize: 1000, passes: () => false };
	const { events, rest } = await historyOf(given).read(since(26_000 * SECOND));
	expect(events.length).toBeGreaterThan(10_000);
	expect(events.length).toBeLessThan(20_000);
	expect(rest.from).toBeLessThan(NOW);
});

it('what comes behind the present is read in one go, from the present itself on, too', async () => {
	const to = NOW - 8 * SECOND + 1;
	const { told } = await historyOf({ ages: [8500] }).read({ from: to - SECOND, to, end: FOREVER });
	expect(told).toEqual(['8.999..7.999 5 8.. 5', 1, '..', '8.5']);
});

it.each<[string, number, Stretch, unknown[]]>([
	['of the first slice leaves all of it', 1, since(100_000), [0, '100..', '']],
	['of a shorter one leaves that', 3, since(100_000), [0, '100..50', '']],
	['of a later one keeps what is read', 2, since(100_000, NOW - 38_000), [3, '38.001..', '38']],
])('a failure %s', async (_, at, first, expected) => {
	const { model, read } = historyOf(EVEN);
	const beginPoll = model.beginPoll.bind(model);
	model.beginPoll = () => beginPoll([{ at, status: 500, after: false }]);
	const { told, error } = await read(first);
	expect(told.slice(1)).toEqual(expected);
	expect(error?.message).toMatch('500');
});

describe('a list that never ends', () => {
	/** Each page has one more behind it, where it begins after `from`. */
	const endlessOf = (from = -Infinity) => {
		const history = historyOf({ ages: [90_000, 1000], maxEvents: 100 });
		const { model } = history;
		const ask = model.ask.bind(model);
		let page = 0;
		model.ask = async (request, within) => {
			const answer = await ask({ ...request, query: { ...request.query, cursor: undefined } }, within);
			if (Date.parse(String(request.query?.from)) < from) return answer;
			return { ...answer, headers: { ...answer.headers, 'next-cursor': `page-${++page}` } };
		};
		return history;
	};

	it('is given up after a few slices; what it has shown counts, and the place stays', async () => {
		const { read, model } = endlessOf();
		const { events, rest, error } = await read(since(100_000));
		expect(error).toMatchObject({ facts: { kind: 'endless' } });
		expect(events).toHaveLength(2);
		expect(rest).toEqual(since(100_000));
		expect(model.requests.length).toBeLessThan(70);
	});

	it('because each cursor gives the first page again, is read in slices that fit into one', async () => {
		const { read, model } = historyOf({ ages: evenly(12, 5 * SECOND), maxEvents: 100 });
		const ask = model.ask.bind(model);
		model.ask = async ({ path, query }, within) =>
			await ask({ path, query: { ...query, cursor: undefined } }, within);
		const seen = new Set<string>();
		let rest = since(100_000);
		for (let polls = 0; polls < 9 && rest.from < FOREVER; polls++) {
			const reading = await read(rest);
			rest = reading.rest;
			for (const { key } of reading.events) seen.add(key);
			expect(model.requests.length).toBeLessThan(90);
		}
		expect([seen.size, rest.from]).toEqual([12, FOREVER]);
	});

	it('behind one that was read leaves what is behind that', async () => {
		const { read } = endlessOf(NOW - 60_000);
		const { events, rest } = await read(since(100_000, NOW - 50_000));
		expect(events).toHaveLength(2);
		expect(rest).toEqual(since(50_001));
	});
});

it('leaves out kinds that were not asked for, should the service not filter', async () => {
	const { model, reader, read } = historyOf({ ages: [3000] });
	model.add(NOW - 2000, 'confirm');
	const ask = model.ask.bind(model);
	model.ask = ({ path, query }, deadline) => ask({ path, query: { ...query, type: undefined } }, deadline);
	reader.settings.series = ['update'];
	expect((await read(since(10_000))).events.map(({ raw }) => raw.type)).toEqual(['update']);
});

it("takes the earliest Date of the answers as the service's clock, and n8n's where there is none", async () => {
	const { model, reader, read } = historyOf({ ages: evenly(7, SECOND), service: { latency: SECOND } });
	await read(since(100_000));
	expect(reader.date).toBe(NOW + SECOND);
	const ask = model.ask.bind(model);
	model.ask = async (...request) => ({ ...(await ask(...request)), headers: {} });
	const without = { ...reader, date: undefined, now: () => 42 };
	await readHistory(without, since(100_000), 10, 1);
	expect(without.date).toBe(42);
});
