import type { IBinaryData } from 'n8n-workflow';

import { inParallel } from '../pool';
import type { DocumentationStatus } from '../resources/documentation/document';
import { inExecution, statusOfFailure } from '../resources/documentation/document';
import { attachmentOf } from '../resources/event/fields';
import { readBytes } from '../transport/download';
import { factsOf } from '../transport/errors';
import type { Chosen } from './choose';
import type { Poll } from './settings';
import type { TriggerEvent } from './state';

/** So many PDFs share the line: over a slow one, some have to be done before the poll ends. */
const AT_ONCE = 5;

interface Try {
	status: DocumentationStatus;
	binary?: IBinaryData;
	/** The PDF is not there yet. */
	mayCome?: boolean;
}

/** How an event fared, as it is handed to n8n. */
export type Delivery = Pick<Chosen, 'event'> & Partial<Try>;

export interface Worked {
	deliver: Delivery[];
	/** The keys of those whose PDF was asked for. */
	tried: ReadonlySet<string>;
}

/** A download that the end of the poll cut off, although it had the line for itself. */
const CUT_OFF: Try = { status: 'unavailable', mayCome: true };

/**
 * Downloads the PDF of an event. Never throws: a failure is a status.
 *
 * @param left milliseconds that are left for it
 * @returns `undefined` where it had no room or no time: that was no try
 */
async function download(
	{ raw }: TriggerEvent,
	{ send }: Poll,
	fits: (bytes: number) => boolean,
	left: () => number,
): Promise<Try | undefined> {
	const { request, fileName } = attachmentOf(raw);
	try {
		const response = await send(request, { within: left() });
		if (response.status === 204) return { status: 'not_generated', mayCome: true };
		const bytes = await readBytes(response, (count) => left() >= 0 && fits(count));
		if (bytes === undefined) return undefined;
		if (bytes.length === 0) return { status: 'unavailable', mayCome: true };
		// A file name is made of IDs of the service.
		return { status: 'downloaded', binary: inExecution({ bytes, name: send.withoutKey(fileName) }) };
	} catch (error) {
		const facts = factsOf(error);
		const status = statusOfFailure(facts);
		// One that is too large stays too large.
		const mayCome = status === 'unavailable' && facts?.kind !== 'tooLarge';
		return mayCome && left() <= 0 ? undefined : { status, mayCome };
	}
}

/**
 * Downloads PDFs, as far as they fit into one execution; a larger one goes alone. The oldest goes first and by itself, for
 * half of the time: if that is not enough, it was no fault of the others. These follow, a few at a time.
 *
 * @returns how each try ended, by the key of the event
 */
async function downloadAll([first, ...others]: TriggerEvent[], poll: Poll): Promise<Map<string, Try>> {
	const outcomes = new Map<string, Try>();
	if (first === undefined || poll.left() <= 0) return outcomes;
	const most = poll.settings.maxAttachmentBytes;
	let used = 0;
	let isOver = false;
	const fits = (bytes: number): boolean => used === 0 || bytes === 0 || used + bytes <= most;
	/** @returns whether there was room and time for it */
	const work = async (event: TriggerEvent, left: () => number): Promise<boolean> => {
		const outcome = await download(event, poll, fits, left);
		const size = outcome?.binary?.bytes ?? 0;
		// Several at once may together have become too much.
		if (outcome === undefined || !fits(size)) return false;
		outcomes.set(event.key, outcome);
		used += size;
		return true;
	};
	const workBesideOthers = async (event: TriggerEvent): Promise<void> => {
		if (!(await work(event, poll.left))) isOver = true;
	};
	const kept = others.length > 0 ? poll.left() / 2 : 0;
	if (!(await work(first, () => poll.left() - kept))) outcomes.set(first.key, CUT_OFF);
	await inParallel(others, AT_ONCE, workBesideOthers, () => isOver || poll.left() <= 0);
	return outcomes;
}

/**
 * Gets the PDFs of documentation events. Never throws. In a poll each has one try. What had no room or no time waits for its
 * turn, but not behind a line that brings nothing.
 */
export async function getDocuments(chosen: readonly Chosen[], poll: Poll): Promise<Worked> {
	const { isDocument } = poll.settings;
	const wanted = chosen.map(({ event }) => event).filter(({ raw }) => isDocument(raw));
	const outcomes = await downloadAll(wanted, poll);
	const isDead = [...outcomes.values()].every((outcome) => outcome === CUT_OFF);
	const deliver = chosen.flatMap(({ event, withoutPdf }): Delivery[] => {
		if (!isDocument(event.raw))
			return [event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event }];
		const outcome = outcomes.get(event.key);
		const isFinal = outcome !== undefined && !outcome.mayCome;
		const wasTried = outcome !== undefined || isDead;
		const goes = withoutPdf === 'goes' || (withoutPdf === 'goesOnceTried' && wasTried);
		return isFinal || goes ? [{ event, ...(outcome ?? CUT_OFF) }] : [];
	});
	return { deliver, tried: new Set(outcomes.keys()) };
}
