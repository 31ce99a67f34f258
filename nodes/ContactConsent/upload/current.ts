import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { InvalidInput } from '../operation';
import { inParallel } from '../pool';
import { isNotFound, ServiceError } from '../transport/errors';
import { WIDEST } from '../transport/line';
import { entriesOf, hasLostDigits, isRecord, LEAVE_OUT, scalarText, withoutNulls } from '../values';
import type { RecordModel } from './columns';
import { notThere } from './refusal';
import { isBlank } from './same';
import type { Run, Target } from './types';

/**
 * A record of the service in the shape in which it would be sent, and the paths of what the contract does not know and
 * is left out. What is not as the contract says stays as it is, and so do blanks.
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
	const upload = entriesOf(withoutNulls(record), (value, name) => {
		const column = columnAt([name]);
		if (column === undefined) return keepUnknown(value, name);
		const { shape } = column;
		if (shape === undefined) return LEAVE_OUT;
		return shape.ofStored ? shape.ofStored(value, name, keepUnknown) : value;
	});
	return { upload, unknown: [...unknown] };
}

/** The steps to the first number that JSON has rounded. */
function roundedIn(value: unknown): string[] | undefined {
	if (hasLostDigits(value)) return [];
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [key, part] of Object.entries(value)) {
		const steps = roundedIn(part);
		if (steps) return [key, ...steps];
	}
	return undefined;
}

/** @throws InvalidInput for a number that JSON has rounded: sending it back would change it */
export function assertExact(upload: IDataObject): void {
	const steps = roundedIn(upload);
	if (steps === undefined) return;
	throw new InvalidInput(
		`The service shows a number in ${steps.join('.')} that has too many digits for n8n`,
		'Sending it back would change it. Give its text in this row, or ask the support of the service to show it as text.',
	);
}

/** Reads one record. @returns the answer that it is not there @throws ServiceError, also for another record */
async function readOne({ endpoint, send }: Run, id: string): Promise<IDataObject | ServiceError> {
	const answer = await send(endpoint.read(id)).catch((error: unknown) => {
		if (isNotFound(error)) return error as ServiceError;
		throw error;
	});
	if (answer instanceof ServiceError) return answer;
	const { body, headers } = answer;
	if (isRecord(body) && scalarText(body.id) === id) return body;
	const message = `The service answered with another record than "${id}"`;
	const description =
		'Nothing was sent for this record. Try again later. If this goes on, give the Request-Id to the support of the service.';
	throw new ServiceError(
		{ message, description },
		{ kind: 'unexpectedBody', requestId: headers['request-id'] },
	);
}

/**
 * Reads what is there for a target. Where its ID is not there, the ID as a cell has it may be, with what was taken off.
 *
 * @returns `undefined` where it is not there
 */
async function readTarget(run: Run, target: Target): Promise<IDataObject | undefined> {
	const { model, setting } = run;
	const found = await readOne(run, target.id);
	if (!(found instanceof ServiceError)) return found;
	const ownIds = setting.keeps ? target.rows.flatMap((row) => row.ownId ?? []) : [];
	for (const ownId of new Set(ownIds)) {
		const record = await readOne(run, ownId);
		if (record instanceof ServiceError) continue;
		target.id = ownId;
		return record;
	}
	if (setting.mustExist) throw notThere(model, target.id, found);
	return undefined;
}

/**
 * Reads what the service has of targets.
 *
 * @param done gets the record, `undefined` for one that is not there, and when it was read
 * @param failed gets why a record could not be read
 */
export async function readCurrent(
	run: Run,
	targets: readonly Target[],
	done: (target: Target, record: IDataObject | undefined, readAt: number) => void,
	failed: (target: Target, error: unknown) => void,
): Promise<void> {
	await inParallel(targets, WIDEST, async (target) => {
		const found = await readTarget(run, target).then(
			(record) => ({ record }),
			(error: unknown) => ({ error }),
		);
		if ('error' in found) failed(target, found.error);
		else done(target, found.record, elapsed());
	});
}
