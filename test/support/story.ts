/** What becomes of each example, and a story of uploads, events and a trigger, which records each result. */
import type { IDataObject } from 'n8n-workflow';

import { KEY, wordsOf, type ActionBench, type Parameters } from './action';
import type { ActionRun } from './engine';
import { EXAMPLES, furnish, nameOf, parametersOf } from './examples';
import { contact, employee } from './people';
import { ActiveTrigger } from './poll';
import { refusalOf } from './upload-bench';

/** The result of each step: its items, or the text of a refusal. */
export type Story = Record<string, unknown>;

export interface StorySetting {
	/** Further fields of the credentials. */
	credentials?: IDataObject;
	/** How many seconds the story waits for uploads. */
	timeout?: number;
}

const CONSENT = { id: 'k-1', type: 'email', granted: true, granted_at: '2026-01-02T03:04:05Z' };
const ADA = contact('ada', {
	title: 'Countess',
	employee_id: 'grace',
	section_work: { emails: [{ email: 'ada@example.com' }], phone_numbers: [{ number: '+49 30 123456' }] },
	documentation: { consents: [CONSENT] },
});
const BAD = contact('bad', { section_work: { emails: [{ email: 'no address' }] } });
const WORSE = contact('worse', {
	section_work: { phone_numbers: [{ number: '1234567890123456789012345' }] },
});
const BOB = contact('bob', { employee_id: 'nobody' });
/** The service accepts this contact and then fails to process it. */
const FAY = contact('fay');

const EVENTS = [1, 2, 3].map((minute) => ({
	event_id: `v-${minute}`,
	event_time: `2026-02-01T00:0${minute}:00.000Z`,
	type: 'update' as const,
	contact_id: 'old',
}));
/** The newer event has no PDF yet. */
const DOCUMENTS = (['ready', 'not_generated'] as const).map((documentation, at) => ({
	event_id: `d-${at + 1}`,
	event_time: `2026-02-01T00:0${at + 4}:00.000Z`,
	type: 'documentation' as const,
	contact_id: 'old',
	documentation,
}));

const text = (...parts: unknown[]): string => parts.filter((part) => part || part === 0).join(' ');

/** The result of a step, item by item. A refused row is shown by its text. */
function resultOf(run: ActionRun, shown: (json: IDataObject) => unknown): unknown {
	if (run.error) return [`refused: ${wordsOf(run)}`];
	return run.json.map((json) => (json.error === undefined ? shown(json) : `refused: ${refusalOf(json)}`));
}

const row = ({ id, accepted, change, item_status, timed_out }: IDataObject) =>
	text(id, accepted && 'accepted', change, item_status, timed_out && 'timed out');
/** The service chooses the IDs of events that it creates. */
const event = ({ event_id, type }: IDataObject) => (/^[vd]-\d$/.test(event_id as string) ? event_id : type);
const file = ({ documentation_status, file_size }: IDataObject) =>
	text(documentation_status, Number(file_size) > 50_000 && 'large');
/** The number of uploads depends on how a batch with bad rows is divided. */
const distinct = (lines: unknown): unknown => [...new Set(lines as string[])].sort();

/** The events with which a poll starts executions, or the reason of its failure. */
async function delivered(poll: Promise<unknown>, { executions }: ActiveTrigger): Promise<unknown> {
	try {
		await poll;
	} catch (error) {
		return [`refused: ${wordsOf({ error } as ActionRun)}`];
	}
	const items = executions.splice(0).flat();
	return items
		.map(({ json }) => text(event(json), (json.contact as IDataObject)?.last_name, json.documentation_status))
		.sort();
}

/** Plays the examples of all operations but these, one after another. The result is named like the example. */
async function examplesOf(
	bench: ActionBench,
	setting: StorySetting,
	told: ReadonlySet<string>,
): Promise<Story> {
	const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY, ...setting.credentials };
	const uploadId = furnish(bench.sandbox);
	const story: Story = {};
	for (const example of EXAMPLES.filter(({ operation }) => !told.has(operation))) {
		const { items } = example;
		const parameters = parametersOf(example, uploadId);
		const run = await bench.run(parameters, { credentials, items, onError: 'continueRegularOutput' });
		story[nameOf(example)] = resultOf(run, (json) => json);
	}
	return story;
}

/**
 * The service has one contact with some events. Operations without a part in the story show their examples.
 */
