/* eslint-disable */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { finished, itemsOf } from '../playground/executions';
import { exampleNames } from '../../examples';
import { published } from '../playground/provision';
import { madeUpContacts, toCsv } from './made-up-contacts';
import { eventually, usePlayground } from './playground';
import { stageOn } from './recipes/stage';

const RUN_WITHIN_MS = 180_000;

const playground = usePlayground();

const { idOf, run } = stageOn(playground);

test('a start creates the owner, the credential and the workflows', async () => {
	const { api, workflows } = playground();
	expect(Object.keys(workflows).sort()).toEqual(exampleNames);
	expect(await api.ownerIsMissing()).toBe(false);
	const credentials = await api.credentials();
	expect(credentials.map(({ type }) => type).sort()).toEqual(['contactConsentApi', 'httpBasicAuth']);
	const known = credentials.map(({ id, name, type }) => JSON.stringify({ [type]: { id, name } }));
	const nodes = (
		await Promise.all(Object.values(workflows).map(async (id) => await api.workflow(id)))
	).flatMap((workflow) => workflow.nodes);
	const used = nodes.flatMap((node) => (node.credentials ? [JSON.stringify(node.credentials)] : []));
	expect(new Set(used)).toEqual(new Set(known));
	expect(
		nodes.filter(({ type, credentials }) => type.startsWith('n8n-nodes-contact-consent.') && !credentials),
	).toEqual([]);
});

test("n8n's credential test accepts the right key and calls another one wrong", async () => {
	const { api, sandbox } = playground();
	const tested = async (apiKey: string) => {
		const data = { baseUrl: sandbox.baseUrl, apiKey, authScheme: 'none', ignoreSslIssues: false };
		return await api.testCredential({ name: 'Tested', type: 'contactConsentApi', data });
	};
	expect(await tested(sandbox.apiKey)).toMatchObject({ status: 'OK' });
	const { status, message } = await tested('another');
	expect([status, message]).toEqual(['Error', expect.toSay('wrongKey')]);
});

test(
	'the CSV workflow uploads 2,500 contacts, which are read first, 100 at a time',
	async () => {
		const { folder, sandbox } = playground();
		const rows = madeUpContacts(2_500);
		await writeFile(join(folder.files, 'contacts.csv'), toCsv(rows));
		sandbox.log.clear();

		const execution = await run('contacts-from-csv', 'Start');

		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		const uploads = sandbox.log.all({ method: 'POST', path: '/contacts' });
		expect(uploads.map(({ elements, status }) => [elements, status])).toEqual(Array(25).fill([100, 202]));
		const reads = sandbox.log
			.all({ method: 'GET' })
			.filter(({ path }) => path.startsWith('/v1/contacts/csv-'));
		expect(reads).toHaveLength(2_500);
		expect(itemsOf(execution, 'Refused')).toEqual([]);
		const result = itemsOf(execution, 'Result').map(({ json }) => json);
		expect(result.map(({ id, accepted }) => [id, accepted])).toEqual(rows.map(({ id }) => [id, true]));
		expect(new Set(result.map(({ operation_id }) => operation_id)).size).toBe(25);

		await eventually(
			() => Promise.resolve(sandbox.state().contacts.length >= 2_500 || undefined),
			'the contacts',
		);
		const stored = new Map(sandbox.state().contacts.map((contact) => [contact.id, contact]));
		expect(stored.size).toBe(2_500);
		for (const { id, first_name, last_name, company, work_emails, work_city } of rows) {
			expect(stored.get(id)).toMatchObject({
				first_name,
				last_name,
				company,
				section_work: { emails: [work_emails], addresses: [{ city: work_city }] },
			});
		}
	},
	RUN_WITHIN_MS,
);

test(
	'the published workflow receives a test event and stores its PDF byte for byte',
	async () => {
		const { api, folder, sandbox } = playground();
		const documents = idOf('consent-pdfs-to-files');
		await published(api, documents);

		const triggered = await run('trigger-test-event', 'Start');
		expect(triggered.data.resultData.error).toBeUndefined();
		expect(itemsOf(triggered, 'Trigger Test Event')[0]?.json).toMatchObject({
			triggered: true,
			type: 'update',
		});

		const summary = await eventually(
			async () => (await api.executions(documents)).at(0),
			'an execution',
			90_000,
		);
		const execution = await finished(api, summary.id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });

		const events = sandbox
			.state()
			.events.filter(({ contact_id, type }) => contact_id === 'playground-1' && type === 'documentation');
		const received = itemsOf(execution, 'New Document');
		expect(received.map(({ json }) => json.event_id).sort()).toEqual(
			events.map(({ event_id }) => event_id).sort(),
		);

		const document = events.find(({ type }) => type === 'documentation');
		const served = await fetch(`${sandbox.url}/documentation/playground-1/${document?.event_id}`, {
			headers: { authorization: sandbox.apiKey },
		});
		const pdf = Buffer.from(await served.arrayBuffer());
		expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

		const item = received.find(({ json }) => json.type === 'documentation');
		expect(item?.json.documentation_status).toBe('downloaded');
		expect(item?.binary?.data).toMatchObject({ mimeType: 'application/pdf' });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64').equals(pdf)).toBe(true);

		const [file] = itemsOf(execution, 'Write PDF');
		expect(file?.json.fileName).toMatch(/Lovelace, Ada/);
		const written = await readFile(join(folder.root, String(file?.json.fileName)));
		expect(written.equals(pdf)).toBe(true);
	},
	RUN_WITHIN_MS,
);
