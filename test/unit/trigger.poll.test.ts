import { ServiceModel, type ModelOptions } from '../support/service-model';
import { SETTINGS, TriggerModel } from '../support/trigger-model';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

const OPTIONS: ModelOptions = {
	historyOrder: 'asc',
	latestOrder: 'arrival',
	fromInclusive: true,
	toInclusive: true,
	historyMarks: true,
	maxLimit: 1000,
	repeatedAcrossPages: 0,
	cursorLifetime: Infinity,
	snapshot: false,
	secondsOnly: false,
	dateSkew: 0,
	latency: 20,
};

async function published(options: Partial<ModelOptions> = {}, settings = {}) {
	const service = new ServiceModel({ ...OPTIONS, ...options }, NOW);
	const trigger = new TriggerModel(service, 'scheduled', { ...SETTINGS, ...settings });
	await trigger.publish();
	const poll = async (fate?: 'keep' | 'discard') => {
		service.now += MINUTE;
		return await trigger.poll(fate);
	};
	return { service, trigger, poll };
}

const idsOf = (trigger: TriggerModel) => trigger.executions.flat().map(({ event_id }) => event_id);

it('a steady stream of events does not keep a poll going', async () => {
	const { service, trigger, poll } = await published();
	service.onRequest = () => void service.add(service.now, 'update');
	await poll();
	expect(trigger.lastRequests).toBeLessThanOrEqual(3);
});

it.each([true, false])(
	'a service that caps its pages is read on (history marks: %s)',
	async (historyMarks) => {
		const { service, trigger, poll } = await published({ maxLimit: 7, historyMarks });
		const ids = Array.from({ length: 40 }, (_, index) => service.add(NOW + index, 'update').id);
		await poll();
		expect(idsOf(trigger)).toEqual(ids);
		expect(await poll()).toBe(false);
	},
);

it('an event from the future is delivered, and does not hide those before it', async () => {
	const { service, trigger, poll } = await published();
	service.add(NOW + 60 * MINUTE, 'update');
	await poll();
	for (let hour = 0; hour < 100; hour++) {
		service.add(service.now, 'update');
		await poll('discard');
		await poll();
	}
	expect(trigger.problems()).toEqual([]);
	expect(trigger.delivered.size).toBe(101);
});

it('a late event arrives once, however old it is', async () => {
	const { service, trigger, poll } = await published();
	for (const age of [1, 9, 11, 60, 60 * 24 * 365]) {
		service.add(service.now - age * MINUTE, 'confirm');
		await poll('discard');
		await poll();
		await poll();
	}
	expect(trigger.problems()).toEqual([]);
	expect(trigger.delivered.size).toBe(5);
});

it('with Catch Up off, it still delivers each event once', async () => {
	const { service, trigger, poll } = await published({}, { catchUp: false });
	for (let round = 0; round < 5; round++) {
		service.add(service.now, 'update');
		await poll('discard');
		await poll();
	}
	expect(trigger.problems()).toEqual([]);
	expect(trigger.delivered.size).toBe(5);
	expect(trigger.lastRequests).toBe(1);
});

it('a crowded instant is read page by page, in polls of their own', async () => {
	const { service, trigger, poll } = await published(
		{ historyOrder: 'desc' },
		{ maxEvents: 10, pageSize: 4 },
	);
	const ids = Array.from({ length: 95 }, () => service.add(NOW + 1000, 'update').id);
	for (let polls = 0; polls < 14; polls++) await poll();
	expect(trigger.problems()).toEqual([]);
	expect(trigger.delivered.size).toBe(ids.length);
});

it('more documents than can wait: none is lost, none comes twice', async () => {
	const { service, trigger, poll } = await published();
	for (let index = 0; index < 600; index++) service.add(NOW + index, 'documentation', 'later');
	for (let polls = 0; polls < 5; polls++) await poll();
	expect(trigger.executions).toEqual([]);
	expect(trigger.largestState).toBeLessThan(256 * 1024);
	await trigger.settle();
	expect(trigger.problems()).toEqual([]);
	expect(trigger.delivered.size).toBe(600);
});
