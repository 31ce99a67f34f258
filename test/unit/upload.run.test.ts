/* eslint-disable */
/** The batches of an upload: what is read, sent, cut, given up and stopped, request by request. */
import type { IDataObject } from 'n8n-workflow';

import { forgetWaits } from '../../nodes/ContactConsent/transport/door';
import { FRESH_FOR } from '../../nodes/ContactConsent/upload/send';
import { stillTime, pass } from '../support/still-time';
import { refusing, things, uploadThings, type Answer, type Asked } from '../support/thing-upload';

const sizes = (posts: readonly string[]) => posts.map((post) => post.split(' ').length);
const accepted = (items: readonly IDataObject[]) => items.filter(({ op = 'none' }) => op !== 'none').length;

describe('batches', () => {
	it('are cut in the order of the input', async () => {
		const { posts, items } = await uploadThings({
			input: things(5),
			setting: { batchSize: 2 },
		});
		expect(posts).toEqual(['c0 c1', 'c2 c3', 'c4']);
		expect(items.map(({ id, op }) => [id, op])).toEqual([
			['c0', 'o1'],
			['c1', 'o1'],
			['c2', 'o2'],
			['c3', 'o2'],
			['c4', 'o3'],
		]);
	});

	it.each<[batchSize: number, sent: number[]]>([
		[1000, [100, 50]],
		[60, [60, 60, 30]],
	])('of %i hold no more than 100 records that are read before: %j', async (batchSize, sent) => {
		const { posts } = await uploadThings({ input: things(150), reads: true, setting: { batchSize } });
		expect(sizes(posts)).toEqual(sent);
	});

	it.each<[what: string, counted: string, batchSize: number, most: number]>([
		['sent eight at a time', 'POST', 1, 8],
		['read one after another', 'GET', 2, 2],
	])('are %s', async (_what, counted, batchSize, most) => {
		const under = { now: 0, most: 0 };
		await uploadThings({
			input: things(12),
			reads: counted === 'GET',
			setting: { batchSize },
			service: async ({ method }) => {
				if (method !== counted) return undefined;
				under.most = Math.max(under.most, ++under.now);
				await new Promise((resolve) => setImmediate(resolve));
				under.now--;
				return undefined;
			},
		});
		expect(under.most).toBe(most);
	});

	it('leave out what is unchanged, and are not sent at all where nothing changes', async () => {
		const service = ({ method, ids: [id] }: Asked): Answer | undefined =>
			method === 'GET' ? { status: 200, body: { id, title: 'Dr.' } } : undefined;
		const input = [{ id: 'c0', title: 'Dr.' }, { id: 'c1', title: 'Prof.' }, { id: 'c2' }];
		const { posts, items, hints } = await uploadThings({ input, reads: true, service });
		expect(posts).toEqual(['c1']);
		expect(items.map(({ change, op }) => [change, op])).toEqual([
			['unchanged', undefined],
			['changed', 'o4'],
			['unchanged', undefined],
		]);
		expect(hints).toMatchObject([{ message: '3 things: 1 changed, 2 unchanged.', type: 'info' }]);
	});
});

describe('a request that is too large (413)', () => {
	const taking = (most: number) => (asked: Asked) => (asked.ids.length > most ? { status: 413 } : undefined);

	it('is halved, and no later batch has more in a request than one that was taken', async () => {
		const { posts, items } = await uploadThings({
			input: things(4000),
			setting: { batchSize: 200 },
			service: taking(60),
		});
		expect(accepted(items)).toBe(4000);
		// Eight batches are under way at once, and find that out by themselves.
		expect(sizes(posts).filter((size) => size > 60).length).toBeLessThanOrEqual(8 * 3);
		expect(Math.max(...sizes(posts).slice(-40))).toBe(50);
	});

	it('because of some records that are too large together makes no batch smaller than one that was taken', async () => {
		const { posts } = await uploadThings({
			input: things(2400),
			setting: { batchSize: 60 },
			service: ({ ids }) => (ids.includes('c60') && ids.length > 20 ? { status: 413 } : undefined),
		});
		expect(sizes(posts).filter((size) => size === 60)).toHaveLength(40);
	});

	it('because of one record teaches nothing', async () => {
		const { posts, items } = await uploadThings({
			input: things(1000),
			reads: true,
			service: ({ method, ids }) => (method === 'POST' && ids.includes('c0') ? { status: 413 } : undefined),
		});
		expect(accepted(items)).toBe(999);
		expect(sizes(posts).filter((size) => size === 100)).toHaveLength(10);
	});

	it('is halved whatever the batches that are under way', async () => {
		const { posts, items } = await uploadThings({
			input: things(64),
			setting: { batchSize: 8 },
			service: taking(3),
		});
		expect(accepted(items)).toBe(64);
		expect(Math.max(...sizes(posts).slice(-16))).toBeLessThanOrEqual(3);
	});
});

