/** How the history is cut into slices: which requests are made, and what each reading brings. */
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { readHistory, type Reader } from '../../nodes/ContactConsent/trigger/history';
import { FOREVER, type Span } from '../../nodes/ContactConsent/trigger/state';
import { SERVICE, ServiceModel, type ModelRequest, type ServiceOptions } from '../model/service';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

interface Given {
	/** When events happened, in milliseconds before now. */
	ages: number[];
	maxEvents?: number;
	pageSize?: number;
	service?: Partial<ServiceOptions>;
	/** Events of these ages were taken before. */
	taken?: number[];
	/** What else the reader is. */
	more?: object;
}

/** A moment as seconds before now; nothing for "later than any event". */
const ago = (time: number): string =>
	Number.isFinite(time) && time < FOREVER ? `${(NOW - time) / SECOND}` : '';

function historyOf({ ages, maxEvents = 10, pageSize = 5, service = {}, taken = [], more = {} }: Given) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	for (const age of ages) model.add(NOW - age, 'update');
	const asked: string[] = [];
	const send = async ({ path, query = {} }: ModelRequest, { deadline = Infinity } = {}) => {
		const { from, to, limit, cursor } = query;
		const slice = `${ago(Date.parse(String(from)))}..${ago(Date.parse(String(to)))}`;
		asked.push(cursor === undefined ? `${slice} ${limit}` : '+');
		return (await model.ask({ path, query }, deadline)) as ServiceResponse<never>;
	};
	const reader = {
		settings: { maxEvents, pageSize, series: [undefined] },
		send,
		isFresh: ({ time }: { time: number }) => !taken.includes(NOW - time),
		now: () => model.world.now,
		end: NOW + HOUR,
		...more,
	} as unknown as Reader;
	/** Reads on from `first` and tells what was asked for, how many events that brought, and what is left. */
	const read = async (first: Span, until = FOREVER, deadline = NOW + HOUR) => {
		asked.length = 0;
		model.beginPoll();
		const { events, rest, newest, error } = await readHistory(reader, first, until, deadline);
		const told = [asked.join(' '), events.length, `${ago(rest.from)}..${ago(rest.to)}`, ago(newest)];
		return { told, events, rest, error };
	};
	return { model, reader, read };
}

const since = (age: number): Span => ({ from: NOW - age, to: FOREVER });

const evenly = (count: number, apart: number, first = count * apart): number[] =>
	Array.from({ length: count }, (_, index) => first - index * apart);

const atOnce = (count: number, age: number): number[] => Array.from({ length: count }, () => age);

const EVEN: Given = { ages: evenly(40, SECOND) };
const INSTANT_AMONG_OTHERS: Given = {
	ages: [...evenly(10, SECOND, 90_000), ...atOnce(25, 50_000), ...evenly(10, SECOND, 20_000)],
};
const YEARS: Given = { ages: [...evenly(30, DAY, 900 * DAY), ...evenly(20, SECOND)] };

