import { InvalidInput } from '../operation';
import { canonical, isBlank } from './same';
import type { RowNotes } from './setting';
import type { Cell } from './types';

/** The entries of lists, each once. */
const allOf = (...lists: unknown[]): unknown[] => [
	...new Map(lists.flat().map((entry) => [canonical(entry), entry])).values(),
];

/**
 * Which of two cells for one column counts: the surest that is filled, of equals the first. A list takes the values of
 * both.
 *
 * @param notes takes the heading of the other one, if that says something else
 */
export function combined(before: Cell, after: Cell, notes: RowNotes): Cell {
	const same = canonical(before.value) === canonical(after.value);
	if (same || isBlank(after.value)) return before;
	if (isBlank(before.value)) return after;
	if (Array.isArray(before.value) && Array.isArray(after.value)) {
		return { ...before, value: allOf(before.value, after.value), given: undefined };
	}
	const [counts, other] =
		after.heading.sureness < before.heading.sureness ? [after, before] : [before, after];
	notes.notSent.push(other.heading.name);
	return counts;
}

/** @throws InvalidInput where two cells for the ID are equally sure and differ: nobody knows which record is meant */
export function assertOneId(before: Cell, after: Cell): void {
	const isEquallySure = before.heading.sureness === after.heading.sureness;
	const values = [before, after].map(({ value }) => value);
	if (!isEquallySure || values.some(isBlank) || values[0] === values[1]) return;
	const [one, other] = [before, after].map(({ heading, value }) => `${heading.name} is "${String(value)}"`);
	throw new InvalidInput(
		`${one}, and ${other}: which of the two is the ID is not known`,
		'Remove one of the two columns, or rename the one that is the ID to id.',
	);
}
