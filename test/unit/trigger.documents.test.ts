/* eslint-disable */
/** The PDFs of the chosen events, within the size and the time of a poll. */
import type { IDataObject } from 'n8n-workflow';

import { firstTurn, type Turn } from '../../nodes/ContactConsent/trigger/choose';
import { getDocuments } from '../../nodes/ContactConsent/trigger/documents';
import type { TriggerEvent } from '../../nodes/ContactConsent/trigger/state';
import { FOREVER } from '../../nodes/ContactConsent/trigger/state';
import type { Poll } from '../../nodes/ContactConsent/trigger/settings';
import { senderOf } from '../support/sender';
import { failure } from '../support/service-failure';
import {
	documentOf,
	eventOf,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	readingOf,
	settingsOf,
} from '../support/trigger-parts';

/** The answer for a document: the sizes of the parts of its PDF, perhaps with an error behind them; a status; an error. */
type Answer = Array<number | Error> | 204 | Error;

interface Given {
	/** By `event_id`. Without an answer here, it is a PDF of 4 × 100 kB. */
	documents?: Record<string, Answer>;
	settings?: Partial<Poll['settings']>;
	/** How many milliseconds a part takes. A poll has 1,000. */
	pace?: number;
	/** How many of the 1,000 milliseconds have passed. */
	begun?: number;
	/** How many milliseconds pass before an error is the answer. */
	latency?: number;
}

const refusal = (status: number): Error => failure({ kind: 'status', status });

/** A poll of 1,000 ms. */
function pollOn({ documents = {}, settings = {}, pace = 0, begun = 0, latency = 0 }: Given = {}) {
	let time = begun;
	const asked: string[] = [];
	const limits: Array<number | undefined> = [];
	async function* pdfOf(parts: Array<number | Error>) {
		for (const size of parts) {
			time += pace;
			if (size instanceof Error) throw size;
			yield await Promise.resolve(Buffer.alloc(size));
		}
	}
	const send = senderOf(({ path }: { path: string[] }, { within }: { within?: number } = {}) => {
		if (path.includes('')) return Promise.reject(failure({ kind: 'invalidPath' }));
		const [, , id = ''] = path;
		asked.push(id);
		limits.push(within);
		const answer = documents[id] ?? [1e5, 1e5, 1e5, 1e5];
		if (answer instanceof Error) {
			time += latency;
			return Promise.reject(answer);
		}
		if (answer === 204) return Promise.resolve({ status: 204, headers: {}, body: '' });
		return Promise.resolve({ status: 200, headers: {}, body: pdfOf(answer) });
	});
	const poll = {
		settings: settingsOf(settings),
		send,
		timeLeft: () => 1000 - time,
		elapsed: () => time,
	} as unknown as Poll;
	return { poll, asked, limits };
}

/** Documents whose wait goes on, and those whose wait is over. */
const eventsOf = (ids: Iterable<string>, raw: IDataObject = {}, age = 0): TriggerEvent[] =>
	[...ids].map((id) => documentOf(id, NOW - age, { contact_id: 'c', ...raw }));
const dueOf = (ids: Iterable<string>) => eventsOf(ids, {}, 2 * HOUR);

const ask = async (
	documents: TriggerEvent[],
	poll: Poll,
	turns = new Map<string, Turn>(),
	others: TriggerEvent[] = [],
) => await getDocuments({ others, documents }, readingOf([...others, ...documents]), poll, turns, FOREVER);

type Wait = 'asked' | 'failed' | 'cut off' | 'not asked';

/** The delivered documents with their status, and the waiting ones with the reason. */
async function outcomeOf(documents: TriggerEvent[], poll: Poll, failedBefore = '', cutOffBefore = '') {
	const turns = new Map<string, Turn>();
	for (const event of documents)
		turns.set(event.key, { ...firstTurn(0), isCutOff: cutOffBefore.includes(idOf(event)) });
	for (const event of documents)
		if (failedBefore.includes(idOf(event))) turns.set(event.key, { ...firstTurn(0), hasFailed: true });
	const { deliver } = await ask(documents, poll, turns);
	const delivered = new Set(deliver.map(({ event }) => event.key));
	const waiting = documents
		.filter(({ key }) => !delivered.has(key))
		.map((event): [string, Wait] => {
			const { asked, hasFailed, isCutOff } = turns.get(event.key) as Turn;
			const wasAsked = hasFailed ? 'failed' : 'asked';
			return [idOf(event), isCutOff ? 'cut off' : asked === undefined ? 'not asked' : wasAsked];
		});
	return {
		deliver: deliver.map(({ event, status }) => [event.raw.event_id, status]),
		waiting: Object.fromEntries(waiting),
	};
}

