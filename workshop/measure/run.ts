/* eslint-disable */
/** `npm --prefix workshop run measure -- --help` */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { execa, npm, tail } from '../../test/support/command';
import { sourcesHash } from '../../test/support/hash';
import { ROOT, STATE } from '../../test/support/paths';
import { installPackages } from '../install';
import { nodeBinary } from '../n8n/node';
import { figureOf, keep, readRecord, writePage, type Measured } from './record';
import { STEPS, type Step } from './steps';

const HELP = `Measures everything that docs/reliability-and-speed.md promises, one step after the other, on a quiet machine.

  npm --prefix workshop run measure                  all steps; those that passed on these sources are left out
  npm --prefix workshop run measure -- faults kills  only these steps, also if they passed
  npm --prefix workshop run measure -- --list        the steps, and which of them are still to be run
  npm --prefix workshop run measure -- --page        only writes the page again, from the results that are stored

Each result is stored when its step ends, so that a run that was stopped goes on where it was. Results stand in
workshop/measure/record.json and on the page. Commit first: the fresh steps clone the last commit.
`;

/** The variables that tell programs where a person keeps files. A new machine has none of these files. */
const homeIn = (folder: string): NodeJS.ProcessEnv => ({
	HOME: folder,
	USERPROFILE: folder,
	npm_config_cache: join(folder, 'npm-cache'),
	XDG_CACHE_HOME: join(folder, 'cache'),
	XDG_CONFIG_HOME: join(folder, 'config'),
});

/** A folder with another Node. npm has binaries of Node as packages. */
async function folderOfNode(major: string): Promise<string> {
	const folder = join(STATE, `node-${major}`);
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const { failed, all } = await npm(['install', '--prefix', folder, '--no-save', `${name}@${major}`], {
		reject: false,
	});
	if (failed) throw new Error(`Node ${major} could not be installed\n${tail(all, 12)}`);
	return dirname(nodeBinary(folder).path);
}

async function runIn(folder: string, { command, node }: Step, env: NodeJS.ProcessEnv): Promise<Measured> {
	const start = Date.now();
	// Somebody may change the sources while it runs.
	const sources = await sourcesHash();
	const path = node && { PATH: [await folderOfNode(node), process.env.PATH].join(delimiter) };
	const run = execa(command, {
		shell: true,
		cwd: folder,
		env: { ...env, ...path },
		all: true,
		stdin: 'ignore',
		reject: false,
		maxBuffer: 1e9,
	});
	run.all?.pipe(process.stdout);
	const { failed, all = '' } = await run;
	return {
		passed: !failed,
		figure: figureOf(all),
		date: new Date(start).toISOString(),
		sources,
		minutes: Math.ceil((Date.now() - start) / 60_000),
	};
}

/** Runs a step in a clone of the last commit, with an empty home. */
async function runInClone(step: Step): Promise<Measured> {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-'));
	try {
		const clone = join(folder, 'clone');
		await execa('git', ['clone', '--quiet', '--no-local', ROOT, clone]);
		return await runIn(clone, step, homeIn(join(folder, 'home')));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<number> {
	const { values, positionals: named } = parseArgs({
		options: { help: { type: 'boolean' }, list: { type: 'boolean' }, page: { type: 'boolean' } },
		allowPositionals: true,
	});
	const unknown = named.filter((name) => !STEPS.some((step) => step.name === name));
	if (values.help || unknown.length > 0) {
		process.stdout.write(unknown.length > 0 ? `There is no step ${unknown.join(', ')}.\n\n${HELP}` : HELP);
		return unknown.length > 0 ? 1 : 0;
	}
	const sources = await sourcesHash();
	const record = await readRecord();
	const isDone = ({ name }: Step) => record[name]?.passed === true && record[name].sources === sources;
	if (values.list) {
		for (const step of STEPS)
			process.stdout.write(`${isDone(step) ? 'passed ' : 'to run '} ${step.name}: ${step.promise}\n`);
		return 0;
	}
	if (values.page) {
		await writePage(record);
		return 0;
	}
	await installPackages(join(ROOT, 'workshop'));
	const steps = STEPS.filter((step) => (named.length > 0 ? named.includes(step.name) : !isDone(step)));
	const failed: string[] = [];
	for (const step of steps) {
		process.stdout.write(`\n${step.name}: ${step.command}\n`);
		const measured = step.isFresh ? await runInClone(step) : await runIn(ROOT, step, {});
		await keep(step.name, measured);
		if (!measured.passed) failed.push(step.name);
	}
	process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nAll passed\n');
	return failed.length > 0 ? 1 : 0;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
