import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, NodeApiError } from 'n8n-workflow';

import { start, type Sandbox } from '../../sandbox';
import { Engine } from '../support/engine';
import { declared } from '../support/features';
import { ActiveTrigger, type Persistence, type TriggerSetting } from '../support/poll';

let sandbox: Sandbox;
let engine: Engine;

beforeAll(async () => {
	sandbox = await start({ port: 0, docs: false });
	engine = await Engine.load();
});
afterAll(() => sandbox.close());

/** n8n's clock, ahead of the machine's by this much, so that no test has to sleep. */
let ahead = 0;
const realNow = Date.now.bind(Date);
const later = (milliseconds: number) => {
	ahead += milliseconds;
	sandbox.clock.advance(milliseconds);
};

beforeEach(() => {
	ahead = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
	sandbox.reset();
});
afterEach(() => jest.restoreAllMocks());

const MINUTE = 60_000;

const active = (setting: Partial<TriggerSetting> = {}) =>
	new ActiveTrigger({
		engine,
		credentials: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey },
		...setting,
	});

const requests = () => sandbox.log.all().map(({ path }) => path.replace('/v1', ''));

const eventIds = (count: number, type: 'update' | 'confirm' | 'documentation' = 'update') =>
	sandbox.seed({ events: count, eventTypes: [type] }).eventIds;

/** A file as n8n's nodes read it. */
const bufferOf = (binary: IBinaryData | undefined): Promise<Buffer> =>
	Container.get(BinaryDataService).getAsBuffer(binary ?? { data: '', mimeType: '' });

const PERSISTENCES: Persistence[] = ['memory', 'scheduled', 'durable'];

describe('what a poll costs', () => {
	it.each([
		['all types', {}, ['/events', '/events/latest']],
		['one type', { events: ['update'] }, ['/events', '/events/latest']],
		['Catch Up off', { options: { catchUp: false } }, ['/events/latest']],
	])('%s: an idle poll', async (_, parameters, expected) => {
		const trigger = active({ parameters });
		eventIds(5);
		await trigger.publish();
		await trigger.tick();
		sandbox.log.clear();
		expect(await trigger.tick()).toBeNull();
		expect(requests()).toEqual(expected);
	});

	it('two types: a series for each', async () => {
		const trigger = active({ parameters: { events: ['update', 'confirm'] } });
		await trigger.publish();
		sandbox.log.clear();
		await trigger.tick();
		expect(sandbox.log.all().map(({ path, query }) => [path, query.type])).toEqual([
			['/v1/events', 'update'],
			['/v1/events', 'confirm'],
			['/v1/events/latest', 'update'],
			['/v1/events/latest', 'confirm'],
		]);
	});

	it('an idle poll leaves the state untouched', async () => {
		const trigger = active({ persistence: 'durable' });
		eventIds(3);
		await trigger.publish();
		await trigger.tick();
		const { stored } = trigger;
		await trigger.tick();
		expect(trigger.stored).toBe(stored);
	});
});

describe.each(PERSISTENCES)('n8n keeps the state: %s', (persistence) => {
	it('delivers what has not been received, and then what comes, each once', async () => {
		const first = eventIds(4);
		const trigger = active({ persistence });
		await trigger.publish();
		expect(trigger.ids).toEqual(first);
		later(MINUTE);
		const next = eventIds(3);
		await trigger.tick();
		await trigger.tick();
		await trigger.restart();
		expect(trigger.ids).toEqual([...first, ...next]);
	});

	it('hands over again what n8n threw away, also of the first poll', async () => {
		const trigger = active({ persistence });
		const first = eventIds(2);
		await trigger.publish('activate', 'discard');
		later(MINUTE);
		await trigger.tick('discard');
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(first);

		const old = new Date(sandbox.clock.now() - 24 * 60 * MINUTE).toISOString();
		sandbox.seed({ events: [{ event_id: 'late', event_time: old, type: 'confirm' }] });
		await trigger.tick('discard');
		await trigger.restart();
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual([...first, 'late']);
	});

	it('goes on where n8n was killed', async () => {
		const trigger = active({ persistence });
		await trigger.publish();
		if (persistence === 'durable') await trigger.tick();
		later(MINUTE);
		const ids = eventIds(2);
		await trigger.tick('discard');
		const another = active({ persistence, stored: trigger.stored });
		await another.restart();
		expect(another.ids).toEqual(ids);
	});

	it('keeps its place when the node is renamed', async () => {
		const trigger = active({ persistence });
		const ids = eventIds(2);
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		trigger.edit({ name: 'Renamed' });
		if (persistence !== 'durable') trigger.stored = '{}';
		await trigger.publish('update');
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
	});

	it.each([
		['damaged', '{"state":{"version":1,"time":"yesterday"}}'],
		['of an unknown version', '{"state":{"version":99}}'],
		['no state at all', '{"state":"x"}'],
	])('sets a state aside that is %s', async (_, stored) => {
		const trigger = active({ persistence, stored });
		const ids = eventIds(2);
		await trigger.restart();
		expect(trigger.ids).toEqual(ids);
	});
});