const downloaded = (ids: string) => [...ids].map((id) => [id, 'downloaded']);
const long = (parts: number) => Array<number>(parts).fill(1);

describe('a document', () => {
	it('is delivered with its PDF in the data of the execution', async () => {
		const documents = eventsOf('a', { contact_id: 'secret' });
		const { deliver } = await ask(documents, pollOn({ documents: { a: [3, 4] } }).poll);
		expect(deliver).toMatchObject([
			{
				status: 'downloaded',
				binary: { data: Buffer.alloc(7).toString('base64'), fileName: 'consents-***-a.pdf', bytes: 7 },
			},
		]);
	});

	it.each<
		[
			string,
			Answer,
			string,
			'now' | 'when due' | 'when it failed before, too' | 'not yet',
			Record<string, Wait>,
		]
	>([
		['not generated yet', 204, 'not_generated', 'when due', { a: 'asked' }],
		['not found', refusal(404), 'not_found', 'now', {}],
		['deleted', refusal(410), 'gone', 'now', {}],
		['too large for any poll', failure({ kind: 'tooLarge' }), 'unavailable', 'now', {}],
		['empty', [], 'unavailable', 'when it failed before, too', { a: 'failed' }],
		['failing with a 500', refusal(500), 'unavailable', 'when it failed before, too', { a: 'failed' }],
		['refused because of too many requests', refusal(429), '', 'not yet', { a: 'not asked' }],
		['out of reach', failure({ kind: 'unreachable' }), '', 'not yet', { a: 'not asked' }],
		[
			'not requested, because the line is closed',
			failure({ kind: 'status', status: 503, neverSent: true }),
			'',
			'not yet',
			{ a: 'not asked' },
		],
	])('%s is delivered without its PDF %s', async (_, answer, status, when, waiting) => {
		const { poll } = pollOn({ documents: { a: answer } });
		const gone = { deliver: [['a', status]], waiting: {} };
		const stays = { deliver: [], waiting };
		const isDueEnough = when === 'now' || when === 'when due';
		expect(await outcomeOf(eventsOf('a'), poll)).toEqual(when === 'now' ? gone : stays);
		expect(await outcomeOf(dueOf('a'), poll)).toEqual(isDueEnough ? gone : stays);
		expect(await outcomeOf(dueOf('a'), poll, 'a')).toEqual(when === 'not yet' ? stays : gone);
	});

	it('is not delivered and does not throw if its PDF is longer than a text may be', async () => {
		const { poll } = pollOn({ documents: { a: [1] } });
		const text = jest.spyOn(Buffer.prototype, 'toString').mockImplementation(() => {
			throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
		});
		const result = await ask(dueOf('a'), poll).finally(() => text.mockRestore());
		expect(result.deliver).toEqual([]);
	});

	it('without a contact or an ID is not requested and has not_found; a number is an ID', async () => {
		const { poll, asked } = pollOn();
		// JSON has rounded this number, so it may be another contact's ID.
		for (const contact_id of [null, 2 ** 60]) {
			expect((await outcomeOf(eventsOf('a', { contact_id }), poll)).deliver).toEqual([['a', 'not_found']]);
		}
		expect(asked).toEqual([]);
		const numbers = eventsOf('a', { contact_id: 7, event_id: 42 });
		expect((await outcomeOf(numbers, poll)).deliver).toEqual([[42, 'downloaded']]);
		expect(asked).toEqual(['42']);
	});

	it('is delivered among the other events in the order of time, and skipped if downloads are off', async () => {
		const { poll } = pollOn();
		const others = [eventOf('u', NOW - 9), documentOf('s', NOW + 9)];
		const { deliver } = await ask(eventsOf('a'), poll, new Map(), others);
		expect(deliver.map(({ event, status }) => [idOf(event), status])).toEqual([
			['u', undefined],
			['a', 'downloaded'],
			['s', 'skipped'],
		]);
	});
});

