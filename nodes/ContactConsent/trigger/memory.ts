import { factsOf } from '../transport/errors';
import { counted } from '../values';
import type { Turn } from './choose';
import type { Delivery } from './documents';
import { FORGOTTEN_AFTER, HOUR } from './lookBack';
import type { Read } from './reader';
import type { Poll } from './settings';
import { begin, FOREVER, MOST_WANTED, newestOf, type Account, type TriggerState } from './state';

/** What this process knows of a trigger, beside n8n's state; no promise rests on it. Times are by `elapsed`. */
export interface Memory {
	/** When it was first polled, and last. */
	first: number;
	last: number;
	/** The poll under way, and when it is over for certain; or just over, with the revision of the state that it left. */
	lease?: { until: number; written?: string };
	/** The state that was left by polls which n8n keeps no state of, and the revision of the one they began with. */
	unkept?: { after: string; state: TriggerState };
	/** When the trigger began, as long as it has no start. */
	began?: number;
	/** Documentation events that wait, by their keys. */
	turns: Map<string, Turn>;
	/** Since when a list has failed, and when that was last said. */
	failing: Partial<Record<'history' | 'latest', { since: number; at: string; told: number }>>;
}

/** Milliseconds in which n8n may still be writing what the last poll handed over; the state shows whether it has. */
const SETTLING = 2000;
/** Milliseconds after its end at which a poll is over, whatever it hangs on. */
const HANGING = 5000;

export const memories = new Map<string, Memory>();

const keyOfTrigger = ({ workflowId, nodeId, name }: Poll['trigger']): string =>
	JSON.stringify([workflowId, nodeId, name]);

/** The memory of a trigger. Those of triggers that are not polled any more go. */
export function memoryOf({ trigger, elapsed }: Pick<Poll, 'trigger' | 'elapsed'>): Memory {
	const now = elapsed();
	for (const [key, { last }] of memories) if (now - last > FORGOTTEN_AFTER) memories.delete(key);
	const key = keyOfTrigger(trigger);
	const memory = memories.get(key) ?? { first: now, last: now, turns: new Map(), failing: {} };
	memories.set(key, memory);
	memory.last = now;
	return memory;
}

/**
 * The other trigger of the workflow that has the same id and shares this one's state: with durable cursors, n8n keeps
 * it by the id. A node that was renamed is polled by its new name alone.
 */
export function twinOf(
	stored: TriggerState | undefined,
	memory: Memory,
	{ trigger }: Poll,
): string | undefined {
	if (stored === undefined || stored.node === trigger.name) return undefined;
	const other = memories.get(keyOfTrigger({ ...trigger, name: stored.node }));
	return other && other.first < memory.first && other.last > memory.first ? stored.node : undefined;
}

/** @returns `undefined` where an older poll of the same trigger is under way, which nothing in n8n prevents */
export function enter(revision: string | undefined, memory: Memory, { elapsed, left }: Poll) {
	const { lease: last } = memory;
	const isWritten = last?.written !== undefined && last.written === revision;
	if (last && elapsed() < last.until && !isWritten) return undefined;
	return (memory.lease = { until: elapsed() + left() + HANGING });
}

/** Ends a poll. A result is still to be written, and until then the next poll would be handed the old state. */
export function leave(
	memory: Memory,
	lease: Memory['lease'],
	written: string | undefined,
	{ elapsed }: Poll,
): void {
	if (memory.lease !== lease) return;
	if (written !== undefined) memory.lease = { until: elapsed() + SETTLING, written };
	else delete memory.lease;
}

/** Says once an hour which list keeps failing, and since when; at once if it never ends, because that does not pass. */
export function noteFailures({ failing }: Memory, { errors }: Read, { elapsed, now, log }: Poll): void {
	for (const list of ['history', 'latest'] as const) {
		const error = errors[list];
		// Where both have one error, the second list was not asked.
		if (list === 'latest' && error !== undefined && error === errors.history) continue;
		if (error === undefined) {
			delete failing[list];
			continue;
		}
		const since = { since: elapsed(), at: new Date(now()).toISOString(), told: elapsed() };
		const isNew = failing[list] === undefined;
		const failure = (failing[list] ??= since);
		const name = list === 'history' ? 'the history' : 'the list of the latest events';
		if (isNew && factsOf(error)?.kind === 'endless')
			log('warn', `${name} could not be read to its end (${error.message})`);
		else if (elapsed() - failure.told < HOUR) log('debug', `${name} could not be read (${error.message})`);
		else {
			failure.told = elapsed();
			log('warn', `${name} has failed since ${failure.at} (${error.message})`);
		}
	}
}

const isSame = (a: Account, b: Account): boolean =>
	a.address === b.address && (a.key === b.key || (a.credential !== '' && a.credential === b.credential));

/**
 * Finds out where to go on: from the state that n8n hands over, or from what polls have left here since.
 *
 * @param read that state; `undefined` where there is none, or none that can be read
 */
export function recall(read: TriggerState | undefined, isDamaged: boolean, memory: Memory, poll: Poll) {
	const { settings, log, account, now, elapsed, trigger } = poll;
	const { kinds, beginWith, startFrom } = settings;
	const kept = read && isSame(read.account, account) ? read : undefined;
	// Two processes may have gone on, each from a state that n8n dropped: only the very same state tells.
	const after = read?.revision ?? '';
	const { unkept } = memory;
	if (unkept?.after !== after || !isSame(unkept.state.account, account)) {
		delete memory.unkept;
		if (isDamaged) log('warn', 'its state cannot be read and is set aside');
		if (read && !kept) {
			const waiting =
				memory.turns.size > 0
					? `; ${counted(memory.turns.size, 'PDF', 'PDFs')} that it waited for will not come`
					: '';
			log('warn', `the credentials are for another account, so it begins anew${waiting}`);
			memory.turns.clear();
		}
	}
	const own = { account, node: trigger.name };
	// A date is about the account that it was chosen for.
	const begun =
		read && !kept && beginWith === 'date'
			? begin(own, kinds, 'now', now())
			: begin(own, kinds, beginWith, now(), startFrom);
	const state = { ...(memory.unkept?.state ?? kept ?? begun), ...own };
	const isBegun = Object.keys(state.starts).length > 0;
	if (isBegun) delete memory.began;
	else memory.began ??= elapsed() - Math.max(0, now() - state.begun.at);
	return { state, kept, after, age: elapsed() - (memory.began ?? elapsed()) };
}

/**
 * Where to go on, should n8n not keep the state: it drops what is left beside a `null`, and it may throw a delivery away.
 * The start of a kind that was chosen since is kept nowhere else, nor what only `/events/latest` has shown.
 *
 * @param state the one that the poll began with
 * @param kept the one that n8n has, if any
 */
export function stateIfDropped(
	next: TriggerState,
	state: TriggerState,
	kept: TriggerState | undefined,
	delivered: readonly Delivery[],
): TriggerState {
	if (delivered.length === 0) return next;
	const { account, node, begun, starts } = next;
	const first = Math.min(...Object.values(starts));
	const before = kept && kept.forward.from < FOREVER ? kept : begin({ account, node }, [], '', 0, first);
	const wanted = new Map([...state.wanted, ...next.wanted]);
	for (const { event } of delivered) if (event.isOlder) wanted.set(event.key, event.time);
	const leftFrom = Math.min(before.leftFrom, ...[...wanted.values()].map((time) => time - 1));
	return { ...before, begun, starts, leftFrom, wanted: newestOf(wanted, MOST_WANTED).times };
}
