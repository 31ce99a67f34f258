import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../../clock';
import type { BatchOperation } from '../../operation';
import type { BatchPlan } from '../../plan';
import { inParallel } from '../../pool';
import { concernsNoRecord, isNotFound, ServiceError } from '../../transport/errors';
import type { Sender } from '../../transport/send';
import { WIDEST } from '../../transport/line';
import { NOT_SENT, refusalOf, takeOut, type Element, type Row } from './elements';

/** Milliseconds after which a record is read again before its upload is sent: its contact may have changed it. */
export const FRESH_FOR = 60_000;

export interface Run {
	noun: BatchOperation['noun'];
	plan: BatchPlan;
	send: Sender;
	/** The first refusal ends it: On Error is "stop", and this is no dry run. */
	stops: boolean;
	anyRefused: boolean;
	/** A batch was refused and is being sent in parts: if this run stops, nothing else is begun meanwhile. */
	isIsolating: boolean;
	/** Batches that were refused as a whole, because no answer named a record. */
	batchesGivenUp: number;
	/** Why the rest of the run is not sent. */
	reasonToStop?: ServiceError;
	/** Elements of the largest request that was taken; 0: none was. */
	largestTaken: number;
	/** More elements than this were too large for a request. */
	sizeLimit: number;
}

/**
 * Ends elements as refused, each with words that say which one it is.
 *
 * @throws the error itself in a dry run, if it is about no record: no other record would come to an end
 */
export function refuse(run: Run, elements: readonly Element[], error: unknown): void {
	if (run.plan.dryRun && concernsNoRecord(error)) throw error;
	run.anyRefused ||= elements.length > 0;
	// Of several that are refused together, nobody knows which one the service means.
	const { plan, send } = run;
	const quoted: BatchPlan['explain'] = (entries, upload) => plan.explain(entries, send.withoutKey(upload));
	const explain = elements.length === 1 ? quoted : undefined;
	for (const element of elements) {
		element.end = { refusal: { error: refusalOf(element, error, run.noun.one, explain) } };
	}
}

/** Builds what is sent for an element, over what the service has where that is read. */
function build(run: Run, element: Element, current: IDataObject | undefined): void {
	const { plan } = run;
	const counting = plan.rowsOfOneId === 'last' ? element.rows.slice(-1) : element.rows;
	const refuseRow = (at: number, error: unknown): void => {
		run.anyRefused = true;
		takeOut(element, counting[at] as Row, error, run.noun.one);
	};
	try {
		const raws = counting.map(({ raw = {} }) => raw);
		const { upload, change, notes } = plan.build(raws, current, refuseRow);
		element.change = change;
		element.notes = notes;
		if (plan.dryRun || change === 'unchanged') element.end = NOT_SENT;
		else element.upload = upload;
	} catch (error) {
		refuse(run, [element], error);
	}
}

/** Reads and builds elements; those that cannot be sent, or need not be, have ended afterwards. */
export async function buildAll(run: Run, elements: readonly Element[]): Promise<void> {
	const { plan, send } = run;
	const { current } = plan;
	if (current === undefined) {
		for (const element of elements) build(run, element, undefined);
		return;
	}
	await inParallel(elements, WIDEST, async (element) => {
		let found: IDataObject | undefined;
		try {
			const { body, headers } = await send(current.request(element.id));
			found = current.read(body, element.id);
			if (found === undefined) {
				const message = `The service answered with another record than "${element.id}"`;
				const description =
					'Nothing was sent for this record. Try again later. If this goes on, give the Request-Id to the support of the service.';
				const facts = { kind: 'unexpectedBody', requestId: headers['request-id'] } as const;
				throw new ServiceError({ message, description }, facts);
			}
		} catch (error) {
			if (current.mustExist || !isNotFound(error)) return refuse(run, [element], error);
		}
		build(run, element, found);
		if (element.upload) element.readAt = elapsed();
	});
}

/** True for an element that cannot be sent as it was read: that is too long ago. */
export const isOutdated = ({ end, readAt = Infinity }: Element): boolean =>
	end === undefined && elapsed() - readAt > FRESH_FOR;
