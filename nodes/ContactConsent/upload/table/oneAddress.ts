/**
 * The parts of an address in a table: that they are put together as one address, and two are not mixed. A part whose
 * heading names no section may belong to either section:
 *
 * | headings                                     | decided by            | the parts without a section are           |
 * | -------------------------------------------- | --------------------- | ----------------------------------------- |
 * | Street, City                                 | none of them          | of no section                             |
 * | Street, City, Business Street, Business City | `isOfOtherAddress`    | private, because the others are of work   |
 * | Street, City, Country, Business City         | `sectionOfMoved`      | private, because the city is              |
 * | Street, City, Work Street, Work City         | none of them          | of no section: *Work Street* is a column  |
 * | Street, Zip Code, Work City                  | `sectionOfAll`        | of work, as the city is                   |
 * | Primary Street, Primary City, Mailing City   | `hasSeveralAddresses` | of two addresses: a row sends one of them |
 *
 * If it is of no section, each row chooses one by its stored values.
 */
import { ADDRESS_PARTS, type HeadingMeaning } from './headingMeaning';
import type { HeadingSubjects } from './headingSubjects';
import type { MeantHeading, ReadHeading } from './readHeading';
import { ADDRESS_PATH, type Column } from './recordModel';

const CONCEPTS: ReadonlySet<string> = new Set(['address', ...ADDRESS_PARTS]);

/** True for an address, or a part of one. */
export const isOfAddress = (concept: string): boolean => CONCEPTS.has(concept);

// Before the columns are known

/** How far a part of an address may be from the next one: some parts, such as a state, are no columns. */
const NEAR = 2;
const OF_DIALING = /\barea.?code|vorwahl|dial/i;

const MAIL_ADDRESS = /^mail[\s_.-]*addr/i;
const MAIL_PLACE = /^mail[\s_.-]*(street|city|town|state|zip|zip.?code|post.?code|postal.?code)(?![a-z])/i;

/** Headings of which *Mail Address* has no meaning if the table also has a *Mail City*: no e-mail has a city. */
export function withoutPost(headings: readonly ReadHeading[]): readonly ReadHeading[] {
	if (!headings.some(({ name }) => MAIL_PLACE.test(name))) return headings;
	return headings.map((one) => (MAIL_ADDRESS.test(one.name) ? { ...one, meaning: undefined } : one));
}

const NUMBERS: ReadonlySet<string> = new Set(['phone_numbers', 'mobile_numbers', 'fax_numbers']);

/**
 * True if each *Country Code* stands beside parts of an address, and the table has no other codes of telephones. Right
 * before a number, it may be that of the number, unless it stands behind the parts.
 */
export function isCountryCodeOfAddress(headings: readonly ReadHeading[]): boolean {
	return headings.every((heading, at) => {
		if (OF_DIALING.test(heading.name)) return false;
		if (heading.meaning?.onlyIf !== 'inAddress') return true;
		const isBeforeNumber = NUMBERS.has(headings[at + 1]?.meaning?.concept ?? '');
		const near = headings.slice(Math.max(0, at - NEAR), isBeforeNumber ? at : at + NEAR + 1);
		return near.some((one) => one !== heading && one.meaning && isOfAddress(one.meaning.concept));
	});
}

/**
 * True if *Address* means the street: the table has a zip code or a city, and no street. A whole address has no column.
 */
export function isStreet({ section }: HeadingMeaning, subjects: HeadingSubjects): boolean {
	const has = (part: string): boolean => subjects.has(part, section ?? '');
	return (has('zip_code') || has('city')) && !has('street');
}

/** The parts of an address that a simplified record does not have: it has the city alone. */
const NOT_SIMPLIFIED: readonly string[] = ADDRESS_PARTS.filter((part) => part !== 'city');

const SECTIONS = ['work', 'private'] as const;

/**
 * True for a part of an address without a section that belongs to the other section than a heading for the same part. The
 * other parts without a section follow it (`sectionOfMoved`), so that two addresses are not mixed.
 *
 * | heading  | beside                         | of the other | because                                         |
 * | -------- | ------------------------------ | ------------ | ----------------------------------------------- |
 * | *Street* | *Business Street*              | yes          | only the company has a street                   |
 * | *City*   | *Business City*, *Street*      | yes          | with a street, it is the city of a whole address |
 * | *City*   | *Business City*                | no           | alone, it may be that of a simplified record    |
 * | *City*   | `work_city`, *Street*          | no           | a field's own name: of a simplified record, too |
 * | *Street* | *Business Street*, *Home Street* | no         | both sections have a street                     |
 * | *Street* | *Business City*                | no           | no section has a street                         |
 */
