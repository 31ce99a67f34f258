/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import type { IDataObject } from 'n8n-workflow';

import { resolved, UNRESOLVED } from '../../nodes/ContactConsent/run/references';
import { bulkBench } from '../support/bulk';

const ITEM: IDataObject = {
	email: 'ada@example.com',
	'zip code': '04109',
	count: 3,
	nothing: null,
	nested: { list: ['a', { b: 'c' }] },
};

describe('a reference to a field of the input', () => {
	it.each([
		['={{ $json.email }}', 'ada@example.com'],
		['={{$json.email}}', 'ada@example.com'],
		['={{ $json["zip code"] }}', '04109'],
		["={{ $json['zip code'] }}", '04109'],
		['={{ $json.count }}', 3],
		['={{ $json.nothing }}', null],
		['={{ $json.missing }}', undefined],
		['={{ $json.nested.list[1].b }}', 'c'],
		['={{ $json.nested.list }}', ['a', { b: 'c' }]],
		['={{ $json }}', ITEM],
		['text', 'text'],
		['', ''],
		[true, true],
		[undefined, undefined],
	])('%s is looked up', (raw, value) => {
		expect(resolved(raw, ITEM)).toEqual(value);
	});

	it.each([
		'={{ $json.email.trim() }}',
		'={{ $json.email + "x" }}',
		'={{ $json.missing.deeper }}',
		'={{ $json.nothing.deeper }}',
		'={{ $json.constructor }}',
		'={{ $json.email.length }}',
		'={{ $json["__proto__"] }}',
		'= {{ $json.email }}',
		'={{ $json.email }} ',
		'=Mail {{ $json.email }}',
		'={{ $json.email }}{{ $json.email }}',
		'={{ $input.item.json.email }}',
		'=email',
	])('%s is left to n8n', (raw) => {
		expect(resolved(raw, ITEM)).toBe(UNRESOLVED);
	});

	it('leaves dates and lists of parameters to n8n', () => {
		expect(resolved('={{ $json.at }}', { at: new Date(0) })).toBe(UNRESOLVED);
		expect(resolved({ a: '={{ $json.a }}' }, ITEM)).toBe(UNRESOLVED);
	});
});

describe('columns mapped by references', () => {
	const bench = bulkBench();
	const rows: IDataObject[] = [
		{ Id: 'a', First: 'Ada', Last: 'Lovelace', Zip: '04109', Phones: ['+49 151 1', '+49 151 2'] },
		{ Id: 'b', First: 'Bo', Last: 'Li', Zip: 4109, Phones: null },
		{ Id: 3, First: 'Cy', Last: true, Phones: '' },
		{ Id: 'd', First: null, Last: 'Dot' },
	];

	const columnsBy = (reference: (field: string) => string): IDataObject => ({
		id: reference('Id'),
		first_name: reference('First'),
		last_name: reference('Last'),
		work_zip_code: reference('Zip'),
		work_mobile_numbers: reference('Phones'),
		company: 'Example GmbH',
		position: "={{ $json.Id + ' of all' }}",
	});

	it('send what n8n would have made of them', async () => {
		const sent = async (reference: (field: string) => string) => {
			bench.sandbox.reset();
			const run = await bench.upload({
				items: rows,
				columns: columnsBy(reference),
				onError: 'continueRegularOutput',
			});
			return [bench.lastBody(), run.json.map(({ id, accepted, error }) => ({ id, accepted, error }))];
		};
		const lookedUp = await sent((field) => `={{ $json.${field} }}`);
		const evaluated = await sent((field) => `={{ ($json.${field}) }}`);
		expect(lookedUp).toEqual(evaluated);
		expect(lookedUp[0]).toHaveLength(3);
	});
});

describe('a JSON column beside references', () => {
	const bench = bulkBench({ logBodies: false, visible: 'onAccept' });
	const COUNT = 1000;
	const names = [
		'id',
		'first_name',
		'last_name',
		'title',
		'degree',
		'company',
		'position',
		'language',
		'website',
	];
	const columns = Object.fromEntries([...names, 'work_city'].map((name) => [name, `={{ $json.${name} }}`]));
	const items = Array.from({ length: COUNT }, (_, n): IDataObject => ({
		...Object.fromEntries([...names, 'work_city'].map((name) => [name, `${name} ${n}`])),
		website: `https://example.com/${n}`,
		language: 'en',
		more: { shoe_size: `${n}` },
	}));

	const timeOf = async (mapped: IDataObject): Promise<number> => {
		bench.sandbox.reset();
		bench.sandbox.faults.add({ path: '/contacts', status: 202, body: {}, times: null });
		const started = performance.now();
		const { error, json } = await bench.upload({ items, columns: mapped });
		expect([error, json.length]).toEqual([undefined, COUNT]);
		return performance.now() - started;
	};
	const bestOf = async (mapped: IDataObject): Promise<number> => {
		const times: number[] = [];
		for (let run = 0; run < 5; run++) times.push(await timeOf(mapped));
		return Math.min(...times);
	};

	it('does not send the other columns back to n8n', async () => {
		await bestOf(columns);
		const without = await bestOf(columns);
		const beside = await bestOf({ ...columns, data: '={{ $json.more }}' });
		const evaluated = await timeOf({ ...columns, data: '={{ ({ ...$json.more }) }}' });
		if (process.env.SHOW_TIMES) console.log({ without, beside, evaluated });
		// 1.5 times on a quiet machine; all columns evaluated by n8n took twenty times as long.
		expect(beside).toBeLessThan(3 * without + 100);
	}, 60_000);
});
