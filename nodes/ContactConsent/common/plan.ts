import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FailureFacts, Refusal, ServiceRequest, ServiceResponse } from '../transport/types';

/** What to do if the service does not have a record. `item` is the output item for `empty`. */
export interface NotFoundPlan {
	onNotFound: 'error' | 'empty' | 'skip';
	item: IDataObject;
}

/** A filter that may fit nothing at all, e.g. because it has several values where one is meant. */
export interface DoubtfulFilter {
	/** The warning in case that nothing that was read fits it. */
	warning: string;
	/** Has it fitted something so far? */
	hasFitted: () => boolean;
}

/** One request for an input item. */
export interface OnePlan {
	request: ServiceRequest;
	/** @returns the output items */
	shape: (response: ServiceResponse) => IDataObject[];
	notFound?: NotFoundPlan;
	doubtful?: DoubtfulFilter;
	/** The line above the output if the input has one item. @param items the output items */
	summary?: (items: readonly IDataObject[]) => string | undefined;
}

/** A record to delete. Plans with the same request mean one record. */
export interface DeletePlan {
	request: ServiceRequest;
	/** Reads the record, to show it in a dry run, or to look whether it is there before any is deleted. */
	read: ServiceRequest;
	isDry: boolean;
	/** What is wrong with the ID, if it looks like a name; a sentence with a space in front, or empty. */
	idAdvice: string;
	/** The output item once it is deleted. */
	item: IDataObject;
	/** The output item of a dry run. @param record `undefined` if it does not exist */
	show: (record: IDataObject | undefined) => IDataObject;
	notFound: NotFoundPlan;
}

/** A PDF, e.g. one to be attached to an item of a list. */
export interface AttachmentPlan {
	request: ServiceRequest;
	fileName: string;
}

/** How fetching a PDF ended. `pending`: it is not generated yet. */
export type DocumentOutcome =
	| { kind: 'downloaded'; fileName?: string; size?: number }
	| { kind: 'pending' }
	| { kind: 'failed'; facts: FailureFacts | undefined };

export type DescribeDocument = (outcome: DocumentOutcome) => IDataObject;

/** A list to read for an input item, up to the number of items wanted. */
export interface PagesPlan {
	/**
	 * Lists that are read page by page. If there are several, their items are merged in the order of `sortBy`. Each
	 * function gets the size of a page and returns the request for its list.
	 */
	series: Array<(pageSize: number) => ServiceRequest>;
	/** How many items are wanted from all series together; `Infinity` for all. */
	wanted: number;
	/** Selects items, if the service cannot filter them. Missing: all items count. */
	isWanted?: (item: IDataObject) => boolean;
	doubtful?: DoubtfulFilter;
	pageSize: number;
	/** The names of the fields to sort by: the time and, for equal times, the ID. */
	sortBy?: { time: string; id: string };
	shape: (item: IDataObject) => IDataObject;
	attachments?: {
		binaryPropertyName: string;
		/** The document that belongs to an item, if one does. */
		of: (item: IDataObject) => AttachmentPlan | undefined;
		describe: DescribeDocument;
	};
}

/** A PDF for an input item. */
export interface FilePlan extends AttachmentPlan {
	binaryPropertyName: string;
	/** Milliseconds to wait for a PDF that is not generated yet. */
	maxWait: number;
	/** True if a PDF that is not generated in time gives an item without a file, instead of an error. */
	mayBePending: boolean;
	/** The fields of the output item, besides those about the file. */
	item: IDataObject;
	describe: DescribeDocument;
	onNotFound: NotFoundPlan['onNotFound'];
	/** True for a failure that means that the PDF does not exist. On Not Found then decides. */
	isAbsence: (facts: FailureFacts | undefined) => boolean;
	/** The words for a PDF that is not generated in time. */
	notGenerated: Refusal;
}

/** Work of the service, whose state is read until it is finished. */
export interface WaitPlan {
	request: ServiceRequest;
	/** True for a state that means "not finished yet". */
	isPending: (body: unknown) => boolean;
	/** Milliseconds. */
	timeout: number;
	/** Makes the output item from the last state. */
	shape: (body: unknown, timedOut: boolean) => IDataObject;
}

/** A sentence of the hint above the output. A warning is about something left out or a probable mistake. */
export interface Sentence {
	text: string;
	isWarning: boolean;
}

/** An output item without its pairing to the input. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

export interface Failure {
	error: unknown;
	/** Indexes of the input items that the failure is about; missing if it is about the whole execution. */
	items?: readonly number[];
	/**
	 * What the node was doing, as the end of *Something unexpected happened while …*, for errors without words for people.
	 */
	step?: string;
	/** The ID of the record that the rows belong to, as far as it is known. */
	id?: string;
	/** The ID and the name of that record, as its first row has them. */
	who?: string;
	/** The name alone: titles leave it out. */
	name?: string;
	/** The last text of the description: what was done before the failure. */
	done?: string;
}

/** The result or failure of one or several input items; `from` has their indexes. */
export type ItemOutcome = { from: number | number[] } & ({ result: Result } | Failure);
