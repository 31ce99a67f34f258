/** Faults that the trigger once had, each as a life that shows it. */
import { WAYS } from './n8n';
import { LOOK_BACK } from './oracle';
import {
	addMany,
	delivered,
	HOUR,
	judge,
	lifeOf,
	MINUTE,
	minutes,
	running,
	SECOND,
	tick,
	until,
} from './running';
import { SERVICE, ServiceModel } from './service';

describe.each(WAYS)('with state "%s",', (way) => {
	it('an event arrives that appeared late during a backlog and was taken by another reader', async () => {
		for (const auditDays of [7, 0]) {
			const life = await running({ way, settings: { maxEvents: 1, auditDays } });
			addMany(life, 15, 20 * SECOND, SECOND);
			await minutes(life, 25, (minute) => {
				life.service.add(life.now, 'update');
				if (minute === 3) life.service.add(life.now - 5 * MINUTE, 'confirm');
				life.service.takeElsewhere();
			});
			await judge(life);
		}
	});

	const hanging: Array<[string, ServiceModel['hangs']]> = [
		['/events/latest', ({ path }) => path[1] === 'latest'],
		['the audit', ({ path, query }) => path[0] === 'events' && String(query?.from) < '2026-03-01T12:30'],
	];
	it.each(hanging)('while %s hangs, PDFs come in time and nothing else waits for them', async (_, hangs) => {
		for (const [before, many] of [
			[1, 1],
			[2, 1],
			[1, 80],
		] as const) {
			const life = await running({ way });
			await minutes(life, before, () => life.service.add(life.now, 'update'));
			life.service.hangs = hangs;
			life.now += HOUR;
			await minutes(life, 90, (minute) => {
				if (minute >= many) return;
				life.service.add(life.now, 'documentation');
				life.service.add(life.now, 'update');
			});
			const items = delivered(life);
			expect(items).toHaveLength(before + 2 * many);
			const statuses = items.map(({ type, documentation_status }) => documentation_status ?? type);
			expect(new Set(statuses)).toEqual(new Set(['update', 'downloaded']));
			life.service.hangs = () => false;
			await judge(life);
		}
	});

	it('an event that only /events/latest has shown goes before older events of a look-back', async () => {
		const life = await running({ way, settings: { maxEvents: 3 } });
		life.service.add(life.now, 'update');
		await tick(life);
		addMany(life, 3, 2 * HOUR, SECOND);
		life.service.takeElsewhere();
		for (let count = 0; count < 3; count++) life.service.add(life.now, 'confirm', { shownAt: null });
		life.now += HOUR;
		await tick(life);
		expect(delivered(life).map(({ type }) => type)).toEqual(['update', 'confirm', 'confirm', 'confirm']);
		await judge(life);
	});

	it("a history of one day is read to its end although n8n's clock is two hours ahead", async () => {
		const life = await running({ way });
		life.clockAhead = 2 * HOUR;
		life.service.world.history = { status: 422, window: 24 * HOUR };
		await minutes(life, 40, () => void (life.now += HOUR - MINUTE));
		life.service.add(life.now - 22.5 * HOUR, 'update', { received: true });
		life.now += HOUR;
		await tick(life);
		expect(delivered(life)).toHaveLength(1);
	});

	it("publishing again brings nothing that others have received, although n8n's clock is behind", async () => {
		const life = await running({ way });
		life.clockAhead = -4 * HOUR;
		life.service.add(life.now - 3.5 * HOUR, 'update');
		life.service.takeElsewhere();
		await life.publish();
		await judge(life);
	});

	it("events arrive although the service's clock steps back and another reader takes them", async () => {
		for (const auditDays of [7, 0]) {
			const life = await running({ way, settings: { auditDays } });
			life.service.add(life.now, 'update');
			await tick(life);
			life.putServiceBack(2 * HOUR);
			life.service.add(life.now, 'confirm');
			life.service.takeElsewhere();
			await tick(life);
			await tick(life);
			await judge(life);
		}
	});
});

