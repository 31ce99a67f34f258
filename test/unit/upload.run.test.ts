/* eslint-disable */
/** The batches of an upload, request by request: what is read, sent, divided, given up and stopped. */
import type { IDataObject } from 'n8n-workflow';

import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import { cases } from '../support/cases';
import { stillTime, pass } from '../support/still-time';
import { refusing, things, uploadThings, type Answer, type Asked } from '../support/thing-upload';
import { sentence } from '../support/sentences';

/** No record is sent whose reading is older. */
const A_MINUTE = 60_000;

const after = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until all requests that can be sent now have been sent: `runBatch` lets n8n do other work between batches. */
const untilQuiet = async () => {
	for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
};

const sizes = (posts: readonly string[][]) => posts.map((ids) => ids.length);
const accepted = (items: readonly IDataObject[]) => items.filter(({ op = 'none' }) => op !== 'none').length;

describe('batches', () => {
	it('are made in the order of the input', async () => {
		const { posts, items } = await uploadThings({
			input: things(5),
			setting: { batchSize: 2 },
		});
		expect(posts).toEqual([['c0', 'c1'], ['c2', 'c3'], ['c4']]);
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
	])('of %i have at most 100 records if these are read first: %j', async (batchSize, sent) => {
		const { posts } = await uploadThings({ input: things(150), reads: true, setting: { batchSize } });
		expect(sizes(posts)).toEqual(sent);
	});

	it.each<[what: string, counted: string, batchSize: number, most: number]>([
		['sent eight at a time', 'POST', 1, 8],
		['read one ahead', 'GET', 2, 4],
	])('are %s', async (_what, counted, batchSize, most) => {
		// An answer is held until no further request comes.
		const held: Array<() => void> = [];
		let underWay = 0;
		const upload = uploadThings({
			input: things(12),
			reads: counted === 'GET',
			setting: { batchSize },
			service: async ({ method }) => {
				if (method === counted) await new Promise<void>((resolve) => held.push(resolve));
				return undefined;
			},
		});
		let isOver = false;
		void upload.finally(() => (isOver = true));
		while (!isOver) {
			await untilQuiet();
			underWay = Math.max(underWay, held.length);
			for (const answer of held.splice(0)) answer();
		}
		expect(underWay).toBe(most);
	});

	it('leave n8n time for other work before the next one is prepared', async () => {
		const order: string[] = [];
		await uploadThings({
			input: things(20),
			setting: { batchSize: 1 },
			service: () => {
				order.push('batch');
				setImmediate(() => order.push('other work'));
				return undefined;
			},
		});
		// Two are prepared at a time, and timers and other work take turns. On a busy machine, some timers are due at once.
		expect(order.slice(0, 15)).toContain('other work');
	});

	it('leave out unchanged records, and are not sent if nothing changes', async () => {
		const service = ({ method, ids: [id] }: Asked): Answer | undefined =>
			method === 'GET' ? { status: 200, body: { id, title: 'Dr.' } } : undefined;
		const input = [{ id: 'c0', title: 'Dr.' }, { id: 'c1', title: 'Prof.' }, { id: 'c2' }];
		const { posts, items, hints } = await uploadThings({ input, reads: true, service });
		expect(posts).toEqual([['c1']]);
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

	it('is halved, and later batches are not larger than an accepted one', async () => {
		const { posts, items } = await uploadThings({
			input: things(4000),
			setting: { batchSize: 200 },
			service: taking(60),
		});
		expect(accepted(items)).toBe(4000);
		// Eight batches are under way at once, and one of them finds the limit for all.
		expect(sizes(posts).filter((size) => size > 60).length).toBeLessThanOrEqual(8 + 3);
		expect(Math.max(...sizes(posts).slice(-40))).toBe(50);
	});

	it('because of records that are too large together makes later batches no smaller than an accepted one', async () => {
		const { posts } = await uploadThings({
			input: things(2400),
			setting: { batchSize: 60 },
			service: ({ ids }) => (ids.includes('c60') && ids.length > 20 ? { status: 413 } : undefined),
		});
		expect(sizes(posts).filter((size) => size === 60)).toHaveLength(40);
	});

	it('because of two records in one batch does not make later batches smaller', async () => {
		const { posts, items } = await uploadThings({
			input: things(3000),
			reads: true,
			service: ({ method, ids }) =>
				method === 'POST' && (ids.includes('c0') || ids.includes('c60')) ? { status: 413 } : undefined,
		});
		expect(accepted(items)).toBe(2998);
		expect(sizes(posts).slice(-10)).toEqual(Array(10).fill(100));
	});

	it('because of a single record does not make later batches smaller', async () => {
		const { posts, items } = await uploadThings({
			input: things(1000),
			reads: true,
			service: ({ method, ids }) => (method === 'POST' && ids.includes('c0') ? { status: 413 } : undefined),
		});
		expect(accepted(items)).toBe(999);
		expect(sizes(posts).filter((size) => size === 100)).toHaveLength(10);
	});

	it('teaches the limit to a batch that is under way', async () => {
		let isFirstOver = false;
		const { posts, items } = await uploadThings({
			input: things(16),
			setting: { batchSize: 8 },
			async service(asked) {
				const isSecond = asked.ids.includes('c8');
				// The second batch begins before the first one is answered.
				if (asked.ids.length === 8 && !isSecond) await after(50);
				while (isSecond && !isFirstOver) await after(2);
				if (asked.ids.includes('c7') && asked.ids.length <= 2) setTimeout(() => (isFirstOver = true), 20);
				return taking(2)(asked);
			},
		});
		expect(accepted(items)).toBe(16);
		expect(sizes(posts).filter((size) => size > 2)).toEqual([8, 8, 4, 4]);
	});

	it('is halved also if other batches are under way', async () => {
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
	it.each([[false], [true]])(
		'is taken apart to its last record once another one is accepted (Keep: %s)',
		async (reads) => {
			const bad = things(300).map(({ id }) => id as string);
			const { posts, items } = await uploadThings({
				input: things(500),
				reads,
				setting: { batchSize: 100 },
				service: refusing(bad.slice(100)),
			});
			expect(accepted(items)).toBe(300);
			expect(posts.length).toBeLessThan(2 * 200 + 10);
			expect(JSON.stringify(items)).not.toContain('was not sent');
		},
	);

	it('delays no batch whose refused records are named', async () => {
		const isUnnamed = ({ ids: [id = ''] }: Asked) => id.length <= 3;
		const { posts } = await uploadThings({
			input: things(2000),
			setting: { batchSize: 100 },
			service: async (asked) => {
				await after(5);
				return { status: 422, names: isUnnamed(asked) ? undefined : asked.ids };
			},
		});
		const begin = posts.findIndex(([id]) => id === 'c1900');
		expect(posts.slice(begin).length).toBeGreaterThan(30);
	});

	it.each([[false], [true]])(
		'ends the run after 64 answers that name no record, in all batches together (Keep: %s)',
		async (reads) => {
			const { posts, items } = await uploadThings({
				input: things(1000),
				reads,
				setting: { batchSize: 100 },
				service: ({ method }) => (method === 'POST' ? { status: 400 } : undefined),
			});
			expect(posts.length).toBeLessThanOrEqual(64 + 8);
			expect(items.filter(({ error }) => error !== undefined)).toHaveLength(1000);
			const words = (what: string) => JSON.stringify(items).includes(what);
			expect(words(sentence('refusedWithoutNaming', { count: 64 }))).toBe(true);
			expect(items[999]).toMatchObject({
				error: 'The thing was not sent',
				message: expect.stringMatching(/It said of others: \S.*\. \S/) as string,
			});
		},
	);

	it('is refused at once if the answer names all of its records', async () => {
		const bad = things(100).map(({ id }) => id as string);
		const { posts, items } = await uploadThings({
			input: things(100),
			service: refusing(bad, { names: true }),
		});
		expect(posts).toHaveLength(1);
		expect(items.map(({ error }) => error)).toEqual(bad.map((id) => `Title: ${id} is wrong`));
	});

	it('is not assumed too early: if every second record is refused without a name, the others are accepted', async () => {
		const count = cases(2560, 5120);
		const bad = things(count).flatMap(({ id }, at) => (at % 2 === 0 ? [id as string] : []));
		const { items } = await uploadThings({ input: things(count), service: refusing(bad) });
		expect(accepted(items)).toBe(count / 2);
	});
});

describe('a refused record', () => {
	it.each([400, 422])('is found (%i), with its reason', async (status) => {
		const { items, posts } = await uploadThings({
			input: things(8),
			service: refusing(['c2', 'c5'], { status, names: true }),
		});
		expect(accepted(items)).toBe(6);
		expect(items[2]).toMatchObject({ error: 'Title: c2 is wrong', from: { item: 2 } });
		expect(posts).toEqual([
			['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'],
			['c0', 'c1', 'c3', 'c4', 'c6', 'c7'],
			['c2', 'c5'],
		]);
	});

	it('is every record of the batch if the reason is not its values', async () => {
		const { posts, items } = await uploadThings({ input: things(4), service: () => ({ status: 403 }) });
		expect(posts).toHaveLength(1);
		expect(items.map(({ error }) => typeof error)).toEqual(['string', 'string', 'string', 'string']);
	});

	it('is found although the answer named another one: names are not believed after one was wrong', async () => {
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
	it('begins no further batch after the first refusal, and reports what was done', async () => {
		const { error, posts } = await uploadThings({
			input: things(40),
			continues: false,
			setting: { batchSize: 2 },
			service: async (asked) => {
				await after(50);
				return refusing(['c2', 'c3'])(asked);
			},
		});
		expect(posts.length).toBeLessThanOrEqual(8 + 2 + 8);
		expect(posts).toEqual(expect.arrayContaining([['c0', 'c1'], ['c2', 'c3'], ['c2'], ['c3']]));
		expect(error?.message).toBe(`${sentence('rowsNeedYou', { count: 2, all: 40 })} 3, 4`);
		expect(error?.description).toMatch(
			/Accepted: \d+ of 40 things \(rows 1 to 2, .*Refused: 2\. Not sent: \d+\./,
		);
		expect(error?.context.itemIndex).toBe(2);
	});

	it('still sends the other records of the batch', async () => {
		const { error, posts } = await uploadThings({
			input: things(3),
			continues: false,
			service: refusing(['c0'], { names: true }),
		});
		expect(posts).toEqual([['c0', 'c1', 'c2'], ['c1', 'c2'], ['c0']]);
		expect(error?.description).toMatch(
			new RegExp(
				`${sentence('cameFrom', { rows: 'row 1' })}.* Accepted: 2 of 3 things \\(rows 2 to 3; Operation-Id o2\\)\\. Refused: 1\\. Not sent: 0\\. `,
			),
		);
	});

	it('sends nothing if a row cannot be read or lacks a value', async () => {
		for (const wrong of [{ bad: 'ink' }, { lacks: 'name' }]) {
			const given = { input: [...things(2), { id: 'x', ...wrong }], continues: false };
			const { error, asked } = await uploadThings(given);
			expect(error?.description).toMatch(
				new RegExp(`${sentence('cameFrom', { rows: 'row 3' })}.* Refused: 1\\. Not sent: 2\\.`),
			);
			expect(asked).toEqual([]);
		}
	});

	it('does not stop a dry run', async () => {
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

	it('sends nothing of a batch if one of its records cannot be merged', async () => {
		const input = [...things(2), { id: 'c2', lacks: 'name' }, ...things(3)];
		const { error, posts, reads } = await uploadThings({
			input,
			reads: true,
			continues: false,
			setting: { batchSize: 3 },
		});
		expect(error?.message).toBe('Row 3 (c2): The name is missing');
		expect(posts).toEqual([]);
		expect(reads).toEqual(['c0', 'c1', 'c2']);
	});

	it.each([false, true])(
		'begins no batch while refused records of another batch are searched (names: %s)',
		async (names) => {
			const pause = async () => await after(2);
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
			const begun = new Set(posts.flat());
			expect(begun.size).toBeLessThanOrEqual(2 * 8 * 10);
			expect(error?.description).toMatch(/Accepted: \d+ of 4000 things.*Refused: 1\. Not sent: \d{4}\./);
		},
	);

	it('goes on if a refused batch is accepted in parts, with all values of the rows', async () => {
		const { items, asked, error } = await uploadThings({
			input: things(80, { title: 'Dr.' }),
			reads: true,
			continues: false,
			setting: { batchSize: 10 },
			service: async ({ method, ids }) => {
				if (method === 'GET') await after(2);
				return ids.length === 10 && ids[0] === 'c0' ? { status: 422 } : undefined;
			},
		});
		expect(error).toBeUndefined();
		expect(accepted(items)).toBe(80);
		const sent = asked.flatMap(({ method, body }) => (method === 'POST' ? body : []));
		expect(sent.every(({ id, title }) => id !== undefined && title === 'Dr.')).toBe(true);
	});

	it('reads no waiting batch after another one was refused', async () => {
		const { reads, error } = await uploadThings({
			input: things(40),
			reads: true,
			continues: false,
			setting: { batchSize: 2 },
			service: async ({ method }) => {
				if (method === 'GET') await after(5);
				return method === 'POST' ? { status: 403 } : undefined;
			},
		});
		expect(error).toBeDefined();
		expect(reads.length).toBeLessThanOrEqual(8);
	});
});

describe('a record that is read first', () => {
	it('is found by the ID as the row gives it if the cleaned one does not exist, and keeps that ID', async () => {
		const { posts, reads, items } = await uploadThings({
			input: [{ id: ' c0 ', title: 'Dr.' }],
			reads: true,
			service: ({ method, ids: [id] }) =>
				method === 'GET' && id === ' c0 ' ? { status: 200, body: { id } } : undefined,
		});
		expect([reads, posts]).toEqual([['c0', ' c0 '], [[' c0 ']]]);
		expect(items).toMatchObject([{ id: ' c0 ', change: 'changed' }]);
	});

	it('is refused if it cannot be read, and not created', async () => {
		const { posts, items } = await uploadThings({
			input: things(3),
			reads: true,
			service: ({ method, ids: [id] }) => (method === 'GET' && id === 'c1' ? { status: 403 } : undefined),
		});
		expect(posts).toEqual([['c0', 'c2']]);
		expect(items.map(({ error }) => typeof error)).toEqual(['undefined', 'string', 'undefined']);
	});

	it('is named in what On Error "stop" says, and nothing is sent', async () => {
		const { posts, error } = await uploadThings({
			input: things(3),
			reads: true,
			continues: false,
			service: ({ method, ids: [id] }) => (method === 'GET' && id === 'c1' ? { status: 403 } : undefined),
		});
		expect(posts).toEqual([]);
		expect(error?.description).toMatch(
			new RegExp(`${sentence('cameFrom', { rows: 'row 2' })}.* Refused: 1\\. Not sent: 2\\.`),
		);
	});

	it.each<[what: string, mustExist: boolean, posts: string[][]]>([
		['is created', false, [['c0']]],
		['is refused if it has to exist', true, []],
	])('and does not exist %s', async (_what, mustExist, posts) => {
		const run = await uploadThings({ input: things(1), reads: true, setting: { mustExist } });
		expect(run.posts).toEqual(posts);
		expect(run.items[0]?.error !== undefined).toBe(mustExist);
	});
});

it('a wrong key ends a dry run at once, and refuses each record of an upload', async () => {
	const service = () => ({ status: 401 });
	const dry = await uploadThings({ input: things(200), reads: true, setting: { dryRun: true }, service });
	expect(dry.items.some(({ would_be_refused }) => would_be_refused !== undefined)).toBe(false);
	expect(dry.reads.length).toBeLessThan(200);
	const { items, posts } = await uploadThings({ input: things(2), reads: true, service });
	expect([items.map(({ error }) => typeof error), posts]).toEqual([['string', 'string'], []]);
});

it('a cancelled execution sends no further request and ends with an error', async () => {
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
	expect(error?.message).toBe(sentence('cancelled'));
	expect(error?.description).toMatch(/Accepted: \d+ of 100 things \(rows 1 to 2\b/);
});

describe('records that were read', () => {
	stillTime();
	// Mutation testing runs all tests in one process.
	afterEach(forgetWaits);

	async function upload(service: Parameters<typeof uploadThings>[0]['service'], count = 2) {
		const running = uploadThings({ input: things(count, { title: 'Dr.' }), reads: true, service });
		await pass(10 * A_MINUTE);
		return await running;
	}
	const busy = (seconds: number): Answer => ({ status: 429, headers: { 'retry-after': `${seconds}` } });

	it.each([
		[50, ['c0', 'c1', 'c1']],
		[70, ['c0', 'c1', 'c1', 'c0']],
	])(
		'%i seconds before the last one are read again if that is more than a minute: %j',
		async (seconds, read) => {
			const run = await upload(({ ids: [id] }, count) =>
				id === 'c1' && count === 2 ? busy(seconds) : undefined,
			);
			expect(run.reads).toEqual(read);
			expect(run.posts).toEqual([['c0', 'c1']]);
		},
	);

	it('are as old as the request that asked for them, and not as its answer', async () => {
		let posts = 0;
		const run = await upload(async ({ method }) => {
			if (method === 'GET') await after(40_000);
			return method === 'POST' && ++posts === 1 ? busy(30) : undefined;
		}, 1);
		expect([run.reads, posts]).toEqual([['c0', 'c0'], 2]);
	});

	it('wait as long as needed for a limit, if the service goes on accepting others', async () => {
		let next = 0;
		const running = uploadThings({
			input: things(5, { title: 'Dr.' }),
			reads: true,
			setting: { batchSize: 1 },
			service: ({ method, at }) => {
				if (method !== 'POST') return undefined;
				if (at < next) return busy(Math.ceil((next - at) / 1000));
				next = at + 8 * A_MINUTE;
				return undefined;
			},
		});
		await pass(60 * A_MINUTE);
		expect(accepted((await running).items)).toBe(5);
	});

	it('are read again as often as needed, so that no record is sent more than a minute after it was read', async () => {
		let posts = 0;
		const readAt = new Map<string, number>();
		const run = await upload(({ method, ids, at }) => {
			if (method === 'GET') for (const id of ids) readAt.set(id, at);
			if (method !== 'POST') return undefined;
			for (const id of ids) expect(at - (readAt.get(id) ?? -Infinity)).toBeLessThanOrEqual(A_MINUTE);
			posts++;
			// The batch is refused after 75 s, and its first part after 150 s.
			if (posts % 2 === 1) return busy(75);
			return posts < 5 ? { status: 422 } : undefined;
		});
		expect(run.error).toBeUndefined();
		expect(accepted(run.items)).toBeGreaterThan(0);
		expect(run.reads.length).toBeGreaterThan(4);
	});

	it('are read again during an outage, also if a try may have reached the service', async () => {
		const readAt = new Map<string, number>();
		let began: number | undefined;
		const ages: number[] = [];
		const run = await upload(({ method, ids, at }) => {
			if (method === 'GET') for (const id of ids) readAt.set(id, at);
			if (method !== 'POST') return undefined;
			ages.push(...ids.map((id) => at - (readAt.get(id) ?? -Infinity)));
			began ??= at;
			return at - began < 3 * A_MINUTE ? { status: 500 } : undefined;
		}, 8);
		expect(accepted(run.items)).toBe(8);
		expect(Math.max(...ages)).toBeLessThanOrEqual(A_MINUTE);
		expect(run.reads.length).toBeGreaterThan(8);
	});

	it('count as accepted if a request without an answer has changed them', async () => {
		let began: number | undefined;
		const stored: IDataObject = {};
		const run = await upload(({ method, ids: [id], at, body }) => {
			if (method === 'GET') return { status: 200, body: { id, ...stored } };
			began ??= at;
			Object.assign(stored, { title: body?.[0]?.title });
			return at - began < 3 * A_MINUTE ? { status: 500 } : undefined;
		}, 8);
		expect(run.items.map(({ change }) => change)).toEqual(Array(8).fill('changed'));
	});

	it('are not waited for if their request had no answer, as there is no Operation of it', async () => {
		let began: number | undefined;
		const stored: IDataObject = {};
		const operations: string[] = [];
		const running = uploadThings({
			input: things(8, { title: 'Dr.' }),
			reads: true,
			setting: { waiting: { timeout: 1000, isPending: () => false } },
			service: ({ method, ids: [id = ''], at, body }) => {
				if (/^o\d/.test(id)) operations.push(id);
				if (method === 'GET') return { status: 200, body: { id, ...stored } };
				began ??= at;
				Object.assign(stored, { title: body?.[0]?.title });
				return at - began < 3 * A_MINUTE ? { status: 500 } : undefined;
			},
		});
		await pass(10 * A_MINUTE);
		const { items, hints } = await running;
		expect(items.map(({ change }) => change)).toEqual(Array(8).fill('changed'));
		expect(operations).toEqual([]);
		expect(hints).toMatchObject([{ type: 'info' }]);
	});

	it('are refused after four quick tries without an answer, without a further reading', async () => {
		const run = await upload(({ method }) => (method === 'POST' ? { status: 500 } : undefined), 1);
		expect([run.posts.length, run.reads]).toEqual([4, ['c0']]);
		expect(accepted(run.items)).toBe(0);
	});

	it('are read and sent again if four tries to send them found no connection', async () => {
		const noConnection = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
		let tries = 0;
		const run = await upload(({ method }) => {
			if (method === 'POST' && ++tries <= 4) throw noConnection;
			return undefined;
		}, 1);
		expect([run.posts.length, run.reads]).toEqual([5, ['c0', 'c0']]);
		expect(accepted(run.items)).toBe(1);
	});

	it('are sent in smaller parts if reading all of them takes longer than a minute', async () => {
		let free = 0;
		const run = await upload(async ({ method, at }) => {
			if (method === 'POST') return undefined;
			free = Math.max(free, at) + 25_000;
			await after(free - at);
			return undefined;
		}, 4);
		// The answers for c2 and c3 come more than a minute after they were asked for, and both are asked for again.
		expect(run.posts).toEqual([
			['c0', 'c1'],
			['c2', 'c3'],
		]);
		expect(accepted(run.items)).toBe(4);
	});

	it('are refused after four tries without an answer, each after a reading of its own', async () => {
		const run = await upload(async ({ method }) => {
			if (method === 'POST') await after(A_MINUTE + 1);
			return method === 'POST' ? { status: 504 } : undefined;
		}, 1);
		expect(run.posts).toHaveLength(4);
		expect(run.reads).toHaveLength(4);
		expect(accepted(run.items)).toBe(0);
	});

	it('are read again before an upload for which the service made the run wait longer than a minute', async () => {
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
