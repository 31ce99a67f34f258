/** How a wrong value is refused. refusedValues.test.ts checks that every parameter refuses wrong values. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const history = { resource: 'event', operation: 'getMany' };
const latest = { resource: 'event', operation: 'getLatest' };
const download = { resource: 'documentation', operation: 'download', contactId: 'c' };
const trigger = { resource: 'event', operation: 'trigger', contactId: 'c' };

/** The error names the field, the problem and the item, and nothing was sent. */
it.each<[Parameters, IDataObject, label: string, RegExp]>([
	[trigger, { contactId: 'a\nb' }, 'Contact ID', /control characters/],
	[trigger, { contactId: '={{ 9007199254740993 }}' }, 'Contact ID', /too many digits/],
	[latest, { limit: 0 }, 'Limit', /whole number of 1 or more/],
	[latest, { returnAll: '={{ "maybe" }}' }, 'Return All', /neither true nor false/],
	[history, { filters: { from: '2026-02-30' } }, 'From', /is not a date/],
	[history, { filters: { types: ['updates'] } }, 'Types', /no choice "updates".*confirm/s],
	[history, { filters: { types: '={{ ({ a: 1 }) }}' } }, 'Types', /no choice {"a":1}/],
	[download, { binaryPropertyName: '={{ "" }}' }, 'Put Output File in Field', /is empty/],
	[download, { options: { maxWait: -1 } }, 'Max Wait (Seconds)', /of 0 or more/],
	[trigger, { contactInput: 'json', contact: 'preexisting' }, 'Contact', /is not valid JSON \(/],
])(
	'%j with %j is refused by field, reason and row, and nothing is sent',
	async (parameters, more, label, problem) => {
		const run = await bench.run({ ...parameters, ...more });
		const words = wordsOf(run);
		expect(words.startsWith(`The parameter '${label}' `)).toBe(true);
		expect(words).toMatch(problem);
		expect(words).toMatch(/Nothing was sent for this row\. It came from row 1 of the input\./);
		expect(factsOf(run).itemIndex).toBe(0);
		expect(run.json).toEqual([]);
		expect(bench.requests()).toEqual([]);
	},
);

it.each(['[]', '7', 'null'])('a test event with the contact %s is refused', async (contact) => {
	const run = await bench.run({ ...trigger, contactInput: 'json', contact });
	expect(wordsOf(run)).toMatch(/^The contact is no JSON object\n.*It came from row 1 of the input\./);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(bench.requests()).toEqual([]);
});

it('a single event type is accepted in place of a list', async () => {
	await bench.run({ ...history, filters: { types: '={{ "update" }}' } });
	expect(bench.requests()).toEqual(['GET /events?type=update&limit=50']);
});

it('blanks around an ID are removed', async () => {
	const ids = { documentationOf: 'event', contactId: ' c-1\n', eventId: ' ev-1\n' };
	await bench.run({ ...download, ...ids, options: { whenNotGenerated: 'output' } });
	expect(bench.requests()).toEqual(['GET /documentation/c-1/ev-1']);
});
