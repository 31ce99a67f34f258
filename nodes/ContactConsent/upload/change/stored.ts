import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../../lib/time';
import { InvalidInput } from '../../common/invalidInput';
import { inParallel } from '../../lib/pool';
import { isNotFound } from '../../transport/errors';
import { WIDEST } from '../../transport/width';
import { LEAVE_OUT, mapValues, scalarText, withoutNulls } from '../../lib/json';
import { shortened, textOf } from '../../lib/text';
import { isAddress, isBlank, isPlaceholder, roundedIn } from '../table/cells';
import { valueAt, type CheckedValue, type RecordModel } from '../table/recordModel';
import { plainName } from '../table/vocabulary';
import { differencesOf } from './diff';
import { merge } from './merge';
import { missingValues } from '../report/missingValues';
import type { Note } from '../report/notes';
import { LONGEST_VALUE, notThere } from '../report/refusal';
import { refuse, targetOf, textIn, whoIn } from '../groupById';
import type { Acceptance, Change, Changed, Difference, Draft, Run, Target } from '../uploadTypes';

/** True if the run reads each stored record before it sends: in a dry run, and if fields that are not sent are kept. */
export const readsFirst = ({ setting: { keepsOtherFields, dryRun } }: Run): boolean =>
	keepsOtherFields || dryRun;

/** Stands for the lost answer to a request that was accepted. */
export const NO_ANSWER: Acceptance = { operationId: undefined, acceptedAt: 0, facts: {} };

/** The outcome of a draft that was sent. @param acceptance `NO_ANSWER` if the answer was lost */
export const acceptedAs = ({ change, differences }: Draft, acceptance: Acceptance): Target['outcome'] => ({
	kind: 'accepted',
	acceptance,
	change,
	differences,
});

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
	const givenIds = setting.keepsOtherFields ? target.rows.flatMap(({ givenId }) => givenId ?? []) : [];
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

/** What a dry run says of a value that would be written. */
const doubt = (kind: 'noEmail' | 'placeholder', label: string, value: string): Note => ({
	kind,
	heading: `${label} "${shortened(value, LONGEST_VALUE)}"`,
});

/** The values of e-mail columns that cannot be addresses. */
const noEmailsIn = ({ fields }: RecordModel, upload: IDataObject): Note[] =>
	fields.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail) return [];
		return [valueAt(upload, path)]
			.flat()
			.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? [])
			.filter((text) => !isAddress(text))
			.map((text) => doubt('noEmail', label, text));
	});

/** The values that would be written and look like placeholders. */
const placeholdersIn = (differences: readonly Difference[]): Note[] =>
	differences.flatMap(({ label, to }) =>
		[to]
			.flat()
			.flatMap((text) =>
				typeof text === 'string' && isPlaceholder(text) ? doubt('placeholder', label, text) : [],
			),
	);

/**
 * Moves each row that cannot be merged with the stored record into a refused target of its own.
 *
 * @throws the last of their errors if no other row is left
 */
function takeOut(run: Run, target: Target, refused: Changed['refused']): void {
	if (refused.size === 0) return;
	const others = target.rows.filter((row) => !refused.has(row));
	if (others.length === 0) throw [...refused.values()].at(-1);
	target.rows = others;
	for (const [row, error] of refused) {
		refuse(run, [targetOf([row])], error);
		row.cells = [];
	}
}

/** The checks of the fields in which the upload adds something that the service has to show afterwards. */
const checksOf = ({ model, setting }: Run, before: IDataObject, after: IDataObject): CheckedValue[] =>
	model.columns.flatMap(({ name, shape }) => {
		const check = shape?.checkOf?.(before[name], after[name], setting);
		return check ? [{ name, check }] : [];
	});

/**
 * Makes the upload of a target. With Keep, all of its rows are merged into the stored record; with Clear, only its last
 * row is sent.
 *
 * @throws InvalidInput if the result cannot be sent, e.g. because a required value is missing
 */
function draftOf(run: Run, target: Target, record: IDataObject | undefined): Draft {
	const { model, setting, headings, whereabouts } = run;
	const { keepsOtherFields, mustExist, unknownFields } = setting;
	const kept = record && keepsOtherFields ? storedUpload(model, record, unknownFields === 'send') : undefined;
	const rows = keepsOtherFields ? target.rows : target.rows.slice(-1);
	// Only the operation itself knows what its rows ask for.
	const change = (run.change ?? merge) as Change;
	const context = { model, setting, body: kept && record, unread: target.unread };
	const { upload, refused, notes, told, tallies } = change(kept?.upload ?? {}, rows, context);
	takeOut(run, target, refused);
	// Rows that mean one record may spell its ID differently. It stays as it is stored: another ID is another record.
	if (kept && 'id' in upload) upload.id = kept.upload.id;
	target.notes = notes;
	target.told = told;
	target.tallies = tallies;
	const missing = mustExist ? [] : model.required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length > 0) {
		const newId = keepsOtherFields && record === undefined ? target.id : undefined;
		throw missingValues(model, missing, headings, setting, newId, whereabouts);
	}
	const readAt = readsFirst(run) ? elapsed() : undefined;
	const checks = keepsOtherFields && setting.waiting ? checksOf(run, kept?.upload ?? {}, upload) : [];
	const draft: Draft = { upload, readAt, checks, change: undefined, differences: [] };
	if (record === undefined) {
		if (readsFirst(run)) draft.change = 'created';
		if (readsFirst(run)) draft.differences = differencesOf(model, undefined, upload, setting.timeZone);
		return draft;
	}
	// With Clear, fields that the contract does not know are compared, too: the upload may erase them.
	const before = kept ?? storedUpload(model, record, true);
	draft.differences = differencesOf(model, before.upload, upload, setting.timeZone);
	if (draft.differences.length === 0) return draft;
	draft.change = 'changed';
	if (kept) assertExact(upload);
	if (before.unknown.length > 0) {
		const notKept = before.unknown.map((heading): Note => ({ kind: 'notKept', heading }));
		target.notes = [...target.notes, ...notKept];
		// The service may erase the fields that are left out, so they count as differences.
		draft.differences = differencesOf(
			model,
			storedUpload(model, record, true).upload,
			upload,
			setting.timeZone,
		);
	}
	return draft;
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
	const known = plainName(textOf(stored.first_name) ?? '');
	const other = rows.find((row) => {
		const own = plainName(textIn(row, 'first_name'));
		return own !== '' && known !== '' && own !== known;
	});
	if (other === undefined) return;
	throw new InvalidInput(
		'The first name differs from the stored one under this ID, which is an e-mail address',
		`Stored under ${shortened(id, LONGEST_VALUE)}: ${shortened(nameIn(stored), LONGEST_VALUE)}. This row: ${whoIn([other])}. Families share e-mail addresses: give each person an ID of their own, or correct the first name.`,
	);
}

/** Reads the stored record if it is needed, and makes the upload. Afterwards, the target has a draft or an outcome. */
async function prepare(run: Run, target: Target): Promise<void> {
	try {
		const stored = readsFirst(run) || run.idIsEmail ? await readStored(run, target) : undefined;
		target.isNew = stored === undefined;
		assertSamePerson(run, target, stored);
		const record = readsFirst(run) ? stored : undefined;
		const draft = draftOf(run, target, record);
		const { upload, change, differences } = draft;
		if (run.setting.dryRun) {
			const doubts = [...noEmailsIn(run.model, upload), ...placeholdersIn(differences)];
			target.notes = [...target.notes, ...doubts];
			target.outcome = { kind: 'dryRun', exists: record !== undefined, differences };
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
