import type { IDataObject } from 'n8n-workflow';

import type { Sentence } from '../plan';
import type { OneByOne } from '../pool';
import type { ServiceError } from '../transport/errors';
import type { Sender, ServiceRequest } from '../transport/types';
import type { PlacedRemark, RecordModel, Setting, Told } from './columns';
import type { Heading, Headings } from './headings';

/** The requests that differ between the uploads of two resources. */
export interface Endpoint {
	post: (uploads: readonly IDataObject[]) => ServiceRequest;
	read: (id: string) => ServiceRequest;
	/** The request for an Operation, and the ID of the record that one of its items is about. */
	operation: (operationId: string) => ServiceRequest;
	recordIdOf: (item: IDataObject) => string | undefined;
}

/** A record of the input as it was handed over. */
export interface Given {
	/** Index of its input item. */
	item: number;
	/** Place among the records of its item, from 1, where there are several. */
	place: number | undefined;
	record: unknown;
	/** It is the input item itself: in a table, a column that it does not have is blank. */
	isOfTable?: boolean;
	/** Why there is no record. */
	error?: unknown;
}

/** A value of a row, as it is sent. */
export interface Cell {
	/** The heading that it stands under, with its column. */
	heading: Heading;
	value: unknown;
	/** As it stands in the row. */
	given: unknown;
}

/** A row of the table, read once. */
export interface Row extends Pick<Given, 'item' | 'place'> {
	/** Cleaned; empty where it has none. */
	id: string;
	/** The ID as the cell has it, where that is another text. */
	ownId?: string;
	/** One for each column that says something, nested ones first. Emptied once its batch has ended, to free memory. */
	cells: readonly Cell[];
	/** Names of columns, and paths of nested fields, that are not sent. */
	notSent: readonly string[];
	/** Why it cannot be sent. */
	error: unknown;
	/** No cell says anything: in the columns that the model has, or in all of them. */
	saysNothing?: 'inOwnColumns' | 'atAll';
	/** The record this row belongs to. Set by grouping; cleared when its output item is made, to free memory. */
	target: Target | undefined;
}

/** The input, read. */
export interface Table {
	headings: Headings;
	rows: readonly Row[];
	/** Rows that were left out, because no cell of them says anything. */
	blankRows: number;
	/** The input items of rows that were left out, because only columns that the model does not have say anything. */
	otherRows: readonly number[];
	/** What is told of the cells under a heading: of how many, and of the first one what it said and was read as. */
	told: Map<string, { what: Told; heading: string; count: number; said: string; read?: string }>;
}

/** An accepted request; `facts` are what its answer says, as its output items carry it. */
export interface Acceptance {
	operationId: string | undefined;
	/** By the clock of `elapsed`. */
	acceptedAt: number;
	facts: IDataObject;
}

/** A value that differs, by its column, or by the nested name of what no column shows. Lists are lists of texts. */
export interface Difference {
	column: string;
	label: string;
	from: unknown;
	to: unknown;
}

/** What an upload changes of the record that is there. */
interface Changes {
	/** None where nothing was read. */
	differences: readonly Difference[];
	/** Fields that the service has, the contract does not know, and the upload leaves out. */
	notKept?: readonly string[];
}

interface Upserted extends Changes {
	/** Missing where nothing was read. */
	change: 'created' | 'changed' | undefined;
}

/** An upload that is ready to be sent. */
export interface Draft extends Upserted {
	upload: IDataObject;
	/** By the clock of `elapsed`; missing where nothing was read. */
	readAt: number | undefined;
}

/** How the upload of a record ended. */
export type Outcome =
	| (Upserted & {
			kind: 'accepted';
			acceptance: Acceptance;
			/** By an earlier try of the same run: its differences are not known any more. */
			isEarlier?: true;
	  })
	| { kind: 'unchanged' }
	| (Changes & {
			kind: 'dryRun';
			exists: boolean;
			/** Values of e-mail columns that are no addresses, with the label of the column. */
			noEmails?: readonly string[];
			/** Values that would be written and look like placeholders, with the label of the column. */
			placeholders?: readonly string[];
	  })
	| {
			kind: 'refused';
			error: unknown;
			/** The ID and the name of its row: K-2007 Gisela. */
			who: string;
	  };

/** What is sent for one ID: all of its rows. */
export interface Target {
	id: string;
	/** In the order of the input. */
	rows: readonly Row[];
	/** A row of it says something that does not count, because another one says something else. */
	loses?: boolean;
	/** Headings that do not count, because a surer one is for the same column. */
	notSent: readonly string[];
	/** What is told of values that were laid over what is there, each with its heading. */
	remarks?: readonly PlacedRemark[];
	/** Missing until it is read and merged, and once it has ended. */
	draft?: Draft;
	/** Missing while it is open. */
	outcome?: Outcome;
}

/** Where the processing of an accepted request stood when waiting ended. */
export interface State {
	/** As the output items have it. */
	json: IDataObject;
	/** The status of each record, by its ID. */
	itemStatus: ReadonlyMap<string, string>;
	timedOut: boolean;
	/** Why nobody knows where it stands. */
	unread?: string;
}

export type States = ReadonlyMap<Acceptance, State>;

/** An upload as an operation hands it over. */
export interface Upload {
	model: RecordModel;
	endpoint: Endpoint;
	setting: Setting;
	/** The output item of a row that was not refused; missing: that of Create or Update. */
	itemOf?: (row: Row, target: Target, state: State | undefined) => IDataObject;
	/** What the hint says about rows that were not refused, instead of naming those of one ID. */
	sentencesOf?: (rows: readonly Row[]) => readonly Sentence[];
	/** What `itemOf` needs of a row beside its target: kept as an object, in case n8n runs the node again. */
	rowMemory?: { of: (row: Row) => IDataObject; recall: (row: Row, kept: IDataObject) => void };
}

/** Uploads that an earlier try of the same run sent, before n8n ran the node again (Retry On Fail). */
export interface Earlier {
	/** How many records an earlier try had uploaded. */
	count: number;
	/** Keeps that records were accepted, or that nobody knows whether they were: then without an answer. */
	keep: (targets: readonly Target[], acceptance?: Acceptance) => void;
	/** What an earlier try sent without an answer, and is there now as it was sent, has been accepted. */
	settle: (targets: readonly Target[]) => void;
}

/** What the batches of a run learn of the service from one another. */
export interface Progress {
	anyRefused: boolean;
	/** A batch was refused and is being sent in parts: if this run stops, nothing else is begun meanwhile. */
	isIsolating: boolean;
	/** Answers that name nobody until the run is given up; `Infinity` once something was accepted. Counted with Keep. */
	anonymous: { left: number };
	/** Batches that were refused as a whole, because no answer named a record. */
	batchesGivenUp: number;
	/** Why the rest of the run is not sent. */
	reasonToStop?: ServiceError;
	/** Records of the largest request that was taken; 0: none was. */
	largestTaken: number;
	/** A request had more records than the service takes at once. */
	wasTooLarge: boolean;
	/** Keeps batches from doing at once what is better done one after another. */
	oneByOne: OneByOne;
}

/** What an upload that is under way knows. */
export interface Run extends Upload, Table, Progress {
	send: Sender;
	signal: AbortSignal | undefined;
	/** Every input item is `{}`, which n8n puts out where there is none. */
	isInputEmpty: boolean;
	/** What an earlier try of the same run uploaded; missing where n8n runs the node once only. */
	earlier: Earlier | undefined;
	/** The first refusal ends it: On Error is "stop", and this is no dry run. */
	stops: boolean;
}
