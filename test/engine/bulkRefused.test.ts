/** Contacts that are refused before any request, each in the words of its row. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

it.each<[what: string, item: IDataObject, says: RegExp, options?: IDataObject]>([
	['the id is white space', contact(' \t\n'), /^ID is missing$/],
	['a text is an object', contact('c', { title: { a: 1 } }), /^Title is an object, not a text$/],
	['a column is unknown', contact('c', { shoe: 1 }), /^'shoe' is a column that/, { unknownFields: 'error' }],
	[
		'two columns differ',
		contact('c', { 'First Name': 'G' }),
		/^'first_name' and 'First Name' have different/,
	],
	[
		'no column is one of a contact',
		{ Nr: 1, 'Line\nbreak': 2 },
		/^ID, First Name and Last Name have no column/,
	],
	['there is no column', {}, /^No contact is there$/],
])('is refused before any request: %s', async (_what, item, says, options = {}) => {
	const items = [contact('good'), item];
	const stopped = await bench.upload({ items, options });
	expect(stopped.error?.message).toMatch(says);
	expect(`${stopped.error?.message}${stopped.error?.description}`).not.toContain('\n');
	expect(stopped.error?.description).toContain('It came from row 2 of the input.');
	expect(bench.sandbox.log.count()).toBe(0);

	const { json } = await bench.upload({ items, options, onError: 'continueRegularOutput' });
	expect(json).toEqual([
		expect.objectContaining({ id: 'good', accepted: true }),
		{
			error: expect.stringMatching(says) as string,
			message: expect.stringMatching(/^\S.* It came from row 2 of the input\.$/) as string,
		},
	]);
	expect(bench.stored()).toEqual(['good']);
});

it('a refusal shows a long value cut, on a single line', async () => {
	bench.sandbox.refuse('c', { field: 'title', message: 'is\n  too grand' });
	const items = [contact('c', { title: `Lady\n${'x'.repeat(200)}` })];
	const { error } = await bench.upload({ items });
	expect(error?.message).toBe(`Title "Lady ${'x'.repeat(95)}…": is too grand`);
	expect(error?.description).toMatch(
		/^Correct it .*It came from row 1 of the input\. .*title is too grand\. Request-Id: \S+$/,
	);
});
