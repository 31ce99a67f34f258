import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../clock';
import { recallTries } from '../earlierTries';
import { showHint } from '../outcome';
import type { ItemOutcome } from '../plan';
import { inParallel } from '../pool';
import type { Sender } from '../transport/types';
import { NO_ANSWER, recallUploads } from './earlier';
import { hintOf } from './hint';
import { prepareAll, readsFirst, refuse } from './prepare';
import { endedAs, outcomesOf, stopped } from './report';
import { readTable } from './rows';
import { newProgress, sendBatch } from './send';
import { isOpen, targetsOf } from './targets';
import type { InputRecord, Row, Run, Target, Upload } from './types';
import { waitForAll } from './wait';

/** The most batches that are uploaded at the same time. */
const PARALLEL_UPLOADS = 8;
/** The most records of a batch that is read first. The more there are, the older is a reading when it is sent. */
const MOST_READ_AT_ONCE = 100;
const NO_CELLS: Row['cells'] = [];

/**
 * True if no further batch may begin: the service accepts nothing; or On Error is "stop", and a record was refused, or
 * another batch was refused and its bad records are not known yet.
 */
const isHeld = ({ stops, anyRefused, isIsolating, reasonToStop }: Run): boolean =>
	reasonToStop !== undefined || (stops && (anyRefused || isIsolating));

/** Cuts the open targets into batches, in order. If these are too large for the service, `sendBatch` cuts further. */
function* batchesOf(run: Run, targets: readonly Target[]): Generator<Target[]> {
	const open = targets.filter(isOpen);
	const most = Math.min(run.setting.batchSize, readsFirst(run) ? MOST_READ_AT_ONCE : Infinity);
	for (let at = 0; at < open.length; at += most) yield open.slice(at, at + most);
}

/** Reads, merges and sends a batch. Afterwards, each target has an outcome, unless the run ended before sending. */
async function runBatch(run: Run, targets: readonly Target[]): Promise<void> {
	let sending: Promise<void> | undefined;
	// Starts the upload of a batch before preparing the next one, so that little time passes between reading and sending.
	await run.oneByOne('prepare', async () => {
		// Without this, n8n would stand still, and send no request, until several batches are prepared.
		await sleep(0);
		if (isHeld(run)) return;
		await prepareAll(run, targets);
		if (!isHeld(run)) sending = sendBatch(run, targets.filter(isOpen));
	});
	await sending;
	for (const target of targets) {
		target.draft = target.unanswered = undefined;
		// Frees the cells, unless `itemOf` still needs them for the output item.
		if (!isOpen(target) && !run.itemOf) for (const row of target.rows) row.cells = NO_CELLS;
	}
}

async function runBatches(run: Run, targets: readonly Target[]): Promise<void> {
	do {
		run.isIsolating = false;
		await inParallel(batchesOf(run, targets), PARALLEL_UPLOADS, async (batch) => await runBatch(run, batch));
		// Batches that were held while a refused batch was sent in parts follow now.
	} while (run.isIsolating);
	if (run.reasonToStop && !run.stops) refuse(run, targets.filter(isOpen), run.reasonToStop);
}

/** The targets of rows, each once, in the order of the input. */
const targetsIn = (rows: readonly Row[]): Target[] => [
	...new Set(rows.flatMap(({ target }) => target ?? [])),
];

/** Uploads all input items together, from the table to the report. @param given is emptied, to free memory */
export async function runUpload(
	context: IExecuteFunctions,
	send: Sender,
	upload: Upload,
	given: InputRecord[],
): Promise<Iterable<ItemOutcome>> {
	const { model, setting } = upload;
	const isInputEmpty = context.getInputData().every(({ json }) => Object.keys(json).length === 0);
	const table = readTable(model, given, setting, isInputEmpty);
	given.length = 0;
	const open = targetsOf(model, table, setting);
	const signal = cancelSignal(context);
	const earlier = recallUploads(recallTries(context), upload, open, send);
	const run: Run = {
		...upload,
		...table,
		...newProgress(),
		isInputEmpty,
		send,
		signal,
		earlier,
		stops: !context.continueOnFail() && !setting.dryRun,
	};
	run.anyRefused = endedAs(open, 'refused').length > 0;
	await runBatches(run, open);
	earlier?.settle(open);

	// Rows that could not be merged with the stored record have become targets of their own.
	const targets = targetsIn(table.rows);
	if (run.anyRefused && (run.stops || signal?.aborted)) return [stopped(run, targets)];
	const accepted = new Set(
		targets.flatMap(({ outcome }) =>
			outcome?.kind === 'accepted' && outcome.acceptance !== NO_ANSWER ? [outcome.acceptance] : [],
		),
	);
	const states =
		setting.waiting && accepted.size > 0 ? await waitForAll(run, setting.waiting, accepted) : undefined;
	showHint(context, hintOf(run, targets, states), send);
	return outcomesOf(run, states);
}
