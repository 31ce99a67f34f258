/** The operations of the action node, as a reliability test sees them. */
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { ActionRun } from '../support/engine';

export interface OperationCase {
	name: string;
	parameters: IDataObject;
	items?: IDataObject[];
	/** Its request, as a fault names it. */
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** What may be sent again after a failure that leaves open what the service did. */
	repeats: 'always' | 'when asked to wait';
	/** What a success has to be: a JSON object or list, a PDF, or nothing in particular. */
	answer: 'object' | 'list' | 'pdf' | 'any';
	/** Where it carries no key. */
	anonymous?: true;
	/** What the service holds after the operation took place; before it: `untouched`. */
	effect: string;
	holds(sandbox: Sandbox, run: ActionRun): string;
}

export const UNTOUCHED = 'untouched';

/** What every trial finds at the service. */
export function furnish(sandbox: Sandbox): void {
	sandbox.reset();
	sandbox.seed({
		contacts: [{ id: 'c1', first_name: 'Ada', last_name: 'Lovelace' }],
		employees: [{ id: 'e1', first_name: 'Grace', email: 'grace@example.com' }],
		events: [
			{ event_id: 'v1', type: 'update', contact_id: 'c1' },
			{ event_id: 'v2', type: 'documentation', contact_id: 'c1' },
		],
		operations: 1,
	});
	sandbox.log.clear();
}

export const operationId = (sandbox: Sandbox): string => sandbox.state().operations[0]?.id ?? '';

const reads = { effect: UNTOUCHED, holds: () => UNTOUCHED };

const stored = (list: 'contacts' | 'employees', id: string) => (sandbox: Sandbox) =>
	sandbox.state()[list].some((entry) => entry.id === id) ? 'stored once' : UNTOUCHED;

const gone = (list: 'contacts' | 'employees', id: string) => (sandbox: Sandbox) =>
	sandbox.state()[list].some((entry) => entry.id === id) ? UNTOUCHED : 'deleted';

/** Events that the service has handed out and that are not in the output are lost to every reader of the latest. */
function lostEvents(sandbox: Sandbox, { json }: ActionRun): string {
	const out = new Set(json.map(({ event_id }) => event_id));
	const taken = sandbox.state().events.filter(({ received }) => received);
	const lost = taken.filter(({ event_id }) => !out.has(event_id)).length;
	if (taken.length === 0) return UNTOUCHED;
	return lost === 0 ? 'handed over' : 'in the history only';
}

const triggered = (sandbox: Sandbox) => {
	const created = sandbox.state().events.filter(({ type }) => type === 'confirm').length;
	return created === 0 ? UNTOUCHED : `created ${created} time(s)`;
};

const upload = (resource: 'contact' | 'employee', element: IDataObject): OperationCase => ({
	name: `${resource}.upsert`,
	parameters: { resource, operation: 'upsert', inputMode: 'json', json: JSON.stringify([element]) },
	method: 'POST',
	path: `/${resource}s`,
	repeats: 'always',
	answer: 'any',
	effect: 'stored once',
	holds: stored(`${resource}s`, 'new'),
});

const single = (
	resource: 'contact' | 'employee',
	operation: 'get' | 'delete',
	id: string,
): OperationCase => ({
	name: `${resource}.${operation}`,
	parameters: { resource, operation, [`${resource}Id`]: id },
	method: operation === 'get' ? 'GET' : 'DELETE',
	path: `/${resource}s/${id}`,
	repeats: 'always',
	answer: operation === 'get' ? 'object' : 'any',
	...(operation === 'get' ? reads : { effect: 'deleted', holds: gone(`${resource}s`, id) }),
});

const events = { resource: 'event', returnAll: true };
const documentation = { resource: 'documentation', operation: 'download', contactId: 'c1' };

/** @param id of an Operation that the service has */
export const operationsOf = (id: string): OperationCase[] => [
	upload('contact', { id: 'new', first_name: 'A', last_name: 'B' }),
	single('contact', 'get', 'c1'),
	single('contact', 'delete', 'c1'),
	{
		name: 'documentation.download (latest)',
		parameters: { ...documentation, documentationOf: 'latest', options: { maxWait: 0 } },
		method: 'GET',
		path: '/documentation/c1',
		repeats: 'always',
		answer: 'pdf',
		...reads,
	},
	{
		name: 'documentation.download (event)',
		parameters: { ...documentation, documentationOf: 'event', eventId: 'v2', options: { maxWait: 0 } },
		method: 'GET',
		path: '/documentation/c1/v2',
		repeats: 'always',
		answer: 'pdf',
		...reads,
	},
	upload('employee', { id: 'new', first_name: 'A', email: 'a@example.com' }),
	single('employee', 'get', 'e1'),
	single('employee', 'delete', 'e1'),
	{
		name: 'event.getMany',
		parameters: { ...events, operation: 'getMany' },
		method: 'GET',
		path: '/events',
		repeats: 'always',
		answer: 'list',
		...reads,
	},
	{
		name: 'event.getLatest',
		parameters: { ...events, operation: 'getLatest' },
		method: 'GET',
		path: '/events/latest',
		repeats: 'when asked to wait',
		answer: 'list',
		effect: 'handed over',
		holds: lostEvents,
	},
	{
		name: 'event.trigger',
		parameters: {
			resource: 'event',
			operation: 'trigger',
			eventType: 'confirm',
			contactInput: 'id',
			contactId: 'c1',
		},
		method: 'POST',
		path: '/events/trigger',
		repeats: 'when asked to wait',
		answer: 'object',
		effect: 'created 1 time(s)',
		holds: triggered,
	},
	{
		name: 'health.ping',
		parameters: { resource: 'health', operation: 'ping' },
		method: 'GET',
		path: '/ping',
		repeats: 'always',
		answer: 'any',
		anonymous: true,
		...reads,
	},
	{
		name: 'operation.get',
		parameters: { resource: 'operation', operation: 'get', operationId: { mode: 'id', value: id } },
		method: 'GET',
		path: `/operations/${id}`,
		repeats: 'always',
		answer: 'object',
		...reads,
	},
	{
		name: 'operation.getMany',
		parameters: { resource: 'operation', operation: 'getMany', returnAll: true },
		method: 'GET',
		path: '/operations',
		repeats: 'always',
		answer: 'list',
		...reads,
	},
	{
		name: 'operation.wait',
		parameters: { resource: 'operation', operation: 'wait', operationId: { mode: 'id', value: id } },
		method: 'GET',
		path: `/operations/${id}`,
		repeats: 'always',
		answer: 'object',
		...reads,
	},
];
