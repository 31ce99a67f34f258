import * as contract from './contract-columns';

/**
 * The columns of an upload as docs/columns.md describes them, by their names in the contract. Nothing here comes from the code under test. Labels are those of the editor.
 */

/** JSON columns, and lists that are not flat texts. The random records contain them separately. */
const NESTED = ['data', 'documentation', 'section_private', 'section_work', 'tags'];

const capital = (text: string): string =>
	text.replace(/(^|_)([a-z])/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase());

const isFlat = (column: string) => !NESTED.includes(column);
export const CONTACT_COLUMNS = contract.CONTACT_COLUMNS.filter(isFlat);
export const EMPLOYEE_TEXTS = contract.EMPLOYEE_COLUMNS.filter(isFlat);

export const SECTIONS = ['work', 'private'];
export const LISTS = ['emails', 'phone_numbers', 'mobile_numbers', 'fax_numbers'];
const ofWork = CONTACT_COLUMNS.filter((name) => name.startsWith('work_'));
export const ADDRESS = ofWork
	.map((name) => name.replace('work_', ''))
	.filter((name) => !LISTS.includes(name));
export const CONTACT_TEXTS = CONTACT_COLUMNS.filter((name) => !/^(work|private)_/.test(name));

/** A heading that a person may use, and the flat columns that it may mean (work before private). */
export interface Name {
	name: string;
	column: string;
}

const LABELS: Record<string, string> = { id: 'ID', employee_id: 'Responsible Employee ID' };
export const labelOf = (column: string): string => LABELS[column] ?? capital(column);

/** Names without a section. With `clear` and for new contacts they belong to work. */
const SECTIONLESS: Record<string, string> = {
	...Object.fromEntries(ADDRESS.map((part) => [part, `work_${part}`])),
	email: 'work_emails',
	'E-Mail': 'work_emails',
	mail: 'work_emails',
	phone: 'work_phone_numbers',
	phone_number: 'work_phone_numbers',
	telephone: 'work_phone_numbers',
	mobile: 'work_mobile_numbers',
	mobile_number: 'work_mobile_numbers',
	'cell phone': 'work_mobile_numbers',
	fax: 'work_fax_numbers',
	zip: 'work_zip_code',
	'postal code': 'work_zip_code',
	postcode: 'work_zip_code',
};

export const CONTACT_NAMES: Name[] = [
	...CONTACT_COLUMNS.flatMap((column) => [
		{ name: column, column },
		{ name: labelOf(column), column },
	]),
	...Object.entries(SECTIONLESS).map(([name, column]) => ({ name, column })),
];

export const EMPLOYEE_NAMES: Name[] = [
	...EMPLOYEE_TEXTS.flatMap((column) => [
		{ name: column, column },
		{ name: column === 'id' ? 'ID' : capital(column), column },
	]),
	{ name: 'mail', column: 'email' },
	{ name: 'telephone', column: 'phone_number' },
	{ name: 'phone', column: 'phone_number' },
	{ name: 'fax', column: 'fax_number' },
	{ name: 'zip', column: 'zip_code' },
	{ name: 'postal code', column: 'zip_code' },
	{ name: 'postcode', column: 'zip_code' },
];

/** Names are compared without case, spaces, `_` and `-`. */
export const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** Drops empty values at every level, so that only differences in content remain. */
export function content(value: unknown): unknown {
	if (value === null || value === '') return undefined;
	if (Array.isArray(value)) {
		const list = value.map(content).filter((entry) => entry !== undefined);
		return list.length > 0 ? list : undefined;
	}
	if (typeof value !== 'object') return value;
	const entries = Object.entries(value).flatMap(([key, field]) => {
		const kept = content(field);
		return kept === undefined ? [] : [[key, kept] as const];
	});
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

type Loose = Record<string, unknown>;
const entryText = (entry: unknown): unknown => {
	if (typeof entry !== 'object' || entry === null) return entry;
	const { email, original, number } = entry as Loose;
	return email ?? original ?? number;
};

/** A contact in either shape as flat columns, without empty ones. */
export function flatContact(contact: Loose): Loose {
	const found: Loose = Object.fromEntries(CONTACT_TEXTS.map((name) => [name, contact[name]]));
	for (const section of SECTIONS) {
		const details = (contact[`section_${section}`] ?? {}) as Loose;
		for (const list of LISTS) {
			found[`${section}_${list}`] = ((details[list] ?? []) as unknown[]).map(entryText);
		}
		const [address = {}] = (details.addresses ?? []) as Loose[];
		for (const part of ADDRESS) found[`${section}_${part}`] = address[part];
	}
	return (content(found) ?? {}) as Loose;
}
