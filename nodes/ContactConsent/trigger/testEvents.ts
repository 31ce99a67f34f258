import type { INodeExecutionData } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages } from '../transport/pages';
import { askForPdfs, type Delivery } from './documents';
import { toItem } from './commit';
import { counted } from '../values';
import { refusesPeriod } from './reach';
import { DAY, HOUR } from './lookBack';
import type { Poll } from './settings';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './state';

/** Stretches in which to look for an event, the newest first, each to its end: the order of the history is not known. */
const BEGINNINGS = [HOUR / 60, HOUR, DAY, 30 * DAY, 365 * DAY, 3650 * DAY];
/** Where the history refuses one of them, so many halvings find out how far back it goes. */
const NEARER = 6;
/** Milliseconds for the lists of all kinds, and for the whole. */
const LISTS = 20_000;
const ALL = 45_000;
/** Of so many of the newest events of a kind, the first that has its PDF is shown. */
const TRIED = 3;

/** What was found of a kind, and why it is no more. */
interface Found {
	events: TriggerEvent[];
	error?: Error;
	/** So many milliseconds the history goes back, if it refuses to show more. */
	reach?: number;
}

/** How far to look back next; nothing where there is no further event. */
function nextBeginning(shown: number, refused: number, halvings: number): number | undefined {
	if (refused === Infinity) return BEGINNINGS.find((one) => one > shown);
	return halvings < NEARER ? (shown + refused) / 2 : undefined;
}

/** Reads the events of the newest stretch that has any, as far as time goes and the history goes back. Never throws. */
async function findEvents(
	type: EventType,
	{ send, settings, now }: Poll,
	left: () => number,
): Promise<Found> {
	const events: TriggerEvent[] = [];
	const present = now();
	let shown = 0;
	let refused = Infinity;
	const readBack = async (before: number): Promise<void> => {
		const from = new Date(present - before).toISOString();
		const to = shown > 0 ? new Date(present - shown).toISOString() : undefined;
		const request = historyRequest({ type, from, to }, settings.pageSize);
		for await (const { items } of readPages(send, request, undefined, { within: left() })) {
			for (const raw of items) if (raw.type === type) events.push(toTriggerEvent(raw, present));
		}
	};
	try {
		for (let halvings = 0; events.length === 0;) {
			const before = nextBeginning(shown, refused, halvings);
			if (before === undefined) break;
			if (refused < Infinity) halvings++;
			const error = await readBack(before).catch((caught: Error) => caught);
			if (error && !(refusesPeriod(error) && shown > 0)) throw error;
			if (error) refused = before;
			else shown = before;
		}
		return { events, reach: refused < Infinity ? shown : undefined };
	} catch (error) {
		return { events, error: error as Error };
	}
}

/**
 * Shows the newest event of a kind, of those that the consent filter lets through if there are any; a documentation event
 * with its PDF, if one of the newest has it.
 */
async function show(
	events: TriggerEvent[],
	poll: Pick<Poll, 'settings' | 'send' | 'left'>,
): Promise<Delivery[]> {
	const { settings } = poll;
	const passing = events.filter(({ raw }) => settings.passes(raw));
	const newest = (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a)).slice(0, TRIED);
	const [event] = newest;
	if (event === undefined) return [];
	if (!settings.isDocument(event.raw)) {
		return [event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event }];
	}
	const tries = await askForPdfs(newest, poll);
	const shown = newest.map((one): Delivery => {
		const { status = 'unavailable', binary } = tries.get(one.key) ?? {};
		return { event: one, status, binary };
	});
	return shown
		.filter(({ binary }) => binary)
		.concat(shown)
		.slice(0, 1);
}

/** In days, or in hours or minutes where it is less than two of them. */
function durationOf(length: number): string {
	if (length >= 2 * DAY) return counted(Math.round(length / DAY), 'day', 'days');
	if (length >= 2 * HOUR) return counted(Math.round(length / HOUR), 'hour', 'hours');
	return counted(Math.round((60 * length) / HOUR), 'minute', 'minutes');
}

/**
 * Fetches the newest event of each chosen kind, to build a workflow with. It reads the history only, remembers nothing
 * and takes nothing away from a running workflow.
 *
 * @throws Error where there is nothing to show
 */
export async function fetchTestEvents(poll: Poll): Promise<INodeExecutionData[][]> {
	const { settings, elapsed, log } = poll;
	const start = elapsed();
	const found = await Promise.all(
		settings.kinds.map(async (kind) => await findEvents(kind, poll, () => start + LISTS - elapsed())),
	);
	const left = () => start + ALL - elapsed();
	const shown = await Promise.all(found.map(async ({ events }) => await show(events, { ...poll, left })));
	const failed = found.flatMap(({ error }, index) =>
		error ? [`${settings.kinds[index]}: ${error.message}`] : [],
	);
	if (failed.length > 0) log('warn', `not all test events could be read (${failed.join('; ')})`);
	const deliveries = shown.flat().sort((a, b) => compareEvents(a.event, b.event));
	if (deliveries.length > 0) return [deliveries.map((delivery) => toItem(delivery, poll))];
	const error = found.map(({ error: one }) => one).find(Boolean);
	if (error) throw error;
	const reach = Math.min(...found.map(({ reach: length = Infinity }) => length));
	const where =
		reach < Infinity
			? `The history of the service goes back about ${durationOf(reach)}, and has no event of the chosen kinds from that time.`
			: 'The service has no event of the chosen kinds.';
	throw poll.refuse(
		'There is no event to show yet',
		`${where} Let a contact confirm or update their data, or, with a sandbox account, create a test event with the operation Trigger Test Event of the Contact Consent node.`,
	);
}
