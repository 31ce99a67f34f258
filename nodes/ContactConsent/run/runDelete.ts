import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { hashOf, type ActionResult, type EarlierTries } from '../common/earlierTries';
import type { DeleteOperation } from '../common/operation';
import { isFatal, showHint } from '../common/itemOutput';
import type { DeletePlan, ItemOutcome, Result, Sentence } from '../common/plan';
import { grouped } from '../lib/json';
import { inOrder, inParallel } from '../lib/pool';
import { counted, firstOf } from '../lib/text';
import { cancelSignal, isCancelled } from '../lib/time';
import { recordIdIn } from '../parameters/commonFields';
import { itemSources } from '../parameters/parameterSource';
import { assertSameForEach } from '../parameters/readOnce';
import { readParameters } from '../parameters/readParameters';
import { executionCancelled, isNotFound, mayHaveWorked, ServiceError } from '../transport/errors';
import { noTurn, recordKey, takeTurn } from '../transport/recordTurns';
import type { Sender } from '../transport/types';
import { resultsWithout } from './runOne';
import { doneByEarlierTry, doneInWords } from './words';

/**
 * Delete, for all rows. In: the rows. Out: an outcome for each row, and the hint. The steps, in this order:
 *
 * 1. The parameters of all rows are read, before anything is sent. Rows with one ID are one `Deletion`.
 * 2. In a dry run, each record is read and shown, and that is all.
 * 3. With On Error "stop" and several rows, each record is looked up. If one is not there, nothing is deleted.
 * 4. Each record is deleted in its turn:
 *
 *     the answer                                   its rows
 *     a success                                    are deleted
 *     404, and an earlier try may have deleted it  are deleted
 *     404, and On Not Found allows it              are as On Not Found says, and the hint names the record
 *     it is unknown whether it was deleted         are refused; the next try of this run knows that
 *     any other                                    are refused
 */

/** How many missing records the hint names. */
const MISSING_NAMED = 20;

/** The most records at once with On Error "stop", and at the beginning otherwise. */
const FEW = 8;

/** A record to delete, once. All rows that name it get the same outcome. */
interface Deletion {
	key: string;
	id: string | undefined;
	plan: DeletePlan;
	rows: Array<{ from: number; plan: DeletePlan; id?: string }>;
	/** What an earlier try of this run of the node has done. */
	before: ActionResult | undefined;
}

/** What a run of Delete knows so far. */
interface Run {
	context: IExecuteFunctions;
	send: Sender;
	tries: EarlierTries | undefined;
	/** The outcomes of each row. */
	ends: ItemOutcome[][];
	/** The rows whose records are deleted. */
	done: Set<number>;
	/** The rows of which nobody knows, also those that an earlier try may have deleted. */
	unknown: Set<number>;
	/** The IDs of records that On Not Found allows to be missing. */
	missing: string[];
	/** The rows whose refusal says itself that nobody was deleted. */
	saysNobody: Set<number>;
	/** A failure ends the execution. */
	isOver: boolean;
}

const isDone = ({ before }: Deletion): boolean => before !== undefined && before !== 'perhaps';

/** True only if it is certain, also of earlier tries. */
const nobodyIsDeleted = ({ done, unknown }: Run): boolean => done.size === 0 && unknown.size === 0;

const rowsOf = ({ rows }: Deletion): number[] => rows.map(({ from }) => from);
const mayBeMissing = ({ plan }: Deletion['rows'][0]): boolean => plan.notFound.onNotFound !== 'error';

/** @param id of the record that the rows name, if they could be read */
function fail(run: Run, rows: readonly number[], error: unknown, step: string, id?: string): void {
	for (const from of rows) run.ends[from] = [{ from, error, step, items: rows, id }];
	run.isOver ||= isFatal(run.context);
}

function end(run: Run, { rows }: Deletion, resultsOf: (plan: DeletePlan) => Result[]): void {
	for (const { from, plan } of rows) run.ends[from] = resultsOf(plan).map((result) => ({ from, result }));
}

/**
 * Reads the parameters of all rows, before anything is sent.
 *
 * @throws NodeOperationError if Dry Run is not the same for all rows
 */
