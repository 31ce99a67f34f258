import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { elapsed } from '../clock';
import { needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';
import { createSend } from '../transport/send';
import { counted } from '../values';
import { choose } from './choose';
import { commit, toItem } from './commit';
import { getDocuments } from './documents';
import { enter, fingerprint, leave, recall, stateIfDropped } from './memory';
import { read } from './read';
import { readSettings, type Poll } from './settings';
import { span } from './span';
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
	// n8n's log does not say itself which workflow a line is about.
	const log: Poll['log'] = (level, text) =>
		context.logger[level](`Contact Consent Trigger of workflow ${context.getWorkflow().id}: ${text}`);
	try {
		const here = await createPoll(context, budget, log);
		return isManual ? await fetchTestEvents(context, here) : await pollOnce(here);
	} catch (caught) {
		const isOfService = caught instanceof ServiceError;
		const isForAPerson = !isOfService || needsAPerson(caught) || caught.facts.status === 403;
		const error = isOfService ? toNodeApiError(context.getNode(), caught) : caught;
		const isSeen = isForAPerson && WITH_A_PERSON.has(context.getActivationMode());
		if (isManual || !isFirst || isSeen) throw error;
		log('warn', `the first poll failed, the next one tries again (${String(error)})`);
		return null;
	}
}

/**
 * One poll, in five steps: what to read, what there is, what fits, its documents, and the state that this leaves.
 *
 * @throws what failed, where nothing is in hand; the state is as it was then
 */
export async function pollOnce(here: Poll): Promise<INodeExecutionData[][] | null> {
	const { settings, staticData, log: say } = here;
	const entered = enter(staticData[STATE], here);
	if (entered === undefined) {
		say('debug', 'the poll before is still under way');
		return null;
	}
	const { memory, lease } = entered;
	let items: INodeExecutionData[] = [];
	try {
		const { state, kept, after } = recall(staticData[STATE], memory, here);
		const reading = await read(state, span(state, settings, here.now()), here);
		const strange = here.send.leftOut();
		if (strange > 0) say('warn', `left out what is no event: ${counted(strange, 'entry', 'entries')}`);
		const { chosen, line } = choose(state, reading, settings);
		const worked = await getDocuments(chosen, here);
		const next = commit({ state, reading, line, ...worked, settings, isKept: kept !== undefined });

		// A newer poll took over when this one was given up as hanging.
		if (memory.lease !== lease) return null;
		items = worked.deliver.map((delivery) => toItem(delivery, here));
		memory.unkept = { after, state: stateIfDropped(next, worked.deliver, kept, settings) };
		const { error, events } = reading;
		// Beside an error n8n keeps no state, and memory alone is not enough for what is in hand.
		const isStarted = fingerprint(next.starts) !== fingerprint(state.starts);
		if (error && items.length === 0 && events.size === 0 && !isStarted) throw error;
		if (error) say('warn', `the rest is left for the next poll (${error.message})`);
		// What n8n has not kept so far is handed to it again.
		if (fingerprint(next) !== after) staticData[STATE] = next;
		return items.length > 0 ? [items] : null;
	} finally {
		leave(memory, lease, items.length > 0 && staticData[STATE], here);
	}
}

/** @throws NodeOperationError for settings or credentials that cannot be meant */
async function createPoll(context: IPollFunctions, budget: number, log: Poll['log']): Promise<Poll> {
	const settings = readSettings(context);
	const start = elapsed();
	const time = SHARE * Math.min(budget, MOST_BUDGET);
	const send = await createSend(context);
	return {
		settings,
		trigger: `${context.getWorkflow().id} ${context.getNode().id}`,
		staticData: context.getWorkflowStaticData('node'),
		log,
		send,
		now: Date.now,
		elapsed,
		left: (share = 1) => start + time * share - elapsed(),
	};
}
