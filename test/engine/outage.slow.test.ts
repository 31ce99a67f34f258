/* eslint-disable */
/** What it costs if a service is down or refuses everything. Requests are real; time is virtual. */
import { contact, KEY, type Parameters } from '../support/action';
import { cases, say } from '../support/cases';
import { Engine, type ActionRun } from '../support/engine';
import { itOnNewest } from '../support/features';
import { forgetWaits } from '../support/forget';
import { ActiveTrigger } from '../support/poll';
import { LATENCY, virtualTime, type TimedService } from '../support/virtual-time';
import { sentence } from '../support/sentences';

const MINUTE = 60_000;
const NEVER = 10_000 * MINUTE;
/** Far more rows than an outage lets be asked for. */
const MANY = cases(1000, 3000);

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const time = virtualTime();
beforeEach(forgetWaits);

/** Answers with the status for the time in milliseconds: 200 with a contact, others without a body. 0 never answers. */
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

/** Runs the operation for this many contacts with On Error "continue". Returns the run and its minutes. */
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
	[`${MANY} gets of a service that answers 500 to everything`, GET, 500],
	[`${MANY} gets of a gateway that answers 522 to everything`, GET, 522],
	[`${MANY} rows with Keep of a service that answers 500 to everything`, KEEP, 500],
])(
	'a service that is down is asked rarely, and every row ends with the reason: %s',
	async (_, parameters, status) => {
		const service = await startService(() => status);
		const { run, minutes } = await runFor(service, parameters, MANY);
		expect([run.json.length, refusedIn(run).length]).toEqual([MANY, MANY]);
		expect(service.asked.length).toBeLessThanOrEqual(600);
		expect(minutes).toBeLessThanOrEqual(16);
		expect(withReason(run, new RegExp(sentence('notProcessed')))).toHaveLength(MANY);
		expect(withReason(run, new RegExp(sentence('tookNoRequest'))).length).toBeGreaterThan(MANY - 100);
		// After an outage is noticed, requests go one at a time with growing pauses.
		const late = service.asked.filter((at) => at > 5 * MINUTE && at < 15 * MINUTE);
		expect([late.length > 15, late.length < 25]).toEqual([true, true]);
		for (const [second, most] of service.most) if (second > 10) expect(most).toBe(1);
	},
);

const DELETE: Parameters = { ...GET, operation: 'delete' };

it.each<[string, Parameters, number, number, number]>([
	['2,000 gets against 503', GET, 2000, 503, 100],
	['2,000 gets against 522, from the start', GET, 2000, 522, 0],
	['500 deletes against 502', DELETE, 500, 502, 100],
	['10 gets against 500, from the start', GET, 10, 500, 0],
	['2,000 rows with Keep against 504', KEEP, 2000, 504, 100],
])('an outage of a minute refuses no row: %s', async (...[, parameters, count, status, from]) => {
	const service = await startService((at) => (at >= from && at < from + MINUTE ? status : 200));
	const { run, minutes } = await runFor(service, parameters, count);
	expect([run.json.length, refusedIn(run).length]).toEqual([count, 0]);
	expect(minutes).toBeLessThanOrEqual(2);
});

it('rows that the service refuses for good, among others that it accepts, end after a few tries', async () => {
	const bad = new Set(['c-3', 'c-4', 'c-5', 'c-6', 'c-7', 'c-8', 'c-9', 'c-10']);
	const service = await startService((_, id) => (bad.has(id) ? 500 : 200));
	const { run, minutes } = await runFor(service, GET, 500);
	expect(refusedIn(run)).toHaveLength(bad.size);
	expect(minutes).toBeLessThanOrEqual(1);
});

it('a few rows end after four tries each, because they do not count as an outage', async () => {
	const service = await startService(() => 500);
	const { run, minutes } = await runFor(service, GET, 3);
	expect([refusedIn(run).length, service.asked.length]).toEqual([3, 12]);
	expect(minutes).toBeLessThan(0.2);
});

it(`of ${MANY} gets of a service that is down for 20 minutes, the rest is refused after 15`, async () => {
	const service = await startService((at) => (at > 20 && at < 20 + 20 * MINUTE ? 502 : 200));
	const { run, minutes } = await runFor(service, GET, MANY);
	expect(run.json).toHaveLength(MANY);
	expect(minutes).toBeLessThanOrEqual(16);
	expect(withReason(run, new RegExp(sentence('tookNoRequest'))).length).toBeGreaterThan(MANY / 2);
});

// An older axios measures the time limit by the socket's own timer, which virtual time does not move.
itOnNewest(
	`of ${MANY} gets of a service that never answers, the rest is refused after 15 minutes`,
	async () => {
		const service = await startService(() => 0);
		const { run, minutes } = await runFor(service, GET, MANY);
		expect(service.asked.length).toBeLessThanOrEqual(600);
		// The last request still has its minute.
		expect([run.json.length, minutes <= 16.1]).toEqual([MANY, true]);
		const unasked = withReason(
			run,
			new RegExp(`${sentence('notInTime', { host: '.*' })}.* ${sentence('tookNoRequest')}`),
		);
		expect(unasked.length).toBeGreaterThan(MANY - 100);
	},
);

it.each<[string, number, number, RegExp]>([
	[
		'may not read',
		403,
		110,
		new RegExp(`${sentence('notAllowed')}.*${sentence('firstRequestsEnded', { count: 40 })}`),
	],
	['is refused', 401, 8, new RegExp(sentence('keyRefused'))],
])(`${MANY} gets with a key that %s (%i) end soon with that reason`, async (_, status, most, reason) => {
	const service = await startService(() => status);
	const { run, minutes } = await runFor(service, GET, MANY);
	expect(service.asked.length).toBeLessThanOrEqual(most);
	expect([run.json.length, minutes < 1]).toEqual([MANY, true]);
	expect(withReason(run, reason).length).toBeGreaterThanOrEqual(MANY - most);
});

it('a trigger that is asked to wait for an hour sends nothing until then, and n8n is told at each poll', async () => {
	const service = await startService(() => 429, { 'retry-after': '3600' });
	const begun = performance.now();
	const credentials = { baseUrl: service.baseUrl, apiKey: KEY };
	const trigger = new ActiveTrigger({ engine, credentials });
	await time.until(trigger.publish());
	// Each of the two lists is asked once.
	expect(service.asked).toHaveLength(2);
	const failures: unknown[] = [];
	let polls = 0;
	// Virtual time runs on under load, so the clock says when the hour is over, not the number of polls.
	for (; performance.now() - begun < 56 * MINUTE; polls++) {
		await time.until(new Promise((resolve) => setTimeout(resolve, MINUTE)));
		await time.until(trigger.tick().catch((error: unknown) => failures.push(error)));
	}
	const early = service.asked.filter((at) => at < 59 * MINUTE);
	expect([early.length, polls > 30, failures.length]).toEqual([2, true, polls]);
	expect(failures[0]).toMatchObject({ httpCode: '429' });
	// For ten minutes after the limit, each poll begins up to ten seconds later.
	await time.until(new Promise((resolve) => setTimeout(resolve, 4 * MINUTE)));
	await time.until(trigger.tick().catch(() => undefined));
	expect(service.asked.length).toBeGreaterThan(2);
});
