/**
 * An example of each operation: its parameters and input, the request that it sends first, and the items that come
 * out. All examples begin with the same data at the service. Tests of previews, requests, refused values, faults,
 * pages and gaps of the contract go through this list, so a new operation needs a line here and none there.
 *
 * The examples also hold if they run one after another: each changes records that no other example shows.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox, Seed } from '../../sandbox';
import type { Endpoint } from '../../sandbox/test/differential/contract';
import { contact, employee } from './people';

/** Stands for the ID of the upload at the service. The service makes it up. */
export const UPLOAD_ID = '(the ID of the upload)';
/** Stands for a value of an output item that the service makes up, such as a time. */
export const ANY = '(any value)';

const CONSENT = {
	id: 'k-1',
	type: 'email',
	granted: true,
	granted_at: '2026-01-02T03:04:05Z',
	granted_ip: '192.0.2.1',
	granted_agent: 'Browser',
};
const OLDER_CONSENT = { id: 'k-0', type: 'email', granted: false, granted_at: '2025-01-02T03:04:05Z' };

/** Contact `c1` and employee `e1` are read, the others are changed. */
const C1 = contact('c1', {
	company: 'Engines',
	employee_id: 'e1',
	section_work: {
		emails: [{ email: 'ada@example.com' }],
		mobile_numbers: [{ number: '+49 1511234567' }],
		phone_numbers: [{ number: '+49 30 1234567' }],
		addresses: [{ city: 'London' }],
	},
	documentation: { consents: [OLDER_CONSENT, CONSENT] },
});
const STORED_CONTACT = {
	position: 'Countess',
	section_work: { emails: [{ email: 'old@example.com' }] },
	documentation: { consents: [CONSENT] },
};
const STORED_EMPLOYEE = {
	last_name: 'Hopper',
	phone_number: '+49 30 1',
	position: 'Admiral',
	department: 'Navy',
	city: 'Arlington',
	tags: ['navy'],
	data: { key: 'value' },
};

/** What the service has before each example. */
export const SERVICE: Seed = {
	contacts: [
		C1,
		...['c2', 'c3', 'c4', 'c5', 'c7'].map((id) => contact(id, STORED_CONTACT)),
	] as Seed['contacts'],
	employees: ['e1', 'e2', 'e3', 'e4', 'e6', 'c2', 'c3'].map((id) => employee(id, STORED_EMPLOYEE)),
	events: [
		{ event_id: 'v1', event_time: '2026-02-01T00:01:00.000Z', type: 'update', contact_id: 'c1' },
		{
			event_id: 'v2',
			event_time: '2026-02-01T00:02:00.000Z',
			type: 'documentation',
			contact_id: 'c1',
			documentation: 'ready',
		},
	],
	operations: 1,
};

/** A row with an address that is new, a blank cell, a blank around a name, and a column that nobody knows. */
const row = (id: string): IDataObject => ({
	...contact(id),
	first_name: ' Ada ',
	email: 'new@example.com',
	position: '',
	'Not Mapped': 'private',
});
const employeeRow = (id: string): IDataObject => ({ ...row(id), first_name: ' Grace ', tags: 'new' });

const NEW_CONTACT = contact('c6', { position: 'Dean' });
const NEW_EMPLOYEE = employee('e5', { position: 'Dean' });

export interface Example {
	/** `contact.get` */
	operation: string;
	/** Tells several examples of one operation apart. The last one puts out the most. */
	way?: string;
	parameters: IDataObject;
	items?: IDataObject[];
	/** The request that comes first. */
	request: { call: Endpoint; query?: Record<string, unknown>; body?: unknown };
	out: IDataObject[];
}

const PERIOD = { from: '2026-02-01T01:00:00+01:00', to: '2026-02-01T01:00:00Z' };
const PERIOD_SENT = { from: '2026-02-01T00:00:00.000Z', to: '2026-02-01T01:00:00.000Z' };
const NO_WAIT = { timeout: 0 };

const SIMPLE_EVENT = {
	contact_id: 'c1',
	first_name: 'Ada',
	last_name: 'Lovelace',
	email: 'ada@example.com',
	mobile_number: '+49 1511234567',
	consents: { email: true },
};
const EVENTS_OUT = [
	{ event_id: 'v1', event_time: ANY, type: 'update', ...SIMPLE_EVENT },
	{ event_id: 'v2', event_time: ANY, type: 'documentation', contact_id: 'c1', event_documentation_url: ANY },
];
const ACCEPTED = { operation_id: ANY, operation_link: ANY, request_id: ANY };
const UPLOADED = {
	accepted: true,
	change: 'changed',
	changes: ANY,
	item_status: 'success',
	operation_status: 'finished',
	timed_out: false,
	not_sent: ANY,
	...ACCEPTED,
};
const THE_UPLOAD = { id: ANY, created_at: ANY, type: 'upsert', model: 'contact', status: 'finished' };

