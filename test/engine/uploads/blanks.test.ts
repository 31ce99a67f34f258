/** With the defaults, no upload erases anything that the contract knows: a blank is one of any kind, at any depth. */
import fc from 'fast-check';

import { cases } from '../../support/cases';
import { SEED } from '../../support/seed';
import { blankRow } from '../../support/upload-blanks';
import { uploadBench } from '../../support/upload-bench';
import { storedContact, storedEmployee, type Stored } from '../../support/upload-records';

const bench = uploadBench();
jest.setTimeout(cases(60_000, 600_000));

const PER_RUN = cases(60, 500);
const RUNS = 2;

const WAYS = [
	['contact', storedContact, 'auto'],
	['contact', storedContact, 'json'],
	['employee', storedEmployee, 'auto'],
	['employee', storedEmployee, 'json'],
] as const;

test.each(WAYS)(
	'%s: a blank in each column changes nothing',
	async (resource, stored: fc.Arbitrary<Stored>, map) => {
		for (let run = 0; run < RUNS; run++) {
			const seed = SEED + run;
			const options = {
				minLength: PER_RUN,
				maxLength: PER_RUN,
				selector: ({ id }: Stored) => id,
				size: 'max',
			} as const;
			const [records = []] = fc.sample(fc.uniqueArray(stored, options), { numRuns: 1, seed });
			const rows = fc.sample(blankRow(resource), { numRuns: PER_RUN, seed });
			bench.sandbox.reset({ emptyFields: (['omit', 'empty', 'null'] as const)[run % 3] ?? 'omit' });
			bench.sandbox.seed(resource === 'contact' ? { contacts: records } : { employees: records });
			const before = structuredClone(bench.sandbox.state());
			const items = records.map(({ id }, at) => ({ ...rows[at], id }));
			const { json, hints } = await bench.upload({ resource, items, map });
			expect(json).toEqual(records.map(({ id }) => ({ id, change: 'unchanged' })));
			expect(bench.posts()).toEqual([]);
			expect(bench.sandbox.state()).toEqual(before);
			expect(hints.map(({ message }) => message).join()).not.toMatch(
				/no such column|read-only|Removed|Not kept/,
			);
		}
	},
);
