import type { IDataObject } from 'n8n-workflow';

import type { FinishedRow, FinishedUpload, Sentence } from '../../plan';
import { counted, isRecord, scalarText, shortened, withoutEmpty } from '../../values';
import { valueAt, type RecordModel } from './columns';
import { LONGEST_VALUE } from './explain';
import type { NotSent } from './match';

type Noun = RecordModel['noun'];

const NAMES_SHOWN = 20;

/** What is told about an element. Kept until the end, so it is small: no upload, no copy of the input. */
export interface Notes {
	/** For each row of the ID, in the order of the input; missing where everything is sent. */
	notSent?: ReadonlyArray<NotSent | undefined>;
	/** Fields that the service has, the contract does not know, and the upload leaves out. */
	notKept?: readonly string[];
	/** Entries that lists lose, from the label of the column. */
	removed?: Readonly<Record<string, number>>;
	/** From the label of an e-mail column to a value in it that is no address; in a dry run only. */
	noEmails?: Readonly<Record<string, string>>;
	/** From flat column to `{ from, to }`; in a dry run only. */
	changes?: IDataObject;
}

/** No more than that an @ stands between two characters: the service decides what an address is. */
const SOMETHING_AT_SOMETHING = /[^\s@]@[^\s@]/;

/** The labels of the e-mail columns in which an upload has a value that is no address, each with the first such value. */
export function noEmailsIn({ columns }: RecordModel, upload: IDataObject): Record<string, string> {
	const found = columns.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail || path.length === 0) return [];
		const entries = [valueAt(upload, path)].flat();
		const texts = entries.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? []);
		const wrong = texts.find((text) => !SOMETHING_AT_SOMETHING.test(text));
		return wrong === undefined ? [] : [[label, wrong] as const];
	});
	return Object.fromEntries(found);
}

const namesIn = (notSent: ReadonlyArray<NotSent | undefined> = []): string[] | undefined => {
	const names = [...new Set(notSent.flatMap((one) => [...(one?.unknown ?? []), ...(one?.readOnly ?? [])]))];
	return names.length > 0 ? names : undefined;
};

/** The output item of a row. */
export function itemOf(
	{ id, at, change, notes, acceptance, state }: FinishedRow<Notes>,
	dryRun: boolean,
): IDataObject {
	const not_sent = namesIn(notes.notSent?.slice(at, at + 1));
	if (dryRun) {
		const { changes = {} } = notes;
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

/** The output item of an accepted request. */
export const uploadItemOf = ({ acceptance, ids, notes, state }: FinishedUpload<Notes>): IDataObject =>
	withoutEmpty({
		...acceptance.facts,
		count: ids.length,
		ids,
		...state?.json,
		not_sent: namesIn(notes.flatMap(({ notSent = [] }) => notSent)),
	});

/** A sentence that names things, each once; none where there is nothing to name. */
function naming(before: string, names: readonly string[], after = ''): Sentence[] {
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	const more = all.length - NAMES_SHOWN;
	const listed = all.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return [{ text: `${before}: ${listed}.${after}`, isWarning: true }];
}

/** For each label how often it occurs, and the sum of its counts. */
function tallied(all: ReadonlyArray<Readonly<Record<string, number>>>) {
	const tally = new Map<string, { times: number; sum: number }>();
	for (const [label, count] of all.flatMap(Object.entries<number>)) {
		const { times, sum } = tally.get(label) ?? { times: 0, sum: 0 };
		tally.set(label, { times: times + 1, sum: sum + count });
	}
	return [...tally].map(([label, counts]) => ({ label, ...counts }));
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
	all: readonly Notes[],
	{ one, many }: Noun,
	{ dryRun, hint }: { dryRun: boolean; hint: string },
): Sentence[] {
	const notes = all.filter((each) => Object.keys(each).length > 0);
	const notSent = notes.flatMap((each) => each.notSent ?? []);
	const names = (kind: keyof NotSent) => notSent.flatMap((row) => row?.[kind] ?? []);
	const removed = tallied(notes.map((each) => each.removed ?? {})).map(
		({ label, times, sum }) =>
			`${counted(sum, 'entry', 'entries')} of ${label} (${counted(times, one, many)})`,
	);
	const isErased = (change: unknown) => isRecord(change) && change.to === null;
	const erasing = notes.filter(({ changes = {} }) => Object.values(changes).some(isErased)).length;
	const erased = `Something would be erased in ${counted(erasing, one, many)}.`;
	const mails = notes.flatMap(({ noEmails = {} }) => Object.entries(noEmails));
	const noEmails = tallied(mails.map(([label]) => ({ [label]: 1 }))).map(({ label, times }) => {
		const [, first = ''] = mails.find(([other]) => other === label) ?? [];
		return `${label} "${shortened(first, LONGEST_VALUE)}" (${counted(times, one, many)})`;
	});
	return [
		...naming(`Not sent, because ${many} have no such column`, names('unknown'), ` ${hint}`),
		...naming('Not sent, because these columns are read-only', names('readOnly')),
		...naming(dryRun ? 'Would be removed' : 'Removed', removed),
		...(erasing > 0 ? [{ text: erased, isWarning: true }] : []),
		...naming('Not an e-mail address', noEmails),
		...notKeptSentence(notes),
	];
}
