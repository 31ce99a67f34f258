import type { Concept, Language } from './headingWords';
import { lettersOf, wordsOf, type Letters, type Placed } from './letters';
import { VOCABULARY, type Condition, type Section, type Word } from './vocabulary';

/** The meaning of a heading, from its words alone. */
export interface Reading {
	concept: Concept;
	section?: Section;
	/** Position in a list, from 1: *Email 2* is 2. */
	entry: number;
	/** The heading names an employee as the owner of the value. */
	isOfEmployee: boolean;
	/** Whom the heading says that the value belongs to: *guest* in *Guest Email*. */
	role?: Word['owner'];
	/** The languages that its non-English words have in common; empty if all words are English, too. */
	languages: readonly Language[];
	/** The heading counts only under this condition. */
	counts?: Condition;
	/** The number of its words without a meaning, e.g. *primary*. Each of them makes the reading less sure. */
	emptyWords: number;
}

/** The parts of an address. */
export const ADDRESS_PARTS = [
	'street',
	'house_number',
	'zip_code',
	'city',
	'district',
	'country',
	'addition',
] as const satisfies readonly Concept[];

/** Concepts that together mean a single one: *Telefon mobil*, *Straße / Hausnummer*, *Address 1 - City*. */
const TOGETHER: ReadonlyArray<readonly [parts: readonly Concept[], whole: Concept]> = [
	[['phone_numbers', 'mobile_numbers'], 'mobile_numbers'],
	[['phone_numbers', 'fax_numbers'], 'fax_numbers'],
	[['street', 'house_number'], 'street'],
	[['title', 'degree'], 'title'],
	...[...ADDRESS_PARTS, 'emails'].map((part) => [['address', part], part] as const),
];

/** Concepts that stay a single one even if a sign joins their parts: *Straße / Hausnummer*. */
const STAND_IN_ONE_CELL: ReadonlySet<Concept> = new Set(['street', 'title']);

/** True if a sign or a word joins two concepts: *Telefon / Fax*, but not *Address: City/Town*. */
const areJoined = (about: readonly Placed[], joints: Letters['joints']): boolean =>
	about.some(({ concept, to }, at) => {
		const next = about[at + 1];
		return next && next.concept !== concept && joints.some((joint) => to <= joint && joint <= next.from);
	});

/** The words that say what the heading is about. Beside a company, and beside a part of a name, *Name* says nothing. */
function withoutName(about: readonly Placed[]): readonly Placed[] {
	// *Organization 1 - Name*, *Name - First Name*. In other languages, *Name Vorname* is the whole name.
	const isNamed = about.some(
		({ concept, counts, languages }) =>
			concept === 'company' || (concept === 'first_name' && !counts && languages.includes('en')),
	);
	return isNamed ? about.filter(({ counts }) => counts !== 'asHalfName') : about;
}

/** The concept that these words mean together; `undefined` if they mean several. */
function conceptOf(about: readonly Placed[], joints: Letters['joints']): Concept | undefined {
	const isJoint = areJoined(about, joints);
	const named = isJoint ? about : withoutName(about);
	const concepts = new Set(named.flatMap(({ concept = [] }) => concept));
	if (concepts.size === 1) return [...concepts][0];
	// *Company Address* is not an address of the contact, but *Address Company* is the company of the contact.
	if (!isJoint && concepts.has('company')) {
		return concepts.size === 2 && about[0]?.concept === 'address' ? 'company' : undefined;
	}
	const isAll = (parts: readonly Concept[]) =>
		parts.length === concepts.size && parts.every((part) => concepts.has(part));
	const whole = TOGETHER.find(([parts]) => isAll(parts))?.[1];
	return whole !== undefined && isJoint && !STAND_IN_ONE_CELL.has(whole) ? undefined : whole;
}

/** *Street & Number* is a street with its number, *Street Number* the number alone. */
const asStreet = (word: Placed, { letters, joints }: Letters): Placed =>
	word.concept === 'house_number' &&
	joints.some(
		(joint) => joint < word.to && VOCABULARY.get(letters.slice(word.from, joint))?.concept === 'street',
	)
		? { ...word, concept: 'street' }
		: word;

