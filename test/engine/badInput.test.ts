import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const ID = /^The parameter '(Contact|Employee|Event) ID' /;
const OPERATION = /^The parameter 'Upload Operation' /;
const BAD_IDS: Array<[string, unknown, RegExp]> = [
	['nothing', '={{ "" }}', /is empty/],
	['blanks', '   ', /is empty/],
	['a step in a path', '..', /part of a path, not an ID/],
	['another', '.', /part of a path, not an ID/],
	['a line break', 'a\nb', /control characters/],
	['a zero', 'a\u0000', /control characters/],
	['half a character', 'a\ud83d', /broken Unicode/],
	['null', '={{ null }}', /is empty/],
	['something undefined', '={{ $json.missing }}', /is empty/],
	['an object', '={{ ({ a: 1 }) }}', /is not a text/],
	['a list', '={{ ["a"] }}', /is not a text/],
];

const WITH_ID: Array<[Parameters, string]> = [
	[{ resource: 'contact', operation: 'get' }, 'contactId'],
	[{ resource: 'contact', operation: 'delete' }, 'contactId'],
	[{ resource: 'documentation', operation: 'download' }, 'contactId'],
	[{ resource: 'documentation', operation: 'download', documentationOf: 'event', contactId: 'c' }, 'eventId'],
	[{ resource: 'employee', operation: 'get' }, 'employeeId'],
	[{ resource: 'employee', operation: 'delete' }, 'employeeId'],
	[{ resource: 'event', operation: 'trigger' }, 'contactId'],
];

/** The error names the field, the problem and the item, and nothing was sent. */
const expectRefusal = async (parameters: Parameters, field: RegExp, problem: RegExp) => {
	const run = await bench.run(parameters);
	expect(wordsOf(run)).toMatch(field);
	expect(wordsOf(run)).toMatch(problem);
	expect(wordsOf(run)).toMatch(/No request was sent for row 1 of the input\.$/);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(run.json).toEqual([]);
	expect(bench.requests()).toEqual([]);
};

describe.each(WITH_ID)('%j: %s', (parameters, name) => {
	it.each(BAD_IDS)('refuses %s', async (_, value, problem) => {
		await expectRefusal({ ...parameters, [name]: value } as Parameters, ID, problem);
	});
});

describe.each(['get', 'wait'])('operation: %s', (operation) => {
	it.each(BAD_IDS)('refuses %s', async (_, value, problem) => {
		const operationId = { __rl: true, mode: 'id', value: value as string };
		await expectRefusal({ resource: 'operation', operation, operationId }, OPERATION, problem);
	});
});

const history = { resource: 'event', operation: 'getMany' };
const latest = { resource: 'event', operation: 'getLatest' };
const operations = { resource: 'operation', operation: 'getMany' };
const download = { resource: 'documentation', operation: 'download', contactId: 'c' };
const trigger = { resource: 'event', operation: 'trigger', contactId: 'c' };
const get = { resource: 'contact', operation: 'get', contactId: 'c' };

