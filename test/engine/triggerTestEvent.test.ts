import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, factsOf, PRODUCTION_KEY, wordsOf } from '../support/action';
import { sentence } from '../support/sentences';

const bench = actionBench();

const trigger = (more: IDataObject = {}) => ({
	resource: 'event',
	operation: 'trigger',
	contactId: 'c-1',
	...more,
});

beforeEach(() => bench.sandbox.seed({ contacts: [contact('c-1')] }));

it.each(['update', 'confirm'])(
	'Trigger Test Event makes an event of the type "%s" for a contact by its ID',
	async (eventType) => {
		const { json } = await bench.run(trigger({ eventType }));
		const { requestId, body } = bench.sandbox.log.last() ?? {};
		expect(json).toEqual([
			{ triggered: true, type: eventType, message: expect.any(String) as string, request_id: requestId },
		]);
		expect(body).toEqual({ type: eventType, contact: { id: 'c-1' } });
		expect(bench.sandbox.state().events.map(({ type }) => type)).toEqual([eventType, 'documentation']);
	},
);

it.each([
	['text', '{ "id": "c-1", "company": "New" }'],
	['fields of the item', '={{ $json }}'],
])('Trigger Test Event sends a contact that is given as %s', async (_, given) => {
	const { json } = await bench.run(trigger({ contactInput: 'json', contact: given }), {
		items: [{ id: 'c-1', company: 'New' }],
	});
	expect(json).toMatchObject([{ triggered: true, type: 'update' }]);
	expect(bench.sandbox.log.last()?.body).toEqual({ type: 'update', contact: { id: 'c-1', company: 'New' } });
});

it('Trigger Test Event reports a missing contact', async () => {
	const run = await bench.run(trigger({ contactId: 'x' }));
	expect(factsOf(run)).toMatchObject({ httpCode: '404', itemIndex: 0 });
	expect(wordsOf(run)).toMatch(new RegExp(`${sentence('noContactOfTestEvent')}[\\s\\S]*Create or Update`));
});

it('Trigger Test Event reports that a production account has no test events', async () => {
	const run = await bench.run(trigger(), {
		credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: PRODUCTION_KEY },
	});
	expect(factsOf(run)).toMatchObject({ httpCode: '403' });
	expect(wordsOf(run)).toMatch(new RegExp(`${sentence('testEventsOfSandbox')}[\\s\\S]*production`));
});
