import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { BatchOperation, Operation, Resource } from '../operation';
import { readParameters } from '../parameters';
import { cancelSignal } from '../pause';
import { sentence } from '../transport/errors';
import { WIDEST } from '../transport/pace';
import { createSend, type Sender } from '../transport/send';
import { scalarText } from '../values';
import { runBatch } from './batch';
import { runFile } from './file';
import { runOne } from './one';
import { refusedItem, resultItem, toNodeError, type Outcome, type Result } from './outcome';
import { runPages } from './pages';
import { createTurns, inParallel, type InTurn } from '../pool';
import { itemOf, itemSources } from './source';
import { waitedInWords } from './summary';
import { runWait } from './waiting';

/**
 * The operation that the node is set to.
 *
 * @throws NodeOperationError for one that is not known
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

type EachOperation = Exclude<Operation, BatchOperation>;

/** What the items of one execution share. */
interface Run {
	send: Sender;
	warn: (message: string) => void;
	inTurn: InTurn;
	sourceOf: ReturnType<typeof itemSources>;
}

/** The results of one input item. */
async function runItem(
	context: IExecuteFunctions,
	operation: EachOperation,
	{ send, warn, inTurn, sourceOf }: Run,
	itemIndex: number,
): Promise<Result[]> {
	const { json } = context.getInputData()[itemIndex] ?? { json: {} };
	const source = sourceOf(itemIndex, json);
	const parameters = readParameters(operation.fields, source);
	const item = itemOf(json, source);
	const signal = cancelSignal(context);
	switch (operation.kind) {
		case 'one': {
			const plan = operation.plan(parameters, item);
			return await inTurn(plan.inOrderOf, () => runOne(plan, send));
		}
		case 'pages':
			return await runPages(
				{ ...operation.plan(parameters, item), takesAway: operation.takesAway === true },
				send,
				context.helpers,
				warn,
				signal,
			);
		case 'file':
			return await runFile(operation.plan(parameters, item), send, context.helpers, signal);
		case 'wait':
			return await runWait(operation.plan(parameters, item), send, warn, signal);
	}
}

/** What creates something, or takes something away, keeps to the order of the items. */
function mayOverlap(operation: EachOperation): boolean {
	if (operation.kind === 'one') return operation.overlaps === true;
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

/** What was taken away from the service is put out, although a later item failed; a warning names the failure. */
function taken(ends: readonly End[], warn: (message: string) => void): readonly End[] {
	const results = ends.map((end) => (Array.isArray(end) ? end : []));
	const at = ends.findIndex((end) => end !== undefined && !Array.isArray(end));
	const failed = ends[at];
	if (results.every(({ length }) => length === 0) || failed === undefined || Array.isArray(failed))
		return ends;
	const reason = failed.error instanceof Error ? failed.error.message : String(failed.error);
	warn(
		`Row ${at + 1} of the input failed: ${sentence(reason)} The rows after it were not run. The output keeps what earlier rows received, because the service hands it out only once.`,
	);
	return results;
}

/**
 * Runs an operation for each item, with outcomes in the order of the items.
 * With On Error "stop", the first failure ends it: no further item is begun, and the failure of the first item counts.
 */
async function runEach(
	context: IExecuteFunctions,
	operation: EachOperation,
	send: Sender,
): Promise<Iterable<Outcome>> {
	const ends: End[] = [];
	const warn = warnings(context);
	const run = { send, warn, inTurn: createTurns(), sourceOf: itemSources(context) };
	const signal = cancelSignal(context);
	let isOver = false;
	await inParallel(
		context.getInputData().keys(),
		mayOverlap(operation) ? WIDEST : 1,
		async (from) => {
			try {
				ends[from] = await runItem(context, operation, run, from);
			} catch (error) {
				ends[from] = { error };
				isOver ||= !context.continueOnFail() || signal?.aborted === true;
			}
		},
		() => isOver,
	);
	const waited = waitedInWords(send);
	if (waited) warn(waited);
	return inOrder(isOver && 'takesAway' in operation && operation.takesAway ? taken(ends, warn) : ends);
}

async function outcomesOf(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<Iterable<Outcome>> {
	const operation = chosenOperation(context, resources);
	return operation.kind === 'batch'
		? await runBatch(context, operation)
		: await runEach(context, operation, await createSend(context));
}

/**
 * The action node: runs the chosen operation over the input items and pairs what comes of it to them.
 * The only place that knows On Error: a failure is thrown, or put out as an item of its own.
 */
export async function execute(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	let outcomes: Iterable<Outcome>;
	try {
		outcomes = await outcomesOf(context, resources);
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