describe('the size of a poll', () => {
	it.each<[string, Record<string, Answer>, string, Record<string, Wait>]>([
		['is 20 MB to the last byte', { a: [10e6], b: [10e6], c: [1] }, 'ab', { c: 'cut off' }],
		['lets a larger PDF go alone, if it is first', { a: [30e6], b: [1] }, 'a', { b: 'cut off' }],
	])('%s', async (_, documents, delivered, waiting) => {
		const { poll } = pollOn({ documents });
		const expected = { deliver: downloaded(delivered), waiting };
		expect(await outcomeOf(eventsOf(Object.keys(documents)), poll)).toEqual(expected);
	});

	const reset = failure({ kind: 'unreachable' });
	it.each<[string, Record<string, Answer>, string, Record<string, Wait>]>([
		['also counts PDFs that are complete', { a: [15e6], b: [6e6] }, 'a', { b: 'cut off' }],
		[
			'does not count a download that broke off',
			{ a: [15e6, reset], b: [8e6], c: [8e6] },
			'bc',
			{ a: 'failed' },
		],
		[
			'ends the downloads when one does not fit, so that no further one begins',
			{ a: [15e6], b: [6e6], c: [6e6], d: [6e6], e: [6e6], f: [6e6], g: [1] },
			'a',
			{ b: 'cut off', c: 'cut off', d: 'cut off', e: 'cut off', f: 'cut off', g: 'not asked' },
		],
	])('%s', async (_, documents, delivered, waiting) => {
		const { poll } = pollOn({ documents });
		// The first one was cut off before, so it is alone, and the others begin after it.
		expect(await outcomeOf(eventsOf(Object.keys(documents)), poll, '', 'a')).toEqual({
			deliver: downloaded(delivered),
			waiting,
		});
	});

	it('is not used by documents that turn out to be missing', async () => {
		const documents = { a: [30e6], b: refusal(404), c: refusal(410) };
		expect((await outcomeOf(eventsOf('abc'), pollOn({ documents }).poll)).deliver).toEqual([
			['a', 'downloaded'],
			['b', 'not_found'],
			['c', 'gone'],
		]);
	});
});

describe('the end of a poll', () => {
	it('is the limit of every request', async () => {
		const { poll, limits, asked } = pollOn({ begun: 400 });
		await ask(eventsOf('abc'), poll);
		expect([asked, limits]).toEqual([
			['a', 'b', 'c'],
			[600, 600, 600],
		]);
		const alone = pollOn({ begun: 400 });
		await ask(eventsOf('a'), alone.poll);
		expect(alone.limits).toEqual([600]);
	});

	it.each<[string, number, unknown[], Record<string, Wait>]>([
		['has not come at its last millisecond', 250, downloaded('a'), {}],
		['ends a download, which counts as a failure if it was alone', 251, [], { a: 'failed' }],
	])('%s', async (_, pace, deliver, waiting) => {
		expect(await outcomeOf(eventsOf('a'), pollOn({ pace }).poll)).toEqual({ deliver, waiting });
	});

	it.each<[string, number, Wait]>([
		['that is a millisecond away excuses', 999, 'not asked'],
		['that has come does not excuse', 1000, 'failed'],
	])('%s a document whose connection breaks off', async (_, latency, wait) => {
		const { poll } = pollOn({ documents: { a: failure({ kind: 'unreachable' }) }, latency });
		expect((await outcomeOf(eventsOf('a'), poll)).waiting).toEqual({ a: wait });
	});

	it('in the past means that no request is made and no document is delivered without one', async () => {
		const { poll, asked } = pollOn({ begun: 1000 });
		expect(await outcomeOf([...eventsOf('a'), ...dueOf('b')], poll)).toEqual({
			deliver: [],
			waiting: { a: 'not asked', b: 'not asked' },
		});
		expect(asked).toEqual([]);
	});

	/** A poll has time for ten parts. */
	const slow = { b: long(9), c: long(9), d: long(9) };
	it.each<[string, Record<string, Answer>, string, unknown[], Record<string, Wait>]>([
		[
			'is no fault of those that shared the line',
			{ a: [1], ...slow },
			'',
			downloaded('a'),
			{ b: 'cut off', c: 'cut off', d: 'cut off' },
		],
		[
			'comes in time for one that was cut off before, which has all of the poll for itself',
			{ a: long(9), b: [1] },
			'a',
			downloaded('ab'),
			{},
		],
		[
			'is a failure of one that had all of the poll for itself',
			{ a: long(11), b: [1] },
			'a',
			[],
			{ a: 'failed', b: 'not asked' },
		],
		[
			'cuts off the first one, without a failure, if a later one was cut off before and goes first',
			{ a: long(11), b: [1] },
			'b',
			downloaded('b'),
			{ a: 'cut off' },
		],
		[
			'cuts off those that follow one that was cut off before',
			{ a: long(6), ...slow },
			'a',
			downloaded('a'),
			{ b: 'cut off', c: 'cut off', d: 'cut off' },
		],
	])('%s', async (_, documents, cutOff, deliver, waiting) => {
		const { poll } = pollOn({ documents, pace: 100 });
		expect(await outcomeOf(dueOf(Object.keys(documents)), poll, '', cutOff)).toEqual({ deliver, waiting });
	});
});

