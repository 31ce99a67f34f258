/** Where a failure goes: n8n's setting On Error. */
import type { INode } from 'n8n-workflow';

import { actionBench, contact, withoutJitter, type Parameters } from '../support/action';

const bench = actionBench();
withoutJitter();

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: 'c' };

describe.each<[INode['onError'], number]>([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
])('On Error: %s', (onError, output) => {
	it('puts refused items out as { error, message } and nothing else, paired to their input', async () => {
		bench.sandbox.seed({ contacts: [contact('a'), contact('d')] });
		const parameters = { ...GET, contactId: '={{ $json.id }}' };
		const items = ['a', 'b', '..', 'd'].map((id) => ({ id }));
		const { outputs, error } = await bench.run(parameters, { items, onError });
		expect(error).toBeUndefined();
		const failed = outputs[output]?.filter(({ json }) => 'error' in json) ?? [];
		// On the error output, n8n lays the fields of the input beside them.
		const input = (id: string) => (output === 1 ? { id } : {});
		expect(failed.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
			{
				json: {
					...input('b'),
					error: 'There is no contact with the ID "b"',
					message: expect.stringMatching(/^Check the ID.*The service says: .*Request-Id: \S+$/) as string,
				},
				pairedItem: { item: 1 },
			},
			{
				json: {
					...input('..'),
					error: expect.stringMatching(/^The parameter 'Contact ID' is "\.\."/) as string,
					message: expect.stringMatching(
						/Nothing was sent for this row\. It came from row 3 of the input\.$/,
					) as string,
				},
				pairedItem: { item: 2 },
			},
		]);
		const good = outputs[0]?.filter(({ json }) => !('error' in json)) ?? [];
		expect(good.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['a', { item: 0 }],
			['d', { item: 3 }],
		]);
		expect(bench.requests().length).toBe(3);
	});
});