describe('a batch of which nothing is accepted', () => {
	it('is given up after 64 answers that name nobody, and the others go on', async () => {
		const bad = things(4000).map(({ id }) => id as string);
		const { posts, items } = await uploadThings({
			input: things(5000),
			setting: { batchSize: 1000 },
			service: refusing(bad.slice(1000)),
		});
		expect(posts).toHaveLength(1 + 3 * 64 + 1);
		expect(accepted(items)).toBe(2000);
		const isOfTheRest = (item: unknown) => JSON.stringify(item).includes('the rest of the batch');
		expect(items.slice(1000, 2000).every(isOfTheRest)).toBe(false);
		expect(items[1999]).toMatchObject({
			error: 'The service refused the values',
			message: expect.stringContaining(
				'The service refused 64 requests of this batch without naming a record, so the rest of the batch was not sent. It came from row 2000 of the input.',
			) as string,
		});
	});

	it('ends the run if it is the third one and nothing was accepted', async () => {
		const { posts, items } = await uploadThings({
			input: things(1500),
			setting: { batchSize: 100 },
			service: () => ({ status: 400 }),
		});
		// Eight batches are under way at once, of which one at a time is taken apart.
		expect(posts.length).toBeLessThanOrEqual(3 * 64 + 8);
		expect(items).toHaveLength(1500);
		expect(JSON.stringify(items[0])).not.toContain('no request at all');
		const words = 'The service accepted no request at all, so the rest was not sent.';
		expect(items[1499]).toMatchObject({ message: expect.stringContaining(words) as string });
	});

	it('with Keep ends the run after 64 answers that name nobody, in all batches together', async () => {
		const { posts, items } = await uploadThings({
			input: things(1000),
			reads: true,
			service: ({ method }) => (method === 'POST' ? { status: 400 } : undefined),
		});
		expect(posts.length).toBeLessThanOrEqual(64 + 8);
		expect(items.filter(({ error }) => error !== undefined)).toHaveLength(1000);
	});

	it('is refused at once where the answer names all of it', async () => {
		const bad = things(100).map(({ id }) => id as string);
		const { posts, items } = await uploadThings({
			input: things(100),
			service: refusing(bad, { names: true }),
		});
		expect(posts).toHaveLength(1);
		expect(items.map(({ error }) => error)).toEqual(bad.map((id) => `Title: ${id} is wrong`));
	});

	it('is rare: with every second one bad and nobody named, the others are taken', async () => {
		const bad = things(5120).flatMap(({ id }, at) => (at % 2 === 0 ? [id as string] : []));
		const { items } = await uploadThings({ input: things(5120), service: refusing(bad) });
		expect(accepted(items)).toBe(2560);
	});
});

describe('what is refused', () => {
	it.each([400, 422])('for its values is found (%i), with its words', async (status) => {
		const { items, posts } = await uploadThings({
			input: things(8),
			service: refusing(['c2', 'c5'], { status, names: true }),
		});
		expect(accepted(items)).toBe(6);
		expect(items[2]).toMatchObject({ error: 'Title: c2 is wrong', from: { item: 2 } });
		expect(posts).toEqual(['c0 c1 c2 c3 c4 c5 c6 c7', 'c0 c1 c3 c4 c6 c7', 'c2 c5']);
	});

	it('for another reason is the whole batch', async () => {
		const { posts, items } = await uploadThings({ input: things(4), service: () => ({ status: 403 }) });
		expect(posts).toHaveLength(1);
		expect(items.map(({ error }) => typeof error)).toEqual(['string', 'string', 'string', 'string']);
	});

	it('although it was named wrongly is found all the same: what was named is taken, and no name is believed then', async () => {
		const numbers = Array.from({ length: 1000 }, (_, at) => ({ id: String(at + 1) }));
		const wrong = new Set(['101', '501', '901']);
		const { posts, items } = await uploadThings({
			input: numbers,
			service({ ids }) {
				const names = ids.flatMap((id, index) => (wrong.has(id) ? String(index) : []));
				return names.length > 0 ? { status: 422, names } : undefined;
			},
		});
		const refused = items.flatMap(({ error, from }) => (error ? (from as { item: number }).item + 1 : []));
		expect(refused).toEqual([101, 501, 901]);
		expect(accepted(items)).toBe(997);
		expect(posts.length).toBeLessThanOrEqual(70);
	});
});

