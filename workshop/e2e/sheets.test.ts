/** The tasks that users come back for: uploading a sheet in three ways, and recording a consent. */
import { randomUUID } from 'node:crypto';

import { consentNode, execute, openNode, openWorkflow, START } from './editor';
import { inEditor, useEditor } from './use-editor';
import { Person } from './person';
import { sentence } from '../../test/support/sentences';

const editor = useEditor('e2e-sheets');
const NODE = 'Contact Consent';

beforeAll(async () => {
	// The size of a laptop's screen.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

const output = () => editor().page.getByTestId('output-panel');
const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const option = (name: string | RegExp) => editor().page.getByRole('option', { name });

const PEOPLE =
	'Anna Müller,Jonas Schäfer,Lena Weiß,Paul Groß,Mia Köhler,Finn Jäger,Emma,Noah Böhm,Lea Krüger,Ben Götz,Zoe Frank,Max Schröder,Ida Voß,Tom Lang,Tom Lange,Eva Sauer,Jan Busch,Nora Kuhn,Ole Pohl,Pia Horn,Till Arndt,Uta Bauer,Vera Dietz,Willi Ernst,Xenia Fuchs';

/**
 * 25 rows as in an office: row 7 has no last name, row 12 a bad e-mail, rows 14 and 15 the same number; there are
 * blanks, and a phone number with a slash.
 */
const sheet = (prefix: string) =>
	PEOPLE.split(',').map((name, at) => {
		const [first = '', last = ''] = name.split(' ');
		return {
			Kundennummer: `${prefix}-${3001 + (at === 14 ? 13 : at)}`,
			Anrede: at % 2 === 0 ? 'Frau' : 'Herr',
			Vorname: at === 3 ? ` ${first} ` : first,
			Nachname: last,
			'E-Mail': at === 11 ? 'max.schroeder@' : `${first.toLowerCase()}@beispiel.example`,
			Telefon: at === 8 ? '' : `+49 89 55501${at + 10}`,
			Handy: at === 5 ? '0171/1234567' : '',
			PLZ: '80331',
			Ort: 'München',
			Bemerkung: at % 5 === 0 ? 'Messe' : '',
		};
	});

/** A line above the output that a person must be able to read without scrolling. */
async function readLine(person: Person, beginning: RegExp): Promise<string> {
	// The first sentence is in bold, and the others are a list behind it.
	const line = await person.reads(output().getByText(beginning).locator('xpath=..'));
	return line.replace(/\s+/g, ' ').trim();
}

const WAYS: Record<string, (person: Person) => Promise<void>> = {
	'sheet automatically': async (person) => {
		await person.clicks(editor().page.getByTestId('mapping-mode-select'));
		await person.clicks(option(/Map Automatically/));
	},
	'sheet by hand': async (person) => {
		await person.clicks(editor().page.getByTestId('mapping-mode-select'));
		await person.clicks(option(/Map Each Column Manually/));
		await person.drags('Kundennummer', 'id');
		await person.drags('Vorname', 'first_name');
		await person.drags('Nachname', 'last_name');
		for (const [label, column, field] of [
			['Work Emails', 'E-Mail', 'work_emails'],
			['Work Mobile Numbers', 'Handy', 'work_mobile_numbers'],
		] as const) {
			await person.clicks(editor().page.getByTestId('add-fields-select'));
			await person.clicks(editor().page.getByRole('menuitem', { name: label, exact: true }));
			await person.drags(column, field);
		}
	},
	'sheet as JSON': async (person) => {
		await person.clicks(parameter('inputMode'));
		await person.clicks(option(/^JSON/));
	},
};

describe.each(Object.entries(WAYS))('%s', (name, choose) => {
	inEditor(
		editor,
		`${name}: the first dry run shows every mistake, and the upload succeeds`,
		async () => {
			const { page, playground } = editor();
			const prefix = name.slice(-4);
			const node = { ...consentNode('contactConsent'), onError: 'continueErrorOutput' };
			await openWorkflow(editor(), name, [START, node], sheet(prefix));
			await new Person(page).does(name, async (person) => {
				await person.opens(NODE);
				await person.sees(parameter('fieldsNotSent'));
				await choose(person);
				await person.clicks(page.getByTestId('collection-parameter-add'));
				await person.clicks(option('Dry Run'));
				await person.clicks(page.getByTestId('node-execute-button'));
				const dry = await readLine(person, new RegExp(`^${sentence('dryRunOf', { what: '24 contacts' })}`));
				expect(dry).toContain('23 would be created, 1 would be refused.');
				expect(dry).toContain(`Row 7, ${prefix}-3007 Emma: There is no contact`);
				expect(dry).toMatch(new RegExp(`${sentence('notAnEmail')}: .*"max\\.schroeder@"`));
				expect(dry).toContain(`ID ${prefix}-3014 occurs in rows 14 and 15: they are merged`);
				expect(playground.sandbox.log.all({ method: 'POST' })).toEqual([]);

				await person.clicks(parameter('dryRun').locator('.el-switch'));
				await person.clicks(page.getByTestId('node-execute-button'));
				const real = await readLine(person, /^24 contacts: 22 created, 2 refused/);
				expect(real).toContain(`Row 7, ${prefix}-3007 Emma: There is no contact`);
				expect(real).toMatch(/Row 12, .*"max\.schroeder@": is not a valid email/);
			});
			const stored = playground.sandbox.state().contacts.filter(({ id }) => id.startsWith(prefix));
			expect(stored).toHaveLength(22);
			const [finn] = stored.filter(({ id }) => id === `${prefix}-3006`);
			expect(JSON.stringify(finn)).toContain('0171/1234567');
			playground.sandbox.log.clear();
		},
		480_000,
	);
});

inEditor(
	editor,
	'a withdrawal by phone is recorded',
	async () => {
		const { page, playground } = editor();
		await page.goto(`${playground.url}/workflow/new`);
		await new Person(editor().page).does('set consent', async (person) => {
			await person.clicks(page.getByTestId('canvas-plus-button'));
			const search = page.getByTestId('node-creator-search-bar');
			await person.types(search, 'consent');
			const panel = page.getByTestId('node-creator');
			await person.clicks(panel.getByTestId('node-creator-action-item').first());
			await person.clicks(panel.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }));
			const action = panel.getByText('Set consent of contact', { exact: true });
			await person.sees(action);
			await person.clicks(action);
			await person.sees(parameter('consentType'));
			await person.clicks(parameter('contactId').getByTestId('rlc-input'));
			await person.types(page.getByTestId('rlc-search'), 'demo-02');
			await person.clicks(page.getByTestId('rlc-item').first());
			await person.clicks(parameter('consentType').getByTestId('rlc-input'));
			await person.clicks(page.getByTestId('rlc-item').filter({ hasText: /^\s*email: / }));
			await person.clicks(page.getByTestId('node-execute-button'));
			const changed = output().getByText('first_name').first();
			await person.sees(changed);
		});
		const { contacts } = playground.sandbox.state();
		const [found] = contacts.filter(({ id }) => id === 'demo-02');
		expect(JSON.stringify(found?.documentation)).toMatch(/"type":"email","granted":false/);
	},
	240_000,
);

