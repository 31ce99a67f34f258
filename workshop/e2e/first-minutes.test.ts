/* eslint-disable */
/** The first minutes of a new user, on the screen of a laptop. */
import { existsSync } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { STATE } from '../../test/support/paths';
import { sentence } from '../../test/support/sentences';
import { type Editor, openEditor } from './browser';
import { madeUpContacts } from './made-up-contacts';
import { usePlayground, eventually, START_WITHIN_MS } from './playground';
import { Person } from './person';

/**
 * A sheet as Excel in Germany saves it: semicolons and German headings. In row 2, the last name is missing; in
 * row 17, the e-mail is not an address.
 */
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

const playground = usePlayground({ userFolder: join(STATE, 'e2e-first-minutes'), demo: true });
let editor: Editor;

beforeAll(async () => {
	editor = await openEditor(playground());
	// The size of a laptop's screen.
	await editor.page.setViewportSize({ width: 1440, height: 900 });
}, START_WITHIN_MS);
afterAll(async () => await editor?.close());

const workflowInList = (name: string) =>
	editor.page.getByTestId('resources-list-item-workflow').getByText(name, { exact: true });
const note = (text: string) => editor.page.getByTestId('sticky').filter({ hasText: text });
/** Other notes may have the words of its heading. */
const noteUnder = (heading: string) =>
	editor.page
		.getByTestId('sticky')
		.filter({ has: editor.page.getByRole('heading', { name: heading, exact: true }) });
const output = () => editor.page.getByTestId('output-panel');

async function openWorkflow(person: Person, name: string): Promise<void> {
	await person.sees(workflowInList(name));
	await person.clicks(workflowInList(name));
}

test('a newcomer gets from the running playground to a stored PDF', async () => {
	const { page } = editor;
	const { folder, secrets, url } = playground();
	// An open page would go to the login by itself.
	await page.goto('about:blank');
	await page.context().clearCookies();
	const stored = async () =>
		(await readdir(folder.documents, { recursive: true })).find((file) => /Lovelace, Ada.*\.pdf$/.test(file));
	expect(await stored()).toBeUndefined();
	await new Person(editor.page).does('stored PDF', async (person) => {
		await page.goto(`${url}/home/workflows`);
		const password = page.locator('input[type=password]');
		await person.sees(password);
		await person.types(
			page.locator('input[type=email], input[name=emailOrLdapLoginId]').first(),
			secrets.owner.email,
		);
		await person.types(password, secrets.owner.password);
		await person.clicks(page.getByRole('button', { name: 'Sign in' }));
		await openWorkflow(person, 'Trigger a test event');
		await person.sees(note('Press Execute workflow'));
		await person.reads(note('Press Execute workflow'));
		await person.clicks(page.getByTestId('execute-workflow-button'));
		await page.getByText('Workflow executed successfully').waitFor();
		await person.sees(note('And then'));
		await person.reads(note('And then'));
		await person.clicks(page.getByTestId('project-home-menu-item'));
		await openWorkflow(person, 'Consent PDFs to files');
		await person.sees(note('Each new consent PDF becomes a file'));
		await person.reads(note('Each new consent PDF becomes a file'));
		await person.clicks(page.getByTestId('radio-button-executions'));
		await person.sees(page.getByText('Succeeded').last());
		await eventually(stored, 'the PDF in the folder');
	});
	expect(existsSync(join(folder.documents, String(await stored())))).toBe(true);
}, 240_000);

