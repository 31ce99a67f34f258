/** Which events a list reads: how many, of which types, from which period. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, withoutJitter } from '../support/action';

const bench = actionBench();
withoutJitter();

const history = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getMany', ...more });
const latest = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getLatest', ...more });
const limits = () => bench.sandbox.log.all().map(({ query }) => Number(query.limit));
const idsOf = (json: IDataObject[]) => json.map(({ event_id }) => event_id);

describe('the number of requests and items is right', () => {
	const [ALL, OF_2] = [{ returnAll: true }, { options: { pageSize: 2 } }];

	it.each([
		{ list: history, events: 120, given: {}, put: 50, asked: [50] },
		{ list: history, events: 5, given: { ...ALL, ...OF_2 }, put: 5, asked: [2, 2, 2] },
		{ list: latest, events: 5, given: {}, put: 5, asked: [50, 45] },
		{ list: latest, events: 4, given: { ...ALL, ...OF_2 }, put: 4, asked: [2, 2, 2] },
	])('for $list.name with $events events and $given', async ({ list, events, given, put, asked }) => {
		const { eventIds } = bench.sandbox.seed({ events });
		const { json, error } = await bench.run(list(given));
		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(eventIds.slice(0, put));
		expect(limits()).toEqual(asked);
	});
});

test.each([history, latest])(
	'events whose IDs are numbers without their last digits are all put out: $name',
	async (list) => {
		// Two IDs, as JSON.parse reads them.
		const events = ['a', 'b'].map((id) => ({
			event_id: 2 ** 60,
			type: 'update',
			contact_id: id,
			contact: { id },
		}));
		bench.sandbox.faults.add({ path: /events/, status: 200, body: events });
		const { json } = await bench.run(list({ options: { simplify: false } }));
		expect(json.map(({ contact_id }) => contact_id)).toEqual(['a', 'b']);
	},
);

test('limit 1 over several types gives the newest event if the service lists the newest first', async () => {
	const events = ['update 3', 'update 1', 'confirm 4', 'confirm 2'].map((id) => ({
		event_id: id,
		type: id.split(' ')[0] as 'update',
		event_time: `2026-01-0${id.at(-1)}T00:00:00Z`,
	}));
	bench.sandbox.configure({ eventOrder: 'desc' });
	bench.sandbox.seed({ events });
	const { json } = await bench.run(history({ limit: 1, filters: { types: ['update', 'confirm'] } }));
	expect(idsOf(json)).toEqual(['confirm 4']);
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
		[{ consentType: 'News-Letter', consentGranted: 'granted' }, ['again', 'pdf']],
		[{ consentType: 'NEWS_LETTER ', consentGranted: 'withdrawn' }, ['withdrew', 'confirmed', 'pdf']],
	])('keeps events whose newest consent of the type matches: %j', async (filters, ids) => {
		expect(await found(filters)).toEqual(ids);
	});

	it('that looks like several types and finds nothing is a warning', async () => {
		const run = await bench.run(
			history({ filters: { consentType: 'newsletter, phone', types: ['update', 'confirm'] } }),
		);
		expect([run.json, run.hints.map(({ type }) => type)]).toEqual([[], ['warning']]);
		expect(run.hints[0]?.message).toContain('"newsletter, phone"');
	});

	it('is no warning if a contact has the type in another state, and is one beside events without a contact', async () => {
		bench.sandbox.seed({ events: [...EVENTS, event('comma', [{ type: 'a, b', granted: false }])] as never });
		const warned = async (consentType: string) => {
			const run = await bench.run(history({ filters: { consentType, consentGranted: 'granted' } }));
			return [idsOf(run.json), run.hints.length];
		};
		expect(await warned('A, B')).toEqual([['pdf'], 0]);
		expect(await warned('newsletter, phone')).toEqual([['pdf'], 1]);
	});

	it('is applied before the limit, so pages are read until enough events match', async () => {
		const options = { pageSize: 1 };
		expect(await found(WITHDREW, { limit: 2, options })).toEqual(['withdrew', 'confirmed']);
		expect(limits()).toEqual([1, 1, 1]);
	});

	it('reads whole pages, because few events of a page may match', async () => {
		await found(WITHDREW, { limit: 2 });
		expect(limits()).toEqual([1000]);
	});
});

it('From and To are sent as UTC, for each row', async () => {
	const filters = { from: '={{ $json.when }}', to: '={{ 1769846400000 }}' };
	const items = [{ when: '2026-01-31T08:30:00' }, { when: '2026-01-31T00:30:00' }];
	await bench.run(history({ filters }), { timezone: 'Europe/Berlin', items });
	const asked = bench.sandbox.log.all().map(({ query }) => [query.from, query.to].join(' '));
	const times = ['2026-01-31T07:30:00.000Z', '2026-01-30T23:30:00.000Z'];
	expect(new Set(asked)).toEqual(new Set(times.map((from) => `${from} 2026-01-31T08:00:00.000Z`)));
});

it.each([history, latest])(
	'$name with PDFs gives each event a status, and a missing PDF fails no event',
	async (list) => {
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
		const { outputs, error } = await bench.run(
			list({ options: { downloadDocumentation: true, binaryPropertyName: 'pdf' } }),
		);
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
	},
);
