/**
 * What the words of one heading mean, whatever the other headings are. In comes a heading, out comes its meaning, or
 * nothing: a heading that is not understood is named in the output, but one that is misunderstood changes contacts.
 * Whether the meaning counts beside the other headings of the table is decided in `headings.ts`.
 *
 * | heading                | meaning                                     |
 * | ---------------------- | ------------------------------------------- |
 * | *Email 2*              | `emails`, entry 2                           |
 * | *Telefon geschäftlich* | `phone_numbers`, section `work`, in German  |
 * | *Guest Email*          | `emails`, role `guest`                      |
 * | *Mailing City*         | `city`, which `mailing`                     |
 * | *Kunden-Nr.*           | `customer_id`                               |
 * | *Name*                 | `last_name`, only if `asHalfName`           |
 * | *Telefon / Fax*        | none: it has two meanings                   |
 * | *Contact 2 Email*      | none: it is about a second person           |
 * | *Supplier Email*       | none: another word gives it another meaning |
 * | *Email Subscriber*     | none: it is about a kind of person          |
 */
import { wordsOfHeading, type HeadingWords, type WordAt } from './headingWords';
import type { Concept, Language } from './wordLists';
import type { Condition, Section, Word } from './vocabulary';

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

/** The parts of an address, which are columns of a contact, too. */
export const ADDRESS_PARTS = [
	'street',
	'house_number',
	'zip_code',
	'city',
	'district',
	'country',
	'addition',
] as const satisfies readonly Concept[];

// Words with a concept

/** Concepts that together mean a single one: *Telefon mobil*, *Straße / Hausnummer*, *Address 1 - City*. */
const TOGETHER: ReadonlyArray<readonly [parts: readonly Concept[], whole: Concept]> = [
	[['phone_numbers', 'mobile_numbers'], 'mobile_numbers'],
	[['phone_numbers', 'fax_numbers'], 'fax_numbers'],
	[['street', 'house_number'], 'street'],
	[['title', 'degree'], 'title'],
	...([...ADDRESS_PARTS, 'emails'] as const).map((part) => [['address', part], part] as const),
];

/** Concepts that stay a single one even if a sign joins their parts: *Straße / Hausnummer*. */
const STAND_IN_ONE_CELL: ReadonlySet<Concept> = new Set(['street', 'title']);

/** True if a sign or a word joins two concepts: *Telefon / Fax*, but not *Address: City/Town*. */
const areJoined = (about: readonly WordAt[], joints: HeadingWords['joints']): boolean =>
	about.some(({ concept, to }, at) => {
		const next = about[at + 1];
		return next && next.concept !== concept && joints.some((joint) => to <= joint && joint <= next.from);
	});

/** The words that say what the heading is about. Beside a company, and beside a part of a name, *Name* says nothing. */
function withoutName(about: readonly WordAt[]): readonly WordAt[] {
	// *Organization 1 - Name*, *Name - First Name*. In other languages, *Name Vorname* is the whole name.
	const isNamed = about.some(
		({ concept, onlyIf, languages }) =>
			concept === 'company' || (concept === 'first_name' && !onlyIf && languages.has('en')),
	);
	return isNamed ? about.filter(({ onlyIf }) => onlyIf !== 'asHalfName') : about;
}

/**
 * The concept that words mean together; `undefined` if they mean several.
 *
 * | heading                 | concept          |                                          |
 * | ----------------------- | ---------------- | ---------------------------------------- |
 * | *Organization 1 - Name* | `company`        | *Name* says nothing beside it            |
 * | *Telefon mobil*         | `mobile_numbers` | two that mean a single one               |
 * | *Telefon / Mobil*       | none             | joined by a sign, a cell may have either |
 * | *Straße / Hausnummer*   | `street`         | joined, and both stand in one cell       |
 * | *Address Company*       | `company`        | the company of the contact               |
 * | *Company Address*       | none             | no address of the contact                |
 */
function conceptOf(about: readonly WordAt[], joints: HeadingWords['joints']): Concept | undefined {
	const isJoint = areJoined(about, joints);
	const named = isJoint ? about : withoutName(about);
	const concepts = new Set(named.flatMap(({ concept = [] }) => concept));
	if (concepts.size === 1) return [...concepts][0];
	if (!isJoint && concepts.has('company')) {
		return concepts.size === 2 && about[0]?.concept === 'address' ? 'company' : undefined;
	}
	const isAll = (parts: readonly Concept[]) =>
		parts.length === concepts.size && parts.every((part) => concepts.has(part));
	const whole = TOGETHER.find(([parts]) => isAll(parts))?.[1];
	return whole !== undefined && isJoint && !STAND_IN_ONE_CELL.has(whole) ? undefined : whole;
}

