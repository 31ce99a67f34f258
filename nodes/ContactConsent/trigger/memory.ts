import { factsOf } from '../transport/errors';
import { counted } from '../values';
import type { Turn } from './choose';
import type { Delivery } from './documents';
import { FORGOTTEN_AFTER, HOUR } from './lookBack';
import type { Read } from './reader';
import type { Poll } from './settings';
import { begin, FOREVER, MOST_WANTED, newestOf, type Account, type TriggerState } from './state';

/** What this process remembers about a trigger, beside its state. No promise depends on it. Times are by `elapsed`. */
export interface Memory {
	/** When the trigger was first polled, and when it was last polled. */
	first: number;
	last: number;
	/** Keeps other polls out until this time. After the poll, `written` is the revision that n8n has to store. */
	lease?: { until: number; written?: string };
	/** The state of polls whose state n8n dropped, and the revision of the stored state that they began with. */
	unkept?: { after: string; state: TriggerState };
	/** When the trigger began. Set only while the trigger has no start. */
	began?: number;
	/** The waiting documentation events, by their keys. */
	turns: Map<string, Turn>;
	/** The lists that fail: since when (`at` is for the log), and when the log last said so. */
	failing: Partial<Record<'history' | 'latest', { since: number; at: string; warnedAt: number }>>;
}

/**
 * Milliseconds that n8n may need to store the state of a poll, and to begin polls that it prepared before. The revision
 * shows when this is done. So only after a delivery that n8n dropped does the next poll wait for this time.
 */
const SETTLING = 20_000;
/** Milliseconds after the end of its time at which a poll counts as hanging, and the next poll may begin. */
const HANGING = 5000;

export const memories = new Map<string, Memory>();

const keyOfTrigger = ({ workflowId, nodeId, name }: Poll['trigger']): string =>
	JSON.stringify([workflowId, nodeId, name]);

/** The memory of a trigger. Forgets all triggers that were not polled for two days. */
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
 * The name of another trigger of the workflow that has the same node ID. Both share one state, because n8n stores
 * durable cursors by node ID. A renamed node is no twin: after renaming, n8n polls only the new name.
 */
export function twinOf(
	stored: TriggerState | undefined,
	memory: Memory,
	{ trigger }: Poll,
): string | undefined {
	if (stored === undefined) return undefined;
	const other = memories.get(keyOfTrigger({ ...trigger, name: stored.node }));
	// A trigger is never its own twin, because it did not begin before itself.
	return other && other.first < memory.first && other.last > memory.first ? stored.node : undefined;
}

/** @returns `undefined` if an older poll of the same trigger is still running, which n8n does not prevent */
export function enter(revision: string | undefined, memory: Memory, { elapsed, timeLeft }: Poll) {
	const { lease: last } = memory;
	const isWritten = last?.written !== undefined && last.written === revision;
	if (last && elapsed() < last.until && !isWritten) return undefined;
	return (memory.lease = { until: elapsed() + timeLeft() + HANGING });
}

/** Ends a poll. While n8n may still be storing its state, the lease stays: the next poll would get the old state. */
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

/**
 * Logs once an hour which list keeps failing, and since when. A list that never ends is logged at once, because that
 * does not pass.
 */
export function noteFailures({ failing }: Memory, { errors }: Read, { elapsed, now, log }: Poll): void {
	for (const list of ['history', 'latest'] as const) {
		const error = errors[list];
		// If both lists have the same error, `/events/latest` was not asked.
		if (list === 'latest' && error !== undefined && error === errors.history) continue;
		if (error === undefined) {
			delete failing[list];
			continue;
		}
		const isNew = failing[list] === undefined;
		const first = { since: elapsed(), at: new Date(now()).toISOString(), warnedAt: elapsed() };
		const failure = (failing[list] ??= first);
		const name = list === 'history' ? 'the history' : 'the list of the latest events';
		if (isNew && factsOf(error)?.kind === 'endless')
			log('warn', `${name} could not be read to its end (${error.message})`);
		else if (elapsed() - failure.warnedAt < HOUR)
			log('debug', `${name} could not be read (${error.message})`);
		else {
			failure.warnedAt = elapsed();
			log('warn', `${name} has failed since ${failure.at} (${error.message})`);
		}
	}
}

const isSame = (a: Account, b: Account): boolean =>
	a.address === b.address && (a.key === b.key || (a.credential !== '' && a.credential === b.credential));

/**
 * Decides where to continue: from the state that n8n stored, or from a later one that only this process remembers.
 *
 * @param read the stored state; `undefined` if it is missing or unreadable
 * @returns `kept`: the stored state if it is of this account. `after`: its revision. `age`: milliseconds since the
 * trigger began, 0 once it has a start
 */
export function recall(read: TriggerState | undefined, isDamaged: boolean, memory: Memory, poll: Poll) {
	const { settings, log, account, now, elapsed, trigger } = poll;
	const { kinds, beginWith, startFrom } = settings;
	const kept = read && isSame(read.account, account) ? read : undefined;
	// The remembered state counts only while n8n has the stored state that it began with. Otherwise another process may
	// have gone on.
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
	// The date was chosen for the old account, so it does not apply to the new one.
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
 * The state to continue with if n8n drops the state of this poll: n8n drops it beside a `null`, and sometimes together
 * with a delivery. After a delivery, this is the stored state with what exists nowhere else: the starts of newly chosen
 * kinds, and the events that only `/events/latest` has shown.
 *
 * @param state the state with which the poll began
 * @param kept the state that n8n has stored, if any
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
	return { ...before, begun, starts, wanted: newestOf(wanted, MOST_WANTED).times };
}
