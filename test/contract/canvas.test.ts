/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What n8n shows of the nodes outside of their parameters: below their names on the canvas, and over an empty output. */
import { runInNewContext } from 'node:vm';

import type { IDataObject, NodeHint } from 'n8n-workflow';

import { action, choicesOf, trigger } from '../support/description';

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

it.each(
	rows.map(
		({ resource, operation }) => [`${operation.name}: ${resource.name}`, resource, operation] as const,
	),
)('the subtitle has the words of the dropdowns: %s', (words, resource, operation) => {
	const parameters = { resource: resource.value, operation: operation.value } as IDataObject;
	expect(evaluate(action.description.subtitle, parameters)).toBe(words);
});

it('the subtitle shows values that no dropdown has', () => {
	const parameters = { resource: 'contact', operation: 'unknown' };
	expect(evaluate(action.description.subtitle, parameters)).toBe('unknown: contact');
});

it.each([
	[['confirm', 'documentation', 'update'], 'All events'],
	[['documentation'], 'Documentation Created'],
])('the subtitle of the trigger for %j', (events, words) => {
	expect(evaluate(trigger.description.subtitle, { events })).toBe(words);
});

it('one description stands for both nodes in the nodes panel', () => {
	expect(trigger.description.description).toBe(action.description.description);
	expect(action.description.description).toMatch(/upload contacts.*PDFs.*start workflows/i);
});

describe('before the first run', () => {
	const shown = (hints: NodeHint[] | undefined, parameters: IDataObject) =>
		(hints ?? [])
			.filter(({ whenToDisplay }) => whenToDisplay === 'beforeExecution')
			.filter(({ displayCondition }) => evaluate(displayCondition, parameters) === true)
			.map(({ message }) => message);

	it.each([
		['contact', 'upsert', /^One item for each contact\b/],
		['employee', 'upsert', /^One item for each employee\b/],
		['event', 'getLatest', /^One item for each event.*takes them away/],
	])('%s %s says what will come', (resource, operation, words) => {
		expect(shown(action.description.hints, { resource, operation })).toEqual([expect.stringMatching(words)]);
	});

	it.each([
		[true, /with their PDF.*takes new events away/],
		[false, /^One item for each event; .*takes new events away/],
	])('the trigger says what will come, with downloads %p', (downloadDocumentation, words) => {
		const hints = shown(trigger.description.hints, { downloadDocumentation });
		expect(hints).toEqual([expect.stringMatching(words)]);
		expect(hints.join().includes('PDF')).toBe(downloadDocumentation);
	});
});
