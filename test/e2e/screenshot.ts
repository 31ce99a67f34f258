/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * Pictures of n8n's editor:
 *
 *     npx tsx test/e2e/screenshot.ts           the five of the documentation, into docs/images
 *     npx tsx test/e2e/screenshot.ts <folder>  everything, light and dark, for looking at
 *
 * A second word after the folder takes only what has it in its name: `docs/images mapping`.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Locator } from 'playwright-core';

import { type Playground, startPlayground } from '../../playground';
import { ROOT, STATE } from '../../playground/paths';
import { terminalReport } from '../../playground/report';
import { type Editor, openEditor } from './browser';
import { consentNode, openNode, openWorkflow, START } from './editor';
import { operationsWithOptions } from './parameters';
import { canvas, DOCUMENTED, RESULTS, type Scene } from './scenes';

const only = process.argv[3];
const IMAGES = join(ROOT, 'docs', 'images');

/** What passes is no part of a picture: notices, the cursor. */
const SHOOTING = {
	animations: 'disabled',
	caret: 'hide',
	style: '.el-notification { display: none }',
} as const;

/** In the documentation neither is what the editor says about itself in tooltips. */
const PLAIN = {
	...SHOOTING,
	style: `${SHOOTING.style} [role=tooltip], [data-reka-popper-content-wrapper] { visibility: hidden !important }`,
};

async function still({ page }: Editor): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.waitForLoadState('networkidle');
}

/** The rectangle around all of the parts. */
async function around(parts: Locator[]) {
	const boxes = (await Promise.all(parts.map(async (part) => await part.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
	const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
	return { x, y, width, height };
}

async function documentation(editor: Editor): Promise<void> {
	await editor.page.setViewportSize({ width: 1500, height: 860 });
	for (const [name, scene] of Object.entries(DOCUMENTED).filter(([name]) => !only || name === only)) {
		const clip = await around(await scene(editor));
		await still(editor);
		await editor.page.screenshot({ path: join(IMAGES, `${name}.png`), clip, ...PLAIN });
	}
}

const panel =
	(parameters: Record<string, unknown>): Scene =>
	async (editor) => {
		await openWorkflow(editor, 'Look', [START, consentNode('contactConsent', parameters)]);
		await openNode(editor, 'Contact Consent');
		return [editor.page.getByTestId('ndv')];
	};

async function everything(editor: Editor, folder: string): Promise<void> {
	const scenes: Array<[string, Scene]> = [
		...Object.entries(DOCUMENTED),
		...Object.entries(RESULTS),
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
	const folder = process.argv[2] ? resolve(process.argv[2]) : IMAGES;
	await mkdir(folder, { recursive: true });
	await withEditor(async (editor) =>
		folder === IMAGES ? await documentation(editor) : await everything(editor, folder),
	);
	console.log(`Pictures: ${folder}`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
