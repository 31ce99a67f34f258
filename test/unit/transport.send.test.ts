/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What n8n is asked to send, and what comes of its answer. */
import { Readable } from 'node:stream';

import type { IAdditionalCredentialOptions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { SenderContext } from '../../nodes/ContactConsent/transport/credentials';
import { createSend } from '../../nodes/ContactConsent/transport/send';
import type { ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { stillTime } from '../support/still-time';

const KEY = 'secret-key-1';
const GET: ServiceRequest = {
	method: 'GET',
	path: ['contacts', 'c/1'],
	query: { limit: 5 },
	expect: 'object',
	repeatable: 'onlyRateLimited',
};
const PDF: ServiceRequest = { ...GET, path: ['documentation', 'c'], expect: 'pdf' };
const ID = { 'Request-Id': 'r-1' };

const answerOf = (statusCode: number, body: unknown = {}, headers: IDataObject = ID) => ({
	statusCode,
	headers,
	body,
});

/** n8n's helpers with answers from a script, and what they were asked. */
function n8nWith(answers: unknown[], credentials: IDataObject = {}, signal?: AbortSignal) {
	const asked: Array<{ with: unknown; by?: unknown; more?: unknown; options: IHttpRequestOptions }> = [];
	let reads = 0;
	const answer = () => {
		const next = answers.shift() ?? answerOf(200);
		return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
	};
	const context = {
		getCredentials(name: string) {
			reads += 1;
			return Promise.resolve({ name, baseUrl: 'service.example/v1', apiKey: KEY, ...credentials });
		},
		getNode: () => ({ name: 'Contact Consent' }),
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
	return { context: context as unknown as SenderContext, asked, reads: () => reads };
}

/** The failure of one request. */
async function failureOf(request: ServiceRequest, answer: unknown): Promise<unknown> {
	const send = await createSend(n8nWith([answer]).context);
	return await send(request).then(
		() => 'a success',
		(error: unknown) => error,
	);
}

describe('n8n is asked', () => {
	it('for the credentials once, and given them with each request', async () => {
		const { context, asked, reads } = n8nWith([]);
		const send = await createSend(context);
		for (let count = 0; count < 3; count++) await send(GET);
		expect(reads()).toBe(1);
		const data = await context.getCredentials('contactConsentApi');
		const credentialsDecrypted = { id: '', name: '', type: 'contactConsentApi', data };
		expect(asked.map(({ more }) => more)).toEqual(Array(3).fill({ credentialsDecrypted }));
	});

	it('to report each status and follow nothing, in time, with lists as the service reads them', async () => {
		const { signal } = new AbortController();
		const { context, asked } = n8nWith([], {}, signal);
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

	it('for a stream where a file is expected: a JSON parser would spoil it', async () => {
		const { context, asked } = n8nWith([answerOf(204, '')]);
		await (
			await createSend(context)
		)(PDF);
		expect(asked[0]?.options).toMatchObject({ encoding: 'stream' });
		expect(asked[0]?.options).not.toHaveProperty('json');
	});

	it('to send a ping without the key', async () => {
		const { context, asked } = n8nWith([]);
		await (
			await createSend(context)
		)({ ...GET, path: ['ping'], anonymous: true });
		expect(asked).toMatchObject([{ with: 'nothing', options: { url: 'https://service.example/v1/ping' } }]);
	});

	it('to skip the check of certificates only where the credentials say so', async () => {
		const { context, asked } = n8nWith([], { ignoreSslIssues: true });
		await (
			await createSend(context)
		)(GET);
		expect(asked[0]?.options.skipSslCertificateValidation).toBe(true);
	});

	it('for nothing where credentials cannot work', async () => {
		const { context, asked } = n8nWith([], { apiKey: ' ' });
		await expect(createSend(context)).rejects.toThrow("The 'API Key' is empty");
		expect(asked).toEqual([]);
	});
});

describe('an ID that would leave the path', () => {
	it.each([
		[['contacts', ''], 'An ID is empty'],
		[['contacts', 'c', ' '], 'An ID is empty'],
		[['contacts', '..', 'events'], 'An ID is "..", which is part of a path, not an ID'],
		[['documentation', 'c', 'a\u0000'], 'An ID contains control characters'],
	])('%j is refused before anything is sent', async (path, message) => {
		const { context, asked } = n8nWith([]);
		const send = await createSend(context);
		await expect(send({ ...GET, path })).rejects.toMatchObject({
			message,
			description: 'No request was sent. Check the ID that this node is given.',
			facts: { kind: 'invalidPath' },
		});
		expect(asked).toEqual([]);
	});
});

describe('an answer', () => {
	it('of the expected kind is handed on, with header names in lower case', async () => {
		const send = await createSend(n8nWith([answerOf(200, { id: 'c' })]).context);
		expect(await send(GET)).toEqual({ status: 200, headers: { 'request-id': 'r-1' }, body: { id: 'c' } });
	});

	it('that refuses is an error with the words of the service', async () => {
		expect(await failureOf(GET, answerOf(404, { message: 'No contact c/1' }))).toMatchObject({
			message: 'The service has no such record',
			facts: { kind: 'status', status: 404, serviceMessage: 'No contact c/1', requestId: 'r-1' },
		});
	});

	it('that did not arrive is an error of the network, without the key', async () => {
		const broken = Object.assign(new Error(`hang up with ${KEY}`), { code: 'ECONNRESET' });
		expect(await failureOf(GET, broken)).toMatchObject({
			message: 'The connection to the service at service.example broke off',
			facts: { kind: 'unreachable', networkMessage: 'hang up with *** (ECONNRESET)' },
		});
	});

	it('in a shape that n8n never sends is a mistake, and not one of the network', async () => {
		expect(await failureOf(GET, 'only a body')).toMatchObject({
			message: "n8n's HTTP helper returned no full response",
		});
	});
});

describe('a file', () => {
	// Streams go on in ticks.
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
	afterEach(() => jest.useRealTimers());

	const isPdf = { ...ID, 'Content-Type': 'application/pdf' };
	const fileOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

	it('is handed on unread', async () => {
		const body = fileOf('%PDF');
		const answer = await (await createSend(n8nWith([answerOf(200, body, isPdf)]).context))(PDF);
		expect(answer).toEqual({
			status: 200,
			headers: { 'request-id': 'r-1', 'content-type': 'application/pdf' },
			body,
		});
		expect(body.readableDidRead).toBe(false);
	});

	it('that stalls is broken off once the time of its request is over, and not before', async () => {
		const body = new Readable({ read: () => undefined });
		const errors: string[] = [];
		body.on('error', ({ message }) => errors.push(message));
		const answer = (await createSend(n8nWith([answerOf(200, body, isPdf)]).context))({
			...PDF,
			timeout: 120_000,
		});
		await answer;
		await jest.advanceTimersByTimeAsync(119_900);
		expect(body.destroyed).toBe(false);
		await jest.advanceTimersByTimeAsync(200);
		expect(body.destroyed).toBe(true);
		expect(new Set(errors)).toEqual(new Set(['The download took too long']));
	});

	it.each([
		['a stream', () => fileOf('{"message":', '"No such format"}')],
		['what n8n has read already', () => ({ message: 'No such format' })],
	])('that is refused: the words of the service are read from %s', async (_, body) => {
		expect(await failureOf(PDF, answerOf(422, body()))).toMatchObject({
			message: 'The service refused the values',
			facts: { kind: 'status', status: 422, serviceMessage: 'No such format', requestId: 'r-1' },
		});
	});

	it('that is none is told apart by its status and headers', async () => {
		expect(await failureOf(PDF, answerOf(200, fileOf('<html>'), {}))).toMatchObject({
			facts: { kind: 'unexpectedBody', status: 200, wrongAddress: true },
		});
	});
});

describe('a sender', () => {
	stillTime();

	it('knows its address in one form, and how long the service made it wait', async () => {
		const send = await createSend(n8nWith([answerOf(429, {}, { ...ID, 'Retry-After': '3' })]).context);
		expect([send.baseUrl, send.waited()]).toEqual(['https://service.example', 0]);
		const answer = send(GET);
		await jest.advanceTimersByTimeAsync(3300);
		await answer;
		expect(send.waited()).toBeGreaterThanOrEqual(3000);
		expect(send.waited()).toBeLessThan(3300);
	});

	it('has no more requests under way than it is told', async () => {
		let release = () => {};
		const held = new Promise((resolve) => {
			release = () => resolve(answerOf(200));
		});
		const { context, asked } = n8nWith([held, held, held]);
		const send = await createSend(context, { first: 2 });
		const all = Promise.all([1, 2, 3].map(() => send(GET)));
		await jest.advanceTimersByTimeAsync(1000);
		expect(asked).toHaveLength(2);
		release();
		await all;
		expect(asked).toHaveLength(3);
	});

	it('sends nothing for an execution that was cancelled', async () => {
		const { context, asked } = n8nWith([], {}, AbortSignal.abort());
		const send = await createSend(context);
		await expect(send(GET)).rejects.toMatchObject({ facts: { kind: 'cancelled' } });
		expect(asked).toEqual([]);
	});
});
