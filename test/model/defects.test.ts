/** Faults that the trigger once had, each as a life that shows it. */
import { production } from './driver';
import { NOW } from './explore';
import { Life, SETTINGS, type LifeSettings } from './life';
import { WAYS, type Way } from './n8n';
import { problemsOf } from './oracle';
import { SERVICE, ServiceModel, type ServiceOptions } from './service';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Given {
	way?: Way;
	settings?: Partial<LifeSettings>;
	service?: Partial<ServiceOptions>;
}

/** A trigger that has been running for hours. */
async function running({ way = 'durable', settings = {}, service = {} }: Given = {}): Promise<Life> {
	const life = new Life(production, { ...SERVICE, ...service }, way, { ...SETTINGS, ...settings }, NOW);
	await life.publish();
	await tick(life);
	life.now += 3 * HOUR;
	await tick(life);
	return life;
}

const tick = async (life: Life, ...how: Parameters<Life['poll']>) => {
	life.now += MINUTE;
	return await life.poll(...how);
};

const addMany = (life: Life, count: number, age: number, apart: number) => {
	for (let index = 0; index < count; index++) life.service.add(life.now - age + index * apart, 'update');
};

const judge = async (life: Life) => {
	await life.settle(9, 15 * MINUTE);
	expect(problemsOf(life.verdict())).toEqual([]);
};

describe.each(WAYS)('n8n keeps the state: %s', (way) => {
	it('1. an event that appears late while a backlog is worked off, and that another reader takes', async () => {
		for (const auditDays of [7, 0]) {
			const life = await running({ way, settings: { maxEvents: 1, auditDays } });
			addMany(life, 15, 20 * SECOND, SECOND);
			for (let polls = 0; polls < 25; polls++) {
				life.service.add(life.now, 'update');
				if (polls === 3) life.service.add(life.now - 5 * MINUTE, 'confirm');
				life.service.takeElsewhere();
				await tick(life);
			}
			await judge(life);
		}
	});

	it('4. a clock that steps back after a result was thrown away', async () => {
		const life = await running({ way });
		life.service.add(life.now, 'update');
		await tick(life, 'discard');
		life.clockAhead -= 24 * HOUR;
		await tick(life);
		expect(life.executions).toHaveLength(1);
	});

	it('8. a service whose clock steps back, and another reader', async () => {
		for (const auditDays of [7, 0]) {
			const life = await running({ way, settings: { auditDays } });
			life.service.add(life.now, 'update');
			await tick(life);
			life.now -= 2 * HOUR;
			life.clockAhead += 2 * HOUR;
			life.service.add(life.now, 'confirm');
			life.service.takeElsewhere();
			await tick(life);
			await tick(life);
			await judge(life);
		}
	});
});

it('2. events that another process has delivered after a fail-over do not come again', async () => {
	const life = await running({ way: 'durable' });
	life.service.add(life.now, 'update');
	await tick(life);
	life.failOver();
	for (let polls = 0; polls < 30; polls++) {
		life.service.add(life.now, 'confirm');
		await tick(life);
	}
	life.failOver();
	await tick(life);
	await judge(life);
});

it('3. maxEvents holds for events whose PDF was waited for, too', async () => {
	const life = await running({ settings: { maxEvents: 1 } });
	for (let index = 0; index < 4; index++) {
		life.service.add(life.now, 'documentation', { document: 'later' });
		await tick(life);
	}
	life.documentsGetReady();
	life.service.add(life.now, 'update');
	await judge(life);
});

it('4. a clock that steps back while a PDF is awaited does not make the wait longer', async () => {
	const life = await running();
	life.service.add(life.now, 'documentation', { document: 'never' });
	await tick(life);
	life.clockAhead -= 24 * HOUR;
	for (let polls = 0; polls < 61; polls++) await tick(life);
	expect(life.executions).toMatchObject([[{ documentation_status: 'not_generated' }]]);
});

