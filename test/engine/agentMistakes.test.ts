/** A model makes a mistake; what the tool says leads it to a second call that succeeds. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, KEY } from '../support/action';
import { useTools, type Tool } from '../support/agent';
import { callAgain, type Asked } from '../support/agent-model';

const bench = actionBench();

const arg = (name: string, type = 'string') => `={{ $fromAI('${name}', '${name}', '${type}') }}`;
const UPSERT = { operation: 'upsert', inputMode: 'json', json: arg('record', 'json') };

/** The tools of an agent, as a person sets them up: what the model decides is $fromAI. */
const TOOLS: Record<string, IDataObject> = {
	get: {
		resource: 'contact',
		operation: 'get',
		contactId: arg('contact_id'),
		output: arg('output'),
		fields: arg('fields'),
	},
	consents: {
		resource: 'contact',
		operation: 'getConsents',
		contactId: arg('contact_id'),
		filters: { granted: arg('granted') },
	},
	remove: { resource: 'contact', operation: 'delete', contactId: arg('contact_id') },
	employee: { resource: 'employee', operation: 'get', employeeId: arg('employee_id') },
	upsert: { resource: 'contact', ...UPSERT, options: { unknownFields: 'error' } },
	replace: { resource: 'contact', ...UPSERT, fieldsNotSent: 'clear' },
	upsertEmployee: { resource: 'employee', ...UPSERT },
	events: {
		...{ resource: 'event', operation: 'getMany', limit: arg('limit'), returnAll: arg('return_all') },
		filters: { from: arg('from'), types: arg('types') },
	},
	document: {
		resource: 'documentation',
		operation: 'download',
		documentationOf: 'event',
		contactId: arg('contact_id'),
		eventId: arg('event_id'),
	},
	testEvent: {
		resource: 'event',
		operation: 'trigger',
		eventType: arg('event_type'),
		contactId: arg('contact_id'),
	},
	upload: { resource: 'operation', operation: 'get', operationId: arg('upload_operation') },
};

const ADA = {
	id: 'ada',
	first_name: 'Ada',
	last_name: 'Lovelace',
	work_emails: 'ada@example.com',
	work_mobile_numbers: '+49 151 12345678',
};
const GRACE = { id: 'e-9', first_name: 'Grace', email: 'grace@example.com' };
const READ = { contact_id: 'c-1', output: 'simplified', fields: '' };
const EVENTS = { limit: '5', return_all: 'false', from: '', types: 'update' };
const ASKED: Asked = { contact_id: 'c-1', employee_id: 'e-1', event_id: 'ev', ...ADA, record: ADA };

interface Mistake {
	what: string;
	tool: string;
	given: IDataObject;
	asked?: Asked;
}

const record = (changes: IDataObject): IDataObject => ({ record: { ...ADA, ...changes } });
const lacking = (...names: string[]): IDataObject => ({
	record: Object.fromEntries(Object.entries(ADA).filter(([name]) => !names.includes(name))),
});

