/** Which events are read: how many, of which types, of which period. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, withoutJitter } from '../support/action';

const bench = actionBench();
withoutJitter();

const history = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getMany', ...more });
const latest = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getLatest', ...more });
const limits = () => bench.sandbox.log.all().map(({ query }) => Number(query.limit));
const types = () => bench.sandbox.log.all().map(({ query }) => query.type ?? null);
const idsOf = (json: IDataObject[]) => json.map(({ event_id }) => event_id);

describe('how much is read', () => {
	const [ALL, OF_2] = [{ returnAll: true }, { options: { pageSize: 2 } }];

	it.each([
		{ list: history, events: 120, given: {}, put: 50, asked: [50] },
		{ list: history, events: 5, given: { ...ALL, ...OF_2 }, put: 5, asked: [2, 2, 2] },
		{ list: latest, events: 5, given: {}, put: 5, asked: [50, 45] },
		{ list: latest, events: 4, given: { ...ALL, ...OF_2 }, put: 4, asked: [2, 2, 2] },
	])('$list.name: $events events, $given', async ({ list, events, given, put, asked }) => {
		const { eventIds } = bench.sandbox.seed({ events });
		const { json, error } = await bench.run(list(given));
		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(eventIds.slice(0, put));
		expect(limits()).toEqual(asked);
	});

	it('takes no more from /events/latest than it puts out, over several types', async () => {
		bench.sandbox.seed({ events: 30 });
		const { json } = await bench.run(latest({ limit: 14, filters: { types: ['confirm', 'update'] } }));
		expect(json.length).toBe(14);
		expect(bench.sandbox.state().events.filter(({ received }) => received).length).toBe(14);
		expect(types()).toEqual(['confirm', 'confirm', 'update']);
		expect(limits()).toEqual([14, 4, 4]);
	});

	it('puts out what earlier items took although a later one fails, with On Error "stop", too', async () => {
		const { eventIds } = bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ path: '/events/latest', after: 1, status: 400 });
		const { error, outputs, hints } = await bench.run(latest({ limit: 2 }), { items: [{}, {}, {}] });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.event_id, pairedItem])).toEqual(
			eventIds.slice(0, 2).map((id) => [id, { item: 0 }]),
		);
		expect(hints).toMatchObject([
			{ type: 'warning', message: expect.stringMatching(/^Row 2 of the input failed/) as string },
		]);
		expect(bench.requests().length).toBe(2);
	});
});

describe('types', () => {
	it.each(['asc', 'desc', 'shuffled'] as const)(
		'merges two types by time, then by ID, however the service lists them (%s)',
		async (eventOrder) => {
			bench.sandbox.configure({ eventOrder });
			const event_time = '2026-01-01T00:00:00Z';
			bench.sandbox.seed({
				events: [
					...['d', 'b', 'f'].map((event_id) => ({ event_id, event_time, type: 'confirm' as const })),
					...['c', 'a', 'e'].map((event_id) => ({ event_id, event_time, type: 'update' as const })),
					{ event_id: 'before', event_time: '2025-12-31T00:00:00Z', type: 'update' },
				],
			});
			const filters = { types: ['confirm', 'update'] };
			const { json } = await bench.run(history({ returnAll: true, filters }));
			expect(idsOf(json)).toEqual(['before', 'a', 'b', 'c', 'd', 'e', 'f']);
		},
	);
});

describe('the consent filter of Get Many', () => {
	const event = (event_id: string, consents: IDataObject[], type = 'update') => ({
		event_id,
		type,
		contact_id: event_id,
		contact: contact(event_id, { documentation: { consents } }),
	});
	const newsletter = (granted: boolean, granted_at?: string) => ({ type: 'newsletter', granted, granted_at });
	const EVENTS = [
		event('again', [newsletter(false, '2026-01-01T00:00:00Z'), newsletter(true, '2026-02-01T00:00:00Z')]),
		event('withdrew', [newsletter(false, '2026-02-01T00:00:00Z'), newsletter(true, '2026-01-01T00:00:00Z')]),
		event('confirmed', [newsletter(false)], 'confirm'),
		event('phone', [{ type: 'phone', granted: false }]),
		event('none', []),
		{ event_id: 'pdf', type: 'documentation', contact_id: 'withdrew' },
	];
	const WITHDREW = { consentType: ' newsletter ', consentGranted: 'withdrawn' };
	const found = async (filters: IDataObject, more: IDataObject = {}) => {
		bench.sandbox.seed({ events: EVENTS as never });
		const run = await bench.run(history({ filters, ...more }));
		expect(run.error).toBeUndefined();
		return idsOf(run.json);
	};

	it.each([
		[{}, ['again', 'withdrew', 'confirmed', 'phone', 'none', 'pdf']],
		[WITHDREW, ['withdrew', 'confirmed', 'pdf']],
		[{ ...WITHDREW, types: ['confirm', 'update'] }, ['withdrew', 'confirmed']],
		[{ consentType: 'newsletter', consentGranted: 'granted' }, ['again', 'pdf']],
	])('by the newest consent of the type, as the event shows it: %j', async (filters, ids) => {
		expect(await found(filters)).toEqual(ids);
	});

	it('comes before the limit: pages are read until so many are found', async () => {
		const options = { pageSize: 1 };
		expect(await found(WITHDREW, { limit: 2, options })).toEqual(['withdrew', 'confirmed']);
		expect(limits()).toEqual([1, 1, 1]);
	});

	it('asks for whole pages, because most of a page may not count', async () => {
		await found(WITHDREW, { limit: 2 });
		expect(limits()).toEqual([1000]);
	});
});

describe('the period', () => {
	const period = async (from: unknown, timezone = 'Europe/Berlin', items?: IDataObject[]) => {
		const run = await bench.run(history({ filters: { from } }), { timezone, items });
		return run.error ?? bench.sandbox.log.last()?.query.from;
	};

	it.each([
		['2026-01-31T08:00:00', '2026-01-31T07:00:00.000Z'],
		['={{ 1769846400000 }}', '2026-01-31T08:00:00.000Z'],
		['={{ $json.when }}', '2026-01-31T07:30:00.000Z'],
	])('%s is sent as %s', async (given, sent) => {
		expect(await period(given, undefined, [{ when: '2026-01-31T08:30:00' }])).toBe(sent);
	});
});

describe.each([
	['getMany', history],
	['getLatest', latest],
])('%s with documentation', (_, list) => {
	const options = { downloadDocumentation: true, binaryPropertyName: 'pdf' };

	it('carries a status for each PDF and never fails for one', async () => {
		const names = ['ready', 'later', 'gone', 'down'];
		bench.sandbox.seed({
			contacts: [contact('c')],
			events: [
				...names.map((event_id) => ({ event_id, contact_id: 'c', type: 'documentation' as const })),
				{ event_id: '..', contact_id: 'c', type: 'documentation' as const },
				{ event_id: 'nameless', contact_id: '', type: 'documentation' as const },
				{ event_id: 'update', contact_id: 'c', type: 'update' as const },
			],
		});
		bench.sandbox.setDocumentation('later', 'not_generated');
		bench.sandbox.setDocumentation('gone', 'gone');
		bench.sandbox.faults.add({ path: '/documentation/c/down', status: 500, times: Infinity });
		const { outputs, error } = await bench.run(list({ options }));
		expect(error).toBeUndefined();
		expect(
			outputs[0]?.map(({ json, binary }) => [
				json.event_id,
				json.documentation_status,
				binary?.pdf?.fileName,
			]),
		).toEqual([
			['ready', 'downloaded', 'consents-c-ready.pdf'],
			['later', 'not_generated', undefined],
			['gone', 'gone', undefined],
			['down', 'unavailable', undefined],
			['..', 'not_found', undefined],
			['nameless', 'not_found', undefined],
			['update', undefined, undefined],
		]);
	});
});
