/** One contender doing one case once, in a process of its own. */
import type { CaseName, Contender } from './cases';
import { floor } from './floor';
import { ask, runner } from './ipc';
import { measure, type Measurement } from './measure';
import { timeByOwner } from './profile';
import type { Preparation } from './service';
import type { Place, Task } from './task';

export interface Job {
	contender: Contender;
	name: CaseName;
	/** Measured one after the other. */
	sizes: readonly number[];
	/** Done once before, so that the code is compiled as it is in an n8n that has been up for a while. */
	warmUp: number;
	/** An idle poll is the mean of so many. */
	runs: number;
	/** Whether the last size is done once more, to see whose code takes the time. */
	profiled: boolean;
	place: Place;
}

export interface Done extends Measurement {
	size: number;
}

async function taskOf({ contender, name, place }: Job): Promise<Task> {
	// The engine is loaded by those alone that need it.
	if (contender === 'package') return (await import('./package-tasks')).packageTask(name, place);
	if (contender === 'workflow' || contender === 'perContact')
		return (await import('./workflow-tasks')).workflowTask(name, place, contender === 'perContact');
	return floor(name, place, contender === 'connection');
}

const repeatOf = (size: number, runs: number): number => (size === 0 ? runs : 1);

/** Brings everything into the state that the work begins with. */
async function begin(task: Task, { name, runs }: Job, size: number): Promise<() => ReturnType<Task['run']>> {
	const prepare = async (phase: Preparation['phase']) =>
		await ask(runner, 'prepare', { name, size, phase } satisfies Preparation);
	await prepare('begun');
	if (name === 'poll') {
		if (task.begin) await task.begin();
		else await (await task.run(undefined)).after?.();
		await prepare('waiting');
	}
	const input = task.input(size);
	const repeat = repeatOf(size, runs);
	return async () => {
		for (let run = 1; run < repeat; run++) await (await task.run(input)).after?.();
		return await task.run(input);
	};
}

async function once(task: Task, job: Job, size: number): Promise<Measurement> {
	const { result, measurement } = await measure(await begin(task, job, size));
	await result.after?.();
	if (result.count !== size) throw new Error(`${size} were to be done, and ${result.count} were`);
	const repeat = repeatOf(size, job.runs);
	const { ms, cpuMs, ...rest } = measurement;
	return { ...rest, connections: rest.connections / repeat, ms: ms / repeat, cpuMs: cpuMs / repeat };
}

async function main(): Promise<void> {
	const job = await ask<Job>(runner, 'job');
	const task = await taskOf(job);
	await task.load?.();
	await once(task, job, job.warmUp);
	for (const size of job.sizes) {
		const measurement = await once(task, job, size);
		await ask(runner, 'done', { ...measurement, size } satisfies Done);
	}
	const last = job.sizes.at(-1) ?? 0;
	const profile = job.profiled ? await timeByOwner(await begin(task, job, last)) : undefined;
	await profile?.result.after?.();
	await ask(runner, 'end', profile?.time);
	process.exit(0);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