function readRows(run: Run, operation: DeleteOperation): Deletion[] {
	const sourceOf = itemSources(run.context);
	const timeZone = run.context.getTimezone();
	const items = run.context.getInputData();
	assertSameForEach(operation.fields, sourceOf, items);
	const rows = items.flatMap(({ json }, from): Deletion['rows'] => {
		try {
			const parameters = readParameters(operation.fields, sourceOf(from, json));
			const id = recordIdIn(operation.fields, parameters);
			return [{ from, plan: operation.plan(parameters, timeZone), id }];
		} catch (error) {
			fail(run, [from], error, 'the parameters were read');
			return [];
		}
	});
	const byKey = grouped(rows, ({ plan: { request } }) => hashOf([request.method, request.path]));
	return [...byKey].flatMap(([key, same]): Deletion[] => {
		const [one] = same;
		return one ? [{ key, id: one.id, plan: one.plan, rows: same, before: run.tries?.find(key) }] : [];
	});
}

/**
 * Does something with each record. With On Error "stop", few have begun when one fails; otherwise more and more begin at
 * once.
 */
async function forEach(
	run: Run,
	records: readonly Deletion[],
	task: (one: Deletion) => Promise<void>,
): Promise<void> {
	let ended = 0;
	const isOver = () => run.isOver;
	if (!run.context.continueOnFail()) return await inOrder(records, FEW, task, isOver);
	const counting = async (one: Deletion) => {
		await task(one);
		ended++;
	};
	await inParallel(records, () => FEW + ended, counting, isOver);
}

/** Reads each record, and shows whom a real run would delete. */
async function runDry(run: Run, records: readonly Deletion[]): Promise<Sentence> {
	let there = 0;
	const missing: Deletion[] = [];
	await forEach(run, records, async (one) => {
		try {
			const { body } = await run.send<IDataObject>(one.plan.read);
			there++;
			end(run, one, ({ show }) => [{ json: show(body) }]);
		} catch (error) {
			if (!isNotFound(error)) return fail(run, rowsOf(one), error, 'the record was read', one.id);
			missing.push(one);
			end(run, one, ({ show }) => [{ json: show(undefined) }]);
		}
	});
	return dryRunInWords(records.length, there, missing, !run.context.continueOnFail());
}

/** @param stops the first record that is not there, and has to be, ends a real run before anything is deleted */
function dryRunInWords(all: number, there: number, missing: readonly Deletion[], stops: boolean): Sentence {
	const begin = `Dry run of ${counted(all, 'record', 'records')}, nothing was deleted:`;
	const needed = missing.filter(({ rows }) => !rows.every(mayBeMissing));
	const named = (some: readonly Deletion[]) =>
		`${some.length === 1 ? 'is' : 'are'} not there: ${firstOf(
			some.map(({ id = '' }) => id),
			MISSING_NAMED,
		)}.`;
	if (stops && needed.length > 0) {
		const why = `${counted(needed.length, 'record', 'records')} ${named(needed)}`;
		const notName = needed.map(({ plan }) => plan.idAdvice).find(Boolean) ?? '';
		const check = `Check the ${needed.length === 1 ? 'ID' : 'IDs'}.${notName}`;
		const others =
			there > 0
				? " To delete the others anyway, add the option 'On Not Found', or set 'On Error' in the node's Settings to Continue."
				: '';
		return {
			text: `${begin} a real run would delete none, because ${why} ${check}${others}`,
			isWarning: true,
		};
	}
	const would = `${begin} ${there} would be deleted`;
	if (missing.length === 0) return { text: `${would}.`, isWarning: false };
	return { text: `${would}, ${missing.length} ${named(missing)}`, isWarning: needed.length > 0 };
}

