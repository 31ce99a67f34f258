import type { IExecuteFunctions } from 'n8n-workflow';

import type { BatchOperation } from '../../operation';
import { itemSources } from '../../itemParameters';
import { readParameters } from '../../parameters';
import { cancelSignal } from '../../clock';
import { createOneByOne, inParallel, type OneByOne } from '../../pool';
import { factsOf, ServiceError } from '../../transport/errors';
import type { Sender } from '../../transport/send';
import { showHint, type Outcome } from '../outcome';
import { buildAll, FRESH_FOR, isOutdated, refuse, type Run } from './build';
import { elementsIn, elementsOf, itemsOf, rowsOf, type Element } from './elements';
import { isolate, type Answer, type Part } from './isolate';
import { outcomesOf, waitForUploads } from './outcome';
import { doneIn, summaryOf } from './summary';

/** So many answers without entries and without an acceptance: halving further would find nobody. */
const MOST_ANONYMOUS = 64;
/** So many batches that ended like that, and nothing accepted at all: the service takes nothing. */
const MOST_GIVEN_UP = 3;

/** So many records are read and then sent at once: between the two lies the time of reading the others. */
const MOST_READ_AT_ONCE = 100;

interface Batch {
	elements: readonly Element[];
	/** Answers without entries until it is given up; `Infinity` once something of it was accepted. */
	anonymousLeft: number;
	wasReadAgain: boolean;
}

const isOpen = ({ end }: Element): boolean => end === undefined;

/**
 * No further batch is begun: where the service takes nothing, and with On Error "stop" after the first refusal, or until it is
 * known what of another batch is refused.
 */
const isHeld = ({ stops, anyRefused, isIsolating, reasonToStop }: Run): boolean =>
	reasonToStop !== undefined || (stops && (anyRefused || isIsolating));

/** The most elements in a request: after a 413, as many as the service has taken, or half of what was too large. */
const requestLimit = ({ largestTaken, sizeLimit }: Run): number => Math.max(largestTaken, sizeLimit);

/** Cuts the open elements into batches, in order; the limit may fall meanwhile. */
function* batchesOf(run: Run, elements: readonly Element[]): Generator<Element[]> {
	const open = elements.filter(isOpen);
	const most = Math.min(run.plan.batchSize, run.plan.current ? MOST_READ_AT_ONCE : Infinity);
	for (let at = 0; at < open.length;) {
		const batch = open.slice(at, at + Math.min(most, requestLimit(run)));
		at += batch.length;
		yield batch;
	}
}

/** Refuses what is left of a batch of which halving finds nobody; after some such batches, nothing more is sent. */
function giveUp(run: Run, { elements }: Batch, { message, advice, facts }: ServiceError): void {
	const words = `The service refused ${MOST_ANONYMOUS} requests of this batch without naming a record, so the rest of the batch was not sent.`;
	const reason = new ServiceError({ message, description: `${advice} ${words}` }, facts);
	refuse(run, elements.filter(isOpen), reason);
	run.batchesGivenUp++;
	if (run.largestTaken > 0 || run.batchesGivenUp < MOST_GIVEN_UP) return;
	run.reasonToStop = new ServiceError(
		{
			message: `The ${run.noun.one} was not sent`,
			description: `The service accepted no request at all, so the rest was not sent. It said of others: ${message}. ${advice}`,
		},
		facts,
	);
}

/** What a failed request means for its elements. */
function answerTo(run: Run, batch: Batch, elements: readonly Element[], error: unknown): Answer {
	const { status, validation = [] } = error instanceof ServiceError ? error.facts : {};
	const isTooLarge = status === 413;
	if (isTooLarge) run.sizeLimit = Math.min(run.sizeLimit, Math.ceil(elements.length / 2));
	const isAboutValues = run.plan.isolateInvalid && (status === 400 || status === 422);
	const isAboutElements = error instanceof ServiceError && (isTooLarge || isAboutValues);
	if (isAboutElements && validation.length === 0 && --batch.anonymousLeft <= 0) {
		giveUp(run, batch, error);
		return 'ended';
	}
	if (!isAboutElements || elements.length === 1) {
		refuse(run, elements, error);
		return 'ended';
	}
	run.isIsolating ||= !isTooLarge;
	return isTooLarge ? 'tooLarge' : validation;
}

