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

	it('selected fields: those of the raw answer, in the order of their names, null where there is none', async () => {
		const [record] = (await asTool(GET, selected('company , documentation,nickname,'))) as IDataObject[];
		expect(Object.entries(record ?? {})).toEqual([
			['company', 'Engines'],
			['documentation', { consents: [{ type: 'newsletter', granted: false }] }],
			['nickname', null],
		]);
	});

	it('selected fields without a field: refused before any request', async () => {
		expect(await asTool(GET, selected(' , '))).toMatch(
			/^The parameter 'Fields' names no field\n.*e\.g\. id, or set 'Output' to raw/s,
		);
		expect(bench.requests()).toEqual([]);
	});

	it('another value: refused with those that there are', async () => {
		const given = { contact_id: 'c-1', output: 'all', fields: '' };
		expect(await asTool(GET, given)).toMatch(
			/^The parameter 'Output' has no choice "all"\n.*simplified.*raw.*selectedFields/s,
		);
	});

	it('lists of events and uploads have it, too', async () => {
		const parameters = { output: 'selectedFields', fields: 'event_id,id' };
		bench.sandbox.seed({ events: [{ event_id: 'e', type: 'update', contact_id: 'c-1' }], operations: 1 });
		const rows = async (resource: string, operation: string) =>
			await asTool({ resource, operation, ...parameters }, {});
		expect(await rows('event', 'getLatest')).toEqual([{ event_id: 'e', id: null }]);
		expect(await rows('event', 'getMany')).toEqual([{ event_id: 'e', id: null }]);
		expect(await rows('operation', 'getMany')).toEqual([
			{ event_id: null, id: expect.any(String) as string },
		]);
	});

	it('is not read outside of a tool', async () => {
		const parameters = { resource: 'contact', operation: 'get', contactId: 'c-1', output: 'nonsense' };
		const { json } = await bench.run({ ...parameters, simplify: false });
		expect(json).toEqual([bench.sandbox.contact('c-1')]);
	});
});
