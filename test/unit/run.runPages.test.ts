/** Lists: their requests, the order of their items, and their PDFs. */
import type { IDataObject } from 'n8n-workflow';

import type { PagesPlan } from '../../nodes/ContactConsent/common/plan';
import { PdfPlaces } from '../../nodes/ContactConsent/run/pdfPlaces';
import { runPages } from '../../nodes/ContactConsent/run/runPages';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { senderOf } from '../support/sender';
import { sentence } from '../support/sentences';

/** A page of a list, a file, or a failure. */
type Answer = IDataObject[] | string | Error;

interface Given {
	/** The answers by path. A list has a cursor until its last page; after that it is empty. */
	answers: Record<string, Answer[]>;
	takesAway?: boolean;
	plan?: Partial<PagesPlan>;
}

const failure = (status: number, message = 'no'): Error =>
	new ServiceError({ message, description: '' }, { kind: 'status', status });

const requestOf = (path: string, limit?: number): ServiceRequest => ({
	method: 'GET',
	path: [path],
	query: { limit },
	expect: 'list',
	repeatable: 'safe',
});

/** Reads the lists whose path is one letter. */
async function read({ answers, takesAway = false, plan = {} }: Given) {
	const asked: string[] = [];
	const warned: string[] = [];
	const send = senderOf(({ path: [path = ''], query = {} }: ServiceRequest) => {
		const { limit = '', cursor = '' } = query;
		const parameters = [limit && `limit=${limit}`, cursor && `cursor=${cursor}`].filter(Boolean);
		asked.push(`${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`);
		const left = answers[path] ?? [];
		const body = left.shift() ?? [];
		if (body instanceof Error) return Promise.reject(body);
		if (body === '') return Promise.resolve({ status: 204, headers: {}, body });
		const goesOn = Array.isArray(body) && left.length > 0 && !takesAway;
		return Promise.resolve({ status: 200, headers: goesOn ? { 'next-cursor': `${left.length}` } : {}, body });
	});
	const prepareBinaryData = (data: unknown, fileName?: string) =>
		Promise.resolve({ data: String(data), mimeType: 'application/pdf', fileName });
	const series = Object.keys(answers)
		.filter((path) => path.length === 1)
		.map((path) => (limit: number) => requestOf(path, limit));
	const sortBy = { time: 'time', id: 'id' };
	const base = { series, wanted: Infinity, pageSize: 10, sortBy, takesAway };
	const results = await runPages(
		{ ...base, shape: (item) => item, ...plan },
		send,
		{ helpers: { prepareBinaryData }, signal: undefined, places: new PdfPlaces() },
		({ text, isWarning }) => void warned.push(isWarning ? text : 'no warning'),
	);
	return {
		ids: results.map(({ json }) => json.id as string).join(' '),
		results,
		asked,
		warned,
	};
}

/** Items from words such as `a1`: the letter is the ID, the digit the second of its time. */
const items = (words: string): IDataObject[] =>
	words.split(' ').map((word) => ({ id: word[0], time: `2026-03-01T00:00:0${word[1] ?? 0}Z` }));

describe('a list with a cursor', () => {
	it('is read to its end', async () => {
		const answers = { l: [items('a1 b2'), items('c3'), items('d4')] };
		expect(await read({ answers })).toMatchObject({
			ids: 'a b c d',
			asked: ['l?limit=10', 'l?limit=10&cursor=2', 'l?limit=10&cursor=1'],
			warned: [],
		});
		expect(await read({ answers: { l: [[]] } })).toMatchObject({ ids: '', asked: ['l?limit=10'] });
		expect(await read({ answers: { l: [items('b2 a1')] } })).toMatchObject({ ids: 'b a' });
	});

	it.each([
		[1, 'a', ['l?limit=1']],
		[2, 'a b', ['l?limit=2']],
		[5, 'a b c d', ['l?limit=3', 'l?limit=3&cursor=1']],
	])('is read until %i items are found, and no page more: %s', async (wanted, ids, asked) => {
		const answers = { l: [items('a1 b2'), items('c3 d4')] };
		expect(await read({ answers, plan: { wanted, pageSize: 3 } })).toMatchObject({ ids, asked });
	});

	it.each<[what: string, pages: IDataObject[][], ids: string]>([
		['at the end of one page and the beginning of the next', [items('a1 b2'), items('b2 c3')], 'a b c'],
		['in an ascending list', [items('a1 b2 c3'), items('b2 d4')], 'a b c d'],
	])('outputs an item once if the service repeats it %s', async (_, pages, ids) => {
		expect((await read({ answers: { l: pages } })).ids).toBe(ids);
	});

	it('does not take items without an ID for repetitions', async () => {
		const { results } = await read({ answers: { l: [[{ n: 1 }, { n: 2 }, { n: 2 }]] } });
		expect(results.map(({ json }) => json.n)).toEqual([1, 2, 2]);
	});
});

