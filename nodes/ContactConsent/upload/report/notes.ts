import type { Sentence } from '../../common/plan';
import { counted, firstOf, rowsInWords, shortened } from '../../lib/text';
import { shownHeading } from '../table/nameless';
import { info, NAMES_SHOWN, naming, warning } from './sentences';

/**
 * Whatever is to be said about a value. It is made where it is known, and kept with its row or target. `not_sent`, the
 * hint and the dry run are views of the notes.
 */
export interface Note {
	kind: NoteKind;
	/** The heading of the value; a path for a field inside a nested value. */
	heading: string;
	/** The text of the cell. */
	given?: string;
	/** What the sentence of its kind says of this value, e.g. what it was read as. */
	words?: string;
	/** What its sentence names instead of the heading: a part of the value, e.g. a type of consent. */
	name?: string;
	/** It is worse than others of its kind. */
	isWarning?: true;
	/**
	 * Of a value that was lost: the values of the list of which it was an entry, or a field of one. The very list that is
	 * sent, not a copy.
	 */
	list?: readonly unknown[];
	/** The entry of `list` of which a field was lost; missing if nothing of the entry is left. */
	entry?: unknown;
}

/** A note on a value whose heading is not known yet, or that has none. */
export type UnplacedNote = Omit<Note, 'heading'>;

interface Kind {
	/** Begins its sentence in the hint; missing if the hint says it with other words. */
	says?: string;
	/** The same in a dry run, which has written nothing; missing: `says` is true there, too. */
	wouldSay?: string;
	advice?: string;
	/** The value is not sent, so that `not_sent` names its heading. */
	isNotSent?: true;
	/** The cell is left out for its content. With Clear, the field would be erased, so the row is refused. */
	isLeftOut?: true;
	/** The note is only about how a value was read, which is no reason for a warning. */
	isInfo?: true;
	/** Its sentence also names the records: *newsletter (contact c-1)*. */
	isOfRecord?: true;
	/** Its sentence quotes the cell and names its row: *Newsletter ("perhaps" in row 4)*. */
	isOfRow?: true;
	/** It is about the will of people: its sentence stands behind the refusals. */
	comesFirst?: true;
}

/** Advice if a spreadsheet has shortened numbers. */
export const EXPORT_AS_TEXT = 'Format the column as text in the spreadsheet, and export it again.';