export function isOfOtherAddress({ name, inSections }: Column, subjects: HeadingSubjects): boolean {
	const isNotSimplified = NOT_SIMPLIFIED.includes(name);
	const isCity = name === 'city' && NOT_SIMPLIFIED.some((part) => subjects.has(part, ''));
	if (!inSections || !(isNotSimplified || isCity)) return false;
	const [section, ...more] = SECTIONS.filter((one) => subjects.has(name, one));
	return section !== undefined && more.length === 0 && !subjects.hasColumn(name, section);
}

// Once the columns are known

/** The path of a column; if it names no section, that in the first one. */
const pathOf = (column: Column): readonly string[] => (column.inSections?.[0] ?? column).path ?? [];

const hasAddressPath = (column: Column): boolean => pathOf(column).length === ADDRESS_PATH;

/**
 * The section that all parts of an address belong to: if each part occurs once, and some of them name the same section,
 * the others belong to it, too. Without this, the street of a person would be that of the company.
 */
export function sectionOfAll(headings: readonly MeantHeading[]): string | undefined {
	const parts = headings.flatMap(({ column }) => (column && hasAddressPath(column) ? column : []));
	const sections = new Set(parts.flatMap(({ path }) => path?.[0] ?? []));
	const names = new Set(parts.map((column) => pathOf(column).at(-1)));
	return sections.size === 1 && names.size === parts.length ? [...sections][0] : undefined;
}

/** The section of the parts whose headings name none, and which belong to the other section than their namesakes. */
export function sectionOfMoved(headings: readonly MeantHeading[]): string | undefined {
	const moved = headings.flatMap(({ column, meaning }) =>
		meaning && !meaning.section && column?.path?.length === ADDRESS_PATH ? (column.path[0] ?? []) : [],
	);
	const [section, ...more] = new Set(moved);
	return more.length === 0 ? section : undefined;
}

/**
 * The sections that headings name for a list, or for any part of an address: by the name of the list, or `addresses`. A
 * heading for the same without a section may belong to the other one.
 */
export function sectionsNamed(headings: readonly MeantHeading[]): Map<string | undefined, Set<string>> {
	const named = new Map<string | undefined, Set<string>>();
	for (const { column } of headings) {
		const [section, list] = column?.path ?? [];
		if (section !== undefined && list !== undefined)
			named.set(list, (named.get(list) ?? new Set()).add(section));
	}
	return named;
}

/** The list that a column without a section belongs to, or `addresses`. */
export const listOf = ({ inSections }: Column): string | undefined => inSections?.[0]?.path[1];

/** A part of an address that names no section as the one in this section; any other column as it is. */
export const inAddressOf = (section: string | undefined, column: Column): Column =>
	(hasAddressPath(column) && column.inSections?.find(({ path }) => path[0] === section)) || column;

/** True for a part of an address that names no section. */
export const isOfAnyAddress = (column: Column): boolean =>
	column.inSections !== undefined && hasAddressPath(column);

/** The name of a part of an address without its section: *city*. */
export const partOf = (column: Column): string | undefined => pathOf(column).at(-1);

/** True for a part of an address whose heading names no section, also if it has got one from the other headings. */
export const isPartWithoutSection = ({ column, meaning }: MeantHeading): boolean =>
	column !== undefined && meaning !== undefined && !meaning.section && hasAddressPath(column);

/**
 * True if the table has a part of an address twice, such as *Primary City* and *Mailing City*: it has several addresses.
 * They are not mixed: each row has one of them.
 */
export function hasSeveralAddresses(headings: readonly MeantHeading[]): boolean {
	const parts = headings
		.filter(isPartWithoutSection)
		.map(({ column, meaning }) => ({ column, which: meaning?.which }));
	const first = new Map(parts.map(({ column, which }) => [column, which]));
	return parts.some(({ column, which }) => first.get(column) !== which);
}
