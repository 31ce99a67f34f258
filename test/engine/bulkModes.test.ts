/** The ways of handing elements over: columns mapped by hand, JSON, and employees. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

const failuresOf = (json: IDataObject[]) => json.filter(({ error }) => error !== undefined);

describe('Map Each Column Manually', () => {
	const columns = {
		id: '={{ $json.number }}',
		first_name: "={{ $json.name.split(' ')[0] }}",
		last_name: "={{ $json.name.split(' ')[1] }}",
		work_emails: '={{ $json.mails }}',
		data: '={{ $json.more }}',
		title: null,
		company: '',
	};

	it('resolves expressions for each item', async () => {
		await bench.upload({
			columns,
			items: [
				{ number: 1, name: 'Ada Lovelace', mails: ['a@example.com'], more: { a: 1 } },
				{ number: 2, name: 'Grace Hopper', mails: 'b@example.com;c@example.com' },
			],
		});
		expect(bench.lastBody()).toEqual([
			{
				id: '1',
				first_name: 'Ada',
				last_name: 'Lovelace',
				data: { a: '1' },
				section_work: { emails: [{ email: 'a@example.com' }] },
			},
			{
				id: '2',
				first_name: 'Grace',
				last_name: 'Hopper',
				section_work: { emails: [{ email: 'b@example.com' }, { email: 'c@example.com' }] },
			},
		]);
	});

	it('blames a broken expression on its item alone', async () => {
		const { json } = await bench.upload({
			columns,
			items: [
				{ number: 1, name: null },
				{ number: 2, name: 'Grace Hopper' },
			],
			onError: 'continueRegularOutput',
		});
		expect(failuresOf(json)).toEqual([json[0]]);
		expect(Object.keys(json[0] ?? {})).toEqual(['error', 'message']);
		expect(`${json[0]?.error as string}${json[0]?.message as string}`).not.toContain('\n');
		expect(json[0]?.message).toMatch(/row 1 of the input/);
		expect(bench.stored()).toEqual(['2']);
	});

	it('says what is missing where nothing has been mapped', async () => {
		for (const mapped of [null, {}]) {
			const { error } = await bench.upload({ columns: mapped });
			expect(error?.message).toBe('No contact is there');
		}
		expect(bench.sandbox.log.count()).toBe(0);
	});
});

describe('JSON', () => {
	const two = [contact('a'), contact('b')];

	it.each<[what: string, json: unknown, ids: string[]]>([
		['an object', two[0], ['a']],
		['a list', two, ['a', 'b']],
		['the text of an object', JSON.stringify(two[0]), ['a']],
		['the text of a list', JSON.stringify(two), ['a', 'b']],
		['an expression that gives an object', '={{ $json.list[1] }}', ['b']],
		['an expression that gives a list', '={{ $json.list }}', ['a', 'b']],
		['an expression that gives text', '={{ JSON.stringify($json.list) }}', ['a', 'b']],
		['an empty list', [], []],
	])('takes %s', async (_what, json, ids) => {
		const run = await bench.upload({ json, items: [{ list: two }] });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ id }) => id)).toEqual(ids);
		expect(bench.stored()).toEqual(ids);
	});

	it('takes several elements from each of several items, paired to their item', async () => {
		const { outputs } = await bench.upload({
			json: '={{ $json.list }}',
			items: [{ list: two }, { list: [] }, { list: [contact('c')] }],
		});
		expect(bench.uploads()).toHaveLength(1);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['a', { item: 0 }],
			['b', { item: 0 }],
			['c', { item: 2 }],
		]);
	});

	it.each<[what: string, json: string, says: RegExp]>([
		[
			'malformed text',
			'={{ $json.id === "x" ? "{oops" : $json }}',
			/^The parameter 'JSON' is not valid JSON \(.*\)$/,
		],
		['a number', '={{ $json.id === "x" ? 42 : $json }}', /neither an object nor a list of objects/],
		['nothing', '={{ $json.id === "x" ? "" : $json }}', /^The parameter 'JSON' is empty$/],
		['null', '={{ $json.id === "x" ? null : $json }}', /^The parameter 'JSON' is empty$/],
	])('refuses %s for its item alone', async (_what, json, says) => {
		const items = [contact('x'), contact('y')];
		const stopped = await bench.upload({ json, items });
		expect(stopped.error?.message).toMatch(says);
		expect(bench.sandbox.log.count()).toBe(0);

		const run = await bench.upload({ json, items, onError: 'continueRegularOutput' });
		expect(run.json[0]?.error).toMatch(says);
		expect(run.outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
		expect(bench.stored()).toEqual(['y']);
	});

	it('refuses a text in a list by itself, and sends the others', async () => {
		const json = '={{ $json.id === "x" ? [$json, "b"] : $json }}';
		const items = [contact('x'), contact('y')];
		const run = await bench.upload({ json, items, onError: 'continueRegularOutput' });
		expect(run.json[1]?.error).toBe(
			'The contact in place 2: The JSON is neither an object nor a list of objects',
		);
		expect(bench.stored()).toEqual(['x', 'y']);
	});
});

describe('employees', () => {
	const employee = (id: string, more: IDataObject = {}) => ({
		id,
		first_name: 'Grace',
		email: 'grace@example.com',
		...more,
	});

	it('one that the service refuses does not keep back the others', async () => {
		const items = ['a', 'b', 'c'].map((id) => employee(id, id === 'b' ? { email: 'nonsense' } : {}));
		const { json } = await bench.upload({ resource: 'employee', items, onError: 'continueRegularOutput' });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			'a',
			'Email "nonsense": is not a valid email',
			'c',
		]);
		expect(json[1]?.message).toMatch(/ 0 › email: invalid value \(v1c001\).*Request-Id: \S+$/);
		expect(bench.sandbox.employee('b')).toBeUndefined();
		expect(bench.sandbox.employee('c')).toBeDefined();
	});

	it('keep what is not sent', async () => {
		bench.sandbox.seed({ employees: [employee('e', { city: 'Arlington', tags: ['a', 'b'] })] as never });
		const { error } = await bench.upload({
			resource: 'employee',
			items: [{ id: 'e', Department: 'Navy' }],
			fieldsNotSent: 'keep',
		});
		expect(error).toBeUndefined();
		const expected = employee('e', { city: 'Arlington', tags: ['a', 'b'], department: 'Navy' });
		expect(bench.lastBody()).toEqual([expected]);
		expect(bench.sandbox.employee('e')).toMatchObject(expected);
	});
});
