/* eslint-disable */
/** What a service costs that is down, or that refuses everything, over the wire and in time that passes by itself. */
import { contact, KEY, type Parameters } from '../support/action';
import { say } from '../support/cases';
import { Engine, type ActionRun } from '../support/engine';
import { itOnNewest } from '../support/features';
import { forgetWaits } from '../support/forget';
import { ActiveTrigger } from '../support/poll';
import { LATENCY, virtualTime, type TimedService } from '../support/virtual-time';

const MINUTE = 60_000;
const NEVER = 10_000 * MINUTE;

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const time = virtualTime();
beforeEach(forgetWaits);

/** Answers with the status that is given for a time in milliseconds: 200 with a contact, or nothing but the status; 0: never. */
async function startService(
	statusAt: (milliseconds: number, id: string) => number,
	headers: Record<string, string> = {},
): Promise<TimedService> {
	const start = performance.now();
	const now = (id = '') => statusAt(performance.now() - start, id);
	return await time.serve(
		(request, response) => {
			const id = request.url?.split('/').at(-1);
			const status = now(id);
			const done = { GET: 200, DELETE: 204, POST: 202 }[request.method ?? 'GET'] ?? 200;
			response.writeHead(status === 200 ? done : status, {
				'content-type': 'application/json',
				'request-id': 'r-1',
				...headers,
			});
			response.end(
				response.statusCode === 200 ? JSON.stringify({ id, first_name: 'A', last_name: 'B' }) : '{}',
			);
		},
		() => (now() === 0 ? NEVER : LATENCY),
	);
}

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}', options: {} };
const KEEP: Parameters = {
	resource: 'contact',
	operation: 'upsert',
	columns: { mappingMode: 'autoMapInputData', value: null },
	options: {},
};

/** Runs it for so many contacts, going on after errors: the run and how many minutes it took. */
async function runFor({ baseUrl, asked }: TimedService, parameters: Parameters, count: number) {
	const start = performance.now();
	const run = await time.until(
		engine.run({
			parameters,
			items: Array.from({ length: count }, (_, index) => contact(`c-${index}`)),
			credentials: { baseUrl, apiKey: KEY },
			onError: 'continueRegularOutput',
		}),
	);
	const minutes = (performance.now() - start) / MINUTE;
	say(
		`${count} rows: ${asked.length} requests, ${minutes.toFixed(1)} minutes, ${refusedIn(run).length} refused`,
	);
	return { run, minutes };
}

const refusedIn = ({ json }: ActionRun) => json.filter(({ error }) => error !== undefined);
const withReason = (run: ActionRun, reason: RegExp) =>
	refusedIn(run).filter((refused) => reason.test(JSON.stringify(refused)));

it.each([
	['3,000 gets', GET],
	['3,000 rows with Keep', KEEP],
])('%s of a service that answers 500 to everything', async (_, parameters) => {
	const service = await startService(() => 500);
	const { run, minutes } = await runFor(service, parameters, 3000);
	expect([run.json.length, refusedIn(run).length]).toEqual([3000, 3000]);
	expect(service.asked.length).toBeLessThanOrEqual(600);
	expect(minutes).toBeLessThanOrEqual(16);
	expect(withReason(run, /could not process the request/)).toHaveLength(3000);
	expect(withReason(run, /took no request.* 15 minutes/).length).toBeGreaterThan(2900);
	// One at a time, at growing pauses.
	const late = service.asked.filter((at) => at > 5 * MINUTE && at < 15 * MINUTE);
	expect([late.length > 15, late.length < 25]).toEqual([true, true]);
	for (const [second, most] of service.most) if (second > 10) expect(most).toBe(1);
});

const DELETE: Parameters = { ...GET, operation: 'delete' };