/** The concepts in which *number* adds nothing: *Phone Number*. Elsewhere it is that of another thing. */
const WITH_NUMBER: ReadonlySet<Concept> = new Set([
	'phone_numbers',
	'mobile_numbers',
	'fax_numbers',
	'street',
]);

/** Owners whose address or number is not that of the person. */
const STRANGERS: ReadonlySet<Word['owner']> = new Set(['supplier', 'system', 'adviser']);

/** True if a word gives the heading another meaning: the code of a city, the e-mail of a supplier. */
function isForeignTo(concept: Concept, about: readonly Word[], { owner, isId, isNumber }: Word): boolean {
	// *Address Country Code* is a country. *Country Code* alone may be that of a telephone number.
	if (isId && !(concept === 'country' && about.length > 1)) return true;
	return (isNumber === true && !WITH_NUMBER.has(concept)) || STRANGERS.has(owner);
}

/** Words for e-mail that may stand before a person, as *Address* cannot: *Email Subscriber*. */
const MEANS: ReadonlySet<string> = new Set(['email', 'emails', 'mail']);

/** True if a person right behind a word gives it another meaning. */
const isOfPerson = ({ concept, plain }: Word, next: Word): boolean =>
	concept === 'company' || concept === 'website'
		? next.owner !== undefined || next.plain === 'user'
		: MEANS.has(plain) && next.isReached === true;

/**
 * True if a heading is about a person of some kind: a cell of *Webkunde* or *E-Mail-Kontakt* says yes or no, one of
 * *Company Contact* may have a name. Of a person who stands apart, a value is meant: *Email (Contact)*, *Company / Member*.
 */
const isAboutKind = ({ words, joints, breaks }: HeadingWords): boolean =>
	words.some((word, at) => {
		const next = words[at + 1];
		if (next === undefined || !isOfPerson(word, next)) return false;
		return ![...joints, ...breaks].some((position) => word.to <= position && position <= next.from);
	});

// IDs and numbers

/** Owners of an ID that a system has given to the person: *Apollo Contact Id*, *Shopify Customer ID*. */
const OWNERS_IN_SYSTEMS: ReadonlySet<Word['owner']> = new Set(['system', 'record', 'customer', 'member']);

/** Owners whose number is the ID of the person, even beside another owner. The first one counts. */
const SURE_OWNERS = [
	['customer', 'customer_id'],
	['member', 'member_id'],
	['debtor', 'debtor_id'],
] as const satisfies ReadonlyArray<readonly [Word['owner'], Concept]>;

/**
 * Owners whose number is an ID if no other owner is named. An attendee, a guest or a buyer is not among them: that is the
 * number of a ticket or of a stay, and the next one gives the same person another.
 */
const SINGLE_OWNERS: Readonly<Partial<Record<NonNullable<Word['owner']>, Concept>>> = {
	record: 'record_id',
	pupil: 'member_id',
	applicant: 'entity_id',
	adviser: 'employee_id',
	employee: 'own_employee_id',
};

/** Of these owners only an ID counts, no number: *Contact Number* may be a telephone number, *Record Number* any. */
const BY_ID_ALONE: ReadonlySet<Word['owner']> = new Set(['record', 'applicant']);

/** The words for *of* in the languages in which *number* may be a count. */
const OF: ReadonlySet<string> = new Set(['of', 'de', 'di']);

/** True for what looks like an ID, and is none of one person: *Number of Students*, *Membership Code*. */
const isOfNobody = (words: readonly Word[]): boolean =>
	(words.some(({ isMany }) => isMany) &&
		words.some(({ isNumber }, at) => isNumber && OF.has(words[at + 1]?.plain ?? ''))) ||
	(words.some(({ isMembership }) => isMembership) && words.some(({ plain }) => plain === 'code'));

/**
 * The concept of an ID or a number, from its owner.
 *
 * | heading                              | concept       |                                |
 * | ------------------------------------ | ------------- | ------------------------------ |
 * | *Customer No*, *Customer Contact ID* | `customer_id` |                                |
 * | *Student ID*                         | `member_id`   |                                |
 * | *Contact ID*                         | `record_id`   |                                |
 * | *Contact Number*                     | none          | it may be a telephone number   |
 * | *Patient Contact Number*             | none          | so may this                    |
 * | *Apollo Contact Id*                  | `system_id`   |                                |
 * | *Salesforce UUID*                    | none          | it may be that of anything     |
 * | *Guest ID*                           | none          | it may be the number of a stay |
 * | *Employee Contact ID*                | none          | two owners                     |
 * | *Kundenbetreuer-Nr.*                 | none          | it is the adviser's            |
 * | *Number of Students*                 | none          | it counts them                 |
 * | *Membership Code*                    | none          | it is a kind of membership     |
 */
