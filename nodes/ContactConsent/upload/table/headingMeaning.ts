/** What the words of one heading mean, whatever the other headings are. */
import type { Concept, Language } from './wordLists';
import {
	plainName,
	VOCABULARY,
	withNumberSpelled,
	type Condition,
	type Section,
	type Word,
} from './vocabulary';

/** The meaning of a heading, from its words alone. */
export interface HeadingMeaning {
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
	onlyIf?: Condition;
	/** The words that say which of several addresses it is part of: *mailing* in *Mailing City*; else ''. */
	which: string;
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

// A heading in words

/** The letters of a heading, joined; the positions where its words begin; its numbers, each with its position. */
interface Letters {
	letters: string;
	starts: ReadonlySet<number>;
	numbers: ReadonlyArray<readonly [number: number, at: number]>;
	/** The positions of signs and words that join two concepts. */
	joints: readonly number[];
}

/** A word of a heading, and where it stands among the letters. */
type WordAt = Word & { from: number; to: number };

const WORD_BREAK = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;

/** A French article in front of a vowel: `d'adresse`, `nom_de_l_entreprise`. */
const ELISION = /(?<![\p{L}\p{N}])[dl]['’_ ](?=[aeiouyhâàéèêëîïôûù])/giu;

/** What a heading says about its cells and not about their meaning: `Kontakt(e)`, `Geburtsdatum (TT.MM.JJJJ)`. */
const ABOUT_CELLS = /\((e|s|en|in|([djtgmay]{1,4}[-./ ]){2}[djtgmay]{1,4})\)/gi;

/** The letters and numbers of a heading, or of its beginning. */
function lettersIn(heading: string): Omit<Letters, 'joints'> {
	const parts = withNumberSpelled(heading).replace(ABOUT_CELLS, '').replace(ELISION, '').split(WORD_BREAK);
	const starts = new Set<number>([0]);
	const numbers: Array<[number, number]> = [];
	let letters = '';
	for (const part of parts) {
		if (/^\d+$/.test(part)) {
			numbers.push([Number(part), letters.length]);
		} else {
			letters += plainName(part);
			starts.add(letters.length);
		}
	}
	return { letters, starts, numbers };
}

/** A sign or a word that joins two concepts: *Nom / Raison sociale*, *Telefon und Fax*. A cell may have one or both. */
const JOINT = /[/|&+,;]|(?<!\p{L})(or|oder|ou|of|o|and|und|u|et|y|e(?![-.\s]?mail)|en)(?!\p{L})/giu;

const lettersOf = (heading: string): Letters => ({
	...lettersIn(heading),
	joints: [...heading.matchAll(JOINT)].map(({ index }) => lettersIn(heading.slice(0, index)).letters.length),
});

const LONGEST = Math.max(...[...VOCABULARY.keys()].map(({ length }) => length));

/**
 * From this length on, a word is found inside a longer one: `Diensttelefon`, `homephone`. At the beginning of the
 * longer word, one letter less is enough: `Lidnummer`.
 */
const SHORTEST_INSIDE = 4;

/** True if a word may stand at this position among the letters. */
function mayStand({ plain, isNumber, isId }: Word, starts: Letters['starts'], from: number): boolean {
	const [begins, ends] = [starts.has(from), starts.has(from + plain.length)];
	if (begins && ends) return true;
	// A match must stay inside one word of the heading. Only a first part of one letter is allowed, as in E-Mail.
	for (let at = from + 2; at < from + plain.length; at++) if (starts.has(at)) return false;
	// A number or an ID is often glued to the end: Hausnr, CustomerID.
	if (ends && (isNumber ?? isId)) return plain.length > 1;
	return plain.length >= (begins ? SHORTEST_INSIDE - 1 : SHORTEST_INSIDE);
}

/** The fewest words that make up the letters; `undefined` if words cannot cover all letters. */
function wordsOf({ letters, starts }: Letters): WordAt[] | undefined {
	const best: Array<WordAt[] | undefined> = [[]];
	for (let from = 0; from < letters.length; from++) {
		const before = best[from];
		if (before === undefined) continue;
		for (let to = from + 1; to <= Math.min(letters.length, from + LONGEST); to++) {
			const word = VOCABULARY.get(letters.slice(from, to));
			if (word === undefined || !mayStand(word, starts, from)) continue;
			const found = best[to];
			if (found === undefined || found.length > before.length + 1)
				best[to] = [...before, { ...word, from, to }];
		}
	}
	return letters === '' ? undefined : best[letters.length];
}

// Words in a meaning

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
const areJoined = (about: readonly WordAt[], joints: Letters['joints']): boolean =>
	about.some(({ concept, to }, at) => {
		const next = about[at + 1];
		return next && next.concept !== concept && joints.some((joint) => to <= joint && joint <= next.from);
	});

/** The words that say what the heading is about. Beside a company, and beside a part of a name, *Name* says nothing. */
function withoutName(about: readonly WordAt[]): readonly WordAt[] {
	// *Organization 1 - Name*, *Name - First Name*. In other languages, *Name Vorname* is the whole name.
	const isNamed = about.some(
		({ concept, onlyIf, languages }) =>
			concept === 'company' || (concept === 'first_name' && !onlyIf && languages.includes('en')),
	);
	return isNamed ? about.filter(({ onlyIf }) => onlyIf !== 'asHalfName') : about;
}

/** The concept that these words mean together; `undefined` if they mean several. */
function conceptOf(about: readonly WordAt[], joints: Letters['joints']): Concept | undefined {
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
const asStreet = (word: WordAt, { letters, joints }: Letters): WordAt =>
	word.concept === 'house_number' &&
	joints.some(
		(joint) => joint < word.to && VOCABULARY.get(letters.slice(word.from, joint))?.concept === 'street',
	)
		? { ...word, concept: 'street' }
		: word;

/** The owners of an ID that a system has given to the person: *Apollo Contact Id*, *Shopify Customer ID*. */
const OWNERS_IN_SYSTEMS: ReadonlySet<Word['owner']> = new Set(['system', 'record', 'customer', 'member']);

/** IDs that count only if the table has no other. */
const LAST_RESORTS: ReadonlySet<Concept> = new Set(['debtor_id', 'system_id']);

/** The concept of an ID or a number, from its owner. *Contact Number* has no concept: it may be a telephone number. */
function idOf(words: readonly Word[]): Concept | undefined {
	const owners = new Set(words.flatMap(({ owner = [] }) => owner));
	const isId = words.some((word) => word.isId);
	const isNumber = words.some((word) => word.isNumber);
	if (!isId && !isNumber) return undefined;
	if (owners.has('system')) {
		const isOfPerson = [...owners].every((owner) => OWNERS_IN_SYSTEMS.has(owner));
		// *Salesforce UUID* alone may be that of anything.
		return isOfPerson && words.some(({ plain }) => plain === 'id') ? 'system_id' : undefined;
	}
	if (owners.has('customer')) return 'customer_id';
	if (owners.has('member')) return 'member_id';
	if (owners.has('debtor')) return 'debtor_id';
	if (owners.has('supplier') || owners.size !== 1) return undefined;
	if (owners.has('record')) return isId && !isNumber ? 'record_id' : undefined;
	if (owners.has('pupil')) return 'member_id';
	if (owners.has('applicant')) return isId && !isNumber ? 'entity_id' : undefined;
	// These are numbers of a ticket or of a stay, and the next one gives the same person another.
	if (owners.has('attendee') || owners.has('guest') || owners.has('buyer')) return undefined;
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
		owner === 'system' ||
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

/** No heading of a table is longer. A key of a webhook may be, and reading each of its words would take long. */
export const LONGEST_READ = 200;

/** A remark that the value belongs to another address than the usual one: *Straße (Rechnungsadresse)* */
const OTHER_ADDRESS = /[([]Rechnungsa/i;

/** Reads a heading. The result is `undefined` if one of its words is unknown, or if it has two meanings. */
export function meaningOfHeading(heading: string): HeadingMeaning | undefined {
	if (heading.length > LONGEST_READ || OTHER_ADDRESS.test(heading)) return undefined;
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
	const [onlyIf, ...otherwise] = new Set(about.map((word) => word.onlyIf));
	const [first = [], ...others] = about
		.map(({ languages }) => languages)
		.filter((languages) => !languages.includes('en'));
	const isSwiss = words.some((word) => word.isSwiss);
	const isOfEmployee = rest.some(({ owner }) => owner === 'employee');
	return {
		// Nobody names the academic title of employees so.
		concept: isOfEmployee && concept === 'title' ? 'position' : concept,
		section: [...sections][0],
		entry: Math.max(words.some(({ isFurther }) => isFurther) ? 2 : 1, ...letters.numbers.map(([one]) => one)),
		isOfEmployee,
		role: isAbout ? rest.find(({ owner }) => owner)?.owner : undefined,
		languages: isSwiss ? ['de'] : first.filter((language) => others.every((all) => all.includes(language))),
		onlyIf: isSwiss
			? 'inOwnLanguage'
			: LAST_RESORTS.has(concept)
				? 'asLastResort'
				: otherwise.length === 0
					? onlyIf
					: undefined,
		which: rest.flatMap(({ isWhich, plain }) => (isWhich ? plain : [])).join(' '),
	};
}