describe('On Error "stop"', () => {
	it('begins no further batch after the first refusal, and says what was done', async () => {
		const { error, posts } = await uploadThings({
			input: things(40),
			continues: false,
			setting: { batchSize: 2 },
			service: refusing(['c2', 'c3']),
		});
		expect(posts.length).toBeLessThanOrEqual(8 + 2 + 8);
		expect(posts).toEqual(expect.arrayContaining(['c0 c1', 'c2 c3', 'c2', 'c3']));
		expect(error?.message).toBe('The service refused the values');
		expect(error?.description).toMatch(
			/Accepted: \d+ of 40 things \(rows 1 to 2, .*Refused: 2\. Not sent: \d+\./,
		);
		expect(error?.context.itemIndex).toBe(2);
	});

	it('sends the good ones of the batch all the same', async () => {
		const { error, posts } = await uploadThings({
			input: things(3),
			continues: false,
			service: refusing(['c0'], { names: true }),
		});
		expect(posts).toEqual(['c0 c1 c2', 'c1 c2', 'c0']);
		expect(error?.description).toMatch(
			/It came from row 1 of the input\..* Accepted: 2 of 3 things \(rows 2 to 3; Operation-Id o2\)\. Refused: 1\. Not sent: 0\. /,
		);
	});

	it('sends nothing where a row cannot be read or lacks something', async () => {
		for (const wrong of [{ bad: 'ink' }, { lacks: 'name' }]) {
			const given = { input: [...things(2), { id: 'x', ...wrong }], continues: false };
			const { error, asked } = await uploadThings(given);
			expect(error?.description).toMatch(/It came from row 3 of the input\..* Refused: 1\. Not sent: 2\./);
			expect(asked).toEqual([]);
		}
	});

	it('is no matter for a dry run', async () => {
		const { error, items, reads } = await uploadThings({
			input: [{ bad: 'ink', id: 'a' }, { id: 'b', lacks: 'name' }, ...things(1)],
			reads: true,
			continues: false,
			setting: { dryRun: true, batchSize: 1 },
		});
		expect(error).toBeUndefined();
		expect(reads).toEqual(['b', 'c0']);
		expect(items).toMatchObject([
			{ would_be_refused: 'It cannot be read: ink' },
			{ dry_run: true },
			{ id: 'c0' },
		]);
	});

	it('sends nothing of a batch of which a record cannot be built from what was read', async () => {
		const input = [...things(2), { id: 'c2', lacks: 'name' }, ...things(3)];
		const { error, posts, reads } = await uploadThings({
			input,
			reads: true,
			continues: false,
			setting: { batchSize: 3 },
		});
		expect(error?.message).toBe('The name is missing');
		expect(posts).toEqual([]);
		expect(reads).toEqual(['c0', 'c1', 'c2']);
	});

	it.each([false, true])(
		'begins no batch while it is not known what of another is refused (names: %s)',
		async (names) => {
			const pause = async () => await new Promise((resolve) => setTimeout(resolve, 2));
			const refuse = refusing(['c3'], { names });
			const { posts, error } = await uploadThings({
				input: things(4000),
				continues: false,
				setting: { batchSize: 10 },
				service: async (asked) => {
					await pause();
					return refuse(asked);
				},
			});
			const begun = new Set(posts.flatMap((post) => post.split(' ')));
			expect(begun.size).toBeLessThanOrEqual(2 * 8 * 10);
			expect(error?.description).toMatch(/Accepted: \d+ of 4000 things.*Refused: 1\. Not sent: \d{4}\./);
		},
	);

	it('goes on where what was refused together is taken in parts, with all that the rows say', async () => {
		const { items, asked, error } = await uploadThings({
			input: things(80, { title: 'Dr.' }),
			reads: true,
			continues: false,
			setting: { batchSize: 10 },
			service: async ({ method, ids }) => {
				if (method === 'GET') await new Promise((resolve) => setTimeout(resolve, 2));
				return ids.length === 10 && ids[0] === 'c0' ? { status: 422 } : undefined;
			},
		});
		expect(error).toBeUndefined();
		expect(accepted(items)).toBe(80);
		const sent = asked.flatMap(({ method, body }) => (method === 'POST' ? body : []));
		expect(sent.every(({ id, title }) => id !== undefined && title === 'Dr.')).toBe(true);
	});

	it('reads no batch that waits, once another one was refused', async () => {
		const { reads, error } = await uploadThings({
			input: things(40),
			reads: true,
			continues: false,
			setting: { batchSize: 2 },
			service: async ({ method }) => {
				if (method === 'GET') await new Promise((resolve) => setTimeout(resolve, 5));
				return method === 'POST' ? { status: 403 } : undefined;
			},
		});
		expect(error).toBeDefined();
		expect(reads.length).toBeLessThanOrEqual(8);
	});
});

it('a cancelled execution sends nothing more, and ends with an error', async () => {
	const cancel = new AbortController();
	const { error, posts } = await uploadThings({
		input: things(100),
		setting: { batchSize: 2 },
		signal: cancel.signal,
		service: ({ ids }) => {
			if (ids[0] === 'c2') cancel.abort();
			return ids[0] === 'c2' ? { status: 422 } : undefined;
		},
	});
	expect(posts.length).toBeLessThanOrEqual(8 + 8);
	expect(error?.message).toBe('The execution was cancelled');
	expect(error?.description).toMatch(/Accepted: \d+ of 100 things \(rows 1 to 2\b/);
});

describe('records that were read', () => {
	stillTime();
	beforeEach(forgetWaits);

	async function upload(service: (asked: Asked, count: number) => Answer | undefined) {
		const running = uploadThings({ input: things(2, { title: 'Dr.' }), reads: true, service });
		await pass(10 * FRESH_FOR);
		return await running;
	}
	const busy = (seconds: number): Answer => ({ status: 429, headers: { 'retry-after': `${seconds}` } });

	it.each([
		[50, 'c0 c1 c1'],
		[70, 'c0 c1 c1 c0'],
	])('%i seconds before the last one is there: read are %s', async (seconds, read) => {
		const run = await upload(({ ids: [id] }, count) =>
			id === 'c1' && count === 2 ? busy(seconds) : undefined,
		);
		expect(run.reads.join(' ')).toBe(read);
		expect(run.posts).toEqual(['c0 c1']);
	});

	it('are read again as often as needed: none is sent that was read more than a minute ago', async () => {
		let posts = 0;
		const readAt = new Map<string, number>();
		const run = await upload(({ method, ids, at }) => {
			if (method === 'GET') for (const id of ids) readAt.set(id, at);
			if (method !== 'POST') return undefined;
			for (const id of ids) expect(at - (readAt.get(id) ?? -Infinity)).toBeLessThanOrEqual(FRESH_FOR);
			posts++;
			// After 75 s the batch is refused; after 150 s the first part of it is.
			if (posts % 2 === 1) return busy(75);
			return posts < 5 ? { status: 422 } : undefined;
		});
		expect(run.error).toBeUndefined();
		expect(accepted(run.items)).toBeGreaterThan(0);
		expect(run.reads.length).toBeGreaterThan(4);
	});

	it('are read again before an upload that the service made wait for longer than a minute', async () => {
		let isWithdrawn = false;
		const run = await upload(({ method, ids: [id] }, count) => {
			if (method === 'POST' && count === 3) {
				isWithdrawn = true;
				return busy(70);
			}
			return method === 'GET' ? { status: 200, body: { id, granted: !isWithdrawn } } : undefined;
		});
		const [first, last] = run.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
		expect(first?.map(({ granted }) => granted)).toEqual([true, true]);
		expect(last?.map(({ granted }) => granted)).toEqual([false, false]);
		expect(run.reads).toEqual(['c0', 'c1', 'c0', 'c1']);
	});
});