describe('what is asked for, poll by poll: seconds before now and the limit, + for a further page', () => {
	it.each<[string, ServiceOptions['historyOrder'], Given, Span, unknown[][]]>([
		[
			'events one a second',
			'asc',
			EVEN,
			since(100_000),
			[
				['100.. 5 + 100..31 5 +', 10, '31.001..', '31'],
				['31.001.. 5 + 31.001..22 5 +', 10, '22.001..13.72', '22'],
				['22.001..13.72 5 +', 9, '13.721..5.256', '14'],
				['13.721..5.256 5 +', 8, '5.257..', '6'],
				['5.257.. 5', 5, '..', '1'],
			],
		],
		[
			'events one a second',
			'desc',
			EVEN,
			since(100_000),
			[
				[
					'100.. 5 + 100..50 5 50.001.. 5 + 50.001..25.001 5 + 50.001..37.501 5 37.502..10.669 5 + 37.502..24.086 5 + 37.502..30.794 5 +',
					10,
					'30.795..21.979',
					'31',
				],
				['30.795..21.979 5 +', 9, '21.98..12.968', '22'],
				['21.98..12.968 5 +', 9, '12.969..3.757', '13'],
				['12.969..3.757 5 +', 9, '3.758..', '4'],
				['3.758.. 5', 3, '..', '1'],
			],
		],
		[
			'one instant',
			'asc',
			{ ages: atOnce(25, 50_000) },
			since(100_000),
			[['100.. 5 + + + +', 25, '..', '50']],
		],
		[
			'an instant among others',
			'asc',
			INSTANT_AMONG_OTHERS,
			since(100_000),
			[
				['100.. 5 + 100..81 5 +', 10, '81.001..63.521', '81'],
				['81.001..63.521 5 63.522.. 5 + + + + + 63.522..50 5 + + + +', 26, '50.001..45.025', '50'],
				['50.001..45.025 5 + + + +', 25, '45.026..43.195', '50'],
				['45.026..43.195 5 43.196..28.548 5 28.549.. 5 +', 10, '..', '11'],
			],
		],
		[
			'an instant among others',
			'desc',
			INSTANT_AMONG_OTHERS,
			since(100_000),
			[
				['100.. 5 + 100..50 5 + + + + + 100..75 5 +', 10, '75.001..52.001', '81'],
				['75.001..52.001 5 52.002.. 5 + 52.002..26.001 5 + + + +', 25, '26.002..16.434', '50'],
				['26.002..16.434 5 16.435..3.231 5 +', 10, '3.232..', '11'],
				['3.232.. 5', 0, '..', ''],
			],
		],
		[
			'years',
			'asc',
			YEARS,
			since(1000 * DAY),
			[
				['86400000.. 5 + 86400000..76982400 5 +', 10, '76982400.001..68318208.001', '76982400'],
				[
					'76982400.001..68318208.001 5 + 76982400.001..76204800 5 +',
					10,
					'76204800.001..75489408',
					'76204800',
				],
				['76204800.001..75489408 5 +', 9, '75489408.001..74758118.4', '75513600'],
				[
					'75489408.001..74758118.4 5 74758118.401..73188283.391 5 73188283.392..60629603.312 5 60629603.313.. 5 + 60629603.313..14 5 +',
					10,
					'14.001..',
					'14',
				],
				['14.001.. 5 + 14.001..5 5 +', 10, '5.001..', '5'],
				['5.001.. 5', 5, '..', '1'],
			],
		],
		[
			'few, then many',
			'asc',
			{ ages: [90_000, 80_000, ...evenly(30, 100, 5000)] },
			since(100_000),
			[
				['100.. 5 + 100..4.3 5 +', 10, '4.301..', '4.3'],
				['4.301.. 5 + 4.301..3.4 5 +', 10, '3.401..2.572', '3.4'],
				['3.401..2.572 5 +', 9, '2.573..1.726', '2.6'],
				['2.573..1.726 5 1.727..0.948 5 0.949.. 5', 5, '..', '2.1'],
			],
		],
		[
			'few, then many',
			'desc',
			{ ages: [90_000, 80_000, ...evenly(30, 100, 5000)] },
			since(100_000),
			[
				[
					'100.. 5 + 100..50 5 50.001.. 5 + 50.001..25.001 5 25.002.. 5 + 25.002..12.501 5 12.502.. 5 + 12.502..6.251 5 6.252.. 5 + 6.252..3.126 5 + 6.252..4.689 5',
					6,
					'4.69..1.095',
					'4.7',
				],
				['4.69..1.095 5 + 4.69..2.893 5 + 4.69..3.792 5 +', 9, '3.793..2.875', '3.8'],
				['3.793..2.875 5 +', 9, '2.876..1.938', '2.9'],
				['2.876..1.938 5 +', 8, '1.939..0.86', '2.1'],
				['1.939..0.86 5 0.861.. 5', 0, '..', ''],
			],
		],
		[
			'events that were taken before',
			'asc',
			{ ages: evenly(40, SECOND), taken: evenly(30, SECOND, 40_000) },
			since(100_000),
			[['100.. 5 + + + + + + +', 10, '..', '1']],
		],
		[
			'events that were taken before',
			'desc',
			{ ages: evenly(40, SECOND), taken: evenly(30, SECOND, 40_000) },
			since(100_000),
			[
				[
					'100.. 5 + 100..50 5 50.001.. 5 + 50.001..25.001 5 + + 25.002.. 5 + 25.002..12.501 5 + + 12.502.. 5 + 12.502..6.251 5 + 6.252.. 5 +',
					10,
					'..',
					'1',
				],
			],
		],
		[
			'a service with small pages',
			'asc',
			{ ages: evenly(12, SECOND), pageSize: 1000, service: { maxLimit: 3 } },
			since(100_000),
			[['100.. 1000 + + +', 12, '..', '1']],
		],
		[
			'one event at a time',
			'asc',
			{ ages: evenly(3, SECOND), maxEvents: 1, pageSize: 1 },
			since(100_000),
			[
				['100.. 1 + 100..3 1', 1, '3.001..', '3'],
				['3.001.. 1 + 3.001..2.999 1000', 1, '3..2.998', '3'],
				['3..2.998 1000', 1, '2.999..2.997', '3'],
				['2.999..2.997 1000 2.998..2.982 1 2.983..2.855 1 2.856..1.832 1', 1, '1.833..0.891', '2'],
				['1.833..0.891 1', 1, '0.892..0.025', '1'],
				['0.892..0.025 1 0.026.. 1', 0, '..', ''],
			],
		],
		[
			'one event at a time',
			'desc',
			{ ages: evenly(3, SECOND), maxEvents: 1, pageSize: 1 },
			since(100_000),
			[
				[
					'100.. 1 + 100..50 1 50.001.. 1 + 50.001..25.001 1 25.002.. 1 + 25.002..12.501 1 12.502.. 1 + 12.502..6.251 1 6.252.. 1 + 6.252..3.126 1 3.127.. 1 + 3.127..1.564 1 +',
					2,
					'1.565..0.846',
					'2',
				],
				['1.565..0.846 1', 1, '0.847..0.186', '1'],
				['0.847..0.186 1 0.187.. 1', 0, '..', ''],
			],
		],
	])('%s, %s', async (_, historyOrder, given, first, expected) => {
		const { read } = historyOf({ ...given, service: { ...given.service, historyOrder } });
		const told: unknown[][] = [];
		for (let span = first; span.from < FOREVER && told.length < 20;) {
			const reading = await read(span);
			told.push(reading.told);
			span = reading.rest;
		}
		expect(told).toEqual(expected);
	});
});

