import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { InvalidInput } from '../operation';
import { inParallel } from '../pool';
import { concernsNoRecord, isNotFound } from '../transport/errors';
import { WIDEST } from '../transport/places';
import { LEAVE_OUT, mapValues, scalarText, shortened, withoutNulls } from '../values';
import { isBlank, isPlaceholder, roundedIn } from './cells';
import { valueAt, type RecordModel } from './columns';
import { differencesOf } from './diff';
import { NO_ANSWER } from './earlier';
import { merge } from './merge';
import { missingValues } from './missing';
import { LONGEST_VALUE, notThere } from './refusal';
import { targetOf, whoIn } from './targets';
import type { Acceptance, Difference, Draft, Run, Target } from './types';

/** True if the run reads each stored record before it sends: in a dry run, and if fields that are not sent are kept. */
export const readsFirst = ({ setting: { keeps, dryRun } }: Run): boolean => keeps || dryRun;

/**
 * Gives targets the outcome `refused`.
 *
 * @throws the error itself in a dry run, if it concerns all records, e.g. a wrong key: the others would fail alike
 */
export function refuse(run: Run, targets: readonly Target[], error: unknown): void {
	if (run.setting.dryRun && concernsNoRecord(error)) throw error;
	run.anyRefused ||= targets.length > 0;
	for (const target of targets) target.outcome = { kind: 'refused', error, who: whoIn(target.rows) };
}

/** The outcome of a draft that was sent. @param acceptance `NO_ANSWER` if the answer was lost */
export const acceptedAs = (
	{ change, differences, notKept }: Draft,
	acceptance: Acceptance,
): Target['outcome'] => ({ kind: 'accepted', acceptance, change, differences, notKept });

/**
 * Turns a stored record into the shape of an upload. `unknown` has the paths of the fields that are left out, because
 * the contract does not know them. A value that contradicts the contract is kept unchanged, and so is a blank.
 */
export function storedUpload(
	{ columnAt }: RecordModel,
	record: IDataObject,
	sendsUnknown: boolean,
): { upload: IDataObject; unknown: readonly string[] } {
	const unknown = new Set<string>();
	const keepUnknown = (value: unknown, path: string) => {
		if (sendsUnknown) return value;
		if (!isBlank(value)) unknown.add(path);
		return LEAVE_OUT;
	};
	const upload = mapValues(withoutNulls(record), (value, name) => {
		const column = columnAt([name]);
		if (column === undefined) return keepUnknown(value, name);
		const { shape } = column;
		if (shape === undefined) return LEAVE_OUT;
		return shape.ofStored ? shape.ofStored(value, name, keepUnknown) : value;
	});
	return { upload, unknown: [...unknown] };
}

/** @throws InvalidInput if JSON has rounded a number: sending it back would change it */
function assertExact(upload: IDataObject): void {
	const steps = roundedIn(upload);
	if (steps === undefined) return;
	throw new InvalidInput(
		`The service shows a number in ${steps.join('.')} that has too many digits for n8n`,
		'Sending it back would change it. Give its text in this row, or ask the support of the service to show it as text.',
	);
}

/**
 * Reads the stored record of a target. Reading a cell removes e.g. blanks from its ID. If the service does not have the
 * cleaned ID, the uncleaned one is tried, and becomes the ID of the target if the service has it.
 *
 * @returns `undefined` if the record does not exist
 * @throws ServiceError if the record has to exist and does not, or if the request fails
 */
async function readStored(run: Run, target: Target): Promise<IDataObject | undefined> {
	const { model, setting, endpoint, send } = run;
	const givenIds = setting.keeps ? target.rows.flatMap(({ givenId }) => givenId ?? []) : [];
	let notFound: unknown;
	for (const id of new Set([target.id, ...givenIds])) {
		const answer = await send<IDataObject>(endpoint.read(id)).catch((error: unknown) => {
			if (!isNotFound(error)) throw error;
			notFound ??= error;
		});
		if (!answer) continue;
		target.id = id;
		return answer.body;
	}
	if (setting.mustExist) throw notThere(model, target.id, notFound);
	return undefined;
}

/** Only an @ between two characters is required, because the service decides what an address is. */
const SOMETHING_AT_SOMETHING = /[^\s@]@[^\s@]/;

