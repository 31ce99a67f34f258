/**
 * The resources of the contract as JSON Schemas. Validation, forms, blanks, the OpenAPI description and the
 * TypeScript types all follow from them. The schemas are as strict as the options can be; for more lenient options,
 * validation.ts drops errors.
 */
import type { FromSchema } from 'json-schema-to-ts';

import { CONTACT_TEXTS, EMPLOYEE_TEXTS } from './textFields';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const given = { type: 'string', minLength: 1 } as const;
const textMap = { type: 'object', additionalProperties: text } as const;
const email = { type: 'string', format: 'email' } as const;
const mobileNumber = { type: 'string', format: 'mobilenumber' } as const;
const faxNumber = { type: 'string', format: 'faxnumber' } as const;
const zipCode = { type: 'string', format: 'zipcode' } as const;

const texts = <const Names extends readonly string[]>(names: Names) =>
	Object.fromEntries(names.map((name) => [name, text])) as Readonly<Record<Names[number], typeof text>>;

const list = <const Items>(items: Items) => ({ type: 'array', items }) as const;

const object = <const Properties>(properties: Properties) =>
	({ type: 'object', additionalProperties: false, properties }) as const;

const needing = <const Names extends readonly string[], const Schema extends object>(
	required: Names,
	schema: Schema,
) => ({ ...schema, required }) as const;

/** A schema that is referred to by its name wherever it is used. */
const named = <const Name extends string, const Schema extends object>($id: Name, schema: Schema) =>
	({ $id, ...schema }) as const;

const consent = named(
	'Consent',
	object({ id: text, type: text, granted_ip: text, granted_agent: text, granted: flag, granted_at: time }),
);
const documentation = named('Documentation', object({ consents: list(consent) }));

const address = named(
	'Address',
	object({
		addition: text,
		city: text,
		country: text,
		district: text,
		extra_1: text,
		extra_2: text,
		extra_3: text,
		house_number: text,
		street: text,
		zip_code: zipCode,
	}),
);

const publicFax = named('PublicFax', object({ area: text, number: text, original: text }));
const publicNumber = named(
	'PublicNumber',
	object({
		area: text,
		number: text,
		original: text,
		international_formatted: text,
		national_formatted: text,
	}),
);

/** Contact details in the read shape. */
const contactSection = named(
	'ContactSection',
	object({
		addresses: list(address),
		emails: list(text),
		fax_numbers: list(publicFax),
		mobile_numbers: list(publicNumber),
		phone_numbers: list(publicNumber),
	}),
);

/** Contact details in the upload shape: e-mail addresses and numbers are objects with one field. */
const section = named(
	'Section',
	object({
		addresses: list(address),
		emails: list(needing(['email'], object({ email: { ...given, ...email } }))),
		fax_numbers: list(needing(['number'], object({ number: { ...given, ...faxNumber } }))),
		mobile_numbers: list(needing(['number'], object({ number: { ...given, ...mobileNumber } }))),
		phone_numbers: list(needing(['number'], object({ number: { ...given, ...mobileNumber } }))),
	}),
);

const contactFields = { ...texts(CONTACT_TEXTS), data: textMap, documentation } as const;

const contact = named(
	'Contact',
	object({
		...contactFields,
		section_private: contactSection,
		section_work: contactSection,
		tags: list(text),
	}),
);
const contactUpload = named(
	'ContactUpload',
	needing(
		['first_name', 'id', 'last_name'],
		object({
			...contactFields,
			id: given,
			first_name: given,
			last_name: given,
			section_private: section,
			section_work: section,
		}),
	),
);

const employeeFields = { ...texts(EMPLOYEE_TEXTS), tags: list(text), data: textMap } as const;

const employee = named('Employee', object(employeeFields));
const employeeUpload = named(
	'EmployeeUpload',
	needing(
		['email', 'first_name', 'id'],
		object({
			...employeeFields,
			id: given,
			first_name: given,
			email: { ...given, ...email },
			phone_number: mobileNumber,
			fax_number: faxNumber,
			zip_code: zipCode,
		}),
	),
);

const contactEvent = named(
	'ContactEvent',
	object({
		event_id: text,
		contact_id: text,
		event_time: time,
		type: { type: 'string', enum: ['update', 'confirm', 'documentation'] },
		contact,
		event_documentation_url: { type: 'string', format: 'uri' },
	}),
);
const triggerPublicEvent = named(
	'TriggerPublicEvent',
	needing(['type', 'contact'], object({ type: { type: 'string', enum: ['update', 'confirm'] }, contact })),
);

const operationItem = named('OperationItem', object({ id: text, model_id: text, status: text }));
const operation = named(
	'Operation',
	object({ id: text, type: text, model: text, status: text, created_at: time, items: list(operationItem) }),
);

const validationError = named('ValidationError', object({ code: text, message: text }));
const validationErrors = {
	type: 'object',
	additionalProperties: { type: 'object', additionalProperties: validationError },
} as const;
const webResponse = named('web.Response', object({ message: text }));
const postResponse = named(
	'web.PostResponse',
	object({ message: text, validation_errors: validationErrors }),
);

export const schemas = {
	consent,
	documentation,
	address,
	publicFax,
	publicNumber,
	contactSection,
	section,
	contact,
	contactUpload,
	employee,
	employeeUpload,
	contactEvent,
	triggerPublicEvent,
	operationItem,
	operation,
	validationError,
	webResponse,
	postResponse,
} as const;

/** Fields that are optional in the contract, but always present in the sandbox's answers. */
type With<T, Name extends keyof T> = T & Required<Pick<T, Name>>;

export type Consent = FromSchema<typeof consent>;
export type PublicFax = FromSchema<typeof publicFax>;
export type PublicNumber = FromSchema<typeof publicNumber>;
export type ContactSection = FromSchema<typeof contactSection>;
export type Section = FromSchema<typeof section>;
export type Contact = With<FromSchema<typeof contact>, 'id'>;
export type ContactUpload = FromSchema<typeof contactUpload>;
export type Employee = With<FromSchema<typeof employee>, 'id'>;
export type EventType = NonNullable<FromSchema<typeof contactEvent>['type']>;
type Event = With<FromSchema<typeof contactEvent>, 'event_id' | 'event_time' | 'type' | 'contact_id'>;
export type ContactEvent = Event & { contact?: Contact };
export type TriggerPublicEvent = Partial<FromSchema<typeof triggerPublicEvent>>;
export type OperationItem = With<FromSchema<typeof operationItem>, 'id' | 'status'>;
export type Operation = Required<FromSchema<typeof operation>> & { items: OperationItem[] };
export type ValidationError = Required<FromSchema<typeof validationError>>;
export type ValidationErrors = Record<string, Record<string, ValidationError>>;

/** A `web.Response`; with `validation_errors` a `web.PostResponse`. */
export interface Answer {
	message: string;
	validation_errors?: ValidationErrors;
}
