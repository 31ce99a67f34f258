/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * Breaks the trigger by hand, one fault at a time, and looks whether the model alone finds it:
 *
 *     tsx test/model/mutants.ts [word] [--exhaustive]    with the exhaustive check alone
 *
 * Each fault is a replacement in a copy of the sources. First the short scopes of exhaustive.ts look for it, then the
 * rest of this folder's tests. No other test is asked.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { MUTANTS, type Mutant } from './mutantList';

const ROOT = join(__dirname, '..', '..');
const TRIGGER = join('nodes', 'ContactConsent', 'trigger');

const PARTS = [
	'nodes',
	'test/model',
	'test/support',
	'tsconfig.json',
	'tsconfig.tools.json',
	'package.json',
	'jest.config.js',
];

/** The sources with one fault in them. */
function copyWith({ file, search, replace }: Mutant): string {
	const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
	mkdirSync(join(folder, 'test'));
	for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const path = join(folder, TRIGGER, file);
	const source = readFileSync(path, 'utf8');
	if (source.split(search).length !== 2) throw new Error(`${file}: not there exactly once: ${search}`);
	writeFileSync(
		path,
		source.replace(search, () => replace),
	);
	return folder;
}

/** A fault that makes it run for ever is found as well; a busy machine needs up to five. */
const MOST_MINUTES = 15;

const fails = (cwd: string, script: string, ...args: string[]): boolean => {
	const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
		cwd,
		stdio: 'ignore',
		timeout: MOST_MINUTES * 60_000,
		killSignal: 'SIGKILL',
	});
	return status !== 0;
};

type Finder = 'the exhaustive check' | "the model's tests";

/** What finds a fault; `undefined` for nothing. */
function finderOf(fault: Mutant, isExhaustiveAlone: boolean): Finder | undefined {
	const folder = copyWith(fault);
	try {
		if (fails(folder, 'tsx/dist/cli.mjs', 'test/model/exhaustive.ts', '--first'))
			return 'the exhaustive check';
		if (isExhaustiveAlone) return undefined;
		// A worker of its own would go on for ever behind a fault that does.
		const tests = [
			'--selectProjects',
			'model',
			'--testPathPatterns',
			'(defects|lives)',
			'--bail',
			'--runInBand',
		];
		if (fails(folder, 'jest/bin/jest.js', ...tests)) return "the model's tests";
		return undefined;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Tries faults one by one, with what finds each. */
export const faultsWithFinders = (faults: readonly Mutant[], isExhaustiveAlone = false) =>
	faults.map((fault) => {
		const finder = finderOf(fault, isExhaustiveAlone);
		const words = finder === undefined ? 'NOT FOUND' : `found by ${finder}`;
		process.stdout.write(`${words}: ${fault.file}, ${fault.name}\n`);
		return { ...fault, finder };
	});

function main(): void {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { exhaustive: { type: 'boolean', default: false } },
	});
	const [word = ''] = positionals;
	const tried = faultsWithFinders(
		MUTANTS.filter(({ name }) => name.includes(word)),
		values.exhaustive,
	);
	const found = tried.filter(({ finder }) => finder !== undefined);
	process.stdout.write(`${found.length} of ${tried.length} found\n`);
	process.exitCode = found.length < tried.length ? 1 : 0;
}

if (require.main === module) main();