/** The values of e-mail columns that cannot be addresses, with their column, e.g. `Work Emails "x.org"`. */
const noEmailsIn = ({ columns }: RecordModel, upload: IDataObject): string[] =>
	columns.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail || path.length === 0) return [];
		return [valueAt(upload, path)]
			.flat()
			.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? [])
			.filter((text) => !SOMETHING_AT_SOMETHING.test(text))
			.map((text) => `${label} "${shortened(text, LONGEST_VALUE)}"`);
	});

/** The values that would be written and look like placeholders, with their column, e.g. `Company "N/A"`. */
const placeholdersIn = (differences: readonly Difference[]): string[] =>
	differences.flatMap(({ label, to }) =>
		[to]
			.flat()
			.flatMap((text) => (typeof text === 'string' && isPlaceholder(text) ? `${label} "${text}"` : [])),
	);

/**
 * Moves each row that cannot be merged with the stored record into a refused target of its own.
 *
 * @throws the last of their errors if no other row is left
 */
function takeOut(run: Run, target: Target, refused: ReturnType<typeof merge>['refused']): void {
	if (refused.size === 0) return;
	const others = target.rows.filter((row) => !refused.has(row));
	if (others.length === 0) throw [...refused.values()].at(-1);
	target.rows = others;
	run.anyRefused = true;
	for (const [row, error] of refused) {
		targetOf([row], error);
		row.cells = [];
	}
}

/**
 * Makes the upload of a target. With Keep, all of its rows are merged into the stored record; with Clear, only its last
 * row is sent.
 *
 * @throws InvalidInput if the result cannot be sent, e.g. because a required value is missing
 */
function draftOf(run: Run, target: Target, record: IDataObject | undefined): Draft {
	const { model, setting, headings } = run;
	const { keeps, mustExist, unknownFields } = setting;
	const kept = record && keeps ? storedUpload(model, record, unknownFields === 'send') : undefined;
	const rows = keeps ? target.rows : target.rows.slice(-1);
	const ground = { model, setting, body: kept && record };
	const { upload, refused, notSent, remarks } = merge(rows, kept?.upload ?? {}, ground);
	takeOut(run, target, refused);
	// Rows that mean one record may spell its ID differently. It stays as it is stored: another ID is another record.
	if (kept && 'id' in upload) upload.id = kept.upload.id;
	target.notSent = notSent;
	target.remarks = remarks;
	const missing = mustExist ? [] : model.required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length > 0) {
		const newId = keeps && record === undefined ? target.id : undefined;
		throw missingValues(model, missing, headings, setting, newId);
	}
	const readAt = readsFirst(run) ? elapsed() : undefined;
	const draft: Draft = { upload, readAt, change: undefined, differences: [] };
	if (record === undefined) {
		if (readsFirst(run)) draft.change = 'created';
		if (setting.dryRun) draft.differences = differencesOf(model, undefined, upload);
		return draft;
	}
	// With Clear, fields that the contract does not know are compared, too: the upload may erase them.
	const before = kept ?? storedUpload(model, record, true);
	draft.differences = differencesOf(model, before.upload, upload);
	if (draft.differences.length === 0) return draft;
	draft.change = 'changed';
	if (kept) assertExact(upload);
	if (before.unknown.length > 0) {
		draft.notKept = before.unknown;
		// The service may erase the fields that are left out, so they count as differences.
		draft.differences = differencesOf(model, storedUpload(model, record, true).upload, upload);
	}
	return draft;
}

/** Reads the stored record if it is needed, and makes the upload. Afterwards, the target has a draft or an outcome. */
async function prepare(run: Run, target: Target): Promise<void> {
	try {
		const record = readsFirst(run) ? await readStored(run, target) : undefined;
		const draft = draftOf(run, target, record);
		const { upload, change, differences, notKept } = draft;
		if (run.setting.dryRun) {
			const doubts = { noEmails: noEmailsIn(run.model, upload), placeholders: placeholdersIn(differences) };
			target.outcome = { kind: 'dryRun', exists: record !== undefined, differences, notKept, ...doubts };
		} else if (readsFirst(run) && change === undefined) {
			const { unanswered } = target;
			target.outcome = unanswered ? acceptedAs(unanswered, NO_ANSWER) : { kind: 'unchanged' };
		} else target.draft = draft;
	} catch (error) {
		refuse(run, [target], error);
	}
}

export const prepareAll = async (run: Run, targets: readonly Target[]): Promise<void> =>
	await inParallel(targets, WIDEST, async (target) => await prepare(run, target));
