import type { IBinaryData, IPollFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { documentationRequest } from '../resources/documentation/requests';
import { documentOf } from '../resources/event/fields';
import { inParallel } from '../pool';
import { documentName, statusOfFailure } from '../resources/documentation/document';
import { factsOf } from '../transport/errors';
import type { Send, ServiceResponse } from '../transport/types';
import type { DocumentOutcome } from './types';
import type { TriggerEvent } from './event';

const STREAMS = 5;
const PDF = 'application/pdf';

type Helpers = Pick<IPollFunctions['helpers'], 'prepareBinaryData'>;
type PdfStream = AsyncIterable<Buffer> & { destroy?: () => void };

export interface AttachmentLimits {
	storage: 'execution' | 'binaryStorage';
	/** Bytes of PDFs that one poll may attach; a single larger one is attached alone. */
	maxBytes: number;
	/** Epoch milliseconds. */
	deadline: number;
	now: () => number;
}

const sizeInWords = (bytes: number): string => {
	const [size, unit] = bytes < 1e3 ? [bytes, 'B'] : bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
	return `${Number(size.toPrecision(3))} ${unit}`;
};

/** A PDF inside the data of the execution: it is pruned with it and reaches every worker. */
function inExecution(pdf: Buffer, fileName: string): IBinaryData {
	return {
		data: pdf.toString('base64'),
		mimeType: PDF,
		fileType: 'pdf',
		fileName,
		fileExtension: 'pdf',
		fileSize: sizeInWords(pdf.length),
		bytes: pdf.length,
	};
}

/**
 * Takes in the PDF of an answer.
 *
 * @param hasRoom asked with the size known so far
 * @returns `undefined` where this poll has no room for it
 */
async function takeIn(
	{ body, headers }: ServiceResponse,
	fileName: string,
	helpers: Helpers,
	limits: AttachmentLimits,
	hasRoom: (bytes: number) => boolean,
): Promise<{ binary: IBinaryData; bytes: number } | undefined> {
	const stream = body as PdfStream;
	const announced = Number(headers['content-length'] ?? 0) || 0;
	if (!hasRoom(announced)) {
		stream.destroy?.();
		return undefined;
	}
	if (limits.storage === 'binaryStorage') {
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
		if (limits.now() > limits.deadline) throw new OperationalError('The download took too long');
	}
	return { binary: inExecution(Buffer.concat(chunks), fileName), bytes };
}

/** What a failed download means for its event. */
function outcomeOf(error: unknown): DocumentOutcome {
	const status = statusOfFailure(factsOf(error));
	return { kind: status === 'unavailable' ? 'pending' : 'final', status };
}

/**
 * Downloads the PDFs of documentation events, five at a time, in the order of the events. Never throws.
 *
 * What does not fit into `maxBytes` after the PDFs before it is postponed, as is everything behind it.
 *
 * @returns by event key; an event that is missing was not tried
 */
export async function downloadDocuments(
	events: readonly TriggerEvent[],
	send: Send,
	helpers: Helpers,
	limits: AttachmentLimits,
): Promise<Map<string, DocumentOutcome>> {
	const outcomes = new Map<string, DocumentOutcome>();
	const sizes = events.map(() => 0);
	const before = (index: number) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
	let isFull = false;

	const download = async (index: number, event: TriggerEvent): Promise<DocumentOutcome> => {
		const document = documentOf(event.raw);
		if (document === undefined) return { kind: 'final', status: 'not_found' };
		const { contactId, eventId } = document;
		try {
			const response = await send(documentationRequest(contactId, eventId), { deadline: limits.deadline });
			if (response.status === 204) return { kind: 'pending', status: 'not_generated' };
			const name = documentName(contactId, eventId);
			const pdf = await takeIn(response, name, helpers, limits, (size) => {
				const others = before(index);
				const fits = others === 0 || others + size <= limits.maxBytes;
				sizes[index] = fits ? size : 0;
				return fits;
			});
			if (pdf === undefined) return { kind: 'postponed' };
			sizes[index] = pdf.bytes;
			if (pdf.bytes === 0) return { kind: 'pending', status: 'unavailable' };
			return { kind: 'final', status: 'downloaded', binary: pdf.binary };
		} catch (error) {
			sizes[index] = 0;
			return outcomeOf(error);
		}
	};

	await inParallel(
		events.entries(),
		STREAMS,
		async ([index, event]) => {
			const outcome = await download(index, event);
			isFull ||= outcome.kind === 'postponed';
			outcomes.set(event.key, outcome);
		},
		() => isFull || limits.now() >= limits.deadline || before(events.length) >= Math.max(1, limits.maxBytes),
	);
	postponeOverflow(events, sizes, outcomes, limits.maxBytes);
	return outcomes;
}

/** Several downloads at once may together have become too much; the later ones wait. */
function postponeOverflow(
	events: readonly TriggerEvent[],
	sizes: readonly number[],
	outcomes: Map<string, DocumentOutcome>,
	maxBytes: number,
): void {
	let sum = 0;
	events.forEach(({ key }, index) => {
		const size = sizes[index] ?? 0;
		if (size > 0 && sum > 0 && sum + size > maxBytes) outcomes.set(key, { kind: 'postponed' });
		else sum += size;
	});
}
