import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../clock';
import type { EarlierTries } from '../earlierTries';
import { itemSources } from '../itemParameters';
import type { Effect, Operation, TogetherOperation } from '../operation';
import { isFatal, messageOf, showHint } from '../outcome';
import { readParameters } from '../parameters';
import type { ItemOutcome, Result, Sentence } from '../plan';
import { createOneByOne, inOrder, inParallel } from '../pool';
import { mayHaveWorked } from '../transport/errors';
import { WIDEST } from '../transport/places';
import type { Sender } from '../transport/types';
import { counted, rowRanges, sentence } from '../values';
import { runFile } from './file';
import { runEffect, runOne } from './one';
import { runPages } from './pages';
import { runWait } from './wait';

type ItemOperation = Exclude<Operation, TogetherOperation>;

interface Shared {
	context: IExecuteFunctions;
	operation: ItemOperation;
	effect: Effect | undefined;
	send: Sender;
	/** What earlier tries of this run of the node did (Retry On Fail). */
	tries: EarlierTries | undefined;
	tell: (sentence: Sentence) => void;
	sourceOf: ReturnType<typeof itemSources>;
}

/** An input item whose parameters are read and checked. */
interface Task {
	/** `isDone` is false if the record does not exist and On Not Found allows that. */
	run: () => ReturnType<typeof runOne>;
	/** Tasks with the same key run one after another. */
	inOrderOf?: string;
}

/** Reads and checks the parameters of an input item. @throws if they are unusable */
function taskOf(shared: Shared, itemIndex: number): Task {
	const { context, operation, effect, send, tries, tell, sourceOf } = shared;
	const { json } = context.getInputData()[itemIndex] ?? { json: {} };
	const parameters = readParameters(operation.fields, sourceOf(itemIndex, json));
	const signal = cancelSignal(context);
	const task = (results: () => Promise<Result[]>): Task => ({
		run: async () => ({ results: await results(), isDone: true }),
	});
	switch (operation.kind) {
		case 'one': {
			const plan = operation.plan(parameters);
			const run = async () =>
				effect ? await runEffect(plan, send, tries, itemIndex) : await runOne(plan, send);
			return { run, inOrderOf: plan.inOrderOf };
		}
		case 'pages': {
			const plan = { ...operation.plan(parameters), takesAway: operation.takesAway === true };
			return task(async () => await runPages(plan, send, context.helpers, tell, signal));
		}
		case 'file': {
			const plan = operation.plan(parameters);
			return task(async () => await runFile(plan, send, context.helpers, signal));
		}
		case 'wait': {
			const plan = operation.plan(parameters);
			return task(async () => await runWait(plan, send, tell, signal));
		}
	}
}

/** Runs the items. After a failure that ends the execution, no further item begins. */
async function runAll(
	shared: Shared,
): Promise<{ outcomes: ItemOutcome[]; done: number[]; doneBefore: number }> {
	const { context, operation, effect } = shared;
	const items = [...context.getInputData().keys()];
	const ends: ItemOutcome[][] = [];
	const done = new Set<number>();
	let doneBefore = 0;
	const oneByOne = createOneByOne();
	let isOver = false;
	const fail = (from: number, error: unknown, step: string) => {
		ends[from] = [{ from, error, step, items: [from] }];
		isOver ||= isFatal(context);
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
		await oneByOne(task?.inOrderOf, async () => {
			if (task === undefined || isOver) return;
			try {
				const { results, isDone, wasDone } = await task.run();
				ends[from] = results.map((result) => ({ from, result }));
				if (isDone) done.add(from);
				if (wasDone) doneBefore++;
			} catch (error) {
				fail(from, error, operation.kind === 'file' ? 'the file was stored' : 'the answer was read');
			}
		});
	};
	if (effect) await inOrder(items, effect.atOnce, runItem, () => isOver);
	// Lists are read one after another: a later item must not ask for what an earlier item has taken away.
	else await inParallel(items, operation.kind === 'pages' ? 1 : WIDEST, runItem, () => isOver);
	return { outcomes: ends.flat(), done: items.filter((from) => done.has(from)), doneBefore };
}

/**
 * Puts out everything that was taken away from the service, whatever failed. Results come before failures: if a failure
 * came first, n8n's Retry On Fail would run the node again and discard the results. A hint reports a failure that ended
 * the execution.
 */
function takenAway(
	outcomes: readonly ItemOutcome[],
	isOver: boolean,
	tell: Shared['tell'],
): readonly ItemOutcome[] {
	const taken = outcomes.filter((outcome) => 'result' in outcome);
	const failed = outcomes.filter((outcome) => 'error' in outcome);
	const [first] = failed;
	if (!isOver || taken.length === 0 || first === undefined) return [...taken, ...failed];
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
	const shared = { context, operation, effect, send, tries, tell, sourceOf: itemSources(context) };
	const { outcomes, done, doneBefore } = await runAll(shared);
	if (doneBefore > 0) {
		const rows = `${counted(doneBefore, 'row was', 'rows were')} done`;
		tell({ text: `${rows} by an earlier try of this execution (Retry On Fail).`, isWarning: false });
	}
	const isOver = isFatal(context);
	const takes = operation.kind === 'pages' && operation.takesAway === true;
	const kept = takes ? takenAway(outcomes, isOver, tell) : outcomes;
	showHint(context, sentences, send);
	if (!isOver || effect === undefined) return kept;
	const rows = done.length > 0 ? ` (${rowRanges(done)})` : '';
	const unknown = outcomes.flatMap((one) => ('error' in one && mayHaveWorked(one.error) ? one.from : []));
	const open = unknown.length > 0 ? ` Not known whether it was done: ${rowRanges(unknown)}.` : '';
	const words = `${effect.done}: ${done.length} of ${context.getInputData().length}${rows}.${open}`;
	return kept.map((outcome) => ('error' in outcome ? { ...outcome, done: words } : outcome));
}
