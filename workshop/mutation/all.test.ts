/* eslint-disable */
/**
 * The tests that `npm run mutation` asks, in one file: n8n's engine is loaded once for a mutant and not once for each
 * file, and the quick ones come first. `MUTATION_TESTS=unit/run,unit/pool` asks only those that begin so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TEST = join(__dirname, '..');
const load = createRequire(__filename);

const files = ['unit', 'engine', 'model'].flatMap((folder) =>
	readdirSync(join(TEST, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'))
		.map((name) => `${folder}/${name}`),
);

/** It changes the process for those behind it. */
const wantsItsOwnProcess = (file: string) =>
	readFileSync(join(TEST, file), 'utf8').startsWith('/** @jest-environment node */');

const chosen = process.env.MUTATION_TESTS?.split(',') ?? [''];

for (const file of files) {
	if (wantsItsOwnProcess(file) || !chosen.some((start) => file.startsWith(start))) continue;
	describe(file, () => {
		load(join(TEST, file));
	});
}
