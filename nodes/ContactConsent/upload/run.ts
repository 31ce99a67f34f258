/**
 * An upload, from the table to the report. In come the records of all input items, out come the outcomes of their rows,
 * and a hint above them. `runUpload` has the steps, `runBatch` those of one batch of records.
 *
 * All rows are read before the first request, because the headings are understood from all of them. Batches run beside
 * each other: while one is watched, others are read and sent. A record belongs to one batch at a time, of all uploads in
 * this process (`transport/recordTurns.ts`).
 */
import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { cancelSignal, endsWithin, isCancelled } from '../lib/time';
import { recallTries, type EarlierTries } from '../common/earlierTries';
import { showHint } from '../common/itemOutput';
import type { ItemOutcome } from '../common/plan';
import { isRecord } from '../lib/json';
import { inParallel } from '../lib/pool';
import { executionCancelled, mayHaveWorked } from '../transport/errors';
import { LONGEST_HELD, noTurn, recordKey, takeTurn } from '../transport/recordTurns';
import type { Sender } from '../transport/types';
import { hintOf } from './report/hint';
import { prepareAll } from './change/drafts';
import { readsFirst } from './change/storedRecord';
import { outcomesOf, stopped } from './report/outputItems';
import { readTable } from './table/rows';
import { newProgress, sendBatch } from './send/batches';
import { writeMissing } from './send/readBack';
import { stops } from './send/watchOperation';
import { makeTargets } from './groupById';
import { isOpen, refuse } from './targets';
import { MOST_READ_AT_ONCE } from './uploadOptions';
import type { InputRecord, Row, Run, Target, Upload } from './uploadTypes';

/** How many batches are read and sent at the same time at first; one more for each that was sent, up to the most. */
const FIRST_UPLOADS = 8;
const MOST_UPLOADS = 32;
const NO_CELLS: Row['cells'] = [];
/** The keys under which a try keeps that it may have uploaded something, and when it began, in case n8n runs the node again. */
const UPLOADED = 'uploaded';
const BEGUN = 'begun';

/** When the first try of this run began. */
function beginningOf(tries: EarlierTries | undefined): number {
	const begun = tries?.find(BEGUN);
	if (isRecord(begun) && typeof begun.at === 'number') return begun.at;
	const at = Date.now();
	tries?.keep(BEGUN, { at });
	return at;
}

/**
 * True if a further batch may begin, or one that has begun may go on before it is sent:
 *
 * | the service accepts nothing | On Error | a record was refused, or a batch was and its bad records are sought | may go on |
 * | --------------------------- | -------- | ------------------------------------------------------------------- | --------- |
 * | yes                         | any      | any                                                                 | no        |
 * | no                          | stop     | yes                                                                 | no        |
 * | no                          | stop     | no                                                                  | yes       |
 * | no                          | continue | any                                                                 | yes       |
 */
const mayGoOn = (run: Run): boolean =>
	run.reasonToStop === undefined && !(stops(run) && (run.anyRefused || run.isIsolating));

/** Cuts the open targets into batches, in order. If these are too large for the service, `sendBatch` cuts further. */
function* batchesOf(run: Run, targets: readonly Target[]): Generator<Target[]> {
	const open = targets.filter(isOpen);
	const most = Math.min(run.setting.batchSize, readsFirst(run) ? MOST_READ_AT_ONCE : Infinity);
	for (let at = 0; at < open.length; at += most) yield open.slice(at, at + most);
}

/** The records that rows of a target may become, as others in this process call them. None in a dry run. */
const recordsOf = ({ endpoint, send, setting }: Run, { id, rows }: Target): string[] =>
	setting.dryRun
		? []
		: [id, ...rows.flatMap(({ givenId }) => givenId ?? [])].map((one) =>
				recordKey(send.baseUrl, endpoint.read(one).path),
			);

/** Refuses the targets of which a record did not get its turn, because another call has it for too long. */
function refuseWithoutTurn(run: Run, targets: readonly Target[], missing: ReadonlySet<string>): void {
	if (missing.size === 0) return;
	const without = targets.filter((target) => recordsOf(run, target).some((record) => missing.has(record)));
	refuse(run, without, isCancelled(run.signal) ? executionCancelled(true) : noTurn());
}

/** Frees what is needed to send targets. */
function release(targets: readonly Target[]): void {
	for (const target of targets) {
		target.draft = target.unanswered = undefined;
		if (!isOpen(target)) for (const row of target.rows) row.cells = NO_CELLS;
	}
}

