/* eslint-disable */
/** What n8n shows of the nodes outside of their parameters: below their names on the canvas. */
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { action, choicesOf, everything, trigger } from '../support/description';

/** An expression of the description, as n8n evaluates it. */
const evaluate = (expression: string | undefined, $parameter: IDataObject): unknown =>
	runInNewContext(/^=\{\{(.*)\}\}$/s.exec(expression ?? '')?.[1] ?? '', { $parameter });

const properties = action.description.properties;
const resourcesOf = properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
const rows = resourcesOf.flatMap((resource) => {
	const isOfIt = ({ name, displayOptions }: (typeof properties)[number]) =>
		name === 'operation' && displayOptions?.show?.resource?.includes(resource.value);
	return properties
		.filter(isOfIt)
		.flatMap((field) => choicesOf(field).map((operation) => ({ resource, operation })));
});

it('the subtitle has the words of the dropdowns', () => {
	for (const { resource, operation } of rows) {
		const parameters = { resource: resource.value, operation: operation.value } as IDataObject;
		expect(evaluate(action.description.subtitle, parameters)).toBe(`${operation.name}: ${resource.name}`);
	}
	expect(rows.length).toBeGreaterThan(10);
});

it.each([
	['contact', 'upsert', true, 'Dry run: Create or Update: Contact'],
	['employee', 'upsert', true, 'Dry run: Create or Update: Employee'],
	['contact', 'get', undefined, 'Get: Contact'],
	// One that no dropdown has.
	['contact', 'unknown', false, 'unknown: contact'],
])('the subtitle of %s %s with Dry Run %p', (resource, operation, dryRun, words) => {
	const parameters = { resource, operation, options: { dryRun } };
	expect(evaluate(action.description.subtitle, parameters)).toBe(words);
});

it.each([
	[['confirm', 'documentation', 'update'], 'All events'],
	[['documentation'], 'Consent PDF Created'],
])('the subtitle of the trigger for %j', (events, words) => {
	expect(evaluate(trigger.description.subtitle, { events })).toBe(words);
});

it('no field depends on one inside a collection: n8n 1 cannot read such a node', () => {
	const names = everything.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }),
	);
	expect(names.filter((name) => name.includes('.'))).toEqual([]);
});

it('each node says what it is for, in words of its own', () => {
	expect(action.description.description).toMatch(/upload contacts.*PDFs.*start workflows/i);
	expect(trigger.description.description).toMatch(/^starts the workflow when/i);
});
