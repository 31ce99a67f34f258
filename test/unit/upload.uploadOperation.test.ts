/** Create or Update and Update: from the parameters and input items to requests and output items. */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/operations';
import { update as updateContacts } from '../../nodes/ContactConsent/operations/contact/update';
import { upsert as upsertContacts } from '../../nodes/ContactConsent/operations/contact/upsert';
import { update as updateEmployees } from '../../nodes/ContactConsent/operations/employee/update';
import { executed, fakeN8n } from '../support/fake-n8n';

interface Given {
	resource?: 'contact' | 'employee';
	operation?: 'upsert' | 'update';
	/** The columns that are mapped by hand; `auto`: Map Automatically; missing: the input items as JSON. */
	columns?: IDataObject | 'auto';
	fieldsNotSent?: 'keep' | 'clear';
	options?: IDataObject;
	json?: unknown;
	/** The records that the service has. */
	stored?: IDataObject[];
	/** The status with which the service answers an upload. */
	status?: number;
	continues?: boolean;
}

const headers = (count: number) => ({
	'operation-id': `o${count}`,
	'operation-link': `https://service.example/o${count}`,
	'request-id': `r${count}`,
});

async function upload(input: IDataObject[], given: Given = {}) {
	const { resource = 'contact', operation = 'upsert', columns, stored = [], status = 202 } = given;
	const { fieldsNotSent = 'keep', options = {}, continues = true } = given;
	const posts: IDataObject[][] = [];
	const reads: string[] = [];
	const operations: string[] = [];
	const mapped = columns === 'auto' ? null : columns;
	const { context, hints } = fakeN8n({
		input,
		continues,
		parameters: {
			resource,
			operation,
			fieldsNotSent,
			options,
			json: given.json ?? '={{ $json }}',
			inputMode: columns === undefined ? 'json' : 'map',
			columns: {
				mappingMode: columns === 'auto' ? 'autoMapInputData' : 'defineBelow',
				value: mapped ?? null,
			},
		},
		async request({ method = 'GET', url, body }) {
			await Promise.resolve();
			const last = decodeURIComponent(url.split('/').at(-1) ?? '');
			if (method === 'POST') {
				posts.push(structuredClone(body) as unknown as IDataObject[]);
				return { statusCode: status, headers: headers(posts.length), body: { message: 'no' } };
			}
			if (url.includes('/operations/')) {
				operations.push(last);
				const items = posts.flat().map(({ id }) => ({ model_id: id, status: 'ok' }));
				return { statusCode: 200, headers: {}, body: { id: last, status: 'finished', items } };
			}
			reads.push(last);
			const found = stored.find(({ id }) => id === last);
			return {
				statusCode: found ? 200 : 404,
				headers: { 'request-id': 'r' },
				body: found ?? { message: 'no' },
			};
		},
	});
	const { items = [], error } = await executed(context, resources);
	return { items, error, posts, reads, operations, hint: hints.map(({ message }) => message).join(' ') };
}

const ADA: IDataObject = { id: 'a', first_name: 'Ada', last_name: 'Byron' };
const NOW: Given = { options: { waitUntilFinished: false } };

describe('the records of the input are', () => {
	it('the input items themselves, with Map Automatically', async () => {
		const { posts } = await upload([ADA, { ...ADA, id: 'b' }], { ...NOW, columns: 'auto' });
		expect(posts).toEqual([[ADA, { ...ADA, id: 'b' }]]);
	});

	it('the mapped columns, whatever else an item has', async () => {
		const { posts, items } = await upload([{ note: 'x', title: 'Dr.' }], { ...NOW, columns: ADA });
		expect(posts).toEqual([[ADA]]);
		expect(items[0]).not.toHaveProperty('not_sent');
	});

	it('the objects of a JSON list, with one output item each', async () => {
		const json = JSON.stringify([ADA, { ...ADA, id: 'b' }]);
		const { posts, items } = await upload([{}], { ...NOW, json });
		expect(posts).toEqual([[ADA, { ...ADA, id: 'b' }]]);
		expect(items.map(({ id, from }) => [id, from])).toEqual([
			['a', { item: 0 }],
			['b', { item: 0 }],
		]);
	});

	it('one object of JSON', async () => {
		expect((await upload([{}], { ...NOW, json: JSON.stringify(ADA) })).posts).toEqual([[ADA]]);
	});
});

describe('a record that cannot be read is named', () => {
	it('by its place if its item has several', async () => {
		const json = JSON.stringify([ADA, { id: 'b', birthday: ['7'] }, { birthday: ['7'] }]);
		const { items, posts } = await upload([{}], { ...NOW, json });
		expect(posts).toHaveLength(1);
		expect(items[1]?.error).toMatch(/^Contact "b": Birthday is a list/);
		expect(items[2]?.error).toMatch(/^The contact in place 3: Birthday is a list/);
	});

	it('by nothing if it is the only one', async () => {
		const { items } = await upload([{ ...ADA, birthday: ['7'] }], NOW);
		expect(items[0]?.error).toMatch(/^Birthday is a list/);
	});

	it('if the JSON itself cannot be read, and the other items are uploaded', async () => {
		const { items, posts } = await upload([ADA, ADA], { ...NOW, json: '{"id":' });
		expect(posts).toEqual([]);
		expect(items.map(({ error }) => typeof error)).toEqual(['string', 'string']);
	});
});

