/* eslint-disable */
/** Uploads and events in queue mode while workers and the main are killed. */
import { readFile } from 'node:fs/promises';

import { eventually, finished, itemsOf } from '../playground/executions';
import { published } from '../playground/provision';
import type { Member, Queue } from './index';
import { documentsWorkflow, uploadWorkflow } from './workflows';

/** True if a worker has begun an execution. This is read from its log, which survives a kill. */
export const tookOver = async ({ folder }: Member, execution: string): Promise<boolean> =>
	new RegExp(`started execution ${execution}\\b`).test(await readFile(folder.log, 'utf8'));

export interface UploadResult {
	contacts: number;
	stored: number;
	/** The number of the worker that ran the execution. */
	workers: number[];
	/** How the executions ended. There are several if a killed one was run again. */
	statuses: string[];
	uploads: number;
	/** Records that reached the service more than once. Repeating an upload changes nothing. */
	repeated: number;
}

/** @param kill ends the worker with SIGKILL once this many requests have been accepted; then the workflow is run again */
export async function uploadByWorker(queue: Queue, contacts: number, kill?: number): Promise<UploadResult> {
	const { api, sandbox, workers, credentials } = queue;
	sandbox.reset();
	if (kill !== undefined) sandbox.faults.add({ path: '/contacts', delayMs: 250, times: Infinity });
	const workflow = await api.createWorkflow(uploadWorkflow(contacts, credentials));
	const accepted = () => sandbox.log.count({ path: '/contacts', status: 202 });
	const statuses: string[] = [];
	const by = new Set<number>();

	const execute = async (during: (worker: Member) => Promise<void>) => {
		const id = await api.run(workflow.id, 'Start');
		const index = await eventually(
			async () => {
				const taken = await Promise.all(workers.map(async (worker) => await tookOver(worker, id)));
				return taken.includes(true) ? taken.indexOf(true) : undefined;
			},
			'a worker to take the execution',
			60_000,
		);
		by.add(index);
		await during(workers[index] as Member);
		statuses.push((await finished(api, id, 180_000)).status);
	};

	await execute(async (worker) => {
		if (kill === undefined) return;
		await eventually(() => Promise.resolve(accepted() >= kill || undefined), 'the first uploads', 60_000);
		await worker.n8n.kill('SIGKILL');
		sandbox.faults.clear();
		await worker.start();
	});
	if (statuses[0] !== 'success') await execute(() => Promise.resolve());
	const requests = sandbox.log.all({ path: '/contacts', status: 202 });
	const sent = requests.reduce((sum, { elements = 0 }) => sum + elements, 0);
	await eventually(
		() =>
			Promise.resolve(sandbox.state().operations.every(({ status }) => status === 'finished') || undefined),
		'the operations',
		30_000,
	);
	const ids = new Set(sandbox.state().contacts.map(({ id }) => id));
	const stored = Array.from({ length: contacts }, (_, index) => `q${index}`).filter((id) =>
		ids.has(id),
	).length;
	return { contacts, stored, workers: [...by], statuses, uploads: requests.length, repeated: sent - stored };
}

export interface EventsResult {
	workflow: string;
	events: number;
	/** Distinct events that executions got. */
	reached: number;
	repeated: number;
	/** Events whose PDF a worker has read. */
	documents: number;
	executions: number;
}

/**
 * Follows documentation events in two workflows while the main is killed during a poll. The second workflow
 * downloads each PDF again with the action node.
 */
export async function eventsThroughKills(queue: Queue, perWave: number): Promise<EventsResult[]> {
	const { api, sandbox, main, credentials } = queue;
	sandbox.reset({ pdfBytes: 20_000 });
	const startFrom = new Date(Date.now() - 60_000).toISOString();
	const workflows: Array<{ id: string; name: string }> = [];
	for (const again of [false, true]) {
		const name = again ? 'PDFs downloaded again' : 'PDFs of the trigger';
		const { id } = await api.createWorkflow(documentsWorkflow(startFrom, credentials, again));
		await api.publish(id);
		await published(api, id);
		workflows.push({ id, name });
	}
	const seed = () =>
		sandbox.seed({ events: perWave, eventTypes: ['documentation'], eventsStepMs: 10 }).eventIds;
	const wanted = [...seed()];
	const read = async () => await Promise.all(workflows.map(async ({ id }) => await delivered(queue, id)));
	const complete = async () =>
		(await read()).every(({ reached }) => reached.size >= wanted.length) || undefined;
	await eventually(complete, 'the first wave of events', 120_000);

	sandbox.faults.add({ path: '/events', delayMs: 4_000, delayAt: 'after', times: Infinity });
	sandbox.log.clear();
	wanted.push(...seed());
	await eventually(
		() => Promise.resolve(sandbox.log.all().some(({ path }) => path.endsWith('/events')) || undefined),
		'a poll',
		60_000,
	);
	await main.n8n.kill('SIGKILL');
	sandbox.faults.clear();
	wanted.push(...seed());
	await main.start();
	await eventually(complete, 'the events from around the kill', 150_000).catch(() => undefined);

	const results = await read();
	for (const { id } of workflows) await api.unpublish(id);
	return results.map(({ reached, total, documents, executions }, index) => ({
		workflow: workflows[index]?.name ?? '',
		events: wanted.length,
		reached: wanted.filter((id) => reached.has(id)).length,
		repeated: total - reached.size,
		documents,
		executions,
	}));
}

/** The events of a workflow's executions, and the PDFs that their second node read. */
async function delivered({ api }: Queue, workflow: string) {
	const reached = new Set<string>();
	const documents = new Set<string>();
	let total = 0;
	const executions = await api.executions(workflow);
	for (const { id } of executions) {
		const execution = await finished(api, id);
		for (const { json } of itemsOf(execution, 'Trigger')) {
			total += 1;
			reached.add(String(json.event_id));
		}
		const read = itemsOf(execution, 'Read');
		read.forEach(({ json }, index) => {
			const isPdf = Buffer.from(String(json.data), 'base64').subarray(0, 5).toString() === '%PDF-';
			const event = itemsOf(execution, 'Trigger')[index]?.json.event_id;
			if (isPdf) documents.add(String(event));
		});
	}
	return { reached, documents: documents.size, total, executions: executions.length };
}
