/* eslint-disable */
/**
 * Items of n8n's own nodes in front of ours, with *Map Automatically*: a form that a person fills in, Airtable, HubSpot.
 * The items of the last two are pinned in the shape that these nodes put out. Pictures are in
 * .playground/pictures/otherNodes.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { STATE } from '../../test/support/paths';
import { finished, itemsOf } from '../playground/executions';
import { published } from '../playground/provision';
import { consentNode, execute, openNode, openWorkflow, output } from './editor';
import { openForm } from './forms';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';

const PICTURES = join(STATE, 'pictures', 'otherNodes');
const NODE = 'Contact Consent';

const editor = useEditor('e2e-other-nodes');
const contact = (id: string) => editor().playground.sandbox.contact(id);
const picture = async (name: string) =>
	await editor().page.screenshot({ path: join(PICTURES, `${name}.png`) });

beforeAll(async () => {
	await mkdir(PICTURES, { recursive: true });
	// A laptop.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

type Item = Record<string, unknown>;
type OtherNode = Parameters<typeof openWorkflow>[2][number];

/** Executes our node behind another one, in the editor. @returns its items, and what the line above the output says */
async function behind(other: OtherNode, items: Item[], parameters: Item, name: string) {
	const node = { ...consentNode('contactConsent', parameters), onError: 'continueRegularOutput' };
	await openWorkflow(editor(), name, [other, node], items);
	await openNode(editor(), NODE);
	const execution = await execute(editor());
	const line = output(editor().page)
		.getByText(/^\d+ contacts?: /)
		.first();
	await line.waitFor();
	await picture(name);
	const said = await line.locator('xpath=..').innerText();
	return { json: itemsOf(execution, NODE).map(({ json }) => json), said };
}

const AUTOMATICALLY = { columns: { mappingMode: 'autoMapInputData', value: null } };
const byJson = (json: string) => ({ inputMode: 'json', json: `=${json}` });
/** The expression that a refusal advises. */
const expressionIn = (item: Item | undefined): string =>
	/\{\{ .* \}\}/.exec(String(item?.message))?.[0] ?? '';

const AIRTABLE = {
	name: 'Airtable',
	type: 'n8n-nodes-base.airtable',
	typeVersion: 2.2,
	parameters: { operation: 'search' },
};
const HUBSPOT = (operation: string) => ({
	name: 'HubSpot',
	type: 'n8n-nodes-base.hubspot',
	typeVersion: 2.2,
	parameters: { resource: 'contact', operation },
});

const CASES: Record<string, [other: OtherNode, items: Item[], id: string]> = {
	'an Airtable item': [
		AIRTABLE,
		[
			{
				id: 'recA1b2C3d4E5f6G7',
				createdTime: '2026-05-01T08:00:00.000Z',
				fields: { Kundennummer: 'A-1', Vorname: 'Jana', Nachname: 'Müller', 'E-Mail': 'jana@example.org' },
			},
		],
		'A-1',
	],
	'a HubSpot item of a search': [
		HUBSPOT('search'),
		[
			{
				id: '512',
				properties: {
					createdate: '2026-05-01T08:00:00.000Z',
					email: 'jana@example.org',
					firstname: 'Jana',
					hs_object_id: '512',
					lastmodifieddate: '2026-05-02T08:00:00.000Z',
					lastname: 'Müller',
				},
				createdAt: '2026-05-01T08:00:00.000Z',
				updatedAt: '2026-05-02T08:00:00.000Z',
				archived: false,
				url: 'https://app.hubspot.com/contacts/1/record/0-1/512',
			},
		],
		'512',
	],
};

