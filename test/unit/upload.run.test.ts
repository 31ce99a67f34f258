/* eslint-disable */
/** The batches of an upload: what is read, sent, cut, given up and stopped, request by request. */
import type { IDataObject } from 'n8n-workflow';

import type { BatchPlan } from '../../nodes/ContactConsent/plan';
import { FRESH_FOR } from '../../nodes/ContactConsent/run/upload/build';
import { stillTime, pass } from '../support/still-time';
import { refusing, things, uploadThings, type Answer, type Asked } from '../support/thing-upload';

const sizes = (posts: readonly string[]) => posts.map((post) => post.split(' ').length);
const accepted = (items: readonly IDataObject[]) => items.filter(({ op = 'none' }) => op !== 'none').length;

describe('batches', () => {
	it('are cut in the order of the input', async () => {
		const { posts, items } = await uploadThings({
			input: things(5),
			plan: { batchSize: 2, parallelUploads: 1 },
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
		const { posts } = await uploadThings({ input: things(150), reads: true, plan: { batchSize } });
		expect(sizes(posts)).toEqual(sent);
	});

	it.each<[what: string, counted: string, plan: Partial<BatchPlan>, most: number]>([
		['sent so many at a time', 'POST', { batchSize: 1, parallelUploads: 3 }, 3],
		['read one after another', 'GET', { batchSize: 2 }, 2],
	])('are %s', async (_what, counted, plan, most) => {
		const under = { now: 0, most: 0 };
		await uploadThings({
			input: things(12),
			reads: counted === 'GET',
			plan,
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
			['unchanged', 'none'],
			['changed', 'o4'],
			['unchanged', 'none'],
		]);
		expect(hints).toMatchObject([
			{ message: 'Accepted: 1 of 3 things. Not sent, because nothing changes: 2.', type: 'info' },
		]);
	});
});

describe('a request that is too large (413)', () => {
	const taking = (most: number) => (asked: Asked) => (asked.ids.length > most ? { status: 413 } : undefined);

	it('is halved, and no later batch or part is larger than what was taken', async () => {
		const { posts, items } = await uploadThings({
			input: things(1000),
			plan: { batchSize: 200, parallelUploads: 1 },
			service: taking(60),
		});
		expect(accepted(items)).toBe(1000);
		expect(sizes(posts).slice(0, 3)).toEqual([200, 100, 50]);
		expect(Math.max(...sizes(posts).slice(2))).toBe(50);
		expect(posts.length).toBeLessThanOrEqual(23);
	});

	it('makes no batch smaller than one that was taken', async () => {
		const { posts } = await uploadThings({
			input: things(240),
			plan: { batchSize: 60, parallelUploads: 1 },
			service: ({ ids }) => (ids.includes('c60') && ids.length > 20 ? { status: 413 } : undefined),
		});
		expect(sizes(posts).slice(-2)).toEqual([60, 60]);
	});

	it('is halved also without isolation, and whatever the batches that are under way', async () => {
		const { posts, items } = await uploadThings({
			input: things(64),
			plan: { batchSize: 8, isolateInvalid: false },
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
			plan: { batchSize: 1000, parallelUploads: 1 },
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
			input: things(5000),
			plan: { batchSize: 1000, parallelUploads: 1 },
			service: () => ({ status: 400 }),
		});
		expect(posts).toHaveLength(3 * 64);
		expect(items).toHaveLength(5000);
		expect(JSON.stringify(items[0])).not.toContain('no request at all');
		const words = 'The service accepted no request at all, so the rest was not sent.';
		expect(items[4999]).toMatchObject({ message: expect.stringContaining(words) as string });
	});

	it('is searched to its end where the answers have entries', async () => {
		const bad = things(100).map(({ id }) => id as string);
		const { posts, items } = await uploadThings({
			input: things(100),
			service: refusing(bad, { names: true }),
		});
		expect(posts.length).toBeGreaterThan(64);
		expect(items.at(-1)).toMatchObject({ error: 'c99 is wrong' });
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
		expect(items[2]).toMatchObject({ error: 'c2 is wrong', from: { item: 2 } });
		expect(posts).toEqual(['c0 c1 c2 c3 c4 c5 c6 c7', 'c0 c1 c3 c4 c6 c7', 'c2 c5', 'c2', 'c5']);
	});

	it.each([
		['without isolation', 422, { isolateInvalid: false }],
		['for another reason', 403, {}],
	])('%s is the whole batch', async (_what, status, plan) => {
		const { posts, items } = await uploadThings({ input: things(4), plan, service: () => ({ status }) });
		expect(posts).toHaveLength(1);
		expect(items.map(({ error }) => typeof error)).toEqual(['string', 'string', 'string', 'string']);
	});
});

describe('On Error "stop"', () => {
	it('begins no further batch after the first refusal, and says what was done', async () => {
		const { error, posts } = await uploadThings({
			input: things(6),
			continues: false,
			plan: { batchSize: 2, parallelUploads: 1 },
			service: refusing(['c2', 'c3']),
		});
		expect(posts).toEqual(['c0 c1', 'c2 c3', 'c2', 'c3']);
		expect(error?.message).toBe('The service refused the values');
		expect(error?.description).toMatch(/Accepted: 2 of 6 things .*Refused: 2\. Not sent: 2\./);
		expect(error?.context.itemIndex).toBe(2);
	});

	it('sends the good ones of the batch all the same', async () => {
		const { error, posts } = await uploadThings({
			input: things(6),
			continues: false,
			plan: { batchSize: 3, parallelUploads: 1 },
			service: refusing(['c0'], { names: true }),
		});
		expect(posts).toEqual(['c0 c1 c2', 'c1 c2', 'c0']);
		expect(error?.description).toMatch(
			/It came from row 1 of the input\..* Accepted: 2 of 6 things \(rows 2 to 3; Operation-Id o2\)\. Refused: 1\. Not sent: 3\. /,
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
			plan: { dryRun: true, batchSize: 1, parallelUploads: 1 },
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
			plan: { batchSize: 3 },
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
				input: things(400),
				continues: false,
				plan: { batchSize: 10, parallelUploads: 2 },
				service: async (asked) => {
					await pause();
					return refuse(asked);
				},
			});
			const begun = new Set(posts.flatMap((post) => post.split(' ')));
			expect(begun.size).toBeLessThanOrEqual(3 * 10);
			expect(error?.description).toMatch(/Accepted: \d+ of 400 things.*Refused: 1\. Not sent: \d{3}\./);
		},
	);

	it('goes on where what was refused together is taken in parts, with all that the rows say', async () => {
		const { items, asked, error } = await uploadThings({
			input: things(80, { title: 'Dr.' }),
			reads: true,
			continues: false,
			plan: { batchSize: 10, parallelUploads: 4 },
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
			plan: { batchSize: 2, parallelUploads: 8 },
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
		input: things(10),
		plan: { batchSize: 2, parallelUploads: 1 },
		signal: cancel.signal,
		service: ({ ids }) => {
			if (ids[0] === 'c2') cancel.abort();
			return ids[0] === 'c2' ? { status: 422 } : undefined;
		},
	});
	expect(posts).toEqual(['c0 c1', 'c2 c3']);
	expect(error?.message).toBe('The execution was cancelled');
	expect(error?.description).toMatch(/Accepted: 2 of 10 things \(rows 1 to 2; Operation-Id o1\)/);
});

describe('records that were read', () => {
	stillTime();

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

	it('are read again once at most, however long it takes', async () => {
		let posts = 0;
		const run = await upload(({ method }) => {
			if (method !== 'POST') return undefined;
			posts++;
			// After 75 s the batch is refused; after 150 s the first part of it is.
			if (posts % 2 === 1) return busy(75);
			return posts < 5 ? { status: 422 } : undefined;
		});
		expect(run.posts.filter((post) => post === 'c0 c1')).toHaveLength(2);
		expect(run.reads).toEqual(['c0', 'c1', 'c0', 'c1']);
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
