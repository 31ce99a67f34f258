/** @jest-environment node */
/* eslint-disable */
/**
 * A failure names its real cause: the service, a server in front of it, a proxy or a certificate. The Test button
 * names the same.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { actionBench, KEY, withoutJitter, wordsOf } from '../support/action';
import { authority, certificate, serveWith, trust } from '../support/certificates';
import { ACTION_TYPE, isNewestEngine } from '../support/engine';
import { sentence, type Code } from '../support/sentences';

const bench = actionBench();
withoutJitter();
const LIST = { resource: 'operation', operation: 'getMany' };
const open: Server[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** The message of a run of the node, and the message of the Test button. */
async function saidBy(baseUrl: string, more: IDataObject = {}): Promise<[node: string, button: string]> {
	const credentials = { baseUrl, apiKey: KEY, ...more };
	const node = wordsOf(await bench.run(LIST, { credentials: credentials }));
	const { methods, description } = bench.engine.nodeTypes.getByNameAndVersion(ACTION_TYPE);
	const test = methods?.credentialTest?.[description.credentials?.[0]?.testedBy as string];
	const context = new CredentialTestContext(bench.engine.additionalData({ apiKey: KEY }));
	const given = { id: '1', name: 'x', type: 'x', data: { authScheme: 'none', ...credentials } as never };
	const result = await (test as NonNullable<typeof test>).call(context, given);
	return [node, `${result.status}: ${result.message}`];
}

async function listening(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	open.push(server);
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serving = async (listener: RequestListener) => await listening(createServer(listener));

const PAGE = '<!doctype html><title>Forbidden</title>';
const answering = async (status: number, body: string, headers: Record<string, string> = {}) =>
	await serving((_, response) => response.writeHead(status, headers).end(body));
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an answer from a server between n8n and the service', () => {
	it.each([401, 403, 406])('with a web page and the status %i does not blame the key', async (status) => {
		for (const words of await saidBy(await answering(status, PAGE))) {
			expect(words).toSay('betweenRefused');
			expect(words).not.toSay('wrongKey');
			expect(words).not.toSay('keyRefused');
			expect(words).not.toSay('notAllowed');
			expect(words).not.toMatch(/ask the service for/i);
		}
	});

	it.each([502, 503, 504, 520, 522, 524, 530])(
		'%i without a Request-Id does not ask for a Request-Id',
		async (status) => {
			for (const words of await saidBy(await answering(status, PAGE))) {
				expect(words).toSay('gatewayAnswered');
				expect(words).not.toSay('giveRequestId');
				expect(words).not.toContain('Base URL');
			}
		},
	);

	it.each([408, 413, 429, 500, 511])(
		'a web page with the status %i may come from anybody',
		async (status) => {
			// Longer than anybody waits.
			const wait = { 'retry-after': '7200' };
			for (const words of await saidBy(await answering(status, PAGE, wait))) {
				expect(words).toMatch(
					new RegExp(
						`${sentence('betweenRefused')}|Something between n8n and the service ${sentence('asksToWait')}`,
					),
				);
				expect(words).not.toSay('giveRequestId');
				expect(words).not.toSay('notProcessed');
			}
		},
	);

	it('a 500 asks for the Request-Id only if there is one', async () => {
		const [anonymous] = await saidBy(await answering(500, '{}', JSON_TYPE));
		expect(anonymous).not.toSay('giveRequestId');
		expect(anonymous).toSay('noRequestId');
		const [known] = await saidBy(await answering(500, '{}', { ...JSON_TYPE, 'request-id': 'r-1' }));
		expect(known).toMatch(new RegExp(`${sentence('giveRequestId')}[^]*Request-Id: r-1`));
	});

	it('a 407 blames a proxy', async () => {
		for (const words of await saidBy(await answering(407, PAGE))) {
			expect(words).toSay('proxyLogin');
			expect(words).toMatch(/HTTPS?_PROXY/);
			expect(words).not.toMatch(/Base URL/);
		}
	});
});

describe('an answer of the service', () => {
	it('that refuses the key says so', async () => {
		const refused = { ...JSON_TYPE, 'request-id': 'r-1' };
		const [node, button] = await saidBy(await answering(401, '{"message":"no"}', refused));
		expect(node).toSay('keyRefused');
		expect(button).toSay('wrongKey');
	});

	it('without a Request-Id is said to come perhaps from another server', async () => {
		const [node, button] = await saidBy(await answering(401, '{"message":"no"}', JSON_TYPE));
		expect(node).toSay('keyRefused');
		expect(node).toSay('noRequestId');
		expect(button).toSay('wrongKey');
		expect(button).toSay('noRequestId');
	});
});

