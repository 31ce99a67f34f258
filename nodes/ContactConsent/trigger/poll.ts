import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';
import { createSend } from '../transport/send';
import { choose } from './choose';
import { commit } from './commit';
import { getDocuments } from './documents';
import { fetchTestEvents, toItem } from './items';
import { read } from './read';
import { aheadOf, enter, leave, reconcile } from './reconcile';
import { readSettings, type Poll } from './settings';

/** What n8n waits for a poll where it does not say so: its own default limit. */
const DEFAULT_BUDGET = 45_000;
const LONGEST_MARGIN = 5000;
/** n8n's budget for polls that it does not limit; a smaller one belongs to a tick of the durable scheduler. */
const UNLIMITED_BUDGET = 300_000;
/** Where in the static data of the node its state is kept. */
const STATE = 'state';

/**
 * One poll, in five steps: where to go on, what there is, what fits, its documents, and the state that this leaves.
 *
 * @throws what failed, where nothing is in hand; the state is as it was then
 */
export async function pollOnce(here: Poll): Promise<INodeExecutionData[][] | null> {
	const { settings, trigger, staticData, log, now } = here;
	// Past its end a poll is over, whatever it hangs on.
	const entered = enter(trigger, staticData[STATE], now(), here.end + LONGEST_MARGIN);
	if (entered === undefined) {
		log('debug', 'the poll before is still under way');
		return null;
	}
	const { memory, lease } = entered;
	let items: INodeExecutionData[] = [];
	try {
		const begun = reconcile(staticData[STATE], memory, here);
		const { state, kept } = begun;
		const reading = await read(state, here);
		const choice = choose(state, reading, settings, now());
		const worked = await getDocuments(choice, here);
		const next = commit(state, reading, choice, worked, now(), settings.kinds, kept !== undefined);

		if (memory.lease !== lease) return null;
		items = worked.deliver.map((delivery) => toItem(delivery, settings));
		if (next !== kept) memory.ahead = aheadOf(next, items.length > 0 ? choice.chosen : [], begun, settings);
		const { error } = reading;
		const isRepeatable =
			reading.latest.length === 0 && settings.kinds.every((kind) => next.starts[kind] === state.starts[kind]);
		// Beside an error n8n keeps no state, and memory alone is not enough for what nobody shows again.
		if (error && items.length === 0 && isRepeatable) throw error;
		if (error) log('warn', `the rest is left for the next poll (${error.message})`);
		// What n8n has not kept so far is handed to it again.
		if (next !== kept) staticData[STATE] = next;
		return items.length > 0 ? [items] : null;
	} finally {
		leave(memory, lease, items.length > 0 && staticData[STATE], now());
	}
}

/** n8n tells it from 2.39 on. */
const budgetOf = (context: IPollFunctions): number | undefined =>
	(context as Partial<IPollFunctions>).getPollBudgetMs?.();

/** n8n's log does not say itself which workflow a line is about. */
function log(context: IPollFunctions, level: 'debug' | 'warn', text: string): void {
	context.logger[level](`Contact Consent Trigger of workflow ${context.getWorkflow().id}: ${text}`);
}

async function pollOf(context: IPollFunctions): Promise<Poll> {
	const settings = readSettings(context);
	const start = Date.now();
	// Polling in memory, n8n tells of minutes that would cost it ticks.
	const limit = Math.min(budgetOf(context) ?? DEFAULT_BUDGET, DEFAULT_BUDGET);
	const budget = limit - Math.min(LONGEST_MARGIN, limit / 5);
	const send = await createSend(context);
	return {
		settings,
		trigger: `${context.getWorkflow().id} ${context.getNode().id}`,
		baseUrl: send.baseUrl,
		staticData: context.getWorkflowStaticData('node'),
		log: (level, text) => log(context, level, text),
		send,
		helpers: context.helpers,
		now: Date.now,
		lists: start + budget / 2,
		end: start + budget,
		stored: start + (budget + limit) / 2,
	};
}

const polledBefore = new WeakSet<object>();

/**
 * Tells whether n8n is putting the trigger into service with this poll. The activation mode does not tell: it stays the
 * same for every later poll. But the polls in memory share one context, and those of the durable scheduler, with a
 * context each, have a limited budget.
 */
function isFirstPoll(context: IPollFunctions): boolean {
	if (polledBefore.has(context)) return false;
	polledBefore.add(context);
	return (budgetOf(context) ?? UNLIMITED_BUDGET) >= UNLIMITED_BUDGET;
}

/** A person is there in these modes, to see what went wrong and to mend it. */
const WITH_A_PERSON: ReadonlySet<string> = new Set(['activate', 'create', 'update', 'manual']);

/**
 * The trigger's poll: items for n8n, or `null` where nothing has happened.
 *
 * A first poll that throws takes the trigger out of service for good, although the workflow still shows as active.
 * So it throws only what a person has to mend, and only while a person is there; the rest is logged.
 *
 * @throws NodeApiError with its cause, for n8n's back-off
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isFirst = isFirstPoll(context);
	const isManual = context.getMode() === 'manual';
	try {
		const here = await pollOf(context);
		return isManual ? await fetchTestEvents(context, here) : await pollOnce(here);
	} catch (caught) {
		const isForAPerson =
			!(caught instanceof ServiceError) || needsAPerson(caught) || caught.facts.status === 403;
		const error = caught instanceof ServiceError ? toNodeApiError(context.getNode(), caught) : caught;
		const isSeen = isForAPerson && WITH_A_PERSON.has(context.getActivationMode());
		if (isManual || !isFirst || isSeen) throw error;
		log(context, 'warn', `the first poll failed, the next one tries again (${String(error)})`);
		return null;
	}
}
