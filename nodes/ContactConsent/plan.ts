import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FailureFacts, Refusal, ServiceRequest, ServiceResponse } from './transport/types';

/** What to do about a record that the service does not have; `item` is for `empty`. */
export interface NotFoundPlan {
	onNotFound: 'error' | 'empty' | 'skip';
	item: IDataObject;
}

/** One request for an input item. */
export interface OnePlan {
	request: ServiceRequest;
	/** @returns the output items */
	shape: (response: ServiceResponse) => IDataObject[];
	notFound?: NotFoundPlan;
	/** Requests with the same key are sent one after another, in the order of the items. */
	inOrderOf?: string;
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

/** A list for an input item, of which as much is read as is wanted. */
export interface PagesPlan {
	/** Series of requests, merged in the order of `sortBy` where there are several. Each takes the size of a page. */
	series: Array<(pageSize: number) => ServiceRequest>;
	/** How many items are wanted over all series; `Infinity` for all. */
	wanted: number;
	/** Which items count, where the service cannot tell; missing: all of them. */
	isWanted?: (item: IDataObject) => boolean;
	pageSize: number;
	/** The fields with the time of an item and, of items of one time, with its ID. */
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
	/** Put out an item without a file for one that is not generated in time. */
	mayBePending: boolean;
	/** The item, before what is known of the file. */
	item: IDataObject;
	describe: DescribeDocument;
	onNotFound: NotFoundPlan['onNotFound'];
	/** True for a failure that says that there is no such PDF, which On Not Found decides about. */
	isAbsence: (facts: FailureFacts | undefined) => boolean;
	/** The words for a PDF that is not generated in time. */
	notGenerated: Refusal;
}

/** Something at the service that is read until it is finished. */
export interface WaitPlan {
	request: ServiceRequest;
	/** True for a state that means "not finished yet". */
	isPending: (body: unknown) => boolean;
	/** Milliseconds. */
	timeout: number;
	/** The output item of the last state. */
	shape: (body: unknown, timedOut: boolean) => IDataObject;
}

/** A sentence of the hint above the output; a warning tells of what was left out, or is probably a mistake. */
export interface Sentence {
	text: string;
	isWarning: boolean;
}

/** What an operation puts out, before it is paired to the input. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

export interface Failure {
	error: unknown;
	/** Indexes of the input items that it is about; missing where that is the execution as a whole. */
	items?: readonly number[];
	/** What was being done, to finish *Something unexpected happened while …*; said of errors without words. */
	step?: string;
	/** Who that is, if it is one record. */
	who?: string;
	/** Said after its rows. */
	more?: string;
	/** Said at the very end: what was done before. */
	done?: string;
}

/** How something ended, and to which input items it is paired. */
export type ItemOutcome = { from: number | number[] } & ({ result: Result } | Failure);