describe('several lists', () => {
	const merged = async (lists: IDataObject[][], plan: Partial<PagesPlan> = {}) => {
		const names = [...'xyz'].slice(0, lists.length);
		const answers = Object.fromEntries(names.map((name, at) => [name, [lists[at] ?? []]]));
		return (await read({ answers, plan })).ids;
	};

	it('are merged in the order of time', async () => {
		expect(await merged([items('a1 d4 e5'), [], items('b2 c3 f6')])).toBe('a b c d e f');
		expect(await merged([items('d4 a1'), items('e5 b2')])).toBe('a b d e');
	});

	it('order events of one instant by ID, and those without an ID as they came', async () => {
		expect(await merged([items('c1 e1'), items('d1 a1 b1')])).toBe('a b c d e');
		const nameless = [1, 2, 3].map((n) => ({ time: '2026-03-01T00:00:00Z', n }));
		const { results } = await read({ answers: { x: [nameless.slice(0, 2)], y: [nameless.slice(2)] } });
		expect(results.map(({ json }) => json.n)).toEqual([1, 2, 3]);
	});

	it('compare times in any notation, and put items without a time first', async () => {
		const late = { id: 'l', time: '2026-03-01T00:00:03+00:00' };
		const early = { id: 'e', time: '2026-03-01T02:00:02+02:00' };
		expect(await merged([[late], [early, { id: 'n' }]])).toBe('n e l');
		const exact = ['9', '1'].map((digit) => [{ id: digit, time: `2026-03-01T00:00:00.123${digit}Z` }]);
		expect(await merged(exact)).toBe('1 9');
	});

	it.each([
		['seconds', Date.parse('2026-03-01T00:00:02Z') / 1000],
		['seconds as text', `${Date.parse('2026-03-01T00:00:02Z') / 1000}`],
		['milliseconds as text', `${Date.parse('2026-03-01T00:00:02Z')}`],
	])('read a time in %s', async (_, time) => {
		expect(await merged([items('a1 c3'), [{ id: 'b', time }]])).toBe('a b c');
	});

	it.each<[what: string, lists: string[], wanted: number, ids: string]>([
		['the oldest where they begin with them', ['a1 c3', 'b2 d4'], 3, 'a b c'],
		['the newest where they begin with them', ['c3 a1', 'd4 b2'], 3, 'b c d'],
		['the newest where only its last item shows it', ['c3', 'd4 f4 b2'], 3, 'c d f'],
		['the oldest where no list shows an order', ['c3', 'b2'], 1, 'b'],
		['the oldest where all of a list is of one instant', ['c3 d3', 'a1 b1'], 3, 'a b c'],
	])('are cut to %s', async (_, lists, wanted, ids) => {
		expect(await merged(lists.map(items), { wanted })).toBe(ids);
	});

	it('are output one after the other if their items have no time', async () => {
		const plan = { sortBy: undefined };
		expect(await merged([items('d4 c3'), items('b2 a1')], plan)).toBe('d c b a');
		expect(await merged([items('d4 c3'), items('b2 a1')], { ...plan, wanted: 3 })).toBe('d c b');
	});
});

describe('two lists that fail', () => {
	const lost = (message: string): Error =>
		new ServiceError({ message, description: 'Tell the support.' }, { kind: 'endless' });
	const both = async (first: Answer, second: Answer, some = items('a1')) =>
		await read({ answers: { x: [some, first], y: [some, second] } });

	it('are both told of, if they differ', async () => {
		const beginning = 'Only 2 results could be read, because a later request failed:';
		expect((await both(lost('first'), lost('second'))).warned).toEqual([`${beginning} first. second.`]);
		expect((await both(lost('same'), lost('same'))).warned).toEqual([`${beginning} same.`]);
	});

	it('are both named in the error that discards their items', async () => {
		const error: unknown = await both(lost('first'), failure(500, 'second')).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toMatchObject({ message: 'second', facts: { status: 500 } });
		expect(error).toHaveProperty('advice', expect.stringContaining('Another list failed, too: first.'));
		const empty = both(lost('first'), lost('second'), []).catch((thrown: unknown) => thrown);
		expect(await empty).toMatchObject({
			message: 'second',
			advice: expect.stringContaining('first.') as string,
		});
	});
});

