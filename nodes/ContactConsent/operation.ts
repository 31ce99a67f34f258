import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from './transport/types';

/**
 * What an operation reads its settings from: the parameters of one input item, already checked.
 * Each reader throws an error that names the parameter and the item, before any request is sent.
 */
export interface Parameters {
	/** A value as n8n hands it over, unchecked. */
	value: <T extends string | IDataObject>(name: string, fallback?: T) => T;
	/** One of the values of a dropdown, which an expression may miss. */
	choice<T extends string>(name: string, allowed: readonly T[], fallback?: T): T;
	/** Any number of the values of a multi-select; missing: none. */
	choices<T extends string>(name: string, allowed: readonly T[]): T[];
	/** A text, or a number as text. */
	text(name: string, options?: { fallback?: string; mayBeBlank?: boolean }): string;
	flag(name: string, fallback?: boolean): boolean;
	/** A whole number between the two bounds. */
	count(name: string, bounds: { min: number; max?: number; fallback?: number }): number;
	/** A text that can stand in a path: not empty, no `..`, no control characters. */
	id(name: string): string;
	/** A point in time as UTC ISO 8601; without an offset the workflow's time zone applies. Empty: `undefined`. */
	date(name: string): string | undefined;
	/** A JSON parameter, whether n8n hands it over as text or as an object. */
	json(name: string): unknown;
	/** The columns of a resource mapper that are mapped one by one; nothing where none is. */
	columns(name: string): IDataObject;
	/** The fields of the input item. */
	input(): IDataObject;
	/** The error to throw for a parameter that cannot be used. `problem` finishes the sentence "The … ". */
	refuse(name: string, problem: string, advice: string): Error;
}

export const ON_NOT_FOUND = ['error', 'empty', 'skip'] as const;

/** What to do about a 404. */
export type OnNotFound = (typeof ON_NOT_FOUND)[number];

export interface NotFoundPlan {
	onNotFound: OnNotFound;
	/** The item for `empty`. */
	item: IDataObject;
}

/** One request for each input item. */
export interface OneOperation extends OperationRow {
	kind: 'one';
	/** It changes nothing, so that several items may be under way at once. */
	reads?: true;
	plan(parameters: Parameters): {
		request: ServiceRequest;
		shape: (response: ServiceResponse) => IDataObject;
		notFound?: NotFoundPlan;
	};
}

/** Documentation to be attached to the items of a list. */
export interface AttachmentPlan {
	binaryPropertyName: string;
	/** The document that belongs to an item, if one does. */
	of: (item: IDataObject) => { contactId: string; eventId: string } | undefined;
}

/** A list for each input item, of which as much is read as is wanted. */
export interface PagesOperation extends OperationRow {
	kind: 'pages';
	plan(parameters: Parameters): {
		/** Series of requests; what they bring is merged in the order of `sortKey`. Takes the size of a page. */
		series: Array<(pageSize: number) => ServiceRequest>;
		/** `cursor`: follow the service's cursor. `drain`: ask again until a page is empty; what was read is gone there. */
		reading: 'cursor' | 'drain';
		/** How many items are wanted over all series; `Infinity` for all. */
		wanted: number;
		pageSize: number;
		/** The field that tells one item from another: a list that changes while it is read may repeat some. */
		identity: string;
		sortKey?: string;
		shape: (item: IDataObject) => IDataObject;
		attachments?: AttachmentPlan;
	};
}

export const WHEN_NOT_GENERATED = ['wait', 'output', 'error'] as const;

/** A PDF for each input item. */
export interface FileOperation extends OperationRow {
	kind: 'file';
	plan(parameters: Parameters): {
		request: ServiceRequest;
		item: IDataObject;
		whenNotGenerated: (typeof WHEN_NOT_GENERATED)[number];
		/** Milliseconds. */
		maxWait: number;
		binaryPropertyName: string;
		fileName: string;
		onNotFound: OnNotFound;
	};
}

/** Reads one of the service's Operations until it is finished, for each input item. */
export interface WaitOperation extends OperationRow {
	kind: 'wait';
	plan(parameters: Parameters): { operationId: string; waiting: WaitingOptions };
}

export interface WaitingOptions {
	/** Milliseconds. */
	timeout: number;
	/** True for a status that means "not finished yet". */
	isPending: (status: unknown) => boolean;
}

/** An element of a bulk upload in the service's upload shape. */
export type Upload = IDataObject & { id: string };

/** All input items together, as elements of bulk requests. */
export interface BatchOperation extends OperationRow {
	kind: 'batch';
	/** What the elements are, for messages. */
	noun: { one: string; many: string };
	/** Read once, for all items. */
	settings(parameters: Parameters): BatchSettings;
	/** The raw elements of one input item. */
	elements(parameters: Parameters, settings: BatchSettings): IDataObject[];
	/** The fields without which the service refuses an element. */
	required: readonly string[];
	/**
	 * @param base an upload over which `raw` is laid, where the operation has a `currentRequest`
	 * @throws InvalidElement where an element cannot be sent
	 */
	toUpload(raw: IDataObject, settings: BatchSettings, base?: Upload): Upload;
	/** A quick look that may spare `toUpload` where only its failing is of interest: true if it certainly would not. */
	isPlain?(raw: IDataObject): boolean;
	request(uploads: Upload[]): ServiceRequest;
	/** The request that reads what the service has now, where an upload can be laid over it. */
	currentRequest?(id: string): ServiceRequest;
}

export interface BatchSettings {
	/** Where the elements of an input item come from: its own fields, mapped columns, or a JSON parameter. */
	source: 'input' | 'columns' | 'json';
	batchSize: number;
	parallelUploads: number;
	isolateInvalid: boolean;
	unknownFields: 'ignore' | 'customData' | 'error';
	emptyFields: 'omit' | 'send';
	mergeWithCurrent: boolean;
	output: 'perItem' | 'perUpload';
	/** Missing: do not wait. */
	waiting?: WaitingOptions;
}

/** Why an element of a bulk upload cannot be sent: what is wrong with which field, and how to go on. */
export class InvalidElement extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'InvalidElement';
	}
}

/** The row of an operation in the dropdown, and its fields, without display options: those are stamped in one place. */
export interface OperationRow {
	value: string;
	name: string;
	/** The operation as the nodes panel lists it, e.g. "Get a contact". */
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Shown above the output after a run: what to know before the next one. */
	hint?: string;
}

export type Operation = OneOperation | PagesOperation | FileOperation | WaitOperation | BatchOperation;

/** A group of operations; the first one is the default. */
export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}
