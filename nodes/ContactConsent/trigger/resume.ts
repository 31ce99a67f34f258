/**
 * Where a poll goes on, and what this process remembers for the next one.
 *
 * - In: what n8n has stored, and the memory of the process.
 * - Out: the state to go on with (`resume`); what is remembered after a poll (`stateIfDropped`).
 * - Why: n8n drops the state of some polls. An example, with a poll each minute and a far look-back that takes three:
 *
 * | poll  | goes on from                                             | delivers, and leaves     | n8n then has                       | the process remembers               |
 * | ----- | -------------------------------------------------------- | ------------------------ | ---------------------------------- | ----------------------------------- |
 * | 12:00 | what n8n had                                             | items, and the state A   | A, or by a fault still what it had | what to go on from if A was dropped |
 * | 12:01 | A                                                        | nothing, and the state B | A: B was dropped                   | B, as what came after A             |
 * | 12:02 | B, because n8n still has A                               | nothing, and the state C | A: C was dropped                   | C, as what came after A             |
 * | 12:03 | what n8n has, if another process has stored it meanwhile |                          |                                    | nothing of A, B and C               |
 */
import { counted } from '../lib/text';
import type { Delivery } from './documents';
import type { Memory } from './processMemory';
import type { Poll } from './pollContext';
import { leftToThis } from './overtaken';
import { isSameBeginning } from './settings';
import { begin, isSameAccount, revisionOf, type TriggerState } from './state';
import { keyOfEvent } from './triggerEvent';

/** Where a poll goes on. */
export interface Resumed {
	/** The state to go on with: the stored one, or a later one that only this process remembers, or a new one. */
	state: TriggerState;
	/** The state that n8n has stored, if the trigger goes on from it: it is of this account and this beginning. */
	usableStored?: TriggerState;
	/** The revision of whatever n8n has stored. */
	revision: string;
	/** n8n has stored a state of this account, if perhaps of another beginning. */
	hasPosition: boolean;
	/** The trigger begins now: nobody has a state to go on from, nor one of another account, which a mistake may have left. */
	isNew: boolean;
	/** Milliseconds since the trigger began; 0 once it has a start. */
	age: number;
}

/**
 * Decides where to continue: from the state that n8n stored, from a later one that only this process remembers, or anew.
 *
 * | n8n has stored           | of this account | of this beginning | remembered | goes on from |
 * | ------------------------ | --------------- | ----------------- | ---------- | ------------ |
 * | anything, or nothing     |                 |                   | yes        | what is remembered |
 * | a state                  | yes             | yes               | no         | the stored state |
 * | a state                  | yes             | no                | no         | anew; with *Begin With* "now" it knows what it has delivered |
 * | a state                  | no              |                   | no         | anew, and from now on instead of *Start From* |
 * | what cannot be read      |                 |                   | no         | anew |
 * | nothing                  |                 |                   | no         | anew |
 *
 * A remembered state counts if it is of this account and beginning, and n8n still has what it had then. Otherwise another
 * process may have gone on. What is of another beginning is forgotten. What overtaken polls have left joins the events that
 * wait.
 *
 * @param stored what n8n has stored, if it can be read
 * @param isDamaged something is stored that cannot be read
 */
export function resume(
	stored: TriggerState | undefined,
	isDamaged: boolean,
	memory: Memory,
	poll: Poll,
): Resumed {
	const { settings, log, account } = poll;
	const found = stored ? foundIn(stored, poll) : isDamaged ? 'damaged' : 'nothing';
	const revision = revisionOf(stored);
	const { ifDropped } = memory;
	const isRemembered = ifDropped?.after === revision && foundIn(ifDropped.state, poll) === 'usable';
	if (!isRemembered) {
		delete memory.ifDropped;
		forgetOldBeginning(found, stored?.waiting.length ?? 0, memory, log);
	}
	const usable = found === 'usable' ? stored : undefined;
	const from = memory.ifDropped?.state ?? usable ?? newState(found, stored, poll);
	const waiting = [...from.waiting, ...leftToThis(memory, from)];
	const state = { ...from, account, waiting, begun: { ...from.begun, parameters: settings.beginning } };
	noteBeginning(state, memory, poll);
	return {
		state,
		usableStored: usable,
		revision,
		hasPosition: found === 'usable' || found === 'otherBeginning',
		isNew: usable === undefined && !isRemembered && found !== 'otherAccount',
		age: ageOf(memory, poll),
	};
}

/** What n8n has stored. Only from a `usable` state the trigger goes on. */
type Found = 'nothing' | 'damaged' | 'otherAccount' | 'otherBeginning' | 'usable';

