/** How fields without a value are shown: left out, empty, or null. */
import type { Contact, Employee } from './model';
import type { SandboxOptions } from './options';

const TEXT = '';
const CONTACT_TEXTS = (
	'first_name last_name title degree name_suffix salutation birthday company position language nationality ' +
	'website employee_id'
).split(' ');
const EMPLOYEE_TEXTS = (
	'first_name last_name email phone_number fax_number position department street house_number city zip_code ' +
	'website profile_picture_url'
).split(' ');

const blanks = (texts: string[], more: Record<string, unknown>): Record<string, unknown> => ({
	...Object.fromEntries(texts.map((name) => [name, TEXT])),
	...more,
});

const SECTION = { addresses: [], emails: [], fax_numbers: [], mobile_numbers: [], phone_numbers: [] };
const CONTACT = blanks(CONTACT_TEXTS, {
	data: {},
	documentation: { consents: [] },
	section_private: SECTION,
	section_work: SECTION,
	tags: [],
});
const EMPLOYEE = blanks(EMPLOYEE_TEXTS, { tags: [], data: {} });

function fill<T extends object>(value: T, blank: Record<string, unknown>, options: SandboxOptions): T {
	if (options.emptyFields === 'omit') return value;
	const empty =
		options.emptyFields === 'empty'
			? blank
			: Object.fromEntries(Object.keys(blank).map((name) => [name, null]));
	return { ...empty, ...value };
}

export function contactView(contact: Contact, options: SandboxOptions): Contact {
	if (options.emptyFields === 'omit') return contact;
	const section = (part: Contact['section_work']) => part && fill(part, SECTION, options);
	const { section_private, section_work } = contact;
	const filled = {
		...contact,
		...(section_private && { section_private: section(section_private) }),
		...(section_work && { section_work: section(section_work) }),
	};
	return fill(filled, CONTACT, options);
}

export const employeeView = (employee: Employee, options: SandboxOptions): Employee =>
	fill(employee, EMPLOYEE, options);
