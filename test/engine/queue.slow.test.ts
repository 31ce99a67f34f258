/* eslint-disable */
/** A service that allows a number of requests per second. Requests are real; time is virtual. */
import { KEY, type Parameters } from '../support/action';
import { everyNth, say } from '../support/cases';
import { Engine } from '../support/engine';
import { forgetWaits } from '../support/forget';
import { SERVICES, silent, type Limiter } from '../support/limiters';
import { contacts } from '../support/people';
import { SEED } from '../support/seed';
import { virtualTime } from '../support/virtual-time';
import { sentence } from '../support/sentences';

// On a busy machine, requests of one second can arrive in the next one, because the sockets are real.
jest.retryTimes(2, { logErrorsBeforeRetry: true });
beforeEach(forgetWaits);

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const time = virtualTime();

const HOUR = 60 * 60_000;

/** A service that follows the contract and refuses what the limiter does not allow. */
async function startService(limiter: Limiter) {
	const tally = { taken: 0, refused: 0, seconds: 0, first: 0 };
	const start = performance.now();
	const service = await time.serve((request, response, { underWay }) => {
		// How many requests were open before the first answer.
		tally.first ||= underWay;
		const { taken, retryAfter } = limiter(performance.now());
		const id = `r-${tally.taken + tally.refused}`;
		response.setHeader('request-id', id);
		if (!taken) {
			tally.refused++;
			if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter / 1000));
			response.writeHead(429, { 'content-type': 'application/json' });
			return response.end('{"message":"Too many requests"}');
		}
		tally.taken++;
		tally.seconds = (performance.now() - start) / 1000;
		if (request.method === 'POST') return response.writeHead(202, { 'operation-id': `o-${id}` }).end('{}');
		if (request.method === 'DELETE') return response.writeHead(204).end();
		const contactId = request.url?.split('/contacts/')[1];
		return contactId !== undefined
			? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: contactId }))
			: response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
	});
	return { tally, baseUrl: service.baseUrl, most: () => Math.max(...service.most.values()) };
}

const UPLOAD: Parameters = {
	resource: 'contact',
	operation: 'upsert',
	fieldsNotSent: 'clear',
	columns: { mappingMode: 'autoMapInputData', value: null },
	options: { batchSize: 100, waitUntilFinished: false },
};
const FILE: Parameters = { resource: 'documentation', operation: 'download', contactId: '={{ $json.id }}' };

/** The largest part of all requests that may be refused, by the limit per second. */
const MOST_REFUSED: Record<number, number> = { 2: 0.6, 10: 0.45, 50: 0.25 };
/** For PDFs more may be refused, because a wait for one document does not stop the others. */
const MORE_OF_DOCUMENTS = 0.05;
const ROWS = Object.entries(SERVICES).flatMap(([service, limiterOf]) =>
	[2, 10, 50].flatMap((limit) => [
		{ service, limiterOf, limit, parameters: UPLOAD, items: 5000, what: 'contacts', requests: 50 },
		{ service, limiterOf, limit, parameters: FILE, items: 500, what: 'PDFs', requests: 500 },
	]),
);

const ALL = ROWS.flatMap((row) => [true, false].map((tells) => ({ ...row, tells })));

// Of twelve for each service, every fifth is another limit, another work, and names the wait or does not.
it.each(everyNth(ALL, 5, SEED))(
	'for $items $what at $limit requests per second, $service, with Retry-After: $tells, no row is refused and few requests are wasted',
	async ({ service, limiterOf, limit, tells, parameters, items, what, requests }) => {
		const limiter = limiterOf(limit);
		const { tally, baseUrl, most: mostUnderWay } = await startService(tells ? limiter : silent(limiter));
		const credentials = { baseUrl, apiKey: KEY };
		const run = await time.until(engine.run({ parameters, items: contacts(items), credentials }));
		expect([run.error, run.json.length]).toEqual([undefined, items]);
		const said = new RegExp(
			`^(5000 contacts: 5000 accepted\\.)?( ?${sentence('waitedForFewer', { seconds: '\\d+' })})?$`,
		);
		expect(run.hints.filter(({ message }) => !said.test(String(message)))).toEqual([]);
		expect(run.json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(tally.taken).toBe(requests);
		expect(mostUnderWay()).toBeLessThanOrEqual(128);
		// The service allows the first requests at once.
		const used = requests / (limit * Math.max(1, tally.seconds));
		const wasted = tally.refused / (requests + tally.refused);
		const percent = (part: number) => `${Math.round(part * 100)} %`;
		say(
			`${what}, ${limit} a second, ${service}, names the wait: ${tells}: ${percent(used)} of the limit, ${percent(wasted)} refused`,
		);
		expect(used).toBeGreaterThanOrEqual(tells ? 0.75 : 0.45);
		const most = (MOST_REFUSED[limit] ?? 0) + (parameters === FILE ? MORE_OF_DOCUMENTS : 0);
		expect(wasted).toBeLessThanOrEqual(most);
	},
);

it.each<[string, Parameters, number, number]>([
	['reads', { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}' }, 8, 128],
	['deletes', { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}' }, 8, 8],
])(
	'%s begin with 8 requests at once and never exceed their limit',
	async (what, parameters, first, widest) => {
		const { tally, baseUrl, most } = await startService(() => ({ taken: true }));
		await time.until(engine.run({ parameters, items: contacts(500), credentials: { baseUrl, apiKey: KEY } }));
		// With On Error "stop", each record is looked up before the first is deleted.
		expect([tally.taken, tally.first, most()]).toEqual([what === 'deletes' ? 1000 : 500, first, widest]);
	},
);

describe('a service that asks for a wait of half a minute', () => {
	const GET: Parameters = { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}' };

	it.each([
		['back', -3 * HOUR],
		['ahead', 3 * HOUR],
	])('is left alone for exactly that time, even if the clock is set %s meanwhile', async (_, change) => {
		let refusedAt: number | undefined;
		const begun: number[] = [];
		const { baseUrl } = await startService(() => {
			begun.push(performance.now());
			if (refusedAt !== undefined) return { taken: true };
			refusedAt = performance.now();
			setTimeout(() => jest.setSystemTime(Date.now() + change), 10_000);
			return { taken: false, retryAfter: 30_000 };
		});
		const run = await time.until(
			engine.run({ parameters: GET, items: contacts(20), credentials: { baseUrl, apiKey: KEY } }),
		);
		expect([run.error, run.json.length]).toEqual([undefined, 20]);
		const later = begun.filter((at) => at > (refusedAt ?? 0) + 1000);
		expect(Math.min(...later) - (refusedAt ?? 0)).toBeGreaterThanOrEqual(30_000);
		expect(Math.min(...later) - (refusedAt ?? 0)).toBeLessThan(31_000);
	});
});
