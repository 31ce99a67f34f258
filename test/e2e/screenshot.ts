/**
 * Pictures of the workflows in n8n's editor, after a run: `npx tsx test/e2e/screenshot.ts [folder]`.
 * For looking at; they are not kept in the repository.
 */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type Playground, startPlayground } from '../../playground';
import { STATE } from '../../playground/paths';
import { terminalReport } from '../../playground/report';
import { type Editor, openEditor } from './browser';

/** Workflow → the nodes whose details are worth a picture. */
const PICTURES: Record<string, string[]> = {
	'contacts-from-csv': ['Create or Update Contacts', 'Result', 'Refused'],
	'trigger-test-event': ['Trigger Test Event'],
	'consent-documents-to-files': ['Contact Consent Trigger'],
};

async function picture({ page }: Editor, folder: string, name: string): Promise<void> {
	// Toasts and animations come to rest.
	await page.waitForTimeout(1_500);
	await page.screenshot({ path: join(folder, `${name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}.png`) });
}

async function photograph(editor: Editor, { url, workflows }: Playground, name: string, folder: string) {
	const { page } = editor;
	await page.goto(`${url}/workflow/${workflows[name]}`);
	await page.locator('.vue-flow__node').first().waitFor();
	if (name !== 'consent-documents-to-files') {
		await page.getByRole('button', { name: 'Execute workflow' }).last().click();
		await page
			.getByText(/executed successfully/i)
			.first()
			.waitFor({ timeout: 60_000 });
	}
	await picture(editor, folder, name);
	for (const node of PICTURES[name] ?? []) {
		await page
			.locator('.vue-flow__node')
			.filter({ has: page.getByText(node, { exact: true }) })
			.dblclick({ position: { x: 40, y: 40 } });
		await picture(editor, folder, `${name}-${node}`);
		await page.keyboard.press('Escape');
	}
}

async function main(): Promise<void> {
	const folder = resolve(process.argv[2] ?? join(tmpdir(), 'contact-consent-pictures'));
	await mkdir(folder, { recursive: true });
	const report = terminalReport();
	const playground = await startPlayground({
		userFolder: join(STATE, 'e2e'),
		fresh: true,
		n8nPort: 0,
		sandboxPort: 0,
		report,
	});
	try {
		const editor = await openEditor(playground);
		try {
			for (const name of Object.keys(PICTURES)) await photograph(editor, playground, name, folder);
		} catch (error) {
			await picture(editor, folder, 'failure');
			throw error;
		} finally {
			report.line(
				`Pictures: ${folder}\nRefused requests: ${[...new Set(editor.refused)].join(', ') || 'none'}`,
			);
			await editor.close();
		}
	} finally {
		await playground.stop();
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