it('with durable polling, events arrive that n8n dropped before the first delivery, although n8n was off for two days then', async () => {
	const life = lifeOf({ way: 'durable', settings: { auditDays: 1 } });
	await life.poll('keep', [{ at: 1, status: 401, after: true }]);
	addMany(life, 5, 0, SECOND);
	await tick(life, 'discard');
	life.kill();
	life.now += 48 * HOUR;
	addMany(life, 1, 0, SECOND);
	await life.settle(9, 15 * MINUTE);
	expect(delivered(life).map(({ event_id }) => event_id)).toEqual(expect.arrayContaining(['e1', 'e5', 'e6']));
	await judge(life);
});

it('events whose IDs a restored service gives again are named once, and come with Since a Date', async () => {
	const life = await running();
	life.service.add(life.now, 'update');
	life.service.add(life.now, 'confirm');
	await tick(life);
	life.now += HOUR;
	for (const event of life.service.world.events) Object.assign(event, { time: life.now, received: false });
	const startFrom = life.now;
	life.log.length = 0;
	await minutes(life, 3);
	expect(life.log).toEqual([
		expect.stringMatching(/^warn: 2 events have the ID of another one .* e1 of 2026/),
	]);
	life.settings = { ...life.settings, beginWith: 'date', startFrom };
	await tick(life);
	expect(delivered(life)).toHaveLength(4);
});

it('events that another process delivered after a fail-over do not come again', async () => {
	const life = await running({ way: 'durable' });
	life.service.add(life.now, 'update');
	await tick(life);
	life.failOver();
	await minutes(life, 30, () => life.service.add(life.now, 'confirm'));
	life.failOver();
	await tick(life);
	await judge(life);
});

it('with credentials for another account, nothing of the old account goes on', async () => {
	const life = await running();
	life.service.add(life.now, 'update');
	life.service.add(life.now, 'documentation', { document: 'later' });
	await tick(life);
	const { now } = life;
	life.account = { ...life.account, address: 'https://other.example' };
	life.service = new ServiceModel({ ...SERVICE }, now);
	const old = life.service.add(now - HOUR, 'confirm');
	await tick(life);
	life.service.add(life.now, 'confirm');
	await life.settle(9, 15 * MINUTE);
	// Like any first poll, this one delivers unreceived events. None of the documents of the old account came.
	expect(delivered(life).map(({ type }) => type)).toEqual(['update', 'confirm', 'confirm']);
	expect(delivered(life)[1]?.event_id).toBe(old.id);
});

it.each(['unreceived', 'now'] as const)(
	'a day after the first poll, another account begins at that moment, whatever the process remembers (%s)',
	async (beginWith) => {
		const life = lifeOf({ settings: { beginWith } });
		await life.publish();
		life.account = { address: 'https://other.example', key: 'key-2', credential: '2' };
		life.now += 24 * HOUR;
		addMany(life, 30, 24 * HOUR - MINUTE, MINUTE);
		life.service.takeElsewhere();
		await tick(life);
		await life.settle(9, 15 * MINUTE);
		expect(delivered(life)).toEqual([]);
	},
);

it('many events of one instant take few requests', async () => {
	for (const historyOrder of ['asc', 'desc', 'shuffled'] as const) {
		const life = await running({ settings: { maxEvents: 1, pageSize: 2 }, service: { historyOrder } });
		addMany(life, 4, 0, 0);
		await tick(life);
		expect(life.lastRequests).toBeLessThanOrEqual(6);
		expect(life.executions).toHaveLength(1);
		await judge(life);
	}
});

it('a far look-back over 10,000 events takes at most eleven more requests an hour, an idle poll two', async () => {
	const life = await running();
	addMany(life, 10_000, 2.5 * HOUR, 700);
	await until(life, 10_000);
	await tick(life);
	life.now += HOUR;
	await tick(life);
	expect(life.lastRequests).toBeLessThanOrEqual(2 + 11);
	expect(await tick(life)).toBe(false);
	expect(life.lastRequests).toBe(2);
	expect(life.largestState).toBeLessThan(256 * 1024);
});

