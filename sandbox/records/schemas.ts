/**
 * JSON Schemas of all models, for validation, forms, blanks and the OpenAPI description. They are as strict as the
 * options can be; for more lenient options, validation.ts drops errors.
 */

export type JsonSchema = Record<string, unknown>;

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const given = { type: 'string', minLength: 1 };
const textMap = { type: 'object', additionalProperties: text };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const ref = (name: string): JsonSchema => ({ $ref: `${name}#` });

const texts = (names: string): Record<string, JsonSchema> =>
	Object.fromEntries(names.split(' ').map((name) => [name, text]));

const model = (
	$id: string,
	properties: Record<string, JsonSchema>,
	more: { required?: string[]; description?: string } = {},
): JsonSchema => ({ $id, type: 'object', additionalProperties: false, properties, ...more });

/** An object with one field: uploads send e-mail addresses and numbers in this form. */
const single = (name: string, format: string): JsonSchema => ({
	type: 'object',
	additionalProperties: false,
	required: [name],
	properties: { [name]: { ...given, format } },
});

const contactFields = {
	...texts('id first_name last_name title degree name_suffix salutation birthday company position language'),
	...texts('nationality website employee_id'),
	data: textMap,
	documentation: ref('Documentation'),
};

const employeeFields = {
	...texts(
		'id first_name last_name position department street house_number city website profile_picture_url',
	),
	email: { ...text, format: 'email' },
	phone_number: { ...text, format: 'mobilenumber' },
	fax_number: { ...text, format: 'faxnumber' },
	zip_code: { ...text, format: 'zipcode' },
	tags: list(text),
	data: textMap,
};

const employeeRead = {
	...employeeFields,
	...texts('email phone_number fax_number zip_code'),
};

const addressFields = texts('addition city country district extra_1 extra_2 extra_3 house_number street');

export const MODELS: JsonSchema[] = [
	model('Consent', {
		...texts('id type granted_ip granted_agent'),
		granted: { type: 'boolean' },
		granted_at: time,
	}),
	model('Documentation', { consents: list(ref('Consent')) }),
	model('Address', { ...addressFields, zip_code: { ...text, format: 'zipcode' } }),
	model('PublicFax', texts('area number original')),
	model('PublicNumber', texts('area number original international_formatted national_formatted')),
	model('ContactSection', {
		addresses: list(ref('Address')),
		emails: list(text),
		fax_numbers: list(ref('PublicFax')),
		mobile_numbers: list(ref('PublicNumber')),
		phone_numbers: list(ref('PublicNumber')),
	}),
	model('Section', {
		addresses: list(ref('Address')),
		emails: list(single('email', 'email')),
		fax_numbers: list(single('number', 'faxnumber')),
		mobile_numbers: list(single('number', 'mobilenumber')),
		phone_numbers: list(single('number', 'mobilenumber')),
	}),
	model('Contact', {
		...contactFields,
		section_private: ref('ContactSection'),
		section_work: ref('ContactSection'),
		tags: list(text),
	}),
	model(
		'ContactUpload',
		{
			...contactFields,
			id: given,
			first_name: given,
			last_name: given,
			section_private: ref('Section'),
			section_work: ref('Section'),
		},
		{ required: ['first_name', 'id', 'last_name'] },
	),
	model('Employee', employeeRead),
	model(
		'EmployeeUpload',
		{ ...employeeFields, id: given, first_name: given, email: { ...given, format: 'email' } },
		{ required: ['email', 'first_name', 'id'] },
	),
	model('ContactEvent', {
		...texts('event_id contact_id'),
		event_time: time,
		type: { type: 'string', enum: ['update', 'confirm', 'documentation'] },
		contact: ref('Contact'),
		event_documentation_url: { type: 'string', format: 'uri' },
	}),
	model(
		'TriggerPublicEvent',
		{ type: { type: 'string', enum: ['update', 'confirm'] }, contact: ref('Contact') },
		{ required: ['type', 'contact'] },
	),
	model('OperationItem', texts('id model_id status')),
	model('Operation', {
		...texts('id type model status'),
		created_at: time,
		items: list(ref('OperationItem')),
	}),
	model('ValidationError', texts('code message')),
	model('web.Response', texts('message')),
	model('web.PostResponse', {
		message: text,
		validation_errors: {
			type: 'object',
			additionalProperties: { type: 'object', additionalProperties: ref('ValidationError') },
		},
	}),
];

const BY_NAME = new Map(MODELS.map((schema) => [String(schema.$id), schema]));
export const modelNamed = (name: string): JsonSchema => BY_NAME.get(name) ?? {};

/** Follows a reference to a model. */
export const resolved = (schema: JsonSchema): JsonSchema =>
	typeof schema.$ref === 'string' ? modelNamed(schema.$ref.replace(/#$/, '')) : schema;

const ONE_TYPE = '(confirm|update|documentation)';
export const EVENT_QUERY = {
	type: {
		type: 'string',
		pattern: `^${ONE_TYPE}(,${ONE_TYPE})*$`,
		description: 'One of confirm, update, documentation',
	},
};
export const LIMIT_QUERY = {
	limit: { type: 'string', pattern: '^0*[1-9]\\d{0,14}$', description: 'Items per page, default 1000' },
};
export const PAGE_QUERY = {
	from: { ...time, minLength: 1, description: 'From this time, ISO 8601' },
	to: { ...time, minLength: 1, description: 'Up to this time, ISO 8601' },
	...LIMIT_QUERY,
	cursor: { type: 'string', minLength: 1, description: 'Value of Next-Cursor' },
};

export const query = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
	type: 'object',
	required,
	properties,
});

export const pathParams = (...names: string[]): JsonSchema => ({
	type: 'object',
	required: names,
	properties: texts(names.join(' ')),
});

const header = (description: string): JsonSchema => ({ type: 'string', description });
const REQUEST_ID = { 'Request-Id': header('Identifies the request') };

export const PAGE_HEADERS = {
	'Next-Cursor': header('Cursor of the next page, while there is one'),
	'Next-Link': header('Full link of the next page, while there is one'),
};
export const OPERATION_HEADERS = {
	'Operation-Id': header('Id of the operation that was created'),
	'Operation-Link': header('Link to the operation'),
};

/** Describes a response for OpenAPI; without a schema it has no body. */
export const answers = (description: string, schema?: JsonSchema, headers: JsonSchema = {}): JsonSchema => ({
	description,
	headers: { ...REQUEST_ID, ...headers },
	...(schema ? { content: { 'application/json': { schema } } } : { type: 'null' }),
});

export const WEB = ref('web.Response');
export const POST = ref('web.PostResponse');
export { list as listOf, ref };
