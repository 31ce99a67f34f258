/* eslint-disable */
/** What the film shows, scene by scene. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { N8N_DIR } from '../../n8n/paths';
import { ROOT } from '../../../test/support/paths';
import type { Actor } from './actor';
import type { Stage } from './stage';

/** The second picture of the README. */
export const FILED = join(ROOT, 'docs', 'images', 'filed.png');

type Scene = (actor: Actor, stage: Stage) => Promise<void>;

/** What the loop shows of an open node: the input and the fields, or the fields and the output. */
const MAPPING = { x: 25, y: 25 };
const RESULT = { x: 500, y: 25 };
/** The canvas, and what ran on it. */
const CANVAS = { x: 285, y: 230 };

const SHEET = [
	['Customer no.', 'First name', 'Last name', 'E-mail', 'City'],
	['1001', 'Ada', 'Lovelace', 'ada@example.com', 'London'],
	['1002', 'Alan', 'Turing', 'alan@example.com', 'Manchester'],
	['1003', 'Grace', '', 'grace@example.com', 'New York'],
	['1004', 'Emmy', 'Noether', 'emmy@example.com', 'Erlangen'],
	['1005', 'Sofja', 'Kowalewskaja', 'sofja@example.com', 'Stockholm'],
	['1006', 'Leonhard', 'Euler', 'leonhard@example.com', 'Basel'],
	['1007', 'Katherine', 'Johnson', 'katherine@example.com', 'Hampton'],
	['1008', 'Carl', 'Gauß', 'carl@example.com', 'Göttingen'],
];

/** As Excel would write it, by the library with which n8n reads it. */
async function writeSheet(file: string): Promise<void> {
	const { utils, write } = createRequire(join(N8N_DIR, 'package.json'))('@e965/xlsx') as {
		utils: {
			book_new: () => object;
			aoa_to_sheet: (rows: string[][]) => object;
			book_append_sheet: (book: object, sheet: object, name: string) => void;
		};
		write: (book: object, options: object) => Buffer;
	};
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(SHEET), 'Customers');
	await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx' }));
}

const node = (name: string, type: string, index: number, parameters: Record<string, unknown>) => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [220 * index, 0],
	parameters,
});

/** The two nodes that read a sheet: a person has them already. */
async function openSheet({ page }: Actor, { api, folder, url }: Stage): Promise<void> {
	await writeSheet(join(folder.files, 'customers.xlsx'));
	const names = ['Start', 'Read File', 'Rows of the Sheet'];
	const { id } = await api.createWorkflow({
		name: 'Customers to contacts',
		nodes: [
			node('Start', 'manualTrigger', 0, {}),
			node('Read File', 'readWriteFile', 1, {
				operation: 'read',
				fileSelector: '.n8n-files/customers.xlsx',
				options: {},
			}),
			node('Rows of the Sheet', 'extractFromFile', 2, {
				operation: 'xlsx',
				binaryPropertyName: 'data',
				options: {},
			}),
		],
		connections: Object.fromEntries(
			names
				.slice(1)
				.map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	});
	await page.goto(`${url}/workflow/${id}`);
	await page.getByTestId('canvas-node').nth(2).waitFor();
}

const install: Scene = async (actor, { url }) => {
	const { page } = actor;
	await page.goto(`${url}/settings/community-nodes`);
	const installButton = page.getByRole('button', { name: /Install a community node|^Install$/ });
	await installButton.first().waitFor();
	await actor.say('Contact Consent for n8n: from the installation to a stored consent PDF');
	await actor.hold(1_500);
	await actor.say('Install: Settings → Community nodes → Install, then the name of the package');
	await actor.click(installButton.first());
	const name = page.getByPlaceholder(/n8n-nodes/);
	await name.waitFor();
	await actor.type(name, 'n8n-nodes-contact-consent');
	await actor.click(page.getByText('I understand the risks'));
	await actor.click(page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }));
	await page.getByText('2 nodes').waitFor();
	await page.getByRole('dialog').waitFor({ state: 'hidden' });
	await actor.say('Both nodes are there at once: the action node and the trigger');
	await actor.hold(2_500);
};

