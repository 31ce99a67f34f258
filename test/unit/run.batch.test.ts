/** An upload as a whole: how many requests at once, where On Error "stop" ends it, and what it says. */
import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { contact, contacts, madeUpUpload, manyIds, refusal, type Sent } from '../support/made-up-upload';

const one = { batchSize: 1, parallelUploads: 1 };
const has = ({ ids }: Sent, id: string) => ids.split(' ').includes(id);

describe('requests at once', () => {
	/** The most that were under way at once, among so many first ones and in all. */
	async function mostAtOnce(ids: string, options: IDataObject, first = 0) {
		let [underWay, most, atFirst] = [0, 0, 0];
		const { items } = await madeUpUpload({
			rows: contacts(ids),
			options: { batchSize: 1, ...options },
			service: async (_, count) => {
				most = Math.max(most, ++underWay);
				if (count <= first) atFirst = most;
				await sleep(10);
				underWay--;
				return undefined;
			},
		});
		expect(items.filter(({ accepted }) => accepted)).toHaveLength(ids.split(' ').length);
		return { most, atFirst };
	}

	it('are four uploads at first, for a service may have a low limit', async () => {
		expect((await mostAtOnce(manyIds(24), {}, 8)).atFirst).toBe(4);
	});

	it('are no more than Parallel Uploads', async () => {
		expect((await mostAtOnce(manyIds(30), { parallelUploads: 3 })).most).toBe(3);
	});

	it('are one where an ID comes again, because the last one of it wins', async () => {
		expect((await mostAtOnce(`${manyIds(10)} c0`, {})).most).toBe(1);
	});

	it('are the reads of one batch, so that little time lies between reading and sending', async () => {
		const begun: string[] = [];
		await madeUpUpload({
			rows: contacts(manyIds(12)),
			fieldsNotSent: 'keep',
			options: { batchSize: 4 },
			service: async ({ method, ids }) => {
				if (method === 'POST') return undefined;
				begun.push(`+${ids}`);
				await sleep(5);
				begun.push(`-${ids}`);
				return undefined;
			},
		});
		const ofSecond = begun.findIndex((text) => text === '+c4');
		expect(begun.slice(0, ofSecond).sort().join(' ')).toBe('+c0 +c1 +c2 +c3 -c0 -c1 -c2 -c3');
	});
});

describe('On Error "stop"', () => {
	const stops = { continues: false };

	it('sends nothing where a row cannot be sent', async () => {
		const { error, sent } = await madeUpUpload({
			...stops,
			rows: [contact('c1'), { id: 'c2' }],
			options: one,
		});
		expect(sent).toEqual([]);
		expect(error?.message).toBe('First Name and Last Name are missing');
		expect(error?.description).toContain('Accepted: 0 of 2 contacts. Refused: 1. Not sent: 1.');
	});

	it('begins no further batch once one has a refused row', async () => {
		const { error, uploads } = await madeUpUpload({
			...stops,
			rows: contacts('a b c d e f'),
			options: { batchSize: 2, parallelUploads: 1 },
			service: (sent) => (has(sent, 'd') ? refusal(422) : undefined),
		});
		expect(uploads).toEqual(['a b', 'c d', 'c', 'd']);
		expect(error?.message).toBe('The service refused the values');
		expect(error?.description).toMatch(
			/Accepted: 3 of 6 contacts \(Operation-Id o1, o3\)\. Refused: 1\. Not sent: 2\./,
		);
		expect(error?.context.itemIndex).toBe(3);
	});

	it('sends no batch of which a row turns out to lack something, nor those behind it', async () => {
		const { error, uploads, reads } = await madeUpUpload({
			...stops,
			rows: [contact('a'), contact('b'), contact('c'), { id: 'd', title: 'Dr.' }, contact('e')],
			fieldsNotSent: 'keep',
			options: { batchSize: 2, parallelUploads: 1 },
		});
		expect([uploads, reads]).toEqual([['a b'], ['a', 'b', 'c', 'd']]);
		expect(error?.message).toBe('First Name and Last Name are missing');
	});

	it('puts out everything where nothing is refused', async () => {
		const { items, error } = await madeUpUpload({ ...stops, rows: contacts('a b'), options: one });
		expect([error, items.map(({ id }) => id)]).toEqual([undefined, ['a', 'b']]);
	});
});

it('a cancelled execution ends in an error, also where it would go on after one', async () => {
	const abort = new AbortController();
	const { error, items, uploads } = await madeUpUpload({
		rows: contacts('a b c'),
		options: one,
		signal: abort.signal,
		service: () => {
			abort.abort();
			return refusal(500);
		},
	});
	expect([items, uploads]).toEqual([[], ['a']]);
	expect(error?.message).toMatch(/cancelled/);
});

it('a row whose JSON cannot be read is refused, and the others are sent', async () => {
	const { items, uploads } = await madeUpUpload({
		rows: [{ made: 'no JSON' }, { made: JSON.stringify(contact('b')) }],
		json: '={{ $json.made }}',
	});
	expect(uploads).toEqual(['b']);
	expect(items).toMatchObject([{ error: expect.stringMatching(/not valid JSON/) as string }, { id: 'b' }]);
});

it('without rows, nothing is sent, and options have their defaults', async () => {
	const { items, sent, error } = await madeUpUpload({
		rows: [],
		options: { batchSize: '={{ $json.size }}' },
	});
	expect([items, sent, error]).toEqual([[], [], undefined]);
});

describe('above the output', () => {
	it('stands what was refused', async () => {
		const { hints } = await madeUpUpload({
			rows: contacts('a b'),
			service: (sent) => (has(sent, 'b') ? refusal(422) : undefined),
		});
		expect(hints).toEqual([
			{
				message: 'Accepted: 1 of 2 contacts. Refused: 1. Row 2: The service refused the values.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it('stands nothing where all went as it should', async () => {
		const { items, hints } = await madeUpUpload({ rows: contacts('a') });
		expect(items).toEqual([{ id: 'a', accepted: true, operation_id: 'o1', request_id: 'r1' }]);
		expect(hints).toEqual([]);
	});
});