inEditor(
	editor,
	'a file on the computer is asked for once: the upload takes the rows of its dry run',
	async () => {
		const { page, playground } = editor();
		const file = { fieldLabel: 'data', fieldType: 'file', multipleFiles: false };
		const form = {
			name: 'On form submission',
			type: 'n8n-nodes-base.formTrigger',
			typeVersion: 2.2,
			webhookId: randomUUID(),
			parameters: { formTitle: 'List', formFields: { values: [file] } },
		};
		const extract = { name: 'Extract from File', type: 'n8n-nodes-base.extractFromFile', parameters: {} };
		const upload = consentNode('contactConsent', {
			columns: { mappingMode: 'autoMapInputData', value: null },
			options: { dryRun: true },
		});
		await openWorkflow(editor(), 'File on the computer', [form, extract, upload]);
		await openNode(editor(), NODE);
		const opens = page.waitForEvent('popup');
		await page.getByTestId('node-execute-button').click();
		const opened = await opens;
		const buffer = Buffer.from('Kundennr,Vorname,Nachname\nFILE-1,Jürgen,Groß\n');
		await opened
			.locator('input[type=file]')
			.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
		await opened.locator('#submit-btn').click();
		await output()
			.getByText(new RegExp(`^${sentence('dryRunOf', { what: '1 contact' })}`))
			.waitFor();
		await parameter('dryRun').locator('.el-switch').click();
		await execute(editor());
		await output()
			.getByText(/^1 contact: 1 created/)
			.waitFor();
		expect(playground.sandbox.contact('FILE-1')).toMatchObject({ first_name: 'Jürgen' });
	},
);
