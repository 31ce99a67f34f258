import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { BatchOperation, Operation } from '../operation';
import { findOperation } from '../resources';
import { cancelSignal } from '../pause';
import { createSend } from '../transport/send';
import type { Send } from '../transport/types';
import { runBatch } from './batch';
import { runFile } from './file';
import { runOne } from './one';
import { refusedItem, resultItem, toNodeError, type Outcome, type Result } from './outcome';
import { runPages } from './pages';
import { inParallel } from '../pool';
import { parametersOf } from './parameters';
import { runWait } from './waiting';

function chosenOperation(context: IExecuteFunctions): Operation {
	const { value: read } = parametersOf(context, 0);
	const resource = read<string>('resource', '');
	const value = read<string>('operation', '');
	const operation = findOperation(resource, value);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `The operation "${value}" of "${resource}" is not known`, {
		description:
			'Choose a resource and an operation from the lists. For other requests, use the HTTP Request node.',
	});
}

type EachOperation = Exclude<Operation, BatchOperation>;

/** The results of one input item. */
async function runItem(
	context: IExecuteFunctions,
	operation: EachOperation,
	send: Send,
	warn: (message: string) => void,
	itemIndex: number,
): Promise<Result[]> {
	const parameters = parametersOf(context, itemIndex);
	const signal = cancelSignal(context);
	switch (operation.kind) {
		case 'one':
			return await runOne(operation.plan(parameters), send);
		case 'pages':
			return await runPages(operation.plan(parameters), send, context.helpers, warn, signal);
		case 'file':
			return await runFile(operation.plan(parameters), send, context.helpers, signal);
		case 'wait':
			return await runWait(operation.plan(parameters), send, warn, signal);
	}
}

const PARALLEL_READS = 8;

/** What changes something, or takes something away, keeps to the order of the items. */
function mayOverlap(operation: EachOperation): boolean {
	if (operation.kind === 'one') return operation.reads === true;
	return operation.kind === 'file' || operation.kind === 'wait';
}

/** Warnings for the output pane, each once however many items it is about. */
function warnings(context: IExecuteFunctions): (message: string) => void {
	const given = new Set<string>();
	return (message) => {
		if (given.has(message)) return;
		given.add(message);
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	};
}

/** How an input item ended; missing for one that was not begun. */
type End = Result[] | { error: unknown } | undefined;

function* inOrder(ends: readonly End[]): Generator<Outcome> {
	for (const [from, end] of ends.entries()) {
		if (Array.isArray(end)) for (const result of end) yield { from, result };
		else if (end) yield { from, error: end.error };
	}
}

/**
 * Runs an operation for each item, with outcomes in the order of the items.
 * With On Error "stop", the first failure ends it: no further item is begun, and the failure of the first item counts.
 */
async function runEach(
	context: IExecuteFunctions,
	operation: EachOperation,
	send: Send,
): Promise<Iterable<Outcome>> {
	const ends: End[] = [];
	const warn = warnings(context);
	let isOver = false;
	await inParallel(
		context.getInputData().keys(),
		mayOverlap(operation) ? PARALLEL_READS : 1,
		async (from) => {
			try {
				ends[from] = await runItem(context, operation, send, warn, from);
			} catch (error) {
				ends[from] = { error };
				isOver ||= !context.continueOnFail() || cancelSignal(context)?.aborted === true;
			}
		},
		() => isOver,
	);
	return inOrder(ends);
}

async function outcomesOf(context: IExecuteFunctions): Promise<Iterable<Outcome>> {
	const operation = chosenOperation(context);
	const send = await createSend(context);
	return operation.kind === 'batch'
		? await runBatch(context, operation, send)
		: await runEach(context, operation, send);
}

/**
 * The action node: runs the chosen operation over the input items and pairs what comes of it to them.
 * The only place that knows On Error: a failure is thrown, or put out as an item of its own.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	let outcomes: Iterable<Outcome>;
	try {
		outcomes = await outcomesOf(context);
	} catch (error) {
		if (!context.continueOnFail() || cancelSignal(context)?.aborted) throw toNodeError(node, error, 0);
		// Thrown, n8n would send the input items down the success output.
		outcomes = [...context.getInputData().keys()].map((from) => ({ from, error }));
	}
	const isFatal = !context.continueOnFail() || cancelSignal(context)?.aborted === true;
	const items: INodeExecutionData[] = [];
	for (const outcome of outcomes) {
		if ('result' in outcome) {
			items.push(resultItem(outcome.result, outcome.from));
			continue;
		}
		const [from = 0] = [outcome.from].flat();
		if (isFatal) throw toNodeError(node, outcome.error, from);
		items.push(refusedItem(node, outcome.error, from));
	}
	return [items];
}
