import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { BatchOperation, BatchSettings, Upload } from '../operation';
import { assertRequired } from '../resources/upload';
import { withoutEmpty, withoutNulls } from '../values';
import { isNotFound, needsAPerson, ServiceError } from '../transport/errors';
import { cancelSignal } from '../pause';
import type { Send, ServiceRequest } from '../transport/types';
import {
	elementsOf,
	invalidElement,
	isRefused,
	reasonOf,
	repeatedIds,
	type Accepted,
	type Element,
} from './elements';
import { sendIsolating } from './isolate';
import { toNodeError, type Outcome } from './outcome';
import { parametersOf } from './parameters';
import { NOT_FINISHED } from './waiting';
import { inParallel } from '../pool';
import { outcomesOfElements, waitForUploads } from './uploads';

const PARALLEL_READS = 8;
const OPERATIONS_SHOWN = 20;

/** Everything the steps of one bulk upload share. */
interface Run {
	context: IExecuteFunctions;
	operation: BatchOperation;
	settings: BatchSettings;
	send: Send;
	/** On Error is "stop". */
	stops: boolean;
	/** The ids that several elements share. */
	repeated: ReadonlySet<string>;
	/** What was last accepted for those ids; the service may still be working on it. */
	lastAccepted: Map<string, Upload>;
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

const readCurrent = async (request: ServiceRequest, send: Send): Promise<IDataObject | undefined> =>
	await send<IDataObject>(request).then(
		({ body }) => withoutNulls(body),
		(error: unknown) => {
			if (isNotFound(error)) return undefined;
			throw error;
		},
	);

/** What an element is laid over with Merge with Current: what this run sent before it, or what the service has. */
async function baseOf(
	{ operation, settings, send, lastAccepted }: Run,
	id: string,
): Promise<Upload | undefined> {
	const sentBefore = lastAccepted.get(id);
	if (sentBefore || !operation.currentRequest) return sentBefore;
	const current = await readCurrent(operation.currentRequest(id), send);
	return (
		current && operation.toUpload(current, { ...settings, emptyFields: 'send', unknownFields: 'ignore' })
	);
}

/** Builds what is sent for a batch. */
async function build(run: Run, batch: Element[]): Promise<void> {
	const { context, operation, settings } = run;
	const merges = settings.mergeWithCurrent;
	await inParallel(batch, merges ? PARALLEL_READS : 1, async (element) => {
		try {
			const base = merges ? await baseOf(run, element.id) : undefined;
			element.upload = operation.toUpload(element.raw ?? {}, settings, base);
			assertRequired(element.upload, operation.required);
		} catch (error) {
			element.error = invalidElement(context, operation.noun.one, element, error);
		}
	});
}

async function sendBatch(run: Run, batch: Element[]): Promise<void> {
	const { operation, settings, send, repeated, lastAccepted } = run;
	await build(run, batch);
	const sendable = batch.filter((element) => !isRefused(element));
	if (sendable.length === 0 || (run.stops && sendable.length < batch.length)) return;
	await sendIsolating(
		sendable,
		{
			isolateInvalid: settings.isolateInvalid,
			idOf: ({ id }) => id,
			accept: async (elements) => {
				const { headers } = await send(operation.request(elements.flatMap(({ upload }) => upload ?? [])));
				const accepted: Accepted = {
					operationId: headers['operation-id'],
					facts: withoutEmpty({
						operation_id: headers['operation-id'],
						operation_link: headers['operation-link'],
						request_id: headers['request-id'],
					}),
				};
				for (const element of elements) {
					element.accepted = accepted;
					if (settings.mergeWithCurrent && element.upload && repeated.has(element.id))
						lastAccepted.set(element.id, element.upload);
				}
			},
			refuse: (elements, error) => {
				for (const element of elements) element.error = error;
			},
		},
		// Suspects are sent ahead of the others, which would turn round the order of elements with the same id.
		!sendable.some(({ id }) => repeated.has(id)),
	);
	for (const element of batch) {
		element.raw = undefined;
		element.upload = undefined;
	}
}

/** Cuts the elements into batches, in order. With Merge with Current an id comes once in a batch: the next one is laid over it. */
function* batchesOf(
	elements: readonly Element[],
	{ batchSize, mergeWithCurrent }: BatchSettings,
): Generator<Element[]> {
	let batch: Element[] = [];
	const ids = new Set<string>();
	for (const element of elements) {
		if (isRefused(element)) continue;
		if (batch.length === batchSize || ids.has(element.id)) {
			yield batch;
			batch = [];
			ids.clear();
		}
		batch.push(element);
		if (mergeWithCurrent) ids.add(element.id);
	}
	if (batch.length > 0) yield batch;
}

/** With On Error "stop": the first refusal, with what was and what was not done, so that nothing has to be guessed. */
function stopError({ context, operation: { noun } }: Run, elements: Element[], refused: Element): Error {
	const error = toNodeError(context.getNode(), reasonOf(context, noun.one, refused), refused.from);
	const accepted = elements.filter((element) => element.accepted);
	const refusedCount = elements.filter(isRefused).length;
	const operations = [...new Set(accepted.flatMap((element) => element.accepted?.operationId ?? []))];
	const shown = operations.slice(0, OPERATIONS_SHOWN).join(', ');
	const more =
		operations.length > OPERATIONS_SHOWN ? ` and ${operations.length - OPERATIONS_SHOWN} more` : '';
	const name = refused.id === '' ? '' : `the ${noun.one} "${refused.id}" from `;
	const lines = [
		error.description ?? '',
		// What could not be sent says so itself.
		refused.error instanceof ServiceError ? `First refused: ${name}item ${refused.from}.` : '',
		`Accepted: ${accepted.length} of ${elements.length} ${noun.many}${shown && ` (Operation-Id ${shown}${more})`}.`,
		`Refused: ${refusedCount}. Not sent: ${elements.length - accepted.length - refusedCount}.`,
	];
	error.description = lines.filter(Boolean).join('\n');
	return error;
}

/**
 * Uploads all input items together, in batches. Each element ends exactly once, in the order of the input.
 *
 * Of several elements with the same id the last one wins: they go out in the order of the input, in one request
 * or in one after the other, never in two at once.
 */
export async function runBatch(
	context: IExecuteFunctions,
	operation: BatchOperation,
	send: Send,
): Promise<Iterable<Outcome>> {
	const settings = operation.settings(parametersOf(context, 0));
	const elements = elementsOf(context, operation, settings);
	const run: Run = {
		context,
		operation,
		settings,
		send: untilHopeless(send),
		stops: !context.continueOnFail(),
		repeated: repeatedIds(elements),
		lastAccepted: new Map(),
	};
	let anyRefused = elements.some(isRefused);
	await inParallel(
		batchesOf(elements, settings),
		run.repeated.size > 0 ? 1 : settings.parallelUploads,
		async (batch) => {
			await sendBatch(run, batch);
			anyRefused ||= batch.some(isRefused);
		},
		() => run.stops && anyRefused,
	);
	const signal = cancelSignal(context);
	const refused = elements.find(isRefused);
	if (refused && (run.stops || signal?.aborted)) throw stopError(run, elements, refused);

	const states = settings.waiting && (await waitForUploads(elements, run.send, settings.waiting, signal));
	const warn = (message: string) =>
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	if (refused) {
		const count = elements.filter(isRefused).length;
		warn(`Refused: ${count} of ${elements.length} ${operation.noun.many}. Their items say why.`);
	}
	if (states && [...states.values()].some(({ waited }) => waited.timed_out)) warn(NOT_FINISHED);
	const reason = (element: Element) => reasonOf(context, operation.noun.one, element);
	return outcomesOfElements(elements, { output: settings.output, reason, states });
}
