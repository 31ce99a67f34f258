import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { inParallel } from '../pool';
import { contactRequest } from '../resources/contact/requests';
import type { DocumentationStatus } from '../resources/documentation/document';
import { documentName, inExecution, PDF, statusOfFailure } from '../resources/documentation/document';
import { documentationRequest } from '../resources/documentation/requests';
import { documentOf } from '../resources/event/fields';
import { fetchFile } from '../transport/download';
import { factsOf, isNotFound } from '../transport/errors';
import { textOf } from '../values';
import { needsWork, type Choice, type Chosen } from './choose';
import type { TriggerEvent } from './event';
import type { Poll } from './settings';

/** So many begin at once, and each that is done makes room for one more: over a slow line, some have to be done. */
const AT_ONCE = 5;
/** The gate would let more through; those begun when there is no room left are begun in vain. */
const MOST_AT_ONCE = 32;

/** How an event fared, as it is handed to n8n. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
	/** The contact of a documentation event; `null`: it is not there. */
	contact?: IDataObject | null;
}

/** What became of the chosen events; those that wait and were not tried had no room or no time in this poll. */
export interface Worked {
	deliver: Delivery[];
	waiting: Array<Chosen & { wasTried: boolean }>;
	/** The last of the fresh events, for which the state has no room; the history brings them again. */
	leftOut: TriggerEvent[];
}

/** Where it `mayCome`, `status` says why not now. */
type Outcome = Omit<Delivery, 'event'> & { pdf?: { bytes: Buffer; name: string }; mayCome?: boolean };
const SKIPPED: Outcome = { status: 'skipped' };

/**
 * The room that the PDFs of one poll share, in the order of their events; a larger one goes alone.
 *
 * @returns whether a PDF of this size, or of the one it had, fits behind those before it; if so, its place is taken
 */
function createRoom(most: number) {
	const sizes: number[] = [];
	return (index: number, size = sizes[index] ?? 0): boolean => {
		const others = sizes.slice(0, index).reduce((sum, other) => sum + other, 0);
		const fits = others === 0 || size === 0 || others + size <= most;
		sizes[index] = fits ? size : 0;
		return fits;
	};
}

type HasRoom = (bytes: number) => boolean;

async function download({ raw }: TriggerEvent, poll: Poll, hasRoom: HasRoom): Promise<Outcome | undefined> {
	const document = documentOf(raw);
	if (document === undefined) return { status: 'not_found' };
	const { contactId, eventId } = document;
	try {
		const response = await poll.send(documentationRequest(contactId, eventId), { deadline: poll.end });
		if (response.status === 204) return { status: 'not_generated', mayCome: true };
		const pdf = await fetchFile(response, hasRoom, () => poll.now() > poll.end);
		if (pdf === undefined) return undefined;
		hasRoom(pdf.length);
		if (pdf.length === 0) return { status: 'unavailable', mayCome: true };
		return { status: 'downloaded', pdf: { bytes: pdf, name: documentName(contactId, eventId) } };
	} catch (error) {
		hasRoom(0);
		const status = statusOfFailure(factsOf(error));
		return { status, mayCome: status === 'unavailable' };
	}
}

/** @returns `undefined` where reading failed; `null` for a contact that is not there */
async function readContact({ raw }: TriggerEvent, { send, end }: Poll) {
	const id = textOf(raw.contact_id);
	if (id === undefined) return null;
	try {
		return (await send<IDataObject>(contactRequest('GET', id), { deadline: end })).body;
	} catch (error) {
		return isNotFound(error) || factsOf(error)?.kind === 'invalidPath' ? null : undefined;
	}
}

async function workOn({ event, isLastTry }: Chosen, poll: Poll, hasRoom: HasRoom) {
	const { settings } = poll;
	const contact = settings.addContact ? await readContact(event, poll) : undefined;
	if (settings.addContact && contact === undefined && !isLastTry) return { mayCome: true };
	const outcome: Outcome | undefined = settings.download ? await download(event, poll, hasRoom) : SKIPPED;
	return settings.addContact && outcome ? { ...outcome, contact: contact ?? null } : outcome;
}

/** Puts a PDF where n8n keeps it. Only for what is delivered: nobody deletes what n8n's storage holds. */
async function store({ pdf, ...outcome }: Outcome, { settings, helpers, now, stored }: Poll) {
	if (pdf === undefined) return outcome;
	if (settings.attachmentStorage === 'execution') return { ...outcome, binary: inExecution(pdf) };
	if (now() >= stored) return undefined;
	const binary = await helpers.prepareBinaryData(pdf.bytes, pdf.name, PDF).catch(() => undefined);
	return binary ? { ...outcome, binary } : { ...outcome, status: 'unavailable' as const, mayCome: true };
}

/** Characters that it takes up in the state to let an event wait; one that waits already takes up no more. */
const roomFor = ({ event, awaiting }: Chosen) => (awaiting ? 0 : JSON.stringify(event.raw).length + 60);

/**
 * Gets the PDFs and contacts of documentation events. Never throws. A PDF without room behind those before it waits for
 * the next poll, as does everything behind it; no more fresh events wait than there is room for.
 */
export async function getDocuments(choice: Pick<Choice, 'chosen' | 'room'>, poll: Poll): Promise<Worked> {
	const { settings, now, end } = poll;
	const fits = createRoom(settings.maxAttachmentBytes);
	const outcomes = new Map<number, Outcome>();
	/** Broken off by the end of the poll, although begun with the first ones. */
	const brokenOff = new Map<number, Outcome>();
	let begun = 0;
	let isFull = false;
	let { room } = choice;
	await inParallel(
		[...choice.chosen.entries()].filter(([, { event }]) => needsWork(event.raw, settings)),
		AT_ONCE,
		async ([index, entry]) => {
			if (!entry.awaiting && room <= 0) return;
			const isEarly = begun++ < AT_ONCE;
			const outcome = await workOn(entry, poll, (bytes) => fits(index, bytes));
			if (outcome === undefined) isFull = true;
			else if (!outcome.mayCome || now() < end) outcomes.set(index, outcome);
			else if (isEarly) brokenOff.set(index, outcome);
			if (outcome?.mayCome && !entry.isLastTry) room -= roomFor(entry);
		},
		() => isFull || now() >= end,
		MOST_AT_ONCE,
	);
	// Others have taken the time of all but the first of them.
	const tried = outcomes.size > 0 ? Math.min(...brokenOff.keys()) : Infinity;
	for (const [index, outcome] of brokenOff) if (index <= tried) outcomes.set(index, outcome);
	const worked: Worked = { deliver: [], waiting: [], leftOut: [] };
	({ room } = choice);
	for (const [index, entry] of choice.chosen.entries()) {
		const { event, isLastTry, awaiting } = entry;
		const isBehind = !awaiting && worked.leftOut.length > 0;
		// Several downloads at once may together have become too much.
		let outcome = fits(index) && !isBehind ? outcomes.get(index) : undefined;
		if (!needsWork(event.raw, settings)) outcome = event.raw.type === 'documentation' ? SKIPPED : {};
		outcome = outcome && (await store(outcome, poll));
		if (!isBehind && outcome && (isLastTry || !outcome.mayCome)) worked.deliver.push({ event, ...outcome });
		else if (awaiting || room > 0) {
			worked.waiting.push({ ...entry, wasTried: outcome !== undefined });
			room -= roomFor(entry);
		} else worked.leftOut.push(event);
	}
	return worked;
}
