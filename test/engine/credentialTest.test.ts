/* eslint-disable */
/** The Test button of the credentials, in the context that n8n gives to a credential test. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeCredentialTestResult } from 'n8n-workflow';

import { actionBench, KEY, PRODUCTION_KEY } from '../support/action';
import { certificate } from '../support/certificates';
import { ACTION_TYPE, isNewestEngine, TRIGGER_TYPE } from '../support/engine';
import { sentence } from '../support/sentences';

const bench = actionBench();

/** What the editor shows. Both nodes offer the same test, and n8n takes that of either. */
async function tested(changes: IDataObject = {}, type = ACTION_TYPE): Promise<INodeCredentialTestResult> {
	const { description, methods } = bench.engine.nodeTypes.getByNameAndVersion(type);
	const test = methods?.credentialTest?.[description.credentials?.[0]?.testedBy as string];
	const data = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY, authScheme: 'none', ...changes } as never;
	const context = new CredentialTestContext(bench.engine.additionalData({ apiKey: KEY }));
	const result = await (test as NonNullable<typeof test>).call(context, {
		id: '1',
		name: 'x',
		type: 'x',
		data,
	});
	expect(JSON.stringify(result)).not.toContain(KEY);
	return result;
}

const wordsOf = async (changes: IDataObject): Promise<string> => {
	const { status, message } = await tested(changes);
	expect(status).toBe('Error');
	// The message is in words: it has no error code of Node and no message of OpenSSL.
	expect(message).not.toMatch(/\bE[A-Z]{4,}|\bERR_|SELF_SIGNED|OpenSSL|openssl/);
	return message;
};

async function served<T>(server: Server, use: (port: number) => Promise<T>): Promise<T> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		return await use((server.address() as AddressInfo).port);
	} finally {
		server.close();
	}
}

const answering = async (listener: RequestListener) =>
	await served(
		createServer(listener),
		async (port) => await wordsOf({ baseUrl: `http://127.0.0.1:${port}` }),
	);

it.each([ACTION_TYPE, TRIGGER_TYPE])(
	'%s: the right key is accepted by a request that marks no event as received',
	async (type) => {
		expect(await tested({}, type)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(bench.requests()).toEqual(['GET /operations?limit=1']);
		expect(await tested({ apiKey: PRODUCTION_KEY })).toMatchObject({ status: 'OK' });
	},
);

it('a wrong key is called wrong; a key that may not list operations is not', async () => {
	expect(await wordsOf({ apiKey: 'another' })).toMatch(
		new RegExp(`^${sentence('wrongKey')}\\. ${sentence('checkKeyAndScheme')}\\.`),
	);
	bench.sandbox.faults.add({ status: 403, body: { message: 'no' } });
	const forbidden = await wordsOf({});
	expect(forbidden).toMatch(/does not let this key list operations/);
	expect(forbidden).not.toMatch(/wrong key/i);
});

it("the message has the service's words and its Request-Id", async () => {
	const words = await answering((_, response) => {
		response.writeHead(502, { 'request-id': 'r-1', 'content-type': 'application/json' });
		response.end('{"message":"Not now"}');
	});
	expect(words).toMatch(new RegExp(`${sentence('serviceSays')}: Not now\\. Request-Id: r-1\\.?$`));
});

it('a Base URL or key that cannot be sent is refused without a request', async () => {
	expect(await wordsOf({ baseUrl: '' })).toMatch(
		new RegExp(`^${sentence('noWebAddress')}\\..*https:\\/\\/api`),
	);
	expect(await wordsOf({ apiKey: 'a\nb' })).toMatch(/cannot be sent in a header/);
	expect(bench.requests()).toEqual([]);
});

it.each<[string, Record<string, string>]>([
	['with a Request-Id', { 'request-id': 'r-1' }],
	['without a Request-Id', {}],
])('an answer that is damaged or breaks off, %s, is not called a wrong address', async (_, id) => {
	const headers = { ...id, 'content-type': 'application/json' };
	const damaged = await answering((_, response) =>
		response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end('[]'),
	);
	const cut = await answering((_, response) => {
		response.writeHead(200, { ...headers, 'content-length': '100' }).write('[');
		setTimeout(() => response.destroy(), 50);
	});
	expect(damaged).toMatch(
		new RegExp(`^${sentence('answerDamaged', { host: '.*' })}\\. ${sentence('betweenChangedIt')}`),
	);
	expect(cut).toMatch(new RegExp(`^${sentence('brokeOff', { host: '.*' })}\\.`));
	for (const words of [damaged, cut]) {
		expect(words).not.toMatch(/header check|aborted/);
		expect(words).not.toSay('wrongAddress');
	}
});

it('an answer that trickles for ever is waited for half a minute', async () => {
	// The limit is looked at every 200 milliseconds of a clock that a test can set.
	const begun = performance.now();
	let hurry = 1;
	jest.spyOn(performance, 'now').mockImplementation(() => begun + (Date.now() - start) * hurry);
	const start = Date.now();
	let drops: NodeJS.Timeout | undefined;
	const answer = answering((_, response) => {
		hurry = 100;
		response.writeHead(200, { 'request-id': 'r-1', 'content-type': 'application/json' }).write('[');
		drops = setInterval(() => response.write(' '), 50);
		response.on('error', () => undefined);
	});
	const words = await answer.finally(() => {
		clearInterval(drops);
		jest.restoreAllMocks();
	});
	expect(words).toMatch(new RegExp(`^${sentence('notInTime', { host: '.*' })}\\.`));
});

it('an answer that n8n could not read is reported as a failure of n8n', async () => {
	const { description, methods } = bench.engine.nodeTypes.getByNameAndVersion(ACTION_TYPE);
	const test = methods?.credentialTest?.[description.credentials?.[0]?.testedBy as string];
	const context = { helpers: { request: () => Promise.resolve(undefined) } };
	const data = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY } as never;
	const given = { id: '1', name: 'x', type: 'x', data };
	await expect((test as NonNullable<typeof test>).call(context as never, given)).resolves.toEqual({
		status: 'Error',
		message: expect.stringMatching(new RegExp(`^${sentence('notSendable')}\\. Check`)) as string,
	});
});

