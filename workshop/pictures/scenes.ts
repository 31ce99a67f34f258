/** Scenes in n8n's editor for pictures. Each function brings the editor to its scene. */
import type { Editor } from '../e2e/browser';
import {
	consentNode,
	execute,
	openNode,
	openNodesPanel,
	openWorkflow,
	output,
	searchNodes,
	START,
} from '../e2e/editor';

export type Scene = (editor: Editor) => Promise<void>;

/** A spreadsheet as in an office: its own headings, a gap, and a mistake. */
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

async function open(editor: Editor, operation: Record<string, unknown>) {
	await openWorkflow(editor, 'Look', [START, consentNode('contactConsent', operation)]);
	await openNode(editor, 'Contact Consent');
}

/** The upload of this spreadsheet. */
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
	};

const run = (operation: Record<string, unknown>): Scene => {
	return async (editor) => {
		await open(editor, operation);
		await execute(editor);
		await output(editor.page).getByTestId('node-run-info').waitFor();
	};
};

/** The nodes panel, the credential, and empty, refused or late results. */
export const SCENES: Record<string, Scene> = {
	search: async (editor) => {
		await openNodesPanel(editor);
		await searchNodes(editor, 'consent');
		const panel = editor.page.getByTestId('node-creator');
		await panel.getByTestId('node-creator-action-item').first().click();
		await panel.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await panel.getByText('Create or update contacts').waitFor();
	},
	credentials: async (editor) => {
		await open(editor, {});
		await editor.page.getByTestId('credential-edit-button').click();
		const modal = editor.page.getByTestId('editCredential-modal');
		await modal.getByTestId('parameter-input-baseUrl').waitFor();
	},
	trigger: async (editor) => {
		await openWorkflow(editor, 'Look', [TRIGGER]);
		await openNode(editor, TRIGGER.name);
		await execute(editor);
		await output(editor.page).getByTestId('radio-button-binary').click();
		await output(editor.page).getByTestId('ndv-download-binary-data').waitFor();
	},
	'trigger-empty': async (editor) => {
		const nothing = consentNode('contactConsentTrigger', {
			beginWith: 'date',
			startFrom: '2099-01-01T00:00:00Z',
		});
		await openWorkflow(editor, 'Look', [nothing]);
		await openNode(editor, nothing.name);
		await editor.page.getByTestId('node-execute-button').click();
		await output(editor.page).getByTestId('node-error-message').waitFor();
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
		await run({ resource: 'event', operation: 'getLatest' })(editor);
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
	},
	'wait-timed-out': async (editor) => {
		const [operation] = editor.playground.sandbox.state().operations;
		const scene = run({
			resource: 'operation',
			operation: 'wait',
			operationId: { __rl: true, mode: 'id', value: operation?.id },
			options: { timeout: 1, pendingStatuses: 'finished' },
		});
		await scene(editor);
	},
	'health-ping': run({ resource: 'health', operation: 'ping' }),
};

/** The canvas of a recipe as a person first sees it. */
export const canvas =
	(name: string): Scene =>
	async ({ page, playground: { url, workflows } }) => {
		await page.goto(`${url}/workflow/${workflows[name] ?? ''}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.getByTestId('sticky').first().waitFor();
		// The canvas moves until everything fits.
		await page.waitForTimeout(1_500);
	};
