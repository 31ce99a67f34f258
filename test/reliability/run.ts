/**
 * The long run: `npm run reliability`. Each part is a process of its own; docs/reliability.md is written at the end.
 *
 * `npm run reliability -- load hostile` runs the parts that it names, and leaves the page alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { PARTS, SEED, type Results } from './parts';
import { problemsOf, writeReport } from './report';

/** Runs a part with the memory for a million contacts. */
async function inProcess(part: string): Promise<unknown> {
	process.stdout.write(`${part} …\n`);
	const execArgv = [...process.execArgv, '--expose-gc', '--max-old-space-size=8192'];
	const child = fork(join(__dirname, 'parts.ts'), [part], { execArgv });
	const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The part ${part} failed`)));
	const [result] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
	return result;
}

async function main(): Promise<void> {
	const named = process.argv.slice(2);
	const wanted = Object.keys(PARTS).filter((part) => named.length === 0 || named.includes(part));
	const results: Partial<Record<string, unknown>> = {};
	for (const part of wanted) results[part] = await inProcess(part);
	const problems = problemsOf(results);
	for (const problem of problems) process.stderr.write(`${problem}\n`);
	if (named.length === 0) await writeReport(results as Results, SEED);
	process.exit(problems.length > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
