/** What is worth looking at in n8n's editor. Each scene brings the editor there and returns the parts that matter. */
import type { Locator } from 'playwright-core';

import type { Editor } from './browser';
import {
	choose,
	consentNode,
	drag,
	execute,
	openNode,
	openNodesPanel,
	openWorkflow,
	output,
	searchNodes,
	START,
	tableWith,
} from './editor';

export type Scene = (editor: Editor) => Promise<Locator[]>;

const PEOPLE = [
	{ number: 'c-1001', name: 'Ada', surname: 'Lovelace' },
	{ number: 'c-1002', name: 'Grace', surname: '' },
	{ number: 'c-1003', name: 'Alan', surname: 'Turing' },
];

/** A spreadsheet as it lies around in an office: its own column names, a gap, and a mistake. */
const SHEET = [
	{ Nr: '1001', Vorname: 'Ada', Nachname: 'Lovelace', 'E-Mail': 'ada@example.com', Telefon: '+49 89 123456' },
	{ Nr: '1002', Vorname: 'Grace', Nachname: '', 'E-Mail': 'grace@example.com', Telefon: '+49 89 123457' },
	{ Nr: '1003', Vorname: 'Alan', Nachname: 'Turing', 'E-Mail': 'alan.turing', Telefon: '+49 89 123458' },
	{ Nr: '1004', Vorname: 'Emmy', Nachname: 'Noether', 'E-Mail': 'emmy@example.com', Telefon: '' },
];

const BY_HAND = {
	mappingMode: 'defineBelow',
	value: {
		id: '={{ $json.Nr }}',
		first_name: '={{ $json.Vorname }}',
		last_name: '={{ $json.Nachname }}',
		work_emails: "={{ $json['E-Mail'] }}",
		work_phone_numbers: '={{ $json.Telefon }}',
	},
	matchingColumns: [],
	schema: [],
};

const TRIGGER = consentNode('contactConsentTrigger');

const input = ({ page }: Editor) => page.getByTestId('ndv-input-panel');
const parameters = ({ page }: Editor) => page.getByTestId('node-parameters');
const results = ({ page }: Editor) => output(page);

async function open(editor: Editor, operation: Record<string, unknown>, input?: typeof PEOPLE) {
	await openWorkflow(editor, 'Look', [START, consentNode('contactConsent', operation)], input);
	await openNode(editor, 'Contact Consent');
}

async function mapByHand(editor: Editor): Promise<void> {
	await open(editor, {}, PEOPLE);
	await drag(editor, 'number', 'id');
	await drag(editor, 'name', 'first_name');
	await drag(editor, 'surname', 'last_name');
}

/** The spreadsheet, uploaded. */
const sheet =
	(operation: Record<string, unknown>, onError = 'continueErrorOutput'): Scene =>
	async (editor) => {
		const node = { ...consentNode('contactConsent', operation), onError };
		await openWorkflow(editor, 'Look', [START, node], SHEET);
		await openNode(editor, 'Contact Consent');
		await execute(editor);
		await output(editor.page).getByTestId('node-run-info').waitFor();
		const refused = output(editor.page).getByTestId('tab-1');
		if (onError !== 'stopWorkflow') await refused.click();
		return [parameters(editor), results(editor)];
	};

/** The five that the documentation shows, under the names of their files. */
export const DOCUMENTED: Record<string, Scene> = {
	search: async (editor) => {
		await openNodesPanel(editor);
		await searchNodes(editor, 'consent');
		const panel = editor.page.getByTestId('node-creator');
		await panel.getByTestId('node-creator-action-item').first().click();
		const actions = panel.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' });
		await actions.click();
		await panel.getByText('Create or update contacts').waitFor();
		return [panel];
	},
	credentials: async (editor) => {
		await open(editor, {});
		await editor.page.getByTestId('credential-edit-button').click();
		const modal = editor.page.getByTestId('editCredential-modal');
		await modal.getByTestId('parameter-input-baseUrl').waitFor();
		return [modal];
	},
	mapping: async (editor) => {
		await mapByHand(editor);
		await parameters(editor).locator('.cm-valid-resolvable').nth(2).waitFor();
		return [input(editor), parameters(editor)];
	},
	refused: async (editor) => {
		await mapByHand(editor);
		await editor.page.getByTestId('tab-settings').click();
		await choose(editor, 'onError', /using error output/);
		await editor.page.getByTestId('tab-params').click();
		await execute(editor);
		await output(editor.page).getByTestId('tab-1').click();
		await tableWith(editor.page, 'c-1002');
		return [results(editor).getByTestId('run-data-pane-header'), results(editor).locator('table')];
	},
	trigger: async (editor) => {
		await openWorkflow(editor, 'Look', [TRIGGER]);
		await openNode(editor, TRIGGER.name);
		await execute(editor);
		await output(editor.page).getByTestId('radio-button-binary').click();
		await output(editor.page).getByTestId('ndv-download-binary-data').waitFor();
		return [parameters(editor), results(editor)];
	},
};

