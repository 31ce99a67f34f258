/* eslint-disable */
/** Retakes the two pictures of the README: `npm --prefix workshop run pictures`. */
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import type { Editor } from '../e2e/browser';
import { consentNode, openWorkflow } from '../e2e/editor';
import { shoot, SHOOTING, still } from './editor';
import { SCENES } from './scenes';

const SIZE = { width: 1100, height: 620 };

async function take(editor: Editor, name: string): Promise<void> {
	await still(editor);
	await editor.page.screenshot({ path: join(ROOT, 'docs', 'images', name), ...SHOOTING });
}

/** The trigger, and a node that writes its PDFs, after a run. */
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
	await page.getByTestId('logs-panel').getByText(/\.pdf$/).first().waitFor();
	await page.getByTestId('zoom-to-fit').click();
}

shoot(async (editor) => {
	await editor.page.setViewportSize(SIZE);
	await SCENES['sheet-by-hand']?.(editor);
	await take(editor, 'upload.png');
	await filed(editor);
	await take(editor, 'filed.png');
});
