/* eslint-disable */
/** The service has done what a request asked for, and its answer was lost. The report tells it as if it had arrived. */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/operations';
import { executed, fakeN8n } from '../support/fake-n8n';
import { pass, stillTime } from '../support/still-time';

const MINUTE = 60_000;

stillTime({ now: Date.parse('2026-06-01T12:00:00Z') });

/** Runs an operation on one contact. The service takes the first upload, and gives no answer within a minute. */
async function run(stored: IDataObject, operation: string, parameters: IDataObject, item: IDataObject) {
	let contact: IDataObject = { id: 'a', first_name: 'Ada', last_name: 'Lovelace', ...stored };
	let posts = 0;
	const { context, hints } = fakeN8n({
		input: [item],
		continues: true,
		parameters: { resource: 'contact', operation, ...parameters },
		async request({ method = 'GET', body }) {
			const headers = { 'request-id': 'r', 'operation-id': 'o' };
			if (method !== 'POST') return { statusCode: 200, headers, body: structuredClone(contact) };
			posts++;
			[contact = {}] = structuredClone(body) as unknown as IDataObject[];
			await new Promise((resolve) => setTimeout(resolve, MINUTE + 1));
			return { statusCode: 504, headers, body: { message: 'no' } };
		},
	});
	const running = executed(context, resources);
	await pass(10 * MINUTE);
	const { items = [], error } = await running;
	return { item: items[0], error, posts, contact, hint: hints.map(({ message }) => message).join(' ') };
}

const GRANTED = { type: 'news', granted: true, granted_at: '2026-01-10T10:00:00Z' };

it('Set Consent tells the state before, and that it has changed it', async () => {
	const { item, posts, hint } = await run(
		{ documentation: { consents: [GRANTED] } },
		'setConsent',
		{
			contactId: { mode: 'id', value: 'a' },
			consentType: { mode: 'text', value: 'news' },
			consentState: 'withdrawn',
			options: { waitUntilFinished: false },
		},
		{},
	);
	expect(posts).toBe(1);
	expect(item).toMatchObject({ was: true, granted: false, changed: true });
	expect(hint).toContain('news: withdrawn (was granted).');
});

it('Undo Upload tells what it has put back', async () => {
	const { item, posts, contact, hint } = await run(
		{ company: 'Other' },
		'undoUpload',
		{ changesInput: '={{ $json }}', options: { waitUntilFinished: false } },
		{ id: 'a', change: 'changed', changes: { company: { from: 'Muster', to: 'Other' } } },
	);
	expect([posts, contact.company]).toEqual([1, 'Muster']);
	expect(item).toMatchObject({
		change: 'changed',
		undone: { company: { from: 'Other', to: 'Muster' } },
	});
	expect(item).not.toHaveProperty('left_alone');
	expect(hint).toContain('1 value put back. ');
});

it('Consent Columns count what they have granted', async () => {
	const columns = [{ column: 'News', type: 'news' }];
	const { item, posts, hint } = await run(
		{},
		'upsert',
		{
			inputMode: 'map',
			columns: { mappingMode: 'autoMapInputData', value: null },
			fieldsNotSent: 'keep',
			options: { consents: { values: columns }, waitUntilFinished: false },
		},
		{ id: 'a', News: 'yes' },
	);
	expect(posts).toBe(1);
	expect(item).toMatchObject({ change: 'changed' });
	expect(hint).toMatch(/news: 1 granted/);
});
