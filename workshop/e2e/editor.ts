/**
 * Actions of a person in n8n's editor. Elements are found by the names that n8n gives them for tests
 * (`data-test-id`).
 */
import { randomUUID } from 'node:crypto';

import type { Locator } from 'playwright-core';

import type { Execution, Workflow } from '../playground/api';
import { finished } from '../playground/executions';
import { CREDENTIAL } from '../playground/provision';
import type { Editor } from './browser';

type NewNode = Pick<Workflow['nodes'][number], 'name' | 'type' | 'parameters'> & Record<string, unknown>;

export const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

/** A node of the package, with the playground's credential. */
export const consentNode = (
	type: 'contactConsent' | 'contactConsentTrigger',
	parameters: Record<string, unknown> = {},
): NewNode => ({
	name: type === 'contactConsent' ? 'Contact Consent' : 'Contact Consent Trigger',
	type: `n8n-nodes-contact-consent.${type}`,
	parameters,
	credentials: { [CREDENTIAL.type]: { name: CREDENTIAL.name } },
});

/**
 * Saves a workflow whose nodes are connected in a row, and opens it in the editor. `input` is the output of its
 * first node.
 */
export async function openWorkflow(
	{ page, playground: { api, url } }: Editor,
	name: string,
	nodes: NewNode[],
	input?: Array<Record<string, unknown>>,
): Promise<string> {
	const credential = (await api.credentials()).find(({ type }) => type === CREDENTIAL.type);
	const [first = START] = nodes;
	const { id } = await api.createWorkflow({
		name,
		// n8n 1 wants to be told.
		active: false,
		nodes: nodes.map((node, index) => ({
			id: randomUUID(),
			typeVersion: 1,
			position: [220 * index, 0],
			...node,
			...(node.credentials !== undefined && {
				credentials: { [CREDENTIAL.type]: { id: credential?.id, name: CREDENTIAL.name } },
			}),
		})),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map((node, index) => [
					nodes[index]?.name ?? '',
					{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
		...(input && { pinData: { [first.name]: input.map((json) => ({ json })) } }),
	});
	await page.goto(`${url}/workflow/${id}`);
	return id;
}

/** Opens the nodes panel of an empty workflow. */
export async function openNodesPanel({ page, playground: { url } }: Editor): Promise<void> {
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').click();
}

/** Searches the nodes panel until it finds the package. */
export async function searchNodes({ page }: Editor, word: string): Promise<void> {
	const found = page.getByTestId('node-creator').getByTestId('node-creator-action-item');
	const ours = found.getByText('Contact Consent', { exact: true });
	// The results of the search before may still be shown.
	await page.getByTestId('node-creator-search-bar').fill('nothing is called this');
	await ours.waitFor({ state: 'hidden' });
	await page.getByTestId('node-creator-search-bar').fill(word);
	await ours.waitFor();
}

export async function openNode({ page }: Editor, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.getByTestId('node-execute-button').waitFor();
}

export async function closeNode({ page }: Editor): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
}

export const output = (page: Editor['page']): Locator => page.getByTestId('output-panel');

/** Presses the button, waits for the end and returns the execution that n8n has stored. */
export async function execute({ page, playground: { api } }: Editor): Promise<Execution> {
	const started = page.waitForResponse(
		(response) => response.request().method() === 'POST' && response.url().endsWith('/run'),
	);
	await page.getByTestId('node-execute-button').click();
	const { data } = (await (await started).json()) as { data: { executionId: string } };
	return await finished(api, data.executionId);
}

/** The rows of the output's table by column, as soon as a cell shows this text. */
export async function tableWith(
	page: Editor['page'],
	text: string | RegExp,
): Promise<Array<Record<string, string>>> {
	await output(page).getByTestId('radio-button-table').click();
	const table = output(page).getByTestId('ndv-data-container').locator('table');
	await table.locator('td', { hasText: text }).first().waitFor();
	const cells = async (row: Locator, cell: string) =>
		(await row.locator(cell).allInnerTexts()).map((value) => value.trim());
	const columns = await cells(table.locator('thead tr').first(), 'th');
	const rows = await table.locator('tbody tr').all();
	return await Promise.all(
		rows.map(async (row) => {
			const values = await cells(row, 'td');
			return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
		}),
	);
}
