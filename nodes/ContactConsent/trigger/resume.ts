import { counted } from '../lib/text';
import type { Delivery } from './documents';
import type { Memory } from './memory';
import type { Poll } from './settings';
import { begin, isSameAccount, revisionOf, type TriggerState } from './state';

/** Where a poll goes on. */
export interface Resumed {
	/** The state to go on with: the stored one, or a later one that only this process remembers, or a new one. */
	state: TriggerState;
	/** The state that n8n has stored, if the trigger goes on from it: it is of this account and this beginning. */
	stored?: TriggerState;
	/** The revision of whatever n8n has stored. */
	revision: string;
	/** n8n has stored a state of this account, if perhaps of another beginning. */
	hasPosition: boolean;
	/** The trigger begins now: nobody has a state to go on from. */
	isNew: boolean;
	/** Milliseconds since the trigger began; 0 once it has a start. */
	age: number;
}

/** The state of a trigger that begins. @param ofAccount the stored state, if it is of this account */
function newState(isOtherAccount: boolean, ofAccount: TriggerState | undefined, poll: Poll): TriggerState {
	const { settings, account, now } = poll;
	const { kinds, beginWith, beginning, startFrom } = settings;
	// The date was chosen for the old account, so it does not apply to the new one.
	const isOtherDate = isOtherAccount && beginWith === 'date';
	const begun = { with: isOtherDate ? 'now' : beginWith, at: now(), parameters: beginning };
	const state = begin(account, kinds, begun, isOtherDate ? undefined : startFrom);
	if (!ofAccount || beginWith !== 'now') return state;
	// What was delivered in the minute before now does not come again.
	return { ...state, taken: ofAccount.taken, completeFrom: ofAccount.completeFrom };
}

/**
 * Decides where to continue: from the state that n8n stored, from a later one that only this process remembers, or anew.
 *
 * @param found what n8n has stored, if it can be read
 * @param isDamaged something is stored that cannot be read
 */
export function resume(
	found: TriggerState | undefined,
	isDamaged: boolean,
	memory: Memory,
	poll: Poll,
): Resumed {
	const { settings, log, account, now, elapsed } = poll;
	const { beginWith, beginning } = settings;
	const isOfAccount = (state: TriggerState): boolean => isSameAccount(state.account, account);
	// A change to what nobody has received goes on: others may have received it meanwhile.
	const isOfBeginning = ({ begun: { parameters } }: TriggerState): boolean =>
		parameters === beginning || beginWith === 'unreceived';
	const ofAccount = found && isOfAccount(found) ? found : undefined;
	const stored = ofAccount && isOfBeginning(ofAccount) ? ofAccount : undefined;
	// The remembered state counts only while n8n has the stored state that it began with. Otherwise another process may
	// have gone on.
	const { dropped } = memory;
	const revision = revisionOf(found);
	if (dropped?.after !== revision || !isOfAccount(dropped.state) || !isOfBeginning(dropped.state)) {
		delete memory.dropped;
		if (isDamaged) log('warn', 'its state cannot be read and is set aside');
		if (found && !ofAccount) {
			const waiting = found.waiting.length;
			const lost = `; ${counted(waiting, 'PDF', 'PDFs')} that it waited for will not come`;
			log('warn', `the credentials are for another account, so it begins anew${waiting > 0 ? lost : ''}`);
		}
		if (ofAccount && !stored) log('warn', "'Begin With' or 'Start From' was changed, so it begins anew");
		if (ofAccount && !stored) memory.pdfWaits.clear();
		// What is remembered of the old beginning must not move the new one back.
		if (found && !stored) delete memory.began;
	}
	const isOtherAccount = found !== undefined && !ofAccount;
	const from = memory.dropped?.state ?? stored ?? newState(isOtherAccount, ofAccount, poll);
	const state = { ...from, account, begun: { ...from.begun, parameters: beginning } };
	const hasStart = Object.keys(state.starts).length > 0;
	if (hasStart) delete memory.began;
	else memory.began ??= elapsed() - Math.max(0, now() - state.begun.at);
	const isNew = stored === undefined && memory.dropped === undefined;
	const age = elapsed() - (memory.began ?? elapsed());
	return { state, stored, revision, hasPosition: ofAccount !== undefined, isNew, age };
}

/**
 * The state to continue with if n8n drops the state of this poll: n8n drops it beside a `null`, and sometimes together
 * with a delivery. After a delivery, this is the stored state with what exists nowhere else: the starts of newly chosen
 * kinds, and the events that only `/events/latest` has shown.
 *
 * @param next the state that the poll leaves
 */
export function stateIfDropped(
	next: TriggerState,
	{ state, stored }: Pick<Resumed, 'state' | 'stored'>,
	delivered: readonly Delivery[],
): TriggerState {
	if (delivered.length === 0) return next;
	const { account, begun, starts } = next;
	const first = Math.min(...Object.values(starts));
	const before = stored?.checkpoint === undefined ? begin(account, [], begun, first) : stored;
	const waiting = new Map([...state.waiting, ...next.waiting].map((one) => [JSON.stringify(one.raw), one]));
	for (const { event } of delivered) {
		const { raw, first = event.time, isOlder, isWaiting, isOnlyLatest } = event;
		if (isOlder || isWaiting || isOnlyLatest) waiting.set(JSON.stringify(raw), { raw, first });
	}
	return { ...before, begun, starts, waiting: [...waiting.values()] };
}