it.each<[string, Parameters, number, number, number]>([
	['2,000 gets', GET, 2000, 503, 100],
	['2,000 gets', GET, 2000, 522, 0],
	['500 deletes', DELETE, 500, 502, 100],
	['10 gets', GET, 10, 500, 0],
	['2,000 rows with Keep', KEEP, 2000, 504, 100],
])(
	'%3$i: %1$s of a service that is down for a minute: nobody is refused',
	async (...[, parameters, count, status, from]) => {
		const service = await startService((at) => (at >= from && at < from + MINUTE ? status : 200));
		const { run, minutes } = await runFor(service, parameters, count);
		expect([run.json.length, refusedIn(run).length]).toEqual([count, 0]);
		expect(minutes).toBeLessThanOrEqual(2);
	},
);

it('what the service refuses for good, beside all that it takes, is refused after a few tries', async () => {
	const bad = new Set(['c-3', 'c-4', 'c-5', 'c-6', 'c-7', 'c-8', 'c-9', 'c-10']);
	const service = await startService((_, id) => (bad.has(id) ? 500 : 200));
	const { run, minutes } = await runFor(service, GET, 500);
	expect(refusedIn(run)).toHaveLength(bad.size);
	expect(minutes).toBeLessThanOrEqual(1);
});

it('fewer rows than an outage needs end after a few tries', async () => {
	const service = await startService(() => 500);
	const { run, minutes } = await runFor(service, GET, 3);
	expect([refusedIn(run).length, service.asked.length]).toEqual([3, 12]);
	expect(minutes).toBeLessThan(0.2);
});

it('3,000 gets of a service that is down for 20 minutes: the rest is refused after 15', async () => {
	const service = await startService((at) => (at > 100 && at < 100 + 20 * MINUTE ? 502 : 200));
	const { run, minutes } = await runFor(service, GET, 3000);
	expect(run.json).toHaveLength(3000);
	expect(minutes).toBeLessThanOrEqual(16);
	expect(withReason(run, /took no request.* 15 minutes/).length).toBeGreaterThan(1500);
});

// An older axios measures its time limit by the socket's own timer, which time that passes by itself does not move.
itOnNewest('3,000 gets of a service that never answers: the rest is refused after 15 minutes', async () => {
	const service = await startService(() => 0);
	const { run, minutes } = await runFor(service, GET, 3000);
	expect(service.asked.length).toBeLessThanOrEqual(600);
	// The last one under way has its minute.
	expect([run.json.length, minutes <= 16.1]).toEqual([3000, true]);
	const unasked = withReason(run, /did not answer in time.* took no request.* 15 minutes/);
	expect(unasked.length).toBeGreaterThan(2900);
});

it.each<[string, number, number, RegExp]>([
	['may not read', 403, 110, /does not allow this request.*The first 40 requests ended like this/],
	['is refused', 401, 8, /refused the API key/],
])('3,000 gets with a key that %s (%i)', async (_, status, most, reason) => {
	const service = await startService(() => status);
	const { run, minutes } = await runFor(service, GET, 3000);
	expect(service.asked.length).toBeLessThanOrEqual(most);
	expect([run.json.length, minutes < 1]).toEqual([3000, true]);
	expect(withReason(run, reason).length).toBeGreaterThanOrEqual(3000 - most);
});

it('a trigger that is asked to wait for an hour sends nothing until then, and tells n8n', async () => {
	const service = await startService(() => 429, { 'retry-after': '3600' });
	const credentials = { baseUrl: service.baseUrl, apiKey: KEY };
	const trigger = new ActiveTrigger({ engine, credentials });
	await time.until(trigger.publish());
	const before = service.asked.length;
	const failures: unknown[] = [];
	for (let minute = 1; minute <= 59; minute++) {
		await time.until(new Promise((resolve) => setTimeout(resolve, MINUTE)));
		await time.until(trigger.tick().catch((error: unknown) => failures.push(error)));
	}
	expect(before).toBe(1);
	expect([service.asked.length, failures.length]).toEqual([1, 59]);
	expect(failures[0]).toMatchObject({ httpCode: '429' });
	await time.until(new Promise((resolve) => setTimeout(resolve, 2 * MINUTE)));
	await time.until(trigger.tick().catch(() => undefined));
	expect(service.asked.length).toBeGreaterThan(1);
});