/** All kinds of notes, in the order of the hint. */
const KINDS = {
	/** The records have no such column or field. */
	unknown: { isNotSent: true },
	/** A column that the records do not have, and that looks as if it should have been chosen in an option. */
	unchosen: { says: 'Not sent, although it looks like a consent', isNotSent: true },
	/** The same, where columns that the records do not have are sent or kept. */
	unchosenButSent: { says: 'Sent as content, although it looks like a consent', isInfo: true },
	/** A cell of a chosen column that says neither yes nor no. */
	noAnswer: { says: 'Not sent, because it says neither yes nor no', isNotSent: true, isOfRow: true },
	/** A cell with a date that cannot be read in one way only. */
	noMoment: { says: 'Not used, because the date cannot be read', isOfRow: true },
	/** The column can only be read. */
	readOnly: { says: 'Not sent, because these columns are read-only', isNotSent: true },
	/** Another heading of the row is surer to mean the same column. `words` says which. */
	otherHeading: { isNotSent: true },
	/** With Clear, only the last row of an ID is sent, and it does not have this column. */
	laterRow: { isNotSent: true },
	/** With Stored Values "Keep", the service has another value. */
	storedStays: { says: 'Not sent, because the stored value stays', isNotSent: true, isInfo: true },
	/** With Empty Fields "Send", a blank cell without a section, of a record that has several values for it. */
	blankForSeveral: {
		says: 'Not cleared, because several values are stored, and the heading does not say which is meant',
		advice: 'To clear all of a section, use its column, such as work_phone_numbers or private_city.',
		isNotSent: true,
		isOfRecord: true,
	},
	/** The error text of a failed formula. */
	error: { says: "Not sent, because a spreadsheet's formula failed", isLeftOut: true },
	/** A number that a spreadsheet has shortened to its first digits. */
	shortened: {
		says: 'Not sent, because the spreadsheet has shortened the number, and its last digits are lost',
		advice: EXPORT_AS_TEXT,
		isNotSent: true,
		isLeftOut: true,
	},
	/** What an expression gives whose value is missing: Invalid DateTime, undefined. */
	brokenExpression: {
		says: 'Not sent, because an expression or a program before this node gave no value',
		isNotSent: true,
		isLeftOut: true,
	},
	/** A text in the column of a day that is no day of the calendar. */
	noDay: { says: 'Not sent, because it is no day', isNotSent: true, isLeftOut: true },
	/** An object in the column of a text, which is no reason to refuse the person. */
	noText: {
		says: 'Not sent, because it is no text',
		advice: 'To send a part of it, map the column by hand.',
		isNotSent: true,
		isLeftOut: true,
	},
	/** A text in the column of a number with fewer than three digits. */
	noNumber: { says: 'Not sent, because it is no telephone number', isNotSent: true, isLeftOut: true },
	/** A day that may be one of two. */
	twoWays: { says: 'Sent as they are, because the day can be read in two ways', isInfo: true },
	/** A date that lacks its year, month or day. */
	partOfDay: { says: 'Not sent, because it is no whole day', isNotSent: true, isLeftOut: true },
	/** The number as which a spreadsheet stores a date. `words` is the date that it was read as. */
	dayNumber: { says: 'Read as a day, as spreadsheets count them', isInfo: true },
	/** The apostrophe with which a spreadsheet marks a number as text. `words` is the text without it. */
	textMark: { says: "A ' in front of a number was taken off", isInfo: true },
	/** What a spreadsheet or a program has written around a text: ="…", mailto:, .0. `words` is the text without it. */
	mark: { says: 'What a spreadsheet or a program writes around a text was taken off', isInfo: true },
	/** In a dry run: a value of an e-mail column that cannot be an address. */
	noEmail: { says: 'Not an e-mail address' },
	/** In a dry run: a value that would be written and looks like a placeholder. */
	placeholder: { says: 'Sent as content, although it looks like a placeholder' },
	/** A stored field that the upload leaves out. */
	notKept: {
		says: 'Not kept, because the contract does not know them',
		advice: 'To send them back, set Unknown Fields to Send as They Are.',
	},
	/** A consent of the row has the ID of a stored one, and other values. */
	consentStays: {
		says: 'Not changed, because an upload does not change a consent that is stored',
		isNotSent: true,
		isOfRecord: true,
	},
	/** The same, where the row says that it is withdrawn. */
	stillGranted: {
		says: 'Still granted, because an upload does not change a consent that is stored',
		advice: "To withdraw it, use the operation 'Set Consent'.",
		isNotSent: true,
		isOfRecord: true,
		comesFirst: true,
	},
	/** The same, where the row says that it is granted. */
	stillWithdrawn: {
		says: 'Still withdrawn, because an upload does not change a consent that is stored',
		advice: "If the contact has granted it since, use the operation 'Set Consent'.",
		isNotSent: true,
		isOfRecord: true,
		comesFirst: true,
	},
	/** A consent column says yes, and the stored withdrawal may be later. */
	staysWithdrawn: {
		says: 'Stays withdrawn, because the date of the yes is missing, or not later than the withdrawal',
		advice: "If the contact has agreed again, use the operation 'Set Consent'.",
		isNotSent: true,
		isOfRecord: true,
		comesFirst: true,
	},
	/** A consent column says yes, and another cell of the column for the same contact is not understood. */
	doubtedGrant: {
		says: 'Not granted, because another cell for the contact says neither yes nor no',
		advice: 'Correct that cell, and upload the rows of the contact again.',
		isNotSent: true,
		isOfRecord: true,
		comesFirst: true,
	},
	/** An upload wrote a withdrawal, and a newer consent says granted. */
	withdrawnInVain: {
		says: 'Written, but no change of the state, because a newer consent of the type counts',
		wouldSay: 'Would be written, but not change the state, because a newer consent of the type counts',
		advice: "To withdraw it now, use the operation 'Set Consent'.",
		isOfRecord: true,
		comesFirst: true,
	},
	/** Set Consent wrote a consent with a time of its own, and a newer one counts. */
	writtenAsOlder: {
		says: 'Written, but no change of the state, because a newer consent of the type counts',
		wouldSay: 'Would be written, but not change the state, because a newer consent of the type counts',
		isInfo: true,
		isOfRecord: true,
	},
	/** The same, and it was there. */
	storedAsOlder: {
		says: 'Stored already, and no change of the state, because a newer consent of the type counts',
		isInfo: true,
		isOfRecord: true,
	},
	nearType: {
		says: 'New consent types, each of which differs from a stored one only in its spelling',
		advice: 'Use the spelling that is stored: a consent of another type changes nothing of it.',
		isOfRecord: true,
	},
	/** It may be mistyped. A withdrawal under a mistyped type has no effect, which may be the worst of mistakes. */
	newType: { says: 'Consent types that are new to a contact', isInfo: true, isOfRecord: true },
	/** In an undo: the upload withdrew a consent, or added a proof. */
	notUndone: {
		says: 'Not changed, because an undo grants no consent and removes no proof',
		advice: "If the contact agrees, use the operation 'Set Consent'.",
		isOfRecord: true,
	},
	undoneByWithdrawal: {
		says: 'Withdrawn, because the upload had granted it',
		wouldSay: 'Would be withdrawn, because the upload had granted it',
		advice: 'A Yes in a later upload counts only with a date after this. Set Consent grants it at once.',
		isInfo: true,
		isOfRecord: true,
	},
	/** In an undo: an item without an ID. The first sentence of the hint counts these. */
	ofNoRecord: {},
	ofDryRun: { says: 'Nothing to undo, because the item is of a dry run', isOfRecord: true },
	notDeleted: {
		says: 'Not deleted, although the upload created them',
		advice:
			'To delete them, give the output of the upload to a Filter (change is equal to created), and then to Delete.',
		isOfRecord: true,
	},
	/** Read back: a consent was added meanwhile. */
	newerCounts: { says: 'Written, but a newer consent counts', isOfRecord: true },
	/** Read back when waiting ended. */
	notShownYet: {
		says: 'The service accepted it and does not show it yet, and whether it has processed it is not known',
		isOfRecord: true,
	},
	notReadBack: { says: 'Accepted, but it could not be read back', isOfRecord: true },
} as const satisfies Record<string, Kind>;

