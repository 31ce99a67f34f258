/** The resources of the contract, in the form in which they are sent. */

export type EventType = 'update' | 'confirm' | 'documentation';

export interface Consent {
	id?: string;
	type?: string;
	granted?: boolean;
	granted_at?: string;
	granted_ip?: string;
	granted_agent?: string;
}

export interface Documentation {
	consents?: Consent[];
}

export interface Address {
	addition?: string;
	city?: string;
	country?: string;
	district?: string;
	extra_1?: string;
	extra_2?: string;
	extra_3?: string;
	house_number?: string;
	street?: string;
	zip_code?: string;
}

export interface PublicFax {
	area?: string;
	number?: string;
	original?: string;
}

export interface PublicNumber extends PublicFax {
	international_formatted?: string;
	national_formatted?: string;
}

/** Contact details in the read shape. */
export interface ContactSection {
	addresses?: Address[];
	emails?: string[];
	fax_numbers?: PublicFax[];
	mobile_numbers?: PublicNumber[];
	phone_numbers?: PublicNumber[];
}

/** Contact details in the upload shape. */
export interface Section {
	addresses?: Address[];
	emails?: Array<{ email: string }>;
	fax_numbers?: Array<{ number: string }>;
	mobile_numbers?: Array<{ number: string }>;
	phone_numbers?: Array<{ number: string }>;
}

interface ContactFields {
	id: string;
	first_name?: string;
	last_name?: string;
	title?: string;
	degree?: string;
	name_suffix?: string;
	salutation?: string;
	birthday?: string;
	company?: string;
	position?: string;
	language?: string;
	nationality?: string;
	website?: string;
	employee_id?: string;
	data?: Record<string, string>;
	documentation?: Documentation;
}

export interface Contact extends ContactFields {
	section_private?: ContactSection;
	section_work?: ContactSection;
	tags?: string[];
}

export interface ContactUpload extends ContactFields {
	section_private?: Section;
	section_work?: Section;
}

export interface Employee {
	id: string;
	first_name?: string;
	last_name?: string;
	email?: string;
	phone_number?: string;
	fax_number?: string;
	position?: string;
	department?: string;
	street?: string;
	house_number?: string;
	city?: string;
	zip_code?: string;
	website?: string;
	profile_picture_url?: string;
	tags?: string[];
	data?: Record<string, string>;
}

export interface ContactEvent {
	event_id: string;
	event_time: string;
	type: EventType;
	contact_id: string;
	contact?: Contact;
	event_documentation_url?: string;
}

export interface TriggerPublicEvent {
	type?: 'update' | 'confirm';
	contact?: Partial<Contact>;
}

export interface OperationItem {
	id: string;
	model_id?: string;
	status: string;
}

export interface Operation {
	id: string;
	created_at: string;
	type: string;
	model: string;
	status: string;
	items: OperationItem[];
}

export interface ValidationError {
	code: string;
	message: string;
}

export type ValidationErrors = Record<string, Record<string, ValidationError>>;

/** A `web.Response`; with `validation_errors` a `web.PostResponse`. */
export interface Answer {
	message: string;
	validation_errors?: ValidationErrors;
}