const run = (operation: Record<string, unknown>): Scene => {
	return async (editor) => {
		await open(editor, operation);
		await execute(editor);
		await output(editor.page).getByTestId('node-run-info').waitFor();
		return [parameters(editor), results(editor)];
	};
};

/** More for the eye: results that are empty, refused or late. */
export const RESULTS: Record<string, Scene> = {
	'trigger-empty': async (editor) => {
		const nothing = consentNode('contactConsentTrigger', { options: { startFrom: '2099-01-01T00:00:00Z' } });
		await openWorkflow(editor, 'Look', [nothing]);
		await openNode(editor, nothing.name);
		await editor.page.getByTestId('node-execute-button').click();
		await output(editor.page).getByTestId('node-error-message').waitFor();
		return [parameters(editor), results(editor)];
	},
	'sheet-by-hand-stops': sheet({ columns: BY_HAND }, 'stopWorkflow'),
	'sheet-by-hand': sheet({ columns: BY_HAND }),
	'sheet-automatically-stops': sheet(
		{ columns: { mappingMode: 'autoMapInputData', value: null } },
		'stopWorkflow',
	),
	'sheet-automatically': sheet({ columns: { mappingMode: 'autoMapInputData', value: null } }),
	'sheet-json': sheet({ inputMode: 'json', json: '={{ $json }}' }),
	'sheet-renamed': sheet({
		inputMode: 'json',
		json: "={{ { id: $json.Nr, first_name: $json.Vorname, last_name: $json.Nachname, 'E-Mail': $json['E-Mail'], note: 'x' } }}",
	}),
	'sheet-dry-run': sheet({ columns: BY_HAND, options: { dryRun: true } }),
	'contact-missing': run({ operation: 'get', contactId: 'nobody' }),
	'contact-skipped': run({ operation: 'get', contactId: 'nobody', options: { onNotFound: 'skip' } }),
	'contact-found': run({ operation: 'get', contactId: 'demo-01' }),
	'documentation-found': run({ resource: 'documentation', contactId: 'demo-01' }),
	'documentation-missing': run({ resource: 'documentation', contactId: 'nobody' }),
	'events-latest': async (editor) => {
		editor.playground.sandbox.seed({ events: [{ type: 'update' }, { type: 'documentation' }] });
		return await run({ resource: 'event', operation: 'getLatest' })(editor);
	},
	'events-latest-empty': run({ resource: 'event', operation: 'getLatest' }),
	'events-many-empty': run({
		resource: 'event',
		operation: 'getMany',
		filters: { from: '2099-01-01T00:00:00Z' },
	}),
	'events-trigger': run({ resource: 'event', operation: 'trigger', contactId: 'demo-01' }),
	'operations-many': run({ resource: 'operation', operation: 'getMany' }),
	'operation-picker': async (editor) => {
		await open(editor, { resource: 'operation', operation: 'wait' });
		await editor.page.getByTestId('rlc-input').click();
		await editor.page.getByTestId('rlc-item').first().waitFor();
		return [parameters(editor), results(editor)];
	},
	'wait-timed-out': async (editor) => {
		const [operation] = editor.playground.sandbox.state().operations;
		const scene = run({
			resource: 'operation',
			operation: 'wait',
			operationId: { __rl: true, mode: 'id', value: operation?.id },
			options: { timeout: 1, pendingStatuses: 'finished' },
		});
		return await scene(editor);
	},
	'health-ping': run({ resource: 'health', operation: 'ping' }),
};

/** The canvas of a recipe, as a person finds it who opens it for the first time. */
export const canvas =
	(name: string): Scene =>
	async ({ page, playground: { url, workflows } }) => {
		await page.goto(`${url}/workflow/${workflows[name] ?? ''}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.getByTestId('sticky').first().waitFor();
		// The canvas moves until everything fits.
		await page.waitForTimeout(1_500);
		return [page.getByTestId('canvas')];
	};
