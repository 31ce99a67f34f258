/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What the node makes of a service that allows so many requests a second, over the wire. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { contact, KEY, type Parameters } from '../support/action';
import { Engine } from '../support/engine';
import { SERVICES, silent, type Limiter } from '../support/limiters';
import { virtualTime } from '../support/virtual-time';

// The sockets are real: on a busy machine, a burst can slip into the next second.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

let engine: Engine;
const servers: Server[] = [];
const time = virtualTime();
/** Milliseconds. */
const LATENCY = 5;
beforeAll(async () => {
	engine = await Engine.load();
	time.start();
});
afterAll(() => {
	time.stop();
	servers.forEach((server) => server.close());
});

interface Tally {
	taken: number;
	refused: number;
	/** Seconds from the first request to the last one that was taken. */
	seconds: number;
}

/** Answers each request as the contract says, as far as the limiter allows. */
async function startService(limiter: Limiter) {
	const tally: Tally = { taken: 0, refused: 0, seconds: 0 };
	const start = Date.now();
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		const { taken, retryAfter } = limiter(Date.now());
		const id = `r-${tally.taken + tally.refused}`;
		response.setHeader('request-id', id);
		if (!taken) {
			tally.refused++;
			if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter / 1000));
			response.writeHead(429, { 'content-type': 'application/json' });
			return response.end('{"message":"Too many requests"}');
		}
		tally.taken++;
		tally.seconds = (Date.now() - start) / 1000;
		return request.method === 'POST'
			? response.writeHead(202, { 'operation-id': `o-${id}` }).end('{}')
			: response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
	};
	const server = createServer((request, response) =>
		time.answerIn(LATENCY, request, () => answer(request, response)),
	);
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

const ROWS = ['by the clock', 'any second', 'token bucket'].flatMap((service) =>
	[2, 10, 50].flatMap((limit) => [
		{ service, limit, parameters: UPLOAD, items: 5000, what: 'contacts', requests: 50 },
		{ service, limit, parameters: DOWNLOAD, items: 500, what: 'PDFs', requests: 500 },
	]),
);

it.each(ROWS.flatMap((row) => [true, false].map((tells) => ({ ...row, tells }))))(
	'$items $what, $limit requests a second, $service, names the wait: $tells. Nine tenths are used, one tenth is wasted at most',
	async ({ service, limit, tells, parameters, items, requests }) => {
		const limiter = SERVICES[service]?.(limit) ?? (() => ({ taken: true }));
		const { tally, baseUrl } = await startService(tells ? limiter : silent(limiter));
		const credentials = { baseUrl, apiKey: KEY };
		const run = await time.until(engine.run({ parameters, items: contacts(items), credentials }));
		if (process.env.THOROUGH) process.stdout.write(`${JSON.stringify(tally)}\n`);
		expect([run.error, run.json.length]).toEqual([undefined, items]);
		const said =
			/^(Accepted: 5000 of 5000 contacts\. )?Waited \d+ s, because the service asked for fewer requests\.$/;
		expect(run.hints.filter(({ message }) => !said.test(String(message)))).toEqual([]);
		expect(run.json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(tally.taken).toBe(requests);
		// The service allows the first ones at once.
		expect(requests / (limit * Math.max(1, tally.seconds))).toBeGreaterThanOrEqual(0.9);
		expect(tally.refused / (requests + tally.refused)).toBeLessThanOrEqual(0.1);
	},
);
