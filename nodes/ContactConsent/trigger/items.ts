import type { OutputShape } from '../common/operation';

const NUMBER = { area: 'string', number: 'string', original: 'string' } as const satisfies OutputShape;

const READ_NUMBER = {
	...NUMBER,
	international_formatted: 'string',
	national_formatted: 'string',
} as const satisfies OutputShape;

const SECTION = {
	emails: 'strings',
	mobile_numbers: [READ_NUMBER],
	phone_numbers: [READ_NUMBER],
	fax_numbers: [NUMBER],
	addresses: [
		{
			street: 'string',
			house_number: 'string',
			zip_code: 'string',
			city: 'string',
			district: 'string',
			country: 'string',
			addition: 'string',
		},
	],
} as const satisfies OutputShape;

/**
 * The default output of the trigger: an event as the service sends it, with `documentation_status`. The output preview
 * is generated from it.
 */
export const TRIGGER_OUTPUT = {
	event_id: 'string',
	event_time: 'string',
	type: 'string',
	contact_id: 'string',
	contact: {
		id: 'string',
		first_name: 'string',
		last_name: 'string',
		title: 'string',
		degree: 'string',
		salutation: 'string',
		birthday: 'string',
		company: 'string',
		position: 'string',
		language: 'string',
		employee_id: 'string',
		data: 'object',
		documentation: {
			consents: [
				{
					id: 'string',
					type: 'string',
					granted: 'boolean',
					granted_at: 'string',
					granted_ip: 'string',
					granted_agent: 'string',
				},
			],
		},
		section_work: SECTION,
		section_private: SECTION,
		tags: 'strings',
	},
	event_documentation_url: 'string',
	documentation_status: 'string',
} as const satisfies OutputShape;
