import type { IDataObject } from 'n8n-workflow';

import type { Gate } from '../lib/pool';
import type { Fields } from '../parameters/field';
import type { ServiceError } from '../transport/errors';
import type { Sender, ServiceRequest } from '../transport/types';
import type { Note } from './report/notes';
import type { CheckedValue, RecordModel, Setting } from './table/recordModel';
import type { Heading, Headings } from './table/headings';

/** The requests that differ between the uploads of two resources. */
export interface Endpoint {
	post: (uploads: readonly IDataObject[]) => ServiceRequest;
	read: (id: string) => ServiceRequest;
	operation: (operationId: string) => ServiceRequest;
	/** The ID of the record that an item of an Operation is about. */
	recordIdOf: (item: IDataObject) => string | undefined;
}

/** A record of the input before it is read. */
export interface InputRecord {
	/** Index of its input item. */
	item: number;
	/** Position among the records of its input item, from 1; `undefined` if the item has a single record. */
	position: number | undefined;
	record: unknown;
	/** The record is the input item itself. If it lacks a column that other rows have, its cell is blank. */
	isOfTable?: boolean;
	/** The input item, if the record was mapped from it by hand: its keys are the headings. */
	mappedFrom?: IDataObject;
	/** What an operation with a change of its own is asked to do with the record. */
	instruction?: unknown;
	/** Nothing is asked: the record is neither read nor sent, and this is its output. There may be no record. */
	idle?: Idle;
	/** Why the record could not be taken from its input item. */
	error?: unknown;
}

/** The output of a row that asks for nothing, and what is to be said about it. */
export interface Idle {
	told: Told;
	notes: readonly Note[];
}

/** A cell of a row. */
export interface Cell {
	heading: Heading;
	/** As it is sent. */
	value: unknown;
	/** As the input has it. */
	given: unknown;
	/**
	 * Of a list: an entry, or a field of one, was broken and is left out, so that what is stored may be that entry. Nothing
	 * is removed then.
	 */
	isPartial?: true;
	/**
	 * Of a nested value: those of its lists that are partial, and their entries with a broken field. The very values: a copy
	 * would not be known.
	 */
	partialLists?: ReadonlySet<unknown>;
}

/** A row of the table, read once. */
export interface Row<Instruction = unknown> extends Pick<InputRecord, 'item' | 'position' | 'idle'> {
	/** What an operation with a change of its own is asked to do. */
	instruction?: Instruction;
	/** Cleaned; empty if the row has none. */
	id: string;
	/** The ID before cleaning, if it differs. */
	givenId?: string;
	/** One cell for each column with a value, nested columns first. Emptied once the batch has ended, to free memory. */
	cells: readonly Cell[];
	/** What is to be said about its values. */
	notes: readonly Note[];
	/** Why the row cannot be sent. */
	error: unknown;
	/**
	 * Set if all columns of the model are blank: `inKnownColumns` if others say something, `anywhere` if not. Also set if
	 * the row only repeats the headings (`butHeadings`), or only has sums (`butSums`).
	 */
	saysNothing?: 'inKnownColumns' | 'anywhere' | 'butHeadings' | 'butSums';
	/** The word by which it was found to have only sums, e.g. *Summe*. */
	total?: string;
	/** The record this row belongs to. Set by grouping; cleared when its output item is made, to free memory. */
	target: Target | undefined;
}

/** The row of the input that has the headings, because a title or a logo stands above them. */
export interface HeadingRow {
	/** From 1. */
	row: number;
	/** How many rows stand before it. They are left out. */
	before: number;
}

/** The input after reading. */
export interface Table {
	/** Every input item is `{}`, which some n8n nodes put out if they have no data, and no record was entered beside it. */
	isInputEmpty: boolean;
	headings: Headings;
	/** The row that has the headings; `undefined` if they are the keys of the input. */
	headingRow?: HeadingRow;
	rows: readonly Row[];
	/** Advice if the headings do not have what every record needs, because the people stand elsewhere. */
	whereabouts?: string;
	/** A person has chosen a column of e-mail addresses as the ID. Families share these. */
	idIsEmail: boolean;
	/** The number of rows that were left out because all their cells are blank. */
	blankRows: number;
	/** The input items of rows that were left out because only columns that the model does not have say something. */
	otherRows: readonly number[];
	/** The input items of rows that were left out because they repeat the headings. */
	repeatedHeadings: readonly number[];
	/** Rows that were left out because they have only sums: the input item of each, and its word for them. */
	totals: ReadonlyArray<{ item: number; word: string }>;
	/** What is to be said about cells of the rows that were left out. */
	notesLeftOut: readonly Note[];
}