it('a far look-back that takes more than one poll continues where it was', async () => {
	const life = await running({ service: { latency: 3000 }, settings: { pageSize: 100 } });
	life.judgesLateness = false;
	addMany(life, 2000, 2.5 * HOUR, 4400);
	await until(life, 2000);
	life.service.add(life.now - 40 * MINUTE, 'confirm');
	life.service.takeElsewhere();
	await minutes(life, 120);
	await judge(life);
});

it('events arrive after an outage longer than the look-back, although another reader took them', async () => {
	const life = await running({ way: 'memory', settings: { auditDays: 0 } });
	life.service.add(life.now, 'update');
	life.service.takeElsewhere();
	for (let polls = 0; polls < 20; polls++) await tick(life, 'keep', [{ at: 1, status: 500, after: false }]);
	await judge(life);
});

it('an event arrives that is late by exactly the look-back, at a service that excludes the bound', async () => {
	const life = await running({ settings: { auditDays: 0 }, service: { fromInclusive: false } });
	life.service.add(life.now + MINUTE, 'update');
	await tick(life);
	life.service.add(life.now - LOOK_BACK, 'confirm');
	life.service.takeElsewhere();
	await judge(life);
});

it('events that nobody received before the start arrive, even if the list of taken events is full', async () => {
	const life = await running();
	addMany(life, 10_500, 2.5 * HOUR, 500);
	await until(life, 10_500);
	const { id } = life.service.add(life.now - 5 * HOUR, 'update');
	await tick(life);
	expect(life.oracle.world.arrived[id]).toBe(1);
	await judge(life);
});

describe.each(WAYS)('a kind that is chosen later, in a workflow that is not published again (%s),', (way) => {
	it.each([true, false])(
		'delivers its events since then, even if the history marks them as received: %s',
		async (historyMarks) => {
			const life = await running({ way, settings: { kinds: ['update'] }, service: { historyMarks } });
			life.settings = { ...life.settings, kinds: ['update', 'confirm'] };
			const added = [5, 25, 45, 55].map((at) => life.service.add(life.now + at * MINUTE, 'confirm').id);
			life.now += HOUR;
			await life.poll();
			await life.settle(9, 15 * MINUTE);
			expect(delivered(life).map(({ event_id }) => event_id)).toEqual(added);
		},
	);

	it('keeps its start if its first delivery is discarded', async () => {
		const life = await running({ way, settings: { kinds: ['update'] } });
		life.settings = { ...life.settings, kinds: ['update', 'confirm'] };
		await life.publish();
		life.now += 10 * SECOND;
		const { id } = life.service.add(life.now, 'confirm');
		await tick(life, 'discard');
		await life.settle(9, 15 * MINUTE);
		expect(delivered(life).map(({ event_id }) => event_id)).toEqual([id]);
	});
});

it.each([
	['any', 'email', ['e1', 'e2']],
	['granted', 'email', ['e1']],
	['withdrawn', '', ['e2', 'e3']],
] as const)(
	'the consent filter delivers matching events only: %s, type "%s"',
	async (consentGranted, consentType, expected) => {
		const life = await running({ settings: { consentGranted, consentType } });
		const consents = [[{ type: 'email', granted: true }], [{ type: 'email', granted: false }]];
		life.service.add(life.now, 'update', { consents: consents[0] });
		life.service.add(life.now, 'confirm', { consents: consents[1] });
		life.service.add(life.now, 'update', { consents: [{ type: 'phone', granted: false }] });
		life.service.add(life.now, 'documentation');
		await judge(life);
		// Events that the filter leaves out count as taken.
		life.settings = { ...life.settings, consentGranted: 'any', consentType: '' };
		await life.settle(9, 15 * MINUTE);
		expect(delivered(life).map(({ event_id }) => event_id)).toEqual([...expected, 'e4']);
	},
);
