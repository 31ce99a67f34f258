/* eslint-disable */
import { OutboundHttp } from '@n8n/backend-network';
import { Container } from '@n8n/di';

import { actionBench, contact, wordsOf } from '../support/action';
import { itOnNewest } from '../support/features';
import { sentence } from '../support/sentences';

const bench = actionBench();

const GET = { resource: 'contact', operation: 'get', contactId: 'c' };

beforeEach(() => bench.sandbox.seed({ contacts: [contact('c')] }));
afterEach(() => void jest.restoreAllMocks());

it.each(['contact', 'health'])('cancelling the execution ends an open request (%s)', async (resource) => {
	// If it were not cancelled, the answer would come after the test's time limit.
	bench.sandbox.faults.add({ delayMs: 3_600_000 });
	const parameters = resource === 'health' ? { resource, operation: 'ping' } : GET;
	const run = await bench.run(parameters, { onStart: (cancel) => setTimeout(cancel, 300) });
	expect(run.error?.message).toMatch(/cancel/i);
});

itOnNewest.each([
	[
		'of n8n',
		() => Promise.reject(new TypeError('x is not a function')),
		new RegExp(`^${sentence('notSendable')}\\n.*n8n says: x is not a function\\.$`),
	],
	['of ours', () => Promise.resolve(undefined), new RegExp(`^${sentence('notSendable')}\\n`)],
])('a mistake %s is no broken connection, and is not repeated', async (_, request, words) => {
	const send = jest.fn(request);
	jest.spyOn(Container.get(OutboundHttp), 'requests').mockReturnValue({ request: send } as never);
	expect(wordsOf(await bench.run(GET))).toMatch(words);
	expect(send).toHaveBeenCalledTimes(1);
});
