/**
 * A history that cannot show all: pages that are too deep, a record that it stumbles over, a refusal that passes. What
 * it shows arrives, and people are told once what it does not show.
 */
import { oneByDay } from '../support/cases';
import { sentence } from '../support/sentences';
import { WAYS } from './n8n';
import {
	addMany,
	delivered,
	HOUR,
	judge,
	MINUTE,
	minutes,
	problems,
	running,
	SECOND,
	tick,
	type Given,
} from './running';
import type { ModelRequest, ServiceModel } from './service';

const DAY = 24 * HOUR;
const isHistory = ({ path }: ModelRequest) => path[0] === 'events' && path[1] !== 'latest';
const ids = (life: Awaited<ReturnType<typeof running>>) => delivered(life).map(({ event_id }) => event_id);

/** A trigger that has been off while these events came and others received them. */
async function offFor(days: number, add: (service: ServiceModel, now: number) => void, given: Given = {}) {
	const life = await running(given);
	life.service.add(life.now, 'update');
	await tick(life);
	life.now += days * DAY;
	life.kill();
	add(life.service, life.now);
	life.service.takeElsewhere();
	return life;
}

describe.each(oneByDay(WAYS, 2))('with state "%s",', (way) => {
	it.each([
		['asc', 400, 1000],
		['asc', 422, 1000],
		['desc', 500, 1000],
		['shuffled', 422, 10_000],
	] as const)(
		'a backlog of 5,000 arrives, history %s, that answers %d behind so many results: %d',
		async (historyOrder, deepStatus, deepest) => {
			const many = deepest === 1000 ? 5000 : 11_000;
			const given = { way, service: { historyOrder, deepStatus, deepest } };
			const life = await offFor(1, () => undefined, given);
			addMany(life, many, 20 * HOUR, 5 * SECOND);
			life.service.takeElsewhere();
			await minutes(life, 25);
			expect(new Set(ids(life)).size).toBe(many + 1);
			expect(delivered(life)).toHaveLength(many + 1);
		},
		60_000,
	);

	it.each([
		['asc', 500, true],
		['desc', 500, true],
		['asc', 422, true],
		['desc', 400, true],
		['desc', 500, false],
	] as const)(
		'only one record does not arrive over which the history stumbles: %s, %d, from is inclusive: %s',
		async (historyOrder, poison, fromInclusive) => {
			const given = { way, service: { historyOrder, fromInclusive, toInclusive: fromInclusive } };
			const life = await offFor(
				3,
				(service, now) => {
					for (let index = 0; index < 60; index++)
						service.add(now - 2 * DAY + index * HOUR * (index < 30 ? 1 : 0.01), 'update', {
							...(index === 20 && { poison }),
						});
				},
				given,
			);
			const bad = life.service.world.events.find((event) => event.poison)?.id;
			life.log.length = 0;
			await minutes(life, 3);
			expect(delivered(life)).toHaveLength(60);
			expect(ids(life)).not.toContain(bad);
			// A poll without events fails once, after an hour, and names the time.
			expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([]);
			await minutes(life, 90);
			expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([
				expect.stringMatching(`^thrown: ${sentence('historyDoesNotShow')} 2026-`),
			]);
			// The record is still asked for, and arrives once the history shows it.
			for (const event of life.service.world.events) delete event.poison;
			await minutes(life, 62);
			expect(ids(life)).toContain(bad);
			expect(problems(life)).toEqual([]);
		},
		60_000,
	);

	it('of 43 events of one instant, the 40 arrive that the history shows, and the oracle excuses the others', async () => {
		const life = await offFor(
			1,
			(service, now) => {
				for (let index = 0; index < 43; index++) service.add(now - HOUR, 'update');
			},
			{ way, settings: { pageSize: 2 }, service: { deepest: 40, deepStatus: 422 } },
		);
		life.service.add(life.now, 'confirm');
		await judge(life);
		expect(delivered(life)).toHaveLength(42);
		expect(life.verdict().outside.refusedByHistory).toBe(3);
	});

	it('new events arrive although n8n restarts between all polls and the history stumbles over the newest', async () => {
		const life = await running({ way, service: { historyOrder: 'desc' } });
		life.service.add(life.now, 'update', { poison: 500 });
		for (let minute = 0; minute < 20; minute++) {
			life.service.add(life.now + SECOND, 'confirm');
			life.service.takeElsewhere();
			await tick(life);
			life.kill();
			life.now += MINUTE;
		}
		expect(delivered(life).filter(({ type }) => type === 'confirm')).toHaveLength(20);
	});

	it.each([
		['answers 422 to the first four requests', (asked: number) => asked <= 4],
		[
			'answers 422 to every second request for ten minutes',
			(asked: number, minute: number) => minute < 10 && asked % 2 === 0,
		],
		['answers 422 for two hours', (_: number, minute: number) => minute < 120],
	])('200 events arrive after ten days without n8n although the history %s', async (_, isRefused) => {
		const life = await offFor(
			10,
			(service, now) => {
				for (let index = 0; index < 200; index++) service.add(now - 9.9 * DAY + index * HOUR, 'update');
			},
			{ way },
		);
		let asked = 0;
		let minute = 0;
		life.service.refuses = (request) => (isHistory(request) && isRefused(++asked, minute) ? 422 : undefined);
		for (; minute < 200; minute++) await tick(life);
		expect(new Set(ids(life)).size).toBe(201);
		expect(problems(life)).toEqual([]);
	});
});