it('7. credentials for another account: nothing of the old one goes on', async () => {
	const life = await running();
	life.service.add(life.now, 'update');
	life.service.add(life.now, 'documentation', { document: 'later' });
	await tick(life);
	const { now } = life;
	life.baseUrl = 'https://other.example';
	life.service = new ServiceModel({ ...SERVICE }, now);
	const old = life.service.add(now - HOUR, 'confirm');
	await tick(life);
	life.service.add(life.now, 'confirm');
	await life.settle(9, 15 * MINUTE);
	// Its first poll hands out what nobody has received, as any first poll does. No document of the old account came.
	expect(life.executions.flat().map(({ type }) => type)).toEqual(['update', 'confirm', 'confirm']);
	expect(life.executions.flat()[1]?.event_id).toBe(old.id);
});

it('10. many events in one instant take few requests', async () => {
	for (const historyOrder of ['asc', 'desc', 'shuffled'] as const) {
		const life = await running({
			settings: { maxEvents: 1, pageSize: 2 },
			service: { historyOrder, historyMarks: true },
		});
		addMany(life, 4, 0, 0);
		await tick(life);
		expect(life.lastRequests).toBeLessThanOrEqual(6);
		expect(life.executions).toHaveLength(1);
		await judge(life);
	}
});

describe('what it costs', () => {
	it('an idle poll: two requests', async () => {
		const life = await running();
		addMany(life, 10, 0, 100);
		await tick(life);
		expect(await tick(life)).toBe(false);
		expect(life.lastRequests).toBe(2);
	});

	it('an audit of 10,000 events: ten more, once an hour', async () => {
		const life = await running();
		addMany(life, 10_000, 2.5 * HOUR, 700);
		while (life.executions.flat().length < 10_000) await tick(life);
		await tick(life);
		life.now += HOUR;
		await tick(life);
		expect(life.lastRequests).toBeGreaterThanOrEqual(11);
		expect(life.lastRequests).toBeLessThanOrEqual(13);
		await tick(life);
		expect(life.lastRequests).toBe(2);
		expect(life.largestState).toBeLessThan(256 * 1024);
	});

	(process.env.QUICK === undefined ? it : it.skip).each(['asc', 'desc'] as const)(
		'a backlog of 100,000 events: at most 1.3 times its pages, history %s',
		async (historyOrder) => {
			const startFrom = NOW - 30 * HOUR;
			const life = new Life(
				production,
				{ ...SERVICE, historyOrder, historyMarks: true },
				'durable',
				{ ...SETTINGS, startFrom },
				NOW,
			);
			addMany(life, 100_000, 28 * HOUR, SECOND);
			let ofHistory = 0;
			const tally = () => {
				ofHistory += life.service.requests.filter(({ path }) => path[1] !== 'latest').length;
			};
			await life.publish();
			tally();
			for (let polls = 0; polls < 150 && life.executions.flat().length < 100_000; polls++) {
				await tick(life);
				tally();
			}
			expect(life.executions.flat()).toHaveLength(100_000);
			expect(ofHistory).toBeLessThanOrEqual(130);
			expect(life.largestState).toBeLessThan(256 * 1024);
			expect(problemsOf(life.verdict())).toEqual([]);
		},
		60_000,
	);
});

it('what was chosen later begins at that moment', async () => {
	const life = await running({ settings: { kinds: ['update'] } });
	life.service.add(life.now, 'confirm');
	life.service.takeElsewhere();
	await tick(life);
	life.settings = { ...life.settings, kinds: ['update', 'confirm'] };
	life.oracle.promised.kinds = ['update', 'confirm'];
	await tick(life);
	life.service.add(life.now, 'confirm');
	life.service.takeElsewhere();
	await judge(life);
	expect(life.executions.flat().map(({ event_id }) => event_id)).toEqual(['e2']);
});

it.each([
	['any', 'email', ['e1', 'e2']],
	['granted', 'email', ['e1']],
	['withdrawn', '', ['e2', 'e3']],
] as const)('the consent filter: %s, type "%s"', async (consentGranted, consentType, expected) => {
	const life = await running({ settings: { consentGranted, consentType } });
	const consents = [[{ type: 'email', granted: true }], [{ type: 'email', granted: false }]];
	life.service.add(life.now, 'update', { consents: consents[0] });
	life.service.add(life.now, 'confirm', { consents: consents[1] });
	life.service.add(life.now, 'update', { consents: [{ type: 'phone', granted: false }] });
	life.service.add(life.now, 'documentation');
	await judge(life);
	expect(life.executions.flat().map(({ event_id }) => event_id)).toEqual([...expected, 'e4']);
});
