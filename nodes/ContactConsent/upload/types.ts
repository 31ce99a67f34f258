import type { IDataObject } from 'n8n-workflow';

import type { Sentence } from '../plan';
import type { ServiceError } from '../transport/errors';
import type { Sender, ServiceRequest } from '../transport/types';
import type { RecordModel } from './columns';
import type { Heading } from './headings';
import type { RowNotes, Setting } from './setting';

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
export interface Row {
	/** Index of its input item. */
	item: number;
	/** Place among the rows of its item, from 1, where there are several. */
	place: number | undefined;
	/** Trimmed; empty where it has none. */
	id: string;
	/** One for each column that says something, nested ones first. Emptied once its batch has ended, to free memory. */
	cells: readonly Cell[];
	notes: Readonly<RowNotes>;
	/** Why it cannot be sent. */
	error: unknown;
	/** The record this row belongs to. Set by grouping; cleared when its output item is made, to free memory. */
	target: Target | undefined;
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

/** What the output and the hint tell of a record beside its differences. */
export interface Notes {
	/** Fields that the service has, the contract does not know, and the upload leaves out. */
	notKept?: readonly string[];
	/** Values of e-mail columns that are no addresses, with the label of the column; in a dry run only. */
	noEmails?: readonly string[];
}

/** How the upload of a record ended. `differences` are missing where nothing was read. */
export type Outcome =
	| {
			kind: 'accepted';
			acceptance: Acceptance;
			change: 'created' | 'changed' | undefined;
			differences: readonly Difference[];
			notes: Notes;
	  }
	| { kind: 'unchanged' }
	| { kind: 'dryRun'; exists: boolean; differences: readonly Difference[]; notes: Notes }
	| { kind: 'refused'; error: unknown };

/** What is sent for one ID: all of its rows. */
export interface Target {
	id: string;
	/** In the order of the input. */
	rows: Row[];
	/** Headings that do not count, because a surer one is for the same column. */
	notSent: readonly string[];
	/** Missing while it is open. */
	outcome: Outcome | undefined;
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
	/** The records of the input. */
	given: readonly Given[];
	/** The output item of a row that was not refused; missing: that of Create or Update. */
	itemOf?: (row: Row, target: Target, state: State | undefined) => IDataObject;
	/** What the hint says about rows that were not refused, instead of naming those of one ID. */
	sentencesOf?: (rows: readonly Row[]) => readonly Sentence[];
}

/** What an upload that is under way knows. */
export interface Run extends Upload {
	send: Sender;
	signal: AbortSignal | undefined;
	headings: ReadonlyMap<string, Heading>;
	/** The first refusal ends it: On Error is "stop", and this is no dry run. */
	stops: boolean;
	anyRefused: boolean;
	/** A batch was refused and is being sent in parts: if this run stops, nothing else is begun meanwhile. */
	isIsolating: boolean;
	/** Answers that name nobody until the run is given up; `Infinity` once something was accepted. Counted with Keep. */
	anonymous: { left: number };
	/** Batches that were refused as a whole, because no answer named a record. */
	batchesGivenUp: number;
	/** Why the rest of the run is not sent. */
	reasonToStop: ServiceError | undefined;
	/** Records of the largest request that was taken; 0: none was. */
	largestTaken: number;
	/** A request had more records than the service takes at once. */
	wasTooLarge: boolean;
}
