/* eslint-disable */
/** A form that people fill in twice, at a service that applies uploads only a while after it took them. */
import { itemsOf, finished } from '../playground/executions';
import { published } from '../playground/provision';
import { consentNode, openWorkflow } from './editor';
import { openForm } from './forms';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-form');

/** What the form asks for; n8n calls its fields by their labels. */
const FORM = {
	name: 'Form',
	type: 'n8n-nodes-base.formTrigger',
	typeVersion: 2.2,
	webhookId: 'consent-form',
	parameters: {
		formTitle: 'Newsletter',
		formFields: {
			values: [
				{ fieldLabel: 'E-Mail', fieldType: 'email', requiredField: true },
				{ fieldLabel: 'First Name', requiredField: true },
				{ fieldLabel: 'Last Name', requiredField: true },
				{ fieldLabel: 'Company' },
				{
					fieldLabel: 'Newsletter',
					fieldType: 'dropdown',
					fieldOptions: { values: [{ option: 'Yes' }, { option: 'No' }] },
					requiredField: true,
				},
			],
		},
		options: { path: 'newsletter' },
	},
};

const column = (id: string, required = false) => ({
	id,
	displayName: id,
	required,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
	removed: false,
});

/** The node with its defaults, and the parameters that must be set. */
const UPSERT = {
	...consentNode('contactConsent', {
		columns: {
			mappingMode: 'defineBelow',
			value: {
				id: "={{ $json['E-Mail'] }}",
				first_name: "={{ $json['First Name'] }}",
				last_name: "={{ $json['Last Name'] }}",
				company: '={{ $json.Company }}',
				work_emails: "={{ $json['E-Mail'] }}",
			},
			matchingColumns: [],
			schema: [
				...['id', 'first_name', 'last_name'].map((id) => column(id, true)),
				...['company', 'work_emails'].map((id) => column(id)),
			],
		},
	}),
	name: 'Create or Update',
};

const CONSENT = {
	...consentNode('contactConsent', {
		operation: 'setConsent',
		contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		consentType: 'newsletter',
		consentState: "={{ $('Form').item.json.Newsletter === 'Yes' ? 'granted' : 'withdrawn' }}",
	}),
	name: 'Set Consent',
};

inEditor(
	editor,
	'a new contact grants a consent by form, and withdraws it by the same form: nothing is undone, nobody refused',
	async () => {
		const { page, playground } = editor();
		const { api, sandbox, url } = playground;
		sandbox.configure({ operationDurationMs: 500, visible: 'onFinish' });
		const id = await openWorkflow(editor(), 'Newsletter form', [FORM, UPSERT, CONSENT]);
		await api.publish(id);
		await published(api, id);
		sandbox.log.clear();

		const fillIn = async (values: string[], newsletter: string) => {
			const known = (await api.executions(id)).length;
			await openForm(page, url, 'newsletter');
			for (const [at, value] of values.entries()) {
				await page.locator('.form-group input').nth(at).fill(value);
			}
			await page.locator('.form-group select').selectOption({ label: newsletter });
			await page.locator('#submit-btn').click();
			await page.getByText('Your response has been recorded').first().waitFor();
			const latest = await eventually(async () => {
				const all = await api.executions(id);
				return all.length > known ? all[0] : undefined;
			}, 'an execution');
			const execution = await finished(api, latest.id);
			expect(execution.data.resultData.error).toBeUndefined();
			const [upserts, consents] = ['Create or Update', 'Set Consent'].map((node) =>
				itemsOf(execution, node).map(({ json }) => json),
			);
			return { upsert: upserts?.[0], consent: consents?.[0], status: execution.status };
		};

		const person = ['vera@form.example', 'Vera', 'Lind', 'Lind & Co'];
		const first = await fillIn(person, 'Yes');
		expect(first.status).toBe('success');
		expect(first.upsert).toMatchObject({ id: 'vera@form.example', change: 'created' });
		expect(first.consent).toMatchObject({ type: 'newsletter', granted: true, changed: true });

		const second = await fillIn([...person.slice(0, 2), 'Lind-Berg', ''], 'No');
		expect(second.status).toBe('success');
		expect(second.upsert).toMatchObject({ change: 'changed' });
		expect(second.consent).toMatchObject({ granted: false, changed: true });

		// By now the service has applied all uploads. The result must still be right.
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		const stored = sandbox.contact('vera@form.example');
		expect(stored).toMatchObject({
			first_name: 'Vera',
			last_name: 'Lind-Berg',
			company: 'Lind & Co',
			section_work: { emails: ['vera@form.example'] },
			documentation: {
				consents: [
					{ type: 'newsletter', granted: true },
					{ type: 'newsletter', granted: false },
				],
			},
		});
		const posts = sandbox.log.all({ method: 'POST' }).map(({ status }) => status);
		expect(posts).toEqual([202, 202, 202, 202]);
	},
	300_000,
);
