import type { IDataObject } from 'n8n-workflow';

import type { FinishedRow, FinishedUpload, Sentence } from '../../plan';
import { counted, grouped, isRecord, scalarText, shortened, withoutEmpty } from '../../values';
import { valueAt, type RecordModel } from './columns';
import { LONGEST_VALUE } from './explain';

const NAMES_SHOWN = 20;

/** What is told about an element. Kept until the end, so it is small: no upload, no copy of the input. */
export interface Notes {
	/** The names of columns that its rows have, and paths of nested fields, that are not sent. */
	notSent?: readonly string[];
	/** Fields that the service has, the contract does not know, and the upload leaves out. */
	notKept?: readonly string[];
	/** Entries that lists lose, from the label of the column. */
	removed?: Readonly<Record<string, number>>;
	/** Values of e-mail columns that are no addresses, with the label of the column; in a dry run only. */
	noEmails?: readonly string[];
	/** From flat column to `{ from, to }`; in a dry run only. */
	changes?: IDataObject;
}

/** Each name once; `undefined` where there is none. */
export const eachOnce = (names: readonly string[]): string[] | undefined =>
	names.length > 0 ? [...new Set(names)] : undefined;

/** No more than that an @ stands between two characters: the service decides what an address is. */
const SOMETHING_AT_SOMETHING = /[^\s@]@[^\s@]/;

/** What an upload has in its e-mail columns that is no address, e.g. `Work Emails "x.org"`. */
export const noEmailsIn = ({ columns }: RecordModel, upload: IDataObject): string[] =>
	columns.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail || path.length === 0) return [];
		return [valueAt(upload, path)]
			.flat()
			.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? [])
			.filter((text) => !SOMETHING_AT_SOMETHING.test(text))
			.map((text) => `${label} "${shortened(text, LONGEST_VALUE)}"`);
	});

export function itemOf(
	{ id, change, notes, acceptance, state }: FinishedRow<Notes>,
	dryRun: boolean,
): IDataObject {
	const { notSent: not_sent, changes = {} } = notes;
	if (dryRun) {
		return withoutEmpty({ id, dry_run: true, exists: change !== 'created', changes, not_sent });
	}
	return withoutEmpty({
		id,
		accepted: acceptance ? true : undefined,
		change,
		item_status: state?.itemStatus.get(id),
		...state?.json,
		not_sent,
		...acceptance?.facts,
	});
}

export const uploadItemOf = ({ acceptance, ids, notes, state }: FinishedUpload<Notes>): IDataObject =>
	withoutEmpty({
		...acceptance.facts,
		count: ids.length,
		ids,
		...state?.json,
		not_sent: eachOnce(notes.flatMap(({ notSent = [] }) => notSent)),
	});

/** A sentence that names things, each once; none where there is nothing to name. */
function naming(before: string, names: readonly string[], after = ''): Sentence[] {
	const all = eachOnce(names);
	if (all === undefined) return [];
	const more = all.length - NAMES_SHOWN;
	const listed = all.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return [{ text: `${before}: ${listed}.${after}`, isWarning: true }];
}

/** How many entries lists have lost, and of how many records: `3 entries of Work Emails (2 contacts)`. */
function lostEntries(notes: readonly Notes[], { one, many }: RecordModel['noun']): string[] {
	const losses = notes.flatMap(({ removed = {} }) => Object.entries(removed));
	return [...grouped(losses, ([label]) => label)].map(([label, own]) => {
		const sum = own.reduce((total, [, count]) => total + count, 0);
		return `${counted(sum, 'entry', 'entries')} of ${label} (${counted(own.length, one, many)})`;
	});
}

/** What the service has, the contract does not know, and uploads leave out. */
export const notKeptSentence = (notes: ReadonlyArray<Pick<Notes, 'notKept'>>): Sentence[] =>
	naming(
		'Not kept, because the contract does not know them',
		notes.flatMap(({ notKept = [] }) => notKept),
		' To send them back, set Unknown Fields to Send as They Are.',
	);

/** What the hint says about elements that were not refused. */
export function sentencesOf(
	notes: readonly Notes[],
	{ noun, columnOf }: RecordModel,
	{ dryRun, hint }: { dryRun: boolean; hint: string },
): Sentence[] {
	const notSent = notes.flatMap((each) => each.notSent ?? []);
	const isErased = (change: unknown) => isRecord(change) && change.to === null;
	const erasing = notes.filter(({ changes = {} }) => Object.values(changes).some(isErased)).length;
	const erased = `Something would be erased in ${counted(erasing, noun.one, noun.many)}.`;
	return [
		...naming(
			`Not sent, because ${noun.many} have no such column`,
			notSent.filter((name) => columnOf(name) === undefined),
			` ${hint}`,
		),
		...naming(
			'Not sent, because these columns are read-only',
			notSent.filter((name) => columnOf(name) !== undefined),
		),
		...naming(dryRun ? 'Would be removed' : 'Removed', lostEntries(notes, noun)),
		...(erasing > 0 ? [{ text: erased, isWarning: true }] : []),
		...naming(
			'Not an e-mail address',
			notes.flatMap(({ noEmails = [] }) => noEmails),
		),
		...notKeptSentence(notes),
	];
}
