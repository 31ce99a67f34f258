/* eslint-disable */
/**
 * Pictures of n8n's editor to look at, light and dark: the nodes' panels, their results, the recipes.
 *
 *     npm --prefix workshop run screenshots -- <folder>
 *     npm --prefix workshop run screenshots -- <folder> wait    only those with "wait" in their names
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { STATE } from '../../test/support/paths';
import type { Editor } from '../e2e/browser';
import { consentNode, openNode, openWorkflow, START } from '../e2e/editor';
import { shoot, SHOOTING, still } from './editor';
import { operationsWithOptions } from './parameters';
import { canvas, type Scene, SCENES } from './scenes';

const only = process.argv[3];

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
	const picture = async (file: string) => {
		await still(editor);
		await editor.page.screenshot({ path: join(folder, file), ...SHOOTING });
	};
	for (const [name, scene] of scenes.filter(([name]) => !only || name.includes(only))) {
		await editor.page.emulateMedia({ colorScheme: 'light' });
		await editor.page.setViewportSize({ width: 1400, height: name.startsWith('panel-') ? 1500 : 900 });
		await scene(editor).catch((error: unknown) => console.error(name, error));
		await picture(`${name}.png`);
		await editor.page.emulateMedia({ colorScheme: 'dark' });
		await picture(`${name}-dark.png`);
	}
}

shoot(async (editor) => {
	const folder = resolve(process.argv[2] ?? join(STATE, 'pictures', 'editor'));
	await mkdir(folder, { recursive: true });
	await everything(editor, folder);
	console.log(`Pictures: ${folder}`);
});
