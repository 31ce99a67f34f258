import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InvalidInput } from '../operation';
import { ServiceError, toNodeApiError } from '../transport/errors';
import { singleLine } from '../values';

/** What an operation puts out, before it is paired to the input. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** How something ended: with a result, or refused; and which input items it is about. */
export type Outcome = { from: number | number[] } & ({ result: Result } | { error: unknown });

/** What cannot be sent, with the row that it came from. */
function invalidInput(node: INode, invalid: InvalidInput, itemIndex: number): NodeOperationError {
	const message = singleLine(invalid.message);
	const description = singleLine(`${invalid.advice} It came from row ${itemIndex + 1} of the input.`);
	const error = new NodeOperationError(node, message, { description, itemIndex });
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	error.message = message;
	return error;
}

/** Any error as n8n's own kind, with its item. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ServiceError) return toNodeApiError(node, error, itemIndex);
	if (error instanceof InvalidInput) return invalidInput(node, error, itemIndex);
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/**
 * A refused item: `error` says what happened, `message` how to go on, and nothing else.
 * On the error output, n8n lays the input's fields over exactly this shape; any further key sends it to the success output.
 */
export function refusedItem(node: INode, error: unknown, from: number): INodeExecutionData {
	const { message, description } = toNodeError(node, error, from);
	return {
		json: { error: singleLine(message), message: singleLine(description ?? '') },
		pairedItem: { item: from },
	};
}

const withoutErrorField = ({ error, ...rest }: IDataObject): IDataObject => ({
	...rest,
	service_error: error,
});

/**
 * A result as n8n's item, built in one go: there may be very many, and a key that is added later takes more memory.
 * A field `error` from the service is renamed, because n8n would take it for a failure.
 */
export function resultItem({ json: given, binary }: Result, from: number | number[]): INodeExecutionData {
	const pairedItem = Array.isArray(from) ? from.map((index) => ({ item: index })) : { item: from };
	const json = given.error === undefined ? given : withoutErrorField(given);
	return binary === undefined ? { json, pairedItem } : { json, binary, pairedItem };
}
