import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../operation';
import { records, scalarText, withoutEmpty } from '../../values';
import { recordOutput } from '../output';

/** One of the service's Operations, simplified: its items are counted by status. */
export const OPERATION_OUTPUT = {
	id: 'string',
	created_at: 'string',
	type: 'string',
	model: 'string',
	status: 'string',
	item_count: 'number',
	item_statuses: 'object',
} as const satisfies OutputShape;

/** The ID of the record that an item of an Operation is about: the model's where the service gives one. */
export const recordIdOf = ({ id, model_id }: IDataObject): string | undefined =>
	scalarText(model_id) || scalarText(id) || undefined;

export function simplifyOperation(operation: IDataObject): IDataObject {
	const items = records(operation.items);
	const counts = new Map<string, number>();
	for (const { status } of items) {
		const key = scalarText(status) ?? 'unknown';
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return withoutEmpty({
		id: operation.id,
		created_at: operation.created_at,
		type: operation.type,
		model: operation.model,
		status: operation.status,
		item_count: items.length,
		item_statuses: Object.fromEntries(counts),
	});
}

export const operationOutput = recordOutput(
	['id', 'created_at', 'type', 'model', 'status', 'items'],
	simplifyOperation,
);
