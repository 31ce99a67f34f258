/** A trigger is published with each choice of Begin With, on an account that has old events. */
import { finished, itemsOf } from '../playground/executions';
import { published } from '../playground/provision';
import { EVERY_10_SECONDS } from '../playground/trigger-workflow';
import { consentNode, openWorkflow } from './editor';
import { Person } from './person';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-begin-with');

const TRIGGER = 'Contact Consent Trigger';
const END = { name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} };
const A_DAY = 86_400_000;

const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const daysAgo = (days: number) => new Date(Date.now() - days * A_DAY).toISOString();

beforeAll(async () => {
	// A laptop.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

/** The ids of a test's events that a published workflow was started with. */
async function delivered(workflow: string, prefix: string): Promise<string[]> {
	const { api } = editor().playground;
	const ids: string[] = [];
	for (const { id } of await api.executions(workflow)) {
		for (const { json } of itemsOf(await finished(api, id), 'End')) ids.push(String(json.event_id));
	}
	return ids.filter((id) => id.startsWith(prefix)).sort();
}

const CHOICES: Array<
	[choice: string, says: RegExp, old: string[], more?: (person: Person) => Promise<void>]
> = [
	[
		'What Nobody Has Received',
		/begins with all events that nobody has received yet\. Some may be months old/,
		['months'],
	],
	[
		'New Events Only',
		/begins when you publish the workflow, and includes the minute before, because clocks differ\. Older events never start this workflow/,
		[],
	],
	[
		'Since a Date',
		/begins with the first event from this date on, even if others have received it/,
		['days'],
		async (person) => {
			const field = parameter('startFrom').locator('input');
			await person.sees(field);
			await field.fill(daysAgo(10).slice(0, 10) + 'T00:00:00');
			await field.press('Enter');
		},
	],
];

describe.each(CHOICES)('%s', (choice, says, old, more) => {
	const prefix = choice.replaceAll(' ', '');

	inEditor(
		editor,
		`${choice}: the editor says what it means, and the trigger begins like that`,
		async () => {
			const { page, playground } = editor();
			const { api, sandbox } = playground;
			const event = (name: string, event_time?: string, received = false) => ({
				event_id: `${prefix}-${name}`,
				type: 'confirm' as const,
				...(event_time && { event_time }),
				received,
			});
			sandbox.seed({ events: [event('months', daysAgo(120)), event('days', daysAgo(5), true)] });
			const id = await openWorkflow(editor(), choice, [
				consentNode('contactConsentTrigger', { pollTimes: EVERY_10_SECONDS }),
				END,
			]);
			await new Person(page).does(`begin with ${prefix}`, async (person) => {
				await person.opens(TRIGGER);
				await person.clicks(parameter('beginWith'));
				await person.shows(`${prefix}-1-choices`);
				await person.clicks(page.getByRole('option', { name: choice }));
				await person.reads(page.getByTestId('ndv').getByText(says));
				await more?.(person);
				await person.shows(`${prefix}-2-chosen`);
				await person.closes();
				await person.clicks(page.getByTestId('workflow-open-publish-modal-button'));
				await person.clicks(page.getByTestId('workflow-publish-button'));
				const said = await person.reads(
					page.getByText('From now on, this workflow starts for the events that are chosen'),
				);
				await person.shows(`${prefix}-3-published`);
				expect(said).toMatch(/A new trigger begins as 'Begin With' says/);
				await person.clicks(page.getByRole('button', { name: 'Got it' }));
			});
			await published(api, id);
			sandbox.seed({ events: [event('new')] });
			const wanted = [...old, 'new'].map((name) => `${prefix}-${name}`).sort();
			await eventually(
				async () => ((await delivered(id, prefix)).length >= wanted.length ? true : undefined),
				'the events',
			);
			expect(await delivered(id, prefix)).toEqual(wanted);
			await page.getByTestId('radio-button-executions').click();
			await page.getByText('Succeeded').first().waitFor();
			await new Person(page).shows(`${prefix}-4-executions`);
			await api.unpublish(id);
		},
		300_000,
	);
});
