/* eslint-disable */
/** The first minutes of somebody new, with a clock. docs/walks.md has the counts. */
import { existsSync } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { STATE } from '../../test/support/paths';
import { type Editor, openEditor } from './browser';
import { madeUpContacts } from './made-up-contacts';
import { usePlayground, eventually, START_WITHIN_MS } from './playground';
import { type Person, requireInSight } from './walks-person';
import { walk } from './walks-count';

/** As Excel in Germany saves a sheet: semicolons, its own column names. Row 2 has no last name, row 17 no e-mail address. */
const PEOPLE = madeUpContacts(25).map(({ first_name, last_name, work_emails }, index) => [
	`K-${2001 + index}`,
	first_name,
	index === 1 ? '' : last_name,
	index === 16 ? 'see business card' : work_emails,
	`+49 89 55501${10 + index}`,
]);
const SHEET = [['Kundennummer', 'Vorname', 'Nachname', 'E-Mail', 'Telefon'], ...PEOPLE, ['']]
	.map((cells) => cells.join(';'))
	.join('\n');

const playground = usePlayground({ userFolder: join(STATE, 'e2e-walks'), demo: true });
let editor: Editor;

beforeAll(async () => {
	editor = await openEditor(playground());
	// A laptop.
	await editor.page.setViewportSize({ width: 1440, height: 900 });
}, START_WITHIN_MS);
afterAll(async () => await editor?.close());

const workflowInList = (name: string) =>
	editor.page.getByTestId('resources-list-item-workflow').getByText(name, { exact: true });
const note = (text: string) => editor.page.getByTestId('sticky').filter({ hasText: text });
const output = () => editor.page.getByTestId('output-panel');

async function openWorkflow(person: Person, name: string): Promise<void> {
	await person.look(`find ${name}`, workflowInList(name));
	await person.click(workflowInList(name));
}

test('from the running playground to a stored PDF in two minutes', async () => {
	const { page } = editor;
	const { folder, secrets, url } = playground();
	// The page that is open would go to the login by itself.
	await page.goto('about:blank');
	await page.context().clearCookies();
	const stored = async () =>
		(await readdir(folder.documents)).find((file) => /^playground-1_.*\.pdf$/.test(file));
	expect(await stored()).toBeUndefined();
	await walk(editor, 'stored PDF', 120, async (person) => {
		await page.goto(`${url}/home/workflows`);
		const password = page.locator('input[type=password]');
		await person.look('log in', password);
		await person.type(
			page.locator('input[type=email], input[name=emailOrLdapLoginId]').first(),
			secrets.owner.email,
		);
		await person.type(password, secrets.owner.password);
		await person.click(page.getByRole('button', { name: 'Sign in' }));
		await openWorkflow(person, 'Trigger a test event');
		await person.look('run it', note('Press Execute workflow'));
		await person.read(note('Press Execute workflow'));
		await person.click(page.getByTestId('execute-workflow-button'));
		await page.getByText('Workflow executed successfully').waitFor();
		await person.look('and then', note('And then'));
		await person.read(note('And then'));
		await person.click(page.getByTestId('project-home-menu-item'));
		await openWorkflow(person, 'Consent documents to files');
		await person.look('where the PDFs go', note('Where the PDFs go'));
		await person.read(note('Where the PDFs go'));
		await person.click(page.getByTestId('radio-button-executions'));
		await person.look('executions', page.getByText('Succeeded').last());
		await eventually(stored, 'the PDF in the folder');
	});
	expect(existsSync(join(folder.documents, String(await stored())))).toBe(true);
}, 240_000);

