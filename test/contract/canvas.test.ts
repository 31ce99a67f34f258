/* eslint-disable */
/** The texts that n8n shows on the canvas, below the name of a node. */
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { action, choicesOf, everything, trigger } from '../support/description';

/** Evaluates an expression of the description as n8n does. */
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

it('the subtitle is made of the words in the dropdowns', () => {
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
	// An operation that no dropdown has.
	['contact', 'unknown', false, 'unknown: contact'],
])('the subtitle of %s %s with Dry Run %p says what will happen', (resource, operation, dryRun, words) => {
	const parameters = { resource, operation, options: { dryRun } };
	expect(evaluate(action.description.subtitle, parameters)).toBe(words);
});

it.each([
	[['confirm', 'documentation', 'update'], 'All events'],
	[['documentation'], 'Consent PDF Created'],
])('the subtitle of the trigger names the chosen events %j', (events, words) => {
	expect(evaluate(trigger.description.subtitle, { events })).toBe(words);
});

it('no field depends on an option in a collection, because n8n 1 cannot read such a node', () => {
	const names = everything.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }),
	);
	expect(names.filter((name) => name.includes('.'))).toEqual([]);
});

it('each node says what both are for, because the search shows one entry, with one of the descriptions', () => {
	const descriptions = [action, trigger].map(({ description }) => description.description);
	for (const said of descriptions) {
		expect(said).toMatch(/^upload contacts and consents.*PDF/i);
		expect(said).toMatch(/start workflows when contacts change/i);
		// More would be cut off in the panel.
		expect(said.length).toBeLessThanOrEqual(120);
	}
	expect(new Set(descriptions).size).toBe(2);
});

it.each(['contact', 'employee'])('the list to pick a %s from says that it has recent uploads', (resource) => {
	const lists = action.description.properties.filter(
		({ type, name, displayOptions }) =>
			type === 'resourceLocator' &&
			name === `${resource}Id` &&
			displayOptions?.show?.resource?.includes(resource),
	);
	expect(lists.length).toBeGreaterThan(0);
	for (const { modes = [], description } of lists) {
		expect(modes[0]?.placeholder).toBe('Search recent uploads by name or ID…');
		expect(description).toContain('recent uploads');
	}
});
