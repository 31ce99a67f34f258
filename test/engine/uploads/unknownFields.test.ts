/** What is mapped by hand leaves, and nothing else, whatever Unknown Fields says. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
jest.setTimeout(cases(30_000, 300_000));

const numRuns = cases(3, 40);
const names = { id: 'a', first_name: 'Ada', last_name: 'Lovelace' };

/** Everything that left: methods, addresses, headers and bodies. */
const left = (): string => JSON.stringify(bench.sandbox.log.all().map(({ path, query, headers, body }) => [path, query, headers, body])); // prettier-ignore

const secret = fc
	.tuple(
		fc.constantFrom(
			'salary',
			'Gehalt',
			'note',
			'password',
			'foo bar',
			'a.b',
			'toString',
			'0',
			'data2',
			'tags2',
		),
		fc.constantFrom<(text: string) => unknown>(
			(text) => text,
			(text) => ({ deep: [text] }),
			(text) => [text, 1],
		),
	)
	.map(([name, wrap]) => ({ name, value: wrap('unmapped-secret') as IDataObject }));

test.each([undefined, 'ignore', 'send', 'customData', 'error', '', null])(
	'mapped by hand with Unknown Fields %p: a column that is not mapped never leaves',
	async (unknownFields) => {
		await fc.assert(
			fc.asyncProperty(secret, fc.constantFrom('keep', 'clear'), async ({ name, value }, fieldsNotSent) => {
				bench.sandbox.reset();
				const columns = {
					id: '={{ $json.id }}',
					first_name: '={{ $json.first_name }}',
					last_name: '={{ $json.last_name }}',
				};
				const run = await bench.upload({
					items: [{ ...names, [name]: value }],
					map: { columns },
					fieldsNotSent,
					options: { unknownFields },
				});
				expect(run.json).toMatchObject([{ id: 'a', accepted: true }]);
				expect(run.json[0]).not.toHaveProperty('not_sent');
				expect(left()).not.toContain('unmapped-secret');
			}),
			{ numRuns, seed: SEED },
		);
	},
);
