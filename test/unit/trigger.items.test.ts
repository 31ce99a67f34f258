/** What an execution gets, and what "Fetch Test Event" shows. */
import type { IPollFunctions } from 'n8n-workflow';

import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { fetchTestEvents, toItem } from '../../nodes/ContactConsent/trigger/items';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { SERVICE, ServiceModel, type ModelRequest } from '../model/service';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an item', () => {
	const event = toTriggerEvent({ event_id: 'e', event_time: '2026-03-01T00:00:00Z', type: 'update' }, 0);
	const settings = { simplify: false, binaryPropertyName: 'file' } as Settings;

	it('of an event is the event alone, as a copy', () => {
		const item = toItem({ event }, settings);
		expect(item).toStrictEqual({ json: event.raw });
		expect(item.json).not.toBe(event.raw);
	});

	it('of a document says what became of it, and holds the PDF and the contact', () => {
		const binary = { data: '', mimeType: 'application/pdf' };
		const contact = { id: 'c' };
		expect(toItem({ event, status: 'downloaded', binary, contact }, settings)).toStrictEqual({
			json: { ...event.raw, contact, documentation_status: 'downloaded' },
			binary: { file: binary },
		});
	});
});

function testEventsOf(settings: Partial<Settings> = {}) {
	const model = new ServiceModel(SERVICE, NOW);
	const asked: string[] = [];
	const deadlines = new Set<unknown>();
	const send = async ({ path, query = {} }: ModelRequest, { deadline }: { deadline?: number } = {}) => {
		deadlines.add(deadline);
		const { from, limit } = query;
		asked.push(
			path[0] === 'events' ? `${(NOW - Date.parse(String(from))) / HOUR} h, ${limit}` : String(path[2]),
		);
		return (await model.ask({ path, query }, Infinity)) as ServiceResponse<never>;
	};
	const poll = {
		settings: {
			kinds: ['update', 'confirm', 'documentation'],
			pageSize: 50,
			startFrom: undefined,
			simplify: true,
			download: true,
			addContact: false,
			consentType: '',
			consentGranted: 'any',
			attachmentStorage: 'execution',
			maxAttachmentBytes: 1e6,
			binaryPropertyName: 'data',
			...settings,
		},
		send: send as unknown as Send,
		now: () => NOW,
		lists: NOW + 1000,
		end: NOW + 2000,
	} as unknown as Poll;
	const context = { getNode: () => ({ name: 'Trigger' }) } as unknown as IPollFunctions;
	const fetch = async () => (await fetchTestEvents(context, poll)).flat();
	const idsOf = async () => (await fetch()).map(({ json }) => json.event_id);
	return { model, poll, asked, deadlines, fetch, idsOf };
}

const ONE = { kinds: ['update' as const] };

describe('Fetch Test Event', () => {
	it('shows the newest of each kind, in the order of time', async () => {
		const { model, asked, idsOf, deadlines } = testEventsOf();
		model.add(NOW - 5000, 'documentation');
		model.add(NOW - 2000, 'confirm');
		model.add(NOW - 4000, 'confirm');
		model.add(NOW - 3000, 'update');
		expect(await idsOf()).toEqual(['e1', 'e4', 'e2']);
		expect(asked).toEqual(['1 h, 50', '1 h, 50', '1 h, 50', 'e1']);
		expect([...deadlines]).toEqual([NOW + 1000, NOW + 2000]);
	});

	it.each([
		['the last hour', 59 * MINUTE, ['1 h, 50']],
		['the last day', 23 * HOUR, ['1 h, 50', '24 h, 50']],
		['the last 30 days', 29 * DAY, ['1 h, 50', '24 h, 50', '720 h, 50']],
	])('looks in %s', async (_, age, requests) => {
		const { model, asked, idsOf } = testEventsOf(ONE);
		model.add(NOW - age, 'update');
		expect(await idsOf()).toEqual(['e1']);
		expect(asked).toEqual(requests);
	});

	it.each([
		['two hours ago', 2 * HOUR, ['1 h, 50', '2 h, 50']],
		['60 days ago', 60 * DAY, ['1 h, 50', '24 h, 50', '1440 h, 50']],
		['ten minutes ago', 10 * MINUTE, [`${1 / 6} h, 50`]],
	])('looks no further than Start From: %s', async (_, age, requests) => {
		const { model, asked, idsOf } = testEventsOf({ ...ONE, startFrom: NOW - age });
		model.add(NOW - age, 'update');
		model.add(NOW - age - 1, 'update');
		expect(await idsOf()).toEqual(['e1']);
		expect(asked.slice(0, requests.length)).toEqual(requests);
	});

	it('leaves out other kinds, should the service not filter', async () => {
		const { model, idsOf } = testEventsOf(ONE);
		model.add(NOW - 1000, 'confirm');
		model.add(NOW - 2000, 'update');
		const ask = model.ask.bind(model);
		model.ask = ({ path, query }, deadline) => ask({ path, query: { ...query, type: undefined } }, deadline);
		expect(await idsOf()).toEqual(['e2']);
	});

	it('prefers what passes the filter, and shows what does not where nothing passes', async () => {
		const { model, idsOf } = testEventsOf({ ...ONE, consentType: 'news' });
		model.add(NOW - 1000, 'update', { consents: [{ type: 'phone', granted: true }] });
		expect(await idsOf()).toEqual(['e1']);
		model.add(NOW - 2000, 'update', { consents: [{ type: 'news', granted: true }] });
		expect(await idsOf()).toEqual(['e2']);
	});

	it('prefers a document that has its PDF among the three newest', async () => {
		const { model, idsOf, asked, fetch } = testEventsOf({ kinds: ['documentation'] });
		model.add(NOW - 5000, 'documentation');
		model.add(NOW - 4000, 'documentation');
		model.add(NOW - 3000, 'documentation', { document: 'never' });
		model.add(NOW - 2000, 'documentation', { document: 'never' });
		expect(await idsOf()).toEqual(['e2']);
		expect(asked).toEqual(['1 h, 50', 'e4', 'e3', 'e2']);
		model.add(NOW - 1000, 'documentation', { document: 'never' });
		expect(await fetch()).toMatchObject([
			{ json: { event_id: 'e5', documentation_status: 'not_generated' } },
		]);
	});

	it.each([
		[undefined, /from the last 30 days\. Let a contact confirm or update their data, or/],
		[NOW - DAY, /from 'Start From' on\. Choose an earlier time, or/],
	])('says where it has looked: Start From %s', async (startFrom, description) => {
		const { fetch } = testEventsOf({ startFrom });
		await expect(fetch()).rejects.toMatchObject({
			message: 'There is no event to show yet',
			description: expect.stringMatching(description) as string,
		});
	});
});
