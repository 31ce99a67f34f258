/* eslint-disable */
/** Bodies that n8n's helper hands over as streams: compressed, cut short, too large. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { KEY, withoutJitter, wordsOf, type Parameters } from '../support/action';
import { Engine } from '../support/engine';
import { sentence } from '../support/sentences';

withoutJitter();

let engine: Engine;
let server: Server | undefined;
beforeAll(async () => void (engine = await Engine.load()));
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: 'c', simplify: false };
const PDF: Parameters = { resource: 'documentation', operation: 'download', contactId: 'c' };
const JSON_TYPE = { 'content-type': 'application/json', 'request-id': 'r-1' };
const PDF_TYPE = { 'content-type': 'application/pdf', 'request-id': 'r-1' };
const MB = 1e6;

/** Runs an operation against a server that answers as given. */
async function against(parameters: Parameters, answer: RequestListener) {
	let requests = 0;
	server = createServer((request, response) => {
		requests++;
		answer(request, response);
	});
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const run = await engine.run({ parameters, credentials: { baseUrl, apiKey: KEY } });
	return { run, requests };
}

it.each([
	['gzip', gzipSync],
	['br', brotliCompressSync],
])('an answer in %s is decoded', async (encoding, compress) => {
	const { run } = await against(GET, (_, response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding });
		response.end(compress(JSON.stringify({ id: 'c', first_name: 'Jürgen' })));
	});
	expect([run.error, run.json]).toEqual([undefined, [{ id: 'c', first_name: 'Jürgen' }]]);
});

it('an answer that breaks off, also without a known length, is a broken connection and is requested again', async () => {
	const { run, requests } = await against(GET, (_, response) => {
		response.writeHead(200, JSON_TYPE);
		response.write('{"id":"c"}', () => response.destroy());
	});
	expect(wordsOf(run)).toMatch(
		new RegExp(`^Row 1 \\(c\\): ${sentence('brokeOff', { host: '127\\.0\\.0\\.1:\\d+' })}`),
	);
	expect(requests).toBe(4);
});

it('an answer of more than 100 MB is refused with that reason, also if it is small when compressed', async () => {
	const body = gzipSync(Buffer.alloc(101 * MB, ' '));
	expect(body.length).toBeLessThan(MB);
	const { run, requests } = await against(GET, (_, response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(body);
	});
	expect(wordsOf(run)).toMatch(
		new RegExp(`^Row 1 \\(c\\): ${sentence('moreThan100')}\\n[\\s\\S]*Request-Id: r-1`),
	);
	expect(requests).toBe(1);
});

it('a file of more than 100 MB is refused with that reason before it is read to its end', async () => {
	const part = Buffer.alloc(MB, 'x');
	// The mark of a PDF: anything else is refused at its beginning.
	part.write('%PDF-1.7');
	let sent = 0;
	const { run, requests } = await against(PDF, (_, response) => {
		response.writeHead(200, PDF_TYPE);
		const go = (): void => {
			if (response.destroyed) return;
			if (++sent > 130) return void response.end();
			if (response.write(part)) setImmediate(go);
			else response.once('drain', go);
		};
		go();
	});
	expect(wordsOf(run)).toMatch(new RegExp(`^Row 1 \\(c\\): ${sentence('moreThan100')}\\n`));
	expect([requests, sent < 120]).toEqual([1, true]);
});
