/** What nobody named stays: under every setting of Unknown Fields, and under values that it does not have. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ActionRun } from '../../support/engine';
import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
jest.setTimeout(cases(30_000, 300_000));

const numRuns = cases(15, 200);
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
			{ numRuns: Math.ceil(numRuns / 5), seed: SEED },
		);
	},
);

const upload = async (
	unknownFields: unknown,
	fieldsNotSent: string,
	item: IDataObject,
	map: 'auto' | 'json',
) =>
	await bench.upload({
		items: [item],
		map,
		fieldsNotSent,
		options: { unknownFields: unknownFields as string },
	});

const WAYS = ['auto', 'json'].flatMap((map) =>
	['keep', 'clear'].map((rest) => [map as 'auto' | 'json', rest] as const),
);

describe.each(WAYS)('%s, %s', (map, fieldsNotSent) => {
	const run = async (unknownFields: unknown, name: string, value: unknown): Promise<ActionRun> => {
		bench.sandbox.reset();
		return await upload(unknownFields, fieldsNotSent, { ...names, [name]: value as string }, map);
	};
	const always = async (check: (name: string, value: unknown) => Promise<void>) =>
		await fc.assert(
			fc.asyncProperty(secret, async ({ name, value }) => await check(name, value)),
			{ numRuns: Math.ceil(numRuns / 3), seed: SEED },
		);

	test.each([undefined, '', null, 'ignore'])('%p leaves it out and names it', async (unknownFields) => {
		await always(async (name, value) => {
			const { json } = await run(unknownFields, name, value);
			expect(json).toMatchObject([{ id: 'a', accepted: true, not_sent: [name] }]);
			expect(left()).not.toContain('unmapped-secret');
		});
	});

	test('send sends it as it is, and names nothing', async () => {
		await always(async (name, value) => {
			const { json } = await run('send', name, value);
			expect(json[0]?.accepted).toBe(true);
			expect(json[0]).not.toHaveProperty('not_sent');
			expect(bench.taken()).toEqual([{ ...names, [name]: value }]);
		});
	});

	test('customData puts texts into data', async () => {
		await always(async (name, value) => {
			const { json } = await run('customData', name, value);
			if (typeof value !== 'string') {
				// Custom data is a map of texts: anything else is refused by name.
				expect(json[0]?.error).toContain(name);
				expect(left()).not.toContain('unmapped-secret');
				return;
			}
			expect(json[0]?.accepted).toBe(true);
			expect(json[0]).not.toHaveProperty('not_sent');
			expect(bench.taken()).toEqual([{ ...names, data: { [name]: value } }]);
		});
	});
});

test('below the first level, too: each name is sent or named, whatever the shape', async () => {
	const nested = {
		...names,
		section_work: { emails: [{ email: 'a@example.com', kind: 'X1' }], color: 'X2', addresses: [{ city: 'B', planet: 'X3' }] },
		section_private: { phone_numbers: [{ original: '+49 89 123456', area: '89', number: '123456', label: 'X4' }] },
		documentation: { consents: [{ type: 'email', granted: true, reason: 'X5' }], page: 'X6' },
	}; // prettier-ignore
	const { json } = await bench.upload({ items: [nested], map: 'json', fieldsNotSent: 'clear' });
	const named = ((json[0]?.not_sent ?? []) as string[]).join('\n');
	for (const name of ['kind', 'color', 'planet', 'label', 'reason', 'page']) expect(named).toContain(name);
	expect(named.split('\n')).toHaveLength(6);
	expect(left()).not.toMatch(/X\d/);
});