const addNode: Scene = async (actor, stage) => {
	const { page } = actor;
	await openSheet(actor, stage);
	await actor.say('Here a workflow reads a sheet of customers. What is missing is the upload.');
	await actor.hold(2_000);
	const last = page.locator('[data-test-id="canvas-node"][data-node-name="Rows of the Sheet"]');
	await last.dblclick();
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText(`${SHEET.length - 1} items`).waitFor();
	await output.getByTestId('radio-button-table').click();
	await actor.say('The sheet has eight rows and its own column names. One last name is missing.');
	actor.camera.loopFrom(RESULT);
	await actor.hold(3_000);
	actor.camera.loopFrom();
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
	await actor.say('Add the node: search for "consent", then choose "Create or update contacts"');
	await actor.click(last.getByTestId('canvas-handle-plus').or(page.getByTestId('canvas-handle-plus')).last());
	await actor.type(page.getByTestId('node-creator-search-bar'), 'consent');
	const panel = page.getByTestId('node-creator');
	await actor.click(
		panel.getByTestId('node-creator-action-item').getByText('Contact Consent', { exact: true }),
	);
	await actor.click(panel.getByText(/^Create or update contacts$/i));
	await page.getByTestId('ndv').getByTestId('parameter-input-inputMode').waitFor();
	await actor.hold(1_000);
};

const credential: Scene = async (actor, { sandbox }) => {
	const { page } = actor;
	await actor.say('The credential needs two values from the service: its address and your API key');
	await actor.click(page.getByTestId('ndv').getByRole('button', { name: 'Connect to Contact Consent' }));
	const modal = page.getByTestId('editCredential-modal');
	await modal.getByTestId('parameter-input-baseUrl').waitFor();
	await actor.type(modal.getByTestId('parameter-input-baseUrl').locator('input'), sandbox.baseUrl);
	await actor.type(modal.getByTestId('parameter-input-apiKey').locator('input'), 'wrong-key');
	await actor.say('n8n tests it when you save. A wrong key is called a wrong key.');
	await actor.click(page.getByTestId('credential-save-button'));
	const more = modal.getByText('More details', { exact: true });
	const wrong = modal.getByText(/Wrong key/);
	await wrong.or(more).first().waitFor();
	if (await more.isVisible()) await actor.click(more);
	await wrong.waitFor();
	await actor.hold(2_500);
	await actor.say('With the right key, the test passes');
	await actor.type(modal.getByTestId('parameter-input-apiKey').locator('input'), sandbox.apiKey);
	await actor.click(page.getByTestId('credential-save-button'));
	await modal.waitFor({ state: 'hidden' });
	await actor.hold(1_500);
};

const upload: Scene = async (actor) => {
	const { page, camera } = actor;
	await actor.say('Drag the columns of the sheet onto the fields of the service');
	camera.loopFrom(MAPPING);
	await actor.hold(800);
	await actor.drag('Customer no.', 'id');
	await actor.drag('First name', 'first_name');
	await actor.drag('Last name', 'last_name');
	await actor.say('"Add column to send" offers the other fields: here, the e-mail address at work');
	await actor.click(page.getByTestId('add-fields-select'));
	await actor.click(page.getByRole('menuitem', { name: 'Work Emails', exact: true }));
	await actor.drag('E-mail', 'work_emails');
	await actor.hold(1_500);
	camera.loopFrom();
	await actor.say('Upload: press "Execute step"');
	await actor.click(page.getByTestId('node-execute-button'));
	const output = page.getByTestId('output-panel');
	await output.getByTestId('node-error-message').waitFor();
	await actor.say('One row is refused: the node says which row, why, and how to go on. Nothing was sent.');
	await actor.hold(5_000);
	await actor.say('To upload the others: Settings → On Error → Continue (using error output)');
	await actor.click(page.getByTestId('tab-settings'));
	await actor.click(page.getByTestId('parameter-input-onError'));
	await actor.click(page.getByRole('option', { name: /using error output/ }));
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
};

/** Runs the open workflow; what its last node put out is then below the canvas. */
async function runOnCanvas(actor: Actor): Promise<Locator> {
	const { page } = actor;
	const logs = page.getByTestId('logs-panel');
	if (!(await logs.getByTestId('logs-overview-body').isVisible()))
		await page.getByTestId('logs-overview-header').click();
	await actor.click(page.getByTestId('execute-workflow-button'));
	await page.getByText('Workflow executed successfully').waitFor();
	await logs.getByTestId('log-details-output').waitFor();
	return logs;
}

