/** The record that the service has: reading it, and the shape in which it is sent back. */
import type { IDataObject } from 'n8n-workflow';

import { LEAVE_OUT, mapValues, withoutNulls } from '../../lib/json';
import { elapsed, MINUTE } from '../../lib/time';
import { isNotFound } from '../../transport/errors';
import { pathSegmentProblem } from '../../transport/path';
import { newTicket } from '../../transport/ticket';
import type { Sender, ServiceRequest } from '../../transport/types';
import { notThere } from '../report/refusal';
import { isBlank } from '../table/cells';
import type { RecordModel } from '../table/recordModel';
import type { Run, Target } from '../uploadTypes';

/** True if the run reads each stored record before it sends: in a dry run, and if fields that are not sent are kept. */
export const readsFirst = ({ setting: { keepsOtherFields, dryRun } }: Run): boolean =>
	keepsOtherFields || dryRun;

/**
 * Turns a stored record into the shape of an upload. `unknown` has the paths of the fields that are left out, because
 * the contract does not know them. A value that contradicts the contract is kept unchanged, and so is a blank.
 */
export function storedUpload(
	{ columnAt }: RecordModel,
	record: IDataObject,
	sendsUnknown: boolean,
): { upload: IDataObject; unknown: readonly string[] } {
	const unknown = new Set<string>();
	const keepUnknown = (value: unknown, path: string) => {
		if (sendsUnknown) return value;
		if (!isBlank(value)) unknown.add(path);
		return LEAVE_OUT;
	};
	const upload = mapValues(withoutNulls(record), (value, name) => {
		const column = columnAt([name]);
		if (column === undefined) return keepUnknown(value, name);
		const { shape } = column;
		if (shape === undefined) return LEAVE_OUT;
		return shape.ofStored ? shape.ofStored(value, name, keepUnknown) : value;
	});
	return { upload, unknown: [...unknown] };
}

/** A record is not sent if it was read longer ago than this, in milliseconds: somebody else may have changed it. */
export const READ_AGAIN_AFTER = MINUTE;

/** What the service has of a record. */
export interface Stored {
	/** Missing if it does not exist. */
	record?: IDataObject;
	/** When the answered request was sent, by `elapsed`: an answer may show what was there then. */
	readAt: number;
}

/** Reads a record. A record that does not exist is handed to `notFound`. @throws ServiceError */
export async function readRecord(
	send: Sender,
	request: ServiceRequest,
	notFound: (error: unknown) => void = () => undefined,
): Promise<Stored> {
	const ticket = newTicket(request);
	const answer = await send<IDataObject>(request, { ticket }).catch((error: unknown) => {
		if (!isNotFound(error)) throw error;
		notFound(error);
	});
	return { record: answer?.body, readAt: ticket.beganAt };
}

/**
 * Reads the stored record of a target. Reading a cell removes e.g. blanks from its ID. If the service does not have the
 * cleaned ID, the uncleaned one is tried, and becomes the ID of the target if the service has it.
 *
 * @throws ServiceError if the record has to exist and does not, or if the request fails
 */
export async function readStored(run: Run, target: Target): Promise<Stored> {
	const { model, setting, endpoint, send } = run;
	const givenIds = setting.keepsOtherFields ? target.rows.flatMap(({ givenId }) => givenId ?? []) : [];
	// No record has an ID that cannot be asked for, e.g. with the line break of its cell.
	const askable = givenIds.filter((id) => pathSegmentProblem(id) === undefined);
	let notFound: unknown;
	let stored: Stored = { readAt: elapsed() };
	for (const id of new Set([target.id, ...askable])) {
		stored = await readRecord(send, endpoint.read(id), (error) => void (notFound ??= error));
		if (!stored.record) continue;
		target.id = id;
		return stored;
	}
	if (setting.mustExist) throw notThere(model, target.id, notFound);
	return stored;
}
