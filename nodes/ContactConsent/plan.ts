import type { IDataObject } from 'n8n-workflow';

import type { Mapping } from './field';
import type {
	FailureFacts,
	Refusal,
	ServiceRequest,
	ServiceResponse,
	ValidationEntry,
} from './transport/types';

/** The input item for which an operation is planned. */
export interface InputItem {
	json: IDataObject;
	/** IANA name: the workflow's time zone. */
	timeZone: string;
}

/** What to do about a record that the service does not have. */
export interface NotFoundPlan {
	onNotFound: 'error' | 'empty' | 'skip';
	/** The item for `empty`. */
	item: IDataObject;
}

/** The other kinds would ignore it. */
interface WithoutNotFound {
	notFound?: never;
}

/** One request for an input item. */
export interface OnePlan {
	request: ServiceRequest;
	/** @returns the output items */
	shape: (response: ServiceResponse) => IDataObject[];
	notFound?: NotFoundPlan;
	/** Items with the same one keep their order. */
	inOrderOf?: string;
}

/** A PDF to be attached to an item of a list. */
export interface AttachmentPlan {
	request: ServiceRequest;
	fileName: string;
}

/** How fetching a PDF ended. `pending`: it is not generated yet. */
export type DocumentOutcome =
	| { kind: 'downloaded'; fileName?: string; size?: number }
	| { kind: 'pending' }
	| { kind: 'failed'; facts: FailureFacts | undefined };

/** What an item says about its PDF. */
export type DescribeDocument = (outcome: DocumentOutcome) => IDataObject;

/** A list for an input item, of which as much is read as is wanted. */
export interface PagesPlan extends WithoutNotFound {
	/** Series of requests, merged in the order of `sortKey` where there are several. Each takes the size of a page. */
	series: Array<(pageSize: number) => ServiceRequest>;
	/** How many items are wanted over all series; `Infinity` for all. */
	wanted: number;
	pageSize: number;
	/** The field that tells one item from another: a list that changes while it is read may repeat some. */
	identity: string;
	/** The field with the time of an item. */
	sortKey?: string;
	shape: (item: IDataObject) => IDataObject;
	attachments?: {
		binaryPropertyName: string;
		/** The document that belongs to an item, if one does. */
		of: (item: IDataObject) => AttachmentPlan | undefined;
		describe: DescribeDocument;
	};
}

/** A PDF for an input item. */
export interface FilePlan {
	request: ServiceRequest;
	fileName: string;
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
export interface WaitPlan extends WithoutNotFound {
	request: ServiceRequest;
	/** True for a state that means "not finished yet". */
	isPending: (body: unknown) => boolean;
	/** Milliseconds. */
	timeout: number;
	/** The output item of the last state. */
	shape: (body: unknown, timedOut: boolean) => IDataObject;
}

/** An accepted request of a bulk upload. */
export interface Acceptance {
	operationId: string | undefined;
	/** What its answer says, as each of its output items carries it. */
	facts: IDataObject;
}

/** The names of columns that were handed over and are not sent, by the reason. */
export interface NotSent {
	unknown: readonly string[];
	readOnly: readonly string[];
	/** How to send unknown ones, in one sentence. */
	wayOn?: string;
}

/** An element of a bulk upload as it is sent. */
export interface Draft {
	upload: IDataObject;
	notSent: NotSent;
}

/** A record as the service has it now, in the shape in which it would be sent. */
export interface Current {
	upload: IDataObject;
	/** The entries of lists as reads show them, from their upload shape. */
	readAs: ReadonlyMap<object, IDataObject>;
}

/** What a dry run finds out about an element. */
export interface Forecast {
	exists: boolean;
	/** From flat column to `{ from, to }`. */
	changes: IDataObject;
}

/** How far the service has got with an accepted request. */
export interface UploadState {
	/** The keys that waiting adds to an output item. */
	json: IDataObject;
	/** Status by the ID of the element. */
	itemStatus: ReadonlyMap<string, string>;
}

/** All input items together, as elements of bulk requests. */
export interface BatchPlan extends WithoutNotFound {
	/** The raw elements of one input item. */
	elements(given: { columns?: Mapping; json?: unknown }, item: InputItem): readonly unknown[];
	idOf: (raw: unknown) => string;
	/** @throws InvalidInput for an element that cannot be sent, whatever the service has */
	check: (raw: unknown) => void;
	/** @throws InvalidInput */
	draft: (raw: IDataObject, current: Current | undefined) => Draft;
	request: (uploads: readonly IDataObject[]) => ServiceRequest;
	accepted: (response: ServiceResponse) => Acceptance;
	/** The refusal of one element in the words of its columns; nothing where the entries name none. */
	explain: (entries: readonly ValidationEntry[], upload: IDataObject) => string | undefined;
	/** Reading what the service has now. */
	current: {
		request: (id: string) => ServiceRequest;
		/** @throws InvalidInput for an answer that is another record */
		read: (body: unknown, id: string) => Current;
	};
	/** What a draft would change, from flat column to `{ from, to }`. */
	changes: (before: IDataObject | undefined, after: IDataObject) => IDataObject;
	/** Lay each element over what the service has now, instead of replacing it. */
	keeps: boolean;
	dryRun: boolean;
	batchSize: number;
	parallelUploads: number;
	isolateInvalid: boolean;
	output: 'perItem' | 'perUpload';
	/** Missing: do not wait. */
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'> & {
		request: (operationId: string) => ServiceRequest;
		state: (body: unknown, timedOut: boolean) => UploadState;
		/** For one whose progress cannot be read. */
		unknown: UploadState;
	};
}
