/**
 * A poll of the trigger.
 *
 * - In: n8n's context, with the settings, the stored state and the time that n8n gives.
 * - Out: items, or `null` without new events; the next state in n8n's static data; an error.
 * - Why: n8n drops the state of a poll that throws, never polls again a trigger whose first poll has thrown, and lets polls
 *   overlap. So what is thrown, what is stored and in which order is decided here, and nowhere else.
 *
 * `pollTrigger` is what n8n calls: it decides which errors n8n sees. `pollOnce` lets one poll run at a time, `takeSteps`
 * has the five steps, and `handOver` gives n8n the result, as `endingOf` decides.
 */
import type { INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { NodeOperationError, sleep } from 'n8n-workflow';

import { InvalidInput } from '../common/invalidInput';
import { inWords } from '../common/itemOutput';
import { factsOf, needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';
import { isFinal } from '../transport/statuses';
import { counted, plainText, shortened } from '../lib/text';
import { choose } from './choose';
import { getDocuments } from './documents';
import { historyFailsForAnHour, logReading } from './failureLog';
import { isFirstPoll, notePoll } from './firstPoll';
import { endLease, takeLease } from './lease';
import { lookBack } from './lookBack';
import { openMemory, type Memory } from './processMemory';
import { isToBeStored, nextState, type Lost } from './nextState';
import { noteFirstSeen, noteWaits } from './pdfWaits';
import { createPoll, USUAL_BUDGET, type Poll } from './pollContext';
import { read, tryHistory, type ReadContext } from './read';
import type { PollReading } from './reading';
import { forgetLeft, leaveToNext } from './overtaken';
import { resume, stateIfDropped, type Resumed } from './resume';
import { delayOf, noteLimit } from './rateLimitDelay';
import { isUntold } from './skippedPeriods';
import type { SkippedPeriod, TriggerState } from './state';
import { readState, toStored } from './storedState';
import { MOST_TAKEN } from './taken';
import { fetchTestEvents } from './testEvents';
import { iso, keyOfEvent } from './triggerEvent';
import { toItem } from './triggerOutput';

/** In these modes a person is present, sees an error and can correct it. */
const WITH_A_PERSON: ReadonlySet<string> = new Set(['activate', 'create', 'update']);
/** The most periods in a message. */
const MOST_NAMED = 3;
/** The key of the state in the node's static data. */
const STATE = 'state';

/**
 * The trigger's poll. Returns items for n8n, or `null` if there are no new events.
 *
 * @throws NodeApiError with its cause, for n8n's back-off
 */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n has this function from 2.39 on.
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET;
	const isTest = context.getMode() === 'manual';
	const isFirst = !isTest && isFirstPoll(context);
	if (!isTest) notePoll(context);
	const hasAPerson = WITH_A_PERSON.has(context.getActivationMode());
	// n8n's log does not show which workflow a line is about.
	const log: Poll['log'] = (level, text) =>
		context.logger[level](`Contact Consent Trigger of workflow ${context.getWorkflow().id}: ${text}`);
	let step = 'the settings of the trigger were read';
	try {
		const poll = await createPoll(context, budget, { isFirst, isPublishing: isFirst && hasAPerson }, log);
		const delay = isTest || isFirst ? 0 : delayOf(poll);
		if (delay > 0) await sleep(delay);
		step = isTest ? 'test events were fetched' : 'the poll began';
		return isTest ? await fetchTestEvents(poll) : await pollOnce(poll);
	} catch (caught) {
		const error = asNodeError(context.getNode(), inWords(caught, step));
		if (isThrown({ isFirst, hasAPerson, isForAPerson: isForAPerson(caught) })) throw error;
		log('warn', `the first poll failed, the next one tries again (${String(error)})`);
		return null;
	}
}

/**
 * Decides whether n8n gets an error of a poll, or only its log:
 *
 * | the poll             | a person is present | only a person can mend it | n8n gets |
 * | -------------------- | ------------------- | ------------------------- | -------- |
 * | a test in the editor |                     |                           | the error |
 * | a later one          |                     |                           | the error |
 * | the first            | yes                 | yes                       | the error |
 * | the first            | yes                 | no                        | `null`, and the log has it |
 * | the first            | no                  |                           | `null`, and the log has it |
 *
 * If the first poll throws, n8n never polls the trigger again, although the workflow still shows as active.
 */
export const isThrown = (facts: { isFirst: boolean; hasAPerson: boolean; isForAPerson: boolean }): boolean =>
	!facts.isFirst || (facts.hasAPerson && facts.isForAPerson);

/**
 * True for an error that only a person can mend: of the settings or credentials, or a refusal that stays. An error that
 * nobody expected counts as one, because it may come again at each poll.
 */
const isForAPerson = (error: unknown): boolean =>
	!(error instanceof ServiceError) || needsAPerson(error) || isFinal(factsOf(error)?.status);

/** Converts an error to the class that n8n shows with its description. */
function asNodeError(node: INode, error: Error): Error {
	if (error instanceof ServiceError) return toNodeApiError(node, error);
	if (!(error instanceof InvalidInput)) return error;
	return new NodeOperationError(node, error.message, { description: plainText(shortened(error.advice)) });
}

/**
 * Runs a poll, unless another poll of the same trigger is still running.
 *
 * @throws in words for people: the failure of the lists if there is nothing to deliver, or that the history does not show
 * a period
 */
export async function pollOnce(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const memory = openMemory(poll);
	const { [STATE]: data } = poll.staticData;
	const found = readState(data);
	const lease = takeLease(found?.revision, memory, poll);
	if (lease === undefined) {
		poll.log('debug', 'the poll before is still under way');
		return null;
	}
	let written: string | undefined;
	try {
		const resumed = resume(found, data !== undefined && found === undefined, memory, poll);
		const steps = await takeSteps(resumed, memory, poll);
		// This poll counted as hanging, and a newer poll has taken over.
		if (memory.lease !== lease) {
			leaveToNext(memory, steps.reading, poll);
			return null;
		}
		const handed = handOver(resumed, steps, memory, poll);
		written = handed.written;
		// `pollTrigger` decides what becomes of it: see the last column of `endingOf`.
		if (handed.error) throw handed.error;
		return handed.items.length > 0 ? [handed.items] : null;
	} catch (error) {
		throw inWords(error, poll.step);
	} finally {
		endLease(memory, lease, written, poll);
	}
}

/** The five steps of a poll: decide what to read, read, choose what fits, get the documents, make the next state. */
async function takeSteps(resumed: Resumed, memory: Memory, poll: Poll) {
	const { pdfWaits, wasAlone } = memory;
	const { state, usableStored, age } = resumed;
	const { settings, elapsed } = poll;
	const tried = poll.isPublishing ? await askBeforePublication(resumed, poll) : undefined;
	const wasHistoryGone = historyFailsForAnHour(memory, elapsed());
	const periods = lookBack(state, settings, poll.now());
	poll.step = 'events were read';
	const reading = await read(
		state,
		periods,
		{ age, isStored: usableStored !== undefined, wasHistoryGone, tried },
		poll,
	);
	noteLimit(reading, poll);
	poll.step = 'events were chosen';
	noteWaits(pdfWaits, reading, settings, elapsed());
	noteFirstSeen(reading, pdfWaits);
	const choice = choose(reading, settings, pdfWaits, elapsed(), wasAlone);
	poll.step = 'PDFs were asked for';
	const deliver = await getDocuments(choice, reading, poll, memory);
	poll.step = 'events were handed over';
	return { reading, deliver, ...nextState({ state, reading, settings, deliver, now: poll.now }) };
}

/**
 * Before an event is taken, tells the person who publishes what cannot work, by asking the history:
 *
 * | the history answers                        | the trigger has a position | then |
 * | ------------------------------------------ | -------------------------- | ---- |
 * | with events, or with none                  |                            | the poll goes on |
 * | with a failure that may pass               |                            | the poll goes on |
 * | with a refusal that only a person can mend |                            | throws it |
 * | with another refusal that stays            | no                         | throws it |
 * | with another refusal that stays            | yes                        | a warning: an edit never ends a trigger that works |
 *
 * @returns before the first state, the answer of the history: with n8n's clock behind, it may show an event that
 * nobody has received, and `/events/latest` no longer shows it
 * @throws ServiceError if the history refuses the request
 */
async function askBeforePublication(
	{ usableStored, hasPosition }: Resumed,
	poll: Poll,
): Promise<ReadContext['tried']> {
	const from = usableStored ? undefined : poll.settings.startFrom;
	const answer = await tryHistory(poll, from).catch((error: Error) => error);
	if (!(answer instanceof Error)) return usableStored ? undefined : answer;
	if (!isFinal(factsOf(answer)?.status)) return undefined;
	if (!hasPosition || (answer instanceof ServiceError && needsAPerson(answer))) throw answer;
	poll.log('warn', `the history refuses to be read (${answer.message})`);
	return undefined;
}

/** What n8n gets of a poll. */
interface Handed {
	items: INodeExecutionData[];
	/** The revision of the state that n8n stores with the items; missing without items. */
	written?: string;
	/** To be thrown instead. A state that was written is dropped with it. */
	error?: Error;
}

/**
 * Carries out how a poll ends, and logs what went wrong. Whatever the ending, this process remembers the state, in case
 * that n8n drops it.
 */
function handOver(
	resumed: Resumed,
	{ reading, deliver, next, lost }: Awaited<ReturnType<typeof takeSteps>>,
	memory: Memory,
	poll: Poll,
): Handed {
	const { usableStored, state, isNew, revision } = resumed;
	const { lookBackError, date } = reading;
	logReading(memory, reading, poll);
	logLosses(reading, lost, poll);
	if (lookBackError) poll.log('debug', `the rest is left for the next poll (${lookBackError.message})`);
	const items = deliver.map((delivery) => toItem(delivery, poll));

	const failure = failureOf(reading, state, memory);
	const untold = date === undefined ? [] : next.skipped.filter((period) => isUntold(period, date));
	// Right after a start of n8n, and while somebody publishes, nobody is told: n8n does not get the error of a first poll.
	const mayTell = memory.hasPolled === true && !poll.isFirst && !holdsOlder(reading, usableStored);
	const ending = endingOf({
		hasFailed: failure !== undefined && items.length === 0,
		isNew,
		hasItems: items.length > 0,
		isToTell: mayTell && untold.length > 0,
		isToStore: isToBeStored(next, usableStored, date),
	});
	if (ending !== 'failed') memory.hasPolled = true;
	// Only this process remembers who was told, because n8n keeps the old state.
	const toRemember = ending === 'told' ? allTold(next) : stateIfDropped(next, resumed, deliver);
	memory.ifDropped = { after: revision, state: toRemember };
	forgetLeft(memory, state);
	const written = ending === 'stored' || ending === 'begun' ? toStored(next) : undefined;
	if (written) poll.staticData[STATE] = written;
	return {
		items,
		written: items.length > 0 ? written?.revision : undefined,
		error: errorOf(ending, failure, untold, poll),
	};
}

/**
 * The poll holds what no list shows again, and n8n does not have it: taken now, or by a poll whose state n8n has dropped. So
 * its state is stored before people are told.
 */
function holdsOlder({ events }: PollReading, usableStored: TriggerState | undefined): boolean {
	const stored = new Set(usableStored?.waiting.map(({ raw }) => keyOfEvent(raw)));
	return [...events.values()].some(({ isOlder, raw }) => isOlder && !stored.has(keyOfEvent(raw)));
}

/**
 * The failure of a poll that has read nothing: no list could be read. Events that wait were read by an earlier poll, which
 * gave them to n8n; but not what an overtaken poll has left, and n8n drops the state of a poll that fails.
 */
function failureOf(
	{ listErrors, events, isLatestLeft }: PollReading,
	{ checkpoint }: TriggerState,
	{ overtaken = [] }: Memory,
): Error | undefined {
	const hasNoLatest = listErrors.latest !== undefined || isLatestLeft;
	// Before the trigger has a start, the history is not read.
	const hasNoHistory = listErrors.history !== undefined || checkpoint === undefined;
	const left = new Set(overtaken.map(({ raw }) => keyOfEvent(raw)));
	const hasNoEvent = [...events.values()].every(({ isWaiting, key }) => isWaiting && !left.has(key));
	return hasNoLatest && hasNoHistory && hasNoEvent ? (listErrors.history ?? listErrors.latest) : undefined;
}

/** How a poll ends: see `endingOf`. */
type Ending = 'failed' | 'begun' | 'told' | 'stored' | 'quiet';

/**
 * Decides how a poll ends. The first line that applies counts. *Begins now* means that nobody has a state to go on from. One
 * of another account is kept until the new account has answered: a wrong address may be corrected.
 *
 * | what holds                                                  | ending   | writes a state | ends with | and then `pollTrigger` |
 * | ----------------------------------------------------------- | -------- | --- | ------------------- | ---------------------- |
 * | nothing could be read, the trigger has begun before         | `failed` | no  | the failure         | throws it, unless it is the first poll (`isThrown`) |
 * | nothing could be read, it begins now, nobody publishes      | `begun`  | yes | a line in the log   | returns `null`         |
 * | the same while somebody publishes, and the failure may pass | `begun`  | yes | the failure         | logs it, returns `null` |
 * | the same, and only a person can mend it                     | `begun`  | yes | the failure         | throws it, and n8n drops the state |
 * | items                                                       | `stored` | yes | the items           | returns them           |
 * | people have to be told what the history does not show       | `told`   | no  | an error that names it | throws it: never the first poll |
 * | the state holds what exists nowhere else (`isToBeStored`)   | `stored` | yes | `null`              | returns `null`         |
 * | nothing of these                                            | `quiet`  | no  | `null`              | returns `null`         |
 *
 * n8n keeps a written state beside items and beside `null`, and drops it beside an error. Without a written state it keeps
 * the old one. The state of `begun` says when the trigger began.
 */
export function endingOf(facts: {
	hasFailed: boolean;
	isNew: boolean;
	hasItems: boolean;
	isToTell: boolean;
	isToStore: boolean;
}): Ending {
	if (facts.hasFailed) return facts.isNew ? 'begun' : 'failed';
	if (facts.hasItems) return 'stored';
	if (facts.isToTell) return 'told';
	return facts.isToStore ? 'stored' : 'quiet';
}

/** The error with which a poll ends, if there is one: the column *ends with* of `endingOf`. */
function errorOf(
	ending: Ending,
	failure: Error | undefined,
	untold: readonly SkippedPeriod[],
	poll: Poll,
): Error | undefined {
	if (ending === 'told') return notShown(untold, poll);
	if (ending === 'failed' || (ending === 'begun' && poll.isPublishing)) return failure;
	if (ending === 'begun')
		poll.log('warn', `the first poll failed, the next one tries again (${failure?.message})`);
	return undefined;
}

/** The error of a poll that tells people what the history did not show for an hour. */
function notShown(untold: readonly SkippedPeriod[], { refuse }: Poll): Error {
	const periods = untold.map(({ from, to }) => `${iso(from)} to ${iso(to)}`);
	return refuse(
		`The history does not show the events from ${periods.slice(0, MOST_NAMED).join(', from ')}`,
		`The trigger goes on behind them, and asks for them again for a day. Tell the support of the service.${periods.length > MOST_NAMED ? ` There are ${periods.length - MOST_NAMED} more such times.` : ''}`,
	);
}

/** The state after a poll that tells people of all that the history does not show. */
const allTold = (state: TriggerState): TriggerState => ({
	...state,
	skipped: state.skipped.map((one) => ({ ...one, isTold: true })),
});

/** Logs what was left out or lost. */
function logLosses(
	{ events }: PollReading,
	{ fellOff, hadNoRoom }: Lost,
	{ settings, send, log }: Poll,
): void {
	const strange = send.leftOut();
	if (strange > 0) log('warn', `left out what is no event: ${counted(strange, 'entry', 'entries')}`);
	if (fellOff > 0)
		log(
			'warn',
			`${counted(fellOff, 'event', 'events')} fell off the list of the newest ${MOST_TAKEN.toLocaleString('en')} undelivered`,
		);
	if (hadNoRoom > 0)
		log(
			'warn',
			`${counted(hadNoRoom, 'event', 'events')} from before the start found no room in the state, and will not come`,
		);
	const { doubtful, passes } = settings;
	if (!doubtful) return;
	const filteredOut = [...events.values()].filter(({ raw }) => !passes(raw));
	if (filteredOut.length > 0 && !doubtful.hasFitted()) log('warn', doubtful.warning);
}
