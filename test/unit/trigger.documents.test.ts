/** The PDFs of the chosen events, within the size and the time of a poll. */
import type { IDataObject } from 'n8n-workflow';

import { getDocuments, isDelivered } from '../../nodes/ContactConsent/trigger/documents';
import { newWait, type PdfWait } from '../../nodes/ContactConsent/trigger/pdfWaits';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import type { TriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import { senderOf } from '../support/sender';
import { failure } from '../support/service-failure';
import {
	DAY,
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
	/** How many milliseconds n8n gives the poll. */
	budget?: number;
}

const refusal = (status: number): Error => failure({ kind: 'status', status });

/** A poll of 1,000 ms. */
function pollOn({
	documents = {},
	settings = {},
	pace = 0,
	begun = 0,
	latency = 0,
	budget = 1000,
}: Given = {}) {
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
		budgetLeft: () => budget - time,
		elapsed: () => time,
	} as unknown as Poll;
	return { poll, asked, limits, passed: () => time };
}

describe.each(['final', 'waits', 'cutOff'] as const)('an event whose download ends with %s', (end) => {
	const [yes, no] = [true, false];
	it.each([
		[{ countsAsTry: yes, isAnswering: yes, isWaitOver: yes, isDayOver: no }, yes],
		[{ countsAsTry: yes, isAnswering: no, isWaitOver: yes, isDayOver: no }, no],
		[{ countsAsTry: no, isAnswering: yes, isWaitOver: yes, isDayOver: no }, no],
		[{ countsAsTry: no, isAnswering: no, isWaitOver: yes, isDayOver: yes }, yes],
		[{ countsAsTry: yes, isAnswering: yes, isWaitOver: no, isDayOver: yes }, no],
	])('is delivered without its PDF if it has waited enough and was asked for: %o', (facts, expected) => {
		expect(isDelivered({ end, ...facts }, facts)).toBe(end === 'final' || expected);
	});
});

it('an event whose download did not begin is delivered once it has waited for a day', () => {
	const facts = { isAnswering: true, isWaitOver: true };
	expect(isDelivered(undefined, { ...facts, isDayOver: false })).toBe(false);
	expect(isDelivered(undefined, { ...facts, isDayOver: true })).toBe(true);
});

/** Documents whose wait goes on, and those whose wait is over. */
const eventsOf = (ids: Iterable<string>, raw: IDataObject = {}, age = 0): TriggerEvent[] =>
	[...ids].map((id) => documentOf(id, NOW - age, { contact_id: 'c', ...raw }));
const dueOf = (ids: Iterable<string>) => eventsOf(ids, {}, 2 * HOUR);

const ask = async (
	documents: TriggerEvent[],
	poll: Poll,
	pdfWaits = new Map<string, PdfWait>(),
	others: TriggerEvent[] = [],
	alone?: TriggerEvent,
) => {
	const reading = readingOf([...others, ...documents]);
	const rest = documents.filter((event) => event !== alone);
	return await getDocuments({ others, alone, documents: rest }, reading, poll, { pdfWaits, wasAlone: false });
};

type Wait = 'asked' | 'cut off' | 'not asked';

/**
 * The delivered documents with their status, and the waiting ones with the reason.
 *
 * @param cutOffBefore the ID of the one that is asked for alone
 */
async function outcomeOf(documents: TriggerEvent[], poll: Poll, cutOffBefore = '', pauseUntil = 0) {
	const pdfWaits = new Map<string, PdfWait>();
	for (const event of documents) {
		const isCutOff = idOf(event) === cutOffBefore;
		pdfWaits.set(event.key, { ...newWait(0, NOW), isCutOff, ...(isCutOff && { pauseUntil }) });
	}
	const alone = documents.find((event) => idOf(event) === cutOffBefore);
	const deliver = await ask(documents, poll, pdfWaits, [], alone);
	const delivered = new Set(deliver.map(({ event }) => event.key));
	const waiting = documents
		.filter(({ key }) => !delivered.has(key))
		.map((event): [string, Wait] => {
			const { triedAt, isCutOff } = pdfWaits.get(event.key) as PdfWait;
			return [idOf(event), triedAt !== undefined ? 'asked' : isCutOff ? 'cut off' : 'not asked'];
		});
	return {
		deliver: deliver.map(({ event, status }) => [event.raw.event_id, status]),
		waiting: Object.fromEntries(waiting),
	};
}

const downloaded = (ids: string) => [...ids].map((id) => [id, 'downloaded']);
const long = (parts: number) => Array<number>(parts).fill(1);

const CLOSED = failure({ kind: 'status', status: 503, neverSent: true });

