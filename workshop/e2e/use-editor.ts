/* eslint-disable */
import { join } from 'node:path';

import { STATE } from '../../test/support/paths';
import { type Editor, openEditor } from './browser';
import { START_WITHIN_MS, usePlayground } from './playground';

/** An empty editor in its own playground, in which no workflow runs yet. */
export function useEditor(userFolder: string): () => Editor {
	const playground = usePlayground({ userFolder: join(STATE, userFolder), demo: true });
	let editor: Editor | undefined;
	beforeAll(async () => {
		const { api, workflows } = playground();
		for (const id of Object.values(workflows)) await api.unpublish(id).catch(() => undefined);
		editor = await openEditor(playground());
	}, START_WITHIN_MS);
	afterAll(async () => await editor?.close());
	return () => {
		if (!editor) throw new Error('The editor did not open');
		return editor;
	};
}

/** A test that saves a picture of the editor if it fails. */
export function inEditor(
	editor: () => Editor,
	name: string,
	work: () => Promise<void>,
	withinMs?: number,
): void {
	test(
		name,
		async () => {
			try {
				await work();
			} catch (error) {
				const path = join(STATE, 'pictures', `failed ${name.replaceAll(/[^\w ]/g, '')}.png`);
				await editor().page.screenshot({ path });
				throw new Error(`${String(error)}\nThe editor at that moment: ${path}`, { cause: error });
			}
		},
		withinMs,
	);
}
