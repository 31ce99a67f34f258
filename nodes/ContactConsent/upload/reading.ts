import type { Concept, Language } from './names';
import { plainName, VOCABULARY, type Condition, type Section, type Word } from './vocabulary';

/** What a heading says, by its words alone. */
export interface Reading {
	concept: Concept;
	section?: Section;
	/** From 2 on: a further entry. */
	entry: number;
	/** It says whose it is: an employee's. */
	isOfEmployee: boolean;
	/** The languages that its words may be of; none where English has them, too. */
	languages: readonly Language[];
	/** It counts only so. */
	counts?: Condition;
	/** How many of its words say nothing: the fewer, the surer it is. */
	emptyWords: number;
}

/** The letters of a heading in one piece, where its words begin, and its numbers with their place among the letters. */
interface Letters {
	letters: string;
	starts: ReadonlySet<number>;
	numbers: ReadonlyArray<readonly [number: number, at: number]>;
}

const WORD_BREAK = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;

/** What a French vowel leaves of an article: `d'adresse`, `nom_de_l_entreprise`. */
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

/** Such a word is also found inside of another one, a shorter one in front of it: `Diensttelefon`, `homephone`, `Lidnummer`. */
const SHORTEST_INSIDE = 4;

/** True where a word may stand among the letters. */
function mayStand({ plain, isNumber, isId }: Word, starts: Letters['starts'], from: number): boolean {
	const [begins, ends] = [starts.has(from), starts.has(from + plain.length)];
	if (begins && ends) return true;
	// A part of a word is one of a single word, of which E-Mail is one, too.
	for (let at = from + 2; at < from + plain.length; at++) if (starts.has(at)) return false;
	// A number or an ID is often glued to the end: Hausnr, CustomerID.
	if (ends && (isNumber ?? isId)) return plain.length > 1;
	return plain.length >= (begins ? SHORTEST_INSIDE - 1 : SHORTEST_INSIDE);
}

/** The fewest words that make up the letters; nothing where something is left that is no word. */
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

/** Concepts that make one where they stand together: *Telefon mobil*, *Straße / Hausnummer*, *Address 1 - City*. */
const TOGETHER: ReadonlyArray<readonly [parts: readonly Concept[], whole: Concept]> = [
	[['phone_numbers', 'mobile_numbers'], 'mobile_numbers'],
	[['phone_numbers', 'fax_numbers'], 'fax_numbers'],
	[['street', 'house_number'], 'street'],
	[['title', 'degree'], 'title'],
	...['street', 'house_number', 'zip_code', 'city', 'district', 'country', 'addition', 'emails'].map(
		(part) => [['address', part], part] as const,
	),
];

/** A sign or a word between two things of which a cell has one or both: *Nom / Raison sociale*, *Telefon und Fax*. */
const JOINT = /[/|&+,;]|(?<!\p{L})(or|oder|ou|of|o|and|und|u|et|y|e(?![-.\s]?mail)|en)(?!\p{L})/iu;

/** What is one thing all the same. */
const STAND_IN_ONE_CELL: ReadonlySet<Concept> = new Set(['street', 'title']);

/** The one concept of these words; nothing where there are several. */
function conceptOf(words: readonly Word[], heading: string): Concept | undefined {
	// Beside a company, Name is its name: *Organization 1 - Name*.
	const isJoint = JOINT.test(heading);
	const isOfCompany = words.some(({ concept }) => concept === 'company') && !isJoint;
	const named = isOfCompany ? words.filter(({ counts }) => counts !== 'asHalfName') : words;
	const concepts = new Set(named.flatMap(({ concept = [] }) => concept));
	if (concepts.size === 1) return [...concepts][0];
	// The address of a company is not that of the contact; the company of an address is.
	if (isOfCompany) return concepts.size === 2 && words[0]?.concept === 'address' ? 'company' : undefined;
	const isAll = (parts: readonly Concept[]) =>
		parts.length === concepts.size && parts.every((part) => concepts.has(part));
	const whole = TOGETHER.find(([parts]) => isAll(parts))?.[1];
	return whole !== undefined && isJoint && !STAND_IN_ONE_CELL.has(whole) ? undefined : whole;
}

/** What an ID or a number alone is about: whose it is. The number of a contact may be a telephone. */
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

/** True for a word that makes something else of what the heading is about: the code of a city, the e-mail of a supplier. */
const isForeignTo =
	(concept: Concept, about: readonly Word[]) =>
	({ owner, isId, isNumber }: Word): boolean =>
		// The code of a country stands beside an address; alone, it may be that of a telephone.
		(isId === true && !(concept === 'country' && about.length > 1)) ||
		(isNumber === true && !WITH_NUMBER.has(concept)) ||
		owner === 'supplier' ||
		owner === 'adviser';

/** True where a heading is about a second person, *Contact 2 Email*, or says no: *No Phone*. */
function isAboutAnother(words: readonly Word[], numbers: Letters['numbers']): boolean {
	let end = 0;
	return words.some(({ plain, owner }, at) => {
		end += plain.length;
		const next = words[at + 1];
		if (plain === 'no') return next?.concept !== undefined;
		if (owner === undefined) return false;
		return (
			words[at - 1]?.isFurther === true || numbers.some(([number, place]) => number > 1 && place === end)
		);
	});
}

/** What a heading says; nothing where one of its words is not known, or where it says two things. */
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
