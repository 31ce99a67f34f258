/* eslint-disable */
/**
 * All tests that `npm --prefix workshop run mutation` runs, in one file: n8n's engine is loaded once per mutant
 * instead of once per file, and quick tests come first. `MUTATION_TESTS=unit/run,unit/pool` runs only those whose
 * path begins like that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { forgetKeys } from '../../test/support/no-key';

const TEST = join(__dirname, '..', '..', 'test');
const load = createRequire(__filename);

const files = ['unit', 'engine', 'model'].flatMap((folder) =>
	readdirSync(join(TEST, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'))
		.map((name) => `${folder}/${name}`),
);

/** This test changes the process for the tests after it. */
const wantsItsOwnProcess = (file: string) =>
	readFileSync(join(TEST, file), 'utf8').startsWith('/** @jest-environment node */');

// Only the tests of saved workflows. The others in that folder are about pages.
files.splice(0, 0, 'contract/description.test.ts');

const chosen = process.env.MUTATION_TESTS?.split(',') ?? [''];

for (const file of files) {
	if (wantsItsOwnProcess(file) || !chosen.some((start) => file.startsWith(start))) continue;
	describe(file, () => {
		beforeAll(forgetKeys);
		load(join(TEST, file));
	});
}
