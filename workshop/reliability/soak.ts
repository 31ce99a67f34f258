/* eslint-disable */
/**
 * Hours in queue mode with durable polling: `npx tsx workshop/reliability/soak.ts [minutes] [minutes between
 * kills]`, by default 120 and 5.
 *
 * A trigger polls every 10 seconds, the service gets 20 events with PDFs a second, and a workflow uploads 1,000
 * contacts a minute. In turn a worker, the other worker and the main are killed. A node after the trigger reports
 * each event to a counter, with the first bytes of its PDF as a worker read it. If a worker was killed, n8n does
 * not repeat its execution; which events it had is read while it runs.
 */
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { executionOf, finished } from '../playground/executions';
import { published } from '../playground/provision';
import { startQueue, type Member, type Queue } from '../queue';
import { documentsWorkflow, uploadWorkflow } from '../queue/workflows';
import { DURABLE_POLLERS } from '../playground/trigger-workflow';
import type { Api, Workflow } from '../playground/api';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const EVENTS_A_SECOND = 20;
const CONTACTS_A_MINUTE = 1_000;
/** The base64 text of `%PDF-`, without the bits that depend on the next byte. */
const PDF = 'JVBERi';

/** Counts the events that workflows report. */
async function openCounter() {
	const seen = new Map<string, number>();
	let withPdf = 0;
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const { id, pdf } = JSON.parse(text) as { id: string; pdf: string };
			seen.set(id, (seen.get(id) ?? 0) + 1);
			if (pdf === PDF) withPdf += 1;
			response.end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, seen, withPdf: () => withPdf, close: () => server.close() };
}

/** The documents workflow of the queue tests, with the counter as its last node. */
function followWorkflow(url: string, credentials: Queue['credentials']): Partial<Workflow> {
	const startFrom = new Date(Date.now() - MINUTE).toISOString();
	const workflow = documentsWorkflow(startFrom, credentials);
	const [trigger, read] = workflow.nodes ?? [];
	if (!trigger || !read) throw new Error('The workflow has other nodes than it had');
	(trigger.parameters.options as Record<string, unknown>).maxEvents = 1_000;
	const count = {
		...read,
		id: 'Count',
		name: 'Count',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: "={{ { id: $('Trigger').item.json.event_id, pdf: $json.data.slice(0, 6) } }}",
			options: {},
		},
	};
	const next = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		...workflow,
		nodes: [trigger, read, count],
		connections: { Trigger: next('Read'), Read: next('Count') },
		// PDFs are not kept, because two hours of them would fill the database.
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	};
}

interface Sample {
	megabytes: number;
	sockets: number;
}

