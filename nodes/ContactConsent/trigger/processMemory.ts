import { DAY } from '../lib/time';
import type { PdfMemory } from './pdfWaits';
import type { Poll } from './pollContext';
import { isSameAccount, type Account, type TriggerState, type Waiting } from './state';

/** What this process remembers about a trigger, beside its state. No promise depends on it. Times are by `elapsed`. */
export interface Memory extends PdfMemory {
	/** The account that all of this is about, except the lease. */
	account: Account;
	/** When the trigger was last polled. */
	polledAt: number;
	/** Keeps other polls out until this time. After the poll, `written` is the revision that n8n has to store. */
	lease?: { until: number; written?: string };
	/** After each poll, the state to go on with if n8n drops it, and the revision of the stored state that the poll began with. */
	ifDropped?: { after: string; state: TriggerState };
	/** What polls that were overtaken have taken from `/events/latest`. It stays until a poll has handed it over. */
	overtaken?: Waiting[];
	/** A poll has ended otherwise than as `failed` (`endingOf`). Only a later one ends with an error to tell people of a skipped period. */
	hasPolled?: boolean;
	/** When the trigger began. Set only while the trigger has no start. */
	began?: number;
	/** The keys of events of which the log has said that they have the ID of another one. */
	saidAgain: Set<string>;
	/** The lists that fail: since when, also by n8n's clock for the log, and when the log last said so. */
	failing: Partial<Record<'history' | 'latest', { since: number; sinceInWords: string; warnedAt: number }>>;
}

/** After this time without a poll, what a poll has left is too old to go on from: the trigger may have been off. */
const OUTDATED_AFTER = 2 * DAY;
/** More than a month, because a trigger may be polled monthly: without its memory it would tell nobody of anything. */
const FORGOTTEN_AFTER = 40 * DAY;

/** By what identifies a trigger. */
export const memories = new Map<string, Memory>();

/**
 * The memory of a trigger, for a poll that begins. Forgets all triggers that were not polled for 40 days. Of one that was not
 * polled for two days, it stays whether it has polled and which lists fail. With another account, only the lease stays,
 * because a poll of the account before may still be running.
 */
export function openMemory({
	trigger,
	account,
	elapsed,
}: Pick<Poll, 'trigger' | 'account' | 'elapsed'>): Memory {
	const at = elapsed();
	for (const [other, { polledAt }] of memories) if (at - polledAt > FORGOTTEN_AFTER) memories.delete(other);
	const known = memories.get(trigger);
	const isKnown = known && isSameAccount(known.account, account);
	const isOutdated = known !== undefined && at - known.polledAt > OUTDATED_AFTER;
	const nothing = { pdfWaits: new Map(), wasAlone: false, failing: {}, saidAgain: new Set<string>() };
	const anew: Memory = { account, polledAt: at, lease: known?.lease, ...nothing };
	const memory = !isKnown
		? anew
		: isOutdated
			? { ...anew, hasPolled: known.hasPolled, failing: known.failing }
			: known;
	// A key may be replaced in its credential.
	memory.account = account;
	memories.set(trigger, memory);
	memory.polledAt = at;
	return memory;
}
