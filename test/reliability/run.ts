/**
 * The long run: `npm run reliability`. Each stage is a process of its own; docs/reliability.md is written at the end,
 * from what they measured and from nothing else.
 *
 * `-- --stage queue` (repeatable) runs again what it names and takes the rest from the last run of the same package.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { run, tail } from '../../playground/command';
import { hashOf } from '../../playground/hash';
import { PLAYGROUND, ROOT, STATE } from '../../playground/paths';
import { seconds } from '../../playground/report';
import { problemsOf, writeReport, type Facts } from './report';
import type { Results, StageName } from './stage';

const STAGES: StageName[] = ['faults', 'trigger', 'hostile', 'load', 'queue'];

interface Kept {
	/** Of the package's sources: results of another package do not go into the same report. */
	hash: string;
	date: string;
	result: unknown;
}

const versionOf = (folder: string): string =>
	(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

async function runStage(stage: StageName, hash: string, file: string): Promise<void> {
	const script = join(ROOT, 'test', 'reliability', 'stage.ts');
	const flags = ['--expose-gc', '--max-old-space-size=8192', '--require', 'tsx/cjs'];
	const start = Date.now();
	process.stdout.write(`• ${stage} …\n`);
	const { code, output } = await run(process.execPath, [...flags, script, stage, file], { cwd: ROOT });
	if (output.trim()) process.stdout.write(`${tail(output, 30)}\n`);
	if (code !== 0) throw new Error(`The stage ${stage} failed`);
	const result = JSON.parse(readFileSync(file, 'utf8')) as unknown;
	const kept: Kept = { hash, date: new Date().toISOString(), result };
	writeFileSync(file, JSON.stringify(kept));
	process.stdout.write(`  done in ${seconds(start)}\n`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { stage: { type: 'string', multiple: true } } });
	const wanted = STAGES.filter((stage) => values.stage?.includes(stage) ?? true);
	const folder = join(STATE, 'reliability');
	mkdirSync(folder, { recursive: true });
	const hash = await hashOf(ROOT, ['nodes', 'credentials']);
	for (const stage of wanted) await runStage(stage, hash, join(folder, `${stage}.json`));

	const missing = STAGES.filter((stage) => !existsSync(join(folder, `${stage}.json`)));
	if (missing.length > 0) throw new Error(`No report yet: ${missing.join(', ')} did not run.`);
	const results: Partial<Record<StageName, unknown>> = {};
	const dates: string[] = [];
	for (const stage of STAGES) {
		const kept = JSON.parse(readFileSync(join(folder, `${stage}.json`), 'utf8')) as Kept;
		if (kept.hash !== hash) throw new Error(`The result of ${stage} is of another package: run it again.`);
		results[stage] = kept.result;
		dates.push(kept.date);
	}
	const facts: Facts = {
		date: dates.sort().at(-1)?.slice(0, 10) ?? '',
		source: hash.slice(0, 12),
		packageVersion: versionOf(ROOT),
		n8n: versionOf(join(PLAYGROUND, 'node_modules', 'n8n')),
		core: versionOf(join(ROOT, 'node_modules', 'n8n-core')),
		node: process.versions.node,
		machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
	};
	writeReport(join(ROOT, 'docs', 'reliability.md'), facts, results as Results);
	const problems = problemsOf(results as Results);
	for (const problem of problems) process.stderr.write(`${problem}\n`);
	process.exit(problems.length > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