/** Sends a part of a batch, if it can still be sent. */
async function trySend(run: Run, batch: Batch, part: Part<Element>): Promise<Answer> {
	const old = batch.wasReadAgain ? [] : batch.elements.filter(isOutdated);
	if (old.length > 0) {
		batch.wasReadAgain = true;
		await buildAll(run, old);
	}
	const elements = part.elements.filter(isOpen);
	part.elements = elements;
	if (run.reasonToStop || elements.length === 0) return 'ended';
	if (elements.length > requestLimit(run)) return 'tooLarge';
	const mayReadAgain = run.plan.current !== undefined && !batch.wasReadAgain;
	try {
		const request = run.plan.request(elements.map(({ upload }) => upload ?? {}));
		const response = await run.send(request, mayReadAgain ? { beginWithin: FRESH_FOR } : {});
		const end = { acceptance: run.plan.accepted(response) };
		for (const element of elements) element.end = end;
	} catch (error) {
		if (!mayReadAgain || factsOf(error)?.neverSent !== true) return answerTo(run, batch, elements, error);
		// It has to wait for longer than its reading is good for. Reading again waits as long.
		for (const element of batch.elements) element.readAt = -Infinity;
		return await trySend(run, batch, part);
	}
	run.largestTaken = Math.max(run.largestTaken, elements.length);
	batch.anonymousLeft = Infinity;
	return 'accepted';
}

/** Read, build, send: each element of a batch ends, unless the run is over before the batch is sent. */
async function runBatch(run: Run, elements: readonly Element[], oneByOne: OneByOne): Promise<void> {
	const batch = { elements, anonymousLeft: MOST_ANONYMOUS, wasReadAgain: false };
	let sending: Promise<void> | undefined;
	// Batches are read one after another, and each stands in line to be sent before the next one is read.
	await oneByOne(run.plan.current && 'read', async () => {
		if (!isHeld(run)) await buildAll(run, elements);
		if (isHeld(run)) return;
		sending = isolate(elements, async (part) => await trySend(run, batch, part));
	});
	await sending;
	for (const element of elements) {
		if (isOpen(element)) continue;
		element.upload = undefined;
		for (const row of element.rows) row.raw = undefined;
	}
}

async function runBatches(run: Run, elements: readonly Element[]): Promise<void> {
	const { plan } = run;
	run.anyRefused = elements.some(({ end }) => end?.refusal);
	const oneByOne = createOneByOne();
	do {
		run.isIsolating = false;
		await inParallel(
			batchesOf(run, elements),
			plan.parallelUploads,
			async (batch) => await runBatch(run, batch, oneByOne),
		);
		// What was refused together was taken in parts: the others follow.
	} while (run.isIsolating);
	if (run.reasonToStop && !run.stops) refuse(run, elements.filter(isOpen), run.reasonToStop);
}

/** Uploads all input items together, in batches, with outcomes in the order of the input. */
export async function runUpload(
	context: IExecuteFunctions,
	operation: BatchOperation,
	send: Sender,
): Promise<Iterable<Outcome>> {
	const input = context.getInputData();
	const [first = { json: {} }] = input;
	const sourceOf = itemSources(context);
	const settings = readParameters(operation.settingFields, sourceOf(0, first.json));
	const plan = operation.plan(settings, context.getTimezone());
	const { noun } = operation;
	const rows = rowsOf(input, sourceOf, operation, plan, settings);
	const run: Run = {
		noun,
		plan,
		send,
		stops: !context.continueOnFail() && !plan.dryRun,
		anyRefused: false,
		isIsolating: false,
		batchesGivenUp: 0,
		largestTaken: 0,
		sizeLimit: Infinity,
	};
	await runBatches(run, elementsOf(rows, plan, noun.one));

	const elements = elementsIn(rows);
	const signal = cancelSignal(context);
	const refused = elements.find(({ end }) => end?.refusal);
	if (refused?.end?.refusal && (run.stops || signal?.aborted)) {
		const { error } = refused.end.refusal;
		const items = itemsOf([refused]);
		return [{ from: items, error, items, more: doneIn(noun, elements, error) }];
	}
	const states = plan.waiting && (await waitForUploads(elements, plan.waiting, send, signal));
	showHint(context, summaryOf(noun, elements, plan, states), send);
	return outcomesOf(context.getNode(), rows, plan, states);
}
