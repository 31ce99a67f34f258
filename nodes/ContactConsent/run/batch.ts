import type { IExecuteFunctions } from 'n8n-workflow';

import type { BatchOperation } from '../operation';
import { readParameters } from '../parameters';
import { cancelSignal } from '../pause';
import { createTurns, inParallel } from '../pool';
import { createSend } from '../transport/send';
import { batchesOf, readsCurrent, type Batch } from './batches';
import { buildAll, refuse, type Run } from './build';
import { deliver } from './deliver';
import { elementsOf, isRefused, isSettled, repeatedIds } from './elements';
import { createHeadStart } from './headStart';
import type { Outcome } from './outcome';
import { createSizes } from './sizes';
import { itemOf, itemSources } from './source';
import { stopError, summaryOf, waitedInWords } from './summary';
import { createTrial } from './trial';
import { outcomesOfElements, waitForUploads } from './uploads';

/** Uploads are heavy, and a limit may be as low as two in a second: a few at first. */
const FIRST_UPLOADS = 4;

/** Reads and builds what a batch needs, and begins to send it; the answer is waited for by the caller. */
async function begin(run: Run, { elements, aim }: Batch): Promise<{ delivery: Promise<void> | undefined }> {
	const { plan, stops } = run;
	const verdict = run.uploads.verdict();
	if (verdict) refuse(run, elements, verdict);
	else await buildAll(run, elements);
	const sendable = elements.filter((element) => !isSettled(element));
	const isOver = plan.dryRun || sendable.length === 0 || (stops && sendable.length < elements.length);
	return { delivery: isOver ? undefined : deliver(run, sendable, aim) };
}

async function runOneBatch(run: Run, batch: Batch): Promise<void> {
	// At most 100 records are read and then sent at once, also where more at once would be faster.
	const { delivery } = await run.inTurn(run.plan.keeps ? 'read' : undefined, () => begin(run, batch));
	if (delivery === undefined) return;
	await delivery;
	for (const element of batch.elements) {
		// Others may be in another batch by now.
		if (!isSettled(element)) continue;
		element.raw = undefined;
		element.upload = undefined;
	}
}

/**
 * Uploads all input items together, in batches. Each element ends exactly once, in the order of the input.
 *
 * Of several elements with the same ID the last one wins: they go out in the order of the input, in one request
 * or in one after the other, never in two at once.
 */
export async function runBatch(
	context: IExecuteFunctions,
	operation: BatchOperation,
): Promise<Iterable<Outcome>> {
	const [first = { json: {} }] = context.getInputData();
	const perElement = operation.elementFields.map(({ name }) => name);
	const settingFields = operation.fields.filter(({ name }) => !perElement.includes(name));
	const sourceOf = itemSources(context);
	const source = sourceOf(0, first.json);
	const settings = readParameters(settingFields, source);
	const plan = operation.plan(settings, itemOf(first.json, source));
	const send = await createSend(
		context,
		readsCurrent(plan) ? {} : { first: FIRST_UPLOADS, widest: plan.parallelUploads },
	);
	const elements = elementsOf(context.getInputData(), sourceOf, operation, plan, settings);
	const signal = cancelSignal(context);
	const sizes = createSizes();
	const run: Run = {
		elements,
		batches: batchesOf(elements, plan, sizes),
		sizes,
		uploads: createTrial(),
		reads: createTrial(),
		headStart: createHeadStart(signal),
		operation,
		plan,
		send,
		stops: !context.continueOnFail(),
		repeated: repeatedIds(elements),
		lastAccepted: new Map(),
		inTurn: createTurns(),
	};
	let anyRefused = elements.some(isRefused);
	await inParallel(
		run.batches,
		run.repeated.size > 0 ? 1 : plan.parallelUploads,
		async (batch) => {
			await runOneBatch(run, batch);
			anyRefused ||= batch.elements.some(isRefused);
		},
		() => run.stops && anyRefused,
	);
	for (const element of elements) element.error = run.uploads.reasonFor(run.reads.reasonFor(element.error));
	const refused = elements.find(isRefused);
	if (refused && (run.stops || signal?.aborted)) {
		throw stopError(context.getNode(), operation.noun, elements, refused);
	}
	const states = plan.waiting && (await waitForUploads(elements, plan.waiting, run.send, signal));
	const summary = summaryOf(operation.noun, elements, plan, states, waitedInWords(send));
	if (summary) context.addExecutionHints({ ...summary, location: 'outputPane' });
	return outcomesOfElements(elements, plan, states);
}
