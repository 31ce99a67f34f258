import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../operation';
import { entriesOf, hasLostDigits, isRecord, LEAVE_OUT, scalarText, withoutNulls } from '../../values';
import { isBlank, type RecordModel } from './columns';

/** The answer to reading a record; `undefined` for another one. */
export const currentOf = (body: unknown, id: string): IDataObject | undefined =>
	isRecord(body) && scalarText(body.id) === id ? body : undefined;

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
