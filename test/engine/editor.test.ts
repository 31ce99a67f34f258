/** The requests of n8n's editor while a person fills in the fields. */
import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INode, type INodeListSearchResult } from 'n8n-workflow';

import { ACTION_TYPE } from '../support/engine';
import { actionBench, KEY } from '../support/action';

const bench = actionBench();

type Search = 'searchOperations' | 'searchContacts' | 'searchEmployees';

describe('in the editor,', () => {
	const methods = () => {
		const { methods } = bench.engine.loader.getNode('contactConsent').type as {
			methods?: {
				listSearch: Record<Search, (filter?: string, token?: string) => Promise<INodeListSearchResult>>;
			};
		};
		if (!methods) throw new Error('The node has no methods');
		return methods;
	};
	const context = (apiKey = KEY) => {
		const node: INode = {
			...{ id: 'n', name: 'Contact Consent', type: ACTION_TYPE, typeVersion: 1, position: [0, 0] },
			...{ parameters: {}, credentials: { contactConsentApi: { id: '1', name: 'test' } } },
		};
		const { nodeTypes } = bench.engine;
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		const data = bench.engine.additionalData({ baseUrl: bench.sandbox.baseUrl, apiKey });
		return new LoadOptionsContext(workflow, node, data, '');
	};
	const search = (...given: [filter?: string, token?: string]) =>
		methods().listSearch.searchOperations.apply(context() as never, given);

	it('operations are listed by type, time and status, page by page', async () => {
		const { operationIds } = bench.sandbox.seed({ operations: 150 });
		const first = await search();
		const second = await search(undefined, first.paginationToken);
		expect([...first.results, ...second.results].map(({ value }) => value)).toEqual(
			[...operationIds].reverse(),
		);
		expect(first.results[0]?.name).toMatch(/^upsert contact · \d{4}-.* · finished$/);
		expect([first.results.length, second.paginationToken]).toEqual([100, undefined]);
	});

	it.each([
		['an id', () => String(bench.sandbox.state().operations[0]?.id), 1],
		['a status, in any case', () => 'FINISHED', 3],
	])('operations are found by %s', async (_, filter, count) => {
		bench.sandbox.seed({ operations: 3 });
		const { results } = await search(filter());
		expect(results.filter(({ name }) => name.includes('finished')).length).toBe(count);
	});

	describe('an ID that is typed', () => {
		const BJORN = { id: 'demo-02', first_name: 'Björn', last_name: 'Albrecht' };
		const typed = async (name: Search, ...given: [filter?: string, token?: string]) =>
			(await methods().listSearch[name].apply(context() as never, given)).results;
		beforeEach(() => {
			bench.sandbox.seed({ contacts: [BJORN], employees: [{ ...BJORN, email: 'b@example.com' }] });
			bench.sandbox.seed({ operations: 3 });
		});

		it.each(['searchContacts', 'searchEmployees'] as const)(
			'is shown with the name of the record in %s',
			async (name) => {
				const found = { name: 'demo-02: Björn Albrecht', value: 'demo-02' };
				expect(await typed(name, ' demo-02 ')).toEqual([found]);
			},
		);

		it.each(['searchContacts', 'searchEmployees', 'searchOperations'] as const)(
			'is offered unchanged in %s if the service does not have it',
			async (name) =>
				expect(await typed(name, 'nobody')).toEqual([{ name: 'Use "nobody" as the ID', value: 'nobody' }]),
		);

		it('stands behind recently uploaded records whose ID contains it', async () => {
			const [{ value } = { value: '' }] = await typed('searchContacts');
			const part = String(value).slice(0, 3);
			const rows = (await typed('searchContacts', part)).map((row) => row.value);
			expect([rows.includes(value), rows.at(-1)]).toEqual([true, part]);
		});

		it.each(['', '  ', '..'])('is not looked up if it cannot be an ID: %j', async (filter) => {
			const rows = await typed('searchContacts', filter);
			expect(rows.map(({ value }) => value)).not.toContain(filter);
			expect(bench.requests()).toEqual(['GET /operations?limit=100']);
		});

		it('is not offered with the name of another record', async () => {
			bench.sandbox.faults.add({ path: '/contacts/x', status: 200, body: BJORN });
			expect(await typed('searchContacts', 'x')).toEqual([{ name: 'Use "x" as the ID', value: 'x' }]);
		});

		it('is looked up for a key that may not list uploads, and offered unchanged if it is unknown', async () => {
			bench.sandbox.faults.add({ path: '/operations', status: 403, body: { message: 'no' }, times: 2 });
			expect(await typed('searchContacts', 'demo-02')).toEqual([
				{ name: 'demo-02: Björn Albrecht', value: 'demo-02' },
			]);
			expect(await typed('searchContacts', 'nobody')).toEqual([
				{ name: 'Use "nobody" as the ID', value: 'nobody' },
			]);
		});

		it('is offered while the service refuses to read it; names are shown on one line', async () => {
			bench.sandbox.faults.add({ path: '/contacts/x', status: 403, body: { message: 'no' } });
			expect(await typed('searchContacts', 'x')).toEqual([{ name: 'Use "x" as the ID', value: 'x' }]);
			const body = { id: 'y', first_name: 'A\nB', last_name: null };
			bench.sandbox.faults.add({ path: '/contacts/y', status: 200, body });
			expect(await typed('searchContacts', 'y')).toEqual([{ name: 'y: A B', value: 'y' }]);
		});
	});

	it('markup is shown as plain text', async () => {
		const [id, type] = ['<img src=x>', '<b>upsert</b>'];
		const items = [{ id: 'i', model_id: id, status: 'success' }];
		const body = [{ id, type: `${type} contact`, model: 'contact', status: 'finished', items }];
		bench.sandbox.faults.add({ path: '/operations', status: 200, body, times: 3 });
		for (const name of ['searchContacts', 'searchOperations'] as const) {
			const { results } = await methods().listSearch[name].apply(context() as never);
			expect(results.map((row) => [row.name.includes('<'), row.value])).toEqual([[false, id]]);
		}
	});

	it('the key is masked, and operations without an ID are left out', async () => {
		const key = '<what must not be seen>';
		const body = [{ id: key, type: 'upsert', status: key }, { type: 'upsert' }];
		bench.sandbox.faults.add({ path: '/operations', status: 200, body });
		const { results } = await methods().listSearch.searchOperations.apply(context(key) as never);
		expect(results).toEqual([{ name: 'upsert · ***', value: '***' }]);
	});

	it('a search fails at once if the service asks to wait, instead of keeping a person waiting', async () => {
		bench.sandbox.faults.add({ path: '/operations', status: 429, headers: { 'retry-after': '600' } });
		for (const filter of ['', 'x']) {
			const asking = methods().listSearch.searchContacts.call(context('own-key') as never, filter);
			await expect(asking).rejects.toThrow(/^The service asks to wait until \d\d:\d\d$/);
		}
		expect(bench.requests()).toHaveLength(1);
	});

	it('a failure inside n8n is told in words', async () => {
		const broken = context();
		jest.spyOn(broken, 'getCredentials').mockRejectedValue(new TypeError('x is not a function'));
		await expect(methods().listSearch.searchOperations.call(broken as never)).rejects.toMatchObject({
			message: 'Something unexpected happened while the list was read',
			description: expect.stringMatching(/^n8n says: x is not a function\. Run/) as string,
		});
	});

	it('the message says that an answer is damaged', async () => {
		const headers = { 'content-encoding': 'gzip' };
		bench.sandbox.faults.add({ path: '/operations', status: 200, body: [], headers, times: null });
		await expect(search()).rejects.toThrow(/arrived damaged/);
	});

	it('the message says what is wrong with the key', async () => {
		const wrong = methods().listSearch.searchOperations.call(context('wrong-key-7d1') as never);
		await expect(wrong).rejects.toMatchObject({
			message: 'The service refused the API key',
			httpCode: '401',
		});
	});
});
