/** The node as an AI tool: what the model is told, and how much of a record it gets. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, KEY } from '../support/action';
import { useTools, type Tool } from '../support/agent';
import { sentence } from '../support/sentences';

const bench = actionBench();

const ADA = contact('c-1', {
	company: 'Engines',
	section_work: { emails: ['ada@example.com'], addresses: [{ city: 'London' }] },
	documentation: { consents: [{ type: 'newsletter', granted: false }] },
});

/** The answer to one call of the tool. */
const asTool = async (parameters: IDataObject, given: IDataObject): Promise<unknown> =>
	await useTools(
		bench.engine,
		{ baseUrl: bench.sandbox.baseUrl, apiKey: KEY },
		{ Tool: parameters },
		async ({ Tool }) =>
			await (Tool as Tool).invoke(given).then(
				(answer) => JSON.parse(answer) as unknown,
				(error: Error) => error.message,
			),
	);

const GET = {
	resource: 'contact',
	operation: 'get',
	contactId: "={{ $fromAI('contact_id', 'ID of the contact') }}",
	output: "={{ $fromAI('output') }}",
	fields: "={{ $fromAI('fields') }}",
};
const selected = (fields: string) => ({ contact_id: 'c-1', output: 'selectedFields', fields });

describe('the parameter Output of a tool (which replaces Simplify)', () => {
	beforeEach(() => bench.sandbox.seed({ contacts: [ADA] }));

	it('is simplified by default, whatever an older workflow has in Simplify', async () => {
		const { output, fields, ...parameters } = GET;
		expect([output, fields]).not.toContain(undefined);
		const [record] = (await asTool(
			{ ...parameters, simplify: false },
			{ contact_id: 'c-1' },
		)) as IDataObject[];
		expect(record).toMatchObject({ id: 'c-1', city: 'London', consents: { newsletter: false } });
		expect(record).not.toHaveProperty('section_work');
	});

	it("set to raw gives the service's full answer", async () => {
		const given = { contact_id: 'c-1', output: 'raw', fields: '' };
		expect(await asTool(GET, given)).toEqual([bench.sandbox.contact('c-1')]);
	});

	it('set to selected fields gives those of the raw answer, always with the ID, and null for absent ones', async () => {
		const [record] = (await asTool(GET, selected('company , documentation,degree,'))) as IDataObject[];
		expect(Object.entries(record ?? {})).toEqual([
			['id', 'c-1'],
			['company', 'Engines'],
			['documentation', { consents: [{ type: 'newsletter', granted: false }] }],
			['degree', null],
		]);
	});

	it.each([
		['chosen in the editor', ['company', 'id']],
		['names separated by commas', '={{ "company, id" }}'],
	])('takes selected fields from %s', async (_, fields) => {
		const parameters = { ...GET, output: 'selectedFields', fields };
		const [record] = (await asTool(parameters, { contact_id: 'c-1' })) as IDataObject[];
		expect(Object.entries(record ?? {})).toEqual([
			['id', 'c-1'],
			['company', 'Engines'],
		]);
	});

	it.each([
		[' , ', /^The parameter 'Fields' names no field\n.*set 'Output' to raw/s],
		['company, no_field', /^The parameter 'Fields' has no choice "no_field"\n.*company \(Company\)/s],
	])('refuses the selected fields %j before any request', async (fields, words) => {
		expect(await asTool(GET, selected(fields))).toMatch(words);
		expect(bench.requests()).toEqual([]);
	});

	it('works for lists of events and uploads, too', async () => {
		bench.sandbox.seed({ events: [{ event_id: 'e', type: 'update', contact_id: 'c-1' }], operations: 1 });
		const rows = async (resource: string, operation: string, fields: string[]) =>
			await asTool({ resource, operation, output: 'selectedFields', fields }, {});
		const event = { event_id: 'e', contact_id: 'c-1' };
		expect(await rows('event', 'getLatest', ['contact_id'])).toEqual([event]);
		expect(await rows('event', 'getMany', ['contact_id'])).toEqual([event]);
		expect(await rows('operation', 'getMany', ['model'])).toEqual([
			{ id: expect.any(String) as string, model: 'contact' },
		]);
	});
});

it.each<[what: string, record: IDataObject, words: RegExp]>([
	[
		'lacks a required column',
		{ id: 'ada', first_name: 'Ada' },
		new RegExp(`^${sentence('newRecordNeeds', { record: 'contact', id: 'ada', columns: 'Last Name' })}\\s`),
	],
	[
		'has a value that the service refuses',
		contact('ada', { work_emails: 'ada at example.com' }),
		/^Row 1 \(ada\): Work Emails "ada at example\.com": is not a valid email\s/,
	],
])('a refusal tells the model what is wrong with a record that %s', async (_, record, words) => {
	const json = "={{ $fromAI('record', '', 'json') }}";
	const upsert = { resource: 'contact', operation: 'upsert', inputMode: 'json', json };
	expect(await asTool(upsert, { record })).toMatch(words);
});

describe('Create or Update as a tool', () => {
	const upsert = { resource: 'contact', operation: 'upsert' };

	it('takes the columns that the model fills in, without what n8n adds', async () => {
		const value = {
			id: "={{ $fromAI('id') }}",
			first_name: "={{ $fromAI('first') }}",
			last_name: 'Lovelace',
		};
		const answer = await asTool({ ...upsert, columns: { value } }, { id: 'a', first: 'Ada' });
		expect(answer).toMatchObject([{ id: 'a', change: 'created' }]);
	});

	it('never maps the input of the agent', async () => {
		const columns = { mappingMode: 'autoMapInputData', value: null };
		const answer = await asTool({ ...upsert, columns }, contact('ada'));
		expect(answer).toMatch(
			/^The parameter 'Columns' cannot be mapped automatically in a tool of an AI agent/,
		);
		expect(bench.requests()).toEqual([]);
	});

	it('does not take the ID of the call for a column', async () => {
		const run = await bench.run(
			{ ...upsert, inputMode: 'json', json: '={{ $json }}', options: { unknownFields: 'send' } },
			{ items: [{ ...contact('ada'), toolCallId: 'call-1' }] },
		);
		expect(run.json[0]).not.toHaveProperty('not_sent');
		expect(bench.sandbox.contact('ada')).not.toHaveProperty('toolCallId');
	});

	it('without a chosen operation reads a contact, and changes none', async () => {
		bench.sandbox.seed({ contacts: [ADA] });
		const answer = await asTool({ resource: 'contact', contactId: "={{ $fromAI('id') }}" }, { id: 'c-1' });
		expect(answer).toMatchObject([{ id: 'c-1', company: 'Engines' }]);
	});
});
