/** Unexpected input and options. Each record has one result, and nothing is guessed. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
jest.setTimeout(cases(30_000, 300_000));

const good = (id: string): IDataObject => ({ id, first_name: 'Ada', last_name: 'Lovelace' });

const junk = fc.oneof(
	fc.constantFrom<unknown>({}, { id: null }, { id: {} }, { id: '' }, { id: ' ' }, { x: 1 }, { id: '-' }),
	fc.record(
		{
			id: fc.constantFrom<unknown>('.', '..', 7, true, ['a'], 'ok'),
			first_name: fc.constantFrom<unknown>('A', null, {}, 5),
			last_name: fc.constantFrom<unknown>('B', [], false),
			section_work: fc.anything({ maxDepth: 2 }),
			data: fc.anything({ maxDepth: 1 }),
			documentation: fc.anything({ maxDepth: 2 }),
			work_emails: fc.anything({ maxDepth: 1 }),
			birthday: fc.constantFrom<unknown>(5, {}, 'x'),
		},
		{ requiredKeys: ['id'] },
	),
);

/** True if the record has an ID, so that it must not be left out. */
const hasId = (element: unknown): boolean =>
	typeof element === 'object' &&
	['ok', '.', '..', 7].includes((element as IDataObject | null)?.id as string | number);

test.each(['keep', 'clear'])(
	'records of any kind have one result each, and the valid ones are sent (%s)',
	async (fieldsNotSent) => {
		await fc.assert(
			fc.asyncProperty(fc.array(junk, { minLength: 1, maxLength: 5 }), async (odd) => {
				bench.sandbox.reset();
				const list = JSON.parse(JSON.stringify([good('g1'), ...odd, good('g2')], (_key, value: unknown) => typeof value === 'bigint' || typeof value === 'symbol' ? 1 : value)) as unknown[]; // prettier-ignore
				const run = await bench.upload({ map: { json: JSON.stringify(list) }, items: [{}], fieldsNotSent });
				expect(run.error).toBeUndefined();
				// Rows that say nothing are left out and counted in the hint.
				const hint = run.hints.map(({ message }) => message).join(' ');
				const blank = [...hint.matchAll(/(\d+) blank rows? left out/g)].map(([, count]) => Number(count));
				const named = [...hint.matchAll(/Rows? ([\d, andmore]+) (?:was|were) left out/g)].flatMap(([, rows = '']) => [...rows.matchAll(/(\d+)( more)?/g)].map(([, count, more]) => (more ? Number(count) : 1))); // prettier-ignore
				const left = [...blank, ...named];
				const sum = left.reduce((all, count) => all + count, 0);
				expect(run.json).toHaveLength(list.length - sum);
				expect(sum).toBeLessThanOrEqual(odd.filter((one) => !hasId(one)).length);
				expect([run.json[0], run.json.at(-1)]).toMatchObject([{ id: 'g1', accepted: true }, { id: 'g2', accepted: true }]); // prettier-ignore
				for (const json of run.json) {
					if (json.accepted === true) continue;
					expect(Object.keys(json)).toEqual(['error', 'message']);
					expect(refusalOf(json)).not.toMatch(/[\r\n]|TypeError|is not a function|\[object/);
				}
			}),
			{ numRuns: cases(40, 500), seed: SEED },
		);
	},
);
