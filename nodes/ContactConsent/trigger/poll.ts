import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { normaliseBaseUrl } from '../transport/path';
import { createSend } from '../transport/send';
import type { Send } from '../transport/types';
import { choose } from './choose';
import { commit } from './commit';
import { getDocuments } from './documents';
import { isFirstPoll, refusal } from './failure';
import { fetchTestEvents, toItem } from './items';
import { enter, leave } from './memory';
import { read, type Clock } from './read';
import { note, reconcile } from './reconcile';
import { readSettings, type Settings } from './settings';

/** What n8n waits for a poll where it does not say so: its own default limit. */
const DEFAULT_BUDGET = 45_000;
const LONGEST_MARGIN = 5000;
/** Where in the static data of the node its state is kept. */
const STATE = 'state';

/** What n8n keeps for a trigger, and where it hears about failures. */
export interface Host {
	/** Tells triggers apart within this process. */
	trigger: string;
	/** The address of the service, as the state remembers it. */
	baseUrl: string;
	/** The node's static data. A poll that finds nothing new leaves it untouched. */
	staticData: IDataObject;
	logger: Pick<IPollFunctions['logger'], 'debug' | 'warn'>;
}

/** What a poll reads through; for tests, which put a model of the service in its place. */
export interface Outside {
	send: Send;
	helpers: Pick<IPollFunctions['helpers'], 'prepareBinaryData'>;
	clock: Clock;
}

/**
 * One poll, in five steps: where to go on, what there is, what fits, its documents, and the state that this leaves,
 * which is written in one step at the end.
 *
 * @throws what failed, where nothing is in hand; the state is as it was then
 */
export async function pollOnce(
	{ trigger, baseUrl, staticData, logger }: Host,
	settings: Settings,
	{ send, helpers, clock }: Outside,
): Promise<INodeExecutionData[][] | null> {
	// Past its end a poll is over, whatever it hangs on.
	const entered = enter(trigger, clock.now(), clock.end + LONGEST_MARGIN);
	if (entered === undefined) {
		logger.debug('Contact Consent Trigger: the poll before is still under way');
		return null;
	}
	const { memory, turn } = entered;
	try {
		const warn = (message: string) => logger.warn(`Contact Consent Trigger: ${message}`);
		const start = reconcile(staticData[STATE], memory, baseUrl, settings, clock.now(), warn);
		if (start === undefined) return null;
		const { state, isAuditDue } = start;
		const reading = await read(state, settings, { send, clock }, isAuditDue);
		const choice = choose(state, reading, settings, clock.now(), memory.seen);
		const work = { send, helpers, now: clock.now, deadline: clock.end, settings };
		const worked = await getDocuments(choice.chosen, work);
		const next = commit(state, reading, choice, worked, clock.now(), settings);

		const { error } = reading;
		if (error !== undefined && next === state) throw error;
		if (error !== undefined) {
			warn(`the rest is left for the next poll (${error.message})`);
		}
		if (memory.turn !== turn) return null;
		note(memory, { state, next, choice, worked, reading }, clock.now(), settings);
		if (next !== state) staticData[STATE] = next;
		const items = worked.deliver.map((delivery) => toItem(delivery, settings));
		return items.length > 0 ? [items] : null;
	} finally {
		leave(memory, turn);
	}
}

function clockOf(context: IPollFunctions): Clock {
	const start = Date.now();
	// n8n older than 2.39 does not tell the budget; polling in memory it tells of minutes that would cost it ticks.
	const offered = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? DEFAULT_BUDGET;
	const limit = Math.min(offered, DEFAULT_BUDGET);
	const budget = limit - Math.min(LONGEST_MARGIN, limit / 5);
	return { now: Date.now, lists: start + budget / 2, end: start + budget };
}

/** The address of the credentials, in one form; an unreadable one has been refused before. */
async function baseUrlOf(context: IPollFunctions): Promise<string> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('contactConsentApi');
	const base = normaliseBaseUrl(baseUrl);
	return 'baseUrl' in base ? base.baseUrl : baseUrl;
}

/**
 * The trigger's poll: items for n8n, or `null` where nothing has happened.
 *
 * @throws NodeApiError with its cause, for n8n's back-off; in the first poll only what a person has to mend
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isFirst = isFirstPoll(context);
	try {
		const settings = readSettings(context);
		const clock = clockOf(context);
		const send = await createSend(context);
		if (context.getMode() === 'manual') return await fetchTestEvents(context, settings, send, clock.end);
		const baseUrl = await baseUrlOf(context);
		const host: Host = {
			trigger: [context.getWorkflow().id, context.getNode().id, baseUrl].join(' '),
			baseUrl,
			staticData: context.getWorkflowStaticData('node'),
			logger: context.logger,
		};
		return await pollOnce(host, settings, { send, helpers: context.helpers, clock });
	} catch (error) {
		const thrown = refusal(context, error, isFirst);
		if (thrown) throw thrown;
		return null;
	}
}
