/**
 * Everything the contract leaves open, as an option with a default. The table in README.md says which gap each
 * one stands for. All of them can be changed while the sandbox runs, except `host`, `port` and `docs`.
 */

export interface ApiKey {
	key: string;
	/** `production` is refused on `POST /events/trigger`. */
	kind: 'sandbox' | 'production';
	/** False: `GET /operations` and `/operations/{id}` answer 403. Default true. */
	operations?: boolean;
}

export interface OperationStatuses {
	pending: string;
	processing: string;
	finished: string;
	/** When every item of the operation failed. */
	failed: string;
	itemPending: string;
	itemSuccess: string;
	itemFailed: string;
}

export interface OperationVocabulary {
	type: string;
	contactModel: string;
	employeeModel: string;
}

export interface SandboxOptions {
	/** Address to listen on. */
	host: string;
	/** 0 takes a free port. */
	port: number;
	/** OpenAPI description and its browser at `/docs`. False makes starting cheaper. */
	docs: boolean;
	/** Base of the links handed out (`Operation-Link`, `Next-Link`, `event_documentation_url`); '' is this server. */
	publicUrl: string;

	/** Accepted keys; the first one is `sandbox.apiKey`. */
	keys: ApiKey[];
	/** What stands before the key: nothing, `Bearer`, anything or nothing (`any`), or the prefix given here. */
	authScheme: string;
	unauthorizedStatus: 401 | 403;
	unauthorizedBody: 'json' | 'text' | 'html' | 'empty';
	pingBody: unknown;
	acceptedBody: unknown;

	/** Contacts in one upload; more are refused with `tooManyStatus`. */
	maxContacts: number;
	maxEmployees: number;
	tooManyStatus: 413 | 422;
	/** Bytes of a request body; more are refused with 413. */
	bodyLimitBytes: number;
	emptyBatch: 'accept' | 400 | 422;
	formBodies: 'brackets' | 'refuse';

	/** First level of `validation_errors`; with `field` the second level is the index, else it is the field. */
	validationKeys: 'index' | 'index1' | 'id' | 'field' | 'opaque';
	/** How a nested field is named: `section_work.emails[0].email`, `/section_work/emails/0/email`, or `email`. */
	validationFields: 'dotted' | 'pointer' | 'leaf';
	validationStatus: 422 | 400;
	/** Report every element that fails, or the first one only. */
	validationScope: 'all' | 'first';
	/** Formats of e-mail addresses, numbers, zip codes and timestamps are checked. */
	strictFormats: boolean;
	/** Values of a wrong JSON type: a validation error (v1c003), or a body that cannot be parsed (400). */
	typeErrors: 'validation' | 'unparsable';
	additionalProperties: 'ignore' | 'refuse';
	/** `tags` is not part of ContactUpload. */
	contactTags: 'refuse' | 'ignore';

	/** An upload replaces what is stored, or is laid over it. */
	uploadMode: 'replace' | 'merge';
	defaultEmployeeId: string;
	/** A contact that names an employee who does not exist. */
	unknownEmployee: 'keep' | 'default' | 'refuse';
	deleteUnknownEmployee: 404 | 204;
	/** Fields without a value are left out of reads, or shown empty, or shown as null. */
	emptyFields: 'omit' | 'empty' | 'null';
	/** `tags` of a contact that is read: always there, only where it has some, or never. */
	tagsOnRead: 'always' | 'whenSet' | 'never';
	/** Country of numbers without a country code, ISO 3166 (`DE`). */
	homeCountry: string;

	operationDurationMs: number;
	/** When an upload can be read back. */
	visible: 'onAccept' | 'onFinish';
	operationStatuses: OperationStatuses;
	operationVocabulary: OperationVocabulary;
	/** `modelId`: own id and `model_id`; `idOnly`: the model's id as `id`; `same`: it in both; `none`: no items. */
	operationItems: 'modelId' | 'idOnly' | 'same' | 'none';

	eventOrder: 'asc' | 'desc' | 'shuffled';
	latestOrder: 'arrival' | 'asc' | 'desc' | 'shuffled';
	shuffleSeed: number;
	fromBound: 'inclusive' | 'exclusive';
	toBound: 'inclusive' | 'exclusive';
	timestampFormat: 'milliseconds' | 'seconds' | 'microseconds' | 'offset';
	/** Timestamps in queries without an offset: taken as UTC, or 400. */
	offsetlessTimes: 'utc' | 'refuse';
	historyMarksReceived: boolean;
	documentationMarksReceived: boolean;
	contactMarksReceived: boolean;
	/** Several values of the `type` filter: not accepted, `type=a,b`, or `type=a&type=b`. */
	typeValues: 'single' | 'comma' | 'repeat';
	defaultLimit: number;
	maxLimit: number;
	overMaxLimit: 'cap' | 'refuse';

