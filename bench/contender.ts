/** One contender doing one case once, in a process of its own. */
import type { CaseName, Contender } from './cases';
import { floor } from './floor';
import { ask, runner } from './ipc';
import { measure, type Measurement } from './measure';
import type { Preparation } from './service';
import type { Place, Task } from './task';

export interface Job {
	contender: Contender;
	name: CaseName;
	/** Measured one after the other. */
	sizes: readonly number[];
	/** Done once before, so that the engine's code is compiled as it is in an n8n that has been up for a while. */
	warmUp: number;
	/** An idle poll is the mean of so many. */
	runs: number;
	place: Place;
}

export interface Done extends Measurement {
	size: number;
}

async function taskOf({ contender, name, place }: Job): Promise<Task> {
	// The engine is loaded by those alone that need it.
	if (contender === 'package') return (await import('./package-tasks')).packageTask(name, place);
	if (contender === 'workflow') return (await import('./workflow-tasks')).workflowTask(name, place);
	return floor(name, place, contender === 'connection');
}

async function once(task: Task, { name, runs }: Job, size: number): Promise<Measurement> {
	const prepare = async (phase: Preparation['phase']) =>
		await ask(runner, 'prepare', { name, size, phase } satisfies Preparation);
	await prepare('begun');
	if (name === 'poll') {
		if (task.begin) await task.begin();
		else await (await task.run(undefined)).after?.();
		await prepare('waiting');
	}
	const input = task.input(size);
	const repeat = size === 0 ? runs : 1;
	const { result, measurement } = await measure(async () => {
		for (let run = 1; run < repeat; run++) await (await task.run(input)).after?.();
		return await task.run(input);
	});
	await result.after?.();
	if (result.count !== size) throw new Error(`${size} were to be done, and ${result.count} were`);
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
	await ask(runner, 'end');
	process.exit(0);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
