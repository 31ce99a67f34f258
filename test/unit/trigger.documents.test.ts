/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What becomes of the chosen events: their PDFs and contacts, the room of a poll, its end. */
import type { IDataObject } from 'n8n-workflow';

import type { Chosen } from '../../nodes/ContactConsent/trigger/choose';
import { getDocuments } from '../../nodes/ContactConsent/trigger/documents';
import { toTriggerEvent, type TriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import type { Poll } from '../../nodes/ContactConsent/trigger/settings';
import { failure } from '../support/service-failure';

/** What the service gives for a document: sizes of the parts of its PDF, a status, or an error. */
type Answer = number[] | 204 | Error;

interface Given {
	/** By `event_id`; any other is a PDF of 4 × 100 kB. */
	documents?: Record<string, Answer>;
	/** By `contact_id`. */
	contacts?: Record<string, IDataObject | Error>;
	/** Whether an answer says how long it is. */
	isAnnounced?: boolean;
	settings?: Partial<Poll['settings']>;
	prepare?: () => Promise<unknown>;
	/** Milliseconds that a part takes, of the 1,000 that a poll has. */
	pace?: number;
	/** How many of these are over. */
	begun?: number;
	/** Until when PDFs are stored. */
	stored?: number;
}

const refusal = (status: number): Error => failure({ kind: 'status', status });

/** A poll with 1,000 ms and room for 1 MB, and the parts of PDFs that were fetched and given up by it. */
function pollOn({
	documents = {},
	contacts = {},
	isAnnounced = false,
	settings = {},
	prepare = () => Promise.resolve({ id: 'stored' }),
	pace = 0,
	begun = 0,
	stored = 1200,
}: Given) {
	let time = begun;
	const asked: string[] = [];
	const deadlines = new Set<number | undefined>();
	const parts: Record<string, number> = {};
	const closed: string[] = [];
	function pdfOf(id: string, sizes: number[]) {
		async function* pdf() {
			for (const size of sizes) {
				time += pace;
				parts[id] = (parts[id] ?? 0) + 1;
				yield await Promise.resolve(Buffer.alloc(size));
			}
		}
		return Object.assign(pdf(), { destroy: () => closed.push(id) });
	}
	const send = (
		{ path: [resource, contact = '', id = ''] }: { path: string[] },
		{ deadline }: { deadline?: number } = {},
	) => {
		asked.push(id || contact);
		deadlines.add(deadline);
		const answer =
			resource === 'contacts' ? (contacts[contact] ?? {}) : (documents[id] ?? [1e5, 1e5, 1e5, 1e5]);
		if (answer instanceof Error) return Promise.reject(answer);
		if (answer === 204) return Promise.resolve({ status: 204, headers: {}, body: '' });
		if (!Array.isArray(answer)) return Promise.resolve({ status: 200, headers: {}, body: answer });
		const size = answer.reduce((sum, part) => sum + part, 0);
		const headers = isAnnounced ? { 'content-length': String(size) } : {};
		return Promise.resolve({ status: 200, headers, body: pdfOf(id, answer) });
	};
	const poll = {
		settings: {
			download: true,
			addContact: false,
			attachmentStorage: 'binaryStorage',
			maxAttachmentBytes: 1e6,
			...settings,
		},
		send,
		helpers: { prepareBinaryData: prepare },
		now: () => time,
		end: 1000,
		stored,
	} as unknown as Poll;
	return { poll, asked, deadlines, parts, closed };
}

const chosenOf = (ids: string[], more: IDataObject = {}, isLastTry = false) =>
	ids.map((event_id) => ({
		event: toTriggerEvent(
			{ event_id, contact_id: 'c', type: 'documentation', event_time: '2026-03-01T00:00:00Z', ...more },
			0,
		),
		isLastTry,
	}));

/** @param room for those that wait, in characters */
const documentsOf = async (chosen: Chosen[], poll: Poll, room = Infinity) =>
	await getDocuments({ chosen, room }, poll);

/** What was delivered and what waits, with the status or whether it was tried. */
async function outcomeOf(chosen: Chosen[], poll: Poll) {
	const { deliver, waiting } = await documentsOf(chosen, poll);
	return {
		deliver: deliver.map(({ event, status }) => [event.raw.event_id, status]),
		waiting: waiting.map(({ event, wasTried }) => [event.raw.event_id, wasTried]),
	};
}

const FOUR = ['a', 'b', 'c', 'd'];

describe('the room for those that wait', () => {
	/** What an event of these tests takes up. */
	const SIZE = JSON.stringify(chosenOf(['a'])[0]?.event.raw).length + 60;
	const waitingOf = (id: string): Chosen[] =>
		chosenOf([id]).map((entry) => ({ ...entry, awaiting: { event: entry.event.raw, waited: 0, tried: 0 } }));
	const idsOf = (events: TriggerEvent[]) => events.map(({ raw }) => raw.event_id as string).join('');
	async function outcomeIn(room: number, chosen: Chosen[], poll: Poll) {
		const { deliver, waiting, leftOut } = await documentsOf(chosen, poll, room);
		return {
			deliver: idsOf(deliver.map(({ event }) => event)),
			waiting: idsOf(waiting.map(({ event }) => event)),
			leftOut: idsOf(leftOut),
		};
	}
	const NOT_YET = { a: 204, c: 204, d: 204 } as const;

	it('is filled but for the last one; all that is fresh behind it is left out', async () => {
		const chosen = [...chosenOf([...'abcde']), ...chosenOf(['u'], { type: 'update' })];
		const of = async (room: number) => await outcomeIn(room, chosen, pollOn({ documents: NOT_YET }).poll);
		expect(await of(SIZE + 1)).toEqual({ deliver: 'b', waiting: 'ac', leftOut: 'deu' });
		expect(await of(SIZE)).toEqual({ deliver: 'b', waiting: 'a', leftOut: 'cdeu' });
		expect(await of(3 * SIZE)).toEqual({ deliver: 'beu', waiting: 'acd', leftOut: '' });
	});

	it('is not needed by those that have their place in it, nor do they wait for any', async () => {
		const chosen = [...chosenOf(['a']), ...waitingOf('c'), ...waitingOf('b'), ...chosenOf(['e'])];
		const { poll, asked } = pollOn({ documents: NOT_YET });
		expect(await outcomeIn(0, chosen, poll)).toEqual({ deliver: 'b', waiting: 'c', leftOut: 'ae' });
		expect(asked).toEqual(['c', 'b']);
		const spared = await outcomeIn(1, chosen, pollOn({ documents: NOT_YET }).poll);
		expect(spared).toEqual({ deliver: 'be', waiting: 'ac', leftOut: '' });
	});

	it('is not needed at the last try, nor where everything is there', async () => {
		const last = chosenOf([...'acd'], {}, true);
		expect(await outcomeIn(1, last, pollOn({ documents: NOT_YET }).poll)).toMatchObject({ deliver: 'acd' });
		const ids = Array.from({ length: 500 }, (_, index) => `e${index}`);
		const { poll } = pollOn({ settings: { maxAttachmentBytes: 1e9 } });
		expect((await documentsOf(chosenOf(ids), poll, 1)).deliver).toHaveLength(500);
	});

	it('that is used up begins no further download', async () => {
		const ids = Array.from({ length: 100 }, (_, index) => `e${index}`);
		const documents = Object.fromEntries(ids.map((id) => [id, 204 as const]));
		const { poll, asked } = pollOn({ documents });
		const { waiting, leftOut } = await documentsOf(chosenOf(ids), poll, 2 * SIZE);
		expect([waiting.length, leftOut.length]).toEqual([2, 98]);
		expect(asked.length).toBeLessThan(40);
	});

	it("is not exceeded where n8n's storage fails, or time is up", async () => {
		const prepare = () => Promise.reject(new Error('disk full'));
		const full = { deliver: '', waiting: 'ab', leftOut: 'cde' };
		expect(await outcomeIn(2 * SIZE, chosenOf([...'abcde']), pollOn({ prepare }).poll)).toEqual(full);
		expect(await outcomeIn(2 * SIZE, chosenOf([...'abcde']), pollOn({ begun: 1000 }).poll)).toEqual(full);
	});
});

describe("n8n's storage", () => {
	it('gets nothing that is not delivered: nobody would delete it', async () => {
		const prepare = jest.fn(() => Promise.resolve({ id: 'stored' }));
		const { deliver, waiting } = await documentsOf(chosenOf(FOUR), pollOn({ prepare }).poll);
		expect(deliver.map(({ status, binary }) => [status, binary])).toEqual([
			['downloaded', { id: 'stored' }],
			['downloaded', { id: 'stored' }],
		]);
		expect(waiting).toHaveLength(2);
		expect(prepare).toHaveBeenCalledTimes(2);
	});

	it('that is slow gets no more when the time for it is over; those PDFs wait, untried', async () => {
		const slow = pollOn({ settings: { maxAttachmentBytes: 1e7 }, stored: 900 });
		let left = 3;
		slow.poll.helpers.prepareBinaryData = () => {
			left--;
			return Promise.resolve({ data: '', mimeType: '' });
		};
		slow.poll.now = () => (left > 0 ? 899 : 900);
		expect(await outcomeOf(chosenOf(FOUR), slow.poll)).toEqual({
			deliver: ['a', 'b', 'c'].map((id) => [id, 'downloaded']),
			waiting: [['d', false]],
		});
		// Into the data of the execution they go at once.
		const { poll } = pollOn({
			settings: { attachmentStorage: 'execution', maxAttachmentBytes: 1e7 },
			stored: 0,
		});
		expect((await outcomeOf(chosenOf(FOUR), poll)).deliver).toHaveLength(4);
	});

	it('that fails keeps the events waiting, as tried; in the end they come without their PDFs', async () => {
		const prepare = () => Promise.reject(new Error('disk full'));
		const { poll } = pollOn({ prepare, settings: { maxAttachmentBytes: 1e7 } });
		expect(await outcomeOf(chosenOf(FOUR), poll)).toEqual({
			deliver: [],
			waiting: FOUR.map((id) => [id, true]),
		});
		expect(await outcomeOf(chosenOf(FOUR, {}, true), poll)).toEqual({
			deliver: FOUR.map((id) => [id, 'unavailable']),
			waiting: [],
		});
	});
});

describe('the room of a poll', () => {
	it('is filled to the last byte', async () => {
		const documents = { a: [5e5], b: [5e5], c: [1] };
		expect(await outcomeOf(chosenOf(['a', 'b', 'c']), pollOn({ documents }).poll)).toEqual({
			deliver: [
				['a', 'downloaded'],
				['b', 'downloaded'],
			],
			waiting: [['c', false]],
		});
	});

	it('is refused before a byte is fetched, where the answer says its length, and the answer is closed', async () => {
		const { poll, parts, closed } = pollOn({ isAnnounced: true });
		expect(await outcomeOf(chosenOf(FOUR), poll)).toEqual({
			deliver: [
				['a', 'downloaded'],
				['b', 'downloaded'],
			],
			waiting: [
				['c', false],
				['d', false],
			],
		});
		expect(parts).toEqual({ a: 4, b: 4 });
		expect(closed).toEqual(['c', 'd']);
	});

	it('is of no concern to what turns out not to be there', async () => {
		const documents = { a: [3e6], b: refusal(404), c: refusal(410), d: [1] };
		expect(await outcomeOf(chosenOf(FOUR), pollOn({ documents }).poll)).toEqual({
			deliver: [
				['a', 'downloaded'],
				['b', 'not_found'],
				['c', 'gone'],
			],
			waiting: [['d', false]],
		});
	});

	it('that downloads at once have taken up together goes to the first of them', async () => {
		const documents = { a: [0, 0, 0, 0, 0, 0, 6e5], b: [6e5] };
		expect(await outcomeOf(chosenOf(['a', 'b']), pollOn({ documents }).poll)).toEqual({
			deliver: [['a', 'downloaded']],
			waiting: [['b', false]],
		});
	});

	it('that is used up begins no further download', async () => {
		const ids = Array.from({ length: 100 }, (_, index) => `e${index}`);
		const { poll, asked } = pollOn({ documents: { e0: [9e5] } });
		const { deliver, waiting } = await outcomeOf(chosenOf(ids), poll);
		expect(deliver).toEqual([['e0', 'downloaded']]);
		expect(waiting).toHaveLength(99);
		expect(asked.length).toBeLessThan(40);
	});

	it('leaves out the contact with the PDF that it is too small for', async () => {
		const documents = { a: [1e6], b: [1e5] };
		const { poll } = pollOn({ documents, settings: { addContact: true } });
		expect(await outcomeOf(chosenOf(['a', 'b']), poll)).toEqual({
			deliver: [['a', 'downloaded']],
			waiting: [['b', false]],
		});
	});
});

describe('the end of a poll', () => {
	it('is the deadline of every request', async () => {
		const { poll, deadlines } = pollOn({ settings: { addContact: true } });
		await documentsOf(chosenOf(['a']), poll);
		expect([...deadlines]).toEqual([1000]);
	});

	it.each([
		['is not past at its last millisecond', 250, [['a', 'downloaded']], []],
		['ends a download that goes on', 251, [], [['a', true]]],
	])('%s', async (_, pace, deliver, waiting) => {
		expect(await outcomeOf(chosenOf(['a']), pollOn({ pace }).poll)).toEqual({ deliver, waiting });
	});

	it('begins nothing', async () => {
		const { poll, asked } = pollOn({ begun: 1000 });
		expect(await outcomeOf(chosenOf(['a']), poll)).toEqual({ deliver: [], waiting: [['a', false]] });
		expect(asked).toEqual([]);
	});

	it('begins no further one', async () => {
		const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);
		const settings = { maxAttachmentBytes: 1e9 };
		const { poll, asked } = pollOn({ pace: 10, settings });
		const { waiting } = await outcomeOf(chosenOf(ids), poll);
		expect(asked).toHaveLength(35);
		expect(waiting.slice(-5)).toEqual(ids.slice(-5).map((id) => [id, false]));
		// 40 × 4 parts of 6.25 ms: the last one ends with the poll.
		const inTime = pollOn({ pace: 6.25, settings });
		expect((await outcomeOf(chosenOf(ids), inTime.poll)).deliver).toHaveLength(40);
	});
});