export type NoteKind = keyof typeof KINDS;

/** What holds for the kind of a note. */
const rulesOf = ({ kind }: Note): Kind => KINDS[kind];

/** True if the value of a note is not sent. */
export const isNotSent = (note: Note): boolean => rulesOf(note).isNotSent === true;

/** True if the cell of a note is left out for its content. */
export const isLeftOut = (note: Note): boolean => rulesOf(note).isLeftOut === true;

/** True for a value that was lost before it came here. A text that was never a number is none. */
export const isLoss = ({ kind }: Note): boolean => ['error', 'shortened', 'brokenExpression'].includes(kind);

/** True if a note is about the text of a single cell, not about a column. */
export const isAboutCell = ({ given }: Note): boolean => given !== undefined;

/** True if a note may be why its row is refused. A cell of an optional answer never is. */
export const mayRefuse = (note: Note): boolean => isAboutCell(note) && rulesOf(note).isOfRow !== true;

/** The headings of which something is not sent, for `not_sent`. No such notes give `undefined`. */
export function notSentIn(notes: Iterable<Note>): string[] | undefined {
	const names = new Set<string>();
	for (const note of notes) if (isNotSent(note)) names.add(shownHeading(note.heading));
	return names.size > 0 ? [...names] : undefined;
}

const LONGEST_EXAMPLE = 40;

