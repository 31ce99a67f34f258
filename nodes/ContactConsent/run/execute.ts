import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { forgetTries, recallTries } from '../common/earlierTries';
import type { Operation, Resource } from '../common/operation';
import { executionErrorWords } from '../common/executionError';
import { isFatal, refusalWords, refusedItem, resultItem, toNodeError } from '../common/itemOutput';
import type { Failure, ItemOutcome } from '../common/plan';
import { createSend } from '../transport/send';
import { scalarText } from '../lib/json';
import { runDelete } from './runDelete';
import { runItems } from './runItems';

/**
 * The operation chosen in the node.
 *
 * @throws NodeOperationError if the operation is unknown
 */
function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const [resource, value] = ['resource', 'operation'].map(
		(name) => scalarText(context.getNodeParameter(name, 0, '')) ?? '',
	);
	const operations = resources.find((entry) => entry.value === resource)?.operations;
	const operation = operations?.find((entry) => entry.value === value);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `The operation "${value}" of "${resource}" is not known`, {
		description:
			'Choose a resource and an operation from the lists. For other requests, use the HTTP Request node.',
	});
}

/**
 * The action node: runs the chosen operation over the input items and pairs each output item with its input item.
 * Only this function applies On Error: it throws a failure, or puts it out as an item.
 */
export async function execute(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	let outcomes: Iterable<ItemOutcome>;
	let withoutKey = <Value>(value: Value): Value => value;
	// The words of a failure may quote what was sent, so the API key is removed.
	const errorOf = (failures: readonly [Failure, ...Failure[]], from: number) => {
		const words = executionErrorWords(failures, from, context.getInputData().length);
		return toNodeError(node, failures[0], withoutKey(words), from);
	};
	try {
		const send = await createSend(context);
		({ withoutKey } = send);
		const operation = chosenOperation(context, resources);
		outcomes = await (operation.kind === 'together'
			? operation.run(context, send)
			: operation.kind === 'delete'
				? runDelete(context, operation, send, recallTries(context))
				: runItems(context, operation, send, recallTries(context)));
	} catch (error) {
		if (isFatal(context)) throw errorOf([{ error }], 0);
		// If this error were thrown, n8n would pass the input items on through the success output.
		outcomes = [...context.getInputData().keys()].map((from) => ({ from, error }));
	}
	const items: INodeExecutionData[] = [];
	const ending: Array<ItemOutcome & Failure> = [];
	for (const outcome of outcomes) {
		if ('result' in outcome) {
			const { json, binary } = outcome.result;
			items.push(resultItem({ json: withoutKey(json), binary }, outcome.from));
			continue;
		}
		const [from = 0] = [outcome.from].flat();
		if (isFatal(context)) ending.push(outcome);
		else items.push(refusedItem(withoutKey(refusalWords(outcome, from)), from));
	}
	const [first, ...others] = ending;
	if (first) throw errorOf([first, ...others], [first.from].flat()[0] ?? 0);
	forgetTries(context, items);
	return [items];
}
