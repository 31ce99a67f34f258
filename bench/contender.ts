/** One contender doing one case, in a process of its own: `contender.ts <job as JSON>`. */
import { caseOf, isUpload, type CaseName, type Contender, type Place, type Task } from './cases';
import { floor } from './floor';
import { measure, type Measurement } from './measure';

export interface Job {
	contender: Contender;
	name: CaseName;
	/** Measured one after the other. */
	sizes: readonly number[];
	place: Place;
	/** The service without added distance, which is prepared and asked here. */
	control: string;
}

export interface Sample extends Measurement {
	contender: Contender;
	size: number;
	requests: number;
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
const { contender, name, place } = job;
const { runs = 1, rows, seed } = caseOf(name);

async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
	const answer = await fetch(`${job.control}/__control${path}`, {
		method,
		...(body !== undefined && {
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		}),
	});
	if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
	return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function taskOf(): Promise<Task> {
	if (contender === 'connection' || contender === 'keepAlive') {
		return floor(name, place, contender === 'keepAlive');
	}
	// The engine is loaded by those alone that need it.
	const { packageTask, workflowTask } = await import('./steps');
	if (contender === 'package') return await packageTask(name, place);
	return await workflowTask(name, place, contender === 'perContact');
}

/** Brings the service, and a poll, into the state that the work begins with. */
async function prepare(task: Task, size: number): Promise<void> {
	await control('POST', '/reset', {});
	await control('POST', '/seed', seed(size));
	if (name === 'documents') {
		// PDFs are made when they are asked for.
		await floor(name, place, true).run(rows(50));
	}
	await task.begin?.();
	if (name === 'poll') {
		await control('POST', '/seed', { events: size, eventsStepMs: 1, eventTypes: ['update'] });
	}
	await control('DELETE', '/log');
}

async function sampleOf(task: Task, size: number): Promise<Sample> {
	await prepare(task, size);
	const input = (task.input ?? rows)(size);
	const repeat = size === 0 ? runs : 1;
	const { result, measurement } = await measure(async () => {
		for (let run = 1; run < repeat; run++) await task.run(input);
		return await task.run(input);
	});
	const log = await control<Array<{ status: number; elements?: number }>>('GET', '/log');
	const taken = log.reduce((sum, { status, elements = 0 }) => sum + (status === 202 ? elements : 0), 0);
	const done = isUpload(name) ? taken : result;
	if (result !== size || done !== size)
		throw new Error(`${size} were to be done, and ${result} (${done}) were`);
	const { ms, cpuMs, connections, peakBytes } = measurement;
	return {
		contender,
		size,
		ms: ms / repeat,
		cpuMs: cpuMs / repeat,
		connections: connections / repeat,
		requests: log.length / repeat,
		peakBytes,
	};
}

async function main(): Promise<void> {
	const task = await taskOf();
	// Once before, so that the code is compiled as in an n8n that has been up for a while.
	await sampleOf(task, Math.max(...job.sizes));
	for (const size of job.sizes) process.send?.(await sampleOf(task, size));
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