	/** `keyset` goes on behind the last item, `offset` counts, `snapshot` also hides what came later. */
	cursorMode: 'keyset' | 'offset' | 'snapshot';
	/** Filters come from the cursor (`carried`), from the request (`query`), or must be equal (`strict`, else 400). */
	cursorFilters: 'carried' | 'query' | 'strict';
	cursorLifetimeMs: number;
	/** How often one cursor can be used. */
	cursorUses: number;
	/** Items of a page that are repeated at the start of the next one. */
	duplicateAcrossPages: number;

	/** The field of the body that tells which contact a triggered event is for. */
	triggerIdentifies: 'id' | 'email';
	/** The contact inside a triggered event: stored with the sent fields laid over, only stored, or only sent. */
	triggerContact: 'merged' | 'stored' | 'sent';
	triggerUpdatesContact: boolean;

	/** Milliseconds until the PDF can be downloaded; Infinity is never. */
	documentationDelayMs: number;
	/** Milliseconds from then until it is gone. */
	documentationRetentionMs: number;
	/** `/documentation/{contactID}`: the PDF of the newest event, or the newest PDF that is ready. */
	latestDocumentation: 'event' | 'ready';
	/** Size to which PDFs are filled up. */
	pdfBytes: number;

	/** How far the `Date` header is ahead of (or behind) the sandbox clock. */
	dateSkewMs: number;
	logLimit: number;
	logBodies: boolean;
	/** Larger bodies are not kept; for arrays the number of elements and their ids always are. */
	logBodyBytes: number;
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_KEY = 'sandbox-key';
export const DEFAULT_PRODUCTION_KEY = 'production-key';

export const DEFAULT_OPTIONS: SandboxOptions = {
	host: '127.0.0.1',
	port: DEFAULT_PORT,
	docs: true,
	publicUrl: '',

	keys: [
		{ key: DEFAULT_KEY, kind: 'sandbox' },
		{ key: DEFAULT_PRODUCTION_KEY, kind: 'production' },
	],
	authScheme: 'none',
	unauthorizedStatus: 401,
	unauthorizedBody: 'json',
	pingBody: { message: 'pong' },
	acceptedBody: { message: 'accepted' },

	maxContacts: 1000,
	maxEmployees: 1000,
	tooManyStatus: 413,
	bodyLimitBytes: 16 * 1024 * 1024,
	emptyBatch: 'accept',
	formBodies: 'brackets',

	validationKeys: 'index',
	validationFields: 'dotted',
	validationStatus: 422,
	validationScope: 'all',
	strictFormats: true,
	typeErrors: 'validation',
	additionalProperties: 'ignore',
	contactTags: 'refuse',

	uploadMode: 'replace',
	defaultEmployeeId: 'default',
	unknownEmployee: 'keep',
	deleteUnknownEmployee: 404,
	emptyFields: 'omit',
	tagsOnRead: 'always',
	homeCountry: 'DE',

	operationDurationMs: 50,
	visible: 'onFinish',
	operationStatuses: {
		pending: 'pending',
		processing: 'processing',
		finished: 'finished',
		failed: 'failed',
		itemPending: 'pending',
		itemSuccess: 'success',
		itemFailed: 'failed',
	},
	operationVocabulary: { type: 'upsert', contactModel: 'contact', employeeModel: 'employee' },
	operationItems: 'modelId',

	eventOrder: 'asc',
	latestOrder: 'arrival',
	shuffleSeed: 1,
	fromBound: 'inclusive',
	toBound: 'inclusive',
	timestampFormat: 'milliseconds',
	offsetlessTimes: 'utc',
	historyMarksReceived: true,
	documentationMarksReceived: false,
	contactMarksReceived: false,
	typeValues: 'single',
	defaultLimit: 1000,
	maxLimit: Infinity,
	overMaxLimit: 'cap',

	cursorMode: 'keyset',
	cursorFilters: 'carried',
	cursorLifetimeMs: Infinity,
	cursorUses: Infinity,
	duplicateAcrossPages: 0,

	triggerIdentifies: 'id',
	triggerContact: 'merged',
	triggerUpdatesContact: false,

	documentationDelayMs: 0,
	documentationRetentionMs: Infinity,
	latestDocumentation: 'event',
	pdfBytes: 0,

	dateSkewMs: 0,
	logLimit: 10_000,
	logBodies: true,
	logBodyBytes: 256 * 1024,
};
