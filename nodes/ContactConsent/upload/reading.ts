import type { Concept, Language } from './headingWords';
import { plainName, VOCABULARY, type Condition, type Section, type Word } from './vocabulary';

/** The meaning of a heading, from its words alone. */
export interface Reading {
	concept: Concept;
	section?: Section;
	/** Position in a list, from 1: *Email 2* is 2. */
	entry: number;
	/** The heading names an employee as the owner of the value. */
	isOfEmployee: boolean;
	/** The languages that its non-English words have in common; empty if all words are English, too. */
	languages: readonly Language[];
	/** The heading counts only under this condition. */
	counts?: Condition;
	/** The number of its words without a meaning, e.g. *primary*. Each of them makes the reading less sure. */
	emptyWords: number;
}

/** The letters of a heading, joined; the positions where its words begin; its numbers, each with its position. */
interface Letters {
	letters: string;
	starts: ReadonlySet<number>;
	numbers: ReadonlyArray<readonly [number: number, at: number]>;
}

const WORD_BREAK = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;

/** A French article in front of a vowel: `d'adresse`, `nom_de_l_entreprise`. */
const ELISION = /(?<![\p{L}\p{N}])[dl]['’_ ](?=[aeiouyhâàéèêëîïôûù])/giu;

function lettersOf(heading: string): Letters {
	const parts = heading
		.replace(/#|\bn\.?\s?[º°]/gi, ' number ')
		.replace(/\((e|s|en|in)\)/gi, '')
		.replace(ELISION, '')
		.split(WORD_BREAK);
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
function wordsOf({ letters, starts }: Letters): Word[] | undefined {
	const best: Array<Word[] | undefined> = [[]];
	for (let from = 0; from < letters.length; from++) {
		const before = best[from];
		if (before === undefined) continue;
		for (let to = from + 1; to <= Math.min(letters.length, from + LONGEST); to++) {
			const word = VOCABULARY.get(letters.slice(from, to));
			if (word === undefined || !mayStand(word, starts, from)) continue;
			const found = best[to];
			if (found === undefined || found.length > before.length + 1) best[to] = [...before, word];
		}
	}
	return letters === '' ? undefined : best[letters.length];
}

/** Concepts that together mean a single one: *Telefon mobil*, *Straße / Hausnummer*, *Address 1 - City*. */
const TOGETHER: ReadonlyArray<readonly [parts: readonly Concept[], whole: Concept]> = [
	[['phone_numbers', 'mobile_numbers'], 'mobile_numbers'],
	[['phone_numbers', 'fax_numbers'], 'fax_numbers'],
	[['street', 'house_number'], 'street'],
	[['title', 'degree'], 'title'],
	...['street', 'house_number', 'zip_code', 'city', 'district', 'country', 'addition', 'emails'].map(
		(part) => [['address', part], part] as const,
	),
];

/** A sign or a word that joins two concepts: *Nom / Raison sociale*, *Telefon und Fax*. A cell may have one or both. */
const JOINT = /[/|&+,;]|(?<!\p{L})(or|oder|ou|of|o|and|und|u|et|y|e(?![-.\s]?mail)|en)(?!\p{L})/iu;

/** Concepts that stay a single one even if a sign joins their parts: *Straße / Hausnummer*. */
const STAND_IN_ONE_CELL: ReadonlySet<Concept> = new Set(['street', 'title']);

/** The concept that these words mean together; `undefined` if they mean several. */
function conceptOf(words: readonly Word[], heading: string): Concept | undefined {
	// Beside a company, *Name* is the name of the company: *Organization 1 - Name*.
	const isJoint = JOINT.test(heading);
	const isOfCompany = words.some(({ concept }) => concept === 'company') && !isJoint;
	const named = isOfCompany ? words.filter(({ counts }) => counts !== 'asHalfName') : words;
	const concepts = new Set(named.flatMap(({ concept = [] }) => concept));
	if (concepts.size === 1) return [...concepts][0];
	// *Company Address* is not an address of the contact, but *Address Company* is the company of the contact.
	if (isOfCompany) return concepts.size === 2 && words[0]?.concept === 'address' ? 'company' : undefined;
	const isAll = (parts: readonly Concept[]) =>
		parts.length === concepts.size && parts.every((part) => concepts.has(part));
	const whole = TOGETHER.find(([parts]) => isAll(parts))?.[1];
	return whole !== undefined && isJoint && !STAND_IN_ONE_CELL.has(whole) ? undefined : whole;
}

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
	const words = wordsOf(letters);
	if (words === undefined || words.some(({ isOther }) => isOther)) return undefined;
	if (isAboutAnother(words, letters.numbers)) return undefined;
	const about = words.filter(({ concept }) => concept !== undefined);
	const isAbout = about.length > 0;
	const concept = isAbout ? conceptOf(about, heading) : idOf(words);
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
		languages: first.filter((language) => others.every((all) => all.includes(language))),
		counts: concept === 'debtor_id' ? 'asLastResort' : otherwise.length === 0 ? counts : undefined,
		emptyWords: isAbout ? rest.length : 0,
	};
}
