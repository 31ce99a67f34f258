/** A list that is read page by page. */
import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { readPages } from '../../nodes/ContactConsent/transport/readPages';
import type { FailureFacts, Send, ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { sentence } from '../support/sentences';

const LIST: ServiceRequest = {
	method: 'GET',
	path: ['events'],
	query: { type: 'update', limit: 2 },
	expect: 'list',
	repeatable: 'safe',
};

type Answer = [items: string[], headers: Record<string, string>] | Error;
/** The pages by their cursor (the first page has none): the IDs of the items and the headers, or a failure. */
type Pages = Record<string, Answer | (() => Answer)>;

const next = (cursor: string) => ({ 'next-cursor': cursor, 'request-id': 'r-1' });

function serviceWith(pages: Pages) {
	const asked: unknown[][] = [];
	const send = (request: ServiceRequest, limits: unknown) => {
		asked.push([request, limits]);
		if (asked.length > 99) throw new Error('A list without end');
		const page = pages[request.query?.cursor ?? 'first'] ?? [[], {}];
		const answer = typeof page === 'function' ? page() : page;
		if (answer instanceof Error) return Promise.reject(answer);
		const [items, headers] = answer;
		return Promise.resolve({
			status: 200,
			headers,
			body: items.map((id): IDataObject => (id ? { id } : {})),
		});
	};
	return { send: send as unknown as Send, asked };
}

/** The items, the next cursor and the service's clock of each page. */
async function read(pages: Pages, from?: string) {
	const { send, asked } = serviceWith(pages);
	const seen: unknown[] = [];
	let error: unknown;
	try {
		for await (const { items, nextCursor, date } of readPages(send, LIST, from)) {
			const ids = (items as Array<{ id: string }>).map(({ id }) => id);
			seen.push([ids.join(''), nextCursor, date]);
		}
	} catch (caught) {
		error = caught;
	}
	return { seen, error, requests: asked.length };
}

/** The IDs of each page. */
const items = async (pages: Pages) => (await read(pages)).seen.map((page) => (page as string[])[0]);

it("a list gives each page with its items, its cursor and the service's clock", async () => {
	const pages: Pages = {
		first: [['a', 'b'], { ...next('2'), date: 'Sun, 01 Mar 2026 12:00:00 GMT' }],
		2: [['c', 'd'], next('3')],
		3: [['e'], {}],
	};
	expect(await read(pages)).toEqual({
		seen: [
			['ab', '2', 'Sun, 01 Mar 2026 12:00:00 GMT'],
			['cd', '3', undefined],
			['e', undefined, undefined],
		],
		error: undefined,
		requests: 3,
	});
});

it('a list repeats the whole request for each page, with the time that is left', async () => {
	jest.useFakeTimers();
	try {
		const { send, asked } = serviceWith({ first: [['a'], next('2')], 2: [['b'], {}] });
		for await (const { items } of readPages(send, LIST, undefined, { within: 7000 })) {
			expect(items).toHaveLength(1);
			await jest.advanceTimersByTimeAsync(3000);
		}
		expect(asked).toEqual([
			[{ ...LIST, query: { type: 'update', limit: 2, cursor: undefined } }, { within: 7000 }],
			[{ ...LIST, query: { type: 'update', limit: 2, cursor: '2' } }, { within: 4000 }],
		]);
	} finally {
		jest.useRealTimers();
	}
});

it.each<[string, string | undefined, Pages, string[]]>([
	[
		'pages in a circle',
		undefined,
		{ first: [['a'], next('2')], 2: [['b'], next('3')], 3: [['c'], next('2')] },
		['a', 'b', 'c'],
	],
	['the page that it began with', '2', { 2: [['b'], next('2')] }, ['b']],
])('a list ends with an error if a cursor comes twice: %s', async (_, from, pages, items) => {
	const { seen, error } = await read(pages, from);
	expect(seen.map((page) => (page as string[])[0])).toEqual(items);
	expect(error).toMatchObject({
		message: sentence('sameCursor'),
		facts: { kind: 'endless', requestId: 'r-1' },
	});
	expect((error as ServiceError).describe()).toBe(
		'The list would never end. Report this to the support of the service. Request-Id: r-1',
	);
});

it('a list ends at an empty page that repeats its own cursor', async () => {
	const pages: Pages = { first: [['a'], next('2')], 2: [[], next('2')] };
	const { seen, error, requests } = await read(pages);
	expect([seen.length, error, requests]).toEqual([2, undefined, 2]);
});

it('a list goes on after an empty page that leads to another one', async () => {
	const pages: Pages = { first: [['a'], next('2')], 2: [[], next('3')], 3: [['b'], {}] };
	expect(await items(pages)).toEqual(['a', '', 'b']);
});

it('a list leaves out items that an earlier page had', async () => {
	const pages: Pages = { first: [['a', 'b'], next('2')], 2: [['b', 'c', 'c'], {}] };
	expect(await items(pages)).toEqual(['ab', 'c']);
});

it('a list keeps all items without an ID', async () => {
	const { send } = serviceWith({ first: [['', '', 'a'], next('2')], 2: [['', 'a'], {}] });
	const pages: IDataObject[][] = [];
	for await (const { items: kept } of readPages(send, LIST)) pages.push(kept);
	expect(pages).toEqual([[{}, {}, { id: 'a' }], [{}]]);
});

it('a list keeps all items whose ID is an empty text, as it keeps those without one', async () => {
	const named = (...names: string[]) => names.map((name): IDataObject => ({ id: '', name }));
	const bodies = [named('a', 'b'), named('b', 'c')];
	const send = (() => {
		const headers = bodies.length > 1 ? next('2') : {};
		return Promise.resolve({ status: 200, headers, body: bodies.shift() });
	}) as unknown as Send;
	const names: unknown[] = [];
	for await (const { items: kept } of readPages(send, LIST)) names.push(...kept.map(({ name }) => name));
	expect(names).toEqual(['a', 'b', 'b', 'c']);
});

describe('pages without a new item', () => {
	const NEW: Pages = { first: [['a'], next('2')] };
	/** Pages from 2 on, which have the first item again. */
	const old = (last: number): Pages =>
		Object.fromEntries(
			Array.from({ length: last - 1 }, (_, at) => [String(at + 2), [['a'], next(String(at + 3))]]),
		);

	it('end the list with an error, if there are 20 in a row', async () => {
		const { seen, error } = await read({ ...NEW, ...old(30) });
		expect(seen).toHaveLength(21);
		expect(error).toMatchObject({
			message: sentence('nothingNew', { count: 20 }),
			facts: { kind: 'endless', requestId: 'r-1' },
		});
	});

	it.each([
		['before', 'first'],
		['within', '12'],
		['behind', '21'],
	])('are no error if one %s them has a new item', async (_, cursor) => {
		const pages = { ...NEW, ...old(20), 21: [['a'], {}] } as Pages;
		const [, headers] = pages[cursor] as [string[], Record<string, string>];
		expect((await read({ ...pages, [cursor]: [['a', 'b'], headers] })).error).toBeUndefined();
	});
});

describe('a cursor that the service does not know any more', () => {
	const refused = (facts: Partial<FailureFacts>) => failure({ kind: 'status', ...facts });
	const EXPIRED = refused({ status: 410 });
	/** A page that is refused at first. */
	const once = (error: Error, page: Answer) => {
		const answers = [error];
		return () => answers.shift() ?? page;
	};

	it.each([400, 404, 410, 422])(
		'makes the list begin again after a %i, and each item is given once',
		async (status) => {
			const pages: Pages = {
				first: [['a'], next('2')],
				2: [['b'], next('3')],
				3: once(refused({ status }), [['c'], {}]),
			};
			const { seen, error, requests } = await read(pages);
			expect([seen.map((page) => (page as string[])[0]), error, requests]).toEqual([
				...[['a', 'b', '', '', 'c'], undefined, 6],
			]);
		},
	);

	it('makes the list begin again only once', async () => {
		expect(await read({ first: [['a'], next('2')], 2: EXPIRED })).toMatchObject({
			error: EXPIRED,
			requests: 4,
		});
	});

	it('ends a list that begins with it, because whoever has the cursor has the first page', async () => {
		expect(await read({ first: [['a'], {}], 9: EXPIRED }, '9')).toEqual({
			seen: [],
			error: undefined,
			requests: 1,
		});
	});

	it('is not concluded from a refused first page, because that page has no cursor', async () => {
		expect(await read({ first: EXPIRED })).toMatchObject({ error: EXPIRED, requests: 1 });
	});

	it.each<[string, Partial<FailureFacts>]>([
		['another status', { status: 403 }],
		['another server', { status: 404, wrongAddress: true }],
		['something between', { status: 404, from: 'between' }],
		['a broken connection', { kind: 'unreachable' }],
	])('is not concluded from %s', async (_, facts) => {
		const error = refused(facts);
		expect(await read({ first: [['a'], next('2')], 2: error })).toMatchObject({ error, requests: 2 });
	});

	it('does not make a long list look endless, because the pages before it come again', async () => {
		const count = 30;
		const pages: Pages = Object.fromEntries(
			Array.from({ length: count }, (_, at) => [at === 0 ? 'first' : at, [[`${at},`], next(String(at + 1))]]),
		);
		pages[count] = once(EXPIRED, [['last'], {}]);
		const { seen, error } = await read(pages);
		expect(error).toBeUndefined();
		expect(seen).toHaveLength(30 + 30 + 1);
		expect(seen.at(-1)).toEqual(['last', undefined, undefined]);
	});
});