describe('a list that hands out each item once', () => {
	const take = async (pages: Answer[], plan: Partial<PagesPlan> = {}, others: Answer[] = []) =>
		await read({ answers: { l: pages, ...(others.length > 0 ? { m: others } : {}) }, takesAway: true, plan });

	it('ends at an answer that has only known items, also without an ID', async () => {
		const odd = { id: { a: 1 }, n: 1 };
		const { results, asked } = await read({ answers: { l: [[odd], [odd], [odd]] }, takesAway: true });
		expect(results).toHaveLength(2);
		expect(asked).toEqual(['l?limit=10', 'l?limit=10']);
	});

	it('is asked again until an answer brings no new item', async () => {
		expect(await take([items('a1 b2'), items('b2'), items('c3')])).toMatchObject({
			ids: 'a b',
			asked: ['l?limit=10', 'l?limit=10'],
		});
	});

	it.each([
		[2, ['l?limit=2'], 'a b'],
		[4, ['l?limit=3', 'l?limit=2', 'l?limit=1'], 'a b c d'],
	])('is asked only for the items that are still wanted: %i', async (wanted, asked, ids) => {
		const pages = [items('a1 b2'), items('c3'), items('d4')];
		expect(await take(pages, { wanted, pageSize: 3 })).toMatchObject({ asked, ids });
	});

	it('is asked only for the items that are wanted of all lists together', async () => {
		const both = async (wanted: number) => await take([items('a1 c3')], { wanted }, [items('b2 d4')]);
		expect(await both(2)).toMatchObject({ asked: ['l?limit=2'], ids: 'a c' });
		expect(await both(3)).toMatchObject({ asked: ['l?limit=3', 'l?limit=1', 'm?limit=1'], ids: 'a b c d' });
		expect(await both(5)).toMatchObject({
			asked: ['l?limit=5', 'l?limit=3', 'm?limit=3', 'm?limit=1'],
			ids: 'a b c d',
		});
		// The service has taken these items away, so all of them are output.
		expect(await both(1)).toMatchObject({ asked: ['l?limit=1'], ids: 'a c' });
	});

	it('that fails later keeps its items and warns', async () => {
		const { ids, asked, warned } = await take([items('b2'), failure(500, 'broken')], {}, [items('a1')]);
		expect({ ids, asked }).toEqual({ ids: 'b', asked: ['l?limit=10', 'l?limit=10'] });
		expect(warned).toEqual([
			`Only 1 result could be read, because a later request failed: broken. ${sentence('restOfResults')}`,
		]);
		expect(await take([items('b2')], {}, [items('a1'), failure(500)])).toMatchObject({ ids: 'a b' });
	});
});

const attachments: PagesPlan['attachments'] = {
	binaryPropertyName: 'pdf',
	of: ({ id, file }) =>
		file
			? { request: { ...requestOf(file as string), expect: 'pdf' }, fileName: `${id as string}.pdf` }
			: undefined,
	describe: ({ kind, ...outcome }) => ({
		is: kind,
		...('facts' in outcome && { status: outcome.facts?.status ?? 'unknown' }),
	}),
};
const shape = ({ id }: IDataObject) => ({ id });
const list = () => [
	{ id: 'a', file: 'good' },
	{ id: 'b' },
	{ id: 'c', file: 'none' },
	{ id: 'd', file: 'gone' },
	{ id: 'e', file: 'gone' },
];

it('the PDFs of a list are with their items, or the reason why not', async () => {
	const answers = { l: [list()], good: ['%PDF-1'], none: [''], gone: [failure(410), failure(410)] };
	const { results, asked, warned } = await read({ answers, plan: { attachments, shape } });
	const binary = { pdf: { data: '%PDF-1', mimeType: 'application/pdf', fileName: 'a.pdf' } };
	expect(results).toEqual([
		{ json: { id: 'a', is: 'downloaded' }, binary },
		{ json: { id: 'b' } },
		{ json: { id: 'c', is: 'pending' } },
		{ json: { id: 'd', is: 'failed', status: 410 } },
		{ json: { id: 'e', is: 'failed', status: 410 } },
	]);
	expect(asked).toEqual(['l?limit=10', 'good', 'none', 'gone', 'gone']);
	expect(warned).toEqual(['Without PDF: 2 documents. no.']);
});