describe.each(oneByDay(WAYS))('with state "%s", if neither list can show a record,', (way) => {
	/** `/events/latest` fails as long as the record lies there. */
	const stopBoth = (service: ServiceModel) => {
		service.refuses = ({ path }) =>
			path[1] === 'latest' && service.world.events.some(({ poison, received }) => poison && !received)
				? 500
				: undefined;
	};

	it.each([
		[undefined, false],
		[['update', 'confirm'] as const, false],
		[undefined, true],
	])('the events behind it arrive: %j, n8n restarts between all polls: %s', async (kinds, isRestless) => {
		const settings = { beginWith: 'now' as const, ...(kinds && { kinds: [...kinds] }) };
		const life = await running({ way, settings });
		stopBoth(life.service);
		life.service.add(life.now, 'update', { poison: 500 });
		life.log.length = 0;
		let asked = 0;
		for (let minute = 0; minute < 40; minute++) {
			life.service.add(life.now + SECOND, minute % 2 === 0 ? 'update' : 'confirm');
			await tick(life);
			if (isRestless) life.kill();
			asked += life.lastRequests;
		}
		expect(delivered(life)).toHaveLength(40);
		expect(asked / 40).toBeLessThan(12);
		expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([]);
	});

	it('a kind that is chosen later arrives, too', async () => {
		const life = await running({ way, settings: { kinds: ['update'] } });
		stopBoth(life.service);
		life.service.add(life.now, 'update', { poison: 500 });
		life.settings = { ...life.settings, kinds: ['update', 'confirm'] };
		await minutes(life, 10, () => void life.service.add(life.now + SECOND, 'confirm', { received: true }));
		expect(delivered(life).length).toBeGreaterThanOrEqual(9);
	});

	it('nothing is skipped during an outage, which costs few requests in each poll', async () => {
		const life = await running({ way });
		life.service.refuses = () => 500;
		life.log.length = 0;
		for (let minute = 0; minute < 120; minute++) {
			life.service.add(life.now, 'update');
			life.service.takeElsewhere();
			await tick(life);
			expect(life.lastRequests).toBeLessThanOrEqual(4);
		}
		expect(life.log.filter((line) => line.includes('does not show'))).toEqual([]);
		life.service.refuses = () => undefined;
		await minutes(life, 2);
		expect(delivered(life)).toHaveLength(120);
	});
});

it('what was refused for a moment arrives although n8n is off on the day on which it is owed', async () => {
	for (const way of WAYS) {
		const life = await offFor(10, (service, now) => service.add(now - 9 * DAY, 'update'), {
			way,
			settings: { auditDays: 0 },
		});
		life.service.add(life.now, 'confirm');
		life.service.world.history = { status: 422, window: 2 * DAY };
		await tick(life);
		life.service.world.history = null;
		life.kill();
		life.now += 3 * DAY;
		await minutes(life, 3);
		expect(delivered(life)).toHaveLength(3);
	}
});

it('a trigger goes on although n8n restarts between all polls while the history does not show something', async () => {
	const life = await offFor(3, (service, now) => service.add(now - 2 * DAY, 'update', { poison: 500 }));
	for (let polls = 0; polls < 40; polls++) {
		life.now += 5 * MINUTE;
		await tick(life);
		life.kill();
	}
	expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([]);
});

it('a stretch that stays refused is asked for a day, with few requests, and people are told once', async () => {
	for (const way of oneByDay(WAYS)) {
		const life = await offFor(40, (service, now) => service.add(now - 20 * DAY, 'update'), { way });
		life.service.world.history = { status: 422, window: 30 * DAY };
		await tick(life);
		expect(delivered(life)).toHaveLength(2);
		let asked = 0;
		for (let polls = 0; polls < 30 * 6; polls++) {
			life.now += 9 * MINUTE;
			await tick(life);
			asked += life.lastRequests;
		}
		expect(life.log.filter((line) => line.startsWith('thrown'))).toHaveLength(1);
		expect(asked / 180).toBeLessThan(6);
		life.log.length = 0;
		await minutes(life, 120);
		expect(life.log.filter((line) => !line.startsWith('debug'))).toEqual([]);
	}
});

it('a look-back is shorter for longer only if it was refused twice, an hour apart', async () => {
	const life = await running();
	const oldest = async () => {
		let from = Infinity;
		const ask = life.service.ask.bind(life.service);
		life.service.ask = async (request, within) => {
			if (isHistory(request)) from = Math.min(from, Date.parse(String(request.query?.from)));
			return await ask(request, within);
		};
		life.now += HOUR;
		await tick(life);
		life.service.ask = ask;
		return Math.round((life.now - from) / DAY);
	};
	for (let day = 0; day < 10; day++) {
		life.now += DAY;
		life.service.add(life.now, 'update');
		await tick(life);
	}
	await oldest();
	expect(await oldest()).toBe(7);
	life.service.world.history = { status: 422, window: 2 * DAY };
	expect(await oldest()).toBe(7);
	life.service.world.history = null;
	expect(await oldest()).toBe(7);
	life.service.world.history = { status: 422, window: 2 * DAY };
	expect([await oldest(), await oldest(), await oldest(), await oldest()]).toEqual([7, 7, 2, 2]);
	life.service.world.history = null;
	life.now += DAY;
	await tick(life);
	expect([await oldest(), await oldest()]).toEqual([4, 4]);
	life.now += DAY;
	await tick(life);
	expect(await oldest()).toBeGreaterThanOrEqual(7);
});