const MISTAKES: Mistake[] = [
	{ what: 'an ID that does not exist', tool: 'get', given: { ...READ, contact_id: 'Ada' } },
	{ what: 'an empty ID', tool: 'get', given: { ...READ, contact_id: ' ' } },
	{ what: 'an ID that is part of a path', tool: 'get', given: { ...READ, contact_id: '..' } },
	{ what: 'an ID with a line break', tool: 'get', given: { ...READ, contact_id: 'c-1\n' } },
	{ what: 'an output that does not exist', tool: 'get', given: { ...READ, output: 'everything' } },
	{ what: 'selected fields without a field', tool: 'get', given: { ...READ, output: 'selectedFields' } },
	{
		what: 'a state of consents that does not exist',
		tool: 'consents',
		given: { contact_id: 'c-1', granted: 'yes' },
	},
	{ what: 'consents of nobody', tool: 'consents', given: { contact_id: 'Lovelace', granted: 'any' } },
	{ what: 'deleting somebody who is not there', tool: 'remove', given: { contact_id: 'c-2' } },
	{ what: 'a contact where an employee is meant', tool: 'employee', given: { employee_id: 'c-1' } },
	{ what: 'a limit of 0', tool: 'events', given: { ...EVENTS, limit: '0' } },
	{ what: 'a limit in words', tool: 'events', given: { ...EVENTS, limit: 'all' } },
	{ what: 'a date in words', tool: 'events', given: { ...EVENTS, from: 'last week' } },
	{ what: 'a date that does not exist', tool: 'events', given: { ...EVENTS, from: '2026-02-30' } },
	{ what: 'a type of events that does not exist', tool: 'events', given: { ...EVENTS, types: 'changed' } },
	{ what: 'a word where true or false is meant', tool: 'events', given: { ...EVENTS, return_all: 'no' } },
	{ what: 'a record without a required column', tool: 'upsert', given: lacking('last_name') },
	{ what: 'a record without several of them', tool: 'upsert', given: lacking('first_name', 'last_name') },
	{ what: 'a record without an ID', tool: 'upsert', given: lacking('id') },
	{
		what: 'a column with another name',
		tool: 'replace',
		given: { record: { id: 'ada', firstname: 'Ada', family_name: 'Lovelace' } },
	},
	{ what: 'a column that contacts do not have', tool: 'upsert', given: record({ shoe_size: 39 }) },
	{
		what: 'two columns for one field',
		tool: 'upsert',
		given: record({ 'Work E-Mail': 'other@example.com' }),
	},
	{
		what: 'an e-mail address that the service refuses (422)',
		tool: 'upsert',
		given: record({ work_emails: 'ada at example.com' }),
	},
	{
		what: 'a number that the service refuses (422)',
		tool: 'upsert',
		given: record({ work_mobile_numbers: 'call me' }),
	},
	{ what: 'a text where a record is meant', tool: 'upsert', given: { record: ['Ada Lovelace'] } },
	{
		what: 'an employee without an e-mail address',
		tool: 'upsertEmployee',
		given: { record: { id: 'e-9', first_name: 'Grace' } },
		asked: GRACE,
	},
	{ what: 'an event without a document', tool: 'document', given: { contact_id: 'c-1', event_id: 'up' } },
	{
		what: 'an event of an unknown kind',
		tool: 'testEvent',
		given: { contact_id: 'c-1', event_type: 'documentation' },
	},
	{ what: 'an event for nobody', tool: 'testEvent', given: { contact_id: 'nobody', event_type: 'update' } },
];

const PEOPLE = {
	contacts: [
		contact('c-1', { documentation: { consents: [{ id: '1', type: 'newsletter', granted: true }] } }),
	],
	employees: [{ ...GRACE, id: 'e-1' }],
	events: [
		{ event_id: 'up', type: 'update' as const, contact_id: 'c-1' },
		{ event_id: 'ev', type: 'documentation' as const, contact_id: 'c-1' },
	],
};

it('has at least 20 mistakes', () => expect(MISTAKES.length).toBeGreaterThanOrEqual(20));

it.each(MISTAKES)('$what', async ({ tool, given, asked = ASKED }) => {
	bench.sandbox.seed(PEOPLE);
	const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY };
	const parameters = { [tool]: TOOLS[tool] as IDataObject };
	const { refusal, second, answer } = await useTools(bench.engine, credentials, parameters, async (tools) => {
		const used = tools[tool] as Tool;
		expect(used.description).toMatch(/ in Contact Consent$/);
		const call = async (args: IDataObject) => await used.invoke(args);
		const refusal = await call(given).then(
			(unexpected) => `No refusal, but ${unexpected}`,
			({ message }: Error) => message,
		);
		const second = callAgain(given, refusal, asked);
		return {
			refusal,
			second,
			answer: await call(second).catch(({ message }: Error) => `REFUSED ${message}`),
		};
	});
	expect([refusal, second]).not.toEqual([refusal, given]);
	expect([refusal, answer]).toEqual([refusal, expect.not.stringMatching(/^REFUSED|^Error/)]);
});
