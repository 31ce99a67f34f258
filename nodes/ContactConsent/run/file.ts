import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { FileOperation } from '../operation';
import { pause } from '../pause';
import { documentName, statusOfFailure } from '../resources/documentation/document';
import { factsOf, ServiceError } from '../transport/errors';
import { delayBeforeRetry } from '../transport/retry';
import type { Send, ServiceRequest, ServiceResponse } from '../transport/types';
import { withoutEmpty } from '../values';
import { resultsWithout } from './one';
import type { Result } from './outcome';
import { lookUntil } from './waiting';

type BinaryHelpers = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

interface Pdf {
	binary: IBinaryData;
	size: number | undefined;
}

const emptyFile = (requestId: string | undefined): ServiceError =>
	new ServiceError(
		{
			message: 'The service sent an empty file',
			description: 'Try again later. If it stays, give the Request-Id to the support of the service.',
		},
		{ kind: 'unexpectedBody', requestId },
	);

/** Hands the PDF of an answer over to n8n's binary data, as a stream. */
async function storePdf(helpers: BinaryHelpers, response: ServiceResponse, fileName: string): Promise<Pdf> {
	const body = response.body as Parameters<BinaryHelpers['prepareBinaryData']>[0];
	const binary = await helpers.prepareBinaryData(body, fileName, 'application/pdf');
	const length = binary.bytes ?? Number(response.headers['content-length'] ?? NaN);
	if (length === 0) throw emptyFile(response.headers['request-id']);
	return { binary, size: Number.isFinite(length) ? length : undefined };
}

/** How a stream that was cut ends: Node's own codes and axios's. A full disk is not among them. */
const CUT_CODES: ReadonlySet<unknown> = new Set([
	'ECONNRESET',
	'ECONNABORTED',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'ETIMEDOUT',
]);

const brokenOff = (requestId: string | undefined): ServiceError =>
	new ServiceError(
		{
			message: 'The connection to the service broke off during the download',
			description: 'Try again later. If it stays, check the network between n8n and the service.',
		},
		{ kind: 'unreachable', requestId },
	);

/**
 * Downloads a PDF into n8n's binary data, again if the connection breaks off in the middle of it.
 *
 * @returns `undefined` for one that is not generated yet
 */
export async function fetchPdf(
	send: Send,
	request: ServiceRequest,
	helpers: BinaryHelpers,
	fileName: string,
	signal: AbortSignal | undefined,
): Promise<Pdf | undefined> {
	for (let tries = 1; ; tries++) {
		const response = await send(request);
		if (response.status === 204) return undefined;
		const pdf = await storePdf(helpers, response, fileName).catch((error: unknown) => {
			if (!CUT_CODES.has((error as { code?: unknown }).code)) throw error;
			return undefined;
		});
		if (pdf) return pdf;
		const cut = brokenOff(response.headers['request-id']);
		const delay = delayBeforeRetry(cut.facts, request.repeatable, tries, Date.now(), Math.random());
		if (delay === undefined) throw cut;
		await pause(delay, signal);
	}
}

const notGenerated = (contactId: unknown, waited: number): ServiceError =>
	new ServiceError(
		{
			message: `The documentation of the contact "${String(contactId)}" is not generated yet`,
			description:
				waited > 0
					? `It was not there after ${waited / 1000} seconds. Wait longer with the option Max Wait, or choose an item without file with the option When Not Generated.`
					: 'Try again later, or let the node wait with the option When Not Generated.',
		},
		{ kind: 'status', status: 204 },
	);

/** Downloads the PDF of an item. */
export async function runFile(
	plan: ReturnType<FileOperation['plan']>,
	send: Send,
	helpers: BinaryHelpers,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { request, item, whenNotGenerated, maxWait, onNotFound } = plan;
	const wait = whenNotGenerated === 'wait' ? maxWait : 0;
	try {
		const fileName = plan.fileName || documentName(...request.path.slice(1));
		const pdf = await lookUntil(() => fetchPdf(send, request, helpers, fileName, signal), wait, signal);
		if (pdf === undefined) {
			if (whenNotGenerated !== 'output') throw notGenerated(item.contact_id, wait);
			return [{ json: { ...item, documentation_status: 'not_generated' } }];
		}
		const { binary, size } = pdf;
		return [
			{
				json: withoutEmpty({
					...item,
					documentation_status: 'downloaded',
					file_name: fileName,
					file_size: size,
				}),
				binary: { [plan.binaryPropertyName]: binary },
			},
		];
	} catch (error) {
		const status = statusOfFailure(factsOf(error));
		const notFound = { onNotFound, item: { ...item, documentation_status: status } };
		return resultsWithout(error, notFound, () => status !== 'unavailable');
	}
}
