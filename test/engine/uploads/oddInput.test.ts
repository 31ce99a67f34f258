/** Input and options that nobody expects: each element ends once, and nothing is guessed. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { wordsOf } from '../../support/action';
import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
jest.setTimeout(cases(30_000, 300_000));

const good = (id: string): IDataObject => ({ id, first_name: 'Ada', last_name: 'Lovelace' });

const junk = fc.oneof(
	fc.constantFrom<unknown>({}, { id: null }, { id: {} }, { id: '' }, { id: ' ' }, { x: 1 }),
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

test.each(['keep', 'clear'])(
	'elements of any kind: each ends once, and the good ones go (%s)',
	async (fieldsNotSent) => {
		await fc.assert(
			fc.asyncProperty(fc.array(junk, { minLength: 1, maxLength: 5 }), async (odd) => {
				bench.sandbox.reset();
				const list = JSON.parse(JSON.stringify([good('g1'), ...odd, good('g2')], (_key, value: unknown) => typeof value === 'bigint' || typeof value === 'symbol' ? 1 : value)) as unknown[]; // prettier-ignore
				const run = await bench.upload({ map: { json: JSON.stringify(list) }, items: [{}], fieldsNotSent });
				expect(run.error).toBeUndefined();
				expect(run.json).toHaveLength(list.length);
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

test.each(['keep', 'clear'])(
	'list entries that are no records do not block the others (%s)',
	async (fieldsNotSent) => {
		const list = [good('g1'), null, 'x', 7, good('g2')];
		const { json } = await bench.upload({ map: { json: JSON.stringify(list) }, items: [{}], fieldsNotSent });
		expect(json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, null, null, true]);
	},
);

test.each(['{', '', 'null', '5', '"x"', '[1,2', '={{ undefined }}', '={{ null }}', '={{ 7 }}', '={{ "x" }}'])(
	'JSON %j: refused as one, nothing is sent',
	async (json) => {
		const run = await bench.upload({ map: { json }, items: [{}] });
		expect(run.json.map((item) => Object.keys(item).join())).toEqual(['error,message']);
		expect(bench.requests()).toEqual([]);
	},
);

test('an empty list is nothing to upload', async () => {
	const run = await bench.upload({ map: { json: '[]' }, items: [{}] });
	expect(bench.posts()).toEqual([]);
	expect(run.json.filter(({ accepted }) => accepted === true)).toEqual([]);
});

test.each(['', null, undefined])('Fields Not Sent %j counts as not set: Keep', async (fieldsNotSent) => {
	bench.sandbox.seed({ contacts: [{ id: 'a', first_name: 'A', last_name: 'B', company: 'Kept' }] });
	await bench.upload({ items: [good('a')], fieldsNotSent });
	expect(bench.sandbox.contact('a')).toMatchObject({ first_name: 'Ada', company: 'Kept' });
});

test.each(['yes', 'no', 'maybe', 1, 0, {}, ['true']])(
	'Dry Run %j: no upload, it is refused by name',
	async (dryRun) => {
		const run = await bench.upload({
			items: [good('a')],
			options: { dryRun },
			onError: 'stopWorkflow',
		});
		expect(bench.posts()).toEqual([]);
		expect(wordsOf(run)).toContain('Dry Run');
	},
);

test.each([
	['batchSize', 'Batch Size', [0, -1, 1001, 1.5, 'many', true, {}]],
	['parallelUploads', 'Parallel Uploads', [0, -1, 9, 1.5, 'many', true, {}]],
	['timeout', 'Timeout', [-1, 'long', {}]],
	['isolateInvalid', 'Isolate Invalid', ['yes', 2, {}]],
	['waitUntilFinished', 'Wait Until Finished', ['yes', 2, {}]],
])('%s out of its range is refused by name, before any request', async (name, label, values) => {
	for (const value of values) {
		bench.sandbox.log.clear();
		const options = { waitUntilFinished: true, [name]: value } as IDataObject;
		const run = await bench.upload({ items: [good('a')], options, onError: 'stopWorkflow' });
		expect([value, bench.requests()]).toEqual([value, []]);
		expect([value, wordsOf(run)]).toEqual([value, expect.stringContaining(label)]);
	}
});

test.each(['automatic', '', null, 'AutoMapInputData'])(
	'a mapping mode that there is not (%j): nothing is guessed',
	async (mappingMode) => {
		const columns = { mappingMode, value: { id: 'a', first_name: 'A', last_name: 'B' } };
		const run = await bench.run(
			{ resource: 'contact', operation: 'upsert', inputMode: 'map', columns, options: {} },
			{ items: [{ ...good('b'), company: 'input' }] },
		);
		expect(run.error ? [] : bench.taken().filter(({ company }) => company === 'input')).toEqual([]);
	},
);

test.each(['keep', 'clear'])('equal ids in different requests are sent one after the other (%s)', async (fieldsNotSent) => {
	const items = Array.from({ length: 24 }, (_, at) => ({ ...good(`c${at % 3}`), position: `p${at}`, [`work_extra_${1 + (at % 2)}`]: `e${at}` })); // prettier-ignore
	const { json } = await bench.upload({ items, fieldsNotSent, options: { batchSize: 1, parallelUploads: 8 } });
	expect(json.filter(({ accepted }) => accepted === true)).toHaveLength(24);
	for (const [id, last] of [['c0', 21], ['c1', 22], ['c2', 23]] as const) {
		const { position, section_work } = bench.sandbox.contact(id) ?? {};
		expect(position).toBe(`p${last}`);
		const parts = Object.values(section_work?.addresses?.[0] ?? {}).sort();
		expect(parts).toEqual(fieldsNotSent === 'clear' ? [`e${last}`] : [`e${last - 3}`, `e${last}`]);
	}
}); // prettier-ignore