describe('a document', () => {
	it('is delivered with its PDF in the data of the execution, and without the key in its file name', async () => {
		const documents = eventsOf('a', { contact_id: 'secret' });
		const deliver = await ask(documents, pollOn({ documents: { a: [3, 4] } }).poll);
		expect(deliver).toMatchObject([
			{
				status: 'downloaded',
				binary: { data: Buffer.alloc(7).toString('base64'), fileName: 'consents-***-a.pdf', bytes: 7 },
			},
		]);
	});

	it.each<[string, string, 'now' | 'when due' | 'when another is answered' | 'not yet', Wait, Answer]>([
		['not generated yet', 'not_generated', 'when due', 'asked', 204],
		['not found', 'not_found', 'now', 'asked', refusal(404)],
		['deleted', 'gone', 'now', 'asked', refusal(410)],
		['too large for any poll', 'unavailable', 'now', 'asked', failure({ kind: 'tooLarge' })],
		['empty', 'unavailable', 'when due', 'asked', []],
		['failing with a 500', 'unavailable', 'when another is answered', 'asked', refusal(500)],
		['broken off', 'unavailable', 'when another is answered', 'asked', failure({ kind: 'unreachable' })],
		['refused because of too many requests', '', 'not yet', 'not asked', refusal(429)],
		['not requested, because the line is closed', '', 'not yet', 'not asked', CLOSED],
	])('whose PDF is %s is delivered as "%s" %s, and counts as %s', async (_, status, when, waits, answer) => {
		const gone = [['a', status]];
		const { poll } = pollOn({ documents: { a: answer, b: 204 } });
		const early = await outcomeOf(eventsOf('a'), poll);
		expect(early).toEqual(
			when === 'now' ? { deliver: gone, waiting: {} } : { deliver: [], waiting: { a: waits } },
		);
		const isDueEnough = when === 'now' || when === 'when due';
		expect((await outcomeOf(dueOf('a'), poll)).deliver).toEqual(isDueEnough ? gone : []);
		const beside = await outcomeOf([...dueOf('a'), ...eventsOf('b')], poll);
		expect(beside.deliver).toEqual(when === 'not yet' ? [] : gone);
		// A day after it was first read, it is delivered whatever the service says.
		const old = dueOf('a').map((event) => ({ ...event, first: NOW - DAY }));
		expect((await outcomeOf(old, poll)).deliver).toEqual([['a', status || 'unavailable']]);
	});

	it('is not delivered and does not throw if its PDF is longer than a text may be', async () => {
		const { poll } = pollOn({ documents: { a: [1] } });
		const text = jest.spyOn(Buffer.prototype, 'toString').mockImplementation(() => {
			throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
		});
		const result = await ask(dueOf('a'), poll).finally(() => text.mockRestore());
		expect(result).toEqual([]);
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

	it.each([
		['contact', { contact_id: null }],
		['ID', { event_id: null }],
	])('without a usable %s is no answer of the service, so others still wait in an outage', async (_, raw) => {
		const documents = { a: refusal(503), b: refusal(503) };
		const events = [...dueOf('ab'), ...eventsOf('n', raw, 2 * HOUR)];
		const { deliver, waiting } = await outcomeOf(events, pollOn({ documents }).poll);
		expect(deliver.map(([, status]) => status)).toEqual(['not_found']);
		expect(waiting).toEqual({ a: 'asked', b: 'asked' });
	});

	it('is delivered among the other events in the order of time, and skipped if downloads are off', async () => {
		const { poll } = pollOn();
		const others = [eventOf('u', NOW - 9), documentOf('s', NOW + 9)];
		const deliver = await ask(eventsOf('a'), poll, new Map(), others);
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
			{ a: 'asked' },
		],
		[
			'ends the downloads when one does not fit, so that no further one begins',
			{ a: [3e6], b: [18e6], c: [18e6], d: [18e6], e: [18e6], f: [18e6], g: [18e6], h: [1] },
			'a',
			{
				b: 'cut off',
				c: 'cut off',
				d: 'cut off',
				e: 'cut off',
				f: 'cut off',
				g: 'not asked',
				h: 'not asked',
			},
		],
	])('%s', async (_, documents, delivered, waiting) => {
		const { poll } = pollOn({ documents });
		// The first one was cut off before, so it is alone, and the others begin after it.
		expect(await outcomeOf(eventsOf(Object.keys(documents)), poll, 'a')).toEqual({
			deliver: downloaded(delivered),
			waiting,
		});
	});

	it('is used up by a large one that was alone, so that others are not asked for, rather than cut off', async () => {
		const { poll, asked } = pollOn({ documents: { a: [30e6], b: [1] } });
		const expected = { deliver: downloaded('a'), waiting: { b: 'not asked' } };
		expect([await outcomeOf(eventsOf('ab'), poll, 'a'), asked]).toEqual([expected, ['a']]);
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
		['ends a download, which counts as a failure if it was alone', 251, [], { a: 'asked' }],
	])('%s', async (_, pace, deliver, waiting) => {
		expect(await outcomeOf(eventsOf('a'), pollOn({ pace }).poll)).toEqual({ deliver, waiting });
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
			'leaves three quarters to one that was cut off before, alone',
			{ a: long(7), b: [1] },
			'a',
			downloaded('ab'),
			{},
		],
		[
			'is a failure of one that was alone, once another one is answered',
			{ a: long(8), b: [1] },
			'a',
			[['a', 'unavailable'], ...downloaded('b')],
			{},
		],
		[
			'is a failure of one that was alone, but if no other one is answered, nobody knows whose',
			{ a: long(8), b: long(3) },
			'a',
			[],
			{ a: 'asked', b: 'cut off' },
		],
		[
			'cuts off the first one, without a failure, if a later one was cut off before and goes first',
			{ a: long(11), b: [1] },
			'b',
			downloaded('b'),
			{ a: 'cut off' },
		],
		[
			'cuts off those that follow one that was alone',
			{ a: long(6), ...slow },
			'a',
			downloaded('a'),
			{ b: 'cut off', c: 'cut off', d: 'cut off' },
		],
	])('%s', async (_, documents, cutOff, deliver, waiting) => {
		const { poll } = pollOn({ documents, pace: 100 });
		expect(await outcomeOf(dueOf(Object.keys(documents)), poll, cutOff)).toEqual({ deliver, waiting });
	});
});