export async function storyOf(bench: ActionBench, setting: StorySetting = {}): Promise<Story> {
	const { sandbox, engine } = bench;
	const credentials = { baseUrl: sandbox.baseUrl, apiKey: KEY, ...setting.credentials };
	// An update goes the way of an upsert.
	const told = new Set(['contact.update', 'employee.update']);
	const run = async (resource: string, operation: string, more: IDataObject, items?: IDataObject[]) => {
		told.add(`${resource}.${operation}`);
		const parameters = { ...more, resource, operation };
		return await bench.run(parameters, { credentials, items, onError: 'continueRegularOutput' });
	};
	const upload = async (
		resource: string,
		json: IDataObject[],
		fieldsNotSent: string,
		more: IDataObject = {},
	) => {
		const options = { waitUntilFinished: true, timeout: setting.timeout ?? 5, ...more };
		return resultOf(await run(resource, 'upsert', { inputMode: 'json', json, fieldsNotSent, options }), row);
	};
	const get = async (id: string, shown: (json: IDataObject) => unknown) =>
		resultOf(await run('contact', 'get', { contactId: id, simplify: false }), shown);
	const remove = async (resource: string, ids: string[]) =>
		resultOf(
			await run(
				resource,
				'delete',
				{ [`${resource}Id`]: '={{ $json.id }}' },
				ids.map((id) => ({ id })),
			),
			({ id, deleted }) => text(deleted && 'deleted', id),
		);
	const trigger = async (eventType: string, more: IDataObject) =>
		resultOf(await run('event', 'trigger', { eventType, ...more }), ({ triggered }) => triggered);
	const events = async (operation: string, filters: IDataObject) =>
		resultOf(await run('event', operation, { returnAll: true, filters, options: { pageSize: 2 } }), event);
	const download = async (contactId: string) => {
		const options = { whenNotGenerated: 'output' };
		const parameters = { documentationOf: 'latest', contactId, binaryPropertyName: 'pdf', options };
		return resultOf(await run('documentation', 'download', parameters), file);
	};

	sandbox.seed({ contacts: [contact('old', { tags: ['vip'] })], events: [...EVENTS, ...DOCUMENTS] });
	sandbox.failItems('fay');
	const story: Story = {};
	const workflow = new ActiveTrigger({ engine, credentials });
	story.deliveredFirst = await delivered(workflow.publish(), workflow);

	story.employees = await upload('employee', [employee('grace'), employee('eve')], 'keep');
	story.upload = await upload('contact', [ADA, BAD, WORSE, BOB, FAY], 'keep');
	story.sameAgain = await upload('contact', [ADA], 'keep');
	story.clear = await upload(
		'contact',
		[{ ...ADA, title: undefined, no_field: 'A', tags: ['x'] }, BAD],
		'clear',
		{
			unknownFields: 'send',
		},
	);
	story.setConsent = resultOf(
		await run('contact', 'setConsent', {
			contactId: 'ada',
			consentType: 'email',
			consentState: 'withdrawn',
			options: { waitUntilFinished: true, timeout: setting.timeout ?? 5 },
		}),
		({ changed, item_status }) => text(changed && 'changed', item_status),
	);
	story.titleAndTags = await get('ada', ({ title, tags }) => ({ title, tags }));
	story.employeeOfBob = await get('bob', ({ employee_id }) => employee_id);
	const king = { id: 'ada', last_name: 'King', section_work: { emails: ['ada@example.com'] } };
	story.trigger = await trigger('confirm', { contactInput: 'json', contact: king });
	story.nameAfterwards = await get('ada', ({ last_name }) => last_name);
	story.pdf = await download('ada');
	story.latest = await events('getLatest', {});
	story.triggerById = await trigger('update', { contactInput: 'id', contactId: 'ada' });
	story.triggerNobody = await trigger('update', { contactInput: 'id', contactId: 'nobody' });
	story.period = await events('getMany', { from: EVENTS[0]?.event_time, to: EVENTS[2]?.event_time });
	story.newOfTwoTypes = await events('getMany', {
		from: '2026-03-01T00:00',
		types: ['update', 'documentation'],
	});
	story.latestAfterHistory = await events('getLatest', {});
	story.oldPdf = await download('old');
	story.operations = distinct(
		resultOf(
			await run('operation', 'getMany', { returnAll: true, options: { pageSize: 2 } }),
			({ type, model, item_statuses }) => text(type, model, ...Object.keys(item_statuses as IDataObject)),
		),
	);
	story.delivered = await delivered(workflow.tick(), workflow);

	story.deleteEmployeeOfAda = await remove('employee', ['grace']);
	story.deleteContacts = await remove('contact', ['ada', 'ada']);
	story.deleteNobody = await remove('employee', ['stranger']);
	const wrong = { ...credentials, apiKey: 'wrong' };
	const withWrongKey = { resource: 'contact', operation: 'get', contactId: 'old' } satisfies Parameters;
	story.wrongKey = resultOf(await bench.run(withWrongKey, { credentials: wrong }), (json) => json);
	return { ...story, ...(await examplesOf(bench, setting, told)) };
}