const refused: Scene = async (actor) => {
	const { page, camera } = actor;
	await actor.say('Run the workflow: seven of eight contacts are uploaded. The line below sums it up.');
	// Canvas and result side by side fit into the loop if the canvas is moved to the left.
	await page.mouse.move(700, 180);
	await page.mouse.wheel(320, 0);
	camera.loopFrom(CANVAS);
	const logs = await runOnCanvas(actor);
	await logs.getByText(/Accepted: 7 of 8/).waitFor();
	await actor.hold(3_500);
	await actor.say('The refused row leaves through the error branch, with its reason');
	await actor.click(logs.getByTestId('tab-1'));
	await logs.getByText('Last Name is missing', { exact: true }).waitFor();
	await actor.hold(5_000);
	camera.loopFrom();
};

const trigger: Scene = async (actor, { url, sandbox }) => {
	const { page } = actor;
	const receiver = sandbox.state().contacts[0]?.id;
	sandbox.seed({ events: [{ type: 'documentation', contact_id: receiver }] });
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();
	await actor.say('The other way: contacts confirm their consents, and the trigger brings the PDF');
	await actor.click(page.getByTestId('canvas-plus-button'));
	await actor.type(page.getByTestId('node-creator-search-bar'), 'consent');
	const panel = page.getByTestId('node-creator');
	await actor.click(panel.getByTestId('node-creator-action-item').first());
	await actor.click(panel.getByText('On consent pdf created', { exact: true }));
	await page.getByTestId('ndv').getByTestId('parameter-input-events').waitFor();
	await actor.say('Fetch Test Event shows the newest event and takes none away from published workflows');
	await actor.click(page.getByTestId('node-execute-button'));
	const output = page.getByTestId('output-panel');
	await output.getByTestId('radio-button-binary').waitFor();
	await actor.hold(3_000);
	await actor.say('Its consent PDF is attached, ready for the next node to store');
	await actor.click(output.getByTestId('radio-button-binary'));
	await output.getByTestId('ndv-download-binary-data').waitFor();
	await actor.hold(3_500);
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
};

const store: Scene = async (actor) => {
	const { page } = actor;
	await actor.say('Add a node that writes the file');
	await actor.click(page.getByTestId('canvas-handle-plus').last());
	await actor.type(page.getByTestId('node-creator-search-bar'), 'write file');
	const panel = page.getByTestId('node-creator');
	await actor.click(panel.getByText('Read/Write Files from Disk', { exact: true }));
	await actor.click(panel.getByText('Write File to Disk', { exact: true }));
	await actor.say('Give each file a name of its own: the trigger has one for each PDF');
	const field = page.getByTestId('parameter-input-fileName');
	await actor.click(field.locator('input'));
	// It makes an expression of the field.
	await page.keyboard.type('=');
	const expression = field.locator('.cm-content');
	let typed = '';
	for (const part of ['.n8n-files/', 'documents/', '{{ $binary.', 'data.', 'fileName }}']) {
		typed += part;
		// The new editor may begin with its cursor before what was typed.
		await page.keyboard.press('End');
		await page.keyboard.insertText(part);
		await expression.filter({ hasText: typed.trim() }).waitFor();
		await actor.hold(300);
	}
	await actor.hold(1_500);
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
	await page.getByTestId('zoom-to-fit').click();
	await actor.say('Run it: the PDF is in the folder "documents"');
	const logs = await runOnCanvas(actor);
	await logs.getByText(/^consents-.+\.pdf$/).waitFor();
	await actor.hold(2_500);
	await actor.camera.picture(FILED, CANVAS);
	await actor.say('Publish the workflow');
	await actor.click(page.getByTestId('workflow-open-publish-modal-button'));
	await actor.click(page.getByTestId('workflow-publish-button'));
	await page.getByText('Workflow published').first().waitFor();
	await actor.say('Published: from now on, every new consent PDF is stored by itself');
	await actor.hold(3_500);
	await actor.say('Try all of this without an account: npm ci && npm start');
	await actor.hold(2_500);
};

export const SCENES: Scene[] = [install, addNode, credential, upload, refused, trigger, store];
