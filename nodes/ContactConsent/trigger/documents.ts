import type { IBinaryData, IDataObject, IPollFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { inParallel } from '../pool';
import { contactRequest } from '../resources/contact/requests';
import { documentName, statusOfFailure, type DocumentationStatus } from '../resources/documentation/document';
import { documentationRequest } from '../resources/documentation/requests';
import { documentOf } from '../resources/event/fields';
import { factsOf, isNotFound } from '../transport/errors';
import type { Send, ServiceResponse } from '../transport/types';
import { textOf } from '../values';
import type { Chosen } from './choose';
import type { TriggerEvent } from './event';
import type { Settings } from './settings';
import { needsWork } from './waiting';

const AT_ONCE = 5;
const PDF = 'application/pdf';

type Helpers = Pick<IPollFunctions['helpers'], 'prepareBinaryData'>;
type PdfStream = AsyncIterable<Buffer> & { destroy?: () => void };

/** An event as it is handed to n8n. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
	/** The contact of a documentation event; `null`: it is not there. */
	contact?: IDataObject | null;
}

/** What became of the chosen events. */
export interface Worked {
	deliver: Delivery[];
	/** They stay in the state; those that were not tried had no room or no time in this poll. */
	waiting: Array<Chosen & { wasTried: boolean }>;
}

/** How a documentation event fared. */
type Outcome =
	| ({ kind: 'final' } & Omit<Delivery, 'event'>)
	/** It may be there later; `status` says why not now. */
	| { kind: 'pending'; status: DocumentationStatus; contact?: IDataObject | null }
	/** This poll has no room for it. */
	| { kind: 'postponed' };

export interface Work {
	send: Send;
	helpers: Helpers;
	now: () => number;
	/** Epoch milliseconds. */
	deadline: number;
	settings: Pick<Settings, 'download' | 'addContact' | 'attachmentStorage' | 'maxAttachmentBytes'>;
}

const sizeInWords = (bytes: number): string => {
	const [size, unit] = bytes < 1e3 ? [bytes, 'B'] : bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
	return `${Number(size.toPrecision(3))} ${unit}`;
};

/** A PDF inside the data of the execution: it is pruned with it and reaches every worker. */
const inExecution = (pdf: Buffer, fileName: string): IBinaryData => ({
	data: pdf.toString('base64'),
	mimeType: PDF,
	fileType: 'pdf',
	fileName,
	fileExtension: 'pdf',
	fileSize: sizeInWords(pdf.length),
	bytes: pdf.length,
});

/**
 * Takes in the PDF of an answer.
 *
 * @param hasRoom asked with the size known so far
 * @returns `undefined` where this poll has no room for it
 */
async function takeIn(
	{ body, headers }: ServiceResponse,
	fileName: string,
	{ helpers, now, deadline, settings }: Work,
	hasRoom: (bytes: number) => boolean,
): Promise<{ binary: IBinaryData; bytes: number } | undefined> {
	const stream = body as PdfStream;
	const announced = Number(headers['content-length'] ?? 0) || 0;
	if (!hasRoom(announced)) {
		stream.destroy?.();
		return undefined;
	}
	if (settings.attachmentStorage === 'binaryStorage') {
		type Source = Parameters<Helpers['prepareBinaryData']>[0];
		const binary = await helpers.prepareBinaryData(body as Source, fileName, PDF);
		return { binary, bytes: binary.bytes ?? announced };
	}
	const chunks: Buffer[] = [];
	let bytes = 0;
	// Leaving this loop early closes the stream.
	for await (const chunk of stream) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (!hasRoom(bytes)) return undefined;
		if (now() > deadline) throw new OperationalError('The download took too long');
	}
	return { binary: inExecution(Buffer.concat(chunks), fileName), bytes };
}

/** The room that the PDFs of one poll share, in the order of their events; a larger one goes alone. */
class Room {
	private readonly sizes: number[] = [];

	constructor(private readonly most: number) {}

	private before(index: number): number {
		return this.sizes.slice(0, index).reduce((sum, size) => sum + (size ?? 0), 0);
	}

	get isFull(): boolean {
		return this.before(this.sizes.length) >= Math.max(1, this.most);
	}

