/* eslint-disable */
/** The Test button of the credentials, in the context that n8n gives to a credential test. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeCredentialTestResult } from 'n8n-workflow';

import { actionBench, KEY, PRODUCTION_KEY } from '../support/action';
import { ACTION_TYPE, isNewestEngine, TRIGGER_TYPE } from '../support/engine';

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

/** A self-signed certificate and its key. They are made here, so that no key is stored in the repository. */
function selfSigned(): { key: string; cert: string } {
	const name = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
	const both = execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-keyout', '-', '-out', '-', ...name],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const part = (what: string) =>
		new RegExp(`-----BEGIN ${what}-----[\\s\\S]*-----END ${what}-----`).exec(both)?.[0] ?? '';
	return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
}

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
		/^Wrong key: the service refused the API key\. Check 'API Key' and 'Authentication Scheme'\./,
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
	expect(words).toMatch(/The service says: Not now\. Request-Id: r-1\.?$/);
});

it('a Base URL or key that cannot be sent is refused without a request', async () => {
	expect(await wordsOf({ baseUrl: '' })).toMatch(/^The 'Base URL' is not a web address\..*https:\/\/api/);
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
		/^The answer from .* arrived damaged\. Something between n8n and the service may have/,
	);
	expect(cut).toMatch(/^The connection to the service at .* broke off\./);
	for (const words of [damaged, cut]) expect(words).not.toMatch(/header check|aborted|Wrong address/);
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
	expect(words).toMatch(/^The service at .* did not answer in time\./);
});

it('an answer that n8n could not read is reported as a failure of n8n', async () => {
	const { description, methods } = bench.engine.nodeTypes.getByNameAndVersion(ACTION_TYPE);
	const test = methods?.credentialTest?.[description.credentials?.[0]?.testedBy as string];
	const context = { helpers: { request: () => Promise.resolve(undefined) } };
	const data = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY } as never;
	const given = { id: '1', name: 'x', type: 'x', data };
	await expect((test as NonNullable<typeof test>).call(context as never, given)).resolves.toEqual({
		status: 'Error',
		message: expect.stringMatching(/^n8n could not send the request\. Check/) as string,
	});
});

describe('somebody else at the address', () => {
	it('that is a website is called one', async () => {
		for (const status of [200, 404]) {
			const page = '<!doctype html><title>Welcome</title>';
			expect(await answering((_, response) => response.writeHead(status).end(page))).toMatch(
				/^Wrong address: there is a website at the 'Base URL', not the API of the service/,
			);
		}
	});

	it.each([['{"hello":"world"}'], ['']])(
		'that answers everything with %j is called a wrong address',
		async (page) => {
			expect(await answering((_, response) => response.end(page))).toMatch(
				/^Wrong address: there is no Contact Consent service at the 'Base URL'/,
			);
		},
	);

	it('that answers 404 is called a wrong address', async () => {
		const words = await answering((_, response) => response.writeHead(404).end('{}'));
		expect(words).toMatch(/^Wrong address: there is no Contact Consent service/);
		expect(await wordsOf({ baseUrl: `${bench.sandbox.baseUrl}/somewhere` })).toMatch(/^Wrong address/);
	});

	it('that sends markup is quoted as plain text', async () => {
		const words = await answering((_, response) =>
			response
				.writeHead(400, { 'content-type': 'application/json', 'request-id': 'r' })
				.end('{"message":"<img src=x>"}'),
		);
		expect(words).toMatch(/The service says: ‹img src=x›\./);
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
			/cannot agree on https\. If the service uses http, begin the 'Base URL' .* with http:\/\//,
		);
	});

	it('an untrusted certificate is refused unless SSL issues are ignored', async () => {
		const server = createHttpsServer(selfSigned(), (_, response) =>
			response.setHeader('content-type', 'application/json').end('[]'),
		);
		await served(server, async (port) => {
			const baseUrl = `127.0.0.1:${port}`;
			expect(await wordsOf({ baseUrl })).toMatch(
				isNewestEngine
					? /^The certificate of 127\.0\.0\.1:\d+ is self-signed/
					: /^n8n does not trust the certificate of 127\.0\.0\.1:\d+\./,
			);
			expect(await tested({ baseUrl, ignoreSslIssues: true })).toMatchObject({ status: 'OK' });
		});
	});
});
