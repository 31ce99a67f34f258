/** A person switches a node with filled columns between Create or Update and Update. n8n checks them by the schema that it saved before. */
import { itemsOf } from '../playground/executions';
import { consentNode, execute, openWorkflow, START } from './editor';
import { Person } from './person';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-switch');
const NODE = 'Contact Consent';

const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const ROW = { Nummer: 'S-1', Vorname: 'Nora', Nachname: 'Kuhn', Firma: 'Kuhn KG' };

/** Chooses the mode in which each column is dragged. */
async function mapsByHand(person: Person): Promise<void> {
	const { page } = editor();
	await person.clicks(page.getByTestId('mapping-mode-select'));
	await person.clicks(page.getByRole('option', { name: /Map Each Column Manually/ }).first());
}

async function addsColumn(person: Person, label: string, column: string, field: string): Promise<void> {
	await person.clicks(editor().page.getByTestId('add-fields-select'));
	// The list is a menu, and in n8n 1 a select.
	const { page } = editor();
	const entry = page.getByRole('menuitem', { name: label, exact: true });
	await person.clicks(entry.or(page.getByRole('option', { name: label, exact: true })).first());
	await person.drags(column, field);
}

async function switches(person: Person, name: RegExp): Promise<void> {
	await person.clicks(parameter('operation'));
	await person.clicks(editor().page.getByRole('option', { name }).first());
	await parameter('id').waitFor();
}

/** Executes, and returns what came out. */
async function runs(person: Person, picture: string): Promise<Record<string, unknown> | undefined> {
	const execution = await execute(editor());
	await person.shows(picture);
	expect(execution.data.resultData.error).toBeUndefined();
	return itemsOf(execution, NODE)[0]?.json;
}

inEditor(
	editor,
	'a node with filled columns works after a switch from Create or Update to Update',
	async () => {
		const { page, playground } = editor();
		const contact = () => playground.sandbox.contact('S-1');
		await page.setViewportSize({ width: 1440, height: 900 });
		await openWorkflow(editor(), 'Switch', [START, consentNode('contactConsent')], [ROW]);
		await new Person(page).does('switch', async (person) => {
			await person.opens(NODE);
			await mapsByHand(person);
			await person.drags('Nummer', 'id');
			await person.drags('Vorname', 'first_name');
			await person.drags('Nachname', 'last_name');
			await addsColumn(person, 'Company', 'Firma', 'company');
			expect(await runs(person, 'switch-1-upsert')).toMatchObject({ id: 'S-1', change: 'created' });

			await switches(person, /^Update/);
			await person.shows('switch-2-update');
			expect(await runs(person, 'switch-3-update')).toMatchObject({ id: 'S-1', change: 'unchanged' });
		});
		expect(contact()).toMatchObject({ first_name: 'Nora', company: 'Kuhn KG' });
	},
	300_000,
);

inEditor(
	editor,
	'what Create or Update requires need not be typed after the switch to Update',
	async () => {
		const { page, playground } = editor();
		playground.sandbox.seed({ contacts: [{ id: 'S-3', first_name: 'Pia', last_name: 'Horn' }] });
		await openWorkflow(
			editor(),
			'Switch without names',
			[START, consentNode('contactConsent')],
			[{ ...ROW, Nummer: 'S-3' }],
		);
		await new Person(page).does('switch without names', async (person) => {
			await person.opens(NODE);
			await mapsByHand(person);
			await person.drags('Nummer', 'id');
			await addsColumn(person, 'Company', 'Firma', 'company');
			await person.shows('names-1-upsert');
			await switches(person, /^Update/);
			expect(await runs(person, 'names-2-update')).toMatchObject({ id: 'S-3', change: 'changed' });
		});
		expect(playground.sandbox.contact('S-3')).toMatchObject({ first_name: 'Pia', company: 'Kuhn KG' });
	},
	300_000,
);

inEditor(
	editor,
	'a node with an ID and one column works after a switch from Update to Create or Update and back, without names',
	async () => {
		const { page, playground } = editor();
		playground.sandbox.seed({ contacts: [{ id: 'S-2', first_name: 'Ole', last_name: 'Pohl' }] });
		await openWorkflow(
			editor(),
			'Switch back',
			[START, consentNode('contactConsent', { operation: 'update' })],
			[{ ...ROW, Nummer: 'S-2' }],
		);
		await new Person(page).does('switch back', async (person) => {
			await person.opens(NODE);
			await person.shows('back-0-new');
			await mapsByHand(person);
			await person.drags('Nummer', 'id');
			await addsColumn(person, 'Company', 'Firma', 'company');
			expect(await runs(person, 'back-1-update')).toMatchObject({ id: 'S-2', change: 'changed' });

			await switches(person, /^Create or Update/);
			expect(await runs(person, 'back-2-upsert')).toMatchObject({ id: 'S-2', change: 'unchanged' });
			await switches(person, /^Update/);
			await person.shows('back-3-update');
			expect(await runs(person, 'back-4-update')).toMatchObject({ id: 'S-2', change: 'unchanged' });
		});
		expect(playground.sandbox.contact('S-2')).toMatchObject({ first_name: 'Ole', company: 'Kuhn KG' });
	},
	300_000,
);
