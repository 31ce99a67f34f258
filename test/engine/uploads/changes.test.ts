/** The output shows what a real run has changed, so that it can be checked and taken back. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { uploadBench } from '../../support/upload-bench';
import { apply, caseOf, comparable, type Changes } from '../../support/upload-changes';

const bench = uploadBench();
jest.setTimeout(cases(60_000, 600_000));

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const section_work = { emails: ['a@example.com', 'b@example.com'], phone_numbers: [{ original: '030 1' }] };

test('a changed record has the same changes as in the dry run; a created or unchanged one has none', async () => {
	bench.sandbox.seed({ contacts: ['a', 'b'].map((id) => ({ id, ...names, company: 'Acme', section_work })) });
	const items = [
		{ id: 'a', company: 'Analytical', work_emails: 'b@example.com; c@example.com', city: 'London' },
		{ id: 'b', company: 'Acme' },
		{ id: 'c', ...names },
	];
	const dry = await bench.upload({ items, options: { dryRun: true } });
	const { json } = await bench.upload({ items });
	expect(json[0]?.changes).toEqual({
		company: { from: 'Acme', to: 'Analytical' },
		work_emails: { from: ['a@example.com', 'b@example.com'], to: ['b@example.com', 'c@example.com'] },
		work_city: { from: null, to: 'London' },
	});
	expect(json[0]?.changes).toEqual(dry.json[0]?.changes);
	expect(Object.keys(json[0] ?? {}).slice(0, 7)).toEqual([
		...['id', 'accepted', 'change', 'changes', 'item_status', 'operation_status', 'timed_out'],
	]);
	expect(json.map(({ change, changes }) => [change, changes !== undefined])).toEqual([
		['changed', true],
		['unchanged', false],
		['created', false],
	]);
});

test('of several rows with one ID, only the last one has changes', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names }] });
	const items = [
		{ id: 'a', company: 'Acme' },
		{ id: 'a', title: 'Dr' },
	];
	const { json } = await bench.upload({ items });
	expect(json.map(({ changes }) => changes)).toEqual([
		undefined,
		{ company: { from: null, to: 'Acme' }, title: { from: null, to: 'Dr' } },
	]);
});

test('with Clear nothing is read, so rows have no changes', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, company: 'Acme' }] });
	const { json } = await bench.upload({ items: [{ id: 'a', ...names }], fieldsNotSent: 'clear' });
	expect(json[0]).toMatchObject({ accepted: true });
	expect(json[0]).not.toHaveProperty('changes');
});

test.each(['contact', 'employee'] as const)(
	'the changes, applied to the stored record, give the new record (%s)',
	async (resource) => {
		for (const sample of fc.sample(caseOf(resource, 20), { numRuns: cases(3, 40), seed: SEED })) {
			bench.sandbox.reset();
			bench.sandbox.seed(resource === 'contact' ? { contacts: sample.stored } : { employees: sample.stored });
			const recordOf = (id: string) =>
				structuredClone(resource === 'contact' ? bench.sandbox.contact(id) : bench.sandbox.employee(id));
			const before = new Map(sample.stored.map(({ id }) => [id, recordOf(id)]));
			const { json } = await bench.upload({ resource, items: sample.elements, map: 'json' });
			for (const { id, changes } of json as Array<{ id?: string; changes?: Changes }>) {
				// A created record tells its consents alone.
				if (id === undefined || changes === undefined || !before.has(id)) continue;
				const told = apply(before.get(id), changes, resource, recordOf(id));
				expect(comparable(told, resource)).toEqual(comparable(recordOf(id), resource));
			}
		}
	},
);

test('uploading the from values of the changes restores the record', async () => {
	const stored = { id: 'a', ...names, company: 'Acme', title: 'Dr', section_work };
	bench.sandbox.seed({ contacts: [stored] });
	const before = structuredClone(bench.sandbox.contact('a'));
	const items = [{ id: 'a', company: 'X', title: '', work_emails: '', work_phone_numbers: '030 1, 030 2' }];
	const options = { emptyFields: 'send' };
	const { json } = await bench.upload({ items, options });
	const changes = json[0]?.changes as Record<string, { from: unknown }>;
	const back = Object.fromEntries(
		Object.entries(changes).map(([column, { from }]) => [column, from]),
	) as IDataObject;
	await bench.upload({ items: [{ id: 'a', ...back }], map: 'json', options });
	expect(bench.sandbox.contact('a')).toEqual(before);
});