describe('a PDF that does not come', () => {
	const waitOf = (status: number) => failure({ kind: 'status', status, retryAfterMs: 7000 });
	const broken = failure({ kind: 'unreachable' });
	const gateway = failure({ kind: 'status', status: 403, from: 'between' });
	const elsewhere = failure({ kind: 'status', status: 404, wrongAddress: true });
	it.each<[string, Record<string, Answer>, Record<string, Wait>]>([
		[
			'counts as failed if its connection breaks off while another one comes',
			{ a: broken, b: broken, c: [1] },
			{ a: 'failed', b: 'failed' },
		],
		[
			'counts as failed if it is asked to wait while another one comes',
			{ a: waitOf(503), b: waitOf(503), c: [1] },
			{ a: 'failed', b: 'failed' },
		],
		[
			'does not count as failed if several are asked to wait, unless its connection breaks off',
			{ a: waitOf(503), b: waitOf(503), c: [1], d: waitOf(503), e: broken },
			{ a: 'not asked', b: 'not asked', d: 'not asked', e: 'failed' },
		],
		[
			'does not count as failed if there are too many requests',
			{ a: waitOf(429), c: [1] },
			{ a: 'not asked' },
		],
		[
			'counts as failed if something in between answers while another one comes',
			{ a: gateway, c: [1] },
			{ a: 'failed' },
		],
		[
			'does not count as failed if something in between answers to all',
			{ a: gateway, b: gateway },
			{ a: 'not asked', b: 'not asked' },
		],
		['does not count as failed if another server answers to all', { a: elsewhere }, { a: 'not asked' }],
		[
			'does not count as failed if no other one comes',
			{ a: broken, b: waitOf(503) },
			{ a: 'not asked', b: 'not asked' },
		],
	])('%s', async (_, documents, waiting) => {
		const { poll } = pollOn({ documents });
		expect((await outcomeOf(dueOf(Object.keys(documents)), poll)).waiting).toEqual(waiting);
	});
});

it('a wait that the service asks for is kept, and other pauses grow up to ten minutes', async () => {
	const documents = { a: failure({ kind: 'status', status: 503, retryAfterMs: 7000 }), b: 204 as const };
	const { poll } = pollOn({ documents });
	const all = [...eventsOf('a'), ...eventsOf('b', {}, 20 * MINUTE)];
	const turns = new Map(all.map(({ key }) => [key, firstTurn(0)]));
	await ask(all, poll, turns);
	const [a, b] = [...turns.values()];
	expect(a?.closedUntil).toBe(7000);
	expect(b?.pauseUntil).toBe(5 * MINUTE);
	const { poll: again, asked } = pollOn({ documents, begun: 900 });
	await ask(eventsOf('a'), again, turns);
	expect(asked).toEqual([]);
});

describe('while the service asks to wait, a document whose wait is over', () => {
	const wait = (status: number) => failure({ kind: 'status', status, retryAfterMs: 7000 });
	it.each<[string, Answer, unknown[]]>([
		['is delivered without its PDF if it alone is to wait', wait(503), [['a', 'unavailable']]],
		['waits if the service limits the rate', wait(429), []],
	])('%s', async (_, answer, delivered) => {
		const turns = new Map(dueOf('a').map(({ key }) => [key, firstTurn(0)]));
		const { poll } = pollOn({ documents: { a: answer, b: [1] } });
		expect((await ask(dueOf('ab'), poll, turns)).deliver).toHaveLength(1);
		for (const turn of turns.values()) turn.hasFailed = true;
		const next = pollOn({ begun: 900 });
		const { deliver } = await ask(dueOf('a'), next.poll, turns);
		expect(deliver.map(({ event, status }) => [idOf(event), status])).toEqual(delivered);
		expect(next.asked).toEqual([]);
	});
});

it.each<[string, Record<string, Answer>, boolean | undefined]>([
	['unknown without a request', {}, undefined],
	['answering with a PDF', { a: [1] }, true],
	['answering although it has no PDF', { a: 204 }, true],
	['answering with a 500', { a: refusal(500) }, true],
	['silent if there are too many requests', { a: refusal(429) }, false],
	['silent if nothing came until the end of the poll', { a: long(11) }, false],
])('the document service counts as %s', async (_, documents, isAnswering) => {
	const { poll } = pollOn({ documents, pace: 100 });
	expect((await ask(eventsOf(Object.keys(documents)), poll)).isAnswering).toBe(isAnswering);
});

it('five downloads run at a time', async () => {
	const { poll } = pollOn();
	const open: Array<() => void> = [];
	const sizes: number[] = [];
	poll.send = (async () => {
		await new Promise<void>((resolve) => void open.push(resolve));
		return { status: 204, headers: {}, body: '' };
	}) as unknown as Poll['send'];
	const many = Array.from({ length: 12 }, (_, index) => `e${index}`);
	const working = ask(eventsOf(many), poll);
	const wave = () => new Promise((resolve) => setImmediate(resolve));
	for (await wave(); open.length > 0; await wave()) {
		sizes.push(open.length);
		for (const done of open.splice(0)) done();
	}
	await working;
	expect(sizes).toEqual([5, 5, 2]);
});
