/** Used as an AI tool: what the model is told, and how much of a record it gets. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, KEY } from '../support/action';
import { useTools, type Tool } from '../support/agent';

const bench = actionBench();

const ADA = contact('c-1', {
	company: 'Engines',
	section_work: { emails: ['ada@example.com'], addresses: [{ city: 'London' }] },
	documentation: { consents: [{ type: 'newsletter', granted: false }] },
});

/** What one call of the node as a tool answers. */
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

describe('Output, which a tool has in the place of Simplify', () => {
	beforeEach(() => bench.sandbox.seed({ contacts: [ADA] }));

	it('is simplified if nothing else is chosen, whatever an older workflow says about Simplify', async () => {
		const { output, fields, ...parameters } = GET;
		expect([output, fields]).not.toContain(undefined);
		const [record] = (await asTool(
			{ ...parameters, simplify: false },
			{ contact_id: 'c-1' },
		)) as IDataObject[];
		expect(record).toMatchObject({ id: 'c-1', city: 'London', consents: { newsletter: false } });
		expect(record).not.toHaveProperty('section_work');
	});

	it('raw: everything that the service has', async () => {
		const given = { contact_id: 'c-1', output: 'raw', fields: '' };
		expect(await asTool(GET, given)).toEqual([bench.sandbox.contact('c-1')]);
	});

	it('selected fields: those of the raw answer, the ID always among them, null where there is none', async () => {
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
	])('selected fields: %s', async (_, fields) => {
		const parameters = { ...GET, output: 'selectedFields', fields };
		const [record] = (await asTool(parameters, { contact_id: 'c-1' })) as IDataObject[];
		expect(Object.entries(record ?? {})).toEqual([
			['id', 'c-1'],
			['company', 'Engines'],
		]);
	});

	it.each([
		[' , ', /^The parameter 'Fields' names no field\n.*set 'Output' to raw/s],
		['company, nickname', /^The parameter 'Fields' has no choice "nickname"\n.*company \(Company\)/s],
	])('selected fields: %j is refused before any request', async (fields, words) => {
		expect(await asTool(GET, selected(fields))).toMatch(words);
		expect(bench.requests()).toEqual([]);
	});

	it('lists of events and uploads have it, too', async () => {
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
		/^There is no contact with the ID "ada", and a new one needs Last Name\s/,
	],
	[
		'has a value that the service refuses',
		contact('ada', { work_emails: 'ada at example.com' }),
		/^Work Emails "ada at example\.com": is not a valid email\s/,
	],
])('a refusal says to the model what is wrong: a record that %s', async (_, record, words) => {
	const json = "={{ $fromAI('record', '', 'json') }}";
	const upsert = { resource: 'contact', operation: 'upsert', inputMode: 'json', json };
	expect(await asTool(upsert, { record })).toMatch(words);
});
