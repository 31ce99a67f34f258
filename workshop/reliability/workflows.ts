/* eslint-disable */
/**
 * Many published workflows with this trigger in one n8n on PostgreSQL. Each has its own key, so that the service's
 * log shows whose poll a request belongs to. As a script: `npx tsx workshop/reliability/workflows.ts [workflows]
 * [minutes]`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startPlayground, type Playground } from '../playground';
import type { Row } from '../../test/support/markdown';
import { STATE } from '../../test/support/paths';
import { published } from '../playground/provision';
import { databaseEnvironment } from '../queue';
import { createDatabase, dropDatabase, provideServices } from '../queue/services';
import { quietReport } from '../n8n/report';
import { triggerWorkflow } from '../playground/trigger-workflow';

const MINUTE = 60_000;
const DATABASE = 'contact_consent_many_workflows';
const EVENTS = 5;
const AT_ONCE = 4;

const keyOf = (index: number) => `key-of-${index}`;

/** The memory of n8n's process in MB, as Linux reports it. */
async function memoryOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

async function createWorkflow({ api, sandbox }: Playground, index: number): Promise<string> {
	const name = `Follower ${index}`;
	const data = { baseUrl: sandbox.baseUrl, apiKey: keyOf(index), authScheme: 'none', ignoreSslIssues: false };
	const { id } = await api.createCredential({ name, type: 'contactConsentApi', data });
	const workflow = triggerWorkflow(name, { id, name }, { pollTimes: { item: [{ mode: 'everyMinute' }] } });
	const created = await api.createWorkflow(workflow);
	await api.publish(created.id);
	await published(api, created.id, 5 * MINUTE);
	return created.id;
}

/** The times of each workflow's polls, from the service's log. */
function pollsOf({ sandbox }: Playground, count: number): number[][] {
	const times = new Map(Array.from({ length: count }, (_, index) => [keyOf(index), [] as number[]]));
	for (const { at, headers } of sandbox.log.all({ method: 'GET', path: '/events/latest' }))
		times.get(String(headers.authorization))?.push(Date.parse(at));
	return [...times.values()];
}

async function untilAllPolled(playground: Playground, count: number): Promise<number> {
	const begun = Date.now();
	while (pollsOf(playground, count).some((times) => times.length === 0)) {
		if (Date.now() > begun + 10 * MINUTE) throw new Error('Some workflows never polled');
		await sleep(500);
	}
	return (Date.now() - begun) / 1000;
}

/** How many executions ended, by status. */
async function executionsIn({ api }: Playground): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const status of ['success', 'error', 'crashed', 'running']) {
		const filter = encodeURIComponent(JSON.stringify({ status: [status] }));
		const { count } = await api.request<{ count: number }>('GET', `/executions?limit=1&filter=${filter}`);
		if (count > 0) counts[status] = count;
	}
	return counts;
}

const quantile = (sorted: number[], part: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

export interface ManyWorkflows {
	workflows: number;
	minutes: number;
	publishedInSeconds: number;
	/** From n8n's start until each workflow has polled. */
	allPolledAfterSeconds: number;
	polls: number;
	expectedPolls: number;
	/** Seconds between two polls of a workflow; 60 are wanted. */
	gaps: { median: number; high: number; longest: number };
	executions: Record<string, number>;
	expectedExecutions: number;
	megabytes: { before: number; published: number; restarted: number; end: number };
}

export async function manyWorkflows(count: number, minutes: number): Promise<ManyWorkflows> {
	const keys = Array.from({ length: count }, (_, index) => ({ key: keyOf(index), kind: 'sandbox' as const }));
	// With so many triggers, n8n itself waits for SQLite, which writes one thing at a time.
	await provideServices(quietReport);
	await createDatabase(DATABASE);
	const playground = await startPlayground({
		userFolder: join(STATE, 'many-workflows'),
		fresh: true,
		n8nPort: 0,
		sandboxPort: 0,
		demo: false,
		env: databaseEnvironment(DATABASE),
		sandbox: { keys, docs: false, logBodies: false, logLimit: 1_000_000 },
	});
	const { api, sandbox } = playground;
	try {
		for (const id of Object.values(playground.workflows)) await api.unpublish(id).catch(() => undefined);
		const before = await memoryOf(playground.n8n.pid);
		const begun = Date.now();
		let next = 0;
		const worker = async () => {
			while (next < count) await createWorkflow(playground, next++);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		const publishedInSeconds = (Date.now() - begun) / 1000;
		const afterPublishing = await memoryOf(playground.n8n.pid);

		sandbox.log.clear();
		await playground.restartN8n();
		const allPolledAfterSeconds = await untilAllPolled(playground, count);
		const restarted = await memoryOf(playground.n8n.pid);
		sandbox.seed({ contacts: 1, events: EVENTS, eventTypes: ['update'], eventsStepMs: 1 });
		sandbox.log.clear();
		await sleep((minutes + 1) * MINUTE);
		const times = pollsOf(playground, count);
		const between = times.flatMap((some) =>
			some.slice(1).map((at, index) => (at - (some[index] as number)) / 1000),
		);
		const gaps = between.sort((a, b) => a - b);
		return {
			workflows: count,
			minutes: minutes + 1,
			publishedInSeconds,
			allPolledAfterSeconds,
			polls: times.flat().length,
			expectedPolls: count * (minutes + 1),
			gaps: { median: quantile(gaps, 0.5), high: quantile(gaps, 0.99), longest: gaps.at(-1) ?? NaN },
			executions: await executionsIn(playground),
			expectedExecutions: count,
			megabytes: { before, published: afterPublishing, restarted, end: await memoryOf(playground.n8n.pid) },
		};
	} finally {
		await playground.stop();
		await dropDatabase(DATABASE);
	}
}

/** A poll may be late on a busy machine. A longer gap means that a poll was left out. */
const LATE_SECONDS = 90;

export function problemsOfWorkflows(result: ManyWorkflows): string[] {
	const { executions, expectedExecutions, expectedPolls, gaps, polls, workflows } = result;
	const { success = 0, ...others } = executions;
	return [
		...(success === expectedExecutions ? [] : [`${success} executions of ${expectedExecutions}`]),
		// The first and the last minute are incomplete.
		...(polls < expectedPolls - workflows ? [`${polls} polls of ${expectedPolls}`] : []),
		...(Object.keys(others).length > 0 ? [`executions ended with ${Object.keys(others).join()}`] : []),
		...(gaps.longest > LATE_SECONDS ? [`${gaps.longest} seconds between two polls`] : []),
	];
}

export const rowOf = (one: ManyWorkflows): Row => ({
	workflows: one.workflows,
	polls: one.polls,
	'polls expected': one.expectedPolls,
	'seconds between polls, median': one.gaps.median,
	longest: one.gaps.longest,
	'executions with the events': one.executions.success ?? 0,
});

if (require.main === module) {
	const [count = 500, minutes = 3] = process.argv.slice(2).map(Number);
	manyWorkflows(count, minutes).then(
		(result) => {
			process.stdout.write(`${JSON.stringify(result, null, '\t')}\n`);
			process.exit(0);
		},
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