it('does nothing while an older poll is under way', async () => {
	const trigger = active();
	await trigger.publish();
	const ids = eventIds(2);
	sandbox.faults.add({ path: '/events', delayMs: 200 });
	const slow = trigger.tick();
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(await trigger.tick()).toBeNull();
	await slow;
	expect(trigger.ids).toEqual(ids);
});

it('two workflows on the same account both receive every event', async () => {
	const triggers = [active(), active()];
	for (const trigger of triggers) await trigger.publish();
	const expected: string[] = [];
	for (let round = 0; round < 5; round++) {
		later(MINUTE);
		expected.push(...eventIds(3));
		for (const trigger of round % 2 ? triggers : [...triggers].reverse()) await trigger.tick();
	}
	for (const { ids } of triggers) expect(ids).toEqual(expected);
});

describe('a large backlog', () => {
	it.each(['asc', 'desc'] as const)(
		'of 20,000 events arrives in order, 1,000 at a time: history %s',
		async (eventOrder) => {
			for (const historyMarksReceived of [true, false]) {
				sandbox.reset({ eventOrder, historyMarksReceived, logBodies: false });
				const { eventIds: ids } = sandbox.seed({ events: 20_000, eventTypes: ['update'], eventsStepMs: 700 });
				const startFrom = new Date(sandbox.clock.now() - 6 * 60 * MINUTE).toISOString();
				const trigger = active({ persistence: 'durable', parameters: { options: { startFrom } } });
				await trigger.publish();
				let largest = trigger.stored.length;
				for (let polls = 0; polls < 80 && trigger.ids.length < ids.length; polls++) {
					later(MINUTE);
					await trigger.tick();
					largest = Math.max(largest, trigger.stored.length);
				}
				expect(trigger.ids).toEqual(ids);
				expect(Math.max(...trigger.executions.map(({ length }) => length))).toBeLessThanOrEqual(1000);
				expect(largest).toBeLessThan(256 * 1024);
				later(MINUTE);
				expect(await trigger.tick()).toBeNull();
			}
		},
		120_000,
	);

	it('that nobody has received arrives once from the first poll on', async () => {
		const { eventIds: ids } = sandbox.seed({ events: 3500, eventTypes: ['update'] });
		const trigger = active({ persistence: 'scheduled' });
		await trigger.publish();
		for (let polls = 0; polls < 8; polls++) {
			later(MINUTE);
			await trigger.tick();
		}
		expect(trigger.ids).toEqual(ids);
	});
});

