/** Names of several people in one table: which headings are about the person of the row, and which about others. */
import type { HeadingMeaning } from './headingMeaning';
import type { ReadHeading } from './readHeading';
import { isSecondOfOne } from './repeatedHeadings';
import { NAMES } from './valueShapes';

/** Roles of people who often stand beside the person whom the row is about. */
const STANDS_BESIDE: ReadonlySet<HeadingMeaning['role']> = new Set([
	'attendee',
	'guest',
	'applicant',
	'pupil',
] as const);

/** The roles of the people whose first or last names the table has; '' for a name without a role. */
export function peopleIn(headings: readonly ReadHeading[]): Set<string> {
	const people = new Set<string>();
	for (const { column, meaning } of headings) {
		if (column) {
			if (NAMES.has(column.name)) people.add('');
		} else if (meaning && NAMES.has(meaning.concept) && !meaning.onlyIf && !isSecondOfOne(meaning)) {
			people.add(meaning.role ?? '');
		}
	}
	return people;
}

/**
 * True if a heading is about the person of the row. A table that has a first name, and also a *Contact First Name* or a
 * *Guest Email*, is about two people. The contact is the one without a role, else the customer or member.
 *
 * @param people of the table, by their roles
 */
export function isOfRow({ role }: HeadingMeaning, people: ReadonlySet<string>): boolean {
	if (role === undefined) return true;
	// Whoever pays for others comes after them.
	const areOthers = [...people].some((one) => one !== role && one !== 'buyer');
	if (role === 'buyer' || STANDS_BESIDE.has(role)) return !areOthers;
	return !people.has(role) || !(role === 'record' ? areOthers : people.has(''));
}
