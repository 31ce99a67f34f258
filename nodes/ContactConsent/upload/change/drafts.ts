/** The upload of each target, made from what is stored and what its rows say. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { inParallel } from '../../lib/pool';
import { shortened, textOf } from '../../lib/text';
import { WIDEST } from '../../transport/width';
import { personIn, refuse, targetOf, textIn } from '../targets';
import { doubtsOf } from '../report/doubts';
import { missingValues } from '../report/requiredMissing';
import type { Note } from '../report/notes';
import { LONGEST_VALUE } from '../report/refusal';
import { isBlank, roundedIn } from '../table/cells';
import type { CheckedValue } from '../table/recordModel';
import { plainPersonName } from '../table/vocabulary';
import type {
	Acceptance,
	Change,
	Changed,
	ChangeReport,
	Difference,
	Draft,
	Row,
	Run,
	Target,
} from '../uploadTypes';
import { differencesOf } from './diff';
import { merge } from './merge';
import { readsFirst, readStored, storedUpload, type Stored } from './storedRecord';

/** Stands for the lost answer to a request that was accepted. */
const NO_ANSWER: Acceptance = { operationId: undefined, acceptedAt: 0, facts: {} };

/** The outcome of a draft that was sent. @param acceptance `NO_ANSWER` if the answer was lost */
export const acceptedAs = ({ change, differences }: Draft, acceptance: Acceptance): Target['outcome'] => ({
	kind: 'accepted',
	acceptance,
	change,
	differences,
});

/** @throws InvalidInput if JSON has rounded a number: sending it back would change it */
function assertExact(upload: IDataObject): void {
	const steps = roundedIn(upload);
	if (steps === undefined) return;
	throw new InvalidInput(
		`The service shows a number in ${steps.join('.')} that has too many digits for n8n`,
		'Sending it back would change it. Give its text in this row, or ask the support of the service to show it as text.',
	);
}

/** The checks of the fields in which the upload adds something that the service has to show afterwards. */
const checksOf = ({ model, setting }: Run, before: IDataObject, after: IDataObject): CheckedValue[] =>
	model.columns.flatMap(({ name, shape }) => {
		const check = shape?.checkOf?.(before[name], after[name], setting);
		return check ? [{ name, check }] : [];
	});

/** What sending an upload changes. */
interface Comparison extends Pick<Draft, 'change' | 'differences'> {
	/** The stored fields that the upload leaves out, because the contract does not know them. */
	notKept: readonly string[];
}

/**
 * Compares an upload with the stored record.
 *
 * @param kept the stored record in the shape of an upload, if the upload keeps it; missing with Clear
 */
function compared(
	{ model, setting }: Run,
	record: IDataObject | undefined,
	kept: ReturnType<typeof storedUpload> | undefined,
	upload: IDataObject,
): Comparison {
	const differencesTo = (stored: IDataObject | undefined): Difference[] =>
		differencesOf(model, stored, upload, setting.timeZone);
	if (record === undefined) return { change: 'created', differences: differencesTo(undefined), notKept: [] };
	// The upload may erase fields that the contract does not know, so they count as differences.
	const whole = () => storedUpload(model, record, true).upload;
	const differences = differencesTo(kept?.upload ?? whole());
	if (differences.length === 0) return { change: undefined, differences, notKept: [] };
	const notKept = kept?.unknown ?? [];
	return {
		change: 'changed',
		differences: notKept.length > 0 ? differencesTo(whole()) : differences,
		notKept,
	};
}

/** What merging the rows of a target into the stored record gives. */
interface Merged extends Pick<Changed, 'upload' | 'refused'> {
	report: ChangeReport;
	/** The stored record in the shape of an upload, if the upload keeps it. */
	kept: ReturnType<typeof storedUpload> | undefined;
}

/** The rows of a target that are merged: with Keep all of them, with Clear only the last one. */
const rowsToMerge = ({ setting: { keepsOtherFields } }: Run, { rows }: Target): readonly Row[] =>
	keepsOtherFields ? rows : rows.slice(-1);

/** Merges the rows of a target into the stored record, or with Clear into nothing. Writes nothing. */
function merged(run: Run, target: Target, record: IDataObject | undefined): Merged {
	const { model, setting, begunAt } = run;
	const { keepsOtherFields, unknownFields } = setting;
	const kept = record && keepsOtherFields ? storedUpload(model, record, unknownFields === 'send') : undefined;
	// Only the operation itself knows what its rows ask for.
	const change = (run.change ?? merge) as Change;
	const context = { model, setting, begunAt, body: kept && record, refusedRows: target.refusedRows };
	const { upload, refused, ...report } = change(kept?.upload ?? {}, rowsToMerge(run, target), context);
	// Rows that mean one record may spell its ID differently. It stays as it is stored: another ID is another record.
	const isStored = kept !== undefined && 'id' in upload;
	return { upload: isStored ? { ...upload, id: kept.upload.id } : upload, refused, report, kept };
}

