import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const ID = /^The parameter '(Contact|Employee|Event) ID' /;
const OPERATION = /^The parameter 'Upload Operation' /;
const BAD_IDS: Array<[string, unknown, RegExp]> = [
	['blanks', '   ', /is empty/],
	['a step in a path', '..', /part of a path, not an ID/],
	['a line break', 'a\nb', /control characters/],
	['half a character', 'a\ud83d', /broken Unicode/],
	['null', '={{ null }}', /is empty/],
	['an object', '={{ ({ a: 1 }) }}', /is not a text/],
	['a number that JSON has rounded', '={{ 9007199254740993 }}', /too many digits/],
];

const WITH_ID: Array<[Parameters, string]> = [
	[{ resource: 'contact', operation: 'get' }, 'contactId'],
	[{ resource: 'documentation', operation: 'download', documentationOf: 'event', contactId: 'c' }, 'eventId'],
	[{ resource: 'event', operation: 'trigger' }, 'contactId'],
];

/** The error names the field, the problem and the item, and nothing was sent. */
const expectRefusal = async (parameters: Parameters, field: RegExp, problem: RegExp) => {
	const run = await bench.run(parameters);
	expect(wordsOf(run)).toMatch(field);
	expect(wordsOf(run)).toMatch(problem);
	expect(wordsOf(run)).toMatch(/No request was sent\. It came from row 1 of the input\./);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(run.json).toEqual([]);
	expect(bench.requests()).toEqual([]);
};

describe.each(WITH_ID)('%j: %s', (parameters, name) => {
	it.each(BAD_IDS)('refuses %s', async (_, value, problem) => {
		await expectRefusal({ ...parameters, [name]: value } as Parameters, ID, problem);
	});
});

it.each(BAD_IDS)('operation: get refuses %s', async (_, value, problem) => {
	const operationId = { __rl: true, mode: 'id', value: value as string };
	await expectRefusal({ resource: 'operation', operation: 'get', operationId }, OPERATION, problem);
});

const history = { resource: 'event', operation: 'getMany' };
const latest = { resource: 'event', operation: 'getLatest' };
const download = { resource: 'documentation', operation: 'download', contactId: 'c' };
const trigger = { resource: 'event', operation: 'trigger', contactId: 'c' };

/** One for each way in which a value is wrong; that each parameter is checked is what refusedValues holds. */
it.each<[Parameters, IDataObject, label: string, RegExp]>([
	[latest, { limit: 0 }, 'Limit', /whole number of 1 or more/],
	[latest, { returnAll: '={{ "maybe" }}' }, 'Return All', /neither true nor false/],
	[history, { filters: { from: '2026-02-30' } }, 'From', /is not a date/],
	[history, { filters: { types: ['updates'] } }, 'Types', /no choice "updates".*confirm/s],
	[history, { filters: { types: '={{ ({ a: 1 }) }}' } }, 'Types', /no choice {"a":1}/],
	[download, { binaryPropertyName: '={{ "" }}' }, 'Put Output File in Field', /is empty/],
	[download, { options: { maxWait: -1 } }, 'Max Wait (Seconds)', /of 0 or more/],
	[trigger, { contactInput: 'json', contact: 'preexisting' }, 'Contact', /is not valid JSON \(/],
])('%j with %j is refused', async (parameters, more, label, problem) => {
	await expectRefusal(
		{ ...parameters, ...more },
		new RegExp(`^The parameter '${label.replace(/[()]/g, '.')}' `),
		problem,
	);
});

it.each(['[]', '7', 'null'])('event: trigger with the contact %s is refused', async (contact) => {
	const run = await bench.run({ ...trigger, contactInput: 'json', contact });
	expect(wordsOf(run)).toMatch(/^The contact is no JSON object\n.*It came from row 1 of the input\./);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(bench.requests()).toEqual([]);
});

it('a single type is as good as a list of one', async () => {
	await bench.run({ ...history, filters: { types: '={{ "update" }}' } });
	expect(bench.requests()).toEqual(['GET /events?type=update&limit=50']);
});

it.each([
	['contact', 'get', { contactId: ' c-1\n' }, 'GET /contacts/c-1'],
	[
		'documentation',
		'download',
		{
			documentationOf: 'event',
			contactId: 'c-1 ',
			eventId: ' ev-1 ',
			options: { whenNotGenerated: 'output' },
		},
		'GET /documentation/c-1/ev-1',
	],
])('blanks around an ID are taken off: %s %s', async (resource, operation, parameters, request) => {
	await bench.run({ resource, operation, options: {}, ...parameters }, { onError: 'continueRegularOutput' });
	expect(bench.requests()).toEqual([request]);
});
