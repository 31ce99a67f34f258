/** How the batches of an upload are sent: what a limit of the service teaches, and who is asked where it refuses a lot. */
import { sleep } from 'n8n-workflow';

import {
	contact,
	contacts,
	madeUpUpload,
	manyIds,
	refusal,
	type Answer,
	type Sent,
} from '../support/made-up-upload';

const has = (ids: string, id: string) => ids.split(' ').includes(id);
const numberOf = (id: string) => Number(id.slice(1));
const isFrom = (ids: string, from: number) => ids.split(' ').every((id) => numberOf(id) >= from);
const countOf = (ids: string) => ids.split(' ').length;

describe('a service with a limit for bytes', () => {
	/** A contact that has so many bytes in a request, with the comma behind it. */
	const sized = (at: number, bytes: number) => {
		const id = `c${String(at).padStart(3, '0')}`;
		const without = JSON.stringify(contact(id, { title: '' })).length + 1;
		return contact(id, { title: 'x'.repeat(bytes - without) });
	};
	const rowsOf = (...parts: Array<[count: number, bytes: number]>) =>
		parts.flatMap(([count, bytes]) => Array<number>(count).fill(bytes)).map((bytes, at) => sized(at, bytes));
	const upTo =
		(limit: number) =>
		({ body }: Sent) =>
			JSON.stringify(body).length > limit ? { status: 413 } : undefined;

	it('gets halves of what was too large, then more and more, up to what it takes', async () => {
		const { uploads, items } = await madeUpUpload({
			rows: rowsOf([45, 100]),
			options: { batchSize: 20, parallelUploads: 1 },
			service: upTo(1250),
		});
		expect(items.every(({ accepted }) => accepted)).toBe(true);
		// 20 are too large, 10 are not; nor are 15, the middle, which is tried once. 12 would cost too much.
		expect(uploads.map(countOf)).toEqual([20, 10, 10, 15, 10, 5, 10]);
	});

	it('teaches nothing with another refusal', async () => {
		const { uploads } = await madeUpUpload({
			rows: rowsOf([40, 100]),
			options: { batchSize: 20, parallelUploads: 1 },
			service: ({ ids }) => (has(ids, 'c019') ? refusal(422) : undefined),
		});
		expect(countOf(uploads.at(-1) ?? '')).toBe(20);
	});

	it('gets what is left of a batch with the next one, where that would leave a request half empty', async () => {
		const rows = rowsOf([20, 100], [20, 120], [20, 100]);
		const { uploads, sent, items } = await madeUpUpload({
			rows,
			options: { batchSize: 20, parallelUploads: 2 },
			service: async (one) => {
				await sleep(5);
				return upTo(1050)(one);
			},
		});
		expect(items.every(({ accepted }) => accepted)).toBe(true);
		// The first batch is too large: 1,020 bytes may be right. The second one is not sent before that is known.
		const second = uploads.filter((ids) => /^c0[23]/.test(ids));
		expect(second.slice(0, 2).map((ids) => ids.replace(/ .* /, ' … '))).toEqual([
			'c020 … c027',
			'c028 … c035',
		]);
		expect(second.length).toBeGreaterThan(2);
		for (const ids of second.slice(2)) expect(ids).toMatch(/^c036 c037 c038 c039 c040/);
		const bodies = sent.flatMap(({ body }) => body);
		for (const row of rows) expect(bodies).toContainEqual(row);
	});

	it('gets what is left of the last batch by itself', async () => {
		const { uploads, items } = await madeUpUpload({
			rows: rowsOf([20, 100], [20, 120]),
			options: { batchSize: 20, parallelUploads: 2 },
			service: async (one) => {
				await sleep(5);
				return upTo(1050)(one);
			},
		});
		expect(items.every(({ accepted }) => accepted)).toBe(true);
		expect(uploads).toContain('c036 c037 c038 c039');
	});

	it('makes nobody wait longer than it takes to answer the first request', async () => {
		const { uploads } = await madeUpUpload({
			rows: rowsOf([20, 100], [20, 100]),
			options: { batchSize: 20, parallelUploads: 2 },
			service: async (one) => {
				await sleep(5);
				return upTo(300)(one);
			},
		});
		// Both batches are being cut at the same time.
		const begins = uploads.slice(1, 3).map((ids) => ids.slice(0, 4));
		expect(begins.sort()).toEqual(['c000', 'c020']);
	});
});

it('an answer that n8n cannot read is told as it is', async () => {
	const { items } = await madeUpUpload({
		rows: contacts('c1'),
		service: () => ({}) as Answer,
	});
	expect(items[0]?.error).toBe("n8n's HTTP helper returned no full response");
});

