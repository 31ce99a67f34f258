/** What the node makes of a service that allows so many requests a second, over the wire. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { contact, KEY, type Parameters } from '../support/action';
import { Engine } from '../support/engine';
import { SERVICES, type Limiter } from '../support/limiters';

let engine: Engine;
const servers: Server[] = [];
beforeAll(async () => void (engine = await Engine.load()));
afterAll(() => servers.forEach((server) => server.close()));

interface Tally {
	taken: number;
	refused: number;
	/** Seconds from the first request to the last one that was taken. */
	seconds: number;
}

/** Answers each request as the contract says, as far as the limiter allows. */
async function startService(limiter: Limiter) {
	const tally: Tally = { taken: 0, refused: 0, seconds: 0 };
	let first: number | undefined;
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		const now = performance.now();
		first ??= now;
		const { taken, retryAfter } = limiter(now);
		const id = `r-${tally.taken + tally.refused}`;
		response.setHeader('request-id', id);
		if (!taken) {
			tally.refused++;
			response.writeHead(429, {
				'retry-after': String((retryAfter ?? 0) / 1000),
				'content-type': 'application/json',
			});
			response.end('{"message":"Too many requests"}');
			return;
		}
		tally.taken++;
		tally.seconds = (now - first) / 1000;
		if (request.method === 'POST') response.writeHead(202, { 'operation-id': `o-${id}` }).end('{}');
		else response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
	};
	const server = createServer((request, response) => {
		request.resume().on('end', () => answer(request, response));
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { tally, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const UPLOAD: Parameters = {
	resource: 'contact',
	operation: 'upsert',
	fieldsNotSent: 'clear',
	columns: { mappingMode: 'autoMapInputData', value: null },
	options: { batchSize: 100 },
};
const DOWNLOAD: Parameters = {
	resource: 'documentation',
	operation: 'download',
	contactId: '={{ $json.id }}',
};
const contacts = (count: number) => Array.from({ length: count }, (_, index) => contact(`c-${index}`));

// The goals, which hold on a machine that does nothing else, and what any machine keeps to.
const [USED, WASTED] = process.env.THOROUGH ? [0.9, 0.1] : [0.7, 0.2];

it.each([
	['5,000 contacts in batches of 100, 2 requests a second', 2, UPLOAD, 5000, 50],
	['5,000 contacts in batches of 100, 10 requests a second', 10, UPLOAD, 5000, 50],
	['5,000 contacts in batches of 100, 50 requests a second', 50, UPLOAD, 5000, 50],
	['200 PDFs, 10 requests a second', 10, DOWNLOAD, 200, 200],
	['500 PDFs, 50 requests a second', 50, DOWNLOAD, 500, 500],
])(
	'%s: most of them are used, and few are wasted',
	async (name, limit, parameters, items, requests) => {
		const limiter = SERVICES['any second']?.(limit) ?? (() => ({ taken: true }));
		const { tally, baseUrl } = await startService(limiter);
		const run = await engine.run({
			parameters,
			items: contacts(items),
			credentials: { baseUrl, apiKey: KEY },
		});
		process.stdout.write(`${name}: ${JSON.stringify(tally)}\n`);
		expect([run.error, run.json.length]).toEqual([undefined, items]);
		const said =
			/^(Accepted: 5000 of 5000 contacts\. )?Waited \d+ s, because the service asked for fewer requests\.$/;
		expect(run.hints.filter(({ message }) => !said.test(String(message)))).toEqual([]);
		expect(run.json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(tally.taken).toBe(requests);
		// The service allows the first ones at once.
		expect(requests / (limit * Math.max(1, tally.seconds))).toBeGreaterThanOrEqual(USED);
		expect(tally.refused / (requests + tally.refused)).toBeLessThanOrEqual(WASTED);
	},
	60_000,
);