describe('a proxy', () => {
	const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
	const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
	const through = (proxy: string) => {
		for (const name of names) delete process.env[name];
		process.env.HTTP_PROXY = process.env.HTTPS_PROXY = proxy;
	};
	afterEach(() => {
		for (const name of names) {
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
		}
	});

	it.each(['http://service.example:8080', 'https://service.example'])(
		'that is dead is named, for %s',
		async (baseUrl) => {
			through('http://127.0.0.1:9');
			for (const words of await saidBy(baseUrl)) {
				expect(words).toSay('proxyUnreachable', { proxy: '127.0.0.1:9' });
				expect(words).not.toSay('serviceUnreachable');
				expect(words).not.toContain('Base URL');
			}
		},
	);

	it('whose host name is unknown is named', async () => {
		through('http://proxy.invalid:3128');
		for (const words of await saidBy('http://service.example')) {
			expect(words).toSay('proxyUnreachable', { proxy: 'proxy.invalid' });
			expect(words).not.toMatch(/Base URL/);
		}
	});

	it.each(['http://service.example', 'https://service.example'])(
		'that asks for a login is named, for %s',
		async (baseUrl) => {
			const refuse = createServer((_, response) => void response.writeHead(407).end());
			refuse.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
			through(await listening(refuse));
			for (const words of await saidBy(baseUrl)) {
				expect(words).toSay('proxyLogin');
			}
		},
	);

	it('is not blamed for a dead service if there is none', async () => {
		for (const words of await saidBy('http://127.0.0.1:9')) {
			expect(words).toSay('serviceUnreachable', { host: '127.0.0.1:9' });
		}
	});
});

describe('a certificate', () => {
	const known = authority();
	const unknown = authority();
	let distrust: () => void;
	beforeAll(() => void (distrust = trust(known)));
	afterAll(() => distrust());

	it('that is right gets no message', async () => {
		const { port, close } = await serveWith(certificate({ by: known }));
		try {
			const [node, button] = await saidBy(`https://127.0.0.1:${port}`);
			expect(node).toMatch(/^undefined\n/);
			expect(button).toMatch(/^OK/);
		} finally {
			close();
		}
	});

	it.each<[string, Parameters<typeof certificate>[0], Code, boolean]>([
		['that has expired', { by: known, from: -9, to: -2 }, 'certificateExpired', false],
		['that is not valid yet', { by: known, from: 2, to: 9 }, 'certificateNotYet', false],
		['of another host', { by: known, hosts: ['other.example'] }, 'certificateOfOther', false],
		['of an authority that n8n does not know', { by: unknown }, 'authorityNotKnown', true],
		[
			'of an authority that n8n does not know, which the server sends along',
			{ by: unknown, withChain: true },
			'authorityNotKnown',
			true,
		],
		['that is self-signed', {}, 'selfSigned', true],
	])('%s gets its own message', async (_, wanted, code, mayBeIgnored) => {
		const { port, close } = await serveWith(certificate(wanted));
		try {
			const [node, button] = await saidBy(`https://127.0.0.1:${port}`);
			expect(node).toSay(code);
			// Older n8n tell a credential test only that n8n does not trust a certificate, or does not know its authority.
			if (isNewestEngine) expect(button).toSay(code);
			else expect(button).toMatch(/certificate/);
			for (const said of isNewestEngine ? [node, button] : [node]) {
				expect(said.includes('Ignore SSL Issues')).toBe(mayBeIgnored);
			}
			const [, ignored] = await saidBy(`https://127.0.0.1:${port}`, { ignoreSslIssues: true });
			expect(ignored).toMatch(/^OK/);
		} finally {
			close();
		}
	});

	it('that the server wants from n8n has its own message', async () => {
		const pair = certificate({ by: known });
		const { port, close } = await serveWith(pair, {
			requestCert: true,
			rejectUnauthorized: true,
			ca: known.cert,
		});
		try {
			const [said] = await saidBy(`https://127.0.0.1:${port}`);
			const host = `127.0.0.1:${port}`;
			expect([sentence('noHttps', { host }), sentence('brokeOff', { host })]).toContain(
				said.split(/[.]?\n/)[0],
			);
			expect(said).not.toContain('Ignore SSL Issues');
		} finally {
			close();
		}
	});
});
