import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { concernsNoRecord, ServiceError } from '../transport/errors';
import type { ValidationEntry } from '../transport/types';
import { scalarText, shortened } from '../values';
import { isPlaceholder } from './cells';
import { valueAt, type RecordModel } from './columns';
import { assertExact, readCurrent, storedUpload } from './current';
import { differencesOf } from './diff';
import { merge } from './merge';
import { LONGEST_VALUE, missingValues, refusalOf } from './refusal';
import { isBlank } from './same';
import { targetOf, whoIn } from './targets';
import type { Difference, Ready, Row, Run, Target } from './types';

/** Milliseconds after which a record is read again before its upload is sent: its contact may have changed it. */
export const FRESH_FOR = 60_000;

/** True for an upload of which the reading is too old. */
export const isOutdated = ({ readAt = Infinity }: Ready): boolean => elapsed() - readAt > FRESH_FOR;

/**
 * Ends targets as refused.
 *
 * @throws the error itself in a dry run, if it is about no record: no other record would come to an end
 */
export function refuse(run: Run, targets: readonly Target[], error: unknown): void {
	if (run.setting.dryRun && concernsNoRecord(error)) throw error;
	run.anyRefused ||= targets.length > 0;
	for (const target of targets) target.outcome = { kind: 'refused', error, who: whoIn(target.rows) };
}

/** Refuses what the service does not take, in the words of its columns. @param entries those about this record */
export function refuseUpload(
	run: Run,
	{ target, upload }: Ready,
	error: unknown,
	entries: readonly ValidationEntry[],
): void {
	const explained =
		error instanceof ServiceError ? refusalOf(run, error, entries, run.send.withoutKey(upload)) : error;
	refuse(run, [target], explained);
}

/** No more than that an @ stands between two characters: the service decides what an address is. */
const SOMETHING_AT_SOMETHING = /[^\s@]@[^\s@]/;

/** The values of e-mail columns that are no addresses, e.g. `Work Emails "x.org"`. */
const noEmailsIn = ({ columns }: RecordModel, upload: IDataObject): string[] =>
	columns.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail || path.length === 0) return [];
		return [valueAt(upload, path)]
			.flat()
			.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? [])
			.filter((text) => !SOMETHING_AT_SOMETHING.test(text))
			.map((text) => `${label} "${shortened(text, LONGEST_VALUE)}"`);
	});

/** What would be written and looks like a placeholder, e.g. `Company "N/A"`. */
const placeholdersIn = (differences: readonly Difference[]): string[] =>
	differences.flatMap(({ label, to }) =>
		[to]
			.flat()
			.flatMap((text) => (typeof text === 'string' && isPlaceholder(text) ? [`${label} "${text}"`] : [])),
	);

/** Makes rows that cannot be laid over what is there targets by themselves. @throws where no other row is left */
function takeOut(run: Run, target: Target, refused: ReadonlyMap<Row, unknown>): void {
	if (refused.size === 0) return;
	const left = target.rows.filter((row) => !refused.has(row));
	const [last] = [...refused.values()].slice(-1);
	if (left.length === 0) throw last;
	run.anyRefused = true;
	for (const [row, error] of refused) {
		targetOf([row], error);
		row.cells = [];
	}
	target.rows = left;
}

/** Lays the rows of a target over what is there. What need not be sent, or cannot be, has ended afterwards. */
function prepare(run: Run, target: Target, record: IDataObject | undefined, readAt?: number): Ready {
	const { model, setting, headings } = run;
	const { keeps, dryRun, mustExist, unknownFields, hint } = setting;
	const kept = record && keeps ? storedUpload(model, record, unknownFields === 'send') : undefined;
	const rows = keeps ? target.rows : target.rows.slice(-1);
	const ground = { model, setting, body: kept ? record : undefined };
	const { upload, refused, notSent } = merge(rows, kept?.upload ?? {}, ground);
	takeOut(run, target, refused);
	target.notSent = notSent;
	const missing = mustExist ? [] : model.required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length > 0) {
		const newId = keeps && record === undefined ? target.id : undefined;
		throw missingValues(model, missing, { headings, hint }, newId);
	}
	const ready: Ready = { target, upload, readAt, change: undefined, differences: [], notes: {} };
	const isRead = keeps || dryRun;
	if (record) {
		// With what the contract does not know.
		const all = kept?.unknown.length === 0 ? kept : storedUpload(model, record, true);
		const before = kept?.upload ?? all.upload;
		ready.differences = differencesOf(model, before, upload);
		ready.change = ready.differences.length > 0 ? 'changed' : undefined;
		if (ready.change && kept) assertExact(upload);
		if (ready.change && kept?.unknown.length) {
			ready.notes.notKept = kept.unknown;
			// What is left out may be erased.
			ready.differences = differencesOf(model, all.upload, upload);
		}
	} else if (isRead) {
		ready.change = 'created';
		if (dryRun) ready.differences = differencesOf(model, undefined, upload);
	}
	if (dryRun) {
		const noEmails = noEmailsIn(model, upload);
		if (noEmails.length > 0) ready.notes.noEmails = noEmails;
		const placeholders = placeholdersIn(ready.differences);
		if (placeholders.length > 0) ready.notes.placeholders = placeholders;
		const { differences, notes } = ready;
		target.outcome = { kind: 'dryRun', exists: record !== undefined, differences, notes };
	} else if (isRead && ready.change === undefined) target.outcome = { kind: 'unchanged' };
	return ready;
}

/** Reads what is there, if it has to be known, and makes the uploads. @returns those that are to be sent */
export async function prepareAll(run: Run, targets: readonly Target[]): Promise<Ready[]> {
	const ready = new Map<Target, Ready>();
	const add = (target: Target, record: IDataObject | undefined, readAt?: number): void => {
		try {
			ready.set(target, prepare(run, target, record, readAt));
		} catch (error) {
			refuse(run, [target], error);
		}
	};
	const { keeps, dryRun } = run.setting;
	if (keeps || dryRun) {
		await readCurrent(run, targets, add, (target, error) => refuse(run, [target], error));
	} else for (const target of targets) add(target, undefined);
	// In the order of the input, whichever was read first.
	return targets.flatMap((target) => {
		const one = ready.get(target);
		return one && target.outcome === undefined ? [one] : [];
	});
}