describe('documents', () => {
	it('one that is ready at the third poll arrives once, with its event', async () => {
		const trigger = active({ persistence: 'scheduled' });
		await trigger.publish();
		const [id = ''] = eventIds(1, 'documentation');
		sandbox.setDocumentation(id, 'not_generated');
		later(MINUTE);
		expect(await trigger.tick()).toBeNull();
		later(MINUTE);
		expect(await trigger.tick()).toBeNull();
		sandbox.setDocumentation(id, 'ready');
		later(MINUTE);
		const result = await trigger.tick();
		expect(result?.[0]).toMatchObject([
			{
				json: { event_id: id, documentation_status: 'downloaded' },
				binary: { data: { mimeType: 'application/pdf', fileExtension: 'pdf' } },
			},
		]);
		later(MINUTE);
		expect(await trigger.tick()).toBeNull();
	});

	it.each(['memory', 'scheduled', 'durable'] as const)(
		'one that never is arrives once, when the wait is over: %s',
		async (persistence) => {
			const trigger = active({ persistence, parameters: { options: { documentationWait: 30 } } });
			await trigger.publish();
			const [id = ''] = eventIds(1, 'documentation');
			sandbox.setDocumentation(id, 'not_generated');
			for (let polls = 0; polls < 40; polls++) {
				later(MINUTE);
				await trigger.tick();
				expect(trigger.ids).toHaveLength(polls < 30 ? 0 : 1);
			}
			expect(trigger.executions[0]?.[0]?.json).toMatchObject({
				event_id: id,
				documentation_status: 'not_generated',
			});
		},
	);

	it('says what became of each', async () => {
		const trigger = active({ parameters: { options: { documentationWait: 0 } } });
		await trigger.publish();
		const [pending = '', missing = '', gone = '', failing = '', ready = ''] = eventIds(5, 'documentation');
		sandbox.setDocumentation(pending, 'not_generated');
		sandbox.setDocumentation(gone, 'gone');
		sandbox.faults.add({
			path: `/documentation/*/${missing}`,
			times: Infinity,
			status: 404,
			body: { message: 'no' },
		});
		sandbox.faults.add({ path: `/documentation/*/${failing}`, times: Infinity, status: 400 });
		later(MINUTE);
		const [items = []] = (await trigger.tick()) ?? [];
		const statuses = Object.fromEntries(items.map(({ json }) => [json.event_id, json.documentation_status]));
		expect(statuses).toEqual({
			[pending]: 'not_generated',
			[missing]: 'not_found',
			[gone]: 'gone',
			[failing]: 'unavailable',
			[ready]: 'downloaded',
		});
	});

	it('are skipped where downloads are off', async () => {
		const trigger = active({ parameters: { downloadDocumentation: false } });
		eventIds(1, 'documentation');
		const result = await trigger.publish();
		expect(result?.[0]?.[0]?.json.documentation_status).toBe('skipped');
		expect(requests().filter((path) => path.startsWith('/documentation'))).toEqual([]);
	});

	it('share the room of a poll; a larger one goes alone', async () => {
		sandbox.configure({ pdfBytes: 400_000 });
		const trigger = active({ parameters: { options: { maxAttachmentSize: 1 } } });
		await trigger.publish();
		const ids = eventIds(7, 'documentation');
		const sizes: number[] = [];
		for (let polls = 0; polls < 8; polls++) {
			later(MINUTE);
			const [items = []] = (await trigger.tick()) ?? [];
			sizes.push(items.length);
		}
		expect(sizes.filter(Boolean)).toEqual([2, 2, 2, 1]);
		expect(trigger.ids).toEqual(ids);

		sandbox.configure({ pdfBytes: 3_000_000 });
		const [large] = eventIds(1, 'documentation');
		later(MINUTE);
		const [items = []] = (await trigger.tick()) ?? [];
		expect(items).toMatchObject([{ json: { event_id: large, documentation_status: 'downloaded' } }]);
	});

	it('go one by one where a poll has no room at all', async () => {
		const trigger = active({ parameters: { options: { maxAttachmentSize: 0 } } });
		await trigger.publish();
		const ids = eventIds(3, 'documentation');
		for (let polls = 0; polls < 4; polls++) {
			later(MINUTE);
			await trigger.tick();
		}
		expect(trigger.executions.map(({ length }) => length)).toEqual([1, 1, 1]);
		expect(trigger.ids).toEqual(ids);
	});

	it.each(['execution', 'binaryStorage'])('can be read by any node: %s', async (attachmentStorage) => {
		const trigger = active({ parameters: { binaryPropertyName: 'pdf', options: { attachmentStorage } } });
		eventIds(1, 'documentation');
		const [items = []] = (await trigger.publish()) ?? [];
		const binary = items[0]?.binary?.pdf;
		expect(binary).toMatchObject({ mimeType: 'application/pdf', fileType: 'pdf', fileExtension: 'pdf' });
		expect(Object.hasOwn(binary ?? {}, 'id')).toBe(attachmentStorage === 'binaryStorage');
		const buffer = await bufferOf(binary);
		expect(buffer.subarray(0, 5).toString()).toBe('%PDF-');
		expect(binary?.bytes ?? buffer.length).toBe(buffer.length);
	});

	it('a broken download is tried again', async () => {
		const trigger = active();
		await trigger.publish();
		const [id] = eventIds(1, 'documentation');
		sandbox.faults.add({ path: '/documentation/*', truncate: 100 });
		later(MINUTE);
		expect(await trigger.tick()).toBeNull();
		later(MINUTE);
		expect((await trigger.tick())?.[0]).toMatchObject([
			{ json: { event_id: id, documentation_status: 'downloaded' } },
		]);
	});
});

