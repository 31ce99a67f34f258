/** The requests of n8n's editor while a person fills in the fields. */
import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INode, type INodeListSearchResult, type INodeParameters } from 'n8n-workflow';

import { ACTION_TYPE } from '../support/engine';
import { actionBench, KEY, PRODUCTION_KEY } from '../support/action';
import { forgetNames } from '../support/forget';
import { sentence } from '../support/sentences';

const bench = actionBench();
beforeEach(forgetNames);

type Search = 'searchOperations' | 'searchContacts' | 'searchEmployees' | 'searchConsentTypes';

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
	const context = (apiKey = KEY, parameters: INodeParameters = {}) => {
		const node: INode = {
			id: 'n',
			name: 'Contact Consent',
			type: ACTION_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { contactConsentApi: { id: '1', name: 'test' } },
		};
		const { nodeTypes } = bench.engine;
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		const data = bench.engine.additionalData({ baseUrl: bench.sandbox.baseUrl, apiKey });
		data.currentNodeParameters = parameters;
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

	it('a list ends if the service does not know its cursor any more, and repeats no entries', async () => {
		bench.sandbox.seed({ operations: 150 });
		const { paginationToken } = await search();
		bench.sandbox.faults.add({ path: '/operations', method: 'GET', status: 410 });
		expect(await search(undefined, paginationToken)).toEqual({ results: [] });
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
			expect(bench.requests()[0]).toBe('GET /operations?limit=100');
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

	describe('a list of people', () => {
		const PEOPLE = Array.from({ length: 30 }, (_, at) => ({
			id: `p-${at}`,
			first_name: 'Björn',
			last_name: `Number ${at}`,
			email: 'b@example.com',
		}));
		const upload = (model: string, ids: string[]) => {
			const items = ids.map((model_id) => ({ id: `i-${model_id}`, model_id, status: 'success' }));
			const body = [{ id: 'o', type: 'upsert', model, status: 'finished', items }];
			bench.sandbox.faults.add({ path: '/operations', status: 200, body, times: null });
		};
		const list = async (name: Search, filter = '', apiKey = KEY) =>
			(await methods().listSearch[name].apply(context(apiKey) as never, [filter])).results;
		beforeEach(() => {
			bench.sandbox.seed({ contacts: PEOPLE, employees: PEOPLE });
		});

		it.each([
			['searchContacts', 'contact'],
			['searchEmployees', 'employee'],
		] as const)('shows in %s the names of the first 25, and the IDs of the others', async (name, model) => {
			upload(model, [...PEOPLE.map(({ id }) => id), 'p-0']);
			const rows = await list(name);
			expect(rows.map(({ value }) => value)).toEqual(PEOPLE.map(({ id }) => id));
			expect(rows.map((row) => row.name)).toEqual([
				...Array.from({ length: 25 }, (_, at) => `p-${at}: Björn Number ${at}`),
				...['p-25', 'p-26', 'p-27', 'p-28', 'p-29'],
			]);
		});

		it('is searched by name, without regard to case and accents', async () => {
			upload('contact', ['p-1', 'p-2', 'p-12']);
			const found = await list('searchContacts', 'bjorn number 1');
			expect(found).toEqual([
				{ name: 'p-1: Björn Number 1', value: 'p-1' },
				{ name: 'p-12: Björn Number 12', value: 'p-12' },
				{ name: 'Use "bjorn number 1" as the ID', value: 'bjorn number 1' },
			]);
		});

		it.each(['mueller anna', 'muller', 'MÜLLER', 'weiss', 'Weiß', 'weis müll'])(
			'is searched by the words of a name in any order and spelling: %s',
			async (typedName) => {
				bench.sandbox.seed({
					contacts: [{ id: 'm-1', first_name: 'Anna', last_name: 'Müller-Weiß' }],
				});
				upload('contact', ['m-1', 'p-1']);
				const found = (await list('searchContacts', typedName)).map(({ value }) => value);
				expect([found[0], found.includes('p-1')]).toEqual(['m-1', false]);
			},
		);

		it('reads a name once in a minute for an account, and again for another account', async () => {
			upload('contact', ['p-1', 'p-2']);
			const reads = () => bench.requests().filter((line) => line.startsWith('GET /contacts/p-'));
			await Promise.all([list('searchContacts'), list('searchContacts', 'b')]);
			await list('searchContacts', 'björn');
			expect(reads()).toHaveLength(2);
			await list('searchContacts', '', PRODUCTION_KEY);
			expect(reads()).toHaveLength(4);
			const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
			await list('searchContacts');
			now.mockRestore();
			expect(reads()).toHaveLength(6);
		});

		it('shows the ID of a record that cannot be read', async () => {
			upload('contact', ['p-1', 'gone', 'odd']);
			bench.sandbox.faults.add({ path: '/contacts/odd', status: 200, body: PEOPLE[5] });
			expect((await list('searchContacts')).map(({ name }) => name)).toEqual([
				'p-1: Björn Number 1',
				...['gone', 'odd'],
			]);
		});
	});

	describe('a list of consent types', () => {
		const consent = (type: string, granted: boolean) => ({
			type,
			granted,
			granted_at: '2026-01-01T00:00:00Z',
		});
		const person = (id: string, ...consents: object[]) => ({
			id,
			first_name: 'Ada',
			last_name: 'Lovelace',
			documentation: { consents },
		});
		const types = async (contactId: INodeParameters[string], filter = '') =>
			(await methods().listSearch.searchConsentTypes.apply(context(KEY, { contactId }) as never, [filter]))
				.results;
		beforeEach(() => {
			const newsletter = consent('newsletter', true);
			bench.sandbox.seed({
				contacts: [
					person('a', newsletter, consent('SMS', false)),
					person('b', newsletter, consent('post', true)),
					person('c'),
				] as never,
			});
			const items = ['a', 'b', 'c', 'gone'].map((model_id) => ({
				id: model_id,
				model_id,
				status: 'success',
			}));
			const body = [{ id: 'o', type: 'upsert', model: 'contact', status: 'finished', items }];
			bench.sandbox.faults.add({ path: '/operations', status: 200, body, times: null });
		});

		it.each([{ __rl: true, mode: 'list', value: 'a' }, { __rl: true, mode: 'id', value: ' a ' }, 'a'])(
			'shows those of the chosen contact, with their states (%j)',
			async (contactId) => {
				expect(await types(contactId)).toEqual([
					{ name: 'newsletter: granted', value: 'newsletter' },
					{ name: 'SMS: withdrawn', value: 'SMS' },
				]);
				expect(bench.requests()).toEqual(['GET /contacts/a']);
			},
		);

		it.each(['c', 'nobody', '', '={{ $json.id }}', '..', 'n/a'])(
			'shows those of contacts of recent uploads, if the contact has none (%j)',
			async (value) => {
				const found = await types({ __rl: true, mode: 'id', value });
				expect(found.map((one) => one.value)).toEqual(['newsletter', 'post', 'SMS']);
			},
		);

		it('is searched, and offers what was typed', async () => {
			expect(await types('a', 'sms')).toEqual([
				{ name: 'SMS: withdrawn', value: 'SMS' },
				{ name: 'Use "sms" as the type', value: 'sms' },
			]);
			expect(await types('a', ' SMS ')).toEqual([{ name: 'SMS: withdrawn', value: 'SMS' }]);
			expect(await types('a', 'granted')).toHaveLength(2);
		});

		it('offers what was typed to a key that may not list uploads', async () => {
			bench.sandbox.reset();
			bench.sandbox.faults.add({ path: '/operations', status: 403, body: { message: 'no' } });
			expect(await types('', 'news')).toEqual([{ name: 'Use "news" as the type', value: 'news' }]);
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
			await expect(asking).rejects.toThrow(
				new RegExp(`^The service ${sentence('asksToWait')} \\d\\d:\\d\\d$`),
			);
		}
		expect(bench.requests()).toHaveLength(1);
	});

	it('a failure inside n8n is told in words', async () => {
		const broken = context();
		jest.spyOn(broken, 'getCredentials').mockRejectedValue(new TypeError('x is not a function'));
		await expect(methods().listSearch.searchOperations.call(broken as never)).rejects.toMatchObject({
			message: sentence('unexpected', { doing: 'the list was read' }),
			description: expect.stringMatching(/^n8n says: x is not a function\. Run/) as string,
		});
	});

	it('the message says that an answer is damaged', async () => {
		const headers = { 'content-encoding': 'gzip' };
		bench.sandbox.faults.add({ path: '/operations', status: 200, body: [], headers, times: null });
		await expect(search()).rejects.toSay('answerDamaged');
	});

	it('the message says what is wrong with the key', async () => {
		const wrong = methods().listSearch.searchOperations.call(context('wrong-key-7d1') as never);
		await expect(wrong).rejects.toMatchObject({
			message: sentence('keyRefused'),
			httpCode: '401',
		});
	});
});
