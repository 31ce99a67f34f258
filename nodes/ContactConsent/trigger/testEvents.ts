import type { INodeExecutionData } from 'n8n-workflow';

import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { counted } from '../lib/text';
import { DAY, HOUR, MINUTE } from '../lib/time';
import { readPages } from '../transport/readPages';
import { withoutPdf, type Delivery } from './documents';
import { refusesPeriod } from './findHistoryLimit';
import { askForPdfs } from './pdfDownloads';
import { justAfter } from './period';
import { USUAL_BUDGET, type Poll } from './pollContext';
import { compareEvents, iso, toTriggerEvent, type TriggerEvent } from './triggerEvent';
import { toItem } from './triggerOutput';

/**
 * How far back to look for an event, in milliseconds, one after another. Each period is read to its end, because the
 * order of the history is unknown. Histories often show a day, a week, a month or a year, so these are a little less.
 */
const BEGINNINGS = [MINUTE, HOUR, DAY - HOUR, 6 * DAY, 29 * DAY, 364 * DAY, 3650 * DAY];
/** How many milliseconds the lists of all kinds may take. Everything may take as long as a usual poll. */
const LISTS = 20_000;
/** How many of the newest events of a kind are tried for a PDF. The first event with a PDF is shown. */
const TRIED = 3;

/** The events found of one kind, and the failure that ended the search. */
interface Found {
	events: TriggerEvent[];
	error?: Error;
	/** How many milliseconds the history goes back, if it refused a longer period. */
	goesBack?: number;
}

/** Reads the newest period that has events, within the time and as far as the history goes back. Never throws. */
async function findEvents(
	type: EventType,
	{ send, settings, now }: Poll,
	timeLeft: () => number,
): Promise<Found> {
	const events: TriggerEvent[] = [];
	const present = now();
	let shown = 0;
	let isRefused = false;
	const readBack = async (before: number): Promise<void> => {
		const from = iso(present - before);
		const to = shown > 0 ? iso(justAfter(present - shown)) : undefined;
		const request = historyRequest({ type, from, to }, settings.pageSize);
		for await (const { items } of readPages(send, request, undefined, { within: timeLeft() })) {
			for (const raw of items) if (raw.type === type) events.push(toTriggerEvent(raw, present));
		}
	};
	try {
		for (const before of BEGINNINGS) {
			const error = await readBack(before).catch((caught: Error) => caught);
			// If n8n's clock is ahead, the shortest period lies in the future, which the service may refuse.
			if (refusesPeriod(error) && before === BEGINNINGS[0]) continue;
			if (error && !(refusesPeriod(error) && shown > 0)) throw error;
			isRefused = error !== undefined;
			if (isRefused || events.length > 0) break;
			shown = before;
		}
		return { events, goesBack: isRefused ? shown : undefined };
	} catch (error) {
		return { events, error: error as Error };
	}
}

/**
 * Chooses the newest event of a kind, if possible one that passes the consent filter. If one of the newest
 * documentation events has a PDF, that event is chosen, with its PDF.
 */
async function show(
	events: TriggerEvent[],
	poll: Pick<Poll, 'settings' | 'send' | 'timeLeft'>,
): Promise<Delivery[]> {
	const { settings, send, timeLeft } = poll;
	const passing = events.filter(({ raw }) => settings.passes(raw));
	const newest = (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a)).slice(0, TRIED);
	const [event] = newest;
	if (event === undefined) return [];
	if (!settings.wantsPdf(event.raw)) return [withoutPdf(event)];
	const tries = await askForPdfs(newest, { send, downloadTimeLeft: timeLeft });
	const shown = newest.map((one): Delivery => {
		const { status = 'unavailable', binary } = tries.get(one.key) ?? {};
		return { event: one, status, binary };
	});
	return shown
		.filter(({ binary }) => binary)
		.concat(shown)
		.slice(0, 1);
}

/** A duration in words: in days; below two days in hours; below two hours in minutes. */
function durationOf(length: number): string {
	if (length >= 2 * DAY) return counted(Math.round(length / DAY), 'day', 'days');
	if (length >= 2 * HOUR) return counted(Math.round(length / HOUR), 'hour', 'hours');
	return counted(Math.round(length / MINUTE), 'minute', 'minutes');
}

/**
 * Fetches the newest event of each chosen kind, for building a workflow. It reads only the history, stores nothing, and
 * takes no event away from a running workflow.
 *
 * @throws NodeOperationError if there is no event; the first failure if no event could be read
 */
export async function fetchTestEvents(poll: Poll): Promise<INodeExecutionData[][]> {
	const { settings, elapsed, log } = poll;
	const start = elapsed();
	const found = await Promise.all(
		settings.kinds.map(async (kind) => await findEvents(kind, poll, () => start + LISTS - elapsed())),
	);
	const timeLeft = () => start + USUAL_BUDGET - elapsed();
	const shown = await Promise.all(found.map(async ({ events }) => await show(events, { ...poll, timeLeft })));
	const failed = found.flatMap(({ error }, index) =>
		error ? [`${settings.kinds[index]}: ${error.message}`] : [],
	);
	if (failed.length > 0) log('warn', `not all test events could be read (${failed.join('; ')})`);
	const deliveries = shown.flat().sort((a, b) => compareEvents(a.event, b.event));
	if (deliveries.length > 0) return [deliveries.map((delivery) => toItem(delivery, poll))];
	const error = found.map(({ error: one }) => one).find(Boolean);
	if (error) throw error;
	const goesBack = Math.min(...found.map(({ goesBack: length = Infinity }) => length));
	const where =
		goesBack < Infinity
			? `The history of the service goes back at least ${durationOf(goesBack)}, and has no event of the chosen kinds from that time.`
			: 'The service has no event of the chosen kinds.';
	throw poll.refuse(
		'There is no event to show yet',
		`${where} Let a contact confirm or update their data, or, with a sandbox account, create a test event with the operation Trigger Test Event of the Contact Consent node.`,
	);
}