describe('a slow line', () => {
	const waitingOf = (ids: string[], isLastTry: boolean) =>
		chosenOf(ids, {}, isLastTry).map((entry) => ({
			...entry,
			awaiting: { event: entry.event.raw, waited: 0, tried: 0 },
		}));

	/** How many PDFs are begun at once in each round, of twenty that come to their end together. */
	async function rounds(chosen: Chosen[]) {
		const { poll } = pollOn({ settings: { maxAttachmentBytes: 1e9 } });
		const open: Array<() => void> = [];
		const sizes: number[] = [];
		poll.send = (async () => {
			await new Promise<void>((resolve) => void open.push(resolve));
			return { status: 204, headers: {}, body: '' };
		}) as unknown as Poll['send'];
		const running = documentsOf(chosen, poll);
		const wave = () => new Promise((resolve) => setImmediate(resolve));
		for (await wave(); open.length > 0; await wave()) {
			sizes.push(open.length);
			for (const done of open.splice(0)) done();
		}
		await running;
		return sizes;
	}
	const many = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`);

	it('is shared by few at first, and by one more for each that is done', async () => {
		expect(await rounds(chosenOf(many(80)))).toEqual([5, 10, 20, 32, 13]);
	});

	it('costs the first of those that the end of the poll breaks off its try, and the others nothing', async () => {
		const documents = { a: [1], b: Array(9).fill(1), c: Array(9).fill(1), d: Array(9).fill(1) };
		const slow = (pace: number) => pollOn({ documents, pace }).poll;
		const wait = waitingOf(FOUR, true);
		expect(await outcomeOf(wait, slow(100))).toEqual({
			deliver: [
				['a', 'downloaded'],
				['b', 'unavailable'],
			],
			waiting: [
				['c', false],
				['d', false],
			],
		});
		expect(await outcomeOf(waitingOf(FOUR, false), slow(100))).toEqual({
			deliver: [['a', 'downloaded']],
			waiting: [
				['b', true],
				['c', false],
				['d', false],
			],
		});
		// Nothing has come: it is not the others who have taken the time.
		expect((await outcomeOf(wait, slow(1001))).deliver).toEqual(FOUR.map((id) => [id, 'unavailable']));
	});

	it('does not cost those a try that had an answer in time', async () => {
		const { poll } = pollOn({ documents: { a: [1], b: 204, c: 204 } });
		const { deliver, waiting } = await outcomeOf(waitingOf(['a', 'b', 'c'], true), poll);
		expect(deliver).toEqual([
			['a', 'downloaded'],
			['b', 'not_generated'],
			['c', 'not_generated'],
		]);
		expect(waiting).toEqual([]);
	});

	it('does not cost one a try that began after others were done', async () => {
		const five = many(5);
		const documents = { ...Object.fromEntries(five.map((id) => [id, [1]])), f: Array(9).fill(1) };
		const { poll } = pollOn({ documents, pace: 90 });
		expect(await outcomeOf(waitingOf([...five, 'f'], true), poll)).toEqual({
			deliver: five.map((id) => [id, 'downloaded']),
			waiting: [['f', false]],
		});
	});

	it('costs the fifth of the first ones its try, if it is the first that is broken off', async () => {
		const four = many(4);
		const documents = { ...Object.fromEntries(four.map((id) => [id, [1]])), f: Array(20).fill(1) };
		const { poll } = pollOn({ documents, pace: 90 });
		expect((await outcomeOf(waitingOf([...four, 'f'], true), poll)).deliver.at(-1)).toEqual([
			'f',
			'unavailable',
		]);
	});
});

describe('what became of a document', () => {
	it.each<[string, Answer, unknown[], unknown[]]>([
		['not generated yet', 204, [], [['a', true]]],
		['empty', [], [], [['a', true]]],
		['broken', refusal(500), [], [['a', true]]],
		['not there', refusal(404), [['a', 'not_found']], []],
		['deleted', refusal(410), [['a', 'gone']], []],
		['unexpected', new Error('no failure of the service'), [], [['a', true]]],
	])('%s', async (_, answer, deliver, waiting) => {
		const { poll } = pollOn({ documents: { a: answer } });
		expect(await outcomeOf(chosenOf(['a']), poll)).toEqual({ deliver, waiting });
	});

	it.each([
		['not generated yet', 204 as const, 'not_generated'],
		['empty', [] as number[], 'unavailable'],
		['broken', refusal(500), 'unavailable'],
	])('%s, at the last try', async (_, answer, status) => {
		const { poll } = pollOn({ documents: { a: answer } });
		const { deliver } = await outcomeOf(chosenOf(['a'], {}, true), poll);
		expect(deliver).toEqual([['a', status]]);
	});

	it('without an ID there is none, nor a request for it', async () => {
		const { poll, asked } = pollOn({ settings: { addContact: true } });
		const { deliver } = await documentsOf(chosenOf(['a'], { contact_id: null }), poll);
		expect(deliver).toMatchObject([{ status: 'not_found', contact: null }]);
		expect(asked).toEqual([]);
	});

	it.each([
		['documentation', 'skipped'],
		['update', undefined],
	])('with downloads off, %s events: %s', async (type, status) => {
		const { poll, asked } = pollOn({ settings: { download: false } });
		expect(await outcomeOf(chosenOf(['a'], { type }), poll)).toEqual({
			deliver: [['a', status]],
			waiting: [],
		});
		expect(asked).toEqual([]);
	});
});

describe('its contact', () => {
	it('is asked for with documentation events alone', async () => {
		const { poll, asked } = pollOn({ settings: { addContact: true } });
		expect(await outcomeOf(chosenOf(['a'], { type: 'update' }), poll)).toMatchObject({ waiting: [] });
		expect(asked).toEqual([]);
	});

	const withContact = { addContact: true, download: false };
	const isOff = failure({ kind: 'invalidPath' });

	it.each([
		['is added', { id: 'c' }, { id: 'c' }],
		['is null where it is not there', refusal(404), null],
		['is null where its ID cannot be asked for', isOff, null],
	])('%s', async (_, answer, contact) => {
		const { poll } = pollOn({ contacts: { c: answer }, settings: withContact });
		const { deliver } = await documentsOf(chosenOf(['a']), poll);
		expect(deliver).toMatchObject([{ status: 'skipped', contact }]);
	});

	it.each([
		['the service fails', refusal(500)],
		['something else does', new Error('no failure of the service')],
	])('is waited for where %s, before its PDF is asked for, and null in the end', async (_, answer) => {
		const { poll, asked } = pollOn({ contacts: { c: answer }, settings: { addContact: true } });
		expect(await outcomeOf(chosenOf(['a']), poll)).toEqual({ deliver: [], waiting: [['a', true]] });
		expect(asked).toEqual(['c']);
		const { deliver } = await documentsOf(chosenOf(['a'], {}, true), poll);
		expect(deliver).toMatchObject([{ status: 'downloaded', contact: null }]);
	});
});
