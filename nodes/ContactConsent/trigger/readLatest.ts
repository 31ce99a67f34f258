import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../operations/event/eventOutput';
import { latestRequest } from '../operations/event/requests';
import { counted } from '../lib/text';
import { LISTS_END, mayShowOthers, MOST_EVENTS, placesLeft, receive, type EventReader } from './reading';
import { roomToWait } from './state';
import type { TriggerEvent } from './triggerEvent';

/** An event of a documentation without its contact has about so many bytes in the state. */
const USUAL_SIZE = 300;

/**
 * How many more documents may be taken from `/events/latest`. It shows each event once, so what it shows has to fit into
 * the state. A document of the history needs no room there.
 */
function roomForDocuments({ settings, events }: EventReader): number {
	const waiting = [...events.values()].filter(
		({ raw, isWaiting, isOnlyLatest }) => settings.wantsPdf(raw) && (isWaiting || isOnlyLatest),
	);
	const room = roomToWait();
	return waiting.every(({ raw }) => room.take(raw)) ? room.left(USUAL_SIZE) : 0;
}

/** Adds the wanted events of an answer to the result: `/events/latest` will not show them again. */
export function addTakenAway(reader: EventReader, received: readonly TriggerEvent[]): void {
	const { events, state } = reader;
	for (const event of received) {
		const found = reader.classify(event, reader.starts);
		if (found === 'again') reader.again.set(event.key, event);
		const isWanted = found === 'new' || (found === 'older' && state.begun.with === 'unreceived');
		if (isWanted && !events.has(event.key))
			events.set(event.key, { ...event, isOlder: found === 'older', isOnlyLatest: true });
	}
}

/**
 * Reads `/events/latest` until a page has no new event, the room is used up, or time is up. The service hands out each
 * event only once. So the events of a page join the result at once, and a later page that fails loses none.
 */
async function readSeries(reader: EventReader, type: EventType | undefined): Promise<void> {
	const { settings, events } = reader;
	const seen = new Set<string>();
	const { download } = settings;
	const room = (): number =>
		type === undefined && download
			? Math.min(placesLeft(reader), roomForDocuments(reader))
			: type === 'documentation' && download
				? roomForDocuments(reader)
				: placesLeft(reader);
	let isNew = true;
	while (isNew && events.size < MOST_EVENTS) {
		const limit = Math.min(settings.pageSize, room());
		const within = reader.timeLeft(LISTS_END);
		if (limit <= 0 || within <= 0) return;
		const { body, headers } = await reader.send<IDataObject[]>(latestRequest(type, limit), { within });
		const before = seen.size;
		const received = receive(reader, type, body, headers.date);
		const others = body.length - received.length;
		if (others > 0)
			reader.log('warn', `left out ${counted(others, 'event', 'events')} of a kind that was not asked for`);
		addTakenAway(reader, received);
		for (const { key } of received) seen.add(key);
		isNew = seen.size > before;
	}
}

/**
 * Reads several series, one after another. If one fails, the others are read all the same (`mayShowOthers`).
 *
 * @throws the first failure, or the one that ended the reading
 */
async function readAllSeries(
	reader: EventReader,
	types: ReadonlyArray<EventType | undefined>,
): Promise<void> {
	let failure: Error | undefined;
	for (const type of types) {
		const error = await readSeries(reader, type).catch((caught: Error) => caught);
		if (error && !mayShowOthers(error)) throw error;
		failure ??= error as Error | undefined;
	}
	if (failure) throw failure;
}

/**
 * Reads `/events/latest`: documents only as many as the state can keep. While the history fails, documents stay there for
 * an hour (`isLeft`): n8n may drop the state of this poll, and no other list would show them again.
 *
 * | `isLeft` | the state has no room for documents (`isFull`) | asked for, in this order                      |
 * | -------- | ---------------------------------------------- | --------------------------------------------- |
 * | no       | no                                             | all kinds (`settings.series`)                 |
 * | no       | no, but after these requests                   | all kinds, then each other than documents      |
 * | no       | yes                                            | each kind other than documents                |
 * | yes      |                                                | each kind other than documents                |
 *
 * *Documents* are those whose PDFs are wanted; without Download, there are none.
 *
 * The second line, because the requests for all kinds end when the documents have no more room, and others may be left. If
 * the trigger wants only documents and these stay there, nothing is asked for (`isLatestLeft`).
 *
 * @throws ServiceError; the events that arrived before are in the result
 */
export async function readLatest(reader: EventReader): Promise<void> {
	const { settings, listErrors, wasHistoryGone } = reader;
	const others = settings.kinds.filter((kind) => kind !== 'documentation' || !settings.download);
	const isLeft = listErrors.history !== undefined && !wasHistoryGone;
	const wantsDocuments = others.length < settings.kinds.length;
	const isFull = (): boolean => wantsDocuments && roomForDocuments(reader) <= 0;
	reader.isLatestLeft = isLeft && others.length === 0;
	if (reader.isLatestLeft) return;
	const withoutDocuments = (wantsDocuments && isLeft) || isFull();
	await readAllSeries(reader, withoutDocuments ? others : settings.series);
	if (!withoutDocuments && isFull()) await readAllSeries(reader, others);
}
