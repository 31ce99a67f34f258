import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { elapsed, isCancelled, pause } from '../lib/time';
import { lookUntil } from '../common/untilFinished';
import type { AttachmentPlan, FilePlan, Result } from '../common/plan';
import { factsOf, ServiceError } from '../transport/errors';
import { delayAfter, MAX_TRIES } from '../transport/tries';
import type { SendLimits, Sender, ServiceResponse } from '../transport/types';
import type { LeavePlace, PdfEnd, PdfPlaces } from './pdfPlaces';
import { resultsWithout } from './runOne';

type BinaryHelpers = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** What all downloads of an execution share. */
export interface Downloads {
	helpers: BinaryHelpers;
	signal: AbortSignal | undefined;
	places: PdfPlaces;
}

interface Pdf {
	binary: IBinaryData;
	size: number | undefined;
}

function damaged({ headers }: ServiceResponse, networkMessage: string): ServiceError {
	const description = 'Something between n8n and the service may have changed it. Try again later.';
	const facts = { kind: 'unexpectedBody', requestId: headers['request-id'], networkMessage } as const;
	return new ServiceError({ message: 'The file arrived damaged', description }, facts);
}

/** Streams the PDF of an answer into n8n's binary data. */
async function storePdf(helpers: BinaryHelpers, response: ServiceResponse, fileName: string): Promise<Pdf> {
	const body = response.body as Parameters<BinaryHelpers['prepareBinaryData']>[0];
	const binary = await helpers.prepareBinaryData(body, fileName, 'application/pdf');
	const length = binary.bytes ?? Number(response.headers['content-length'] ?? NaN);
	return { binary, size: Number.isFinite(length) ? length : undefined };
}

/** Error codes of a stream whose content cannot be decompressed as its headers say. */
const DAMAGED = /^(Z_|ERR_BROTLI)/;

/** Error codes of a stream that broke off, from Node and axios. A full disk has other codes. */
const CUT = /^(ECONNRESET|ECONNABORTED|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|ETIMEDOUT)$/;

/** The error code of a stream that the transport breaks off, because its time is over. */
const TOOK_TOO_LONG = 'ETIMEDOUT';

interface Fetched {
	/** Missing if the service has not generated it yet, or if the connection broke off. */
	pdf?: Pdf;
	requestId?: string;
	brokeOff?: true;
}

/** The statuses of answers that there is no PDF. */
const ABSENT = new Set([204, 404, 410]);

/** Downloads a PDF into n8n's binary data, in a place. @throws ServiceError if it cannot be downloaded */
async function fetchInPlace(
	send: Sender,
	{ request, fileName }: AttachmentPlan,
	{ helpers }: Downloads,
	leave: LeavePlace,
	limits: SendLimits,
): Promise<Fetched> {
	let end: PdfEnd = 'failed';
	try {
		const response = await send(request, limits).catch((error: unknown) => {
			if (ABSENT.has(factsOf(error)?.status ?? 0)) end = 'absent';
			throw error;
		});
		const requestId = response.headers['request-id'];
		if (ABSENT.has(response.status)) {
			end = 'absent';
			return { requestId };
		}
		// The file name contains IDs of the service, which could contain the API key.
		const pdf = await storePdf(helpers, response, send.withoutKey(fileName)).catch((error: unknown) => {
			const code = String((error as { code?: unknown }).code);
			if (DAMAGED.test(code)) throw damaged(response, `code ${code}`);
			if (!CUT.test(code)) throw error;
			end = code === TOOK_TOO_LONG ? 'tookTooLong' : 'brokeOff';
			return undefined;
		});
		if (pdf === undefined) return { requestId, brokeOff: true };
		end = 'arrived';
		return { pdf, requestId };
	} finally {
		leave(end);
	}
}

/**
 * Downloads a PDF into n8n's binary data. Tries again if the connection breaks off during the download. It waits for a
 * place before each try, and gives it back after it, so that no place is held during a pause.
 *
 * @param limits `within` covers all tries together, without the waits for a place
 * @param held a place that the first try already has
 * @returns no `pdf` if the service has not generated it yet
 * @throws ServiceError if the PDF cannot be downloaded
 */
export async function fetchPdf(
	send: Sender,
	plan: AttachmentPlan,
	downloads: Downloads,
	{ within = Infinity, ...limits }: SendLimits = {},
	held?: LeavePlace,
): Promise<Pick<Fetched, 'pdf' | 'requestId'>> {
	let end = elapsed() + within;
	for (let tries = 1, leave = held; ; tries++, leave = undefined) {
		const askedAt = elapsed();
		leave ??= await downloads.places.take(plan.request.timeout);
		end += elapsed() - askedAt;
		const ofThisTry = { ...limits, within: Math.max(0, end - elapsed()) };
		const { brokeOff, ...fetched } = await fetchInPlace(send, plan, downloads, leave, ofThisTry);
		if (!brokeOff) return fetched;
		if (tries === MAX_TRIES) {
			const message = 'The connection to the service broke off during the download';
			const description = 'Try again later. If this goes on, check the network between n8n and the service.';
			const { requestId } = fetched;
			throw new ServiceError({ message, description }, { kind: 'unreachable', requestId });
		}
		await pause(delayAfter(tries), downloads.signal);
	}
}

/**
 * Downloads the PDF of an input item, and waits for one that is not generated yet.
 *
 *     how it ends                       the result
 *     downloaded                        an item with the file
 *     not generated within `maxWait`    an item without a file if `mayBePending`, otherwise why the last look found none
 *     a failure that is an `isAbsence`  as On Not Found says
 *     any other failure                 thrown
 *     the run is over before it begins  none
 *
 * @param isOver true once a failure ends the execution
 */
export async function runFile(
	plan: FilePlan,
	send: Sender,
	downloads: Downloads,
	isOver: () => boolean,
): Promise<Result[]> {
	const { item, maxWait, onNotFound, describe, isAbsence } = plan;
	/** Why the last look found no PDF. */
	let reason: unknown;
	// Before `maxWait` begins: the wait for a place is no wait for the PDF.
	let held: LeavePlace | undefined = await downloads.places.take(plan.request.timeout);
	if (isOver()) {
		held('failed');
		return [];
	}
	const look = async (limits: SendLimits) => {
		const fetching = fetchPdf(send, plan, downloads, limits, held);
		held = undefined;
		fetching.catch((error: unknown) => (reason = error));
		const { pdf, requestId } = await fetching;
		reason = new ServiceError(plan.notGenerated, { kind: 'status', status: 204, requestId });
		return pdf;
	};
	const failed = (error: unknown): Result[] => {
		const facts = factsOf(error);
		const notFound = { onNotFound, item: { ...item, ...describe({ kind: 'failed', facts }), found: false } };
		return resultsWithout(error, notFound, () => error instanceof ServiceError && isAbsence(facts));
	};
	let pdf: Pdf | undefined;
	try {
		// `maxWait` is the time until the PDF exists. A download that begins near its end still has the full timeout.
		pdf = await lookUntil(look, maxWait, () => isCancelled(downloads.signal), {
			lastLook: plan.request.timeout,
		});
	} catch (error) {
		return failed(error);
	}
	if (pdf !== undefined) {
		const { binary, size } = pdf;
		const json = { ...item, ...describe({ kind: 'downloaded', fileName: binary.fileName, size }) };
		return [{ json, binary: { [send.withoutKey(plan.binaryPropertyName)]: binary } }];
	}
	return plan.mayBePending ? [{ json: { ...item, ...describe({ kind: 'pending' }) } }] : failed(reason);
}
