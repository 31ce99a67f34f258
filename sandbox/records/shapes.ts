/**
 * Converts the upload shape to the read shape. Numbers are stored as entered; view.ts takes them apart on the first
 * read.
 */
import type { Contact, ContactSection, ContactUpload, PublicNumber, Section } from './model';

/** Seeds may use either shape, so these functions accept both. */
const storedNumber = (entry: PublicNumber): PublicNumber =>
	entry.original === undefined && entry.number !== undefined ? { original: entry.number } : entry;
const storedMail = (entry: string | { email: string }): string =>
	typeof entry === 'string' ? entry : entry.email;

function readSection(section: Section | ContactSection): ContactSection {
	const { addresses, emails, fax_numbers, mobile_numbers, phone_numbers } = section;
	return {
		...(addresses && { addresses }),
		...(emails && { emails: emails.map(storedMail) }),
		...(fax_numbers && { fax_numbers: fax_numbers.map(storedNumber) }),
		...(mobile_numbers && { mobile_numbers: mobile_numbers.map(storedNumber) }),
		...(phone_numbers && { phone_numbers: phone_numbers.map(storedNumber) }),
	};
}

export function readContact(upload: ContactUpload | Contact): Contact {
	const { section_private, section_work, ...rest } = upload;
	return {
		...rest,
		...(section_private && { section_private: readSection(section_private) }),
		...(section_work && { section_work: readSection(section_work) }),
	};
}

/** For `uploadMode: 'merge'`: keeps fields that were not sent; merges maps and sections by key. */
export function mergeContact(old: Contact, sent: Partial<Contact>): Contact {
	const both = <T extends object>(a: T | undefined, b: T | undefined): T | undefined =>
		a && b ? { ...a, ...b } : (b ?? a);
	const merged: Contact = { ...old, ...sent };
	const data = both(old.data, sent.data);
	const work = both(old.section_work, sent.section_work);
	const home = both(old.section_private, sent.section_private);
	if (data) merged.data = data;
	if (work) merged.section_work = work;
	if (home) merged.section_private = home;
	return merged;
}
