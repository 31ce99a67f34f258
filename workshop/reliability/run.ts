/* eslint-disable */
/**
 * The long run: `npm --prefix workshop run reliability`, or `npm --prefix workshop run reliability -- load hostile`
 * for some parts. Each part has its own process. It writes its tables into results.md unless it finds a problem.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { PARTS, type Results } from './parts';
import { FINDINGS, writeTables } from './report';

/**
 * The heap of a part in MB. For a million contacts this is small, so that V8 does not keep garbage, and a need for
 * more memory shows as a crash.
 */
const heapOf = (part: keyof Results): number => (part === 'load' ? 1536 : 8192);

/** Runs a part. @returns its problems */
async function play<Part extends keyof Results>(part: Part): Promise<string[]> {
	process.stdout.write(`${part} …\n`);
	const execArgv = [...process.execArgv, '--expose-gc', `--max-old-space-size=${heapOf(part)}`];
	const child = fork(join(__dirname, 'parts.ts'), [part], { execArgv });
	const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The part ${part} failed`)));
	const [results] = (await Promise.race([once(child, 'message'), ended])) as [Results[Part]];
	const findings = FINDINGS[part](results);
	process.stdout.write(`= ${findings.headline}\n`);
	if (findings.problems.length === 0) await writeTables(part, findings);
	return findings.problems.map((problem) => `${part}: ${problem}`);
}

async function main(): Promise<number> {
	const named = process.argv.slice(2);
	const parts = Object.keys(PARTS) as Array<keyof Results>;
	const unknown = named.filter((name) => !parts.includes(name as keyof Results));
	if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
	const problems: string[] = [];
	for (const part of parts.filter((one) => named.length === 0 || named.includes(one))) {
		problems.push(...(await play(part)));
	}
	for (const problem of problems) process.stderr.write(`${problem}\n`);
	return problems.length > 0 ? 1 : 0;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
