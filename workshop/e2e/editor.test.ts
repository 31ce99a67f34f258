/* eslint-disable */
/** The action node in n8n's editor, as a person uses it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { itemsOf } from '../playground/executions';
import {
	closeNode,
	consentNode,
	execute,
	openNode,
	openNodesPanel,
	openWorkflow,
	searchNodes,
	START,
	tableWith,
} from './editor';
import { inEditor, useEditor } from './use-editor';
import { sentence } from '../../test/support/sentences';

const editor = useEditor('e2e-editor');

inEditor(editor, 'searching for consent finds both nodes with their icon', async () => {
	const { page } = editor();
	await openNodesPanel(editor());
	for (const word of ['gdpr', 'opt-in', 'consent']) await searchNodes(editor(), word);
	const found = page.getByTestId('node-creator').getByTestId('node-creator-action-item');
	const icon = found.first().locator('img').first();
	expect(await icon.getAttribute('src')).toMatch(/contactConsent\.svg$/);
	expect(
		await icon.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
	).toBeGreaterThan(0);
});

inEditor(
	editor,
	'a credential is created and tested in the editor, and its mistakes are explained',
	async () => {
		const { page, playground } = editor();
		const { sandbox, api } = playground;
		sandbox.log.clear();
		await openWorkflow(editor(), 'Credential', [START, consentNode('contactConsent')]);
		await openNode(editor(), 'Contact Consent');
		const website = createServer((_, response) =>
			response.end('<!doctype html><title>Welcome</title>'),
		).listen(0, '127.0.0.1');
		await once(website, 'listening');
		try {
			await page.getByTestId('node-credentials-select').click();
			await page.getByTestId('node-credentials-select-item-new').click();
			const modal = page.getByTestId('editCredential-modal');
			const test = async (baseUrl: string, apiKey: string) => {
				await modal.getByTestId('parameter-input-baseUrl').locator('input').fill(baseUrl);
				await modal.getByTestId('parameter-input-apiKey').locator('input').fill(apiKey);
				await page.getByTestId('credential-save-button').click();
			};
			const said = async (message: string | RegExp) => {
				const more = modal.getByText('More details', { exact: true });
				await modal.getByText(message).or(more).first().waitFor();
				if (await more.isVisible()) await more.click();
				await modal.getByText(message).waitFor();
			};

			await test(sandbox.baseUrl, 'another key');
			await said(`${sentence('wrongKey')}. ${sentence('checkKeyAndScheme')}.`);
			await test(`${sandbox.baseUrl}/elsewhere`, sandbox.apiKey);
			await said(`${sentence('wrongAddressNoService')}.`);
			await test('http://127.0.0.1:9', sandbox.apiKey);
			await said(new RegExp(sentence('serviceUnreachable', { host: '127\\.0\\.0\\.1:9' })));
			await test(`http://127.0.0.1:${(website.address() as AddressInfo).port}`, sandbox.apiKey);
			await said(new RegExp(`${sentence('wrongAddressWebsite')}\\.`));
			expect(await modal.getByText('another key').count()).toBe(0);

			await test(sandbox.baseUrl, sandbox.apiKey);
			await modal.waitFor({ state: 'hidden' });
		} finally {
			website.close();
		}
		expect((await api.credentials()).map(({ name }) => name)).toContain('Contact Consent account');
		const asked = sandbox.log.all().map(({ path, query, status }) => ({ path, query, status }));
		expect(asked.at(-1)).toEqual({ path: '/v1/operations', query: { limit: '1' }, status: 200 });
		expect(asked.some(({ path }) => path.includes('/events'))).toBe(false);
	},
);

inEditor(editor, 'an upload operation is picked from the list of recent ones', async () => {
	const { page, playground } = editor();
	playground.sandbox.seed({ operations: 3 });
	const [operation] = playground.sandbox.state().operations;
	await openWorkflow(editor(), 'Pick', [
		START,
		consentNode('contactConsent', { resource: 'operation', operation: 'get' }),
	]);
	await openNode(editor(), 'Contact Consent');
	await page.getByTestId('rlc-input').click();
	const entries = page.getByTestId('rlc-item');
	await entries.first().waitFor();
	expect(await entries.count()).toBe(playground.sandbox.state().operations.length);
	await page.getByTestId('rlc-search').fill(operation?.id ?? '');
	await entries.filter({ hasText: String(operation?.created_at) }).click();
	const execution = await execute(editor());
	await tableWith(page, operation?.id ?? '');
	expect(itemsOf(execution, 'Contact Consent')[0]?.json).toMatchObject({
		id: operation?.id,
		item_count: operation?.items.length,
	});
	await closeNode(editor());
});
