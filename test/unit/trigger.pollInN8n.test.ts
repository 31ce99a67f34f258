/** What a poll takes from n8n, and how its errors reach n8n. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import { polled } from '../../nodes/ContactConsent/trigger/firstPoll';
import { memories } from '../../nodes/ContactConsent/trigger/processMemory';
import { pollTrigger as poll } from '../../nodes/ContactConsent/trigger/poll';
import { limits } from '../../nodes/ContactConsent/trigger/rateLimitDelay';
import { fakePoll, type FakePoll } from '../support/fake-poll';
import { pass, stillTime } from '../support/still-time';
import { MINUTE, NOW } from '../support/trigger-parts';
import { sentence } from '../support/sentences';

const forgetPolls = () => [memories, polled, limits].forEach((known: Map<string, unknown>) => known.clear());

stillTime({ now: NOW });
beforeEach(() => {
	forgetPolls();
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
const LOG = `warn: Contact Consent Trigger of workflow w: ${sentence('firstPollFailed')}`;

it('a poll gives n8n the items, and a state of the account', async () => {
	const { context, staticData, said } = fakePoll({ request: answering(200, [EVENT]) });
	expect(await resultOf(context)).toEqual([[{ json: EVENT }]]);
	expect(staticData.state).toMatchObject({
		account: { address: 'https://service.example', key: expect.any(String) as string, credential: '1' },
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

	it.each(['activate', 'create', 'update'])(
		'throws what a person has to correct, because somebody is present at "%s"',
		async (activation) => {
			const elsewhere = async () => await Promise.resolve({ statusCode: 200, headers: {}, body: '<html>' });
			for (const request of [answering(401), answering(404), elsewhere]) {
				forgetPolls();
				const { context } = fakePoll({ activation, request });
				expect(await resultOf(context)).toBeInstanceOf(NodeApiError);
			}
			const { context } = fakePoll({ activation, parameters: { events: [] } });
			expect(await resultOf(context)).toMatchObject({
				message: expect.stringMatching("'Events' is empty") as string,
			});
		},
	);

	it.each([2000, 36_000, 300_000, 3_000_000, undefined])(
		'is no tick of the scheduler, which also says update: a revoked key is reported (%s ms)',
		async (budget) => {
			const tick = async (code: number, parameters = {}) =>
				await resultOf(
					fakePoll({ activation: 'update', budget, parameters, request: answering(code) }).context,
				);
			expect(await tick(200)).toBeNull();
			for (let count = 0; count < 10; count++) expect(await tick(401)).toBeInstanceOf(NodeApiError);
			expect(await tick(500)).toBeInstanceOf(NodeApiError);
			// n8n polls at once if a published edit has changed the trigger.
			expect(await tick(500, { simplify: true })).toBeNull();
			expect(await tick(500, { simplify: true })).toBeInstanceOf(NodeApiError);
		},
	);

	it('is any first poll of a new context, if n8n keeps its contexts', async () => {
		const given = { activation: 'update', request: answering(500) };
		const { context } = fakePoll(given);
		expect(await resultOf(context)).toBeNull();
		expect(await resultOf(context)).toBeInstanceOf(NodeApiError);
		expect(await resultOf(fakePoll(given).context)).toBeNull();
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
			message: sentence('unexpected', { doing: 'the settings of the trigger were read' }),
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
			message: sentence('noEventYet'),
			description: expect.toSay('noEventOfKinds') as string,
		});
		expect(paths.filter((path) => path.endsWith('latest'))).toEqual([]);
	});
});

describe('many triggers of one account share a limit:', () => {
	it.each([
		['a poll within ten minutes after it begins up to ten seconds later', 9 * MINUTE, 'init', true],
		['a poll later than that begins at once', 11 * MINUTE, 'init', false],
		['a first poll begins at once', 9 * MINUTE, 'activate', false],
	])('%s', async (_, pause, activation, isLater) => {
		const chance = jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const limited = fakePoll({ activation: 'init', request: answering(429) });
		await resultOf(limited.context);
		await pass(pause - MINUTE);
		let asked = 0;
		const request = async () => {
			asked++;
			return await answering(200)();
		};
		const next = fakePoll({ activation, request });
		if (activation === 'init') {
			// This trigger has polled before.
			await resultOf(next.context);
			asked = 0;
		}
		const result = poll(next.context).catch((error: unknown) => error);
		await pass(4000);
		expect(asked === 0).toBe(isLater);
		await pass(MINUTE);
		await result;
		chance.mockRestore();
	});
});

it.each([
	['all kinds', ['confirm', 'documentation', 'update']],
	['two kinds', ['confirm', 'update']],
])('events arrive although neither list can show a record, in spite of pauses: %s', async (_, events) => {
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	const shown: Array<IDataObject & { event_time: string }> = [];
	let poison = Infinity;
	const answer = (url: string, { type, from = '', to = '9999-01-01' }: Record<string, string>) => {
		const isWithin = (time: number) => Date.parse(from) <= time && time <= Date.parse(to);
		const isLatest = url.includes('/latest');
		const isPoisoned = isLatest ? poison < Infinity : isWithin(poison);
		if (isPoisoned && type !== 'confirm') return { statusCode: 500, body: {} };
		const isShown = (event: (typeof shown)[0]) =>
			(type ?? event.type) === event.type && isWithin(Date.parse(event.event_time));
		return { statusCode: 200, body: isLatest ? [] : shown.filter(isShown) };
	};
	const request = async ({ url, qs }: IHttpRequestOptions) => {
		const headers = { date: new Date().toUTCString() };
		return await Promise.resolve({ headers, ...answer(url, qs as Record<string, string>) });
	};
	const { context } = fakePoll({ request, parameters: { beginWith: 'now', events } });
	await resultOf(context);
	await resultOf(context);
	poison = Date.now() - 1234;
	const arrived: unknown[] = [];
	for (let minute = 0; minute < 30; minute++) {
		const event_time = new Date().toISOString();
		shown.push({ event_id: `e${minute}`, event_time, type: 'confirm' });
		const result = await resultOf(context);
		if (Array.isArray(result)) arrived.push(...(result as unknown[][]).flat());
	}
	expect(arrived).toHaveLength(30);
});
