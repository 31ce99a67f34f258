/** What people come back for, with a clock: a sheet in three ways, who withdrew, a consent written down. */
import type { Consent } from '../../sandbox';
import { consentNode, openWorkflow, START } from './editor';
import { inEditor, useEditor } from './use-editor';
import { walk } from './walks-count';
import { type Person, requireInSight } from './walks-person';

const editor = useEditor('e2e-walks-consents');
const NODE = 'Contact Consent';
const DAY_MS = 86_400_000;

beforeAll(async () => {
	// A laptop.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

const output = () => editor().page.getByTestId('output-panel');
const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const option = (name: string | RegExp) => editor().page.getByRole('option', { name });

const PEOPLE =
	'Anna Müller,Jonas Schäfer,Lena Weiß,Paul Groß,Mia Köhler,Finn Jäger,Emma,Noah Böhm,Lea Krüger,Ben Götz,Zoe Frank,Max Schröder,Ida Voß,Tom Lang,Tom Lange,Eva Sauer,Jan Busch,Nora Kuhn,Ole Pohl,Pia Horn,Till Arndt,Uta Bauer,Vera Dietz,Willi Ernst,Xenia Fuchs';

/**
 * 25 rows as they lie around in an office: row 7 without a last name, a bad e-mail in row 12, one number in rows 14 and
 * 15, blanks, and a phone number with a slash.
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

/** A line over the output that the person must be able to read without scrolling; both themes are pictured. */
async function readLine(person: Person, name: string, beginning: RegExp): Promise<string> {
	const line = output().getByText(beginning);
	await person.look(name, line);
	const words = await person.read(line);
	await editor().page.emulateMedia({ colorScheme: 'dark' });
	await person.picture(`${name} dark`);
	await editor().page.emulateMedia({ colorScheme: 'light' });
	return words;
}

const WAYS: Record<string, (person: Person) => Promise<void>> = {
	'sheet automatically': async (person) => {
		await person.click(editor().page.getByTestId('mapping-mode-select'));
		await person.click(option(/Map Automatically/));
	},
	'sheet by hand': async (person) => {
		await person.drag('Kundennummer', 'id');
		await person.drag('Vorname', 'first_name');
		await person.drag('Nachname', 'last_name');
		for (const [label, column, field] of [
			['Work Emails', 'E-Mail', 'work_emails'],
			['Work Mobile Numbers', 'Handy', 'work_mobile_numbers'],
		] as const) {
			await person.click(editor().page.getByTestId('add-fields-select'));
			await person.click(editor().page.getByRole('menuitem', { name: label, exact: true }));
			await person.drag(column, field);
		}
	},
	'sheet as JSON': async (person) => {
		await person.click(parameter('inputMode'));
		await person.click(option(/^JSON/));
	},
};

describe.each(Object.entries(WAYS))('%s', (name, choose) => {
	inEditor(
		editor,
		`${name}: all that is wrong in the first dry run, then the upload`,
		async () => {
			const { page, playground } = editor();
			const isByHand = name === 'sheet by hand';
			const prefix = name.slice(-4);
			const node = { ...consentNode('contactConsent'), onError: 'continueErrorOutput' };
			await openWorkflow(editor(), name, [START, node], sheet(prefix));
			await walk(
				editor(),
				isByHand ? 'sheet by hand' : 'sheet',
				isByHand ? 240 : 120,
				async (person) => {
					await person.open(NODE);
					await person.look('the node', parameter('fieldsNotSent'));
					await choose(person);
					await person.click(page.getByTestId('collection-parameter-add'));
					await person.click(option('Dry Run'));
					await person.click(parameter('dryRun').locator('.el-switch'));
					await person.click(page.getByTestId('node-execute-button'));
					const dry = await readLine(person, 'dry run', /^Dry run of 24 contacts, nothing was changed/);
					expect(dry).toMatch(/Would be created: 23\..*Would be refused: 1\./);
					expect(dry).toContain('Row 7: Last Name is missing');
					expect(dry).toContain('Not an e-mail address: Work Emails "max.schroeder@"');
					expect(dry).toContain(`ID ${prefix}-3014 occurs in rows 14 and 15: the later row counts.`);
					expect(playground.sandbox.log.all({ method: 'POST' })).toEqual([]);

					await person.click(parameter('dryRun').locator('.el-switch'));
					await person.click(page.getByTestId('node-execute-button'));
					const real = await readLine(person, 'upload', /^Accepted: 22 of 24 contacts\. Refused: 2/);
					expect(real).toContain('Row 7: Last Name is missing');
					expect(real).toContain('Row 12: Work Emails "max.schroeder@": is not a valid email');
				},
				name,
			);
			const stored = playground.sandbox.state().contacts.filter(({ id }) => id.startsWith(prefix));
			expect(stored).toHaveLength(22);
			const [finn] = stored.filter(({ id }) => id === `${prefix}-3006`);
			expect(JSON.stringify(finn)).toContain('0171/1234567');
			playground.sandbox.log.clear();
		},
		480_000,
	);
});

const consent = (granted: boolean, days: number): Consent => ({
	type: 'newsletter',
	granted,
	granted_at: new Date(Date.now() - days * DAY_MS).toISOString(),
});

function seedNewsletter(): void {
	const people: Record<string, Consent[]> = {
		'Berta Lang': [consent(true, 300), consent(false, 12)],
		'Carl Neu': [consent(true, 300), consent(false, 3)],
		'Dora Alt': [consent(false, 90)],
		'Emil Wieder': [consent(false, 9), consent(true, 2)],
	};
	for (const [name, consents] of Object.entries(people)) {
		const [first_name = '', last_name = ''] = name.split(' ');
		const contact = {
			...{ id: `news-${first_name}`, first_name, last_name },
			section_work: { emails: [`${first_name.toLowerCase()}@beispiel.example`] },
			documentation: { consents },
		};
		const event_time = new Date(Date.now() - DAY_MS).toISOString();
		const events = [1, 2].map((at) => ({
			...{ event_id: `${contact.id}-${at}`, type: 'update' as const, event_time },
			...{
				contact_id: contact.id,
				contact: { ...contact, documentation: { consents: consents.slice(0, 2) } },
			},
		}));
		editor().playground.sandbox.seed({ contacts: [contact], events });
	}
}

inEditor(
	editor,
	'who withdrew "newsletter" in the last 30 days in three minutes',
	async () => {
		const { page, playground } = editor();
		seedNewsletter();
		await page.goto(`${playground.url}/home/workflows`);
		await walk(editor(), 'who withdrew', 180, async (person) => {
			const listed = page
				.getByTestId('resources-list-item-workflow')
				.getByText('Who withdrew lately', { exact: true });
			const box = '[data-test-id=resources-list-search]';
			const search = page.locator(`${box} input, input${box}`).first();
			await person.type(search, 'withdrew');
			await person.look('find it', listed);
			await person.click(listed);
			const note = page.getByTestId('sticky').filter({ hasText: 'Who withdrew lately?' });
			await person.look('what to do', note);
			await person.read(note);
			await person.open('Period');
			const type = page.getByTestId('assignment').nth(1).getByTestId('assignment-value').locator('input, textarea, [contenteditable=true]').first(); // prettier-ignore
			await person.look('the period', type);
			await person.type(type, 'newsletter');
			await person.close();
			await person.click(page.getByTestId('execute-workflow-button'));
			await page.getByText('Workflow executed successfully').waitFor();
			await person.open('Who Withdrew');
			const last = output().getByText('carl@beispiel.example');
			await person.look('who', last);
			const rows = await person.read(output().getByTestId('ndv-data-container'));
			expect(rows).toContain('Berta Lang');
			expect(rows).not.toMatch(/Dora|Emil/);
			await requireInSight(output().getByText('Carl Neu'));
		});
	},
	480_000,
);

inEditor(
	editor,
	'a consent that was withdrawn on the phone, written down in one minute',
	async () => {
		const { page, playground } = editor();
		await page.goto(`${playground.url}/workflow/new`);
		await walk(editor(), 'set consent', 60, async (person) => {
			await person.click(page.getByTestId('canvas-plus-button'));
			const search = page.getByTestId('node-creator-search-bar');
			await person.type(search, 'consent');
			const panel = page.getByTestId('node-creator');
			await person.click(panel.getByTestId('node-creator-action-item').first());
			await person.click(panel.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }));
			const action = panel.getByText('Set consent of contact', { exact: true });
			await person.look('the action', action);
			await person.click(action);
			await person.look('the node', parameter('consentType'));
			await person.click(page.getByTestId('rlc-input'));
			await person.type(page.getByTestId('rlc-search'), 'demo-02');
			await person.click(page.getByTestId('rlc-item').first());
			await person.type(parameter('consentType').locator('input'), 'email');
			await person.click(page.getByTestId('node-execute-button'));
			const changed = output().getByText('operation_id');
			await person.look('written down', changed);
		});
		const { contacts } = playground.sandbox.state();
		const [found] = contacts.filter(({ id }) => id === 'demo-02');
		expect(JSON.stringify(found?.documentation)).toMatch(/"type":"email","granted":false/);
	},
	240_000,
);