describe('a test event in the editor', () => {
	it('is a documentation event with its PDF, and takes nothing away', async () => {
		sandbox.configure({ historyMarksReceived: false });
		const running = active({ persistence: 'memory' });
		await running.publish();
		const { eventIds: ids } = sandbox.seed({ events: 6 });
		sandbox.log.clear();
		const items = await running.fetchTestEvent();
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ json: { type: 'documentation', documentation_status: 'downloaded' } });
		expect(requests()).not.toContain('/events/latest');
		later(MINUTE);
		await running.tick();
		expect(running.ids).toEqual(ids);
	});

	it('is of a chosen kind', async () => {
		sandbox.seed({ events: 6 });
		const [item] = await active({ parameters: { events: ['confirm'], simplify: true } }).fetchTestEvent();
		expect(item?.json).toMatchObject({ type: 'confirm' });
		expect(Object.keys(item?.json ?? {}).length).toBeLessThanOrEqual(10);
		expect(requests()).toEqual(['/events']);
	});

	it('explains why there is none', async () => {
		await expect(active().fetchTestEvent()).rejects.toMatchObject({
			message: 'There is no event to show yet',
			description: expect.stringContaining('Trigger Test Event') as string,
		});
	});
});

describe('failures', () => {
	const failing = (fault: object) => sandbox.faults.add({ path: '/events*', times: Infinity, ...fault });

	it.each([
		['500', { status: 500 }],
		['429', { status: 429, headers: { 'retry-after': '300' } }],
		['a reset', { reset: 'before' }],
	])(
		'%s does not keep a workflow from being published, and is no end',
		async (_, fault) => {
			const trigger = active();
			failing(fault);
			expect(await trigger.publish('activate')).toBeNull();
			sandbox.faults.clear();
			const ids = eventIds(2);
			later(MINUTE);
			await trigger.tick();
			expect(trigger.ids).toEqual(ids);
		},
		30_000,
	);

	it('a refused key does, but not when n8n starts', async () => {
		const credentials = { baseUrl: sandbox.baseUrl, apiKey: 'wrong' };
		await expect(active({ credentials }).publish('activate')).rejects.toThrow(
			'The service refused the API key',
		);
		await expect(active({ credentials }).publish('init')).resolves.toBeNull();
		await expect(active({ credentials }).publish('update')).resolves.toBeNull();
	});

	it.each([
		[401, 'credential-invalid'],
		[429, 'rate-limited'],
		[500, 'temporarily-unavailable'],
	])(
		'a later poll throws %i with its cause',
		async (status, cause) => {
			const trigger = active();
			await trigger.publish();
			const { stored } = trigger;
			failing({ status, headers: { 'retry-after': '90' } });
			const error = (await trigger.tick().catch((caught: unknown) => caught)) as NodeApiError;
			expect(error.httpCode).toBe(String(status));
			expect((error as { failure?: { cause: string } }).failure?.cause).toBe(declared(cause));
			expect(trigger.stored).toBe(stored);
		},
		30_000,
	);

	it('what is in hand is delivered although the rest failed', async () => {
		const trigger = active();
		await trigger.publish();
		const ids = eventIds(2);
		sandbox.faults.add({ path: '/events/latest', times: Infinity, status: 400 });
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
	});

	it.each([
		[{ events: [] }, 'The list of Events is empty'],
		[{ options: { startFrom: 'soon' } }, 'The Start From is not a date'],
		[{ options: { maxEvents: 0 } }, 'The Max Events is not a number from 1 on'],
	])('settings that cannot be meant: %j', async (parameters, message) => {
		await expect(active({ parameters }).publish('activate')).rejects.toThrow(message);
		expect(requests()).toEqual([]);
	});
});
