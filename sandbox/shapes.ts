/** From the shape that uploads have to the shape that reads have. */
import type { Contact, ContactSection, ContactUpload, PublicFax, PublicNumber, Section } from './model';

const TWO_DIGIT_COUNTRIES = new Set(
	(
		'20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
		'81 82 84 86 90 91 92 93 94 95 98'
	).split(' '),
);
const HOME = '49';

function countryOf(digits: string): string {
	if (/^[17]/.test(digits)) return digits.slice(0, 1);
	return digits.slice(0, TWO_DIGIT_COUNTRIES.has(digits.slice(0, 2)) ? 2 : 3);
}

/** A plausible split; only `original` is exact. */
export function splitNumber(original: string): PublicNumber {
	const dialled = original.replace(/[^\d+]/g, '').replace(/^00/, '+');
	const country = dialled.startsWith('+') ? countryOf(dialled.slice(1)) : HOME;
	const national = dialled.startsWith('+')
		? dialled.slice(1 + country.length).replace(/^0/, '')
		: dialled.replace(/^0/, '');
	const area = national.length > 5 ? national.slice(0, 3) : '';
	const number = national.slice(area.length);
	return {
		area,
		number,
		original,
		international_formatted: ['+' + country, area, number].filter(Boolean).join(' '),
		national_formatted: area ? `0${area} ${number}` : number,
	};
}

const toFax = (original: string): PublicFax => {
	const { area, number } = splitNumber(original);
	return { area, number, original };
};

type AnySection = Section & ContactSection;
type AnyNumber = { number?: string; original?: string };

/** Seeds may use either shape, so every step takes both. */
const originalOf = (entry: AnyNumber): string => entry.original ?? entry.number ?? '';
const mailOf = (entry: string | { email: string }): string =>
	typeof entry === 'string' ? entry : entry.email;

export function readSection(section: Section | ContactSection): ContactSection {
	const { addresses, emails, fax_numbers, mobile_numbers, phone_numbers } = section as AnySection;
	return {
		...(addresses && { addresses }),
		...(emails && { emails: (emails as Array<string | { email: string }>).map(mailOf) }),
		...(fax_numbers && { fax_numbers: fax_numbers.map((entry) => toFax(originalOf(entry))) }),
		...(mobile_numbers && { mobile_numbers: mobile_numbers.map((entry) => splitNumber(originalOf(entry))) }),
		...(phone_numbers && { phone_numbers: phone_numbers.map((entry) => splitNumber(originalOf(entry))) }),
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

/** For `uploadMode: 'merge'`: what the request does not name stays; maps and sections are merged by key. */
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
