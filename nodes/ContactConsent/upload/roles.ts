import type { Column } from './columns';
import type { Reading } from './reading';
import { isSecondOfOne } from './repeated';

/** Roles of people who often stand beside the person whom the row is about. */
const STANDS_BESIDE: ReadonlySet<string> = new Set(['attendee', 'guest', 'applicant', 'pupil']);

const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name']);

/** The roles of the people whose first or last names the table has; '' for a name without a role. */
export function peopleIn(
	headings: ReadonlyArray<{ column: Column | undefined; reading: Reading | undefined }>,
): Set<string> {
	const people = new Set<string>();
	for (const { column, reading } of headings) {
		if (column) {
			if (NAMES.has(column.name)) people.add('');
		} else if (reading && NAMES.has(reading.concept) && !reading.counts && !isSecondOfOne(reading)) {
			people.add(reading.role ?? '');
		}
	}
	return people;
}

/**
 * True if a heading is about the person of the row. A table that has a first name, and also a *Contact First Name* or a
 * *Guest Email*, is about two people. The contact is the one without a role, else the customer or member.
 */
export function isOfRow({ role }: Reading, people: ReadonlySet<string>): boolean {
	if (role === undefined) return true;
	const areOthers = [...people].some((one) => one !== role);
	if (STANDS_BESIDE.has(role)) return !areOthers;
	return !people.has(role) || !(role === 'record' ? areOthers : people.has(''));
}