describe('elements that the answer names', () => {
	const service = ({ ids }: Sent) =>
		has(ids, 'c') ? refusal(422, { validation_errors: { c: { email: { code: 'v1c001' } } } }) : undefined;

	it('are sent ahead of the others', async () => {
		const { uploads } = await madeUpUpload({ rows: contacts('a b c d e'), service });
		expect(uploads).toEqual(['a b c d e', 'c', 'a b d e']);
	});

	it('are not, where an ID comes again: the last one of it wins', async () => {
		const { uploads } = await madeUpUpload({ rows: contacts('a b c a'), service });
		expect(uploads).toEqual(['a b c a', 'a b', 'c a', 'c', 'a']);
	});

	it('are in each batch without an ID that comes again', async () => {
		const rows = contacts('a b c d a');
		const { uploads } = await madeUpUpload({ rows, service, options: { batchSize: 4 } });
		expect(uploads).toEqual(['a b c d', 'a b', 'c d', 'c', 'd', 'a']);
		const single = await madeUpUpload({ rows: contacts('d e c a a'), service, options: { batchSize: 3 } });
		expect(single.uploads).toEqual(['d e c', 'c', 'd e', 'a a']);
	});
});

describe('where a lot is refused and nobody is named', () => {
	const rows = contacts(manyIds(100));

	it('others are asked until one is taken, and then the refused ones are found', async () => {
		const { items, sent, uploads } = await madeUpUpload({
			rows,
			options: { batchSize: 50, parallelUploads: 1 },
			// Of the eight who are asked, the first two or three are among them.
			service: ({ ids }) => (isFrom(ids, 60) ? undefined : refusal(400)),
		});
		expect(items.map(({ accepted }) => accepted === true)).toEqual(
			Array.from({ length: 100 }, (_, at) => at >= 60),
		);
		const asked = uploads.slice(40).findIndex((ids) => isFrom(ids, 60));
		expect(asked).toBeGreaterThan(0);
		for (const witness of uploads.slice(40, 40 + asked + 1)) {
			expect(countOf(witness)).toBe(1);
			// Whether taken or refused, it has ended.
			expect(uploads.slice(40).filter((ids) => has(ids, witness))).toEqual([witness]);
		}
		// Once one is taken, no other is asked.
		expect(isFrom(uploads[40 + asked + 1] ?? '', 60)).toBe(false);
		// Whole contacts, also of batches whose turn has not come.
		for (const element of sent.flatMap(({ body }) => body)) {
			expect(element).toEqual(contact(element.id as string));
		}
	});

	it('all eight are asked before all is refused', async () => {
		const { items, uploads } = await madeUpUpload({
			rows,
			options: { batchSize: 50, parallelUploads: 1 },
			service: () => refusal(400),
		});
		expect(uploads).toHaveLength(40 + 8);
		for (const { message } of items) {
			expect(message).toMatch(/The service refused all 40 requests like this/);
		}
	});

	it('with On Error "stop" others of the same batch are asked, and none behind it', async () => {
		const { error, uploads } = await madeUpUpload({
			rows,
			continues: false,
			options: { batchSize: 50, parallelUploads: 1 },
			service: () => refusal(400),
		});
		expect(uploads).toHaveLength(48);
		expect(uploads.slice(40)).toEqual('c3 c9 c15 c21 c28 c34 c40 c46'.split(' '));
		expect(error?.description).toMatch(/refused all 40 requests like this/);
	});

	it('with On Error "stop" the good ones of a batch are sent, also where an ID comes twice and many are bad', async () => {
		const isBad = (id: string) => Number(id.slice(1)) < 25;
		const { error, uploads } = await madeUpUpload({
			rows: [...contacts(manyIds(100)), ...contacts('c98')],
			continues: false,
			options: { parallelUploads: 1 },
			service: ({ ids }) => (ids.split(' ').some(isBad) ? refusal(422) : undefined),
		});
		const sent = new Set(
			uploads
				.filter((ids) => !ids.split(' ').some(isBad))
				.join(' ')
				.split(' '),
		);
		expect(sent.size).toBe(75);
		expect(error?.description).toMatch(/Accepted: 76 of 101 .*Refused: 25\. Not sent: 0\./);
	});

	it('those who are asked are read first, with Keep, once', async () => {
		const { reads, uploads } = await madeUpUpload({
			rows: contacts(manyIds(200)),
			fieldsNotSent: 'keep',
			options: { parallelUploads: 1 },
			service: ({ method, ids }) => {
				if (method === 'POST') return refusal(400);
				return ids === 'c112' ? refusal(403) : undefined;
			},
		});
		// Eight of 200, spread; one of them cannot be read.
		expect(uploads.slice(40)).toEqual('c12 c37 c62 c87 c137 c162 c187'.split(' '));
		expect(reads).toHaveLength(new Set(reads).size);
		for (const id of ['c112', 'c137', 'c162', 'c187']) expect(reads).toContain(id);
	});

	it('nobody is asked whose batch has ended in the meantime', async () => {
		let askOthers = () => {};
		const asking = new Promise<void>((resolve) => (askOthers = resolve));
		const { uploads } = await madeUpUpload({
			rows,
			options: { batchSize: 50, parallelUploads: 2 },
			service: async ({ ids }, count) => {
				if (countOf(ids) === 50 && isFrom(ids, 50)) {
					await asking;
					return refusal(403);
				}
				if (count > 41) {
					askOthers();
					await sleep(5);
				}
				return refusal(400);
			},
		});
		expect(uploads.filter((ids) => isFrom(ids, 50)).map(countOf)).toEqual([50]);
	});
});