/** An accepted request. */
export interface Acceptance {
	operationId: string | undefined;
	/** By the clock of `elapsed`. */
	acceptedAt: number;
	/** From the headers of the answer; part of each output item. */
	facts: IDataObject;
}

/** What a change knows beside the stored record. `body` is the record as the service shows it, if it is kept. */
export interface ChangeContext extends Pick<Run, 'model' | 'setting' | 'begunAt'> {
	body: IDataObject | undefined;
	/** The rows of the same ID that cannot be sent. */
	refusedRows?: readonly Row[];
}

/** How many values a change has treated in one way, in words. The same function is counted together. */
export type CountInWords = (count: number, isDryRun: boolean) => string;

/** How many values a change has treated in each way: *newsletter: 3 granted, 1 withdrawn*. */
export interface Tally {
	of: string;
	/** In the order of the sentence. Zeros are not said. */
	counts: ReadonlyArray<readonly [what: string | CountInWords, count: number]>;
}

/** Columns that people choose in an option, and that are no fields of a record, e.g. consents. */
export interface ChosenColumns {
	/**
	 * Finds them in a table.
	 *
	 * @param rows as the input has them
	 * @throws InvalidInput if the table does not fit the option: then nothing is sent
	 */
	inTable: (
		rows: readonly IDataObject[],
		timeZone: string,
	) => {
		/** The headings of these columns. They count as nothing else. */
		headings: ReadonlySet<string>;
		/** What a row asks `change` to do. `saysSomething`: it must not be left out as a blank one. `notes`: on its cells. */
		ofRow: (row: IDataObject) => { instruction: unknown; saysSomething: boolean; notes: readonly Note[] };
	};
	/** What becomes of a record. */
	change: Change<never>;
}

/** What a resource adds to its uploads: an option with which people choose columns. */
export interface ColumnOption {
	options: Fields;
	/**
	 * The columns that were chosen; `undefined` if none were.
	 *
	 * @param options the values of all options of the upload
	 * @throws InvalidInput if they contradict each other
	 */
	columnsOf: (options: never, keepsOtherFields: boolean) => ChosenColumns | undefined;
	/** A column that looks like one of these, and was not chosen. */
	unchosen: { isLike: (heading: string) => boolean; advice: string };
}

/** What an operation tells about a row in its output item, behind the ID. */
export interface Told {
	fields: IDataObject;
	/** The row is a part of what is sent: its item also tells how the upload ended. */
	isSent: boolean;
}

/** What a change says of itself. */
export interface ChangeReport {
	/** What is to be said about values since they were merged. */
	notes: readonly Note[];
	/** For the hint, which sums them up over all records. */
	tallies?: readonly Tally[];
	/** For the output items of the rows; missing: they are those of Create or Update. */
	told?: ReadonlyMap<Row, Told>;
}

/** What becomes of a stored record. */
export interface Changed extends ChangeReport {
	/** The record after the change, in the shape of an upload. */
	upload: IDataObject;
	/** The rows that are no part of it, each with the reason. */
	refused: ReadonlyMap<Row, unknown>;
}

/**
 * Makes the upload of a record from what is stored and all rows of its ID, in the order of the input. A change is pure,
 * because a record that was read too long ago is read and changed again.
 *
 * @param stored the record in the shape of an upload; empty if no stored value is kept
 */
export type Change<Instruction = unknown> = (
	stored: IDataObject,
	rows: ReadonlyArray<Row<Instruction>>,
	context: ChangeContext,
) => Changed;

/** A value that an upload changes. Lists are lists of texts. */
export interface Difference {
	/** The name of the column; the path of the field if no column shows it. */
	column: string;
	label: string;
	from: unknown;
	to: unknown;
	/** Set if the difference has a name of its own: the further fields of the output. */
	more?: IDataObject;
}

/** What an upload changes in the stored record. */
interface Changes {
	/** Empty if the stored record was not read. */
	differences: readonly Difference[];
}

interface Upserted extends Changes {
	/** `undefined` if the stored record was not read. In a draft also if nothing differs: it is not sent then. */
	change: 'created' | 'changed' | undefined;
}

/** An upload that is ready to be sent. */
export interface Draft extends Upserted {
	upload: IDataObject;
	/** By the clock of `elapsed`; `undefined` if the stored record was not read. */
	readAt: number | undefined;
	/** What has to be there afterwards. */
	checks: readonly CheckedValue[];
	/** It belongs to this draft alone: of a record that is read again, the change may say something else. */
	report: ChangeReport;
}

