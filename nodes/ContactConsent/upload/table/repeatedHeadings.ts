/** Headings that occur several times in a table, and the number that each of them has then. */
import type { HeadingMeaning } from './headingMeaning';
import { isOfAddress } from './oneAddress';
import type { ReadHeading } from './readHeading';
import { plainName } from './vocabulary';

/** True for a further value of a concept that has only one value, e.g. *Birthday 2*. Its heading means no column. */
export const isSecondOfOne = ({ entry, concept }: HeadingMeaning): boolean =>
	entry > 1 && !isOfAddress(concept) && !/^emails$|_numbers$/.test(concept);

/** A 1 at the end, which file readers append to a repeated heading: `PLZ_1`, `PLZ.1`, `PLZ (1)`. */
const ONE_AT_END = /[\s._-]*(\(1\)|(?<!\d)1)\s*$/;

/** A number of a list that is counted from 0, as programs do: `address.0.city`. */
const ZERO = /(?<![\p{L}\p{N}])0(?![\p{L}\p{N}])/u;

/** What is counted together: all parts of an address, else the concept. */
const countedAs = ({ concept }: HeadingMeaning): string => (isOfAddress(concept) ? 'address' : concept);

/** Counts the numbers of a list from 1 if the table counts them from 0. */
function countedFromOne(headings: readonly ReadHeading[]): readonly ReadHeading[] {
	const zeroBased = new Set(
		headings.flatMap(({ name, meaning }) => (meaning && ZERO.test(name) ? countedAs(meaning) : [])),
	);
	return headings.map((one) => {
		const { name, meaning } = one;
		if (!meaning || !/\d/.test(name) || ZERO.test(name) || !zeroBased.has(countedAs(meaning))) return one;
		return { ...one, meaning: { ...meaning, entry: meaning.entry + 1 } };
	});
}

/**
 * Counts a heading that ends in 1 as the second one, if the table also has the heading without the 1. All parts of an
 * address are counted alike, so that two addresses are never mixed.
 */
export function withRepeated(headings: readonly ReadHeading[]): ReadHeading[] {
	const names = new Set(headings.map(({ name }) => plainName(name)));
	const repeated = new Set<string>();
	for (const { name, meaning } of headings) {
		if (!meaning || !ONE_AT_END.test(name)) continue;
		const first = plainName(name.replace(ONE_AT_END, ''));
		if (first !== '' && names.has(first)) repeated.add(countedAs(meaning));
	}
	return countedFromOne(headings).map((one) => {
		const { name, meaning } = one;
		if (!meaning || !ONE_AT_END.test(name) || !repeated.has(countedAs(meaning))) return one;
		return { ...one, meaning: { ...meaning, entry: Math.max(meaning.entry, 2) } };
	});
}
