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
});

describe('JSON', () => {
	const two = [contact('a'), contact('b')];

	it.each<[what: string, json: unknown, ids: string[]]>([
		['a list', two, ['a', 'b']],
		['the text of a list', JSON.stringify(two), ['a', 'b']],
		['an expression that gives a list', '={{ $json.list }}', ['a', 'b']],
		['an empty list', [], []],
	])('takes %s', async (_what, json, ids) => {
		const run = await bench.upload({ json, items: [{ list: two }] });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ id }) => id)).toEqual(ids);
		expect(bench.stored()).toEqual(ids);
	});

	it.each<[what: string, json: string, says: RegExp]>([
		[
			'malformed text',
			'={{ $json.id === "x" ? "{oops" : $json }}',
			/^The parameter 'JSON' is not valid JSON \(.*\)$/,
		],
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
});
