/** A dry run changes nothing at the service and predicts what the real run does. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { uploadBench, type UploadSetting } from '../../support/upload-bench';
import { apply, caseOf, comparable, type Case, type Changes } from '../../support/upload-changes';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
jest.setTimeout(cases(60_000, 900_000));

const PER_RUN = 20;
const numRuns = cases(2, 50);

type Resource = 'contact' | 'employee';

function recordsOf(resource: Resource): Map<string, unknown> {
	const { contacts, employees } = bench.sandbox.state();
	const records = resource === 'contact' ? contacts : employees;
	return new Map(records.map((record) => [record.id, structuredClone(record)]));
}

function checkItem(json: IDataObject): void {
	const keys = Object.keys(json).join();
	expect(['id,dry_run,exists,changes', 'id,dry_run,exists,changes,not_sent']).toContain(keys);
	expect([json.dry_run, typeof json.exists]).toEqual([true, 'boolean']);
}

async function checkRun(
	resource: Resource,
	{ stored, elements }: Case,
	setting: UploadSetting,
): Promise<void> {
	bench.sandbox.reset();
	bench.sandbox.seed(resource === 'contact' ? { contacts: stored } : { employees: stored });
	const before = recordsOf(resource);
	const dry = await bench.upload({
		...setting,
		options: { ...setting.options, dryRun: true },
	});
	expect(dry.error).toBeUndefined();
	expect(bench.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
	expect(recordsOf(resource)).toEqual(before);

	const real = await bench.upload(setting);
	const after = recordsOf(resource);
	const told = new Map(before);
	/** What the first row of each ID said. All rows of an ID are one upload, so the others must say the same. */
	const ids = new Map<string, IDataObject>();
	expect([dry.json.length, real.json.length]).toEqual([elements.length, elements.length]);
	dry.json.forEach((json, at) => {
		expect(dry.outputs[0]?.[at]?.pairedItem).toEqual({ item: at });
		if (json.would_be_refused !== undefined) {
			expect(Object.keys(json)).toEqual(['id', 'dry_run', 'would_be_refused', 'message']);
			expect(real.json[at]).toEqual({ error: json.would_be_refused, message: json.message });
			return;
		}
		checkItem(json);
		const { id, exists, changes } = json as { id: string; exists: boolean; changes: Changes };
		expect([id, exists]).toEqual([elements[at]?.id, before.has(id)]);
		const isUnchanged = Object.keys(changes).length === 0;
		const change = isUnchanged ? 'unchanged' : exists ? 'changed' : 'created';
		const more = setting.fieldsNotSent === 'clear' ? { accepted: true } : { change };
		expect(real.json[at]).toMatchObject({ id, ...more });
		expect(real.json[at]?.not_sent).toEqual(json.not_sent);
		const shared = { id, exists, changes };
		const first = ids.get(id);
		if (first !== undefined) {
			expect(shared).toEqual(first);
			return;
		}
		told.set(id, apply(told.get(id), changes, resource, after.get(id)));
		ids.set(id, shared);
	});
	expect(ids.size).toBeGreaterThan(0);
	for (const [id, record] of told) {
		if (!ids.has(id)) expect(after.get(id)).toEqual(record);
		expect({ id, record: comparable(record, resource) }).toEqual({
			id,
			record: comparable(after.get(id), resource),
		});
	}
}

describe.each(['contact', 'employee'] as const)('a dry run of %s uploads', (resource) => {
	test.each([
		['keep', 'omit', 'ignore'],
		['keep', 'send', 'customData'],
		['clear', 'omit', 'customData'],
		['clear', 'send', 'ignore'],
	])(
		'with %s, empty fields %s, unknown fields %s predicts the real run',
		async (fieldsNotSent, emptyFields, unknownFields) => {
			const samples = fc.sample(caseOf(resource, PER_RUN), { numRuns, seed: SEED });
			for (const sample of samples) {
				const { elements: items } = sample;
				await checkRun(resource, sample, {
					resource,
					fieldsNotSent,
					items,
					map: 'json',
					options: { emptyFields, unknownFields },
				});
			}
		},
	);
});

test('a dry run says that a real one would stop at a refused row, unless it would go on', async () => {
	const items = [{ id: 'a', first_name: 'Ada', last_name: 'B' }, { id: 'b' }];
	const stopping = await bench.upload({ items, options: { dryRun: true }, onError: 'stopWorkflow' });
	expect(stopping.hints[0]?.message).toMatch(
		new RegExp(`would be refused.*Row 2.*${sentence('realRunStops')}`),
	);
	const goingOn = await bench.upload({ items, options: { dryRun: true }, onError: 'continueErrorOutput' });
	expect(goingOn.hints[0]?.message).not.toSay('realRunStops');
	const [good] = items;
	const fine = await bench.upload({
		items: [{ ...good }],
		options: { dryRun: true },
		onError: 'stopWorkflow',
	});
	expect(fine.hints[0]?.message).not.toSay('realRunStops');
	const real = await bench.upload({ items, onError: 'stopWorkflow' });
	expect([real.error === undefined, bench.posts()]).toEqual([false, []]);
});
