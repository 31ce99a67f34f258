/* eslint-disable */
/** The trigger in n8n's editor: from the nodes panel to a published workflow that delivers. */
import { readFile } from 'node:fs/promises';

import type { Download } from 'playwright-core';

import { finished, itemsOf } from '../playground/executions';
import { published } from '../playground/provision';
import { EVERY_10_SECONDS } from '../playground/trigger-workflow';
import {
	closeNode,
	consentNode,
	execute,
	openNode,
	openNodesPanel,
	openWorkflow,
	output,
	searchNodes,
	tableWith,
} from './editor';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';
import { sentence } from '../../test/support/sentences';

const editor = useEditor('e2e-editor-trigger');

const TRIGGER = 'Contact Consent Trigger';
const END = { name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} };

const taken = () => editor().playground.sandbox.log.count({ path: '/events/latest' });

/** The sandbox's own PDF of the event in the output. */
async function served(contactId: unknown, eventId: unknown): Promise<Buffer> {
	const { sandbox } = editor().playground;
	const response = await fetch(`${sandbox.url}/documentation/${String(contactId)}/${String(eventId)}`, {
		headers: { authorization: sandbox.apiKey },
	});
	expect(response.headers.get('content-type')).toMatch(/^application\/pdf/);
	return Buffer.from(await response.arrayBuffer());
}

/** Fetches a test event, looks at its file and downloads it. */
async function fetchAndDownload(): Promise<{ download: Download; bytes: Buffer; expected: Buffer }> {
	const { page } = editor();
	const execution = await execute(editor());
	const [item] = itemsOf(execution, TRIGGER);
	expect(item?.json).toMatchObject({ type: 'documentation', documentation_status: 'downloaded' });
	await output(page).getByTestId('radio-button-binary').click();
	const file = output(page).getByTestId('ndv-binary-data_0');
	await file
		.getByText(`consents-${String(item?.json.contact_id)}-${String(item?.json.event_id)}.pdf`)
		.waitFor();
	await file.getByText('application/pdf').waitFor();
	const downloading = page.waitForEvent('download');
	await file.getByTestId('ndv-download-binary-data').click();
	const download = await downloading;
	const bytes = await readFile(await download.path());
	return { download, bytes, expected: await served(item?.json.contact_id, item?.json.event_id) };
}

inEditor(
	editor,
	'a person adds a trigger for one kind of event and fetches a test event with its PDF',
	async () => {
		const { page, playground } = editor();
		playground.sandbox.log.clear();
		await openNodesPanel(editor());
		await searchNodes(editor(), 'consent');
		const panel = page.getByTestId('node-creator');
		await panel.getByTestId('node-creator-action-item').first().click();
		await panel.getByText('On consent pdf created', { exact: true }).click();
		const events = page.getByTestId('ndv').getByTestId('parameter-input-events');
		await events.getByText('Consent PDF Created').waitFor();
		expect(await events.getByText('Contact Updated').count()).toBe(0);

		const { download, bytes, expected } = await fetchAndDownload();
		expect(download.suggestedFilename()).toMatch(/^consents-.*\.pdf$/);
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		expect(bytes.equals(expected)).toBe(true);
		expect(taken()).toBe(0);
	},
);

inEditor(editor, 'if an account has no events, the editor says what to do', async () => {
	const { page, playground } = editor();
	playground.sandbox.faults.add({ path: '/events', status: 200, body: [], times: Infinity });
	await openWorkflow(editor(), 'Empty', [consentNode('contactConsentTrigger', {}), END]);
	await openNode(editor(), TRIGGER);
	await page.getByTestId('node-execute-button').click();
	await output(page).getByTestId('node-error-message').getByText(sentence('noEventYet')).waitFor();
	const advice = await output(page).getByTestId('node-error-description').innerText();
	expect(advice).toContain('Trigger Test Event');
	playground.sandbox.faults.clear();
});

inEditor(
	editor,
	'a published workflow delivers every event, also one that was fetched as a test event',
	async () => {
		const { page, playground } = editor();
		const { api, sandbox } = playground;
		const trigger = consentNode('contactConsentTrigger', {
			events: ['update', 'confirm'],
			pollTimes: EVERY_10_SECONDS,
		});
		const id = await openWorkflow(editor(), 'Deliver', [trigger, END]);
		await page.getByTestId('workflow-open-publish-modal-button').click();
		await page.getByTestId('workflow-publish-button').click();
		await page.getByText('From now on, this workflow starts for the events that are chosen').waitFor();
		await page.getByRole('button', { name: 'Got it' }).click();
		await published(api, id);

		sandbox.seed({ events: [{ event_id: 'fresh-1', type: 'update' }] });
		await openNode(editor(), TRIGGER);
		// The output has the newest event of each chosen kind.
		const shown = itemsOf(await execute(editor()), TRIGGER).map(({ json }) => json);
		expect(shown.map(({ type }) => type).sort()).toEqual(['confirm', 'update']);
		expect(shown.map(({ event_id }) => event_id)).toContain('fresh-1');
		await tableWith(page, 'fresh-1');
		await closeNode(editor());

		const delivered = async () => {
			for (const { id: execution, mode } of await api.executions(id)) {
				if (mode !== 'trigger') continue;
				const items = itemsOf(await finished(api, execution), 'End');
				if (items.some(({ json }) => json.event_id === 'fresh-1')) return true;
			}
			return undefined;
		};
		await eventually(delivered, 'the event in an execution of the published workflow');
		await page.getByTestId('radio-button-executions').click();
		await page.getByText('Succeeded').first().waitFor();
	},
);
