import type { IDataObject } from 'n8n-workflow';

import { records, texts, textOf, withoutEmpty } from '../../values';

/** Work details come before private ones wherever only one value is shown. */
const SECTIONS_IN_ORDER = ['section_work', 'section_private'] as const;

const sectionsOf = (contact: IDataObject): IDataObject[] =>
	SECTIONS_IN_ORDER.flatMap((name) => records([contact[name]]));

const numberOf = (number: IDataObject): string | undefined =>
	textOf(number.international_formatted) ?? textOf(number.original) ?? textOf(number.number);

const first = <T>(sections: IDataObject[], pick: (section: IDataObject) => T[]): T | undefined =>
	sections.flatMap(pick)[0];

/** The types of the consents that are granted, each once. */
export function grantedConsents(contact: IDataObject): string[] {
	const [documentation] = records([contact.documentation]);
	const granted = records(documentation?.consents).filter((consent) => consent.granted === true);
	return [...new Set(granted.flatMap((consent) => textOf(consent.type) ?? []))];
}

/** The ways to reach a contact, one of each kind. */
export function reachOf(contact: IDataObject) {
	const sections = sectionsOf(contact);
	return {
		email: first(sections, (section) => texts(section.emails)),
		mobile_number: first(sections, (section) =>
			records(section.mobile_numbers).flatMap((n) => numberOf(n) ?? []),
		),
		phone_number: first(sections, (section) =>
			records(section.phone_numbers).flatMap((n) => numberOf(n) ?? []),
		),
		city: first(sections, (section) => records(section.addresses).flatMap((a) => textOf(a.city) ?? [])),
	};
}

/** The flat shape of a contact: 10 keys at most, those without a value left out. */
export function simplifyContact(contact: IDataObject): IDataObject {
	return withoutEmpty({
		id: contact.id,
		first_name: contact.first_name,
		last_name: contact.last_name,
		company: contact.company,
		...reachOf(contact),
		employee_id: contact.employee_id,
		granted_consents: grantedConsents(contact),
	});
}