it('a wait that the service asks for is kept, and other pauses grow up to ten minutes', async () => {
	const documents = { a: failure({ kind: 'status', status: 503, retryAfterMs: 7000 }), b: 204 as const };
	const { poll } = pollOn({ documents });
	const all = [...eventsOf('a'), ...eventsOf('b', {}, 20 * MINUTE)];
	const pdfWaits = new Map(all.map(({ key }) => [key, newWait(0, NOW)]));
	await ask(all, poll, pdfWaits);
	const [a, b] = [...pdfWaits.values()];
	expect(a?.pauseUntil).toBe(7000);
	expect(b?.pauseUntil).toBe(5 * MINUTE);
});

describe('of a poll to which n8n gives more than the usual second, one that was cut off before', () => {
	const TIMES = { pace: 100, budget: 10_000 };

	it.each<[string, Record<string, Answer>, number, unknown[], Record<string, Wait>, number]>([
		['may take long', { a: long(60), b: [1] }, 0, downloaded('ab'), {}, 6100],
		[
			'leaves the usual time to others if it does not come',
			{ a: long(90), b: [1], c: long(20) },
			0,
			[['a', 'unavailable'], ...downloaded('b')],
			{ c: 'cut off' },
			8700,
		],
		[
			'shows that those that follow may be slow, too',
			{ a: long(30), b: long(30) },
			0,
			downloaded('ab'),
			{},
			6000,
		],
		[
			'takes no longer than usual in its pause, because others wait for the end of the poll',
			{ a: long(30), b: [1] },
			1,
			[['a', 'unavailable'], ...downloaded('b')],
			{},
			900,
		],
	])('%s', async (_, documents, pauseUntil, deliver, waiting, most) => {
		const { poll, passed } = pollOn({ documents, ...TIMES });
		const outcome = await outcomeOf(dueOf(Object.keys(documents)), poll, 'a', pauseUntil);
		expect(outcome).toEqual({ deliver, waiting });
		expect(passed()).toBeLessThanOrEqual(most);
	});

	it('may take two minutes at most', async () => {
		const { poll, limits } = pollOn({ budget: 300_000 });
		await outcomeOf(dueOf('ab'), poll, 'a');
		expect(limits).toEqual([120_000, 1000]);
	});

	it('is no reason for others to take long', async () => {
		const { poll, limits } = pollOn({ budget: 300_000 });
		await outcomeOf(dueOf('ab'), poll);
		expect(limits).toEqual([1000, 1000]);
	});
});

it.each([
	['beside others', 'ab', false],
	['if it is the only one', 'a', false],
])('a poll remembers whether it held up others with one that was alone: %s', async (_, ids, wasAlone) => {
	const [first, ...documents] = eventsOf(ids);
	const memory = { pdfWaits: new Map<string, PdfWait>(), wasAlone: true };
	const reading = readingOf([...eventsOf(ids)]);
	await getDocuments(
		{ others: [], documents: [...(first ? [first] : []), ...documents] },
		reading,
		pollOn().poll,
		memory,
	);
	expect(memory.wasAlone).toBe(wasAlone);
	await getDocuments({ others: [], alone: first, documents }, reading, pollOn().poll, memory);
	expect(memory.wasAlone).toBe(documents.length > 0);
});
