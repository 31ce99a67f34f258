import type { IDataObject } from 'n8n-workflow';

import type {
	FailureFacts,
	Refusal,
	ServiceRequest,
	ServiceResponse,
	ValidationEntry,
} from './transport/types';

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

/** An accepted request of a bulk upload; `facts` is what its answer says, as its output items carry it. */
export interface Acceptance {
	operationId: string | undefined;
	facts: IDataObject;
}

/** What would be sent for an element, and what is told about it: small, because it is kept until the end. */
export interface Built<Note> {
	upload: IDataObject;
	/** Against what was read; missing where nothing was read. What is unchanged is not sent. */
	change?: 'created' | 'changed' | 'unchanged';
	notes: Note;
}

/** A sentence of the hint above the output; a warning tells of what was left out, or is probably a mistake. */
export interface Sentence {
	text: string;
	isWarning: boolean;
}

/** How far the service has got with an accepted request: what an output item says, and the status by ID. */
export interface UploadState {
	json: IDataObject;
	itemStatus: ReadonlyMap<string, string>;
}

/** A row that was not refused, at its end; `at` is its place among the readable rows of its ID, from 0. */
export interface FinishedRow<Note> extends Omit<Built<Note>, 'upload'> {
	id: string;
	at: number;
	/** Missing where nothing was sent: unchanged, or a dry run. */
	acceptance?: Acceptance;
	state?: UploadState;
}

/** An accepted request with the elements that it held. */
export interface FinishedUpload<Note> {
	acceptance: Acceptance;
	ids: readonly string[];
	notes: readonly Note[];
	state?: UploadState;
}

/** All input items together, as elements of bulk requests. An element is all rows of one ID. */
export interface BatchPlan<Given = Readonly<Record<string, unknown>>, Note = unknown> {
	/** The raw rows of an input item: one, or several for a list. @param given the values of its fields @param json its JSON */
	rows(given: Given, json: IDataObject): readonly unknown[];
	/**
	 * The ID of a row as text, trimmed; empty where it has none. Whether two rows have the same ID is decided here.
	 *
	 * @throws InvalidInput for what is no record at all
	 */
	idOf: (row: unknown) => string;
	/**
	 * Finds out before the first request whether a row can be read, whatever the service has.
	 *
	 * @param isWhole nothing is merged with it, so that it has to have all that is required
	 * @throws InvalidInput
	 */
	check: (row: IDataObject, isWhole: boolean) => void;
	/** `merge`: each readable row of an ID counts. `last`: only the last one; if it cannot be read, all are refused. */
	rowsOfOneId: 'merge' | 'last';
	/** The end of *ID 7 occurs in rows 2 and 3: …*; missing where that is no surprise. */
	repeatedId?: string;
	/**
	 * What is sent for the rows of one ID that count, in the order of the input, over what the service has, if anything.
	 *
	 * @param refuse for a row that cannot be read over what the service has: the others count without it
	 * @throws InvalidInput
	 */
	build: (
		rows: readonly IDataObject[],
		current: IDataObject | undefined,
		refuse: (at: number, error: unknown) => void,
	) => Built<Note>;
	/** Reading what the service has now; missing where nothing is read (Clear without a dry run). */
	current?: {
		request: (id: string) => ServiceRequest;
		/** The record; `undefined` for an answer that is another one. */
		read: (body: unknown, id: string) => IDataObject | undefined;
		/** A record that is not there is refused, in the words of its request; otherwise it is created. */
		mustExist?: true;
	};
	request: (uploads: readonly IDataObject[]) => ServiceRequest;
	accepted: (response: ServiceResponse) => Acceptance;
	/** The refusal of one element in the words of its columns; nothing where the entries name none. */
	explain: (entries: readonly ValidationEntry[], upload: IDataObject) => string | undefined;
	item(row: FinishedRow<Note>): IDataObject;
	uploadItem(upload: FinishedUpload<Note>): IDataObject;
	/** What the hint says about the elements that were not refused, beside how many were accepted. */
	sentences(notes: readonly Note[]): readonly Sentence[];
	dryRun: boolean;
	/** The most elements in one request; fewer where they are read before. */
	batchSize: number;
	parallelUploads: number;
	isolateInvalid: boolean;
	output: 'perItem' | 'perUpload';
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'> & {
		request: (operationId: string) => ServiceRequest;
		/** @param body `undefined` where the progress cannot be read */
		state: (body: unknown, timedOut: boolean) => UploadState;
	};
}
