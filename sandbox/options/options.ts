/**
 * All gaps of the contract as options with defaults. The list in README.md names the gap of each option. All
 * options except `host`, `port` and `docs` can change while the sandbox runs.
 */

export interface ApiKey {
	key: string;
	/** A `production` key is refused on `POST /events/trigger`. */
	kind: 'sandbox' | 'production';
	/** False: `GET /operations` and `/operations/{id}` answer 403. The default is true. */
	operations?: boolean;
}

export interface OperationStatuses {
	pending: string;
	processing: string;
	finished: string;
	/** The status if all items of the operation failed. */
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
	/** The address to listen on. */
	host: string;
	/** 0 takes a free port. */
	port: number;
	/** Whether to show the OpenAPI description at `/docs`. The start is faster without it. */
	docs: boolean;
	/** DNS names under which browsers and programs may call the sandbox, beside `localhost` and any IP address. */
	hostNames: string[];
	/** Base of the links in answers (`Operation-Link`, `Next-Link`, `event_documentation_url`); '' is this server. */
	publicUrl: string;

	/** Accepted keys; the first one is `sandbox.apiKey`. */
	keys: ApiKey[];
	/** The text before the key: `none`, `bearer`, `any` (with or without a prefix), or the prefix itself. */
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

	/** First level of `validation_errors`. The second level is the field; with `field` it is the index. */
	validationKeys: 'index' | 'index1' | 'id' | 'field' | 'opaque';
	/** Name of a nested field: `section_work.emails[0].email`, `/section_work/emails/0/email`, or `email`. */
	validationFields: 'dotted' | 'pointer' | 'leaf';
	validationStatus: 422 | 400;
	/** Report all invalid elements, or only the first one. */
	validationScope: 'all' | 'first';
	/** Check the formats of e-mail addresses, numbers, zip codes and timestamps. */
	strictFormats: boolean;
	additionalProperties: 'ignore' | 'refuse';

	/** An upload replaces the stored contact or employee, or changes only the fields that are sent. */
	uploadMode: 'replace' | 'merge';
	/** What happens to a contact that names an unknown employee. */
	unknownEmployee: 'keep' | 'default' | 'refuse';
	deleteUnknownEmployee: 404 | 204;
	/**
	 * What happens to the consents in an upload: they replace the stored ones, the service keeps its own ones, or it adds
	 * those that it does not have at its own time.
	 */
	uploadedConsents: 'stored' | 'ignored' | 'ownTime';
	/** The order of consents in reads: as they were sent, or the newest first. */
	consentOrder: 'asSent' | 'newestFirst';
	/** Reads leave out fields without a value, or show them empty or as null. */
	emptyFields: 'omit' | 'empty' | 'null';
	/** Reads show `tags` always, only if the contact has some, or never. */
	tagsOnRead: 'always' | 'whenSet' | 'never';

	operationDurationMs: number;
	/** When an uploaded record can be read. */
	visible: 'onAccept' | 'onFinish';
	/** How long after that it can be read, although its Operation is finished. */
	visibleAfterMs: number;
	operationStatuses: OperationStatuses;
	operationVocabulary: OperationVocabulary;
	/** `modelId`: own id and `model_id`; `idOnly`: the model's id as `id`; `same`: that id in both; `none`: no items. */
	operationItems: 'modelId' | 'idOnly' | 'same' | 'none';

	eventOrder: 'asc' | 'desc' | 'shuffled';
	latestOrder: 'arrival' | 'asc' | 'desc' | 'shuffled';
	fromBound: 'inclusive' | 'exclusive';
	toBound: 'inclusive' | 'exclusive';
	timestampFormat: 'milliseconds' | 'seconds' | 'microseconds' | 'offset';
	/** Timestamps without an offset in queries: read as UTC, or 400. */
	offsetlessTimes: 'utc' | 'refuse';
	historyMarksReceived: boolean;
	/** How far back `/events` goes. A `from` before that is refused with `historyWindowStatus`. */
	historyWindowMs: number;
	historyWindowStatus: 400 | 410 | 416 | 422;
	documentationMarksReceived: boolean;
	contactMarksReceived: boolean;
	maxLimit: number;
	overMaxLimit: 'cap' | 'refuse';

	/** `keyset` continues after the last item, `offset` counts items, `snapshot` also hides later items. */
	cursorMode: 'keyset' | 'offset' | 'snapshot';
	/** Filters come from the cursor (`carried`), from the request (`query`), or must be equal (`strict`, else 400). */
	cursorFilters: 'carried' | 'query' | 'strict';
	cursorLifetimeMs: number;
	/** How often one cursor can be used. */
	cursorUses: number;
	/** Items of a page that the next page repeats. */
	duplicateAcrossPages: number;

	/** The field that finds the contact of a triggered event. */
	triggerIdentifies: 'id' | 'email';
	/** The contact in a triggered event: the stored one with the sent fields, the stored one, or the sent one. */
	triggerContact: 'merged' | 'stored' | 'sent';
	triggerUpdatesContact: boolean;

	/** Milliseconds until the PDF is ready; Infinity is never. */
	documentationDelayMs: number;
	/** Milliseconds from the time when the PDF is ready until it is gone. */
	documentationRetentionMs: number;
	/** `/documentation/{contactID}`: the PDF of the newest event, or the newest PDF that is ready. */
	latestDocumentation: 'event' | 'ready';
	/** Fills PDFs up to this size. */
	pdfBytes: number;

	/** Added to the sandbox clock in the `Date` header; may be negative. */
	dateSkewMs: number;
	logLimit: number;
	logBodies: boolean;
	/** The log keeps no larger bodies. It always keeps the number of elements of an array, and their ids. */
	logBodyBytes: number;
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_KEY = 'sandbox-key';
export const DEFAULT_PRODUCTION_KEY = 'production-key';

export const DEFAULT_OPTIONS: SandboxOptions = {
	host: '127.0.0.1',
	port: DEFAULT_PORT,
	docs: true,
	hostNames: [],
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

	validationKeys: 'index',
	validationFields: 'dotted',
	validationStatus: 422,
	validationScope: 'all',
	strictFormats: true,
	additionalProperties: 'ignore',

	uploadMode: 'replace',
	unknownEmployee: 'keep',
	deleteUnknownEmployee: 404,
	uploadedConsents: 'stored',
	consentOrder: 'asSent',
	emptyFields: 'omit',
	tagsOnRead: 'always',

	operationDurationMs: 50,
	visible: 'onFinish',
	visibleAfterMs: 0,
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
	fromBound: 'inclusive',
	toBound: 'inclusive',
	timestampFormat: 'milliseconds',
	offsetlessTimes: 'utc',
	historyMarksReceived: true,
	historyWindowMs: Infinity,
	historyWindowStatus: 400,
	documentationMarksReceived: false,
	contactMarksReceived: false,
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
