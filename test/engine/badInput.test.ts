import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const ID = /ID/;
const BAD_IDS: Array<[string, unknown, RegExp]> = [
	['nothing', '={{ "" }}', /is empty/],
	['blanks', '   ', /is empty/],
	['a step in a path', '..', /step in a path/],
	['another', '.', /step in a path/],
	['a line break', 'a\nb', /control characters/],
	['a zero', 'a\u0000', /control characters/],
	['half a character', 'a\ud83d', /broken Unicode/],
	['null', '={{ null }}', /is not a text/],
	['something undefined', '={{ $json.missing }}', /is (not a text|empty)/],
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
	expect(wordsOf(run)).toMatch(/No request was sent for item 0\.$/);
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
		await expectRefusal({ resource: 'operation', operation, operationId }, ID, problem);
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
		[list, { limit: 0 }, /^The Limit/, /whole number of 1 or more/],
		[list, { limit: -1 }, /^The Limit/, /whole number of 1 or more/],
		[list, { limit: 1.5 }, /^The Limit/, /whole number/],
		[list, { limit: '={{ "many" }}' }, /^The Limit/, /whole number/],
		[list, { limit: '={{ "" }}' }, /^The Limit/, /whole number/],
		[list, { limit: '={{ true }}' }, /^The Limit/, /whole number/],
		[list, { limit: '={{ [5] }}' }, /^The Limit/, /whole number/],
		[list, { limit: '={{ 1e300 }}' }, /^The Limit/, /whole number/],
		[list, { options: { pageSize: 0 } }, /^The Page Size/, /whole number/],
		[list, { returnAll: '={{ "maybe" }}' }, /^The Return All/, /neither true nor false/],
		[list, { simplify: '={{ 7 }}' }, /^The Simplify/, /neither true nor false/],
	]),
	...[history, operations].flatMap((list): Array<[Parameters, IDataObject, RegExp, RegExp]> => [
		[list, { filters: { from: 'yesterday' } }, /^The From/, /is not a date/],
		[list, { filters: { from: '2026-02-30' } }, /^The From/, /is not a date/],
		[list, { filters: { to: '={{ ({}) }}' } }, /^The To/, /is not a date/],
		[list, { filters: { to: '={{ true }}' } }, /^The To/, /is not a date/],
	]),
	[history, { filters: { types: ['updates'] } }, /^The Types/, /no choice "updates".*confirm/s],
	[history, { filters: { types: '={{ "update" }}' } }, /^The Types/, /is not a list/],
	[latest, { filters: { types: '={{ ["a"] }}' } }, /^The Types/, /no choice "a"/],
	[
		history,
		{ options: { downloadDocumentation: true, binaryPropertyName: '' } },
		/output file field/,
		/is empty/,
	],
	[download, { eventId: 'e', documentationOf: '={{ "all" }}' }, /^The Documentation Of/, /no choice "all"/],
	[download, { binaryPropertyName: '={{ "" }}' }, /output file field/, /is empty/],
	[download, { options: { maxWait: -1 } }, /^The Max Wait/, /of 0 or more/],
	[download, { options: { whenNotGenerated: 'retry' } }, /^The When Not Generated/, /no choice "retry"/],
	[download, { options: { onNotFound: 'ignore' } }, /^The On Not Found/, /no choice "ignore"/],
	[download, { options: { fileName: '={{ ({}) }}' } }, /^The File Name/, /is not a text/],
	[get, { options: { onNotFound: '={{ undefined }}' } }, /^The On Not Found/, /no choice/],
	[trigger, { eventType: '={{ "documentation" }}' }, /^The Event Type/, /no choice "documentation"/],
	[trigger, { contactInput: '={{ "name" }}' }, /^The Contact Input/, /no choice "name"/],
	[trigger, { contactInput: 'json', contact: '{ "id": ' }, /^The Contact/, /is not valid JSON \(/],
	[trigger, { contactInput: 'json', contact: 'preexisting' }, /^The Contact/, /is not valid JSON \(/],
	[trigger, { contactInput: 'json', contact: '' }, /^The Contact/, /is not valid JSON/],
	[trigger, { contactInput: 'json', contact: '[]' }, /^The Contact/, /is no JSON object/],
	[trigger, { contactInput: 'json', contact: '7' }, /^The Contact/, /is no JSON object/],
	[trigger, { contactInput: 'json', contact: 'null' }, /^The Contact/, /is no JSON object/],
])('%j with %j is refused', async (parameters, more, field, problem) => {
	await expectRefusal({ ...parameters, ...more }, field, problem);
});

it.each([
	[{ options: { timeout: -1 } }, /^The Timeout/],
	[{ options: { timeout: '={{ "long" }}' } }, /^The Timeout/],
	[{ options: { pendingStatuses: '={{ ["a"] }}' } }, /^The Pending Statuses/],
])('operation: wait with %j is refused', async (more, field) => {
	const operationId = { __rl: true, mode: 'id', value: 'o' };
	await expectRefusal({ resource: 'operation', operation: 'wait', operationId, ...more }, field, /./);
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
