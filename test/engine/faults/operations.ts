/* eslint-disable */
/**
 * The operations of the action node, taken from its description, so that a new operation is tried without a new
 * line here.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { EXAMPLES, furnish as seedExamples, parametersOf } from '../../support/examples';
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
	// As a tool of an agent, the node has the same dropdowns once more.
	.filter(
		({ name, displayOptions: { show } = {} }) => name === 'operation' && !show?.['@tool']?.includes(true),
	)
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
	seedExamples(sandbox);
}

/** One way to call an operation. */
export interface Call {
	name: string;
	operation: Operation;
	items: IDataObject[] | undefined;
	parameters: (sandbox: Sandbox) => IDataObject;
}

/** Uploads are not waited for, because a failure of the waiting fails no upload. */
function withoutWaiting(fields: INodeProperties[], parameters: IDataObject): IDataObject {
	const collections = fields.flatMap(({ options = [] }) => options as INodeProperties[]);
	if (!collections.some(({ name }) => name === 'waitUntilFinished')) return parameters;
	return { ...parameters, options: { ...(parameters.options as IDataObject), waitUntilFinished: false } };
}

export const callsOf = (operation: Operation): Call[] =>
	EXAMPLES.filter((example) => example.operation === operation.name).map((example) => ({
		name: example.way === undefined ? operation.name : `${operation.name} (${example.way})`,
		operation,
		items: example.items,
		parameters: (sandbox) => {
			const own = parametersOf(example, sandbox.state().operations[0]?.id ?? '');
			return withoutWaiting(operation.fields, own);
		},
	}));

/** A request of an undisturbed run, and how many requests come before and after it. */
export interface Endpoint {
	method: string;
	path: string;
	earlier: number;
	later: number;
	/** True if a 404 says that there is a record to create, so that it is no fault. */
	mayCreate: boolean;
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
	const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
	// A consent that the node adds has the time of the run.
	const people = contacts.map(({ documentation, ...contact }) => ({
		...contact,
		consents: documentation?.consents?.map(({ type, granted }) => `${type} ${granted}`),
	}));
	return JSON.stringify([people.sort(byId), employees.sort(byId), seen.sort()]);
}

/** Runs a call undisturbed. Runs with faults are compared with its requests and its result. */
export async function calmRun(
	{ sandbox, run }: Lab,
	{ name, operation, parameters, items }: Call,
): Promise<Calm> {
	furnish(sandbox);
	const before = holdings(sandbox);
	const uploadId = sandbox.state().operations[0]?.id ?? '';
	const seen: Seen = await run({ parameters: parameters(sandbox), items });
	const after = holdings(sandbox);
	const log = sandbox.log.all();
	if (seen.failed || log.length === 0) {
		const last = log.at(-1);
		throw new Error(
			`${name} does not run undisturbed either: ${seen.words || 'no request'}, ${last?.status} to ${last?.path}. ` +
				'Its example in test/support/examples.ts needs a value for each required field.',
		);
	}
	const isUpsert = operation.operation === 'upsert';
	const endpoints = log.map(({ method, path }, earlier) => {
		// Operations get a new id in each run.
		const later = log.length - earlier - 1;
		return {
			method,
			path: path.replace(uploadId, '*'),
			earlier,
			later,
			mayCreate: isUpsert && method === 'GET',
		};
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