/** The memory and the sockets of a process, as Linux reports them. */
async function sampleOf(pid: number): Promise<Sample | undefined> {
	try {
		const status = await readFile(`/proc/${pid}/status`, 'utf8');
		const files = await readdir(`/proc/${pid}/fd`);
		const links = await Promise.all(
			files.map(async (file) => await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')),
		);
		const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
		// A process that was just killed has no memory to report.
		if (kilobytes === undefined) return undefined;
		return {
			megabytes: Number(kilobytes) / 1024,
			sockets: links.filter((link) => link.startsWith('socket:')).length,
		};
	} catch {
		return undefined;
	}
}

/** The lives of a process between kills, with a sample every ten seconds. */
class Watch {
	private readonly lives = new Map<number, Sample[]>();

	constructor(
		readonly name: string,
		private readonly member: Member,
	) {}

	async take(): Promise<void> {
		const { pid } = this.member.n8n;
		const sample = await sampleOf(pid);
		if (sample) this.lives.set(pid, [...(this.lives.get(pid) ?? []), sample]);
	}

	row() {
		const lives = [...this.lives.values()];
		const all = lives.flat();
		const longest = lives.reduce<Sample[]>((a, b) => (b.length > a.length ? b : a), []);
		const middle = longest[Math.floor(longest.length / 2)];
		return {
			process: this.name,
			lives: lives.length,
			'MB at most': Math.max(...all.map(({ megabytes }) => megabytes)),
			'MB half way through its longest life': middle?.megabytes ?? NaN,
			'MB at its end': longest.at(-1)?.megabytes ?? NaN,
			'sockets at most': Math.max(...all.map(({ sockets }) => sockets)),
			'sockets at the end': lives.at(-1)?.at(-1)?.sockets ?? NaN,
		};
	}
}

async function every(milliseconds: number, until: number, work: () => Promise<unknown>): Promise<void> {
	for (let next = Date.now(); next < until; next += milliseconds) {
		await sleep(Math.max(0, next - Date.now()));
		await work();
	}
}

/** Runs the upload. This fails while the main is down. */
async function upload(api: Api, id: string, statuses: Record<string, number>): Promise<void> {
	const status = await api
		.run(id, 'Start')
		.then(async (execution) => (await finished(api, execution, 2 * MINUTE)).status)
		.catch(() => 'not started');
	statuses[status] = (statuses[status] ?? 0) + 1;
}

/** The events of each execution, read every second: n8n deletes what an execution had if its worker was killed. */
class Executions {
	private readonly known = new Set<string>();
	private readonly executionOfEvent = new Map<string, string>();

	/** Reads the executions that have begun. This fails while the main is down. */
	async read(api: Api, workflow: string): Promise<void> {
		const begun = await api.executions(workflow).catch(() => []);
		for (const { id } of begun.filter((one) => !this.known.has(one.id))) {
			const execution = await executionOf(api, id).catch(() => undefined);
			const events = [...JSON.stringify(execution ?? '').matchAll(/"event_id":"([^"]+)"/g)];
			if (events.length > 0) this.known.add(id);
			for (const [, event] of events) this.executionOfEvent.set(event as string, id);
		}
	}

	/** Tells for events whether their execution began on a worker and did not finish there, by the workers' logs. */
	async diedWith(workers: readonly Member[]): Promise<(event: string) => boolean> {
		const logs = await Promise.all(workers.map(async ({ folder }) => await readFile(folder.log, 'utf8')));
		const inLogs = (what: string) =>
			new Set(
				logs.flatMap((log) =>
					[...log.matchAll(new RegExp(`Worker ${what} execution (\\d+)\\b`, 'g'))].map(([, id]) => id),
				),
			);
		const started = inLogs('started');
		const ended = inLogs('finished');
		return (event) => {
			const execution = this.executionOfEvent.get(event);
			return execution !== undefined && started.has(execution) && !ended.has(execution);
		};
	}
}

export async function soak(minutes: number, minutesBetweenKills: number) {
	const queue = await startQueue({ name: 'contact_consent_soak', env: DURABLE_POLLERS });
	const { api, sandbox, main, workers, credentials } = queue;
	const counter = await openCounter();
	try {
		sandbox.seed({ contacts: 20 });
		const follow = await api.createWorkflow(followWorkflow(counter.url, credentials));
		const uploads = await api.createWorkflow(uploadWorkflow(CONTACTS_A_MINUTE, credentials));
		await api.publish(follow.id);
		await published(api, follow.id);
		const members = [...workers, main];
		const watches = members.map(
			(member, index) => new Watch(member === main ? 'main' : `worker ${index + 1}`, member),
		);
		const end = Date.now() + minutes * MINUTE;
		const wanted: string[] = [];
		const statuses: Record<string, number> = {};
		const executions = new Executions();
		let kills = -1;
		const running: Array<Promise<void>> = [];
		await Promise.all([
			every(SECOND, end, async () => {
				const seed = { events: EVENTS_A_SECOND, eventTypes: ['documentation' as const], eventsStepMs: 1 };
				wanted.push(...(await Promise.resolve(sandbox.seed(seed))).eventIds);
			}),
			every(
				10 * SECOND,
				end,
				async () => await Promise.all(watches.map(async (watch) => await watch.take())),
			),
			every(SECOND, end, async () => await executions.read(api, follow.id)),
			every(MINUTE, end, () => Promise.resolve(running.push(upload(api, uploads.id, statuses)))),
			every(minutesBetweenKills * MINUTE, end, async () => {
				// The first turn comes at once and kills no process.
				if (kills++ < 0) return;
				const member = members[(kills - 1) % members.length] as Member;
				await member.n8n.kill('SIGKILL');
				await member.start();
			}),
		]);
		await Promise.all(running);
		// Kills and a busy machine leave a backlog, which is no loss. It has ended if no event has come for some
		// polls.
		const endOfInput = Date.now();
		for (let before = -1; counter.seen.size > before && counter.seen.size < wanted.length;) {
			before = counter.seen.size;
			for (let waited = 0; waited < 2 * MINUTE && counter.seen.size < wanted.length; waited += SECOND) {
				await sleep(SECOND);
			}
		}
		const minutesBehind = Math.round((Date.now() - endOfInput) / MINUTE);
		const unseen = wanted.filter((id) => !counter.seen.has(id));
		const hasDied = await executions.diedWith(workers);
		const times = [...counter.seen.values()];
		return {
			minutes,
			kills,
			minutesBehind,
			events: wanted.length,
			processed: counter.seen.size,
			withPdf: counter.withPdf(),
			repeated: times.reduce((sum, one) => sum + one - 1, 0),
			diedWithTheirWorker: unseen.filter(hasDied).length,
			lost: unseen.filter((id) => !hasDied(id)).length,
			uploads: statuses,
			processes: watches.map((watch) => watch.row()),
		};
	} finally {
		counter.close();
		await queue.stop();
	}
}

if (require.main === module) {
	const [minutes = 120, minutesBetweenKills = 5] = process.argv.slice(2).map(Number);
	soak(minutes, minutesBetweenKills).then(
		(result) => {
			process.stdout.write(`${JSON.stringify(result, null, '\t')}\n`);
			process.exit(result.lost > 0 ? 1 : 0);
		},
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
