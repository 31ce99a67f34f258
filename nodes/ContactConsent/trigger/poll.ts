import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { NodeOperationError } from 'n8n-workflow';

import { elapsed } from '../clock';
import { CREDENTIALS } from '../transport/credentials';
import { factsOf, needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';
import { createSend } from '../transport/send';
import type { Sender } from '../transport/types';
import { counted, keyOf } from '../values';
import { choose, noteTurns } from './choose';
import { commit, quietCheckpoint, toItem } from './commit';
import { getDocuments } from './documents';
import type { Read } from './reader';
import { HOUR, lookBack } from './lookBack';
import { enter, fingerprint, leave, memoryOf, recall, stateIfDropped, twinOf, type Memory } from './memory';
import { read, tryHistory, type Known } from './read';
import { readSettings, type Poll } from './settings';
import { FOREVER, readState, type TriggerState } from './state';
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
	try {
		const here = await createPoll(context, budget, isFirst && hasAPerson, log);
		return isManual ? await fetchTestEvents(here) : await pollOnce(here);
	} catch (caught) {
		const isOfService = caught instanceof ServiceError;
		const isForAPerson = !isOfService || needsAPerson(caught) || isRefusal(caught);
		const error = isOfService ? toNodeApiError(context.getNode(), caught) : caught;
		const isSeen = isForAPerson && hasAPerson;
		if (isManual || !isFirst || isSeen) throw error;
		log('warn', `the first poll failed, the next one tries again (${String(error)})`);
		return null;
	}
}

/** Says once an hour which list keeps failing, and since when. */
function noteFailures({ failing }: Memory, { errors }: Read, { elapsed, now, log }: Poll): void {
	for (const list of ['history', 'latest'] as const) {
		const error = errors[list];
		if (error === undefined) {
			delete failing[list];
			continue;
		}
		const since = { since: elapsed(), at: new Date(now()).toISOString(), told: elapsed() };
		const failure = (failing[list] ??= since);
		const name = list === 'history' ? 'the history' : 'the list of the latest events';
		if (elapsed() - failure.told < HOUR) log('debug', `${name} failed (${error.message})`);
		else {
			failure.told = elapsed();
			log('warn', `${name} has failed since ${failure.at} (${error.message})`);
		}
	}
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

/**
 * What n8n is handed to be kept: beside items all, beside `null` only what is found out nowhere else. Anything else could
 * overwrite what another process has delivered in the meantime.
 */
function isToBeKept(next: TriggerState, kept: TriggerState | undefined, date: number | undefined): boolean {
	if (!kept || next.wanted !== kept.wanted) return true;
	if (fingerprint(next.starts) !== fingerprint(kept.starts)) return true;
	const isOld = date !== undefined && kept.forward.from < quietCheckpoint(date);
	return isOld && next.forward.from > kept.forward.from;
}

/**
 * One poll, in five steps: what to read, what there is, what fits, its documents, and the state that this leaves.
 *
 * @throws what failed, where nothing is in hand; the state is as it was then
 */
export async function pollOnce(here: Poll): Promise<INodeExecutionData[][] | null> {
	const { settings, staticData, log: say, elapsed } = here;
	const memory = memoryOf(here);
	const { [STATE]: stored } = staticData;
	const twin = twinOf(readState(stored), memory, here);
	if (twin !== undefined) throw here.refuse(`Its node ID is also that of '${twin}'`, TWIN);
	const lease = enter(stored, memory, here);
	if (lease === undefined) {
		say('debug', 'the poll before is still under way');
		return null;
	}
	let items: INodeExecutionData[] = [];
	try {
		const { state, kept, after, age } = recall(stored, memory, here);
		const tried = here.isPublished ? await assertPublishable(kept, here) : undefined;
		const { turns, failing } = memory;
		const wasHistoryGone = failing.history !== undefined && elapsed() - failing.history.since >= HOUR;
		const plan = lookBack(state, settings, here.now());
		const reading = await read(state, plan, { age, isKept: kept !== undefined, wasHistoryGone, tried }, here);
		const strange = here.send.leftOut();
		if (strange > 0) say('warn', `left out what is no event: ${counted(strange, 'entry', 'entries')}`);
		noteTurns(turns, reading, settings, elapsed());
		const choice = choose(reading, settings, turns, elapsed(), state.noDocumentsSince);
		const worked = await getDocuments(choice, reading, here, turns, state.noDocumentsSince);
		const { next, lost } = commit({ state, reading, settings, ...worked });

		// A newer poll took over when this one was given up as hanging.
		if (memory.lease !== lease) return null;
		noteFailures(memory, reading, here);
		items = worked.deliver.map((delivery) => toItem(delivery, here));
		if (lost > 0)
			say('warn', `${counted(lost, 'event', 'events')} fell off the list of the newest 10,000 undelivered`);
		memory.unkept = { after, state: stateIfDropped(next, kept, reading.older, worked.deliver) };
		const { errors, error, events } = reading;
		if (error) say('debug', `the rest is left for the next poll (${error.message})`);
		const isFailed = errors.latest && (errors.history ?? plan.forward.from === FOREVER);
		const isEmpty = items.length === 0 && events.size === 0;
		const failure = isFailed && isEmpty ? (errors.history ?? errors.latest) : undefined;
		if (failure && kept) throw failure;
		if (items.length > 0 || isToBeKept(next, kept, reading.date)) staticData[STATE] = next;
		if (failure && here.isPublished) throw failure;
		// When it began is kept first, which n8n does beside a `null`.
		if (failure) say('warn', `the first poll failed, the next one tries again (${failure.message})`);
		return items.length > 0 ? [items] : null;
	} finally {
		leave(memory, lease, items.length > 0 && staticData[STATE], here);
	}
}

/** A setting that is refused is quoted, and an expression may make the key of it. */
function settingsWithoutKey(context: IPollFunctions, { withoutKey }: Sender): Poll['settings'] {
	try {
		return readSettings(context);
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		const words = withoutKey({ message, description });
		// n8n replaces a message in which it finds the name of one of its own errors.
		throw Object.assign(new NodeOperationError(context.getNode(), words.message), words);
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
	const settings = settingsWithoutKey(context, send);
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
		now: Date.now,
		elapsed,
		left: (share = 1) => start + time * share - elapsed(),
	};
}
