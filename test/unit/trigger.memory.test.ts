/** The memory of a process about its polls. */
import {
	enter,
	leave,
	memories,
	memoryOf,
	noteFailures,
	recall,
	stateIfDropped,
	type Memory,
} from '../../nodes/ContactConsent/trigger/memory';
import type { Poll } from '../../nodes/ContactConsent/trigger/settings';
import { FOREVER, readState, toStored } from '../../nodes/ContactConsent/trigger/state';
import {
	ACCOUNT,
	auditedAt,
	DAY,
	documentOf,
	eventOf,
	HOUR,
	MINUTE,
	NOW,
	beginning,
	readingOf,
	running,
	settingsOf,
} from '../support/trigger-parts';
import { failure } from '../support/service-failure';

beforeEach(() => memories.clear());

/** Revisions of the state. */
const [OLD, NEW] = ['1', '2'];

/** A poll that has a time limit. It counts as hanging five seconds after that. */
const pollAt = (at: number, time = 0, name = 'Trigger', nodeId = 'id') =>
	({
		trigger: { workflowId: 'w', nodeId, name },
		account: ACCOUNT,
		elapsed: () => at,
		timeLeft: () => time - 5000,
		budgetLeft: () => time - 5000,
		now: () => NOW,
	}) as unknown as Poll;

function begins(stored: string | undefined, at: number, time = 0, name = 'Trigger') {
	const poll = pollAt(at, time, name);
	const memory = memoryOf(poll);
	const lease = enter(stored, memory, poll);
	return lease && { memory, lease };
}