/** How the upload of a record ended. */
export type Outcome =
	| (Upserted & {
			kind: 'accepted';
			acceptance: Acceptance;
	  })
	| { kind: 'unchanged' }
	| (Changes & {
			kind: 'dryRun';
			exists: boolean;
	  })
	| (Person & {
			kind: 'refused';
			error: unknown;
	  });

/** Whom a record is about, as its first row says. Both are empty if it does not say it. */
export interface Person {
	/** The ID and the name, e.g. *K-2007 Gisela*. */
	who: string;
	/** The name alone, e.g. *Gisela*. */
	name: string;
}

/** Rows of one ID, from which one record is made and sent. */
export interface Target extends ChangeReport {
	id: string;
	/** In the order of the input. */
	rows: readonly Row[];
	/** Rows of this ID that cannot be sent. */
	refusedRows?: readonly Row[];
	/** The service did not have the record when it was looked up. */
	isNew?: boolean;
	/** Set when the upload is made; removed when the batch has ended. */
	draft?: Draft;
	/** The draft of a request without an answer. The service may have done what it says. */
	unanswered?: Draft;
	/** `undefined` as long as the target is open. */
	outcome?: Outcome;
}

/** How far the service had processed an accepted request when waiting ended. */
export interface State {
	/** The fields for the output items. */
	json: IDataObject;
	/** The status of each record, by its ID. */
	itemStatus: ReadonlyMap<string, string>;
	timedOut: boolean;
	/** Why the state is not known. */
	unread?: string;
}

export type States = ReadonlyMap<Acceptance, State>;

/** What the looks at the Operations of a run have in common. */
export interface Looking {
	/** Why the service does not show Operations to this account (403). Then no more are asked for. */
	notAllowed?: string;
	/** The service has shown an Operation. */
	hasShown: boolean;
	/** Lets a few looks at a time go on until the first Operation was shown, and then all. */
	gate: Gate;
}

/** An upload as an operation hands it over. */
export interface Upload {
	model: RecordModel;
	endpoint: Endpoint;
	setting: Setting;
	/** What becomes of a record; missing: the cells of its rows are merged into it. */
	change?: Change<never>;
	/** Chosen columns that are no fields of the record. */
	chosenColumns?: ChosenColumns;
	/**
	 * The records were one list, which is the same for each row of the input: the label of its field, how many they were,
	 * and how many rows.
	 */
	takenOnce?: { label: string; records: number; rows: number };
	/** The records were entered without an expression, so that they are there although the input items have no data. */
	isTyped?: boolean;
	/** Columns that look as if they should have been chosen. */
	unchosen?: ColumnOption['unchosen'];
	/**
	 * The first sentence of the hint, from what the operation tells about all rows; missing or `undefined`: it counts the
	 * records.
	 */
	summary?: (targets: readonly Target[], run: Pick<Run, 'model' | 'setting'>) => string | undefined;
}

/** What batches have learned about the service; all batches of a run share it. */
export interface Progress {
	anyRefused: boolean;
	/** A refused batch is being sent in parts. With On Error "stop", no other batch begins meanwhile. */
	isIsolating: boolean;
	/** How many more refusals may name no record; `Infinity` once something was accepted. */
	unnamedRefusalsLeft: number;
	/** Why the rest of the run is not sent. */
	reasonToStop?: ServiceError;
	/** How many requests the service has accepted, and when the last one, by `elapsed`; `-Infinity` before the first. */
	accepted: number;
	acceptedAt: number;
	/** The number of records in the largest accepted request; 0 before the first one. */
	largestTaken: number;
	/** A request had more records than the service accepts at once. */
	wasTooLarge: boolean;
	/** The states of the Operations whose watching has ended. */
	states: Map<Acceptance, State>;
	looking: Looking;
	/** Lets two batches at a time be read and merged: one is read ahead. */
	readGate: Gate;
	/** Lets one batch at a time be sent in parts while nothing is accepted. */
	partsGate: Gate;
}

/** An upload that is under way. */
export interface Run extends Upload, Table, Progress {
	send: Sender;
	signal: AbortSignal | undefined;
	/** An earlier try of this execution (Retry On Fail) may have uploaded some of the rows. */
	mayRepeat: boolean;
	/** On Error is "stop". */
	stopsOnError: boolean;
	/** When the first try of this run began, in epoch milliseconds of n8n's clock. */
	begunAt: number;
}