describe('with Empty Fields "send", a column that only other rows have', () => {
	const TWO = [
		{ ...ADA, title: 'Dr.' },
		{ ...ADA, id: 'b' },
	];
	const options = { waitUntilFinished: false, emptyFields: 'send' };

	it('is cleared with Map Automatically', async () => {
		expect((await upload(TWO, { columns: 'auto', options })).posts).toEqual([
			[TWO[0], { ...TWO[1], title: '' }],
		]);
	});

	it('is left alone in JSON', async () => {
		expect((await upload(TWO, { options })).posts).toEqual([TWO]);
	});
});

it.each<[what: string, given: Given, title: string]>([
	['are trimmed in columns', { columns: 'auto' }, 'Dr.'],
	['stay as they are in JSON', {}, ' Dr. '],
])('texts %s', async (_what, given, title) => {
	for (const operation of ['upsert', 'update'] as const) {
		const row = { ...ADA, title: ' Dr. ' };
		const { posts } = await upload([row], { ...NOW, ...given, operation, stored: [ADA] });
		expect(posts).toEqual([[{ ...ADA, title }]]);
	}
});

describe('the fields that are not sent', () => {
	const stored = [{ ...ADA, title: 'Dr.' }];
	const row = { ...ADA, company: 'Acme' };

	it('are kept with Keep, and with Update always', async () => {
		for (const given of [
			{ fieldsNotSent: 'keep' },
			{ operation: 'update', fieldsNotSent: 'clear' },
		] as const) {
			const { posts, reads } = await upload([row], { ...NOW, ...given, stored });
			expect([posts, reads]).toEqual([[[{ ...row, title: 'Dr.' }]], ['a']]);
		}
	});

	it('are not read with Clear', async () => {
		const { posts, reads } = await upload([row], { ...NOW, fieldsNotSent: 'clear', stored });
		expect([posts, reads]).toEqual([[[row]], []]);
	});
});

describe('Update', () => {
	it('needs only an ID', async () => {
		const { posts } = await upload([{ id: 'a', title: 'Dr.' }], {
			...NOW,
			operation: 'update',
			stored: [ADA],
		});
		expect(posts).toEqual([[{ ...ADA, title: 'Dr.' }]]);
	});

	it('creates no record, unlike Create or Update', async () => {
		const { posts, items } = await upload([ADA], { ...NOW, operation: 'update' });
		expect(posts).toEqual([]);
		expect(items[0]?.error).toSay('noRecord', { record: 'contact', id: 'a' });
		expect((await upload([ADA], NOW)).items).toMatchObject([{ id: 'a', change: 'created' }]);
	});

	it('of contacts and employees says what it needs', () => {
		expect(updateContacts.description).toMatch(/^Change existing contacts .* Only the ID is required; /);
		expect(updateEmployees.description).toMatch(/^Change existing employees /);
		expect([upsertContacts, updateContacts].map(({ value, name, action }) => [value, name, action])).toEqual([
			['upsert', 'Create or Update', 'Create or update contacts'],
			['update', 'Update', 'Update contacts'],
		]);
	});
});

describe('an output item', () => {
	it('has what the service said about the request', async () => {
		const { items } = await upload([ADA], { ...NOW, fieldsNotSent: 'clear' });
		expect(items).toEqual([
			{
				id: 'a',
				accepted: true,
				operation_id: 'o1',
				request_id: 'r1',
				operation_link: 'https://service.example/o1',
				from: { item: 0 },
			},
		]);
	});

	it('has the keys that its preview names', async () => {
		const { items } = await upload([{ ...ADA, title: 'Dr.', note: 'x' }], { stored: [ADA] });
		const keys = Object.keys(items[0] ?? {}).filter((key) => key !== 'from');
		expect(Object.keys(upsertContacts.output)).toEqual(keys);
		expect(Object.keys(updateContacts.output)).toEqual(keys);
	});
});

describe('an upload that is waited for', () => {
	it('asks once for each request, and each record has its own status', async () => {
		const input = Array.from({ length: 3 }, (_, at) => ({ ...ADA, id: `${at}` }));
		const { operations, items, hint } = await upload(input, { options: { batchSize: 2 } });
		expect(operations.sort()).toEqual(['o1', 'o2']);
		expect(items).toMatchObject(
			Array(3).fill({ operation_status: 'finished', item_status: 'ok', timed_out: false }),
		);
		expect(hint).toBe('3 contacts: 3 created.');
	});

	it('asks for nothing if nothing was accepted', async () => {
		const { operations, items, hint } = await upload([ADA], { stored: [ADA] });
		expect([operations, items[0]?.change, hint]).toEqual([[], 'unchanged', '1 contact: 1 unchanged.']);
		expect((await upload([ADA], { status: 403 })).operations).toEqual([]);
	});

	it('asks for nothing if the option is off', async () => {
		expect((await upload([ADA], NOW)).operations).toEqual([]);
	});

	it('asks for nothing if a refusal ends the run', async () => {
		const { operations, error } = await upload([ADA, { id: 'b', birthday: ['7'] }], { continues: false });
		expect([operations, error?.message]).toEqual([[], 'Row 2 (b): Birthday is a list, not a text']);
	});
});

it('an input of empty items is no row that was refused', async () => {
	for (const columns of [undefined, 'auto'] as const) {
		const { items, posts, error } = await upload([{}, {}], { ...NOW, columns, continues: false });
		expect([items, posts, error]).toEqual([[], [], undefined]);
	}
	const { items } = await upload([{}, { note: 'x' }], { ...NOW, columns: 'auto' });
	expect(items.map(({ error }) => error !== undefined)).toEqual([true, true]);
});
