/**
 * The names, values and defaults that saved workflows rely on, written a second time. New ones may be added here;
 * an entry may never change. If a test fails because of this list, mend the code and not the list.
 */
export type Defaults = Record<string, unknown>;

export interface FrozenOperation {
	parameters: Defaults;
	/** The values of dropdowns and multi-selects, in alphabetical order. */
	choices?: Record<string, string[]>;
}

const PENDING =
	'pending, queued, created, new, open, accepted, scheduled, started, running, processing, in progress';

const ON_NOT_FOUND = ['empty', 'error', 'skip'];
const CONSENT_STATES = ['any', 'granted', 'withdrawn'];
const TYPES = ['confirm', 'documentation', 'update'];
const LOCATOR = { mode: 'list', value: '' };

/** What holds if the option is absent, and the value that it has when it is added. */
const option = (absent: unknown, added: unknown) => ({ absent, added });

const RUN: Defaults = {
	'options.batchSize': 1000,
	'options.dryRun': option(false, true),
	'options.pendingStatuses': PENDING,
	'options.timeout': 300,
	'options.waitUntilFinished': option(true, false),
};

const UPDATE: Defaults = {
	inputMode: 'map',
	columns: { mappingMode: 'defineBelow', value: null },
	json: '={{ $json }}',
	'options.emptyFields': option('omit', 'send'),
	'options.listValues': option('replace', 'add'),
	'options.unknownFields': option('ignore', 'customData'),
	...RUN,
};

const UPLOAD: Defaults = { ...UPDATE, fieldsNotSent: 'keep' };

const UPDATE_CHOICES = {
	inputMode: ['json', 'map'],
	emptyFields: ['omit', 'send'],
	listValues: ['add', 'replace'],
	unknownFields: ['customData', 'ignore', 'send'],
};

const UPLOAD_CHOICES = { ...UPDATE_CHOICES, fieldsNotSent: ['clear', 'keep'] };

export const CONTACT_COLUMNS = [
	...['id', 'first_name', 'last_name', 'title', 'degree', 'name_suffix', 'salutation', 'birthday', 'company'],
	...['position', 'language', 'nationality', 'website', 'employee_id'],
	...['work_emails', 'work_phone_numbers', 'work_mobile_numbers', 'work_fax_numbers'],
	...['work_street', 'work_house_number', 'work_zip_code', 'work_city', 'work_district', 'work_country'],
	...['work_addition', 'work_extra_1', 'work_extra_2', 'work_extra_3'],
	...['private_emails', 'private_phone_numbers', 'private_mobile_numbers', 'private_fax_numbers'],
	...['private_street', 'private_house_number', 'private_zip_code', 'private_city', 'private_district'],
	...['private_country', 'private_addition', 'private_extra_1', 'private_extra_2', 'private_extra_3'],
	...['data', 'documentation', 'section_work', 'section_private'],
];

export const EMPLOYEE_COLUMNS = [
	...['id', 'first_name', 'last_name', 'email', 'phone_number', 'fax_number', 'position', 'department'],
	...['street', 'house_number', 'city', 'zip_code', 'website', 'profile_picture_url', 'tags', 'data'],
];

/** `simplify` is shown in the node, the other two in the node as an AI tool. */
const OUTPUT: Defaults = { simplify: true, output: 'simplified', fields: [] };
const outputs = (fields: readonly string[]) => ({
	output: ['raw', 'selectedFields', 'simplified'],
	fields: [...fields].sort(),
});
/** Columns that are not parts of a section. */
const OWN_CONTACT_COLUMNS = CONTACT_COLUMNS.filter((name) => !/^(work|private)_/.test(name));
const OF_CONTACT = outputs([...OWN_CONTACT_COLUMNS, 'tags']);
const OF_EMPLOYEE = outputs(EMPLOYEE_COLUMNS);
const OF_EVENT = outputs([
	...['event_id', 'event_time', 'type', 'contact_id', 'contact', 'event_documentation_url'],
]);
const OF_OPERATION = outputs(['id', 'created_at', 'type', 'model', 'status', 'items']);

const LIST: Defaults = { returnAll: false, limit: 50, ...OUTPUT, 'options.pageSize': 1000 };
const EVENTS: Defaults = {
	...LIST,
	'filters.types': [],
	'options.downloadDocumentation': option(false, true),
	'options.binaryPropertyName': 'data',
};

