/** With On Error "stop", the title of an error names the rows and their IDs, and the description the person. */
import type { IDataObject } from 'n8n-workflow';

import type { ActionRun } from '../support/engine';
import { factsOf } from '../support/action';
import { contact } from '../support/people';
import { uploadBench } from '../support/upload-bench';
import { sentence } from '../support/sentences';

const bench = uploadBench();

const named = (id: string, more: IDataObject = {}) =>
	contact(id, { first_name: 'Ada', last_name: 'Byron', ...more });
const titleOf = (run: ActionRun) => factsOf(run).message as string;
const textOf = (run: ActionRun) => factsOf(run).description as string;

/** Refused before any request. */
const upload = async (items: IDataObject[]) =>
	await bench.upload({ items, fieldsNotSent: 'clear', onError: 'stopWorkflow' });

describe('an upload', () => {
	it('names the row and its ID in the title, and the person in the description', async () => {
		const run = await upload([named('C-1'), named('C-2', { last_name: '' }), named('C-3')]);
		expect(titleOf(run)).toBe('Row 2 (C-2): Last Name is missing');
		expect(textOf(run)).toMatch(/That is C-2 Ada\. .*Accepted: 0 of 3 contacts\./);
	});

	it('names all rows that are known to be bad at once', async () => {
		const items = Array.from({ length: 8 }, (_, at) =>
			named(`C-${at + 1}`, { last_name: [2, 4, 5].includes(at) ? '' : 'Byron' }),
		);
		const run = await upload(items);
		expect(titleOf(run)).toBe(`${sentence('rowsNeedYou', { count: 3, all: 8 })} 3, 5, 6`);
		expect(textOf(run)).toMatch(/^Rows 3, 5 and 6: Last Name is missing\. /);
		expect(bench.posts()).toHaveLength(0);
	});

	it('has no e-mail address and no name in the title', async () => {
		const run = await upload([named('ada@b.example', { 'E-Mail': 'ada at b' }), named('x')]);
		expect(titleOf(run)).toMatch(/^Row 1: .*is not a valid email$/);
		expect(textOf(run)).toContain('That is ada@b.example Ada Byron.');
		const several = await upload([named('x'), { ...named('x'), first_name: 'Ben', last_name: 'Cole' }]);
		expect(titleOf(several)).toBe(`${sentence('rowsNeedYou', { count: 2, all: 2 })} 1, 2`);
		expect(textOf(several)).toContain('Ada Byron (row 1) and Ben Cole (row 2)');
	});

	it('names the records of one row by their IDs', async () => {
		const list = [named('a'), named('b', { last_name: '' }), named('c', { last_name: '' })];
		const run = await bench.upload({
			items: [{ list }],
			map: { json: '={{ $json.list }}' },
			fieldsNotSent: 'clear',
			onError: 'stopWorkflow',
		});
		expect(titleOf(run)).toBe(`Row 1: ${sentence('recordsNeedYou', { count: 2 })}: b, c`);
	});
});

describe.each<[operation: string, parameters: IDataObject]>([
	['get', { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}' }],
	['delete', { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}' }],
	[
		'setConsent',
		{ resource: 'contact', operation: 'setConsent', contactId: '={{ $json.id }}', consentType: 'news' },
	],
	['download', { resource: 'documentation', operation: 'download', contactId: '={{ $json.id }}' }],
	['trigger', { resource: 'event', operation: 'trigger', contactInput: 'id', contactId: '={{ $json.id }}' }],
])('%s', (_operation, parameters) => {
	const run = async (...ids: string[]) =>
		await bench.run(parameters as never, { items: ids.map((id) => ({ id })) });

	it('names the row and its ID in the title', async () => {
		expect(titleOf(await run('C-1', 'C-2'))).toMatch(
			new RegExp(
				`^Row 1: .*"C-1"|^Row 1 \\(C-1\\): |^${sentence('rowsNeedYou', { count: 2, all: 2 })} 1, 2$`,
			),
		);
		expect(titleOf(await run('C-1'))).toContain('C-1');
	});

	it('names an ID that is an e-mail address in the description', async () => {
		const failed = await run('ada@b.example');
		expect(titleOf(failed)).not.toContain('ada@b.example');
		expect(textOf(failed)).toContain('ada@b.example');
	});
});

it('a refused item keeps its form', async () => {
	const { json } = await bench.upload({
		items: [named('C-1', { last_name: '' }), named('C-2')],
		fieldsNotSent: 'clear',
	});
	expect(json[0]).toEqual({
		error: 'Last Name is missing',
		message: expect.stringContaining('row 1') as string,
	});
});