test.each([1024, 1440, 1920])(
	'a refused row is explained in a window of %d pixels, without scrolling sideways',
	async (width) => {
		const { page } = editor;
		const { sandbox, url, workflows } = playground();
		await page.setViewportSize({ width, height: 900 });
		await page.goto(`${url}/workflow/${workflows['contacts-from-csv']}`);
		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await new Person(editor.page).does(`refused row ${width}`, async (person) => {
			await person.opens('Create or Update Contacts');
			const sum = output().getByText(/Row 20, C-1020 Leonie: There is no contact/);
			await person.sees(sum);
			await person.reads(sum);
			// In a table, n8n puts the reason behind all columns of the sheet.
			await person.clicks(output().getByTestId('tab-1'));
			await person.clicks(output().getByTestId('radio-button-schema'));
			await person.sees(
				output()
					.getByText(
						new RegExp(
							`^${sentence('newRecordNeeds', { record: 'contact', id: 'C-1020', columns: 'Last Name' })}`,
						),
					)
					.first(),
			);
			const advice = output()
				.getByText(/add what a new contact needs/)
				.first();
			await advice.scrollIntoViewIfNeeded();
			await person.reads(advice);
		});
		// The terminal announces that 24 of 25 rows are accepted.
		const uploaded = sandbox.state().contacts.filter(({ id }) => /^C-10/.test(id));
		expect(uploaded).toHaveLength(24);
	},
	120_000,
);

async function readOwnFile(person: Person): Promise<void> {
	const { page } = editor;
	await person.opens('Read CSV File');
	await person.sees(page.getByTestId('parameter-input-fileSelector'));
	await person.types(
		page.getByTestId('parameter-input-fileSelector').locator('input'),
		'.n8n-files/kunden.csv',
	);
	await person.closes();
	await person.opens('Rows of the File');
	await person.sees(page.getByTestId('collection-parameter-add'));
	await person.clicks(page.getByTestId('collection-parameter-add'));
	await person.clicks(page.getByRole('option', { name: 'Delimiter', exact: true }));
	await person.types(page.getByTestId('parameter-input-delimiter').locator('input'), ';');
	await person.clicks(page.getByTestId('node-execute-button'));
	await output().getByText('Kundennummer').waitFor();
	await person.sees(output().getByText('Vorname'));
	await person.closes();
}

async function mapColumns(person: Person): Promise<void> {
	const { page } = editor;
	await person.opens('Create or Update Contacts');
	await person.sees(page.getByTestId('mapping-mode-select'));
	await person.clicks(page.getByTestId('mapping-mode-select'));
	await person.clicks(page.getByRole('option', { name: /Map Each Column Manually/ }));
	await person.sees(page.getByTestId('parameter-input-id'));
	await person.drags('Kundennummer', 'id');
	await person.drags('Vorname', 'first_name');
	await person.drags('Nachname', 'last_name');
	await person.sees(page.getByTestId('add-fields-select'));
	for (const [label, column, field] of [
		['Work Emails', 'E-Mail', 'work_emails'],
		['Work Phone Numbers', 'Telefon', 'work_phone_numbers'],
	] as const) {
		await person.clicks(page.getByTestId('add-fields-select'));
		await person.clicks(page.getByRole('menuitem', { name: label, exact: true }));
		await person.drags(column, field);
	}
	await person.clicks(page.getByTestId('node-execute-button'));
}

test('a sheet with foreign headings is uploaded', async () => {
	const { page } = editor;
	const { folder, sandbox, url } = playground();
	// A person copies the file into the folder outside of the browser, so the test copies it, too.
	const downloads = join(folder.root, 'kunden.csv');
	await writeFile(downloads, SHEET);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`${url}/home/workflows`);
	await new Person(editor.page).does('own sheet', async (person) => {
		await openWorkflow(person, 'Contacts from a CSV file');
		await person.sees(noteUnder('Your own list'));
		await person.reads(noteUnder('Your own list'));
		await copyFile(downloads, join(folder.files, 'kunden.csv'));
		await readOwnFile(person);
		await mapColumns(person);
		const sum = output().getByText(/^25 contacts: 23 created, 2 refused\.$/);
		await sum.waitFor();
		await person.sees(sum);
		await person.reads(sum);
	});
	const uploaded = sandbox.state().contacts.map(({ id }) => id);
	const refused = PEOPLE.map(([id = '']) => id).filter((id) => !uploaded.includes(id));
	expect(refused).toEqual(['K-2002', 'K-2017']);
}, 480_000);