	/** Whether a PDF of this size fits behind those before it; if so, its place is taken. */
	fits(index: number, size = this.sizes[index] ?? 0): boolean {
		const others = this.before(index);
		const isRoom = others === 0 || size === 0 || others + size <= this.most;
		this.sizes[index] = isRoom ? size : 0;
		return isRoom;
	}
}

async function download(event: TriggerEvent, index: number, work: Work, room: Room): Promise<Outcome> {
	const document = documentOf(event.raw);
	if (document === undefined) return { kind: 'final', status: 'not_found' };
	const { contactId, eventId } = document;
	try {
		const response = await work.send(documentationRequest(contactId, eventId), { deadline: work.deadline });
		if (response.status === 204) return { kind: 'pending', status: 'not_generated' };
		const fits = (bytes: number) => room.fits(index, bytes);
		const pdf = await takeIn(response, documentName(contactId, eventId), work, fits);
		if (pdf === undefined) return { kind: 'postponed' };
		room.fits(index, pdf.bytes);
		if (pdf.bytes === 0) return { kind: 'pending', status: 'unavailable' };
		return { kind: 'final', status: 'downloaded', binary: pdf.binary };
	} catch (error) {
		room.fits(index, 0);
		const status = statusOfFailure(factsOf(error));
		return { kind: status === 'unavailable' ? 'pending' : 'final', status };
	}
}

/** @returns `undefined` where reading failed; `null` for a contact that is not there */
async function readContact({ raw }: TriggerEvent, { send, deadline }: Work) {
	const id = textOf(raw.contact_id);
	if (id === undefined) return null;
	try {
		return (await send<IDataObject>(contactRequest('GET', id), { deadline })).body;
	} catch (error) {
		return isNotFound(error) || factsOf(error)?.kind === 'invalidPath' ? null : undefined;
	}
}

async function workOn({ event, isLastTry }: Chosen, index: number, work: Work, room: Room): Promise<Outcome> {
	const { addContact, download: isWanted } = work.settings;
	const contact = addContact ? await readContact(event, work) : undefined;
	if (addContact && contact === undefined && !isLastTry) return { kind: 'pending', status: 'unavailable' };
	const outcome: Outcome = isWanted
		? await download(event, index, work, room)
		: { kind: 'final', status: 'skipped' };
	return addContact && outcome.kind !== 'postponed' ? { ...outcome, contact: contact ?? null } : outcome;
}

/**
 * Gets the PDFs and contacts of documentation events, five at a time, in the order of the events. Never throws.
 *
 * What does not fit into the room for PDFs after those before it waits for the next poll, as does everything behind it.
 */
export async function getDocuments(chosen: readonly Chosen[], work: Work): Promise<Worked> {
	const room = new Room(work.settings.maxAttachmentBytes);
	const outcomes = new Map<number, Outcome>();
	const documents = [...chosen.entries()].filter(([, { event }]) => needsWork(event.raw, work.settings));
	let isFull = false;
	await inParallel(
		documents,
		AT_ONCE,
		async ([index, entry]) => {
			const outcome = await workOn(entry, index, work, room);
			isFull ||= outcome.kind === 'postponed';
			outcomes.set(index, outcome);
		},
		() => isFull || room.isFull || work.now() >= work.deadline,
	);
	const worked: Worked = { deliver: [], waiting: [] };
	for (const [index, entry] of chosen.entries()) {
		const { event } = entry;
		// Several downloads at once may together have become too much.
		const outcome = room.fits(index) ? outcomes.get(index) : undefined;
		if (!needsWork(event.raw, work.settings)) {
			worked.deliver.push(event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event });
		} else if (outcome === undefined || outcome.kind === 'postponed') {
			worked.waiting.push({ ...entry, wasTried: false });
		} else if (outcome.kind === 'pending' && !entry.isLastTry) {
			worked.waiting.push({ ...entry, wasTried: true });
		} else {
			const { status, contact } = outcome;
			const binary = outcome.kind === 'final' ? outcome.binary : undefined;
			worked.deliver.push({ event, status, contact, binary });
		}
	}
	return worked;
}
