/**
 * What saved workflows rely on, written down a second time: names, values and defaults may be added, never changed.
 * A test that fails here is not to be mended here.
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
const TYPES = ['confirm', 'documentation', 'update'];
const LOCATOR = { mode: 'list', value: '' };

const UPLOAD: Defaults = {
	inputMode: 'map',
	columns: { mappingMode: 'defineBelow', value: null },
	json: expect.any(String),
	'options.batchSize': 1000,
	'options.emptyFields': 'omit',
	'options.isolateInvalid': true,
	'options.output': 'perItem',
	'options.parallelUploads': 2,
	'options.pendingStatuses': PENDING,
	'options.timeout': 300,
	'options.unknownFields': 'ignore',
	'options.waitUntilFinished': false,
};

const UPLOAD_CHOICES = {
	inputMode: ['json', 'map'],
	emptyFields: ['omit', 'send'],
	output: ['perItem', 'perUpload'],
	unknownFields: ['customData', 'error', 'ignore'],
};

const LIST: Defaults = { returnAll: false, limit: 50, simplify: true, 'options.pageSize': 1000 };
const EVENTS: Defaults = {
	...LIST,
	'filters.types': [],
	'options.downloadDocumentation': false,
	'options.binaryPropertyName': 'data',
};

export const OPERATIONS: Record<string, Record<string, FrozenOperation>> = {
	contact: {
		upsert: { parameters: { ...UPLOAD, 'options.mergeWithCurrent': false }, choices: UPLOAD_CHOICES },
		get: {
			parameters: { contactId: '', simplify: true, 'options.onNotFound': 'error' },
			choices: { onNotFound: ON_NOT_FOUND },
		},
		delete: {
			parameters: { contactId: '', 'options.onNotFound': 'error' },
			choices: { onNotFound: ON_NOT_FOUND },
		},
	},
	documentation: {
		download: {
			parameters: {
				documentationOf: 'latest',
				contactId: '',
				eventId: '',
				binaryPropertyName: 'data',
				'options.whenNotGenerated': 'wait',
				'options.maxWait': 60,
				'options.fileName': '',
				'options.onNotFound': 'error',
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
		get: {
			parameters: { employeeId: '', simplify: true, 'options.onNotFound': 'error' },
			choices: { onNotFound: ON_NOT_FOUND },
		},
		delete: {
			parameters: { employeeId: '', 'options.onNotFound': 'error' },
			choices: { onNotFound: ON_NOT_FOUND },
		},
	},
	event: {
		getMany: {
			parameters: { ...EVENTS, 'filters.from': '', 'filters.to': '' },
			choices: { types: TYPES },
		},
		getLatest: { parameters: EVENTS, choices: { types: TYPES } },
		trigger: {
			parameters: { eventType: 'update', contactInput: 'id', contactId: '', contact: expect.any(String) },
			choices: { eventType: ['confirm', 'update'], contactInput: ['id', 'json'] },
		},
	},
	health: { ping: { parameters: {} } },
	operation: {
		get: { parameters: { operationId: LOCATOR, simplify: true } },
		getMany: { parameters: { ...LIST, 'filters.from': '', 'filters.to': '' } },
		wait: {
			parameters: { operationId: LOCATOR, 'options.timeout': 300, 'options.pendingStatuses': PENDING },
		},
	},
};

export const TRIGGER_PARAMETERS: Defaults = {
	events: TYPES,
	downloadDocumentation: true,
	binaryPropertyName: 'data',
	simplify: false,
	'options.attachmentStorage': 'execution',
	'options.catchUp': true,
	'options.addContact': false,
	'options.auditDays': 7,
	'options.consentGranted': 'any',
	'options.consentType': '',
	'options.documentationWait': 60,
	'options.lookback': 10,
	'options.maxAttachmentSize': 20,
	'options.maxEvents': 1000,
	'options.pageSize': 1000,
	'options.startFrom': '',
};

export const CREDENTIAL_PARAMETERS: Defaults = {
	baseUrl: '',
	apiKey: '',
	authScheme: 'none',
	authPrefix: '',
	ignoreSslIssues: false,
};

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