/** Whether a state, which n8n has stored or this process remembers, is of this account and beginning. */
function foundIn(
	{ account, begun: { parameters } }: TriggerState,
	poll: Poll,
): 'otherAccount' | 'otherBeginning' | 'usable' {
	const { beginWith, beginning } = poll.settings;
	if (!isSameAccount(account, poll.account)) return 'otherAccount';
	// A change to what nobody has received goes on: others may have received it meanwhile.
	return beginWith === 'unreceived' || isSameBeginning(parameters, beginning) ? 'usable' : 'otherBeginning';
}

/** Says why the trigger begins anew, and forgets what is of the old beginning. */
function forgetOldBeginning(found: Found, waiting: number, memory: Memory, log: Poll['log']): void {
	if (found === 'damaged') log('warn', 'its state cannot be read and is set aside');
	if (found === 'otherAccount') {
		const lost = `; ${counted(waiting, 'PDF', 'PDFs')} that it waited for will not come`;
		log('warn', `the credentials are for another account, so it begins anew${waiting > 0 ? lost : ''}`);
	}
	if (found === 'otherBeginning') {
		log('warn', "'Begin With' or 'Start From' was changed, so it begins anew");
		memory.pdfWaits.clear();
		delete memory.overtaken;
	}
	// What is remembered of the old beginning must not move the new one back.
	if (found === 'otherAccount' || found === 'otherBeginning') delete memory.began;
}

/** The state of a trigger that begins. @param found what n8n has stored instead of a usable state */
function newState(found: Found, stored: TriggerState | undefined, poll: Poll): TriggerState {
	const { settings, account, now } = poll;
	const { kinds, beginWith, beginning, startFrom } = settings;
	// The date was chosen for the old account, so it does not apply to the new one.
	const isOtherDate = found === 'otherAccount' && beginWith === 'date';
	const begun = { with: isOtherDate ? 'now' : beginWith, at: now(), parameters: beginning };
	const state = begin(account, kinds, begun, isOtherDate ? undefined : startFrom);
	if (found !== 'otherBeginning' || !stored || beginWith !== 'now') return state;
	// What was delivered in the minute before now does not come again.
	return { ...state, taken: stored.taken, completeFrom: stored.completeFrom };
}

/** Remembers when the trigger began, by the clock that nobody can set, as long as it has no start. */
function noteBeginning({ starts, begun }: TriggerState, memory: Memory, { now, elapsed }: Poll): void {
	if (Object.keys(starts).length > 0) delete memory.began;
	else memory.began ??= elapsed() - Math.max(0, now() - begun.at);
}

/** Milliseconds since the trigger began; 0 once it has a start. */
const ageOf = ({ began }: Memory, { elapsed }: Poll): number => (began === undefined ? 0 : elapsed() - began);

/**
 * The state to continue with if n8n drops the state of this poll: n8n drops it beside a `null`, and sometimes together
 * with a delivery.
 *
 * | this poll has delivered | n8n has stored a state with a checkpoint | it goes on from | with |
 * | ----------------------- | ---------------------------------------- | --------------- | ---- |
 * | nothing                 |                                          | what this poll leaves | |
 * | something               | yes                                      | the stored state | what exists nowhere else |
 * | something               | no                                       | the earliest start of a kind | what exists nowhere else |
 *
 * What exists nowhere else: the starts of newly chosen kinds, the events that waited when this poll began or wait after it,
 * and of the delivered ones those that the history may not show again. After a delivery the place in the history is the one
 * that n8n holds, also if this process knew a later one: another process would go on from there, too.
 *
 * @param next the state that the poll leaves
 */
export function stateIfDropped(
	next: TriggerState,
	{ state, usableStored }: Pick<Resumed, 'state' | 'usableStored'>,
	delivered: readonly Delivery[],
): TriggerState {
	if (delivered.length === 0) return next;
	const { account, begun, starts } = next;
	const all = Object.values(starts);
	// Before the service's first answer there is none.
	const earliestStart = all.length > 0 ? Math.min(...all) : undefined;
	// Without kinds, because `starts` has them.
	const base =
		usableStored?.checkpoint === undefined ? begin(account, [], begun, earliestStart) : usableStored;
	const waiting = new Map([...state.waiting, ...next.waiting].map((one) => [keyOfEvent(one.raw), one]));
	for (const { event } of delivered) {
		const { raw, time, first = time, isOlder, isWaiting, isOnlyLatest } = event;
		if (isOlder || isWaiting || isOnlyLatest) waiting.set(keyOfEvent(raw), { raw, first });
	}
	return { ...base, begun, starts, waiting: [...waiting.values()] };
}