/** A note with the ID of its record, and the index of the input item if it is about a row. */
export interface Noted {
	note: Note;
	id: string;
	item?: number;
}

/** The first of several notes of one name, how many there are, and on which records. */
interface CountedNote extends Noted {
	count: number;
	ids: Set<string>;
	isWarning: boolean;
}

/** The notes of one kind by name. */
type Counted = Map<string, CountedNote>;

/** *Birthday (31179 is 1985-05-12, in 3 cells)*, *Newsletter ("perhaps" in row 4, and 2 other cells)* */
function exampleOf({ note: { kind, heading, given, words }, item, count }: CountedNote): string {
	const name = shownHeading(heading);
	if (given === undefined) return name;
	if ((KINDS[kind] as Kind).isOfRow) {
		const others = count > 1 ? `, and ${counted(count - 1, 'other cell', 'other cells')}` : '';
		const where = item === undefined ? '' : ` in ${rowsInWords([item])}`;
		return `${shortened(name, LONGEST_EXAMPLE)} ("${shortened(given, LONGEST_EXAMPLE)}"${where}${others})`;
	}
	const example = [shortened(given, LONGEST_EXAMPLE), words].filter(Boolean).join(' is ');
	return `${shortened(name, LONGEST_EXAMPLE)} (${example}${count > 1 ? `, in ${count} cells` : ''})`;
}

/** What records are called. */
interface Noun {
	one: string;
	many: string;
}

/** *newsletter (contacts c-1 and c-2)*; the records alone if the note names nothing. */
function recordsOf({ name }: Note, ids: ReadonlySet<string>, noun: Noun): string {
	const records = `${ids.size === 1 ? noun.one : noun.many} ${firstOf([...ids], NAMES_SHOWN)}`;
	return name === undefined ? records : `${name} (${records})`;
}

/**
 * The sentences of notes: one for each kind, which names each heading once, with its first cell as an example.
 *
 * @param come those that come first, or the others
 * @param ofRun what the hint says of some kinds in this upload
 */
export function sentencesOf(
	notes: Iterable<Noted>,
	noun: Noun,
	ofRun: Readonly<Partial<Record<NoteKind, Pick<Kind, 'says' | 'advice'>>>>,
	come: 'first' | 'later',
	isDryRun: boolean,
): Sentence[] {
	const byKind = new Map<NoteKind, Counted>();
	for (const noted of notes) {
		const { note, id } = noted;
		if ((rulesOf(note).comesFirst === true) !== (come === 'first')) continue;
		const known = byKind.get(note.kind) ?? (new Map() as Counted);
		byKind.set(note.kind, known);
		const key = note.name ?? note.heading;
		const same = known.get(key) ?? { ...noted, count: 0, ids: new Set(), isWarning: false };
		known.set(key, same);
		same.count++;
		same.isWarning ||= note.isWarning === true;
		if (rulesOf(note).isOfRecord) same.ids.add(id);
	}
	return (Object.keys(KINDS) as NoteKind[]).flatMap((kind) => {
		const all = [...(byKind.get(kind)?.values() ?? [])];
		if (kind === 'otherHeading') {
			const named = all
				.slice(0, NAMES_SHOWN)
				.map(({ note }) => `${note.heading} is not sent, because ${note.words}`);
			return named.length > 0 ? [warning(`${named.join('. ')}.`)] : [];
		}
		const { says, wouldSay, advice, isInfo, isOfRecord }: Kind = { ...KINDS[kind], ...ofRun[kind] };
		if (says === undefined) return [];
		const examples = all.map((one) => (isOfRecord ? recordsOf(one.note, one.ids, noun) : exampleOf(one)));
		const isWarning = !isInfo || all.some((one) => one.isWarning);
		return naming(
			(isDryRun && wouldSay) || says,
			examples,
			advice && ` ${advice}`,
			isWarning ? warning : info,
		);
	});
}
