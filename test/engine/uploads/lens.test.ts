/** What Get reads can be sent back: only the fields that were changed change. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { uploadBench, type UploadSetting } from '../../support/upload-bench';
import { many, storedContact, storedEmployee, valueFor, type Stored } from '../../support/upload-records';

const bench = uploadBench();
jest.setTimeout(cases(60_000, 900_000));

const PER_RUN = cases(8, 40);
const numRuns = cases(3, 50);

type Resource = 'contact' | 'employee';
const STORED = { contact: storedContact, employee: storedEmployee };

const put = (resource: Resource, records: Stored[]): void => {
	bench.sandbox.reset({ emptyFields: emptyFields() });
	bench.sandbox.seed(resource === 'contact' ? { contacts: records } : { employees: records });
};

let turn = 0;
/** How the service shows fields without a value, each way in turn. */
const emptyFields = (): 'omit' | 'empty' | 'null' =>
	(['omit', 'empty', 'null'] as const)[turn++ % 3] ?? 'omit';

const stored = (resource: Resource, id: string): unknown =>
	structuredClone(resource === 'contact' ? bench.sandbox.contact(id) : bench.sandbox.employee(id));

async function sendBack(
	resource: Resource,
	items: IDataObject[],
	map: UploadSetting['map'],
	changes: string[],
): Promise<void> {
	const run = await bench.upload({ resource, items, map, fieldsNotSent: 'keep' });
	expect(run.error).toBeUndefined();
	expect(run.json.filter(({ change = '' }) => !changes.includes(change as string))).toEqual([]);
	expect(run.json).toHaveLength(items.length);
}

/** Checks many records in one run. There is no shrinking, because a failure names its record. */
const check = async (resource: Resource, property: (records: Stored[]) => Promise<void>): Promise<void> => {
	for (const records of fc.sample(many(STORED[resource], PER_RUN), { numRuns, seed: SEED }))
		await property(records);
};

describe.each(['contact', 'employee'] as const)('%s', (resource) => {
	describe.each([
		['raw', false],
		['simplified', true],
	])('%s', (_name, simplify) => {
		test.each(['json', 'auto'] as const)(
			'a record that is read, sent back (%s) and read again is the same',
			async (map) => {
				await check(resource, async (records) => {
					put(resource, records);
					const ids = records.map(({ id }) => id);
					const before = await bench.get(ids, { resource });
					await sendBack(resource, await bench.get(ids, { resource, simplify }), map, ['unchanged']);
					expect(bench.posts()).toEqual([]);
					expect(await bench.get(ids, { resource })).toEqual(before);
				});
			},
		);
	});

	test('a record with one simplified key changed has the change in the section that the key came from', async () => {
		await check(resource, async (records) => {
			put(resource, records);
			const ids = records.map(({ id }) => id);
			const read = await bench.get(ids, { resource, simplify: true });
			const before = ids.map((id) => stored(resource, id) as IDataObject);
			const changes = read.map((item, at) => change(item, at));
			await sendBack(
				resource,
				changes.map(({ item }) => item),
				'json',
				['changed', 'unchanged'],
			);
			changes.forEach(({ name, value }, at) => {
				const after = stored(resource, ids[at] ?? '');
				const expected =
					resource === 'contact' ? changed(before[at] ?? {}, name, value) : { ...before[at], [name]: value };
				expect(shown(after)).toEqual(shown(expected));
			});
		});
	});

	test('sent with Clear, a record becomes exactly what was sent', async () => {
		await check(resource, async (records) => {
			put(resource, records);
			const others = fc.sample(STORED[resource], { numRuns: records.length, seed: SEED + turn });
			const elements = others.map((other, at) => ({ ...other, id: records[at]?.id ?? '' }));
			for (const [at, element] of (elements as IDataObject[]).entries()) {
				if (resource === 'contact') delete element.tags;
				// With Clear, a birthday that is no day refuses its row.
				if (element.birthday !== undefined) element.birthday = `19${40 + at}-05-12`;
			}
			const run = await bench.upload({ resource, items: elements, map: 'json', fieldsNotSent: 'clear' });
			expect(run.json.filter(({ accepted }) => accepted !== true)).toEqual([]);
			elements.forEach((element, at) => {
				const after = stored(resource, element.id) as IDataObject;
				const tags = records[at]?.tags;
				const expected =
					resource === 'contact' ? { employee_id: 'default', ...element, ...(tags && { tags }) } : element;
				expect(shown(after)).toEqual(shown(expected));
			});
		});
	});
});

let count = 0;
/** The item with a new value for one of its simplified keys. */
function change(item: IDataObject, at: number): { item: IDataObject; name: string; value: string } {
	const keys = Object.keys(item).filter((key) => !['id', 'consents', 'tags'].includes(key));
	const name = keys[at % keys.length] ?? 'first_name';
	const [value = ''] = fc.sample(valueFor(name), { numRuns: 1, seed: count++ });
	return { item: { ...item, [name]: value }, name, value };
}

type Details = Record<string, unknown[] | undefined>;
const LIST_OF: Record<string, string> = {
	email: 'emails',
	phone_number: 'phone_numbers',
	mobile_number: 'mobile_numbers',
};

/** The expected record: the change is in the first entry of the first section that has one, work before private. */
function changed(before: IDataObject, name: string, value: string): IDataObject {
	const after = structuredClone(before);
	const list = LIST_OF[name];
	if (list === undefined && name !== 'city') return { ...after, [name]: value };
	const sections = ['section_work', 'section_private'].map(
		(key) => [key, (after[key] ?? {}) as Details] as const,
	);
	const has = (details: Details): boolean =>
		list === undefined
			? Boolean((details.addresses?.[0] as IDataObject | undefined)?.city)
			: (details[list]?.length ?? 0) > 0;
	const [key, details] = sections.find(([, own]) => has(own)) ?? sections[0] ?? ['section_work', {}];
	if (list === undefined) {
		const [first = {}, ...rest] = (details.addresses ?? []) as IDataObject[];
		return { ...after, [key]: { ...details, addresses: [{ ...first, city: value }, ...rest] } };
	}
	const [, ...rest] = details[list] ?? [];
	const entry = list === 'emails' ? value : { original: value };
	return { ...after, [key]: { ...details, [list]: [entry, ...rest] } };
}

/**
 * Numbers are compared by what was entered, because the service adds its own reading. A missing value equals a
 * blank one.
 */
function shown(record: unknown, inData = false): unknown {
	if (Array.isArray(record)) return record.map((entry) => shown(entry));
	if (typeof record !== 'object' || record === null) return record;
	if (!inData && 'original' in record) return { original: record.original };
	const entries = Object.entries(record)
		.map(([name, value]) => [name, shown(value, name === 'data')] as const)
		.filter(([, value]) => inData || !['""', '[]', '{}', 'null'].includes(JSON.stringify(value)));
	return Object.fromEntries(entries);
}