/**
 * Makes the draft of a target from its merged rows. Writes nothing.
 *
 * @param stored without a record if there is none; `undefined` if it was not read
 * @throws InvalidInput if the result cannot be sent, e.g. because a required value is missing
 */
function draftOf(
	run: Run,
	{ id }: Target,
	stored: Stored | undefined,
	{ upload, report, kept }: Merged,
): Draft {
	const { model, setting } = run;
	const { keepsOtherFields, mustExist, waiting } = setting;
	const missing = mustExist ? [] : model.required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length > 0) {
		const newId = keepsOtherFields && stored?.record === undefined ? id : undefined;
		throw missingValues(run, missing, newId);
	}
	const checks = keepsOtherFields && waiting ? checksOf(run, kept?.upload ?? {}, upload) : [];
	if (!readsFirst(run)) {
		return { upload, readAt: undefined, checks, report, change: undefined, differences: [] };
	}
	const { notKept, ...comparison } = compared(run, stored?.record, kept, upload);
	if (kept && comparison.change) assertExact(upload);
	const notes = [...report.notes, ...notKept.map((heading): Note => ({ kind: 'notKept', heading }))];
	return { upload, readAt: stored?.readAt, checks, report: { ...report, notes }, ...comparison };
}

/**
 * If an e-mail address is the ID, another first name is another person.
 *
 * @throws InvalidInput if the rows have another first name than the stored record
 */
function assertSamePerson({ idIsEmail }: Run, { id, rows }: Target, stored: IDataObject | undefined): void {
	if (!idIsEmail || !stored) return;
	const nameIn = (record: IDataObject) =>
		[record.first_name, record.last_name].flatMap((one) => textOf(one) ?? []).join(' ');
	const known = plainPersonName(textOf(stored.first_name) ?? '');
	const other = rows.find((row) => {
		const own = plainPersonName(textIn(row, 'first_name'));
		return own !== '' && known !== '' && own !== known;
	});
	if (other === undefined) return;
	throw new InvalidInput(
		'The first name differs from the stored one under this ID, which is an e-mail address',
		`Stored under ${shortened(id, LONGEST_VALUE)}: ${shortened(nameIn(stored), LONGEST_VALUE)}. This row: ${personIn([other]).who}. Families share e-mail addresses: give each person an ID of their own, or correct the first name.`,
	);
}

/** Makes a refused target of each of these rows. The others stay in their target. */
function takeOut(run: Run, target: Target, refused: Changed['refused']): void {
	if (refused.size === 0) return;
	target.rows = target.rows.filter((row) => !refused.has(row));
	for (const [row, error] of refused) {
		refuse(run, [targetOf([row])], error);
		row.cells = [];
	}
}

/**
 * Takes the rows out of a target that cannot be merged with the stored record. If none of the merged rows is left, the
 * last one stays. With Clear, the rows before it stay, too: they are no part of the upload, and share its end.
 *
 * @throws the error of the last row, if it stays
 */
function takeOutRefused(run: Run, target: Target, refused: Changed['refused']): void {
	const toMerge = rowsToMerge(run, target);
	const last = toMerge.at(-1);
	if (last === undefined || toMerge.some((row) => !refused.has(row))) return takeOut(run, target, refused);
	takeOut(run, target, new Map([...refused].filter(([row]) => row !== last)));
	throw refused.get(last);
}

/**
 * Reads the stored record if it is needed, and makes the upload. Afterwards, the target has a draft or an outcome. All
 * that this file writes into a target is written here, or by `readStored` (its ID) and `takeOutRefused` (its rows).
 */
async function prepare(run: Run, target: Target): Promise<void> {
	try {
		const looksUp = readsFirst(run) || run.idIsEmail;
		const stored = looksUp ? await readStored(run, target) : undefined;
		if (looksUp) target.isNew = stored?.record === undefined;
		assertSamePerson(run, target, stored?.record);
		const change = merged(run, target, stored?.record);
		takeOutRefused(run, target, change.refused);
		// This is told also if there is no draft, because e.g. a value is missing.
		Object.assign(target, change.report);
		const draft = draftOf(run, target, stored, change);
		const isUnchanged = readsFirst(run) && draft.change === undefined;
		// The service has done what an unanswered request asked for. What this reading tells is the record after it.
		const done = isUnchanged ? target.unanswered : undefined;
		Object.assign(target, (done ?? draft).report);
		if (run.setting.dryRun) {
			const { upload, differences } = draft;
			target.notes = [...target.notes, ...doubtsOf(run.model, upload, differences)];
			target.outcome = { kind: 'dryRun', exists: stored?.record !== undefined, differences };
		} else if (done) target.outcome = acceptedAs(done, NO_ANSWER);
		else if (isUnchanged) target.outcome = { kind: 'unchanged' };
		else target.draft = draft;
	} catch (error) {
		refuse(run, [target], error);
	}
}

export const prepareAll = async (run: Run, targets: readonly Target[]): Promise<void> =>
	await inParallel(targets, WIDEST, async (target) => await prepare(run, target));