describe('somebody else at the address', () => {
	it('that is a website is called one', async () => {
		for (const status of [200, 404]) {
			const page = '<!doctype html><title>Welcome</title>';
			expect(await answering((_, response) => response.writeHead(status).end(page))).toSay(
				'wrongAddressWebsite',
			);
		}
	});

	it.each([['{"hello":"world"}'], ['']])(
		'that answers everything with %j is called a wrong address',
		async (page) => {
			expect(await answering((_, response) => response.end(page))).toSay('wrongAddressNoService');
		},
	);

	it('that answers 404 is called a wrong address', async () => {
		const words = await answering((_, response) => response.writeHead(404).end('{}'));
		expect(words).toSay('wrongAddressNoService');
		expect(await wordsOf({ baseUrl: `${bench.sandbox.baseUrl}/somewhere` })).toSay('wrongAddress');
	});

	it('that sends markup is quoted as plain text', async () => {
		const words = await answering((_, response) =>
			response
				.writeHead(400, { 'content-type': 'application/json', 'request-id': 'r' })
				.end('{"message":"<img src=x>"}'),
		);
		expect(words).toMatch(new RegExp(`${sentence('serviceSays')}: ‹img src=x›\\.`));
	});

	it('that redirects does not get the key', async () => {
		let redirected = 0;
		await served(
			createServer((_, response) => {
				redirected++;
				response.end('[]');
			}),
			async (port) => {
				const words = await answering((_, response) =>
					response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
				);
				expect(words).toMatch(
					new RegExp(`redirects to http://127\\.0\\.0\\.1:${port}\\. n8n does not follow`),
				);
			},
		);
		expect(redirected).toBe(0);
	});
});

describe('if the connection fails,', () => {
	it('the message says that an address without a scheme means https', async () => {
		expect(await wordsOf({ baseUrl: `127.0.0.1:${bench.sandbox.port}` })).toMatch(
			new RegExp(`${sentence('noHttps', { host: '.*' })}\\. .* begin the 'Base URL' .* with http://`),
		);
	});

	it('an untrusted certificate is refused unless SSL issues are ignored', async () => {
		const server = createHttpsServer(certificate(), (_, response) =>
			response.setHeader('content-type', 'application/json').end('[]'),
		);
		await served(server, async (port) => {
			const baseUrl = `127.0.0.1:${port}`;
			expect(await wordsOf({ baseUrl })).toMatch(
				isNewestEngine
					? new RegExp(`^${sentence('selfSigned', { host: '127\\.0\\.0\\.1:\\d+' })}`)
					: new RegExp(`^${sentence('notTrusted', { host: '127\\.0\\.0\\.1:\\d+' })}\\.`),
			);
			expect(await tested({ baseUrl, ignoreSslIssues: true })).toMatchObject({ status: 'OK' });
		});
	});
});
