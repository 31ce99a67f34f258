/* eslint-disable */
/** Retakes the two pictures of the README: `npm --prefix workshop run pictures`. */
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import type { Editor } from '../e2e/browser';
import { consentNode, execute, openNode, openWorkflow, output, START } from '../e2e/editor';
import { shoot, SHOOTING, still } from './editor';

const SIZE = { width: 1280, height: 720 };

const SHEET = [
	['1001', 'Ada', 'Lovelace', 'ada@example.com'],
	['1002', 'Alan', 'Turing', 'alan@example.com'],
	['1003', 'Grace', '', 'grace@example.com'],
	['1004', 'Emmy', 'Noether', 'emmy@example.com'],
].map(([number, first, last, mail]) => ({
	'Customer no.': number,
	'First name': first,
	'Last name': last,
	'E-mail': mail,
}));

const COLUMNS = {
	mappingMode: 'defineBelow',
	value: {
		id: "={{ $json['Customer no.'] }}",
		first_name: "={{ $json['First name'] }}",
		last_name: "={{ $json['Last name'] }}",
		work_emails: "={{ $json['E-mail'] }}",
	},
	matchingColumns: [],
	schema: [],
};

async function take(editor: Editor, name: string): Promise<void> {
	await still(editor);
	await editor.page.screenshot({ path: join(ROOT, 'docs', 'images', name), ...SHOOTING });
}

/** A sheet whose columns are mapped to the fields of a contact. One row is refused. */
async function upload(editor: Editor): Promise<void> {
	const node = { ...consentNode('contactConsent', { columns: COLUMNS }), onError: 'continueErrorOutput' };
	await openWorkflow(editor, 'Customers to contacts', [START, node], SHEET);
	await openNode(editor, node.name);
	await execute(editor);
	const result = output(editor.page);
	await result.getByTestId('node-run-info').waitFor();
	await result.getByTestId('tab-1').click();
	await result.getByTestId('radio-button-schema').click();
	await result
		.getByText(/^There is no contact with the ID/)
		.first()
		.scrollIntoViewIfNeeded();
	await editor.page.getByTestId('parameter-input-work_emails').scrollIntoViewIfNeeded();
}

/** The trigger and a node that writes its PDFs, after an execution. */
async function filed(editor: Editor): Promise<void> {
	const { page } = editor;
	const fileName = '=.n8n-files/documents/{{ $binary.data.fileName }}';
	await openWorkflow(editor, 'File consent PDFs', [
		consentNode('contactConsentTrigger', { events: ['documentation'] }),
		{
			name: 'Write File',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1,
			parameters: { operation: 'write', fileName },
		},
	]);
	await page.getByTestId('canvas-node').nth(1).waitFor();
	await page.getByTestId('logs-overview-header').click();
	await page.getByTestId('execute-workflow-button').click();
	await page.getByText('Workflow executed successfully').waitFor();
	await page
		.getByTestId('logs-panel')
		.getByText(/\.pdf$/)
		.first()
		.waitFor();
	await page.getByTestId('zoom-to-fit').click();
}

shoot(async (editor) => {
	await editor.page.setViewportSize(SIZE);
	await upload(editor);
	await take(editor, 'upload.png');
	await filed(editor);
	await take(editor, 'filed.png');
});
