import type { IExecuteFunctions } from 'n8n-workflow';

import type { BatchOperation } from '../operation';
import type { BatchPlan, Current } from '../plan';
import { cancelSignal } from '../pause';
import { inParallel } from '../pool';
import { isNotFound, needsAPerson, ServiceError } from '../transport/errors';
import type { Sender } from '../transport/send';
import type { Send } from '../transport/types';
import { elementsOf, isRefused, refusalOf, repeatedIds, type Element } from './elements';
import { sendIsolating } from './isolate';
import type { Outcome } from './outcome';
import { readParameters } from '../parameters';
import { itemOf, itemSource } from './source';
import { stopError, summaryOf, waitedInWords } from './summary';
import { outcomesOfElements, waitForUploads } from './uploads';

/** The gate of the transport decides how many of them are under way. */
const PARALLEL_READS = 32;

/** Everything the steps of one bulk upload share. */
interface Run {
	operation: BatchOperation;
	plan: BatchPlan;
	send: Send;
	/** On Error is "stop". */
	stops: boolean;
	/** The IDs that several elements share. */
	repeated: ReadonlySet<string>;
	/** What was last accepted for those IDs; the service may still be working on it. */
	lastAccepted: Map<string, Current>;
}

/** After an answer that only a person can mend (refused key, wrong address), every further request ends the same way unsent. */
function untilHopeless(send: Send): Send {
	let hopeless: ServiceError | undefined;
	return async (request, limits) => {
		if (hopeless) throw hopeless;
		return await send<never>(request, limits).catch((error: unknown) => {
			if (error instanceof ServiceError && needsAPerson(error)) hopeless = error;
			throw error;
		});
	};
}

/** What the service has for an ID: what this run sent before, or what it shows now; `undefined` for nothing. */
async function currentOf({ plan, send, lastAccepted }: Run, id: string): Promise<Current | undefined> {
	const sentBefore = lastAccepted.get(id);
	if (sentBefore) return sentBefore;
	return await send(plan.current.request(id)).then(
		({ body }) => plan.current.read(body, id),
		(error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error as Error)),
	);
}

/** Builds what is sent for an element. In a dry run it ends here, with what it would change. */
async function build(run: Run, element: Element): Promise<void> {
	const { operation, plan, repeated, lastAccepted } = run;
	try {
		const current = plan.keeps || plan.dryRun ? await currentOf(run, element.id) : undefined;
		const { upload, notSent } = plan.draft(element.raw ?? {}, plan.keeps ? current : undefined);
		element.upload = upload;
		if (notSent.unknown.length + notSent.readOnly.length > 0) element.notSent = notSent;
		if (!plan.dryRun) return;
		element.found = { exists: current !== undefined, changes: plan.changes(current?.upload, upload) };
		if (repeated.has(element.id)) lastAccepted.set(element.id, { upload, shownAs: new Map() });
	} catch (error) {
		element.error = refusalOf(element, error, operation.noun.one, plan.explain);
	}
}

/** Sends what can be sent of a batch; each element ends accepted or refused. */
async function deliver(
	{ operation, plan, send, repeated, lastAccepted }: Run,
	batch: Element[],
): Promise<void> {
	await sendIsolating(
		batch,
		{
			isolateInvalid: plan.isolateInvalid,
			idOf: ({ id }) => id,
			accept: async (elements) => {
				const answer = await send(plan.request(elements.map(({ upload }) => upload ?? {})));
				const accepted = plan.accepted(answer);
				for (const element of elements) {
					element.accepted = accepted;
					if (plan.keeps && element.upload && repeated.has(element.id)) {
						lastAccepted.set(element.id, { upload: element.upload, shownAs: new Map() });
					}
				}
			},
			refuse: (elements, error) => {
				// Of several that are refused together, nobody knows which one the service means.
				const explain = elements.length === 1 ? plan.explain : () => undefined;
				for (const element of elements) {
					element.error = refusalOf(element, error, operation.noun.one, explain);
				}
			},
		},
		// Suspects are sent ahead of the others, which would turn round the order of elements with the same ID.
		!batch.some(({ id }) => repeated.has(id)),
	);
}

async function runOneBatch(run: Run, batch: Element[]): Promise<void> {
	const { plan, stops } = run;
	await inParallel(batch, plan.keeps || plan.dryRun ? PARALLEL_READS : 1, (element) => build(run, element));
	const sendable = batch.filter((element) => !isRefused(element));
	if (plan.dryRun || sendable.length === 0 || (stops && sendable.length < batch.length)) return;
	await deliver(run, sendable);
	for (const element of batch) {
		element.raw = undefined;
		element.upload = undefined;
	}
}

/** Cuts the elements into batches, in order. Where they are laid over what is there, an ID comes once in a batch. */
function* batchesOf(elements: readonly Element[], plan: BatchPlan): Generator<Element[]> {
	let batch: Element[] = [];
	const ids = new Set<string>();
	for (const element of elements) {
		if (isRefused(element)) continue;
		if (batch.length === plan.batchSize || ids.has(element.id)) {
			yield batch;
			batch = [];
			ids.clear();
		}
		batch.push(element);
		if (plan.keeps || plan.dryRun) ids.add(element.id);
	}
	if (batch.length > 0) yield batch;
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
	sender: Sender,
): Promise<Iterable<Outcome>> {
	const [first = { json: {} }] = context.getInputData();
	const perElement = operation.elementFields.map(({ name }) => name);
	const settingFields = operation.fields.filter(({ name }) => !perElement.includes(name));
	const settings = readParameters(settingFields, itemSource(context, 0, first.json));
	const plan = operation.plan(settings, itemOf(context, first.json));
	const elements = elementsOf(context, operation, plan, settings);
	const run: Run = {
		operation,
		plan,
		send: untilHopeless(sender),
		stops: !context.continueOnFail(),
		repeated: repeatedIds(elements),
		lastAccepted: new Map(),
	};
	let anyRefused = elements.some(isRefused);
	await inParallel(
		batchesOf(elements, plan),
		run.repeated.size > 0 ? 1 : plan.parallelUploads,
		async (batch) => {
			await runOneBatch(run, batch);
			anyRefused ||= batch.some(isRefused);
		},
		() => run.stops && anyRefused,
	);
	const signal = cancelSignal(context);
	const refused = elements.find(isRefused);
	if (refused && (run.stops || signal?.aborted)) {
		throw stopError(context.getNode(), operation.noun, elements, refused);
	}
	const states = plan.waiting && (await waitForUploads(elements, plan.waiting, run.send, signal));
	const summary = summaryOf(operation.noun, elements, plan, states, waitedInWords(sender));
	if (summary) context.addExecutionHints({ ...summary, location: 'outputPane' });
	return outcomesOfElements(elements, plan, states);
}
