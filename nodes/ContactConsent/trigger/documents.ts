import type { IBinaryData } from 'n8n-workflow';

import { inParallel } from '../pool';
import type { DocumentationStatus } from '../resources/documentation/document';
import { documentName, inExecution, statusOfFailure } from '../resources/documentation/document';
import { documentationRequest } from '../resources/documentation/requests';
import { documentOf } from '../resources/event/fields';
import { readBytes } from '../transport/download';
import { factsOf } from '../transport/errors';
import type { Chosen } from './choose';
import { isDocument, type Poll } from './settings';
import type { TriggerEvent } from './state';

/** So many PDFs share the line: over a slow one, some have to be done before the poll ends. */
const AT_ONCE = 5;

interface Outcome {
	status: DocumentationStatus;
	binary?: IBinaryData;
	/** The PDF is not there yet. */
	mayCome?: boolean;
}

/** How an event fared, as it is handed to n8n. */
export type Delivery = Pick<Chosen, 'event'> & Partial<Outcome>;

/** What became of the chosen events; those in neither list are left, and the history brings them again. */
export interface Worked {
	deliver: Delivery[];
	/** Tried in vain, or not at all. */
	waiting: Array<Chosen & { wasTried: boolean }>;
}

/** A download that the end of the poll cut off, although it had the line for itself. */
const CUT_OFF: Outcome = { status: 'unavailable', mayCome: true };

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
): Promise<Outcome | undefined> {
	const document = documentOf(raw);
	if (document === undefined) return { status: 'not_found' };
	const { contactId, eventId } = document;
	try {
		const request = documentationRequest(contactId, eventId);
		const response = await send(request, { within: left() });
		if (response.status === 204) return { status: 'not_generated', mayCome: true };
		const bytes = await readBytes(response, (count) => left() >= 0 && fits(count));
		if (bytes === undefined) return undefined;
		if (bytes.length === 0) return { status: 'unavailable', mayCome: true };
		const binary = inExecution({ bytes, name: documentName(contactId, eventId) });
		return { status: 'downloaded', binary };
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
 * @returns how each try ended
 */
async function downloadAll([first, ...others]: readonly Chosen[], poll: Poll): Promise<Map<Chosen, Outcome>> {
	const outcomes = new Map<Chosen, Outcome>();
	let used = 0;
	let isOver = poll.left() <= 0;
	const most = poll.settings.maxAttachmentBytes;
	const fits = (bytes: number): boolean => used === 0 || bytes === 0 || used + bytes <= most;
	const work = async (one: Chosen, left = poll.left): Promise<void> => {
		const outcome = await download(one.event, poll, fits, left);
		const size = outcome?.binary?.bytes ?? 0;
		// Several at once may together have become too much.
		if (outcome && fits(size)) {
			outcomes.set(one, outcome);
			used += size;
		} else if (one !== first) isOver = true;
	};
	if (first && !isOver) {
		const kept = others.length > 0 ? poll.left() / 2 : 0;
		await work(first, () => poll.left() - kept);
		if (!outcomes.has(first)) outcomes.set(first, CUT_OFF);
	}
	await inParallel(others, AT_ONCE, work, () => isOver || poll.left() <= 0);
	return outcomes;
}

/**
 * Gets the PDFs of documentation events. Never throws. In a poll each has one try; one that may still come waits, unless
 * its wait is over. What had no room or no time waits for its turn, but not behind a line that brings nothing.
 */
export async function getDocuments(chosen: readonly Chosen[], poll: Poll): Promise<Worked> {
	const worked: Worked = { deliver: [], waiting: [] };
	const isWanted = ({ event }: Chosen): boolean => isDocument(event.raw, poll.settings);
	const asked = chosen.filter((one) => isWanted(one) && !one.isPutOff);
	const outcomes = await downloadAll(asked, poll);
	const isDead = [...outcomes.values()].every((outcome) => outcome === CUT_OFF);
	for (const one of chosen) {
		const { event, isLastTry, waitsIn } = one;
		const outcome = outcomes.get(one);
		const isDone = outcome ? isLastTry || !outcome.mayCome : isLastTry && isDead;
		if (!isWanted(one)) {
			worked.deliver.push(event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event });
		} else if (isDone || waitsIn === undefined) {
			worked.deliver.push({ event, ...(outcome ?? CUT_OFF) });
		} else if (waitsIn === 'state') {
			worked.waiting.push({ ...one, wasTried: outcome !== undefined });
		}
	}
	return worked;
}
