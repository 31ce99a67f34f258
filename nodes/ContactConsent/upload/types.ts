import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../transport/types';
import type { Heading } from './headings';
import type { RowNotes } from './setting';

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
	/** Missing while it is open. */
	outcome: Outcome | undefined;
}
