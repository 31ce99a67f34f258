/* eslint-disable */
/** What becomes of the chosen events: their PDFs, the room of a poll, its end. */
import type { IDataObject } from 'n8n-workflow';

import type { Chosen } from '../../nodes/ContactConsent/trigger/choose';
import { getDocuments } from '../../nodes/ContactConsent/trigger/documents';
import type { Poll } from '../../nodes/ContactConsent/trigger/settings';
import { senderOf } from '../support/sender';
import { failure } from '../support/service-failure';
import { documentOf, idOf, NOW, settingsOf } from '../support/trigger-parts';

/** What the service gives for a document: sizes of the parts of its PDF, a status, or an error. */
type Answer = number[] | 204 | Error;

interface Given {
	/** By `event_id`; any other is a PDF of 4 × 100 kB. */
	documents?: Record<string, Answer>;
	settings?: Partial<Poll['settings']>;
	/** Milliseconds that a part takes, of the 1,000 that a poll has. */
	pace?: number;
	/** How many of these are over. */
	begun?: number;
}

const refusal = (status: number): Error => failure({ kind: 'status', status });

/** A poll with 1,000 ms and room for 1 MB. */
function pollOn({ documents = {}, settings = {}, pace = 0, begun = 0 }: Given = {}) {
	let time = begun;
	const asked: string[] = [];
	const limits: Array<number | undefined> = [];
	async function* pdfOf(sizes: number[]) {
		for (const size of sizes) {
			time += pace;
			yield await Promise.resolve(Buffer.alloc(size));
		}
	}
	const send = senderOf(({ path }: { path: string[] }, { within }: { within?: number } = {}) => {
		if (path.includes('')) return Promise.reject(failure({ kind: 'invalidPath' }));
		const [, , id = ''] = path;
		asked.push(id);
		limits.push(within);
		const answer = documents[id] ?? [1e5, 1e5, 1e5, 1e5];
		if (answer instanceof Error) return Promise.reject(answer);
		if (answer === 204) return Promise.resolve({ status: 204, headers: {}, body: '' });
		return Promise.resolve({ status: 200, headers: {}, body: pdfOf(answer) });
	});
	const poll = { settings: settingsOf(settings), send, left: () => 1000 - time } as unknown as Poll;
	return { poll, asked, limits };
}

const chosenOf = (
	ids: Iterable<string>,
	withoutPdf: Chosen['withoutPdf'] = 'waits',
	raw: IDataObject = {},
): Chosen[] =>
	[...ids].map((id) => ({ event: documentOf(id, NOW, { contact_id: 'c', ...raw }), withoutPdf }));
const DUE = 'goesOnceTried';

/** What was delivered, with its status; and what was not: `+` tried, `-` not. */
async function outcomeOf(chosen: Chosen[], poll: Poll) {
	const { deliver, tried } = await getDocuments(chosen, poll);
	const delivered = new Set(deliver.map(({ event }) => event.key));
	const left = chosen.filter(({ event }) => !delivered.has(event.key));
	return {
		deliver: deliver.map(({ event, status }) => [event.raw.event_id, status]),
		waiting: left.map(({ event }) => `${idOf(event)}${tried.has(event.key) ? '+' : '-'}`).join(' '),
	};
}