/** The concept of an ID or a number, from its owner. *Contact Number* has no concept: it may be a telephone number. */
function idOf(words: readonly Word[]): Concept | undefined {
	const owners = new Set(words.flatMap(({ owner = [] }) => owner));
	const isId = words.some((word) => word.isId);
	const isNumber = words.some((word) => word.isNumber);
	if (!isId && !isNumber) return undefined;
	if (owners.has('customer')) return 'customer_id';
	if (owners.has('member')) return 'member_id';
	if (owners.has('debtor')) return 'debtor_id';
	if (owners.has('supplier') || owners.size !== 1) return undefined;
	if (owners.has('record')) return isId && !isNumber ? 'record_id' : undefined;
	if (owners.has('pupil')) return 'member_id';
	if (owners.has('applicant')) return isId && !isNumber ? 'entity_id' : undefined;
	// These are numbers of a ticket or of a stay, and the next one gives the same person another.
	if (owners.has('attendee') || owners.has('guest')) return undefined;
	return owners.has('adviser') ? 'employee_id' : 'own_employee_id';
}

const WITH_NUMBER: ReadonlySet<Concept> = new Set([
	'phone_numbers',
	'mobile_numbers',
	'fax_numbers',
	'street',
]);

/** True for a word that gives the heading another meaning: the code of a city, the e-mail of a supplier. */
const isForeignTo =
	(concept: Concept, about: readonly Word[]) =>
	({ owner, isId, isNumber }: Word): boolean =>
		// *Address Country Code* is a country. *Country Code* alone may be that of a telephone number.
		(isId === true && !(concept === 'country' && about.length > 1)) ||
		(isNumber === true && !WITH_NUMBER.has(concept)) ||
		owner === 'supplier' ||
		owner === 'adviser';

/** True if a heading is about a second person, as *Contact 2 Email* is, or says no, as *No Phone* does. */
function isAboutAnother(words: readonly Word[], numbers: Letters['numbers']): boolean {
	let end = 0;
	return words.some(({ plain, owner }, at) => {
		end += plain.length;
		const next = words[at + 1];
		if (plain === 'no') return next?.concept !== undefined;
		if (owner === undefined) return false;
		return (
			words[at - 1]?.isFurther === true || numbers.some(([number, start]) => number > 1 && start === end)
		);
	});
}

/** Reads a heading. The result is `undefined` if one of its words is unknown, or if it has two meanings. */
export function readingOf(heading: string): Reading | undefined {
	const letters = lettersOf(heading);
	const words = wordsOf(letters)?.map((word) => asStreet(word, letters));
	if (words === undefined || words.some(({ isOther }) => isOther)) return undefined;
	if (isAboutAnother(words, letters.numbers)) return undefined;
	const about = words.filter(({ concept }) => concept !== undefined);
	const isAbout = about.length > 0;
	const concept = isAbout ? conceptOf(about, letters.joints) : idOf(words);
	if (concept === undefined) return undefined;
	const rest = words.filter((word) => !word.concept && !word.section);
	const sections = new Set(words.flatMap((word) => (word.concept ? [] : (word.section ?? []))));
	// An ID belongs to no section.
	if (sections.size > (isAbout ? 1 : 0)) return undefined;
	if (isAbout && rest.some(isForeignTo(concept, about))) return undefined;
	const [counts, ...otherwise] = new Set(about.map((word) => word.counts));
	const [first = [], ...others] = about
		.map(({ languages }) => languages)
		.filter((languages) => !languages.includes('en'));
	return {
		concept,
		section: [...sections][0],
		entry: Math.max(words.some(({ isFurther }) => isFurther) ? 2 : 1, ...letters.numbers.map(([one]) => one)),
		isOfEmployee: rest.some(({ owner }) => owner === 'employee'),
		role: isAbout ? rest.find(({ owner }) => owner)?.owner : undefined,
		languages: first.filter((language) => others.every((all) => all.includes(language))),
		counts: concept === 'debtor_id' ? 'asLastResort' : otherwise.length === 0 ? counts : undefined,
		emptyWords: isAbout ? rest.length : 0,
	};
}
