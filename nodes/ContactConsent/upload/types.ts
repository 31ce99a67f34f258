import type { IDataObject } from 'n8n-workflow';

import type { Sentence } from '../plan';
import type { OneByOne } from '../pool';
import type { ServiceError } from '../transport/errors';
import type { Sender, ServiceRequest } from '../transport/types';
import type { CellRemark, Finding, RecordModel, Setting } from './columns';
import type { Heading, Headings } from './headings';

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
	/** Why the record could not be taken from its input item. */
	error?: unknown;
}

/** A cell of a row. */
export interface Cell {
	heading: Heading;
	/** As it is sent. */
	value: unknown;
	/** As the input has it. */
	given: unknown;
}

/** A row of the table, read once. */
export interface Row extends Pick<InputRecord, 'item' | 'position'> {
	/** Cleaned; empty if the row has none. */
	id: string;
	/** The ID before cleaning, if it differs. */
	givenId?: string;
	/** One cell for each column with a value, nested columns first. Emptied once the batch has ended, to free memory. */
	cells: readonly Cell[];
	/** Names of columns, and paths of nested fields, that are not sent. */
	notSent: readonly string[];
	/** Why the row cannot be sent. */
	error: unknown;
	/** Set if all columns of the model are blank: `inKnownColumns` if others say something, `anywhere` if not. */
	saysNothing?: 'inKnownColumns' | 'anywhere';
	/** The record this row belongs to. Set by grouping; cleared when its output item is made, to free memory. */
	target: Target | undefined;
}

/** The input after reading. */
export interface Table {
	headings: Headings;
	rows: readonly Row[];
	/** The number of rows that were left out because all their cells are blank. */
	blankRows: number;
	/** The input items of rows that were left out because only columns that the model does not have say something. */
	otherRows: readonly number[];
	/** What reading has found, by kind and heading: the finding of the first cell, and the number of cells. */
	findings: Map<string, Finding & { heading: string; count: number }>;
}

/** An accepted request. */
export interface Acceptance {
	operationId: string | undefined;
	/** By the clock of `elapsed`. */
	acceptedAt: number;
	/** From the headers of the answer; part of each output item. */
	facts: IDataObject;
}

/** A value that an upload changes. Lists are lists of texts. */
export interface Difference {
	/** The name of the column; the path of the field if no column shows it. */
	column: string;
	label: string;
	from: unknown;
	to: unknown;
}

/** What an upload changes in the stored record. */
interface Changes {
	/** Empty if the stored record was not read. */
	differences: readonly Difference[];
	/** The stored fields that the upload leaves out because the contract does not know them. */
	notKept?: readonly string[];
}

interface Upserted extends Changes {
	/** `undefined` if the stored record was not read. */
	change: 'created' | 'changed' | undefined;
}

/** An upload that is ready to be sent. */
export interface Draft extends Upserted {
	upload: IDataObject;
	/** By the clock of `elapsed`; `undefined` if the stored record was not read. */
	readAt: number | undefined;
}

/** How the upload of a record ended. */
export type Outcome =
	| (Upserted & {
			kind: 'accepted';
			acceptance: Acceptance;
			/** An earlier try of the same run sent it. Its differences are no longer known. */
			isEarlier?: true;
	  })
	| { kind: 'unchanged' }
	| (Changes & {
			kind: 'dryRun';
			exists: boolean;
			/** Values of e-mail columns that cannot be addresses, with the label of the column. */
			noEmails?: readonly string[];
			/** Values that would be written and look like placeholders, with the label of the column. */
			placeholders?: readonly string[];
	  })
	| {
			kind: 'refused';
			error: unknown;
			/** The ID and the name that its first row gives, e.g. *K-2007 Gisela*. */
			who: string;
	  };

/** Rows of one ID, from which one record is made and sent. */
export interface Target {
	id: string;
	/** In the order of the input. */
	rows: readonly Row[];
	/** A value of one of its rows is not sent, because another row counts instead. */
	loses?: boolean;
	/** Headings of which no value is sent, because only the last row of the ID is. */
	lost?: readonly string[];
	/** Headings whose values are not sent, because the same column has a surer heading. */
	notSent: readonly string[];
	/** Remarks of merging. */
	remarks?: readonly CellRemark[];
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

/** An upload as an operation hands it over. */
export interface Upload {
	model: RecordModel;
	endpoint: Endpoint;
	setting: Setting;
	/** Makes the output item of a row that was not refused. The default is the one of Create or Update. */
	itemOf?: (row: Row, target: Target, state: State | undefined) => IDataObject;
	/** What the hint says about rows that were not refused. It replaces the sentence about rows with the same ID. */
	sentencesOf?: (rows: readonly Row[]) => readonly Sentence[];
	/** Keeps and restores what `itemOf` needs of a row beside its target, in case n8n runs the node again. */
	rowMemory?: { of: (row: Row) => IDataObject; recall: (row: Row, kept: IDataObject) => void };
}

/** Uploads that an earlier try of the same run sent, before n8n ran the node again (Retry On Fail). */
export interface Earlier {
	/** How many records an earlier try had uploaded. */
	count: number;
	/** Remembers that records were accepted; without an acceptance, that nobody knows whether they were. */
	keep: (targets: readonly Target[], acceptance?: Acceptance) => void;
	/** Counts records as accepted if an earlier try sent them without an answer, and the service has them as sent. */
	settle: (targets: readonly Target[]) => void;
}

/** What batches have learned about the service; all batches of a run share it. */
export interface Progress {
	anyRefused: boolean;
	/** A refused batch is being sent in parts. With On Error "stop", no other batch begins meanwhile. */
	isIsolating: boolean;
	/** How many more refusals may name no record; `Infinity` once something was accepted. Used with Keep only. */
	unnamedRefusals: { left: number };
	/** Batches that were refused as a whole, because no answer named a record. */
	batchesGivenUp: number;
	/** Why the rest of the run is not sent. */
	reasonToStop?: ServiceError;
	/** The number of records in the largest accepted request; 0 before the first one. */
	largestTaken: number;
	/** A request had more records than the service accepts at once. */
	wasTooLarge: boolean;
	/** Lets one batch at a time read records, and one at a time send parts while nothing is accepted. */
	oneByOne: OneByOne;
}

/** An upload that is under way. */
export interface Run extends Upload, Table, Progress {
	send: Sender;
	signal: AbortSignal | undefined;
	/** Every input item is `{}`, which some n8n nodes put out if they have no data. */
	isInputEmpty: boolean;
	/** What an earlier try of the same run uploaded; `undefined` if n8n runs the node only once. */
	earlier: Earlier | undefined;
	/** The first refusal ends the run: On Error is "stop", and this is no dry run. */
	stops: boolean;
}
