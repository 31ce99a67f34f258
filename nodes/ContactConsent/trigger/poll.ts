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

/** n8n's default limit for a poll. Where it has none, a longer poll would cost it ticks. */
const MOST_BUDGET = 45_000;
/** The share of it that a poll uses; the rest is for taking in and writing the result. */
const SHARE = 7 / 8;
/** n8n's budget for polls that it does not limit; a smaller one belongs to a tick of the durable scheduler. */
const UNLIMITED_BUDGET = 300_000;
/** A person is there in these modes, to see what went wrong and to mend it. */
const WITH_A_PERSON: ReadonlySet<string> = new Set(['activate', 'create', 'update', 'manual']);
/** Where in the static data of the node its state is kept. */
const STATE = 'state';
const TWIN =
	'Both would go on from one position, and each would miss what the other gets. Delete this trigger, and add it anew.';

/** A refusal that goes on until somebody changes something. */
function isRefusal(error: unknown): boolean {
	const { status = 0 } = factsOf(error) ?? {};
	return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

type Recalled = ReturnType<typeof recall>;

const polledBefore = new WeakSet<object>();

/**
 * The trigger's poll: items for n8n, or `null` where nothing has happened.
 *
 * A first poll that throws takes the trigger out of service for good, although the workflow still shows as active.
 * So it throws only what a person has to mend, and only while a person is there; the rest is logged.
 *
 * @throws NodeApiError with its cause, for n8n's back-off
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n tells it from 2.39 on.
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET;
	// The activation mode stays the same for every later poll. But the polls in memory share one context, and those of the
	// durable scheduler, with a context each, have a limited budget.
	const isFirst = !polledBefore.has(context) && budget >= UNLIMITED_BUDGET;
	polledBefore.add(context);
	const isManual = context.getMode() === 'manual';
	const hasAPerson = WITH_A_PERSON.has(context.getActivationMode());
	// n8n's log does not say itself which workflow a line is about.
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

/** An error in n8n's form. */
function asNodeError(node: INode, error: Error): Error {
	if (error instanceof ServiceError) return toNodeApiError(node, error);
	if (!(error instanceof InvalidInput)) return error;
	return new NodeOperationError(node, error.message, { description: plainText(shortened(error.advice)) });
}

/**
 * Before anything is taken, a person who publishes the workflow is told what cannot work, and what has no effect.
 *
 * @returns what the history answered
 */
async function assertPublishable(kept: TriggerState | undefined, here: Poll): Promise<Known['tried']> {
	const { settings, log } = here;
	const isChanged =
		kept && (kept.begun.with !== settings.beginWith || kept.begun.startFrom !== (settings.startFrom ?? 0));
	if (isChanged) log('warn', "it has begun already, so the change of 'Begin With' has no effect");
	const answer = await tryHistory(here, kept ? undefined : settings.startFrom).catch((error: Error) => error);
	if (!(answer instanceof Error)) return answer;
	if (isRefusal(answer)) throw answer;
	return undefined;
}

/** The five steps of a poll: what to read, what there is, what fits, its documents, and the state that this leaves. */
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
 * Hands n8n the items of a poll and the state that it is to keep, and says what went wrong.
 *
 * @returns the items, and the revision of the state that is written with them
 * @throws what failed, where nothing is in hand; the state is as it was then
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
	// Without a start, there is no history to be read.
	const hasNone = errors.latest && (errors.history ?? state.forward.from === FOREVER);
	const isEmpty = items.length === 0 && events.size === 0;
	const failure = hasNone && isEmpty ? (errors.history ?? errors.latest) : undefined;
	if (failure && kept) throw failure;
	const stored = items.length > 0 || isToBeKept(next, kept, date) ? toStored(next) : undefined;
	if (stored) staticData[STATE] = stored;
	if (failure && here.isPublished) throw failure;
	// When it began is kept first, which n8n does beside a `null`.
	if (failure) log('warn', `the first poll failed, the next one tries again (${failure.message})`);
	return { items, written: items.length > 0 ? stored?.revision : undefined };
}

/**
 * One poll, unless another one of the same trigger is under way.
 *
 * @throws what failed, in words, where nothing is in hand
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
		// A newer poll took over when this one was given up as hanging.
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

/** @throws NodeOperationError for settings or credentials that cannot be meant */
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
		left: (share = 1) => start + time * share - elapsed(),
	};
}