it.each<[Parameters, IDataObject, RegExp, RegExp]>([
	...[history, latest, operations].flatMap((list): Array<[Parameters, IDataObject, RegExp, RegExp]> => [
		[list, { limit: 0 }, /^The parameter 'Limit' /, /whole number of 1 or more/],
		[list, { limit: -1 }, /^The parameter 'Limit' /, /whole number of 1 or more/],
		[list, { limit: 1.5 }, /^The parameter 'Limit' /, /whole number/],
		[list, { limit: '={{ "many" }}' }, /^The parameter 'Limit' /, /whole number/],
		[list, { limit: '={{ true }}' }, /^The parameter 'Limit' /, /whole number/],
		[list, { limit: '={{ [5] }}' }, /^The parameter 'Limit' /, /whole number/],
		[list, { limit: '={{ 1e300 }}' }, /^The parameter 'Limit' /, /whole number/],
		[list, { options: { pageSize: 0 } }, /^The parameter 'Page Size' /, /whole number/],
		[list, { returnAll: '={{ "maybe" }}' }, /^The parameter 'Return All' /, /neither true nor false/],
		[list, { simplify: '={{ 7 }}' }, /^The parameter 'Simplify' /, /neither true nor false/],
	]),
	...[history, operations].flatMap((list): Array<[Parameters, IDataObject, RegExp, RegExp]> => [
		[list, { filters: { from: 'yesterday' } }, /^The parameter 'From' /, /is not a date/],
		[list, { filters: { from: '2026-02-30' } }, /^The parameter 'From' /, /is not a date/],
		[list, { filters: { to: '={{ ({}) }}' } }, /^The parameter 'To' /, /is not a date/],
		[list, { filters: { to: '={{ true }}' } }, /^The parameter 'To' /, /is not a date/],
	]),
	[history, { filters: { types: ['updates'] } }, /^The parameter 'Types' /, /no choice "updates".*confirm/s],
	[history, { filters: { types: '={{ "updates" }}' } }, /^The parameter 'Types' /, /no choice "updates"/],
	[history, { filters: { types: '={{ ({ a: 1 }) }}' } }, /^The parameter 'Types' /, /no choice {"a":1}/],
	[latest, { filters: { types: '={{ ["a"] }}' } }, /^The parameter 'Types' /, /no choice "a"/],
	[
		download,
		{ eventId: 'e', documentationOf: '={{ "all" }}' },
		/^The parameter 'Documentation Of' /,
		/no choice "all"/,
	],
	[download, { binaryPropertyName: '={{ "" }}' }, /^The parameter 'Put Output File in Field' /, /is empty/],
	[download, { options: { maxWait: -1 } }, /^The parameter 'Max Wait \(Seconds\)' /, /of 0 or more/],
	[
		download,
		{ options: { whenNotGenerated: 'retry' } },
		/^The parameter 'When Not Generated' /,
		/no choice "retry"/,
	],
	[download, { options: { onNotFound: 'ignore' } }, /^The parameter 'On Not Found' /, /no choice "ignore"/],
	[download, { options: { fileName: '={{ ({}) }}' } }, /^The parameter 'File Name' /, /is not a text/],
	[get, { options: { onNotFound: '={{ [] }}' } }, /^The parameter 'On Not Found' /, /no choice \[\]/],
	[
		trigger,
		{ eventType: '={{ "documentation" }}' },
		/^The parameter 'Event Type' /,
		/no choice "documentation"/,
	],
	[trigger, { contactInput: '={{ "name" }}' }, /^The parameter 'Contact Input' /, /no choice "name"/],
	[
		trigger,
		{ contactInput: 'json', contact: '{ "id": ' },
		/^The parameter 'Contact' /,
		/is not valid JSON \(/,
	],
	[
		trigger,
		{ contactInput: 'json', contact: 'preexisting' },
		/^The parameter 'Contact' /,
		/is not valid JSON \(/,
	],
	[trigger, { contactInput: 'json', contact: '' }, /^The parameter 'Contact' /, /is empty/],
])('%j with %j is refused', async (parameters, more, field, problem) => {
	await expectRefusal({ ...parameters, ...more }, field, problem);
});

it.each([
	[{ options: { timeout: -1 } }, /^The parameter 'Timeout \(Seconds\)' /],
	[{ options: { timeout: '={{ "long" }}' } }, /^The parameter 'Timeout \(Seconds\)' /],
	[{ options: { pendingStatuses: '={{ ["a"] }}' } }, /^The parameter 'Pending Statuses' /],
])('operation: wait with %j is refused', async (more, field) => {
	const operationId = { __rl: true, mode: 'id', value: 'o' };
	await expectRefusal({ resource: 'operation', operation: 'wait', operationId, ...more }, field, /./);
});

it.each(['[]', '7', 'null'])('event: trigger with the contact %s is refused', async (contact) => {
	const run = await bench.run({ ...trigger, contactInput: 'json', contact });
	expect(wordsOf(run)).toMatch(/^The contact is no JSON object\n.*It came from row 1 of the input\.$/);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(bench.requests()).toEqual([]);
});

describe('a value that evaluates to nothing counts as not set', () => {
	it.each(['={{ undefined }}', '={{ null }}', '={{ "" }}', ''])('%j', async (nothing) => {
		const both = { limit: nothing, returnAll: nothing, simplify: nothing, options: { pageSize: nothing } };
		const period = { from: nothing, to: nothing };
		await bench.run({ ...history, ...both, filters: { ...period, types: nothing } });
		await bench.run({ ...operations, ...both, filters: period });
		expect(bench.requests()).toEqual(['GET /events?limit=50', 'GET /operations?limit=50']);
	});

	it.each(['={{ undefined }}', '={{ "" }}', ''])('%j for the field of a PDF', async (binaryPropertyName) => {
		bench.sandbox.seed({
			contacts: [{ id: 'c', first_name: 'A', last_name: 'B' }],
			events: [{ event_id: 'e', type: 'documentation', contact_id: 'c' }],
		});
		const options = { downloadDocumentation: true, binaryPropertyName };
		const { outputs } = await bench.run({ ...history, options });
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
	});
});

it('a single type is as good as a list of one', async () => {
	await bench.run({ ...history, filters: { types: '={{ "update" }}' } });
	expect(bench.requests()).toEqual(['GET /events?type=update&limit=50']);
});

it.each(['two\nlines', 'a\u2028b', 'tabs\tand  blanks '])('%j is shown on a single line', async (limit) => {
	const words = wordsOf(await bench.run({ ...history, limit: `={{ ${JSON.stringify(limit)} }}` }));
	expect(words.split('\n')).toHaveLength(2);
	expect(words).not.toMatch(/[\t\r\u2028]/);
	const json = wordsOf(await bench.run({ ...trigger, contactInput: 'json', contact: limit }));
	expect(json).toMatch(/^The parameter 'Contact' is not valid JSON \(.*\)\n.*$/);
});

it.each([
	['contact', 'getMany'],
	['contact', '__CUSTOM_API_CALL__'],
	['nothing', 'get'],
])('the operation %s: %s, which does not exist, is refused', async (resource, operation) => {
	expect(wordsOf(await bench.run({ resource, operation }))).toMatch(/is not known\nChoose a resource/);
	expect(bench.requests()).toEqual([]);
});

it('a bad item does not take the good ones along', async () => {
	const { outputs } = await bench.run(
		{ ...history, limit: '={{ $json.n }}' },
		{ items: [{ n: 'x' }, { n: 3 }, { n: 0 }], onError: 'continueErrorOutput' },
	);
	expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(bench.requests()).toEqual(['GET /events?limit=3']);
});
