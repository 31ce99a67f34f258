import type { INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { NodeOperationError } from 'n8n-workflow';

import { elapsed } from '../clock';
import { InvalidInput } from '../operation';
import { inWords } from '../outcome';
import { CREDENTIALS } from '../transport/credentials';
import { factsOf, needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';
import { createSend } from '../transport/send';
import { counted, keyOf, plainText, shortened } from '../values';
import { choose, noteTurns } from './choose';
import { commit, isToBeKept, toItem } from './commit';
import { getDocuments } from './documents';
import { HOUR, lookBack } from './lookBack';
import { enter, leave, memoryOf, noteFailures, recall, stateIfDropped, twinOf, type Memory } from './memory';
import { read, tryHistory, type Known } from './read';
import { readSettings, type Poll } from './settings';
import { FOREVER, readState, toStored, type TriggerState } from './state';
import { fetchTestEvents } from './testEvents';

/** n8n's default limit for a poll, in milliseconds. It also holds without a limit: a longer poll would miss ticks. */
const MOST_BUDGET = 45_000;
/** The share of its time limit that a poll uses. n8n needs the rest to take over and store the result. */
const SHARE = 7 / 8;
/** The budget that n8n states for polls without a limit. Polls of the durable scheduler have a smaller budget. */
const UNLIMITED_BUDGET = 300_000;
/** In these modes a person is present, sees an error and can correct it. */
const WITH_A_PERSON: ReadonlySet<string> = new Set(['activate', 'create', 'update', 'manual']);
/** The key of the state in the node's static data. */
const STATE = 'state';
const TWIN =
	'Both would go on from one position, and each would miss what the other gets. Delete this trigger, and add it anew.';

/** True for an answer that stays the same until somebody changes something. */
function isRefusal(error: unknown): boolean {
	const { status = 0 } = factsOf(error) ?? {};
	return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

type Recalled = ReturnType<typeof recall>;

const polledBefore = new WeakSet<object>();

/**
 * The trigger's poll. Returns items for n8n, or `null` if there are no new events.
 *
 * If the first poll throws, n8n never polls the trigger again, although the workflow still shows as active. So this
 * poll throws only what a person has to correct, and only while a person is present. It logs all other errors.
 *
 * @throws NodeApiError with its cause, for n8n's back-off
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n has this function from 2.39 on.
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET;
	// The activation mode stays the same for later polls, so it does not show which poll is the first. But polls in
	// memory share one context. Polls of the durable scheduler have a context each, and a limited budget.
	const isFirst = !polledBefore.has(context) && budget >= UNLIMITED_BUDGET;
	polledBefore.add(context);
	const isManual = context.getMode() === 'manual';
	const hasAPerson = WITH_A_PERSON.has(context.getActivationMode());
	// n8n's log does not show which workflow a line is about.
	const log: Poll['log'] = (level, text) =>
		context.logger[level](`Contact Consent Trigger of workflow ${context.getWorkflow().id}: ${text}`);
	let step = 'the settings of the trigger were read';
	try {
		const here = await createPoll(context, budget, isFirst && hasAPerson, log);
		step = 'test events were fetched';
		return isManual ? await fetchTestEvents(here) : await pollOnce(here);
	} catch (caught) {
		const isForAPerson = !(caught instanceof ServiceError) || needsAPerson(caught) || isRefusal(caught);
		const error = asNodeError(context.getNode(), inWords(caught, step));
		const isSeen = isForAPerson && hasAPerson;
		if (isManual || !isFirst || isSeen) throw error;
		log('warn', `the first poll failed, the next one tries again (${String(error)})`);
		return null;
	}
}

/** Converts an error to the class that n8n shows with its description. */
function asNodeError(node: INode, error: Error): Error {
	if (error instanceof ServiceError) return toNodeApiError(node, error);
	if (!(error instanceof InvalidInput)) return error;
	return new NodeOperationError(node, error.message, { description: plainText(shortened(error.advice)) });
}

/**
 * Before an event is taken, tells the person who publishes what cannot work, and which change has no effect.
 *
 * @returns before the first state, the answer of the history: with n8n's clock behind, it may show an event that
 * nobody has received, and `/events/latest` no longer shows it
 * @throws ServiceError if the history refuses the request
 */
async function assertPublishable(kept: TriggerState | undefined, here: Poll): Promise<Known['tried']> {
	const { settings, log } = here;
	const isChanged =
		kept && (kept.begun.with !== settings.beginWith || kept.begun.startFrom !== (settings.startFrom ?? 0));
	if (isChanged) log('warn', "it has begun already, so the change of 'Begin With' has no effect");
	const answer = await tryHistory(here, kept ? undefined : settings.startFrom).catch((error: Error) => error);
	if (!(answer instanceof Error)) return kept ? undefined : answer;
	if (isRefusal(answer)) throw answer;
	return undefined;
}

/** The five steps of a poll: decide what to read, read, choose what fits, get the documents, make the next state. */
async function takeSteps({ state, kept, age }: Recalled, { turns, failing }: Memory, here: Poll) {
	const { settings, elapsed } = here;
	const tried = here.isPublished ? await assertPublishable(kept, here) : undefined;
	const wasHistoryGone = failing.history !== undefined && elapsed() - failing.history.since >= HOUR;
	const plan = lookBack(state, settings, here.now());
	here.step = 'events were read';
	const reading = await read(state, plan, { age, isKept: kept !== undefined, wasHistoryGone, tried }, here);
	here.step = 'events were chosen';
	noteTurns(turns, reading, settings, elapsed());
	const choice = choose(reading, settings, turns, elapsed(), state.noDocumentsSince);
	here.step = 'PDFs were asked for';
	const worked = await getDocuments(choice, reading, here, turns, state.noDocumentsSince);
	here.step = 'events were handed over';
	return { reading, deliver: worked.deliver, ...commit({ state, reading, settings, ...worked }) };
}

/**
 * Gives n8n the items and the state of a poll, and logs what went wrong.
 *
 * @returns the items, and the revision of the state that n8n stores with them; `undefined` without items
 * @throws the failure of the lists if there are no events; n8n then keeps the old state
 */
function handOver(
	{ state, kept, after }: Recalled,
	{ reading, deliver, next, lost }: Awaited<ReturnType<typeof takeSteps>>,
	memory: Memory,
	here: Poll,
) {
	const { staticData, log } = here;
	const { errors, error, events, date } = reading;
	noteFailures(memory, reading, here);
	const strange = here.send.leftOut();
	if (strange > 0) log('warn', `left out what is no event: ${counted(strange, 'entry', 'entries')}`);
	const items = deliver.map((delivery) => toItem(delivery, here));
	if (lost > 0)
		log('warn', `${counted(lost, 'event', 'events')} fell off the list of the newest 10,000 undelivered`);
	memory.unkept = { after, state: stateIfDropped(next, state, kept, deliver) };
	if (error) log('debug', `the rest is left for the next poll (${error.message})`);
	// Before the trigger has a start, the history is not read.
	const hasNone = errors.latest && (errors.history ?? state.forward.from === FOREVER);
	const failure = hasNone && events.size === 0 ? (errors.history ?? errors.latest) : undefined;
	if (failure && kept) throw failure;
	const stored = items.length > 0 || isToBeKept(next, kept, date) ? toStored(next) : undefined;
	if (stored) staticData[STATE] = stored;
	if (failure && here.isPublished) throw failure;
	// Not thrown, because n8n has to store when the trigger began. It does so beside a first `null`.
	if (failure) log('warn', `the first poll failed, the next one tries again (${failure.message})`);
	return { items, written: items.length > 0 ? stored?.revision : undefined };
}

/**
 * Runs a poll, unless another poll of the same trigger is still running.
 *
 * @throws the failure, in words for people, if there is nothing to deliver
 */
export async function pollOnce(here: Poll): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(here);
	const { [STATE]: stored } = here.staticData;
	const held = readState(stored);
	const twin = twinOf(held, memory, here);
	if (twin !== undefined) throw here.refuse(`Its node ID is also that of '${twin}'`, TWIN);
	const lease = enter(held?.revision, memory, here);
	if (lease === undefined) {
		here.log('debug', 'the poll before is still under way');
		return null;
	}
	let written: string | undefined;
	try {
		const recalled = recall(held, stored !== undefined && held === undefined, memory, here);
		const steps = await takeSteps(recalled, memory, here);
		// This poll counted as hanging, and a newer poll has taken over.
		if (memory.lease !== lease) return null;
		const handed = handOver(recalled, steps, memory, here);
		written = handed.written;
		return handed.items.length > 0 ? [handed.items] : null;
	} catch (error) {
		throw inWords(error, here.step);
	} finally {
		leave(memory, lease, written, here);
	}
}

/** @throws NodeOperationError for unusable settings or credentials */
async function createPoll(
	context: IPollFunctions,
	budget: number,
	isPublished: boolean,
	log: Poll['log'],
): Promise<Poll> {
	const start = elapsed();
	const time = SHARE * Math.min(budget, MOST_BUDGET);
	const send = await createSend(context);
	const settings = readSettings(context, send);
	const { id: nodeId, name, credentials } = context.getNode();
	const credential = credentials?.[CREDENTIALS]?.id ?? '';
	return {
		settings,
		trigger: { workflowId: context.getWorkflow().id ?? '', nodeId, name },
		account: { address: send.baseUrl, key: keyOf(send.account), credential },
		isPublished,
		refuse: (message, description) => new NodeOperationError(context.getNode(), message, { description }),
		staticData: context.getWorkflowStaticData('node'),
		log,
		send,
		step: 'the state of the trigger was read',
		now: Date.now,
		elapsed,
		timeLeft: (share = 1) => start + time * share - elapsed(),
	};
}