inEditor(
	editor,
	'an Airtable and a HubSpot item are explained with an expression that works as it is pasted',
	async () => {
		for (const [what, [other, items, id]] of Object.entries(CASES)) {
			const first = await behind(other, items, AUTOMATICALLY, `${what} 1 automatically`);
			const expression = expressionIn(first.json[0]);
			expect([what, expression]).toEqual([what, expect.stringContaining('$json.')]);
			const { json, said } = await behind(other, items, byJson(expression), `${what} 2 as advised`);
			expect([what, json]).toMatchObject([what, [{ id, change: 'created' }]]);
			expect(said).toContain('1 created');
			expect(contact(id)).toMatchObject({ first_name: 'Jana', last_name: 'Müller' });
			expect(JSON.stringify(contact(id))).toContain('jana@example.org');
		}
	},
	300_000,
);

inEditor(
	editor,
	"an item of HubSpot's Get Many, in which each value is an object, is uploaded with its vid as the ID",
	async () => {
		const value = (text: string) => ({ value: text, versions: [{ value: text, 'source-type': 'CRM_UI' }] });
		const items = [
			{
				addedAt: 1_777_622_400_000,
				vid: 777,
				'canonical-vid': 777,
				'merged-vids': [],
				'portal-id': 1,
				'is-contact': true,
				properties: {
					firstname: value('Ole'),
					lastname: value('Weiß'),
					lastmodifieddate: value('1777622400000'),
				},
				'form-submissions': [],
				'identity-profiles': [{ vid: 777, identities: [{ type: 'EMAIL', value: 'ole@example.org' }] }],
				'merge-audits': [],
			},
		];
		const what = "HubSpot's Get Many";
		const first = await behind(HUBSPOT('getAll'), items, AUTOMATICALLY, `${what} 1 automatically`);
		const parameters = { ...byJson(expressionIn(first.json[0])), options: { idColumn: 'vid' } };
		const { json } = await behind(HUBSPOT('getAll'), items, parameters, `${what} 2 as advised`);
		expect(json).toMatchObject([{ id: '777', change: 'created' }]);
		expect(contact('777')).toMatchObject({ first_name: 'Ole', last_name: 'Weiß' });
	},
	300_000,
);

const FORM = {
	name: 'On form submission',
	type: 'n8n-nodes-base.formTrigger',
	typeVersion: 2.6,
	webhookId: 'other-nodes-form',
	parameters: {
		formTitle: 'Anmeldung',
		formFields: {
			values: ['Vorname', 'Nachname', 'E-Mail', 'Handy'].map((fieldLabel) => ({ fieldLabel })),
		},
		options: { path: 'other-nodes' },
	},
};

inEditor(
	editor,
	'what a person enters into a form is uploaded automatically, with the e-mail address as the ID',
	async () => {
		const { page, playground } = editor();
		const { api, url } = playground;
		const parameters = { ...AUTOMATICALLY, options: { idColumn: 'E-Mail' } };
		const id = await openWorkflow(editor(), 'a form', [FORM, consentNode('contactConsent', parameters)]);
		await api.publish(id);
		await published(api, id);
		await openForm(page, url, 'other-nodes');
		const values = ['Lena', 'Voß', 'Lena@Form.example', '0171 2345678'];
		for (const [at, value] of values.entries()) await page.locator('.form-group input').nth(at).fill(value);
		await picture('a form 1 filled in');
		await page.locator('#submit-btn').click();
		await page.getByText('Your response has been recorded').first().waitFor();
		const [run] = await eventually(async () => {
			const all = await api.executions(id);
			return all.length > 0 ? all : undefined;
		}, 'an execution');
		const execution = await finished(api, run?.id ?? '');
		expect(itemsOf(execution, NODE).map(({ json }) => json)).toMatchObject([
			{ id: 'lena@form.example', change: 'created', not_sent: ['submittedAt', 'formMode'] },
		]);
		expect(contact('lena@form.example')).toMatchObject({ first_name: 'Lena', last_name: 'Voß' });
		// The same item once more, in the editor.
		const items = itemsOf(execution, FORM.name).map(({ json }) => json as Item);
		const { json, said } = await behind(FORM, items, parameters, 'a form 2 in the editor');
		expect(json).toMatchObject([{ id: 'lena@form.example', change: 'unchanged' }]);
		expect(said).toContain('1 unchanged');
	},
	300_000,
);