describe('a process remembers', () => {
	it('the poll under way, so that there is one at a time, unless it hangs', () => {
		const first = begins(OLD, 0, 1000);
		expect(begins(OLD, 0)).toBeUndefined();
		expect(begins(OLD, 999)).toBeUndefined();
		expect(begins(OLD, 0, 1000, 'Other')).toBeDefined();
		const second = begins(OLD, 1000, 1000);
		if (!first || !second) throw new Error('was not let in');
		leave(first.memory, first.lease, NEW, pollAt(1200));
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('nothing of a poll that ends after another one has taken over', () => {
		const first = begins(OLD, 0, 1000);
		const second = begins(OLD, 1000, 1000);
		if (first) leave(first.memory, first.lease, undefined, pollAt(1200));
		expect(second).toBeDefined();
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('that n8n may still be writing the state of the last poll', () => {
		const busy = begins(OLD, 11, 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, pollAt(20));
		expect(busy).toBeDefined();
		expect(begins(OLD, 20_019)).toBeUndefined();
		expect(begins(OLD, 20_020)).toBeDefined();
	});

	it('that n8n has written the state of the last poll', () => {
		const busy = begins(OLD, 0, 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, pollAt(20));
		expect(begins(OLD, 30)).toBeUndefined();
		expect(begins(NEW, 30)).toBeDefined();
	});

	it('nothing of triggers that were not polled for more than two days', () => {
		for (let index = 0; index < 5; index++) memoryOf(pollAt(0, 0, `Trigger ${index}`));
		memoryOf(pollAt(2 * DAY));
		expect(memories.size).toBe(6);
		memoryOf(pollAt(2 * DAY + 1));
		expect(memories.size).toBe(1);
	});
});

describe('a poll continues', () => {
	const said: string[] = [];
	const goOn = (memory: Partial<Memory>, stored: unknown, account = ACCOUNT, beginWith = 'unreceived') => {
		said.length = 0;
		const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
		const startFrom = beginWith === 'date' ? NOW - HOUR : undefined;
		const settings = settingsOf({
			beginWith: beginWith as 'date',
			startFrom,
			beginning: beginning(beginWith),
		});
		const poll = { ...pollAt(7 * HOUR), account, settings, log } as unknown as Poll;
		const read = readState(stored);
		return recall(
			read,
			read === undefined && stored !== undefined,
			{ turns: new Map(), ...memory } as Memory,
			poll,
		);
	};
	const unkept = { after: '', state: running({ leftFrom: NOW }) };

	it('from the state that n8n did not keep, if n8n still has the state before it', () => {
		const stored = toStored(running());
		const { revision: after } = stored;
		const kept = running({ revision: after });
		const memory = { unkept: { ...unkept, after } };
		expect(goOn(memory, stored)).toEqual({
			state: unkept.state,
			stored: kept,
			own: kept,
			kept,
			isNew: false,
			age: 0,
		});
		const other = toStored(running({ audited: auditedAt(NOW) }));
		expect(goOn(memory, other).state).toEqual(readState(other));
		expect(said).toEqual([]);
	});

	it('without the stored state if that cannot be read, and says so', () => {
		expect(goOn({}, { damaged: true }).kept).toBeUndefined();
		expect(said).toEqual(['warn: its state cannot be read and is set aside']);
	});

	it.each<[string, Partial<typeof ACCOUNT>, boolean]>([
		['a new key in the same credential', { key: 'new' }, true],
		['the same key in a new credential', { credential: '2' }, true],
		['another key in another credential', { key: 'new', credential: '2' }, false],
		['another key without a credential', { key: 'new', credential: '' }, false],
		['another address', { address: 'https://other.example' }, false],
	])('after %s: %j', (_, change, isSame) => {
		const account = { ...ACCOUNT, ...change };
		const { state, kept } = goOn({}, toStored(running()), account);
		expect(kept !== undefined).toBe(isSame);
		expect(state.account).toEqual(account);
		expect(state.starts).toEqual(isSame ? running().starts : {});
		expect(said).toEqual(isSame ? [] : ['warn: the credentials are for another account, so it begins anew']);
	});

	it.each<[string, string, string, object]>([
		['the date', 'no state', 'date', { begun: { with: 'date', at: NOW }, starts: { update: NOW - HOUR } }],
		['the present', 'the state of another account', 'date', { begun: { with: 'now' }, starts: {} }],
		['its own choice', 'the state of another account', 'unreceived', { begun: { with: 'unreceived' } }],
	])('with %s after %s, if Begin With is %s', (_, stored, beginWith, expected) => {
		const other = toStored(running({ account: { ...ACCOUNT, address: 'https://other.example' } }));
		const { state } = goOn({}, stored === 'no state' ? undefined : other, ACCOUNT, beginWith);
		expect(state).toMatchObject(expected);
	});

	it('anew after another key if both credentials have no ID', () => {
		const account = { ...ACCOUNT, credential: '' };
		const stored = toStored(running({ account }));
		expect(goOn({}, stored, { ...account, key: 'new' }).kept).toBeUndefined();
		expect(said).toEqual(['warn: the credentials are for another account, so it begins anew']);
	});

	it.each<[string, string, string, boolean]>([
		['new events only', beginning('unreceived'), 'now', true],
		['a date', beginning('now'), 'date', true],
		['what nobody has received', beginning('now'), 'unreceived', false],
		['what it was', beginning('now'), 'now', false],
	])('after a change to %s, anew or where it was', (_, parameters, beginWith, isAnew) => {
		const state = running();
		const stored = toStored({ ...state, begun: { ...state.begun, parameters } });
		const memory = { began: 0, unkept: { after: stored.revision, state } };
		const found = goOn(isAnew ? memory : {}, stored, ACCOUNT, beginWith);
		expect([found.kept === undefined, found.own !== undefined, found.isNew]).toEqual([isAnew, true, isAnew]);
		expect(found.age).toBe(0);
		expect(found.state.begun.parameters).toBe(beginning(beginWith));
		expect(said).toEqual(isAnew ? ["warn: 'Begin With' or 'Start From' was changed, so it begins anew"] : []);
	});

	it('with the first time it polled, as long as it has no start', () => {
		const begun = { with: 'now', at: NOW - HOUR, parameters: '' };
		expect(goOn({}, toStored(running({ starts: {}, begun }))).age).toBe(HOUR);
		expect(goOn({ began: 5 * HOUR }, toStored(running({ starts: {}, begun }))).age).toBe(2 * HOUR);
		expect(goOn({ began: 5 * HOUR }, toStored(running({ begun }))).age).toBe(0);
	});
});

describe('the state that is remembered in case n8n does not keep it', () => {
	const next = running({ starts: { update: NOW, confirm: NOW - HOUR } });
	const kept = running({ starts: { update: NOW } });
	const old = { ...documentOf('old', NOW - 60 * DAY), isOlder: true };
	const dropped = (events: Array<typeof old>, isKept: boolean, state = next) =>
		stateIfDropped(
			next,
			state,
			isKept ? kept : undefined,
			events.map((event) => ({ event })),
		);

	it('has the remaining work if nothing was delivered', () => {
		expect([dropped([], true), dropped([], false)]).toEqual([next, next]);
	});

	it('is made from the state that n8n holds, with the starts of kinds chosen since', () => {
		expect(dropped([{ ...eventOf('e'), isOlder: false }], true)).toEqual({ ...kept, starts: next.starts });
	});

	it('begins at the start if n8n holds none, and has what only the latest events have shown', () => {
		expect(dropped([{ ...eventOf('e'), isOlder: false }], false)).toMatchObject({
			account: ACCOUNT,
			starts: next.starts,
			forward: { from: NOW - HOUR - 1, to: FOREVER },
			leftFrom: NOW - HOUR - 1,
			waiting: [],
		});
		const { waiting, leftFrom } = dropped([old], false);
		expect(waiting.map(({ raw }) => raw)).toEqual([old.raw]);
		expect(leftFrom).toBe(NOW - HOUR - 1);
	});

	it('begins at the start if the state that n8n holds has no place in the history yet', () => {
		const held = running({ forward: { from: FOREVER, to: FOREVER }, leftFrom: FOREVER });
		expect(stateIfDropped(next, next, held, [{ event: eventOf('e') }]).forward.from).toBe(NOW - HOUR - 1);
	});

	it('has what waited before and was delivered now', () => {
		const waiting = [{ raw: old.raw, first: NOW }];
		const again = { ...old, isOlder: false, isWaiting: true, first: NOW };
		expect(dropped([again], true, running({ waiting })).waiting).toEqual(waiting);
	});
});

describe('a list that fails is logged', () => {
	const [refused, other] = [failure({ kind: 'status', status: 500 }), failure({ kind: 'unreachable' })];
	const endless = failure({ kind: 'endless' });
	const HISTORY = 'the history';
	const LATEST = 'the list of the latest events';
	type Errors = Partial<Record<'history' | 'latest', Error>>;

	it.each<[string, Array<[number, Errors]>, string[]]>([
		[
			'in detail before the hour is over, and with its beginning after an hour, once an hour',
			[
				[0, { history: refused }],
				[HOUR - 1, { history: refused }],
				[HOUR, { history: refused }],
				[2 * HOUR - 1, { history: refused }],
				[2 * HOUR, { history: refused }],
			],
			[
				`debug: ${HISTORY} could not be read (no)`,
				`debug: ${HISTORY} could not be read (no)`,
				`warn: ${HISTORY} has failed since 2026-03-01T12:00:00.000Z (no)`,
				`debug: ${HISTORY} could not be read (no)`,
				`warn: ${HISTORY} has failed since 2026-03-01T12:00:00.000Z (no)`,
			],
		],
		[
			'each by its name',
			[[0, { history: refused, latest: other }]],
			[`debug: ${HISTORY} could not be read (no)`, `debug: ${LATEST} could not be read (no)`],
		],
		[
			'once if the latest events were not asked for because of the history',
			[[0, { history: refused, latest: refused }]],
			[`debug: ${HISTORY} could not be read (no)`],
		],
		[
			'from its last failure on, if it was read in between',
			[
				[0, { latest: refused }],
				[MINUTE, {}],
				[2 * HOUR, { latest: refused }],
			],
			[`debug: ${LATEST} could not be read (no)`, `debug: ${LATEST} could not be read (no)`],
		],
		[
			'at once if it never ends, and then like others',
			[
				[0, { latest: endless }],
				[MINUTE, { latest: endless }],
			],
			[`warn: ${LATEST} could not be read to its end (no)`, `debug: ${LATEST} could not be read (no)`],
		],
	])('%s', (_, polls, expected) => {
		const said: string[] = [];
		const memory: Memory = {
			account: ACCOUNT,
			last: 0,
			turns: new Map(),
			wasAlone: false,
			failing: {},
			saidAgain: new Set(),
		};
		for (const [at, errors] of polls) {
			const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
			const poll = { ...pollAt(at), now: () => NOW + at, log } as Poll;
			noteFailures(memory, readingOf([], [], { errors }), poll);
		}
		expect(said).toEqual(expected);
	});
});
