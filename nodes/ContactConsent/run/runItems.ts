import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, elapsed, isCancelled } from '../lib/time';
import type { EarlierTries } from '../common/earlierTries';
import { recordIdIn } from '../parameters/commonFields';
import { itemSources } from '../parameters/parameterSource';
import type { DeleteOperation, Operation, TogetherOperation } from '../common/operation';
import { isFatal, messageOf, showHint } from '../common/itemOutput';
import { readParameters } from '../parameters/readParameters';
import type { DoubtfulFilter, ItemOutcome, Result, Sentence } from '../common/plan';
import { grouped } from '../lib/json';
import { inParallel } from '../lib/pool';
import { mayHaveWorked } from '../transport/errors';
import type { Sender } from '../transport/types';
import { WIDEST } from '../transport/width';
import { sentence } from '../lib/text';
import { PdfPlaces } from './pdfPlaces';
import { runFile, type Downloads } from './runFile';
import { runEffect, runOne, type Ended } from './runOne';
import { runPages } from './runPages';
import { runWait, type Waits } from './runWait';
import { doneByEarlierTry, doneInWords } from './words';

/**
 * The loop over the input items, for operations that handle each item by itself. In: the items. Out: their outcomes in the
 * order of the items, and the hint.
 *
 *     the operation            items at once  after a failure with On Error "stop"
 *     one, file, wait          128            no further item begins, nor does a PDF that waits for its place
 *     one with an `effect`     1              the same, and the error says what was done
 *     pages                    1              no further item begins
 *     pages that `takesAway`   1              the same, and what was taken is put out with a warning
 *
 * Items that wait for one Operation with the same options share the wait (`runWait`).
 *
 * The parameters of an item are read just before its requests. With an `effect` and On Error "stop", those of all items are
 * read before the first request.
 */

type ItemOperation = Exclude<Operation, DeleteOperation | TogetherOperation>;

interface Shared {
	context: IExecuteFunctions;
	operation: ItemOperation;
	effect: string | undefined;
	send: Sender;
	/** What earlier tries of this run of the node did (Retry On Fail). */
	tries: EarlierTries | undefined;
	tell: (sentence: Sentence) => void;
	sourceOf: ReturnType<typeof itemSources>;
	downloads: Downloads;
	waits: Waits;
	/** A failure ends the execution. */
	isOver: boolean;
}

/** Runs an input item whose parameters are read. */
interface Task {
	/** The ID of the record that the item is about. */
	id?: string;
	run: () => Promise<Ended>;
	doubtful?: DoubtfulFilter;
}

/** Reads and checks the parameters of an input item. @throws if they are unusable */
function taskOf(shared: Shared, itemIndex: number): Task {
	const { context, operation, effect, send, tries, tell, sourceOf, downloads, waits } = shared;
	const { json } = context.getInputData()[itemIndex] ?? { json: {} };
	const parameters = readParameters(operation.fields, sourceOf(itemIndex, json));
	const timeZone = context.getTimezone();
	const id = recordIdIn(operation.fields, parameters);
	const task = (results: () => Promise<Result[]>): Task => ({
		id,
		run: async () => ({ results: await results(), isDone: true }),
	});
	switch (operation.kind) {
		case 'one': {
			const plan = operation.plan(parameters, timeZone);
			const run = async () =>
				effect ? await runEffect(plan, send, tries, itemIndex) : await runOne(plan, send);
			return { id, run, doubtful: plan.doubtful };
		}
		case 'pages': {
			const plan = { ...operation.plan(parameters, timeZone), takesAway: operation.takesAway === true };
			const { run } = task(async () => await runPages(plan, send, downloads, tell));
			return { run, doubtful: plan.doubtful };
		}
		case 'file': {
			const plan = operation.plan(parameters, timeZone);
			return task(async () => await runFile(plan, send, downloads, () => shared.isOver));
		}
		case 'wait': {
			const plan = operation.plan(parameters, timeZone);
			return task(async () => await runWait(plan, JSON.stringify(parameters), waits));
		}
	}
}

/** The warnings of the filters that fitted nothing of any input item. */
const fittedNothing = (filters: readonly DoubtfulFilter[]): string[] =>
	[...grouped(filters, ({ warning }) => warning)].flatMap(([warning, same]) =>
		same.some(({ hasFitted }) => hasFitted()) ? [] : warning,
	);

