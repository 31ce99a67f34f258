/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * All tests that `npm run mutation` asks, in one file: n8n's engine is loaded once for a mutant and not once for each
 * of sixty files, and the quick ones come first. `MUTATION_TESTS=unit/run,unit/pool` asks only those that begin so.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TEST = join(__dirname, '..');
const load = createRequire(__filename);

/** They change the process for those behind them, or take longer than 5 s where the others ask the same. */
const LEFT_OUT = [
	'engine/proxy',
	'engine/gate',
	'engine/bulkDelivery',
	'engine/bulkTrouble',
	'engine/bulkRefusedByAll',
	'engine/bulkWaiting',
	'engine/bulkFresh',
	'engine/manyEvents',
	'engine/trigger.model',
	'model/imports',
	'model/mutants',
	'model/oracle',
	'model/backlog',
];
const LATE = [
	'engine/bulkChangedField',
	'engine/bulkSizes',
	'engine/refusedValues',
	'engine/retries',
	'engine/triggerOptions',
	'engine/trigger',
	'engine/uploads/lens',
	'unit/pace',
	'unit/trigger.state',
	'model/lives',
];
/** For what the others have not found, with MUTATION_DEEP=1. */
const DEEP = ['model/exhaustive'];

const found = ['model', 'unit', 'engine'].flatMap((folder) =>
	readdirSync(join(TEST, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => `${folder}/${name.replace('.test.ts', '')}`),
);
const missing = [...LEFT_OUT, ...LATE, ...DEEP].filter((name) => !found.includes(name));
if (missing.length > 0) throw new Error(`Listed here, but no test: ${missing.join(', ')}`);
const quick = found.filter((name) => ![...LEFT_OUT, ...LATE, ...DEEP].includes(name));

const chosen = process.env.MUTATION_TESTS?.split(',');
const isChosen = (name: string) => chosen?.some((start) => name.startsWith(start)) ?? true;

for (const name of [...quick, ...LATE, ...(process.env.MUTATION_DEEP ? DEEP : [])].filter(isChosen)) {
	describe(name, () => {
		load(join(TEST, `${name}.test.ts`));
	});
}
