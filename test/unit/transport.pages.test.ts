/** A list that is read page by page. */
import type { IDataObject } from 'n8n-workflow';

import { readPages } from '../../nodes/ContactConsent/transport/pages';
import type { Send, ServiceRequest } from '../../nodes/ContactConsent/transport/types';

const LIST: ServiceRequest = {
	method: 'GET',
	path: ['events'],
	query: { type: 'update', limit: 2 },
	expect: 'list',
	repeatable: 'safe',
};

/** The pages by their cursor (the first page has none): items and headers. */
type Pages = Record<string, [items: string[], headers: Record<string, string>]>;

const next = (cursor: string) => ({ 'next-cursor': cursor, 'request-id': 'r-1' });

function serviceWith(pages: Pages) {
	const asked: unknown[][] = [];
	const send = (request: ServiceRequest, limits: unknown) => {
		asked.push([request, limits]);
		if (asked.length > 9) throw new Error('A list without end');
		const [items, headers] = pages[request.query?.cursor ?? 'first'] ?? [[], {}];
		return Promise.resolve({ status: 200, headers, body: items.map((id): IDataObject => ({ id })) });
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

it("gives each page with its items, its cursor and the service's clock", async () => {
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

it('repeats the whole request for each page, with the time that is left', async () => {
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
		'of pages in a circle',
		undefined,
		{ first: [['a'], next('2')], 2: [['b'], next('3')], 3: [['c'], next('2')] },
		['a', 'b', 'c'],
	],
	['of the page that it began with', '2', { 2: [['b'], next('2')] }, ['b']],
])('ends with an error if a cursor comes twice: %s', async (_, from, pages, items) => {
	const { seen, error } = await read(pages, from);
	expect(seen.map((page) => (page as string[])[0])).toEqual(items);
	expect(error).toMatchObject({
		message: 'The service sent the same page cursor twice',
		description: 'The list would never end. Report this to the support of the service. Request-Id: r-1',
		facts: { kind: 'endless', requestId: 'r-1' },
	});
});

it('ends at an empty page that repeats its own cursor', async () => {
	const pages: Pages = { first: [['a'], next('2')], 2: [[], next('2')] };
	const { seen, error, requests } = await read(pages);
	expect([seen.length, error, requests]).toEqual([2, undefined, 2]);
});

it('leaves out items that an earlier page had', async () => {
	const pages: Pages = { first: [['a', 'b'], next('2')], 2: [['b', 'c', 'c'], {}] };
	const { seen } = await read(pages);
	expect(seen.map((page) => (page as string[])[0])).toEqual(['ab', 'c']);
});