function idOf(words: readonly Word[]): Concept | undefined {
	const owners = new Set(words.flatMap(({ owner = [] }) => owner));
	const isId = words.some((word) => word.isId);
	const isNumber = words.some((word) => word.isNumber);
	if ((!isId && !isNumber) || isOfNobody(words)) return undefined;
	if (owners.has('system')) {
		const isOfPerson = [...owners].every((owner) => OWNERS_IN_SYSTEMS.has(owner));
		return isOfPerson && words.some(({ plain }) => plain === 'id') ? 'system_id' : undefined;
	}
	if (isNumber && !isId && words.some(({ isContact }) => isContact)) return undefined;
	if (owners.has('adviser') && owners.size > 1) return undefined;
	const sure = SURE_OWNERS.find(([owner]) => owners.has(owner));
	if (sure) return sure[1];
	const [owner, ...others] = owners;
	if (owner === undefined || others.length > 0 || (BY_ID_ALONE.has(owner) && isNumber)) return undefined;
	return SINGLE_OWNERS[owner];
}

// The whole meaning

/** True if a heading is about a second person, as *Contact 2 Email* is, or says no, as *No Phone* does. */
const isAboutAnother = ({ words, numbers }: HeadingWords): boolean =>
	words.some(({ plain, owner, to }, at) => {
		if (plain === 'no') return words[at + 1]?.concept !== undefined;
		if (owner === undefined) return false;
		return (
			words[at - 1]?.isFurther === true || numbers.some((number) => number.value > 1 && number.at === to)
		);
	});

/** IDs that count only if the table has no other. */
const LAST_RESORTS: ReadonlySet<Concept> = new Set(['debtor_id', 'system_id']);

/** The condition under which a heading counts. If its words have several, each is fulfilled by another word. */
function conditionOf(
	concept: Concept,
	words: readonly Word[],
	about: readonly Word[],
): Condition | undefined {
	if (words.some(({ isSwiss }) => isSwiss)) return 'inOwnLanguage';
	if (LAST_RESORTS.has(concept)) return 'asLastResort';
	const [condition, ...others] = new Set(about.map(({ onlyIf }) => onlyIf));
	return others.length === 0 ? condition : undefined;
}

/** The languages of a heading: those that all of its words have which are not English. */
function languagesOf(words: readonly Word[], about: readonly Word[]): readonly Language[] {
	if (words.some(({ isSwiss }) => isSwiss)) return ['de'];
	const [first, ...others] = about
		.map(({ languages }) => languages)
		.filter((languages) => !languages.has('en'));
	return [...(first ?? [])].filter((language) => others.every((all) => all.has(language)));
}

/** Position in a list: the highest number of the heading, and at least 2 for a *further* one. */
const entryOf = ({ words, numbers }: HeadingWords): number =>
	Math.max(words.some(({ isFurther }) => isFurther) ? 2 : 1, ...numbers.map(({ value }) => value));

/** No heading of a table is longer. A key of a webhook may be, and reading each of its words would take long. */
export const LONGEST_READ = 200;

/** A remark that the value belongs to another address than the usual one: *Straße (Rechnungsadresse)* */
const OTHER_ADDRESS = /[([]Rechnungsa/i;

/** The meaning of a heading; `undefined` if one of its words is unknown, or if it has two meanings. */
export function meaningOfHeading(heading: string): HeadingMeaning | undefined {
	if (heading.length > LONGEST_READ || OTHER_ADDRESS.test(heading)) return undefined;
	const read = wordsOfHeading(heading);
	if (read === undefined || read.words.some(({ isOther }) => isOther) || isAboutAnother(read))
		return undefined;
	const { words, joints } = read;
	const about = words.filter((word) => word.concept !== undefined);
	const rest = words.filter((word) => !word.concept && !word.section);
	const sections = new Set(words.flatMap((word) => (word.concept ? [] : (word.section ?? []))));
	const isId = about.length === 0;
	const concept = isId ? idOf(words) : conceptOf(about, joints);
	// An ID belongs to no section, and anything else to one at most.
	if (concept === undefined || sections.size > (isId ? 0 : 1)) return undefined;
	if (!isId && (isAboutKind(read) || rest.some((word) => isForeignTo(concept, about, word))))
		return undefined;
	const isOfEmployee = rest.some(({ owner }) => owner === 'employee');
	return {
		// Nobody names the academic title of employees so.
		concept: isOfEmployee && concept === 'title' ? 'position' : concept,
		section: [...sections][0],
		entry: entryOf(read),
		isOfEmployee,
		role: isId ? undefined : rest.find(({ owner }) => owner)?.owner,
		languages: languagesOf(words, about),
		onlyIf: conditionOf(concept, words, about),
		which: rest.flatMap(({ isWhich, plain }) => (isWhich ? plain : [])).join(' '),
	};
}