/** The refusal of a record that is looked up before any is deleted, and that is not there. */
function nobodyDeleted({ message, facts }: ServiceError, { plan }: Deletion): ServiceError {
	const words = {
		message: `Nobody was deleted, because ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
		description: `Check the ID.${plan.idAdvice} To delete the others, add the option 'On Not Found'.`,
	};
	return new ServiceError(words, facts);
}

/** What became of several rows, or of a missing record: *9 deleted, 1 was not there: C-7.* */
function endInWords({ context, done, missing }: Run, records: readonly Deletion[]): Sentence[] {
	const rows = context.getInputData().length;
	if (rows < 2 && missing.length === 0) return [];
	const deleted = records.filter((one) => rowsOf(one).some((row) => done.has(row))).length;
	// Then each row has its refusal.
	if (deleted + missing.length === 0) return [];
	const were = missing.length === 1 ? 'was' : 'were';
	const named = `${missing.length} ${were} not there: ${firstOf(missing, MISSING_NAMED)}`;
	const text = [`${deleted} deleted`, ...(missing.length > 0 ? [named] : [])].join(', ');
	return [{ text: `${text}.`, isWarning: false }];
}

/**
 * With On Error "stop" and several rows: looks whether each record is there, as far as the first that is not, so that
 * then nothing is deleted. What an earlier try deleted is not looked up.
 */
async function lookUp(run: Run, records: readonly Deletion[]): Promise<void> {
	if (run.context.continueOnFail() || run.context.getInputData().length < 2) return;
	const needed = records.filter(({ before, rows }) => before === undefined && !rows.every(mayBeMissing));
	await forEach(run, needed, async (one) => {
		try {
			await run.send(one.plan.read);
		} catch (error) {
			const isNobody = nobodyIsDeleted(run) && error instanceof ServiceError && isNotFound(error);
			if (isNobody) for (const row of rowsOf(one)) run.saysNobody.add(row);
			const refusal = isNobody ? nobodyDeleted(error, one) : error;
			fail(run, rowsOf(one), refusal, 'the record was looked up', one.id);
		}
	});
}

/**
 * Deletes a record, unless an earlier try has. If nobody knows whether it has, "not found" counts as deleted.
 *
 * @throws why it is not deleted
 */
async function deleteOne({ send, tries }: Run, { key, plan, before }: Deletion): Promise<void> {
	await send(plan.request).catch((error: unknown) => {
		if (before === 'perhaps' && isNotFound(error)) return;
		if (mayHaveWorked(error)) tries?.keep(key, 'perhaps');
		throw error;
	});
	tries?.keep(key, {});
}

/** Deletes each record once, in its turn: nobody in this process has read it before and sends it afterwards. */
async function deleteAll(run: Run, records: readonly Deletion[]): Promise<void> {
	const signal = cancelSignal(run.context);
	const isOver = () => run.isOver || isCancelled(signal);
	await forEach(run, records, async (one) => {
		const { plan } = one;
		const isDeleted = () => {
			for (const from of rowsOf(one)) {
				run.done.add(from);
				run.unknown.delete(from);
			}
			end(run, one, ({ item }) => [{ json: item }]);
		};
		if (isDone(one)) return isDeleted();
		const held = await takeTurn([recordKey(run.send.baseUrl, plan.request.path)], isOver);
		try {
			if (run.isOver) return;
			if (held.missing.size > 0) throw isCancelled(signal) ? executionCancelled(true) : noTurn();
			await deleteOne(run, one);
			isDeleted();
		} catch (error) {
			if (isNotFound(error) && one.rows.every(mayBeMissing)) {
				run.missing.push(one.id ?? '');
				return end(run, one, ({ notFound }) => resultsWithout(error, notFound));
			}
			if (mayHaveWorked(error)) for (const from of rowsOf(one)) run.unknown.add(from);
			fail(run, rowsOf(one), error, 'the answer was read', one.id);
		} finally {
			held.giveBack();
		}
	});
}

/**
 * Runs Delete for all rows.
 *
 * @returns the outcomes in the order of the rows; a failure says what was deleted
 */
export async function runDelete(
	context: IExecuteFunctions,
	operation: DeleteOperation,
	send: Sender,
	tries: EarlierTries | undefined,
): Promise<readonly ItemOutcome[]> {
	const [done, unknown] = [new Set<number>(), new Set<number>()];
	const run: Run = {
		context,
		send,
		tries,
		ends: [],
		done,
		unknown,
		missing: [],
		saysNobody: new Set(),
		isOver: false,
	};
	const records = readRows(run, operation);
	const before = records.filter(isDone).flatMap(rowsOf);
	for (const from of before) run.done.add(from);
	// Only a success, or a 404, tells what became of these.
	for (const one of records.filter((record) => record.before === 'perhaps')) {
		for (const from of rowsOf(one)) run.unknown.add(from);
	}
	const sentences = doneByEarlierTry(before.length);
	if (!run.isOver && records[0]?.plan.isDry) sentences.push(await runDry(run, records));
	else {
		if (!run.isOver) await lookUp(run, records);
		if (!run.isOver) await deleteAll(run, records);
		if (!run.isOver) sentences.unshift(...endInWords(run, records));
	}
	showHint(context, sentences, send);
	if (!isFatal(context)) return run.ends.flat();
	const words = nobodyIsDeleted(run)
		? 'Nobody was deleted.'
		: doneInWords('Deleted', context, [...done], [...unknown]);
	return run.ends.flatMap((ends, row) =>
		ends.map((outcome) =>
			'error' in outcome && !run.saysNobody.has(row) ? { ...outcome, done: words } : outcome,
		),
	);
}
