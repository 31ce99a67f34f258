/** The events with which a new trigger begins. */
import { NOW } from './explore';
import type { LifeSettings } from './life';
import { WAYS } from './n8n';
import { delivered, HOUR, judge, lifeOf, MINUTE, running, tick, type Given } from './running';
import { SERVICE, ServiceModel } from './service';

const DAY = 24 * HOUR;
const both = [1, 2].map((at) => ({ at, status: 500, after: false }));

const idsOf = (life: ReturnType<typeof lifeOf>) => delivered(life).map(({ event_id }) => event_id);

/** Old events that nobody has received, and some that others have. */
function lifeWithPast(given: Given) {
	const life = lifeOf(given);
	const old = (age: number, isTakenElsewhere = false) =>
		life.service.add(NOW - age, 'update', { received: isTakenElsewhere, isTakenElsewhere }).id;
	return { life, ids: [old(120 * DAY), old(90 * MINUTE), old(30 * MINUTE, true), old(2 * MINUTE, true)] };
}

describe.each(WAYS)('with state "%s",', (way) => {
	it.each<[string, Partial<LifeSettings>, number[]]>([
		['what nobody has received', {}, [0, 1]],
		['new events only', { beginWith: 'now' }, []],
		['since a date', { beginWith: 'date', startFrom: NOW - HOUR }, [2, 3]],
	])('a new trigger begins with %s', async (_, settings, expected) => {
		const { life, ids } = lifeWithPast({ way, settings });
		await life.publish();
		await judge(life);
		expect(idsOf(life)).toEqual(expected.map((index) => ids[index]));
		const { id } = life.service.add(life.now, 'confirm');
		await tick(life);
		expect(idsOf(life).at(-1)).toBe(id);
		await judge(life);
	});

	it.each(['unreceived', 'now'] as const)(
		'a trigger starts at its first poll although the service did not answer it and another reader took the events: %s',
		async (beginWith) => {
			const life = lifeOf({ way, settings: { beginWith } });
			life.service.world.events = [];
			life.service.refuses = () => 503;
			await life.publish();
			life.service.refuses = () => 503;
			for (let minute = 0; minute < 10; minute++) await tick(life);
			const { id } = life.service.add(life.now - 5 * MINUTE, 'update');
			life.service.takeElsewhere();
			if (way !== 'durable') life.kill();
			life.service.refuses = () => undefined;
			await judge(life);
			expect(idsOf(life)).toEqual([id]);
		},
	);

	it.each(['now', 'unreceived'] as const)(
		"n8n's clock that was ahead at the first poll, and is put right, loses no event of a service without Date: %s",
		async (beginWith) => {
			const life = lifeOf({ way, settings: { beginWith } });
			const ask = life.service.ask.bind(life.service);
			life.service.ask = async (request, within) => ({ ...(await ask(request, within)), headers: {} });
			life.clockAhead = 2 * HOUR;
			await life.publish();
			life.clockAhead = 0;
			await tick(life);
			for (let minute = 0; minute < 60; minute++) {
				life.service.add(life.now, 'update');
				life.service.takeElsewhere();
				await tick(life);
				if (minute % 20 === 10) life.kill();
			}
			expect(delivered(life)).toHaveLength(60);
			// With durable polling, n8n drops the state of a publication without events, and with it the start.
			const warned = life.log.filter((line) => line.includes('was put back'));
			expect(warned).toHaveLength(way === 'durable' ? 0 : 1);
		},
	);

	it('after a discarded first delivery, the same events come again, and none that others received before', async () => {
		const { life, ids } = lifeWithPast({ way });
		await life.publish('discard');
		await tick(life);
		await judge(life);
		expect(idsOf(life)).toEqual([ids[0], ids[1]]);
	});

	it('with New Events Only, 1,629 old unreceived events take no room and do not stop the reading', async () => {
		const life = lifeOf({ way, settings: { beginWith: 'now', maxEvents: 100 } });
		for (let index = 0; index < 1629; index++) life.service.add(NOW - 120 * DAY + index, 'confirm');
		await life.publish();
		const { id } = life.service.add(life.now, 'update');
		await tick(life);
		expect(idsOf(life)).toEqual([id]);
		await judge(life);
	});

	it.each(['asc', 'desc'] as const)(
		'what nobody has received arrives although it does not fit and some PDFs are waited for: %s',
		async (latestOrder) => {
			const life = lifeOf({ way, settings: { maxEvents: 10 }, service: { latestOrder } });
			const others: string[] = [];
			for (let index = 0; index < 80; index++) {
				const time = NOW - 60 * DAY + index * MINUTE;
				life.service.add(time, index % 2 ? 'documentation' : 'update');
				others.push(life.service.add(time + 1, 'confirm', { received: true, isTakenElsewhere: true }).id);
			}
			const own = life.service.world.events.filter(({ isTakenElsewhere }) => !isTakenElsewhere);
			await life.publish();
			for (let polls = 0; polls < 20; polls++) await tick(life);
			expect(idsOf(life).sort()).toEqual(own.map(({ id }) => id).sort());
			await judge(life);
		},
	);

	it.each([
		['the key of a live account in other credentials', { key: 'key-2', credential: '2' }, true],
		['a new key in the same credentials', { key: 'key-2' }, false],
		['the same key in new credentials', { credential: '2' }, false],
		['another address', { address: 'https://other.example' }, true],
	])('the trigger begins anew with another account, and not otherwise: %s', async (_, change, isOther) => {
		const life = await running({ way });
		life.service.add(life.now, 'documentation', { document: 'never' });
		life.service.add(life.now, 'update');
		await tick(life);
		life.account = { ...life.account, ...change };
		const past: string[] = [];
		if (isOther) {
			life.service = new ServiceModel({ ...SERVICE }, life.now);
			// The events of the second account have other names than those of the first.
			for (let index = 0; index < 5; index++) life.service.add(0, 'update', { received: true });
			for (let index = 0; index < 300; index++)
				past.push(life.service.add(life.now - HOUR + index, 'confirm', { received: true }).id);
		}
		const before = delivered(life).length;
		life.now += 5 * MINUTE;
		await life.publish();
		life.service.add(life.now, 'confirm');
		await tick(life);
		await tick(life);
		expect(delivered(life).length - before).toBe(1);
		expect(life.log.some((line) => line.includes('another account') && line.includes('1 PDF'))).toBe(isOther);
	});
});

it('with another account the trigger begins at that moment, even with Since a Date', async () => {
	const life = await running({ settings: { beginWith: 'date', startFrom: NOW - HOUR } });
	life.account = { ...life.account, address: 'https://other.example' };
	life.service = new ServiceModel({ ...SERVICE }, life.now);
	life.service.add(life.now - 10 * MINUTE, 'confirm');
	await tick(life, 'keep', both.slice(0, 0));
	const { id } = life.service.add(life.now, 'confirm');
	await tick(life);
	expect(idsOf(life)).toEqual([id]);
});

it('an update and its document with the same ID both arrive', async () => {
	for (const way of WAYS) {
		const life = await running({ way });
		const { id: sharedId } = life.service.add(life.now, 'update');
		life.service.add(life.now, 'documentation', { sharedId, document: 'later' });
		await tick(life);
		life.documentsGetReady();
		await judge(life);
		expect(delivered(life).map(({ type }) => type)).toEqual(['update', 'documentation']);
	}
});
