/* eslint-disable */
/** What n8n is asked to send, and how its answer is read. */
import { Readable } from 'node:stream';

import type { IAdditionalCredentialOptions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { SenderContext } from '../../nodes/ContactConsent/transport/credentials';
import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { createSend } from '../../nodes/ContactConsent/transport/send';
import type { ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { stillTime } from '../support/still-time';
import { sentence } from '../support/sentences';

const KEY = 'secret-key-1';
const GET: ServiceRequest = {
	method: 'GET',
	path: ['contacts', 'c/1'],
	query: { limit: 5 },
	expect: 'object',
	repeatable: 'ifNotBegun',
};
const PDF: ServiceRequest = { ...GET, path: ['documentation', 'c'], expect: 'pdf' };
const ID = { 'Request-Id': 'r-1' };

/** A body that is read without ticks of the event loop, so that time may stand still. */
const bodyOf = (value: unknown) => {
	const body = {
		readableEnded: false,
		async *[Symbol.asyncIterator]() {
			body.readableEnded = true;
			await Promise.resolve();
			yield Buffer.from(JSON.stringify(value));
		},
	};
	return body;
};

const answerOf = (statusCode: number, body: unknown = {}, headers: IDataObject = ID) => ({
	statusCode,
	headers,
	body: body instanceof Readable ? body : bodyOf(body),
});

/** n8n's helpers with answers from a script. They record what they were asked. */
function n8nWith(answers: unknown[], signal?: AbortSignal) {
	const asked: Array<{ with: unknown; by?: unknown; more?: unknown; options: IHttpRequestOptions }> = [];
	const warnings: string[] = [];
	let reads = 0;
	const answer = () => {
		const next = answers.shift() ?? answerOf(200);
		return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
	};
	const context = {
		getCredentials(name: string) {
			reads += 1;
			return Promise.resolve({ name, baseUrl: 'service.example/v1', apiKey: KEY });
		},
		getNode: () => ({ name: 'Contact Consent' }),
		getTimezone: () => 'UTC',
		getWorkflow: () => ({ id: 'w' }),
		logger: { warn: (text: string) => warnings.push(text) },
		getExecutionCancelSignal: () => signal,
		helpers: {
			httpRequest(options: IHttpRequestOptions) {
				asked.push({ with: 'nothing', options });
				return answer();
			},
			httpRequestWithAuthentication(
				this: unknown,
				name: string,
				options: IHttpRequestOptions,
				more?: IAdditionalCredentialOptions,
			) {
				asked.push({ with: name, by: this, more, options });
				return answer();
			},
		},
	};
	return { context: context as unknown as SenderContext, asked, warnings, reads: () => reads };
}

afterEach(forgetWaits);

/** The failure of one request. */
async function failureOf(request: ServiceRequest, answer: unknown): Promise<unknown> {
	const send = await createSend(n8nWith([answer]).context);
	return await send(request).then(
		() => 'a success',
		(error: unknown) => error,
	);
}

describe('n8n is asked', () => {
	it('for the credentials once, and gets them with each request', async () => {
		const { context, asked, reads } = n8nWith([]);
		const send = await createSend(context);
		for (let count = 0; count < 3; count++) await send(GET);
		expect(reads()).toBe(1);
		const data = await context.getCredentials('contactConsentApi');
		const credentialsDecrypted = { id: '', name: '', type: 'contactConsentApi', data };
		expect(asked.map(({ more }) => more)).toEqual(Array(3).fill({ credentialsDecrypted }));
	});

	it('to report each status, to follow no redirect, to keep the time limit, and to write lists as the service reads them', async () => {
		const { signal } = new AbortController();
		const { context, asked } = n8nWith([], signal);
		const send = await createSend(context);
		await send({ ...GET, method: 'POST', body: [{ id: 'c' }], timeout: 7000 });
		expect(asked).toEqual([
			{
				with: 'contactConsentApi',
				by: context,
				more: expect.anything() as unknown,
				options: {
					method: 'POST',
					url: 'https://service.example/v1/contacts/c%2F1',
					qs: { limit: 5 },
					body: [{ id: 'c' }],
					encoding: 'stream',
					json: true,
					arrayFormat: 'repeat',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					skipSslCertificateValidation: false,
					timeout: 7000,
					abortSignal: signal,
				},
			},
		]);
		expect(asked[0]?.options.abortSignal).toBe(signal);
	});

	it.each<[string, Partial<ServiceRequest>, object]>([
		['for JSON', {}, { with: 'contactConsentApi', options: { json: true } }],
		['for a file', PDF, { options: expect.not.objectContaining({ json: true }) as object }],
		['to send a ping without the key', { anonymous: true }, { with: 'nothing' }],
	])('%s', async (_, request, expected) => {
		const { context, asked } = n8nWith([answerOf(204, '')]);
		const send = await createSend(context);
		await send({ ...GET, expect: 'any', ...request });
		expect(asked).toMatchObject([expected]);
	});
});

it('an ID that would leave its path is refused before a request', async () => {
	const { context, asked } = n8nWith([]);
	const send = await createSend(context);
	const error: unknown = await send({ ...GET, path: ['contacts', '..', 'events'] }).catch(
		(caught: unknown) => caught,
	);
	expect((error as ServiceError).describe()).toBe(
		'No request was sent. Check the ID that this node is given.',
	);
	expect(error).toMatchObject({
		message: `An ID is "..", ${sentence('partOfPath')}`,
		facts: { kind: 'invalidPath' },
	});
	expect(asked).toEqual([]);
});

it('an answer that breaks off counts as one that did not arrive', async () => {
	const broken = async function* () {
		yield await Promise.resolve(Buffer.from('{'));
		throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
	};
	expect(await failureOf(GET, answerOf(200, Readable.from(broken())))).toMatchObject({
		facts: { kind: 'unreachable', networkMessage: 'aborted (ECONNRESET)' },
	});
});

it.each<[string, IDataObject, object]>([
	['a PDF instead of JSON', { 'Content-Type': 'application/pdf' }, { kind: 'unexpectedBody', status: 200 }],
	['more than 100 MB', { 'Content-Length': '100000001' }, { kind: 'tooLarge', status: 200 }],
])('an answer with %s is refused, and not taken for a broken connection', async (_, headers, facts) => {
	// This is no JSON.
	const body = Readable.from([Buffer.from('%PDF')]);
	expect(await failureOf(GET, answerOf(200, body, { ...ID, ...headers }))).toMatchObject({ facts });
});

describe('a file', () => {
	// Streams need ticks of the event loop.
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
	afterEach(() => jest.useRealTimers());

	const isPdf = { ...ID, 'Content-Type': 'application/pdf' };

	it('that stalls is broken off exactly when the time of its request is over', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('%PDF'.padEnd(2000));
		const errors: string[] = [];
		body.on('error', ({ message }) => errors.push(message));
		const answer = (await createSend(n8nWith([answerOf(200, body, isPdf)]).context))({
			...PDF,
			timeout: 120_000,
		});
		await jest.advanceTimersByTimeAsync(900);
		await answer;
		await jest.advanceTimersByTimeAsync(119_000);
		expect(body.destroyed).toBe(false);
		await jest.advanceTimersByTimeAsync(200);
		expect(body.destroyed).toBe(true);
		expect(new Set(errors)).toEqual(new Set([sentence('downloadTooLong')]));
	});
});

describe('if n8n sets no signal,', () => {
	it("the node's own signal limits connecting and everything after it", async () => {
		const { context } = n8nWith([]);
		const hang = async (_: unknown, options: IHttpRequestOptions) =>
			await new Promise((_resolve, reject) => {
				const { abortSignal } = options as { abortSignal?: AbortSignal };
				const canceled = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
				abortSignal?.addEventListener('abort', () => reject(canceled));
			});
		context.helpers.httpRequestWithAuthentication = hang as never;
		const send = await createSend(context);
		await expect(send(GET, { within: 100 })).rejects.toMatchObject({ facts: { kind: 'timeout' } });
	});
});

describe('a request that was aborted', () => {
	it.each([
		['because somebody cancelled the execution is reported as cancelled', true, 'cancelled'],
		['by nobody is reported as too slow', false, 'timeout'],
	])('%s', async (_, isCancelled, kind) => {
		const abort = new AbortController();
		const { context } = n8nWith([], abort.signal);
		context.helpers.httpRequestWithAuthentication = (async () => {
			await Promise.resolve();
			if (isCancelled) abort.abort();
			throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		}) as never;
		const facts = { kind, neverSent: false };
		await expect((await createSend(context))(GET)).rejects.toMatchObject({ facts });
	});
});

describe('a sender', () => {
	stillTime();

	it('knows its address, and how long the service made it wait', async () => {
		const send = await createSend(n8nWith([answerOf(429, {}, { ...ID, 'Retry-After': '3' })]).context);
		expect([send.baseUrl, send.waited()]).toEqual([
			'https://service.example',
			{ onRequest: 0, inOutages: 0 },
		]);
		const answer = send(GET).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(3300);
		await answer;
		expect(send.waited().onRequest).toBeGreaterThanOrEqual(3000);
		expect(send.waited().onRequest).toBeLessThan(3300);
	});

	it("warns in n8n's log, with the names of node and workflow, if it waits for a minute", async () => {
		const { context, warnings } = n8nWith([answerOf(429, {}, { ...ID, 'Retry-After': '120' })]);
		const ending = (await createSend(context))(GET);
		await jest.advanceTimersByTimeAsync(59_000);
		expect(warnings).toEqual([]);
		await jest.advanceTimersByTimeAsync(62_000);
		await ending;
		expect(warnings).toEqual([
			`Contact Consent of workflow w: ${sentence('noRequestForMinute')}; requests wait up to 15 minutes (${sentence('fewerRequests')})`,
		]);
	});

	it('counts entries of lists that are no objects', async () => {
		const send = await createSend(n8nWith([answerOf(200, [{}, 1, 2]), answerOf(200, [3, {}])]).context);
		for (const request of [GET, GET]) await send({ ...request, expect: 'list' });
		expect(send.leftOut()).toBe(3);
	});

	describe('treats documents separately:', () => {
		const busy = (): unknown => answerOf(429, {}, { ...ID, 'Retry-After': '60' });

		it.each<[string, ServiceRequest, ServiceRequest, boolean]>([
			['a document that has to wait does not stop other documents', PDF, PDF, true],
			['a document that has to wait stops no reads', PDF, GET, true],
			['a read that has to wait stops documents', GET, PDF, false],
		])('%s, also for later senders', async (_, first, second, isSent) => {
			const pdf = { statusCode: 200, headers: ID, body: Buffer.from('%PDF') };
			const { context, asked } = n8nWith([busy(), pdf, pdf]);
			void (await createSend(context))(first).catch(() => undefined);
			await jest.advanceTimersByTimeAsync(1000);
			void (await createSend(context))(second).catch(() => undefined);
			await jest.advanceTimersByTimeAsync(1000);
			expect(asked).toHaveLength(isSent ? 2 : 1);
			await jest.advanceTimersByTimeAsync(120_000);
		});
	});

	it('sends nothing for a cancelled execution', async () => {
		const { context, asked } = n8nWith([], AbortSignal.abort());
		await expect((await createSend(context))(GET)).rejects.toMatchObject({ facts: { kind: 'cancelled' } });
		expect(asked).toEqual([]);
	});
});
