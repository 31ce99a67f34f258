import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../common/operation';
import { records } from '../../lib/json';
import { textOf } from '../../lib/text';
import { fieldsAmong, flatOf, recordOutput } from '../recordOutput';
import { contactModel, SECTIONS_IN_ORDER, type ListName } from './contactColumns';
import { clockIn, consentStates } from './consents';
import { entryText } from './emailsAndNumbers';

/** One e-mail or number of each kind to reach a contact, from the first section that has one. */
export function reachOf(contact: IDataObject) {
	const sections = SECTIONS_IN_ORDER.flatMap((name) => records([contact[name]]));
	const first = (list: ListName): string | undefined =>
		sections
			.flatMap((section) => (Array.isArray(section[list]) ? (section[list] as unknown[]) : []))
			.map(entryText)
			.find((text) => text !== undefined);
	return {
		email: first('emails'),
		mobile_number: first('mobile_numbers'),
		phone_number: first('phone_numbers'),
		city: sections
			.map((section) => textOf(records(section.addresses)[0]?.city))
			.find((city) => city !== undefined),
	};
}

/** The flat shape of a contact: 10 keys at most. Keys without a value are left out. */
export const CONTACT_OUTPUT = {
	id: 'string',
	first_name: 'string',
	last_name: 'string',
	company: 'string',
	email: 'string',
	mobile_number: 'string',
	phone_number: 'string',
	city: 'string',
	employee_id: 'string',
	consents: 'object',
} as const satisfies OutputShape;

export const simplifyContact = (contact: IDataObject, timeZone: string): IDataObject =>
	flatOf(CONTACT_OUTPUT, {
		...contact,
		...reachOf(contact),
		consents: consentStates(contact, clockIn(timeZone)),
	});

export const contactOutput = recordOutput(fieldsAmong(contactModel.fields), simplifyContact);
