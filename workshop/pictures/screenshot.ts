/* eslint-disable */
/**
 * Pictures of n8n's editor to look at, light and dark: the nodes' panels, their results, the recipes.
 *
 *     npx tsx workshop/pictures/screenshot.ts <folder>
 *     npx tsx workshop/pictures/screenshot.ts <folder> wait    only those with "wait" in their names
 *
 * The pictures of the README come from `npm run film`.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { type Playground, startPlayground } from '../playground';
import { STATE } from '../../test/support/paths';
import { terminalReport } from '../n8n/report';
import { type Editor, openEditor } from '../e2e/browser';
import { consentNode, openNode, openWorkflow, START } from '../e2e/editor';
import { operationsWithOptions } from './parameters';
import { canvas, type Scene, SCENES } from './scenes';

const only = process.argv[3];

/** What passes is no part of a picture: notices, the cursor. */
const SHOOTING = {
	animations: 'disabled',
	caret: 'hide',
	style: '.el-notification { display: none }',
} as const;

async function still({ page }: Editor): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.waitForLoadState('networkidle');
}

const panel =
	(parameters: Record<string, unknown>): Scene =>
	async (editor) => {
		await openWorkflow(editor, 'Look', [START, consentNode('contactConsent', parameters)]);
		await openNode(editor, 'Contact Consent');
	};

async function everything(editor: Editor, folder: string): Promise<void> {
	const scenes: Array<[string, Scene]> = [
		...Object.entries(SCENES),
		...Object.keys(editor.playground.workflows).map((name): [string, Scene] => [
			`canvas-${name}`,
			canvas(name),
		]),
		...operationsWithOptions().map(([name, parameters]): [string, Scene] => [
			`panel-${name}`,
			panel(parameters),
		]),
	];
	const shoot = async (file: string) => {
		await still(editor);
		await editor.page.screenshot({ path: join(folder, file), ...SHOOTING });
	};
	for (const [name, scene] of scenes.filter(([name]) => !only || name.includes(only))) {
		await editor.page.emulateMedia({ colorScheme: 'light' });
		await editor.page.setViewportSize({ width: 1400, height: name.startsWith('panel-') ? 1500 : 900 });
		await scene(editor).catch((error: unknown) => console.error(name, error));
		await shoot(`${name}.png`);
		await editor.page.emulateMedia({ colorScheme: 'dark' });
		await shoot(`${name}-dark.png`);
	}
}

async function withEditor(work: (editor: Editor) => Promise<void>): Promise<void> {
	const report = terminalReport();
	const playground: Playground = await startPlayground({
		userFolder: join(STATE, 'e2e'),
		fresh: true,
		n8nPort: 0,
		// Addresses are in the pictures: always the same one.
		sandboxPort: 4010,
		mailPort: 4020,
		report,
	});
	try {
		for (const id of Object.values(playground.workflows))
			await playground.api.unpublish(id).catch(() => undefined);
		const editor = await openEditor(playground);
		await work(editor).finally(async () => await editor.close());
		report.line(`Refused requests: ${[...new Set(editor.refused)].join(', ') || 'none'}`);
	} finally {
		await playground.stop();
	}
}

async function main(): Promise<void> {
	const folder = resolve(process.argv[2] ?? join(STATE, 'pictures', 'editor'));
	await mkdir(folder, { recursive: true });
	await withEditor(async (editor) => await everything(editor, folder));
	console.log(`Pictures: ${folder}`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
