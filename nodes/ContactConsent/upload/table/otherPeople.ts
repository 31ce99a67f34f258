/**
 * Names of several people in one table: which headings are about the person of the row, and which about others. In come
 * all headings, out come the roles of the people that the table names, and by these, of each heading, whether it counts.
 */
import { LONGEST_READ, meaningOfHeading, type HeadingMeaning } from './headingMeaning';
import type { ReadHeading } from './readHeading';
import { isSecondOfOne } from './repeatedHeadings';
import { NAMES } from './valueShapes';

/** *guest* in *Guest First Name*; `undefined` in *First Name*. */
type Role = HeadingMeaning['role'];

/** The people whose names the table has. */
export interface People {
	/** The roles of those with a first or a last name; `undefined` for a name without a role. */
	readonly roles: ReadonlySet<Role>;
	/** The roles of those with a whole name, as *Customer Name* is. Somebody may have a whole name and its halves. */
	readonly whole: ReadonlySet<Role>;
	/** The numbers of further people: 2 if the table has a *First Name 2* and a *Last Name 2*. */
	readonly further: ReadonlySet<number>;
}

/** Roles of people who often stand beside the person whom the row is about. */
const STANDS_BESIDE: ReadonlySet<Role> = new Set([
	'attendee',
	'guest',
	'applicant',
	'pupil',
	'buyer',
] as const);

/** What says of a name that it is whole: *Full Name*, *Nom complet*. */
const WHOLE =
	/(?:full|complete|vollst(?:ä|ae)ndiger|voller|volledige)[\s_-]*(?=name|naam)|(?<=nom|nombre|nome)[\s_-]*complet[oe]?/giu;

/** What *Name* would say in the place of *Full Name*; `undefined` for any other heading. */
function asPlainName({ name, meaning }: ReadHeading): HeadingMeaning | undefined {
	if (meaning || name.length > LONGEST_READ) return undefined;
	const plain = name.replace(WHOLE, '');
	return plain === name ? undefined : meaningOfHeading(plain);
}

/**
 * The roles of whole names. A plain *Name* may be one half, unless both halves are those of somebody who stands beside
 * others.
 */
function wholeNamesIn(headings: readonly ReadHeading[]): Set<Role> {
	const isBeside = [...NAMES].every((name) =>
		headings.some(({ meaning }) => meaning?.concept === name && STANDS_BESIDE.has(meaning.role)),
	);
	const whole = new Set<Role>();
	for (const heading of headings) {
		const full = asPlainName(heading);
		const { onlyIf, entry, role } = full ?? heading.meaning ?? {};
		if (onlyIf !== 'asHalfName' || entry !== 1) continue;
		if (full ?? role ?? isBeside) whole.add(role);
	}
	return whole;
}

/** The people whose names the table has. */
export function peopleIn(headings: readonly ReadHeading[]): People {
	const roles = new Set<Role>();
	const furtherNames = new Map<number, Set<string>>();
	for (const { column, meaning } of headings) {
		if (column) {
			if (NAMES.has(column.name)) roles.add(undefined);
		} else if (meaning && NAMES.has(meaning.concept)) {
			const { concept, entry } = meaning;
			if (!isSecondOfOne(meaning)) {
				if (!meaning.onlyIf) roles.add(meaning.role);
			} else if (!meaning.languages.includes('es')) {
				// *Segundo nombre*, *Apellido 2*: in Spanish, one person has two of both.
				furtherNames.set(entry, (furtherNames.get(entry) ?? new Set()).add(concept));
			}
		}
	}
	// One name alone may be a second one of the same person.
	const further = [...furtherNames].filter(([, names]) => names.size === NAMES.size).map(([entry]) => entry);
	return { roles, whole: wholeNamesIn(headings), further: new Set(further) };
}

/**
 * True if a heading is about the person of the row. A table that has a first name, and also a *Contact First Name* or a
 * *Guest Email*, is about two people. The contact is the one without a role, else the customer or member.
 *
 * | names in the table                          | heading          | of the row | why                                 |
 * | ------------------------------------------- | ---------------- | ---------- | ----------------------------------- |
 * | any                                         | *Email*          | yes        | it has no role                      |
 * | *First Name*                                | *Guest Email*    | no         | a guest stands beside somebody else |
 * | *Guest First Name*                          | *Guest Email*    | yes        | nobody else is named                |
 * | *Guest First Name*, *Customer Name*         | *Guest Email*    | no         | a customer is somebody else         |
 * | *Guest First Name*, *Buyer Last Name*       | *Guest Email*    | yes        | whoever pays comes after the others |
 * | *Guest First Name*, *Buyer Last Name*       | *Buyer Email*    | no         | whoever pays comes after the others |
 * | *First Name*                                | *Customer Email* | yes        | no other name is that of a customer |
 * | *First Name*, *Customer Last Name*          | *Customer Email* | no         | the customer is somebody else       |
 * | *Customer First Name*, *Guest First Name*   | *Customer Email* | yes        | each name has a role                |
 * | *Customer First Name*, *Contact First Name* | *Contact Email*  | no         | the record comes after the others   |
 * | *First Name 2*, *Last Name 2*               | *Email 2*        | no         | it is that of a second person       |
 * | *First Name 2*                              | *Email 2*        | yes        | it may be a second first name       |
 */
export function isOfRow(
	{ role, entry }: Pick<HeadingMeaning, 'role' | 'entry'>,
	{ roles, whole, further }: People,
): boolean {
	if (further.has(entry)) return false;
	if (role === undefined) return true;
	const isOther = (one: Role): boolean => one !== role && one !== 'buyer';
	const hasOthers = [...roles].some(isOther);
	if (STANDS_BESIDE.has(role)) return !hasOthers && ![...whole].some(isOther);
	if (!roles.has(role)) return true;
	return role === 'record' ? !hasOthers : !roles.has(undefined);
}