it('brings every event once or more, in readings that fit, whatever the order and the bounds', async () => {
	const orders = ['asc', 'desc', 'shuffled', 'arrival'] as const;
	const given = [EVEN, INSTANT_AMONG_OTHERS, YEARS, { ages: evenly(60, 7), maxEvents: 3, pageSize: 2 }];
	for (const historyOrder of orders) {
		for (const isInclusive of [true, false]) {
			for (const { ages, ...setting } of given) {
				const service = { historyOrder, fromInclusive: isInclusive, toInclusive: isInclusive };
				const { read } = historyOf({ ...setting, ages, service });
				const found = new Set<number>();
				let readings = 0;
				for (let span = since(1000 * DAY); span.from < FOREVER; readings++) {
					const { events, rest } = await read(span);
					const { maxEvents = 10, pageSize = 5 } = setting;
					// An instant is read whole, and the last page of a slice with it.
					if (ages !== INSTANT_AMONG_OTHERS.ages) expect(events.length).toBeLessThan(maxEvents + pageSize);
					for (const { time } of events) found.add(time);
					expect(rest.from).toBeGreaterThanOrEqual(span.from);
					span = rest;
				}
				expect([...found].sort((a, b) => a - b)).toEqual(
					[...new Set(ages.map((age) => NOW - age))].sort((a, b) => a - b),
				);
				expect(readings).toBeLessThan(ages.length);
			}
		}
	}
});

describe('a stretch with an end, as the audit reads it', () => {
	it('is read up to its end', async () => {
		const { read } = historyOf({ ages: evenly(8, SECOND) });
		expect((await read(since(100_000), NOW - 5 * SECOND)).told).toEqual(['100..5 5', 4, '..', '5']);
	});

	it('of a millisecond or none needs no request', async () => {
		const { read } = historyOf({ ages: [0] });
		expect((await read(since(10_000), NOW - 10_000 + 1)).told).toEqual(['', 0, '..', '']);
		expect((await read(since(10_000), NOW - 10_000 + 2)).told).toEqual(['10..9.998 1000', 0, '..', '']);
	});

	it('in slices ends there, too', async () => {
		const { read } = historyOf({ ages: evenly(40, SECOND), maxEvents: 100, pageSize: 3 });
		const { told } = await read({ from: NOW - 41_000, to: NOW - 40_000 }, NOW - 20_000);
		expect(told).toEqual(['41..40 3 40.001..32.001 3 + + 32.002..20 3 + + + +', 21, '..', '20']);
	});
});

