import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../common/operation';
import { records, scalarText } from '../../lib/json';
import { statusIn } from '../../lib/uploadStatus';
import { idField } from '../../parameters/commonFields';
import { flatOf, recordOutput } from '../recordOutput';

/** The flat shape of an Operation. Its items are counted by their status. */
export const OPERATION_OUTPUT = {
	id: 'string',
	created_at: 'string',
	type: 'string',
	model: 'string',
	status: 'string',
	item_count: 'number',
	item_statuses: 'object',
} as const satisfies OutputShape;

/** The ID of the record that an item of an Operation is about: `model_id`; if the service leaves it out, `id`. */
export const recordIdOf = ({ id, model_id }: IDataObject): string | undefined =>
	scalarText(model_id) || scalarText(id) || undefined;

export function simplifyOperation(operation: IDataObject): IDataObject {
	const items = records(operation.items);
	const counts = new Map<string, number>();
	for (const { status } of items) {
		const key = statusIn(status);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const item_statuses = Object.fromEntries(counts);
	return flatOf(OPERATION_OUTPUT, { ...operation, item_count: items.length, item_statuses });
}

export const operationOutput = recordOutput(
	['id', 'created_at', 'type', 'model', 'status', 'items'],
	simplifyOperation,
);

export const operationIdField = idField(
	'operationId',
	'Upload Operation',
	"The upload to look up. Its ID is in operation_id of the upload's output.",
	'searchOperations',
	'Choose from recent uploads…',
	'7f8b2c1e-5d2a-4f0e-9a55-1c0e8d1b7a34',
);