/**
 * The way of a batch: it takes its turn on its records, is read, merged, sent and watched, and gives its turn back.
 * Afterwards, each target has an outcome, unless the run ended before sending.
 *
 * | it waits for                  | and has meanwhile        | which ends because                                            |
 * | ----------------------------- | ------------------------ | ------------------------------------------------------------- |
 * | one of two places for reading | nothing                  | batches that have one wait as in the next rows                |
 * | its turn on its records       | the place                | `takeTurn` gives up after 15 minutes                          |
 * | its own reads                 | the place, and its turn  | each request ends                                             |
 * | being sent                    | its turn                 | each request ends; of refused batches, one after another goes |
 * | its Operation                 | its turn                 | it is given back after `LONGEST_HELD`                         |
 * | what is written once more     | a turn of its own for it | as above                                                      |
 *
 * The order of the first two rows is needed: whoever has a turn waits for requests alone, so that no two runs wait for each
 * other. All else is for speed: the place is given back, and a further batch begins, as early as possible.
 *
 * @param letNextBegin called when the batch is sent: another one may begin while this one is watched
 */
async function runBatch(run: Run, targets: readonly Target[], letNextBegin: () => void): Promise<void> {
	const endReading = await run.readGate();
	// Without this, n8n would stand still until several batches are prepared.
	await sleep(0);
	const records = mayGoOn(run) ? targets.flatMap((target) => recordsOf(run, target)) : [];
	const turn = await takeTurn(records, () => !mayGoOn(run) || isCancelled(run.signal));
	try {
		if (!mayGoOn(run)) return;
		refuseWithoutTurn(run, targets, turn.missing);
		await prepareAll(run, targets.filter(isOpen));
		if (!mayGoOn(run)) return;
		const sending = sendBatch(run, targets.filter(isOpen));
		// Only once the request is on its way the next batch is read, so that little time passes between reading and sending.
		void (await Promise.race([sending, sleep(0)]));
		endReading();
		const watching = Promise.all(await sending);
		release(targets);
		letNextBegin();
		await endsWithin(watching, LONGEST_HELD);
		turn.giveBack();
		await writeMissing(run, (await watching).flat(), (target) => recordsOf(run, target));
	} finally {
		endReading();
		turn.giveBack();
	}
}

/**
 * Runs all batches. Each takes a place until it is sent. While the bad records of a refused batch are sought, others may
 * not begin with On Error "stop": they keep their open targets, and are cut into batches once more afterwards.
 */
async function runBatches(run: Run, targets: readonly Target[]): Promise<void> {
	const ends: Array<Promise<void>> = [];
	let sent = 0;
	const atOnce = () => Math.min(MOST_UPLOADS, FIRST_UPLOADS + sent);
	/** Ends when the batch is sent, or over. */
	const begin = async (batch: readonly Target[]): Promise<void> => {
		await new Promise<void>((letNextBegin, fail) => {
			const end = runBatch(run, batch, letNextBegin);
			end.then(letNextBegin, fail);
			ends.push(end);
		});
		sent++;
	};
	do {
		run.isIsolating = false;
		await inParallel(batchesOf(run, targets), atOnce, begin);
	} while (run.isIsolating);
	await Promise.all(ends);
	if (run.reasonToStop && !stops(run)) refuse(run, targets.filter(isOpen), run.reasonToStop);
}

/** The targets of rows, each once, in the order of the input. */
const targetsIn = (rows: readonly Row[]): Target[] => [
	...new Set(rows.flatMap(({ target }) => target ?? [])),
];

/** True if the service may have taken the record of a target. */
const mayBeUploaded = ({ outcome }: Target): boolean =>
	outcome?.kind === 'accepted' || (outcome?.kind === 'refused' && mayHaveWorked(outcome.error));

/** True if an input item has a file. */
const hasFile = ({ binary }: INodeExecutionData): boolean => Object.keys(binary ?? {}).length > 0;

const isEmptyItem = ({ json }: INodeExecutionData): boolean => Object.keys(json).length === 0;

/** Uploads all input items together, from the table to the report. @param given is emptied, to free memory */
export async function runUpload(
	context: IExecuteFunctions,
	send: Sender,
	upload: Upload,
	given: InputRecord[],
): Promise<Iterable<ItemOutcome>> {
	const items = context.getInputData();
	const haveFiles = items.some(hasFile);
	const table = readTable(upload, given, {
		haveFiles,
		areEmpty: !haveFiles && items.every(isEmptyItem),
	});
	given.length = 0;
	const tries = recallTries(context);
	const run: Run = {
		...upload,
		...table,
		...newProgress(),
		send,
		signal: cancelSignal(context),
		mayRepeat: tries?.find(UPLOADED) !== undefined,
		stopsOnError: !context.continueOnFail(),
		begunAt: beginningOf(tries),
	};
	const made = makeTargets(run);
	await runBatches(run, made);
	if (made.some(mayBeUploaded)) tries?.keep(UPLOADED, 'perhaps');

	// Rows that could not be merged with the stored record have become targets of their own.
	const targets = targetsIn(table.rows);
	if (run.anyRefused && (stops(run) || run.signal?.aborted)) return stopped(run, targets);
	const states = run.states.size > 0 ? run.states : undefined;
	showHint(context, hintOf(run, targets, states), send);
	return outcomesOf(run, states);
}
