/** What a poll takes from n8n, and how its errors reach n8n. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { forgetWaits } from '../../nodes/ContactConsent/transport/door';
import { memories } from '../../nodes/ContactConsent/trigger/memory';
import { poll } from '../../nodes/ContactConsent/trigger/poll';
import { fakePoll, type FakePoll } from '../support/fake-poll';
import { pass, stillTime } from '../support/still-time';
import { MINUTE, NOW } from '../support/trigger-parts';

stillTime({ now: NOW });
beforeEach(() => {
	memories.clear();
	forgetWaits();
});

/** Answers each request for a list with this status and these events. */
const answering =
	(statusCode: number, events: IDataObject[] = []) =>
	async () =>
		await Promise.resolve({ statusCode, headers: {}, body: statusCode === 200 ? events : {} });

/** The result of a poll, or its error. It may take a minute. */
async function resultOf(context: Parameters<typeof poll>[0]): Promise<unknown> {
	const result = poll(context).catch((error: unknown) => error);
	await pass(MINUTE);
	return await result;
}

const EVENT = { event_id: 'e', event_time: '2026-03-01T11:59:59Z', type: 'update' };
const LOG = 'warn: Contact Consent Trigger of workflow w: the first poll failed, the next one tries again';

it('a poll gives n8n the items, and a state of the account and the node', async () => {
	const { context, staticData, said } = fakePoll({ request: answering(200, [EVENT]) });
	expect(await resultOf(context)).toEqual([[{ json: EVENT }]]);
	expect(staticData.state).toMatchObject({
		account: { address: 'https://service.example', key: expect.any(String) as string, credential: '1' },
		node: 'Trigger',
	});
	expect([...memories.keys()]).toEqual(['["w","n","Trigger"]']);
	expect(said).toEqual([]);
});

it.each([
	['without a saved workflow and without credentials in the node', {}, null, '["","n","Trigger"]'],
	['with credentials of another type alone', { id: 'w' }, { other: {} }, '["w","n","Trigger"]'],
])('a poll works %s', async (_, workflow, credentials, key) => {
	const { context, staticData } = fakePoll({ workflow, credentials, request: answering(200, [EVENT]) });
	expect(await resultOf(context)).toEqual([[{ json: EVENT }]]);
	expect(staticData.state).toMatchObject({ account: { credential: '' } });
	expect([...memories.keys()]).toEqual([key]);
});

describe('the time of a poll', () => {
	/** The time limit of the first request, for the latest events, is three quarters of it. */
	it.each<[string, number | undefined, number]>([
		['is seven eighths of what n8n gives it', 8000, 5250],
		['is seven eighths of 45 seconds at most', 300_000, 29_532],
		['is the same if n8n does not say how much it gives', undefined, 29_532],
	])('%s', async (_, budget, expected) => {
		const timeouts: unknown[] = [];
		const request = async ({ timeout }: IHttpRequestOptions) => {
			timeouts.push(timeout);
			return await answering(200)();
		};
		// The time that passed before the poll does not count.
		await pass(MINUTE);
		await resultOf(fakePoll({ activation: 'init', budget, request }).context);
		expect(timeouts[0]).toBe(expected);
	});
});

describe('a first poll that fails', () => {
	it.each<[string, FakePoll]>([
		['if nobody is present', { activation: 'init', request: answering(404) }],
		['if the key is refused and nobody is present', { activation: 'init', request: answering(401) }],
		['if the failure may pass', { activation: 'activate', request: answering(500) }],
		['if n8n does not say how much time it gives', { activation: 'init', request: answering(500) }],
		['if the settings are wrong and nobody is present', { activation: 'init', parameters: { events: [] } }],
	])('is logged, and the next poll throws: %s', async (_, given) => {
		const { context, said } = fakePoll(given);
		expect(await resultOf(context)).toBeNull();
		expect(said.at(-1)).toMatch(LOG);
		expect(await resultOf(context)).toBeInstanceOf(Error);
	});

	it.each(['activate', 'create', 'update', 'manual'])(
		'throws what a person has to correct, because somebody is present at "%s"',
		async (activation) => {
			const elsewhere = async () => await Promise.resolve({ statusCode: 200, headers: {}, body: '<html>' });
			for (const request of [answering(401), answering(404), elsewhere]) {
				const { context } = fakePoll({ activation, request });
				expect(await resultOf(context)).toBeInstanceOf(NodeApiError);
			}
			const { context } = fakePoll({ activation, parameters: { events: [] } });
			expect(await resultOf(context)).toMatchObject({
				message: expect.stringMatching("'Events' is empty") as string,
			});
		},
	);

	it.each([
		[299_999, 'throws, because with little time no poll is known to be the first', true],
		[300_000, 'does not throw if nobody is present', false],
	])('of which n8n says that it has %i ms %s', async (budget, _, isThrown) => {
		const given = { budget, activation: 'init', parameters: { events: [] } };
		expect((await resultOf(fakePoll(given).context)) !== null).toBe(isThrown);
	});

	it('throws if the editor runs it, although nobody has activated the workflow', async () => {
		const { context } = fakePoll({ mode: 'manual', activation: 'init', parameters: { events: [] } });
		expect(await resultOf(context)).toBeInstanceOf(NodeOperationError);
	});
});

describe('an error', () => {
	it('of the service has the class that n8n shows with its status', async () => {
		const error = await resultOf(fakePoll({ mode: 'manual', request: answering(404) }).context);
		expect(error).toBeInstanceOf(NodeApiError);
	});

	it('that nobody expected names the step, with an advice that is no HTML', async () => {
		const { context } = fakePoll();
		context.getWorkflowStaticData = () => {
			throw new TypeError('no <b>');
		};
		const error = await resultOf(context);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Something unexpected happened while the settings of the trigger were read',
			description: expect.stringContaining('n8n says: no ‹b›') as string,
		});
	});

	it('of Fetch Test Event is thrown, and reads no latest events', async () => {
		const paths: string[] = [];
		const request = async ({ url }: IHttpRequestOptions) => {
			paths.push(url);
			return await answering(200)();
		};
		const error = await resultOf(fakePoll({ mode: 'manual', activation: 'init', request }).context);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'There is no event to show yet',
			description: expect.stringMatching(/^The service has no event of the chosen kinds\./) as string,
		});
		expect(paths.filter((path) => path.endsWith('latest'))).toEqual([]);
	});
});