export const OPERATIONS: Record<string, Record<string, FrozenOperation>> = {
	contact: {
		upsert: { parameters: UPLOAD, choices: UPLOAD_CHOICES },
		update: { parameters: UPDATE, choices: UPDATE_CHOICES },
		get: {
			parameters: { contactId: LOCATOR, ...OUTPUT, 'options.onNotFound': option('error', 'empty') },
			choices: { onNotFound: ON_NOT_FOUND, ...OF_CONTACT },
		},
		getConsents: {
			parameters: {
				contactId: LOCATOR,
				'filters.granted': 'any',
				'filters.type': '',
				'options.includeOlder': option(false, true),
				'options.onNotFound': option('error', 'empty'),
			},
			choices: { granted: CONSENT_STATES, onNotFound: ON_NOT_FOUND },
		},
		setConsent: {
			parameters: {
				contactId: LOCATOR,
				consentType: '',
				consentState: 'withdrawn',
				'options.consentId': '',
				'options.grantedAgent': '',
				'options.grantedAt': '',
				'options.grantedIp': '',
				'options.unknownFields': option('ignore', 'send'),
				...RUN,
			},
			choices: { consentState: ['granted', 'withdrawn'], unknownFields: ['ignore', 'send'] },
		},
		delete: {
			parameters: { contactId: LOCATOR, 'options.onNotFound': option('error', 'empty') },
			choices: { onNotFound: ON_NOT_FOUND },
		},
	},
	documentation: {
		download: {
			parameters: {
				documentationOf: 'latest',
				contactId: LOCATOR,
				eventId: '',
				binaryPropertyName: 'data',
				'options.whenNotGenerated': 'wait',
				'options.maxWait': 60,
				'options.fileName': '',
				'options.onNotFound': option('error', 'empty'),
			},
			choices: {
				documentationOf: ['event', 'latest'],
				onNotFound: ON_NOT_FOUND,
				whenNotGenerated: ['error', 'output', 'wait'],
			},
		},
	},
	employee: {
		upsert: { parameters: UPLOAD, choices: UPLOAD_CHOICES },
		update: { parameters: UPDATE, choices: UPDATE_CHOICES },
		get: {
			parameters: { employeeId: LOCATOR, ...OUTPUT, 'options.onNotFound': option('error', 'empty') },
			choices: { onNotFound: ON_NOT_FOUND, ...OF_EMPLOYEE },
		},
		delete: {
			parameters: { employeeId: LOCATOR, 'options.onNotFound': option('error', 'empty') },
			choices: { onNotFound: ON_NOT_FOUND },
		},
	},
	event: {
		getMany: {
			parameters: {
				...EVENTS,
				'filters.consentGranted': 'any',
				'filters.consentType': '',
				'filters.from': '',
				'filters.to': '',
			},
			choices: { consentGranted: CONSENT_STATES, types: TYPES, ...OF_EVENT },
		},
		getLatest: { parameters: EVENTS, choices: { types: TYPES, ...OF_EVENT } },
		trigger: {
			parameters: {
				eventType: 'update',
				contactInput: 'id',
				contactId: LOCATOR,
				contact: expect.any(String),
			},
			choices: { eventType: ['confirm', 'update'], contactInput: ['id', 'json'] },
		},
	},
	health: { ping: { parameters: {} } },
	operation: {
		get: { parameters: { operationId: LOCATOR, ...OUTPUT }, choices: { ...OF_OPERATION } },
		getMany: { parameters: { ...LIST, 'filters.from': '', 'filters.to': '' }, choices: { ...OF_OPERATION } },
		wait: {
			parameters: { operationId: LOCATOR, 'options.timeout': 300, 'options.pendingStatuses': PENDING },
		},
	},
};

export const TRIGGER_PARAMETERS: Defaults = {
	events: TYPES,
	beginWith: 'unreceived',
	startFrom: '',
	downloadDocumentation: true,
	binaryPropertyName: 'data',
	simplify: false,
	'options.auditDays': 7,
	'options.consentGranted': 'any',
	'options.consentType': '',
	'options.documentationWait': 60,
	'options.maxEvents': 1000,
	'options.pageSize': 1000,
};

export const TRIGGER_CHOICES: Record<string, string[]> = {
	events: TYPES,
	beginWith: ['date', 'now', 'unreceived'],
	consentGranted: CONSENT_STATES,
};

export const CREDENTIAL_PARAMETERS: Defaults = {
	baseUrl: '',
	apiKey: '',
	authScheme: 'none',
	authPrefix: '',
	ignoreSslIssues: false,
};

export const CREDENTIAL_CHOICES: Record<string, string[]> = { authScheme: ['bearer', 'custom', 'none'] };

/** Types whose values are objects in a saved workflow. */
export const LOCATORS = ['contactId', 'employeeId', 'operationId'];

/** The range of each number parameter. Without a precision, it takes whole numbers only. */
export const RANGES: Record<string, { minValue?: number; maxValue?: number; numberPrecision?: number }> = {
	auditDays: { minValue: 0, maxValue: 30, numberPrecision: 3 },
	batchSize: { minValue: 1, maxValue: 1000 },
	documentationWait: { minValue: 0, numberPrecision: 3 },
	limit: { minValue: 1 },
	maxEvents: { minValue: 1 },
	maxWait: { minValue: 0 },
	pageSize: { minValue: 1 },
	timeout: { minValue: 0 },
};

export const REQUIRED_CONTACT_COLUMNS = ['first_name', 'id', 'last_name'];
export const REQUIRED_EMPLOYEE_COLUMNS = ['email', 'first_name', 'id'];
