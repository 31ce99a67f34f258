/* eslint-disable */
/**
 * The operations of the action node, taken from its description, so that a new operation is tried without a new
 * line here.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { ROOT } from '../../support/paths';
import type { Sandbox } from '../../../sandbox';
import type { Lab, Seen } from './lab';

export interface Operation {
	/** `contact.get` */
	name: string;
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

/** The fields of a node, as it was built. */
export function fieldsOf(node: 'ContactConsent' | 'ContactConsentTrigger'): INodeProperties[] {
	const file = join(ROOT, 'dist', 'nodes', 'ContactConsent', `${node}.node.js`);
	const types = createRequire(__filename)(file) as Record<typeof node, new () => INodeType>;
	return new types[node]().description.properties;
}

export const choicesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

const properties = fieldsOf('ContactConsent');

export const operations: Operation[] = properties
	.filter(({ name }) => name === 'operation')
	.flatMap((dropdown) => {
		const resource = dropdown.displayOptions?.show?.resource?.[0] as string;
		return choicesOf(dropdown)
			.map(String)
			.map((operation): Operation => {
				const fields = properties.filter(({ displayOptions: { show } = {} }) => {
					return show?.resource?.includes(resource) && show.operation?.includes(operation);
				});
				return { name: `${resource}.${operation}`, resource, operation, fields };
			});
	});

/** Resets the service to the data with which each trial begins. */
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

const NEW = { id: 'new', first_name: 'A', last_name: 'B', email: 'a@example.com' };

/** A value for each field that a person has to fill in. If it is a list, each value is tried. */
const SAMPLES: Record<string, unknown> = {
	contactId: 'c1',
	employeeId: 'e1',
	eventId: 'v2',
	consentType: 'newsletter',
	operationId: (sandbox: Sandbox) => sandbox.state().operations[0]?.id,
	inputMode: 'json',
	json: JSON.stringify(NEW),
	fieldsNotSent: 'clear',
	returnAll: true,
	documentationOf: ['latest', 'event'],
	maxWait: 0,
	// Waiting is off, because a failure of it fails no upload.
	waitUntilFinished: false,
};

/** A change of a record that exists. */
const changed = (resource: string) => ({ id: resource === 'contact' ? 'c1' : 'e1', position: 'Dean' });

const KINDS = /^(collection|resourceLocator)$/;

/** One way to call an operation. */
export interface Call {
	name: string;
	operation: Operation;
	parameters: (sandbox: Sandbox) => IDataObject;
}

function fill(fields: INodeProperties[], sandbox: Sandbox, chosen: number): IDataObject {
	const valueOf = ({ name, type, options = [] }: INodeProperties): unknown => {
		if (type === 'collection') return fill(options as INodeProperties[], sandbox, chosen);
		const sample = [SAMPLES[name]].flat();
		const value = sample[chosen] ?? sample[0];
		const made: unknown = typeof value === 'function' ? (value as (of: Sandbox) => unknown)(sandbox) : value;
		return type === 'resourceLocator' ? { mode: 'id', value: made } : made;
	};
	const wanted = fields.filter(({ name, type }) => name in SAMPLES || KINDS.test(type));
	return Object.fromEntries(wanted.map((field) => [field.name, valueOf(field)])) as IDataObject;
}

export const callsOf = (operation: Operation): Call[] => {
	const varied = operation.fields.find(({ name }) => Array.isArray(SAMPLES[name]));
	const values = varied ? (SAMPLES[varied.name] as string[]) : [''];
	return values.map((value, chosen) => ({
		name: value === '' ? operation.name : `${operation.name} (${value})`,
		operation,
		parameters: (sandbox) => ({
			resource: operation.resource,
			operation: operation.operation,
			...fill(operation.fields, sandbox, chosen),
			...(operation.operation === 'update' && { json: JSON.stringify(changed(operation.resource)) }),
		}),
	}));
};

/** A request of an undisturbed run, and how many requests come before and after it. */
export interface Endpoint {
	method: string;
	path: string;
	earlier: number;
	later: number;
}

export interface Calm {
	endpoints: Endpoint[];
	/** The data of the service, as one text. */
	before: string;
	after: string;
}

/** The part of the data that a repeated, lost or invented request would change. */
export function holdings(sandbox: Sandbox): string {
	const { contacts, employees, events } = sandbox.state();
	const seen = events.map(({ type, contact_id, received }) => `${type} ${contact_id} ${received}`);
	const consents = contacts.map(({ id, documentation }) => `${id} ${documentation?.consents?.length}`);
	return JSON.stringify([consents.sort(), employees.map(({ id }) => id).sort(), seen.sort()]);
}

/** Runs a call undisturbed. Runs with faults are compared with its requests and its result. */
export async function calmRun({ sandbox, run }: Lab, { name, parameters }: Call): Promise<Calm> {
	furnish(sandbox);
	const before = holdings(sandbox);
	const uploadId = sandbox.state().operations[0]?.id ?? '';
	const seen: Seen = await run({ parameters: parameters(sandbox) });
	const after = holdings(sandbox);
	const log = sandbox.log.all();
	if (seen.failed || log.length === 0) {
		const last = log.at(-1);
		throw new Error(
			`${name} does not run undisturbed either: ${seen.words || 'no request'}, ${last?.status} to ${last?.path}. ` +
				'SAMPLES of test/engine/faults/operations.ts need a value for each required field.',
		);
	}
	const endpoints = log.map(({ method, path }, earlier) => {
		// Operations get a new id in each run.
		return { method, path: path.replace(uploadId, '*'), earlier, later: log.length - earlier - 1 };
	});
	// For a request that is repeated, such as the next page, the fault hits the first one.
	const first = endpoints.filter(
		({ method, path }, index) => endpoints.findIndex((e) => e.method === method && e.path === path) === index,
	);
	return { endpoints: first, before, after };
}

/** Switches on all booleans but one, so that the node sends every kind of request that it can. */
export const switchedOn = (fields: INodeProperties[], but?: string): IDataObject =>
	Object.fromEntries(
		fields.flatMap(({ name, type, options }): Array<[string, unknown]> => {
			if (type === 'boolean') return [[name, name !== but]];
			return type === 'collection' ? [[name, switchedOn(options as INodeProperties[], but)]] : [];
		}),
	) as IDataObject;
