import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { createSend } from '../transport/send';
import type { Send } from '../transport/types';
import { downloadDocuments } from './attachments';
import { readHistory } from './backlog';
import { advance, begin, lateness } from './checkpoint';
import { toTriggerEvent, type TriggerEvent } from './event';
import { isFirstPoll, refusal } from './failure';
import { readLatest, type Reader } from './history';
import { toItem } from './items';
import { fetchTestEvent } from './manual';
import { enter, leave, note, reconcile, type Start } from './memory';
import { readSettings, type Settings } from './settings';
import { awaitingRoom, candidatesOf } from './settle';
import { fingerprint, readState } from './state';
import type { Fetched } from './types';

/** What n8n waits for a poll where it does not say so: its own default limit. */
const DEFAULT_BUDGET = 45_000;
const LONGEST_MARGIN = 5000;
/** Milliseconds that a poll waits before it repeats a failed request. */
const LONGEST_PAUSE = 5000;
/** Where in the static data of the node its state is kept. */
const STATE = 'state';

/** Times of a poll, in epoch milliseconds. */
export interface Clock {
	now: () => number;
	/** Until then lists are asked for; the rest is for the last answer and for PDFs. */
	lists: number;
	end: number;
}

function clockOf(context: IPollFunctions): Clock {
	const start = Date.now();
	// n8n older than 2.39 does not tell the budget; polling in memory it tells of minutes that would cost it ticks.
	const offered = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? DEFAULT_BUDGET;
	const limit = Math.min(offered, DEFAULT_BUDGET);
	const budget = limit - Math.min(LONGEST_MARGIN, limit / 5);
	return { now: Date.now, lists: start + budget / 2, end: start + budget };
}

/** What a poll reads through; for tests, which put a model of the service in its place. */
export interface Outside {
	send: Send;
	helpers: Pick<IPollFunctions['helpers'], 'prepareBinaryData'>;
	clock: Clock;
}

/**
 * One poll from the state it goes on from to the state it leaves: history, then latest, then documents.
 *
 * @returns `error` where something failed on the way; what was in hand by then is delivered all the same
 */
export async function step(start: Start, settings: Settings, { send, helpers, clock }: Outside) {
	const state = begin(start.state, settings);
	const reader: Reader = {
		send,
		series: settings.series,
		pageSize: settings.pageSize,
		deadline: clock.lists,
		end: clock.end,
		now: clock.now,
	};
	const isLate = lateness(state);
	const handedBack = start.handedBack.map((raw) => toTriggerEvent(raw, clock.now())).filter(isLate);
	const fetched: Fetched = { handedBack, documents: new Map(), date: undefined };
	const room = settings.maxEvents - handedBack.length;
	const reading = await readHistory(reader, state, settings, room);
	fetched.history = reading?.history;
	let error = reading?.error;
	if (reading && !reading.caughtUp) fetched.latest = { events: reading.late, drained: false };
	if (reading?.caughtUp ?? true) {
		const inHand = new Set([...handedBack, ...(reading?.history.events ?? [])].map(({ key }) => key));
		const latest = await readLatest(
			reader,
			(event) => isLate(event) && !inHand.has(event.key),
			(kept) => roomForLatest(kept, fetched, state, settings),
		);
		fetched.latest = { events: [...(reading?.late ?? []), ...latest.events], drained: latest.drained };
		error = latest.error;
	}

	fetched.date = reader.date;
	const documents = settings.download
		? candidatesOf(state, fetched, clock.now(), settings)
				.map(({ event }) => event)
				.filter(({ raw }) => raw.type === 'documentation')
		: [];
	fetched.documents = await downloadDocuments(documents, send, helpers, {
		storage: settings.attachmentStorage,
		maxBytes: settings.maxAttachmentBytes,
		deadline: clock.end,
		now: clock.now,
	});
	const next = advance(state, fetched, clock.now(), settings);
	return { ...next, changed: next.state !== state, error };
}

/** What `/events/latest` gives cannot be put back, so documentation events are taken only as far as they can wait. */
function roomForLatest(
	kept: readonly TriggerEvent[],
	fetched: Fetched,
	state: ReturnType<typeof begin>,
	{ maxEvents, series, download }: Settings,
): number {
	const inHand = fetched.handedBack.length + (fetched.history?.events.length ?? 0) + kept.length;
	const mayBring = download && series.some((type) => (type ?? 'documentation') === 'documentation');
	const documents = kept.filter(({ raw }) => raw.type === 'documentation').length;
	return Math.min(maxEvents - inHand, mayBring ? awaitingRoom(state) - documents : Infinity);
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
		const sendWithRetries = await createSend(context);
		// Longer pauses are n8n's affair, which waits between polls.
		const send: Send = (request, limits) =>
			sendWithRetries(request, { ...limits, longestPause: LONGEST_PAUSE });
		if (context.getMode() === 'manual') return await fetchTestEvent(context, settings, send, clock.end);
		const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('contactConsentApi');
		const host: Host = {
			trigger: [context.getWorkflow().id, context.getNode().id, baseUrl].join(' '),
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

/** What n8n keeps for a trigger, and where it hears about failures. */
export interface Host {
	/** Tells triggers apart within this process. */
	trigger: string;
	/** The node's static data. A poll that finds nothing new leaves it untouched. */
	staticData: IDataObject;
	logger: Pick<IPollFunctions['logger'], 'debug' | 'warn'>;
}

/**
 * One poll with the state that n8n keeps, which is written in one step at the end.
 *
 * @throws what failed, where nothing is in hand; the state is as it was then
 */
export async function pollOnce(
	{ trigger, staticData, logger }: Host,
	settings: Settings,
	outside: Outside,
): Promise<INodeExecutionData[][] | null> {
	const { clock } = outside;
	// Past its end a poll is over, whatever it hangs on.
	const turn = enter(trigger, clock.now(), clock.end + LONGEST_MARGIN);
	if (turn === undefined) {
		logger.debug('Contact Consent Trigger: the poll before is still under way');
		return null;
	}
	try {
		const stored = staticData[STATE];
		const loaded = readState(stored);
		if (loaded === undefined && stored !== undefined) {
			logger.warn('Contact Consent Trigger: its state cannot be read and is set aside');
		}
		const start = reconcile(trigger, loaded, clock.now());
		if (start === undefined) return null;

		const { state, deliver, changed, error } = await step(start, settings, outside);
		if (error !== undefined && !changed) throw error;
		if (error !== undefined) {
			logger.warn(`Contact Consent Trigger: the rest is left for the next poll (${error.message})`);
		}
		const items = deliver.map((delivery) => toItem(delivery, settings));
		const after = state.revision === 0 ? undefined : state;
		const handed = deliver.map(({ event }) => event.raw);
		const waiting = state.awaiting.map(({ event }) => event);
		if (!note(turn, { before: start.state, after, handed, at: clock.now() }, waiting)) return null;
		if (after !== undefined && fingerprint(after) !== fingerprint(loaded)) staticData[STATE] = after;
		return items.length > 0 ? [items] : null;
	} finally {
		leave(turn);
	}
}