const downloaded = (ids: string) => [...ids].map((id) => [id, 'downloaded']);
const many = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`);
const long = (parts: number) => Array<number>(parts).fill(1);

describe('what became of a document', () => {
	it('is its PDF, inside the data of the execution', async () => {
		const chosen = chosenOf('a', 'waits', { contact_id: 'secret' });
		const { deliver } = await getDocuments(chosen, pollOn({ documents: { a: [3, 4] } }).poll);
		expect(deliver).toMatchObject([
			{
				status: 'downloaded',
				binary: { data: Buffer.alloc(7).toString('base64'), fileName: 'consents-***-a.pdf', bytes: 7 },
			},
		]);
	});

	it.each<[string, Answer, string, boolean]>([
		['not generated yet', 204, 'not_generated', true],
		['empty', [], 'unavailable', true],
		['not there', refusal(404), 'not_found', false],
		['deleted', refusal(410), 'gone', false],
		['too large for any poll', failure({ kind: 'tooLarge' }), 'unavailable', false],
	])('%s: waits while it may come, and says why at its last try', async (_, answer, status, mayCome) => {
		const { poll } = pollOn({ documents: { a: answer } });
		const done = { deliver: [['a', status]], waiting: '' };
		expect(await outcomeOf(chosenOf('a'), poll)).toEqual(mayCome ? { deliver: [], waiting: 'a+' } : done);
		expect(await outcomeOf(chosenOf('a', DUE), poll)).toEqual(done);
	});

	it('is that it is longer than any text may be: no throw', async () => {
		const { poll } = pollOn({ documents: { a: [1] } });
		const text = jest.spyOn(Buffer.prototype, 'toString').mockImplementation(() => {
			throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
		});
		const result = await getDocuments(chosenOf('a', DUE), poll).finally(() => text.mockRestore());
		expect(result.deliver).toMatchObject([{ status: 'unavailable' }]);
	});

	it('without an ID is that there is none, nor a request for it; a number is an ID', async () => {
		const { poll, asked } = pollOn();
		// JSON has rounded the second one: it may be that of somebody else.
		for (const contact_id of [null, 2 ** 60]) {
			const nameless = chosenOf('a', 'waits', { contact_id });
			expect((await outcomeOf(nameless, poll)).deliver).toEqual([['a', 'not_found']]);
		}
		expect(asked).toEqual([]);
		const numbers = chosenOf('a', 'waits', { contact_id: 7, event_id: 42 });
		expect((await outcomeOf(numbers, poll)).deliver).toEqual([[42, 'downloaded']]);
		expect(asked).toEqual(['42']);
	});

	it.each([
		['documentation', 'skipped'],
		['update', undefined],
	])('with downloads off, %s events: %s', async (type, status) => {
		const { poll, asked } = pollOn({ settings: { download: false } });
		const chosen = chosenOf('a', 'waits', { type });
		expect(await outcomeOf(chosen, poll)).toEqual({ deliver: [['a', status]], waiting: '' });
		expect(asked).toEqual([]);
	});
});

describe('the room of a poll', () => {
	it.each<[string, Record<string, Answer>, string, string]>([
		['is filled to the last byte', { a: [5e5], b: [5e5], c: [1] }, 'ab', 'c-'],
		['lets a larger PDF go alone, if it is first', { a: [3e6], b: [1] }, 'a', 'b-'],
	])('%s', async (_, documents, delivered, waiting) => {
		const { poll } = pollOn({ documents });
		const expected = { deliver: downloaded(delivered), waiting };
		expect(await outcomeOf(chosenOf(Object.keys(documents)), poll)).toEqual(expected);
	});

	it('is of no concern to what turns out not to be there', async () => {
		const documents = { a: [3e6], b: refusal(404), c: refusal(410) };
		expect((await outcomeOf(chosenOf('abc'), pollOn({ documents }).poll)).deliver).toEqual([
			['a', 'downloaded'],
			['b', 'not_found'],
			['c', 'gone'],
		]);
	});

	it('that is used up begins no further download', async () => {
		const { poll, asked } = pollOn({ documents: { e0: [9e5] } });
		const { deliver, waiting } = await outcomeOf(chosenOf(many(100)), poll);
		expect(deliver).toEqual([['e0', 'downloaded']]);
		expect(waiting.split(' ')).toHaveLength(99);
		expect(asked.length).toBeLessThan(10);
	});

	it('that is not enough leaves what may wait, and delivers what may not', async () => {
		const documents = { a: [9e5], b: [9e5], c: [9e5] };
		const chosen = [...chosenOf('a'), ...chosenOf('b', DUE), ...chosenOf('c', 'goes')];
		expect(await outcomeOf(chosen, pollOn({ documents }).poll)).toEqual({
			deliver: [
				['a', 'downloaded'],
				['c', 'unavailable'],
			],
			waiting: 'b-',
		});
	});
});

describe('the end of a poll', () => {
	it('is the limit of every request: half of the time for the first, all of it for the others', async () => {
		const { poll, limits, asked } = pollOn({ begun: 400 });
		await getDocuments(chosenOf('abc'), poll);
		expect([asked, limits]).toEqual([
			['a', 'b', 'c'],
			[300, 600, 600],
		]);
		const alone = pollOn({ begun: 400 });
		await getDocuments(chosenOf('a'), alone.poll);
		expect(alone.limits).toEqual([600]);
	});

	it.each([
		['is not past at its last millisecond', 250, downloaded('a'), ''],
		['ends a download that goes on; alone, it was tried', 251, [], 'a+'],
	])('%s', async (_, pace, deliver, waiting) => {
		expect(await outcomeOf(chosenOf('a'), pollOn({ pace }).poll)).toEqual({ deliver, waiting });
	});

	it('begins nothing; what is due is delivered all the same', async () => {
		const { poll, asked } = pollOn({ begun: 1000 });
		const chosen = [...chosenOf('a'), ...chosenOf('b', DUE)];
		expect(await outcomeOf(chosen, poll)).toEqual({ deliver: [['b', 'unavailable']], waiting: 'a-' });
		expect(asked).toEqual([]);
	});

	/** Ten parts are a poll's time. */
	const slow = { b: long(9), c: long(9), d: long(9) };
	it.each<[string, Record<string, Answer>, Chosen['withoutPdf'], unknown[], string]>([
		['is no fault of those that shared the line', { a: [1], ...slow }, DUE, downloaded('a'), 'b- c- d-'],
		['costs the first its try alone', { a: long(9), b: [1] }, 'waits', downloaded('b'), 'a+'],
		['costs no try that had an answer', { a: long(9), b: 204, c: refusal(500) }, 'waits', [], 'a+ b+ c+'],
		[
			'is there before anything came: nothing due waits for the line',
			{ a: long(99), ...slow },
			DUE,
			[...'abcd'].map((id) => [id, 'unavailable']),
			'',
		],
	])('%s', async (_, documents, withoutPdf, deliver, waiting) => {
		const { poll } = pollOn({ documents, pace: 100 });
		expect(await outcomeOf(chosenOf(Object.keys(documents), withoutPdf), poll)).toEqual({ deliver, waiting });
	});
});

it('a few share the line, and each that is done makes room for one', async () => {
	const { poll } = pollOn({ settings: { maxAttachmentBytes: 1e9 } });
	const open: Array<() => void> = [];
	const sizes: number[] = [];
	poll.send = (async () => {
		await new Promise<void>((resolve) => void open.push(resolve));
		return { status: 204, headers: {}, body: '' };
	}) as unknown as Poll['send'];
	const working = getDocuments(chosenOf(many(12)), poll);
	const wave = () => new Promise((resolve) => setImmediate(resolve));
	for (await wave(); open.length > 0; await wave()) {
		sizes.push(open.length);
		for (const done of open.splice(0)) done();
	}
	await working;
	expect(sizes).toEqual([1, 5, 5, 1]);
});