test.each([1024, 1440, 1920])(
	'a refused row understood in twenty seconds in a window of %d pixels, without scrolling sideways',
	async (width) => {
		const { page } = editor;
		const { sandbox, url, workflows } = playground();
		await page.setViewportSize({ width, height: 900 });
		await page.goto(`${url}/workflow/${workflows['contacts-from-csv']}`);
		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await walk(
			editor,
			'refused row',
			20,
			async (person) => {
				await person.open('Create or Update Contacts');
				const sum = output().getByText(/Refused: 1\. Row 20: Last Name is missing/);
				await person.look('summed up', sum);
				await person.read(sum);
				// In a table, n8n puts the reason behind all columns of the sheet.
				await person.click(output().getByTestId('tab-1'));
				await person.click(output().getByTestId('radio-button-schema'));
				await requireInSight(output().getByText('Last Name is missing', { exact: true }));
				await person.read(output().getByText(/Fill in the cell/));
				await person.picture('the reason');
			},
			`refused row ${width}`,
		);
		// 24 of 25, as `npm start` announces.
		const uploaded = sandbox.state().contacts.filter(({ id }) => /^C-10/.test(id));
		expect(uploaded).toHaveLength(24);
	},
	120_000,
);

async function readOwnFile(person: Person): Promise<void> {
	const { page } = editor;
	await person.open('Read CSV File');
	await person.look('which file', page.getByTestId('parameter-input-fileSelector'));
	await person.type(
		page.getByTestId('parameter-input-fileSelector').locator('input'),
		'.n8n-files/kunden.csv',
	);
	await person.close();
	await person.open('Rows of the File');
	await person.look('semicolons', page.getByTestId('collection-parameter-add'));
	await person.click(page.getByTestId('collection-parameter-add'));
	await person.click(page.getByRole('option', { name: 'Delimiter', exact: true }));
	await person.type(page.getByTestId('parameter-input-delimiter').locator('input'), ';');
	await person.click(page.getByTestId('node-execute-button'));
	await output().getByText('Kundennummer').waitFor();
	await person.look('the rows', output().getByText('Vorname'));
	await person.close();
}

async function mapColumns(person: Person): Promise<void> {
	const { page } = editor;
	await person.open('Create or Update Contacts');
	await person.look('the mode', page.getByTestId('mapping-mode-select'));
	await person.click(page.getByTestId('mapping-mode-select'));
	await person.click(page.getByRole('option', { name: /Map Each Column Manually/ }));
	await person.look('the fields', page.getByTestId('parameter-input-id'));
	await person.drag('Kundennummer', 'id');
	await person.drag('Vorname', 'first_name');
	await person.drag('Nachname', 'last_name');
	await person.look('more fields', page.getByTestId('add-fields-select'));
	for (const [label, column, field] of [
		['Work Emails', 'E-Mail', 'work_emails'],
		['Work Phone Numbers', 'Telefon', 'work_phone_numbers'],
	] as const) {
		await person.click(page.getByTestId('add-fields-select'));
		await person.click(page.getByRole('menuitem', { name: label, exact: true }));
		await person.drag(column, field);
	}
	await person.click(page.getByTestId('node-execute-button'));
}

test('an own sheet with foreign column names uploaded in four minutes', async () => {
	const { page } = editor;
	const { folder, sandbox, url } = playground();
	// Copying the file into the folder that the note names is done outside of the browser.
	const downloads = join(folder.root, 'kunden.csv');
	await writeFile(downloads, SHEET);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`${url}/home/workflows`);
	await walk(editor, 'own sheet', 240, async (person) => {
		await openWorkflow(person, 'Contacts from a CSV file');
		await person.look('your own list', note('Your own list'));
		await person.read(note('Your own list'));
		await copyFile(downloads, join(folder.files, 'kunden.csv'));
		await readOwnFile(person);
		await mapColumns(person);
		const sum = output().getByText(/^Accepted: 23 of 25 contacts\. Refused: 2\. Row 2: Last Name is missing/);
		await sum.waitFor();
		await person.look('the result', sum);
		await person.read(sum);
	});
	const uploaded = sandbox.state().contacts.map(({ id }) => id);
	const refused = PEOPLE.map(([id = '']) => id).filter((id) => !uploaded.includes(id));
	expect(refused).toEqual(['K-2002', 'K-2017']);
}, 480_000);