/** Runs the items. After a failure that ends the execution, no further item begins. */
async function runAll(
	shared: Shared,
): Promise<{ outcomes: ItemOutcome[]; done: number[]; doneBefore: number }> {
	const { context, operation, effect } = shared;
	const items = [...context.getInputData().keys()];
	const ends: ItemOutcome[][] = [];
	const done = new Set<number>();
	const doubtful: DoubtfulFilter[] = [];
	let doneBefore = 0;
	const fail = (from: number, error: unknown, step: string, id?: string) => {
		ends[from] = [{ from, error, step, items: [from], id }];
		shared.isOver ||= isFatal(context);
	};
	const prepared = (from: number): Task | undefined => {
		try {
			return taskOf(shared, from);
		} catch (error) {
			fail(from, error, 'the parameters were read');
			return undefined;
		}
	};
	// If a failure ends the execution, all rows are checked before the first change is sent.
	const ready = !context.continueOnFail() && effect ? items.map(prepared) : undefined;
	const runItem = async (from: number) => {
		const task = ready ? ready[from] : prepared(from);
		if (task === undefined || shared.isOver) return;
		try {
			const { results, isDone, wasDone, words } = await task.run();
			ends[from] = results.map((result) => ({ from, result }));
			if (isDone) done.add(from);
			if (wasDone) doneBefore++;
			if (words !== undefined && items.length === 1) shared.tell({ text: words, isWarning: false });
			if (task.doubtful) doubtful.push(task.doubtful);
		} catch (error) {
			fail(from, error, operation.kind === 'file' ? 'the file was stored' : 'the answer was read', task.id);
		}
	};
	// What changes something is done row by row. Lists, too: a later item must not ask for what an earlier one takes away.
	const width = effect || operation.kind === 'pages' ? 1 : WIDEST;
	await inParallel(items, width, runItem, () => shared.isOver);
	for (const text of fittedNothing(doubtful)) shared.tell({ text, isWarning: true });
	return { outcomes: ends.flat(), done: items.filter((from) => done.has(from)), doneBefore };
}

/**
 * Puts out everything that was taken away from the service, whatever failed. Results come before failures: if a failure
 * came first, n8n's Retry On Fail would run the node again and discard the results. A hint reports a failure that ended
 * the execution.
 */
function takenAway(
	outcomes: readonly ItemOutcome[],
	stopsOnError: boolean,
	tell: Shared['tell'],
): readonly ItemOutcome[] {
	const taken = outcomes.filter((outcome) => 'result' in outcome);
	const failed = outcomes.filter((outcome) => 'error' in outcome);
	const [first] = failed;
	if (!stopsOnError || taken.length === 0 || first === undefined) return [...taken, ...failed];
	tell({
		text: `Row ${Number(first.from) + 1} of the input failed: ${sentence(messageOf(first.error))} The rows after it were not run. The output keeps what earlier rows received, because the service hands it out only once.`,
		isWarning: true,
	});
	return taken;
}

/**
 * Runs an operation for each input item.
 *
 * @returns the outcomes in the order of the items; if the operation takes away what it reads, failures come last
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: ItemOperation,
	send: Sender,
	tries: EarlierTries | undefined,
): Promise<readonly ItemOutcome[]> {
	const sentences: Sentence[] = [];
	const tell = (told: Sentence) => void sentences.push(told);
	const effect = operation.kind === 'one' ? operation.effect : undefined;
	const signal = cancelSignal(context);
	const downloads = { helpers: context.helpers, signal, places: new PdfPlaces() };
	const waits = { send, tell, isOver: () => isCancelled(signal), since: elapsed(), begun: new Map() };
	const sourceOf = itemSources(context);
	const shared = { context, operation, effect, send, tries, tell, sourceOf, downloads, waits, isOver: false };
	const { outcomes, done, doneBefore } = await runAll(shared);
	sentences.push(...doneByEarlierTry(doneBefore));
	const stopsOnError = isFatal(context);
	const takes = operation.kind === 'pages' && operation.takesAway === true;
	const inOrder = takes ? takenAway(outcomes, stopsOnError, tell) : outcomes;
	showHint(context, sentences, send);
	if (!stopsOnError || effect === undefined) return inOrder;
	const unknown = outcomes.flatMap((one) => ('error' in one && mayHaveWorked(one.error) ? one.from : []));
	const words = doneInWords(effect, context, done, unknown);
	return inOrder.map((outcome) => ('error' in outcome ? { ...outcome, done: words } : outcome));
}
