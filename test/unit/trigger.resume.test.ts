/** Where a poll goes on, and the state that a process remembers in case n8n drops it. */
import type { Memory } from '../../nodes/ContactConsent/trigger/processMemory';
import { resume, stateIfDropped } from '../../nodes/ContactConsent/trigger/resume';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import { readState, toStored } from '../../nodes/ContactConsent/trigger/storedState';
import {
	ACCOUNT,
	farBeganAt,
	DAY,
	documentOf,
	eventOf,
	HOUR,
	NOW,
	beginning,
	running,
	settingsOf,
} from '../support/trigger-parts';
import { sentence } from '../support/sentences';

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
		const poll = { elapsed: () => 7 * HOUR, now: () => NOW, account, settings, log } as unknown as Poll;
		const read = readState(stored);
		return resume(
			read,
			read === undefined && stored !== undefined,
			{ pdfWaits: new Map(), ...memory } as Memory,
			poll,
		);
	};
	const dropped = { after: '', state: running({ nextNearFrom: NOW }) };

	it('from the state that n8n did not keep, if n8n still has the state before it', () => {
		const stored = toStored(running());
		const { revision: after } = stored;
		const memory = { ifDropped: { ...dropped, after } };
		expect(goOn(memory, stored)).toEqual({
			state: dropped.state,
			usableStored: running({ revision: after }),
			revision: after,
			hasPosition: true,
			isNew: false,
			age: 0,
		});
		const other = toStored(running({ farBegan: farBeganAt(NOW) }));
		expect(goOn(memory, other).state).toEqual(readState(other));
		expect(said).toEqual([]);
	});

	it('without the stored state if that cannot be read, and says so', () => {
		expect(goOn({}, { damaged: true }).usableStored).toBeUndefined();
		expect(said).toEqual([`warn: ${sentence('stateSetAside')}`]);
	});

	it.each<[string, Partial<typeof ACCOUNT>, boolean]>([
		['a new key in the same credential', { key: 'new' }, true],
		['the same key in a new credential', { credential: '2' }, true],
		['another key in another credential', { key: 'new', credential: '2' }, false],
		['another key without a credential', { key: 'new', credential: '' }, false],
		['another address', { address: 'https://other.example' }, false],
	])('after %s: %j', (_, change, isSame) => {
		const account = { ...ACCOUNT, ...change };
		const { state, usableStored: stored } = goOn({}, toStored(running()), account);
		expect(stored !== undefined).toBe(isSame);
		expect(state.account).toEqual(account);
		expect(state.starts).toEqual(isSame ? running().starts : {});
		expect(said).toEqual(isSame ? [] : [`warn: ${sentence('otherAccountBeginsAnew')}`]);
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
		expect(goOn({}, stored, { ...account, key: 'new' }).usableStored).toBeUndefined();
		expect(said).toEqual([`warn: ${sentence('otherAccountBeginsAnew')}`]);
	});

	it.each<[string, string, string, boolean]>([
		['new events only', beginning('unreceived'), 'now', true],
		['a date', beginning('now'), 'date', true],
		['what nobody has received', beginning('now'), 'unreceived', false],
		['what it was', beginning('now'), 'now', false],
	])('after a change to %s, anew or where it was', (_, parameters, beginWith, isAnew) => {
		const state = running();
		const stored = toStored({ ...state, begun: { ...state.begun, parameters } });
		const memory = { began: 0, ifDropped: { after: stored.revision, state } };
		const found = goOn(isAnew ? memory : {}, stored, ACCOUNT, beginWith);
		expect([found.usableStored === undefined, found.hasPosition, found.isNew]).toEqual([
			isAnew,
			true,
			isAnew,
		]);
		expect(found.age).toBe(0);
		expect(found.state.begun.parameters).toBe(beginning(beginWith));
		expect(said).toEqual(isAnew ? [`warn: ${sentence('beginsAnew')}`] : []);
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
	const stored = running({ starts: { update: NOW } });
	const old = { ...documentOf('old', NOW - 60 * DAY), isOlder: true };
	const dropped = (events: Array<typeof old>, isStored: boolean, state = next) =>
		stateIfDropped(
			next,
			{ state, usableStored: isStored ? stored : undefined },
			events.map((event) => ({ event })),
		);

	it('has the remaining work if nothing was delivered', () => {
		expect([dropped([], true), dropped([], false)]).toEqual([next, next]);
	});

	it('is made from the state that n8n holds, with the starts of kinds chosen since', () => {
		expect(dropped([{ ...eventOf('e'), isOlder: false }], true)).toEqual({ ...stored, starts: next.starts });
	});

	it('begins at the start if n8n holds none, and has what only the latest events have shown', () => {
		expect(dropped([{ ...eventOf('e'), isOlder: false }], false)).toMatchObject({
			account: ACCOUNT,
			starts: next.starts,
			checkpoint: NOW - HOUR - 1,
			nextNearFrom: NOW - HOUR - 1,
			waiting: [],
		});
		const { waiting, nextNearFrom } = dropped([old], false);
		expect(waiting.map(({ raw }) => raw)).toEqual([old.raw]);
		expect(nextNearFrom).toBe(NOW - HOUR - 1);
	});

	it('begins at the start if the state that n8n holds has no place in the history yet', () => {
		const stored = running({ checkpoint: undefined, nextNearFrom: undefined });
		const { checkpoint } = stateIfDropped(next, { state: next, usableStored: stored }, [
			{ event: eventOf('e') },
		]);
		expect(checkpoint).toBe(NOW - HOUR - 1);
	});

	it('can be read again if the trigger has no start yet', () => {
		const begun = running({
			starts: {},
			checkpoint: undefined,
			nextNearFrom: undefined,
			farBegan: undefined,
		});
		const state = stateIfDropped(begun, { state: begun, usableStored: undefined }, [{ event: eventOf('e') }]);
		expect(state.checkpoint).toBeUndefined();
		expect(readState(toStored(state))).toMatchObject({ starts: {} });
	});

	it('has what waited before and was delivered now', () => {
		const waiting = [{ raw: old.raw, first: NOW }];
		const again = { ...old, isOlder: false, isWaiting: true, first: NOW };
		expect(dropped([again], true, running({ waiting })).waiting).toEqual(waiting);
	});
});
