/* eslint-disable */
/** Each recipe pasted into an empty canvas of an n8n in which nothing has run, and executed at once. */
import { readFile } from 'node:fs/promises';

import { exampleFile, exampleNames } from '../../examples';
import { finished, itemsOf } from '../playground/executions';
import { CREDENTIAL, MAIL_SERVICE } from '../playground/provision';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';
import { describeInNewestN8n } from './versions';

/** Recipes that do nothing before a person has answered or another one has run, with what they say then. */
const ASKS: Record<string, RegExp> = {
	'delete-me': /Contact/,
	'how-many-may-we-write-to': /What changed has not read the contacts by night yet, so nothing was counted/,
};

/** Triggers that wait for a person: a chat, a page. The tests `recipes` and `pages` use those. */
const WAITS = /\.(chatTrigger|formTrigger|errorTrigger)$/;
const STARTS = /Trigger$/;

// As examples/README.md says, many of them need n8n 2.41.
describeInNewestN8n('pasted into an empty canvas', () => {
	const editor = useEditor('e2e-first-press');

	for (const name of exampleNames)
		inEditor(
			editor,
			`${name} has its credential and runs`,
			async () => {
				const { page, playground } = editor();
				const { api, mail, url } = playground;
				const text = (await readFile(exampleFile(name), 'utf8')).replaceAll(MAIL_SERVICE, mail.origin);
				const file = JSON.parse(text) as { nodes: Array<{ type: string; name: string }> };
				await page.goto(`${url}/workflow/new`);
				await page.getByTestId('canvas-plus-button').waitFor();
				await page.evaluate((copied) => {
					const clipboardData = new DataTransfer();
					clipboardData.setData('text/plain', copied);
					document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
				}, text);
				const visible = file.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
				await page
					.getByTestId('canvas-node')
					.nth(visible.length - 1)
					.waitFor();
				await page.keyboard.press('Control+s');
				await page.waitForURL((address) => !/\/workflow\/new/.test(address.pathname));
				const id = /\/workflow\/([^/?]+)/.exec(page.url())?.[1] ?? '';
				// The address changes before n8n has saved the workflow.
				const nodes = await eventually(async () => {
					const saved = await api.workflow(id).catch(() => undefined);
					return saved?.nodes.length === file.nodes.length ? saved.nodes : undefined;
				}, 'the saved workflow');
				const known = (await api.credentials()).find(({ type }) => type === CREDENTIAL.type);
				for (const { name: node, type, credentials } of nodes)
					if (type.startsWith('n8n-nodes-contact-consent.'))
						expect([node, credentials]).toEqual([
							node,
							{ [CREDENTIAL.type]: { id: known?.id, name: known?.name } },
						]);

				for (const { name: trigger, type } of nodes) {
					if (!STARTS.test(type) || WAITS.test(type)) continue;
					const execution = await finished(api, await api.run(id, trigger));
					const said = execution.data.resultData.error?.message;
					if (ASKS[name]) expect([trigger, said]).toEqual([trigger, expect.stringMatching(ASKS[name])]);
					else expect([trigger, said, execution.status]).toEqual([trigger, undefined, 'success']);
					// The contact that is pinned in the recipe.
					if (name === 'contacts-from-csv')
						expect(itemsOf(execution, 'Refused').map(({ json }) => json)).toEqual([
							// The columns of the file, beside the reason.
							expect.objectContaining({
								id: expect.stringMatching(/^C-1/) as string,
								last_name: '',
								work_city: expect.any(String) as string,
								error: expect.stringContaining('Last Name') as string,
								message: expect.any(String) as string,
							}),
						]);
					if (name === 'who-withdrew') expect(itemsOf(execution, 'Changes').length).toBeGreaterThan(0);
				}
				await api.deleteWorkflow(id);
			},
			180_000,
		);
});
