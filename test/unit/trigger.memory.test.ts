/** What the memory of a process is good for. */
import {
	enter,
	leave,
	memories,
	recall,
	stateIfDropped,
	type Memory,
} from '../../nodes/ContactConsent/trigger/memory';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin } from '../../nodes/ContactConsent/trigger/state';
import { keyOf } from '../../nodes/ContactConsent/values';
import { auditedAt, eventOf, HOUR, NOW, running, settingsOf, waitingOf } from '../support/trigger-parts';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

beforeEach(() => memories.clear());

const [OLD, NEW] = [{ since: 1 }, { since: 2 }];

/** A poll at a moment that may take so long; it hangs five seconds after that. */
const pollAt = (at: number, time = 0, trigger = 't') =>
	({ trigger, elapsed: () => at, left: () => time - 5000 }) as unknown as Poll;
const begins = (stored: unknown, at: number, time = 0, trigger = 't') =>
	enter(stored, pollAt(at, time, trigger));

describe('this process remembers', () => {
	it('one poll at a time, unless it hangs', () => {
		const first = begins(OLD, 0, 1000);
		expect(begins(OLD, 0)).toBeUndefined();
		expect(begins(OLD, 999)).toBeUndefined();
		expect(begins(OLD, 0, 1000, 'other')).toBeDefined();
		const second = begins(OLD, 1000, 1000);
		if (!first || !second) throw new Error('was not let in');
		leave(first.memory, first.lease, NEW, pollAt(1200));
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('nothing of a poll that ends when another one has taken over', () => {
		const first = begins(OLD, 0, 1000);
		const second = begins(OLD, 1000, 1000);
		if (first) leave(first.memory, first.lease, undefined, pollAt(1200));
		expect(second).toBeDefined();
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('that n8n may still be writing what the last poll handed over', () => {
		const idle = begins(OLD, 0, 1000);
		if (idle) leave(idle.memory, idle.lease, undefined, pollAt(10));
		const busy = begins(OLD, 11, 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, pollAt(20));
		expect(idle && busy).toBeDefined();
		expect(begins(OLD, 2019)).toBeUndefined();
		expect(begins(OLD, 2020)).toBeDefined();
	});

	it('that n8n has written it', () => {
		const busy = begins(OLD, 0, 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, pollAt(20));
		expect(begins(OLD, 30)).toBeUndefined();
		expect(begins({ ...NEW }, 30)).toBeDefined();
	});

	const said: string[] = [];
	const goOn = (memory: Memory, stored: unknown, baseUrl = running().baseUrl) => {
		said.length = 0;
		const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
		return recall(stored, memory, { send: { baseUrl }, settings: settingsOf(), log } as unknown as Poll);
	};
	const unkept = { after: '', state: running({ lookBackFrom: NOW }) };

	it('what n8n did not keep, which counts for the very state that it went on from', () => {
		const after = keyOf(JSON.stringify(running()));
		const memory: Memory = { unkept: { ...unkept, after } };
		expect(goOn(memory, copy(running()))).toEqual({ state: unkept.state, kept: running(), after });
		const other = running({ audited: auditedAt(NOW) });
		expect(goOn(memory, other).state).toEqual(other);
		expect(memory.unkept).toBeUndefined();
		expect(said).toEqual([]);
	});

	it.each<[string, unknown, string]>([
		['damaged', { damaged: true }, 'its state cannot be read and is set aside'],
		['of another account', running({ baseUrl: 'other' }), "the 'Base URL' has changed, so it begins anew"],
	])('what has come since a state that is of no use, whatever that holds: %s', (_, stored, words) => {
		expect(goOn({ unkept }, stored).state).toEqual(unkept.state);
		expect(said).toEqual([`warn: ${words}`]);
	});

	it('nothing of another account', () => {
		expect(goOn({ unkept }, undefined, 'https://other.example').state.starts).toEqual({});
		expect(said).toEqual([]);
	});
});

describe('where to go on, should n8n not keep what a poll left', () => {
	const next = { ...begin('url', ['update']), starts: { update: NOW, confirm: NOW - HOUR } };
	const kept = running({ starts: { update: NOW } });
	const lost = (times: number[], isKept = false, settings: Partial<Settings> = {}, waiting = next.waiting) =>
		stateIfDropped(
			{ ...next, waiting },
			times.map((time) => ({ event: eventOf('e', time) })),
			isKept ? kept : undefined,
			settingsOf(settings),
		);

	it('is from what was left, where nothing was delivered', () => {
		expect([lost([], true), lost([])]).toEqual([next, next]);
	});

	it('is from the state that n8n holds, with the starts of kinds chosen since', () => {
		expect(lost([NOW], true)).toEqual({ ...kept, starts: next.starts });
	});

	it.each<[string, number[], Partial<Settings>, number]>([
		['the oldest event', [NOW - 2 * HOUR, NOW - 3 * HOUR], {}, 3 * HOUR],
		['no later than the earliest start', [NOW], {}, HOUR],
		['the start that was set', [NOW - 2 * HOUR], { startFrom: NOW - 5 }, 5],
	])('counts from a first delivery on: %s', (_, times, settings, age) => {
		const { starts, forward } = lost(times, false, settings);
		expect([starts.update, forward.from]).toEqual([NOW - age, NOW - age - 1]);
	});

	it('counts from the oldest that waits on, too', () => {
		expect(lost([NOW], false, {}, [waitingOf('w', NOW - 2 * HOUR)]).starts.update).toBe(NOW - 2 * HOUR);
	});
});