export const EXAMPLES: readonly Example[] = [
	{
		operation: 'health.ping',
		parameters: {},
		request: { call: 'GET /ping' },
		out: [{ ok: true, status: 200 }],
	},
	{
		operation: 'contact.get',
		parameters: { contactId: 'c1' },
		request: { call: 'GET /contacts/{id}' },
		out: [
			{
				id: 'c1',
				first_name: 'Ada',
				last_name: 'Lovelace',
				company: 'Engines',
				email: 'ada@example.com',
				mobile_number: '+49 1511234567',
				phone_number: '+49 30 1234567',
				city: 'London',
				employee_id: 'e1',
				consents: { email: true },
			},
		],
	},
	{
		operation: 'contact.getConsents',
		parameters: { contactId: 'c1' },
		request: { call: 'GET /contacts/{id}' },
		out: [
			{ contact_id: 'c1', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', ...CONSENT },
		],
	},
	{
		operation: 'employee.get',
		parameters: { employeeId: 'e1' },
		request: { call: 'GET /employees/{id}' },
		out: [
			{
				id: 'e1',
				first_name: 'Grace',
				last_name: 'Hopper',
				email: 'grace@example.com',
				phone_number: '+49 30 1',
				position: 'Admiral',
				department: 'Navy',
				city: 'Arlington',
				tags: ['navy'],
			},
		],
	},
	{
		operation: 'documentation.download',
		way: 'latest',
		parameters: { documentationOf: 'latest', contactId: 'c1', options: { maxWait: 0 } },
		request: { call: 'GET /documentation/{contactID}' },
		out: [{ contact_id: 'c1', documentation_status: 'downloaded', file_name: ANY, file_size: ANY }],
	},
	{
		operation: 'documentation.download',
		way: 'event',
		parameters: { documentationOf: 'event', contactId: 'c1', eventId: 'v2', options: { maxWait: 0 } },
		request: { call: 'GET /documentation/{contactID}/{eventID}' },
		out: [
			{
				contact_id: 'c1',
				event_id: 'v2',
				documentation_status: 'downloaded',
				file_name: ANY,
				file_size: ANY,
			},
		],
	},
	{
		operation: 'event.getLatest',
		parameters: { returnAll: true, options: { pageSize: 30 } },
		request: { call: 'GET /events/latest', query: { limit: 30 } },
		out: EVENTS_OUT,
	},
	{
		operation: 'event.getMany',
		parameters: { returnAll: true, filters: PERIOD, options: { pageSize: 30 } },
		request: { call: 'GET /events', query: { ...PERIOD_SENT, limit: 30 } },
		out: EVENTS_OUT,
	},
	{
		operation: 'operation.get',
		parameters: { operationId: UPLOAD_ID },
		request: { call: 'GET /operations/{id}' },
		out: [{ ...THE_UPLOAD, item_count: 1, item_statuses: { success: 1 } }],
	},
	{
		operation: 'operation.wait',
		parameters: { operationId: UPLOAD_ID },
		request: { call: 'GET /operations/{id}' },
		out: [{ ...THE_UPLOAD, items: ANY, timed_out: false }],
	},
	{
		operation: 'operation.getMany',
		parameters: { returnAll: true, options: { pageSize: 30 } },
		request: { call: 'GET /operations', query: { limit: 30 } },
		out: [{ ...THE_UPLOAD, item_count: 1, item_statuses: { success: 1 } }],
	},
	{
		operation: 'employee.upsert',
		way: 'clear',
		parameters: { inputMode: 'json', fieldsNotSent: 'clear', options: { waitUntilFinished: false } },
		items: [NEW_EMPLOYEE],
		request: { call: 'POST /employees', body: [NEW_EMPLOYEE] },
		out: [{ id: 'e5', accepted: true, ...ACCEPTED }],
	},
	{
		operation: 'employee.upsert',
		way: 'keep',
		parameters: { inputMode: 'json', options: NO_WAIT },
		items: [employeeRow('e2')],
		request: { call: 'GET /employees/{id}' },
		out: [{ id: 'e2', ...UPLOADED }],
	},
	{
		operation: 'employee.update',
		parameters: { inputMode: 'json', options: NO_WAIT },
		items: [employeeRow('e3')],
		request: { call: 'GET /employees/{id}' },
		out: [{ id: 'e3', ...UPLOADED }],
	},
	{
		operation: 'contact.upsert',
		way: 'clear',
		parameters: { inputMode: 'json', fieldsNotSent: 'clear', options: { waitUntilFinished: false } },
		items: [NEW_CONTACT],
		request: { call: 'POST /contacts', body: [NEW_CONTACT] },
		out: [{ id: 'c6', accepted: true, ...ACCEPTED }],
	},
	{
		operation: 'contact.upsert',
		way: 'keep',
		parameters: { inputMode: 'json', options: NO_WAIT },
		items: [row('c2')],
		request: { call: 'GET /contacts/{id}' },
		out: [{ id: 'c2', ...UPLOADED }],
	},
	{
		operation: 'contact.update',
		parameters: { inputMode: 'json', options: NO_WAIT },
		items: [row('c3')],
		request: { call: 'GET /contacts/{id}' },
		out: [{ id: 'c3', ...UPLOADED }],
	},
	{
		operation: 'contact.setConsent',
		parameters: { contactId: 'c4', consentType: 'email', consentState: 'withdrawn', options: NO_WAIT },
		request: { call: 'GET /contacts/{id}' },
		out: [
			{
				id: 'c4',
				first_name: 'Ada',
				last_name: 'Lovelace',
				type: 'email',
				was: true,
				granted: false,
				granted_at: ANY,
				changed: true,
				item_status: 'success',
				operation_status: 'finished',
				timed_out: false,
				...ACCEPTED,
			},
		],
	},
	{
		operation: 'contact.undoUpload',
		parameters: {
			changesInput: {
				id: 'c7',
				changes: { position: { from: 'Boss', to: 'Countess' }, title: { from: null, to: 'Dr.' } },
			},
			options: NO_WAIT,
		},
		request: { call: 'GET /contacts/{id}' },
		out: [
			{
				id: 'c7',
				undone: ANY,
				left_alone: ANY,
				change: 'changed',
				item_status: 'success',
				operation_status: 'finished',
				timed_out: false,
				...ACCEPTED,
			},
		],
	},
	{
		operation: 'employee.undoUpload',
		parameters: {
			changesInput: {
				id: 'e6',
				changes: { position: { from: 'Boss', to: 'Admiral' }, title: { from: null, to: 'Dr.' } },
			},
			options: NO_WAIT,
		},
		request: { call: 'GET /employees/{id}' },
		out: [
			{
				id: 'e6',
				undone: ANY,
				left_alone: ANY,
				change: 'changed',
				item_status: 'success',
				operation_status: 'finished',
				timed_out: false,
				...ACCEPTED,
			},
		],
	},
	{
		operation: 'event.trigger',
		parameters: { eventType: 'confirm', contactInput: 'json', contact: { id: 'c5', last_name: 'King' } },
		request: {
			call: 'POST /events/trigger',
			body: { type: 'confirm', contact: { id: 'c5', last_name: 'King' } },
		},
		out: [{ triggered: true, type: 'confirm', message: ANY, request_id: ANY }],
	},
	{
		operation: 'employee.delete',
		parameters: { employeeId: 'e4' },
		request: { call: 'DELETE /employees/{id}' },
		out: [{ deleted: true, id: 'e4' }],
	},
	{
		operation: 'contact.delete',
		parameters: { contactId: 'c5' },
		request: { call: 'DELETE /contacts/{id}' },
		out: [{ deleted: true, id: 'c5' }],
	},
];

/** `contact.get`, `documentation.download latest` */
export const nameOf = ({ operation, way }: Example): string => [operation, way].filter(Boolean).join(' ');

/** @returns the ID of the upload at the service */
export function furnish(sandbox: Sandbox): string {
	const [uploadId = ''] = sandbox.seed(SERVICE).operationIds;
	sandbox.log.clear();
	return uploadId;
}

/** The parameters of an example, with the ID that the service made up. */
export function parametersOf(
	{ operation: name, parameters }: Pick<Example, 'operation' | 'parameters'>,
	uploadId: string,
): IDataObject & { resource: string; operation: string } {
	const [resource = '', operation = ''] = name.split('.');
	const given = Object.entries(parameters).map(([key, value]) => [
		key,
		value === UPLOAD_ID ? uploadId : value,
	]);
	return { ...(Object.fromEntries(given) as IDataObject), resource, operation };
}

/** The items of an example as jest compares them. */
export const expected = (out: readonly IDataObject[]): unknown[] =>
	out.map((item) =>
		Object.fromEntries(
			Object.entries(item).map(([key, value]) => [
				key,
				value === ANY ? expect.anything() : (value as unknown),
			]),
		),
	);

/** What a parameter needs, beside the example, so that its effect can be seen. By its place in any operation. */
export interface Scene {
	/** Other values of the same collection. */
	beside?: IDataObject;
	parameters?: IDataObject;
	items?: IDataObject[];
	/** Changes the service before the run. */
	prepare?: (sandbox: Sandbox) => void;
	/** A value that has a visible effect. */
	value?: unknown;
}

export const SCENES: Readonly<Record<string, Scene>> = {
	// Employees have these IDs, too.
	'options.batchSize': { items: [row('c2'), row('c3')], parameters: { contactId: '={{ $json.id }}' } },
	'options.consents': {
		items: [{ ...row('c2'), Newsletter: 'yes' }],
		value: { values: [{ column: 'Newsletter', type: 'newsletter' }] },
	},
	'options.binaryPropertyName': { beside: { downloadDocumentation: true } },
	'options.onNotFound': { parameters: { contactId: 'nobody', employeeId: 'nobody' } },
	'options.pendingStatuses': { beside: { timeout: 0, waitUntilFinished: true }, value: 'finished' },
	// Without a page size, all are read in pages of 1000, and some in one page of 50.
	returnAll: { beside: { pageSize: undefined } },
	'options.whenNotGenerated': {
		beside: { maxWait: 0 },
		prepare: (sandbox) => sandbox.setDocumentation('v2', 'not_generated'),
	},
};

/** Parameters whose effect shows only after minutes, under load, or with fields that no contract knows. */
export const UNSEEN = /options\.(timeout|maxWait)$|^contact: setConsent: options\.unknownFields$/;