describe('time', () => {
	/** A request takes a second. */
	const slow: Given = { ...EVEN, service: { latency: SECOND } };

	it('that is up ends a slice that has further pages', async () => {
		const { read } = historyOf(slow);
		expect((await read(since(100_000), FOREVER, NOW + SECOND)).told).toEqual(['100.. 5', 0, '100..38', '']);
	});

	it('that is up with the last page of a slice keeps what was read', async () => {
		const { read } = historyOf(slow);
		const first = { from: NOW - 100_000, to: NOW - 38_000 };
		expect((await read(first, FOREVER, NOW + SECOND)).told).toEqual(['100..38 5', 3, '38.001..', '38']);
	});

	it('that is up within a single instant is said: nobody gets past it', async () => {
		const { read } = historyOf({
			ages: [9000, ...atOnce(25, 5000), 1000],
			service: { maxLimit: 3, latency: SECOND },
		});
		const first = { from: NOW - 5001, to: NOW - 4999 };
		const { told, error } = await read(first, FOREVER, NOW + 2 * SECOND);
		expect(told).toEqual(['5.001..4.999 1000 +', 6, '5.001..4.999', '5']);
		expect(error?.message).toMatch('More events have the same time than one poll can read');
	});

	it('that is left goes on to the next page, up to the last millisecond', async () => {
		const { read } = historyOf(slow);
		const { told } = await read(since(100_000), FOREVER, NOW + SECOND + 1);
		expect(told).toEqual(['100.. 5 +', 0, '100..31', '']);
	});

	it('that was up before goes on with the half of the slice, where the order does not tell', async () => {
		const { read } = historyOf({ ...EVEN, service: { latency: SECOND, historyOrder: 'desc' } });
		expect((await read(since(100_000), FOREVER, NOW + SECOND)).told).toEqual(['100.. 5', 0, '100..49.5', '']);
	});
});

describe('a slice that did not fit', () => {
	const half: Given = { ...EVEN, taken: evenly(20, 2 * SECOND, 40 * SECOND) };

	it('ends where the fresh events fill the room, if they were too many', async () => {
		const { read } = historyOf({ ...half, maxEvents: 5 });
		const { told } = await read(since(100_000));
		expect(told).toEqual(['100.. 5 + 100..31 5 +', 5, '31.001..', '31']);
	});

	it('ends where half of all that was read is, if time was up', async () => {
		const { read } = historyOf({
			...EVEN,
			taken: evenly(5, SECOND, 40 * SECOND),
			service: { latency: SECOND },
		});
		const { told } = await read(since(100_000), FOREVER, NOW + 2 * SECOND);
		expect(told).toEqual(['100.. 5 +', 0, '100..35', '']);
	});

	it('is halved up to its last event, where that is in the future and the order does not tell', async () => {
		const { read } = historyOf({
			ages: [...evenly(5, SECOND, 90_000), ...evenly(20, SECOND, -60_000)],
			service: { historyOrder: 'desc' },
		});
		const { told } = await read(since(100_000));
		expect(told[0]).toMatch('100.. 5 + 100..15 5 15.001.. 5 ');
	});
});

it('what comes behind the present is read in one go, from the present itself on, too', async () => {
	const { read } = historyOf({ ages: [] });
	const to = NOW - 8 * SECOND + 1;
	expect((await read({ from: to - SECOND, to })).told).toEqual(['8.999..7.999 5 8.. 5', 0, '..', '']);
});

describe('a failure', () => {
	const failing = (at: number) => {
		const history = historyOf(EVEN);
		const { model } = history;
		const beginPoll = model.beginPoll.bind(model);
		model.beginPoll = () => beginPoll([{ at, status: 500, after: false }]);
		return history;
	};

	it('of the first slice is thrown', async () => {
		await expect(failing(1).read(since(100_000))).rejects.toThrow('500');
		await expect(failing(3).read(since(100_000))).rejects.toThrow('500');
	});

	it('of a later one leaves what was read before, and this one', async () => {
		const { read } = failing(2);
		const first = { from: NOW - 100_000, to: NOW - 38_000 };
		const { told, error } = await read(first);
		expect(told).toEqual(['100..38 5 38.001.. 5', 3, '38.001..', '38']);
		expect(error?.message).toMatch('500');
	});
});

it('leaves out kinds that were not asked for, should the service not filter', async () => {
	const { model, reader } = historyOf({ ages: [3000] });
	model.add(NOW - 2000, 'confirm');
	const ask = model.ask.bind(model);
	model.ask = ({ path, query }, deadline) => ask({ path, query: { ...query, type: undefined } }, deadline);
	reader.settings.series = ['update'];
	const { events } = await readHistory(reader, since(10_000), FOREVER, NOW + HOUR);
	expect(events.map(({ raw }) => raw.type)).toEqual(['update']);
});

it("takes the earliest Date of the answers as the service's clock, and n8n's where there is none", async () => {
	const { model, reader, read } = historyOf({ ages: evenly(7, SECOND), service: { latency: SECOND } });
	await read(since(100_000));
	expect(reader.date).toBe(NOW + SECOND);
	const ask = model.ask.bind(model);
	model.ask = async (...request) => ({ ...(await ask(...request)), headers: {} });
	const without = { ...reader, date: undefined, now: () => 42 };
	await readHistory(without, since(100_000), FOREVER, NOW + HOUR);
	expect(without.date).toBe(42);
});
