import type { IPollFunctions } from 'n8n-workflow';

import { scalarText } from '../lib/json';
import { counted, shortened } from '../lib/text';
import { factsOf } from '../transport/errors';
import { asksToWait } from '../transport/statuses';
import type { Requested } from './choose';
import type { Delivery } from './documents';
import { FORGOTTEN_AFTER, HOUR } from './lookBack';
import { iso, type Read } from './reader';
import type { Poll } from './settings';
import { begin, FOREVER, type Account, type TriggerState } from './state';

/** What this process remembers about a trigger, beside its state. No promise depends on it. Times are by `elapsed`. */
export interface Memory extends Requested {
	/** The account that all of this is about, except the lease. */
	account: Account;
	/** When the trigger was last polled. */
	last: number;
	/** Keeps other polls out until this time. After the poll, `written` is the revision that n8n has to store. */
	lease?: { until: number; written?: string };
	/** The state of polls whose state n8n dropped, and the revision of the stored state that they began with. */
	unkept?: { after: string; state: TriggerState };
	/** A poll has ended. Only a later one fails to tell people of a gap: n8n drops the state of a poll that fails. */
	hasPolled?: boolean;
	/** When the trigger began. Set only while the trigger has no start. */
	began?: number;
	/** The keys of events of which the log has said that they have the ID of another one. */
	saidAgain: Set<string>;
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

/** In characters. */
const LONGEST_ID = 100;

export const memories = new Map<string, Memory>();

/** What identifies a trigger within this process. */
export function triggerOf(context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>): Poll['trigger'] {
	const { id: nodeId, name } = context.getNode();
	return { workflowId: context.getWorkflow().id ?? '', nodeId, name };
}

/** How n8n has polled a trigger: with which node, and if it gave one context to several polls. */
const polled = new Map<string, { node: string; keepsContexts: boolean }>();
const contexts = new WeakSet<object>();

/**
 * True for the poll with which n8n begins to poll a trigger: it starts or publishes the workflow.
 *
 * n8n either keeps one context for all polls, or its scheduler makes one for each poll, with the mode `update`. A
 * publication may have that mode, too. But n8n publishes a trigger again only if its node was changed.
 */
export function isFirstPoll(
	context: Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'getActivationMode'>,
): boolean {
	const key = keyOfTrigger(triggerOf(context));
	const node = JSON.stringify(context.getNode());
	const before = polled.get(key);
	const isKnown = contexts.has(context);
	contexts.add(context);
	polled.set(key, { node, keepsContexts: isKnown || before?.keepsContexts === true });
	if (isKnown) return false;
	return context.getActivationMode() !== 'update' || before?.node !== node || before.keepsContexts;
}

/** For tests: forgets what a restart of n8n forgets. */
export function forgetPolls(): void {
	memories.clear();
	polled.clear();
	limits.clear();
}

const keyOfTrigger = ({ workflowId, nodeId, name }: Poll['trigger']): string =>
	JSON.stringify([workflowId, nodeId, name]);

/**
 * The memory of a trigger. Forgets all triggers that were not polled for two days. With another account, only the lease
 * stays, because a poll of the account before may still be running.
 */
export function memoryOf({
	trigger,
	account,
	elapsed,
}: Pick<Poll, 'trigger' | 'account' | 'elapsed'>): Memory {
	const now = elapsed();
	for (const [key, { last }] of memories) if (now - last > FORGOTTEN_AFTER) memories.delete(key);
	const key = keyOfTrigger(trigger);
	const known = memories.get(key);
	const isKnown = known && isSame(known.account, account);
	const fresh = { turns: new Map(), wasAlone: false, failing: {}, saidAgain: new Set<string>() };
	const memory: Memory = isKnown ? known : { account, last: now, lease: known?.lease, ...fresh };
	// A key may be replaced in its credential.
	memory.account = account;
	memories.set(key, memory);
	memory.last = now;
	return memory;
}

/** @returns `undefined` if an older poll of the same trigger is still running, which n8n does not prevent */
export function enter(revision: string | undefined, memory: Memory, { elapsed, budgetLeft }: Poll) {
	const { lease: last } = memory;
	const isWritten = last?.written !== undefined && last.written === revision;
	if (last && elapsed() < last.until && !isWritten) return undefined;
	return (memory.lease = { until: elapsed() + budgetLeft() + HANGING });
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

/** The most events of which this process remembers that the log has named them. */
const MOST_SAID = 10_000;

/** Logs once which events have the ID of another one that was taken: a service that was restored may give IDs again. */
export function noteAgain({ saidAgain }: Memory, { again }: Read, { log }: Poll): void {
	const fresh = [...again.values()].filter(({ key }) => !saidAgain.has(key));
	const [first] = fresh;
	if (first === undefined) return;
	if (saidAgain.size + fresh.length > MOST_SAID) saidAgain.clear();
	for (const { key } of fresh) saidAgain.add(key);
	const id = shortened(scalarText(first.raw.event_id) ?? '', LONGEST_ID);
	log(
		'warn',
		`${counted(fresh.length, 'event has', 'events have')} the ID of another one that was delivered before, with another time, and will not come, e.g. ${id} of ${iso(first.time)}. If the service was restored from a backup, choose 'Since a Date' as 'Begin With'`,
	);
}

/** How long a limit counts, in milliseconds, and how much later a poll may begin because of it. */
const LIMIT_COUNTS = 10 * 60_000;
const LATEST_BEGIN = 10_000;

/** When a list of an account last asked to wait, by `elapsed`. */
const limits = new Map<string, number>();

const keyOfAccount = ({ address, key }: Account): string => JSON.stringify([address, key]);

/** Remembers that a list of this account has asked to wait, in this poll. */
export function noteLimit({ errors }: Read, { account, send, elapsed }: Poll): void {
	const isRefused = Object.values(errors).some((error) =>
		asksToWait(factsOf(error) ?? { kind: 'cancelled' }),
	);
	if (isRefused || send.waited().onRequest > 0) limits.set(keyOfAccount(account), elapsed());
}

/**
 * How many milliseconds later a poll begins: up to ten seconds by chance, if the account has met a limit within ten minutes.
 * Triggers that poll in the same second share it, and otherwise it would always be the same ones that find it used up.
 */
export function delayOf({ account, elapsed, timeLeft }: Poll, chance = Math.random()): number {
	const at = limits.get(keyOfAccount(account));
	if (at === undefined || elapsed() - at > LIMIT_COUNTS) return 0;
	return Math.floor(chance * Math.max(0, Math.min(LATEST_BEGIN, timeLeft() / 4)));
}

const isSame = (a: Account, b: Account): boolean =>
	a.address === b.address && (a.key === b.key || (a.credential !== '' && a.credential === b.credential));

/** Where a poll goes on. */
export interface Recalled {
	/** What n8n has stored: `own` if it is of this account, `kept` if it is also of this beginning. */
	stored?: TriggerState;
	own?: TriggerState;
	kept?: TriggerState;
	/** The state to go on with: the kept one, or a later one that only this process remembers, or a new one. */
	state: TriggerState;
	/** The state is a new one. */
	isNew: boolean;
	/** Milliseconds since the trigger began; 0 once it has a start. */
	age: number;
}

/** Decides where to continue: from the state that n8n stored, from a later one that only this process remembers, or anew. */
export function recall(
	stored: TriggerState | undefined,
	isDamaged: boolean,
	memory: Memory,
	poll: Poll,
): Recalled {
	const { settings, log, account, now, elapsed } = poll;
	const { kinds, beginWith, beginning, startFrom } = settings;
	const isOfAccount = ({ account: of }: TriggerState): boolean => isSame(of, account);
	// A change to what nobody has received goes on: others may have received it meanwhile.
	const isOfBeginning = ({ begun: { parameters } }: TriggerState): boolean =>
		parameters === beginning || beginWith === 'unreceived';
	const own = stored && isOfAccount(stored) ? stored : undefined;
	const kept = own && isOfBeginning(own) ? own : undefined;
	// The remembered state counts only while n8n has the stored state that it began with. Otherwise another process may
	// have gone on.
	const { unkept } = memory;
	if (unkept?.after !== revisionOf(stored) || !isOfAccount(unkept.state) || !isOfBeginning(unkept.state)) {
		delete memory.unkept;
		if (isDamaged) log('warn', 'its state cannot be read and is set aside');
		if (stored && !own) {
			const dropped = stored.waiting.length;
			const lost = `; ${counted(dropped, 'PDF', 'PDFs')} that it waited for will not come`;
			log('warn', `the credentials are for another account, so it begins anew${dropped > 0 ? lost : ''}`);
		}
		if (own && !kept) log('warn', "'Begin With' or 'Start From' was changed, so it begins anew");
		if (own && !kept) memory.turns.clear();
		// What is remembered of the old beginning must not move the new one back.
		if (stored && !kept) delete memory.began;
	}
	// The date was chosen for the old account, so it does not apply to the new one.
	const isOtherDate = stored !== undefined && !own && beginWith === 'date';
	const begun = { with: isOtherDate ? 'now' : beginWith, at: now(), parameters: beginning };
	const anew = begin(account, kinds, begun, isOtherDate ? undefined : startFrom);
	// What was delivered in the minute before now does not come again.
	const { taken, completeFrom } = own && beginWith === 'now' ? own : anew;
	const from = memory.unkept?.state ?? kept ?? { ...anew, taken, completeFrom };
	const state = { ...from, account, begun: { ...from.begun, parameters: beginning } };
	const isBegun = Object.keys(state.starts).length > 0;
	if (isBegun) delete memory.began;
	else memory.began ??= elapsed() - Math.max(0, now() - state.begun.at);
	const isNew = kept === undefined && memory.unkept === undefined;
	return { stored, own, kept, state, isNew, age: elapsed() - (memory.began ?? elapsed()) };
}

/** The revision of what n8n has stored. */
export const revisionOf = (stored: TriggerState | undefined): string => stored?.revision ?? '';

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
	const { account, begun, starts } = next;
	const first = Math.min(...Object.values(starts));
	const before = kept && kept.forward.from < FOREVER ? kept : begin(account, [], begun, first);
	const waiting = new Map([...state.waiting, ...next.waiting].map((one) => [JSON.stringify(one.raw), one]));
	for (const { event } of delivered) {
		const { raw, first = event.time, isOlder, isWaiting, isOnlyLatest } = event;
		if (isOlder || isWaiting || isOnlyLatest) waiting.set(JSON.stringify(raw), { raw, first });
	}
	return { ...before, begun, starts, waiting: [...waiting.values()] };
}
