/**
 * Names of several people in one table: which headings are about the person of the row, and which about others. In come
 * all headings, out come the roles of the people that the table names, and by these, of each heading, whether it counts.
 */
import type { HeadingMeaning } from './headingMeaning';
import type { ReadHeading } from './readHeading';
import { isSecondOfOne } from './repeatedHeadings';
import { NAMES } from './valueShapes';

/** *guest* in *Guest First Name*; `undefined` in *First Name*. */
type Role = HeadingMeaning['role'];

/** The roles of the people whose first or last names the table has; `undefined` for a name without a role. */
export function peopleIn(headings: readonly ReadHeading[]): Set<Role> {
	const people = new Set<Role>();
	for (const { column, meaning } of headings) {
		if (column) {
			if (NAMES.has(column.name)) people.add(undefined);
		} else if (meaning && NAMES.has(meaning.concept) && !meaning.onlyIf && !isSecondOfOne(meaning)) {
			people.add(meaning.role);
		}
	}
	return people;
}

/** Roles of people who often stand beside the person whom the row is about. */
const STANDS_BESIDE: ReadonlySet<Role> = new Set([
	'attendee',
	'guest',
	'applicant',
	'pupil',
	'buyer',
] as const);

/**
 * True if a heading is about the person of the row. A table that has a first name, and also a *Contact First Name* or a
 * *Guest Email*, is about two people. The contact is the one without a role, else the customer or member.
 *
 * | names in the table                          | heading          | of the row | why                                 |
 * | ------------------------------------------- | ---------------- | ---------- | ----------------------------------- |
 * | any                                         | *Email*          | yes        | it has no role                      |
 * | *First Name*                                | *Guest Email*    | no         | a guest stands beside somebody else |
 * | *Guest First Name*                          | *Guest Email*    | yes        | nobody else is named                |
 * | *Guest First Name*, *Buyer Last Name*       | *Guest Email*    | yes        | whoever pays comes after the others |
 * | *Guest First Name*, *Buyer Last Name*       | *Buyer Email*    | no         | whoever pays comes after the others |
 * | *First Name*                                | *Customer Email* | yes        | no other name is that of a customer |
 * | *First Name*, *Customer Last Name*          | *Customer Email* | no         | the customer is somebody else       |
 * | *Customer First Name*, *Guest First Name*   | *Customer Email* | yes        | each name has a role                |
 * | *Customer First Name*, *Contact First Name* | *Contact Email*  | no         | the record comes after the others   |
 *
 * @param people of the table, by their roles
 */
export function isOfRow({ role }: Pick<HeadingMeaning, 'role'>, people: ReadonlySet<Role>): boolean {
	if (role === undefined) return true;
	const hasOthers = [...people].some((one) => one !== role && one !== 'buyer');
	if (STANDS_BESIDE.has(role)) return !hasOthers;
	if (!people.has(role)) return true;
	return role === 'record' ? !hasOthers : !people.has(undefined);
}
