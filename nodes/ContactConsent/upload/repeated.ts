import type { Reading } from './reading';
import { plainName } from './vocabulary';

const ADDRESS = /^(address|street|house_number|zip_code|city|district|country|addition)$/;

/** What has further entries, or says by them that there is an address. */
const HAS_SECOND = new RegExp(`${ADDRESS.source}|^emails$|_numbers$`);

/** True for the second of something that there is one of: it stands for nothing. */
export const isSecondOfOne = ({ entry, concept }: Reading): boolean => entry > 1 && !HAS_SECOND.test(concept);

/** A 1 at the end, as readers of files set it behind a heading that they have had before: `PLZ_1`, `PLZ.1`, `PLZ (1)`. */
const ONE_AT_END = /[\s._-]*(\(1\)|(?<!\d)1)\s*$/;

/**
 * Counts a heading with a 1 at its end as the second one, where the same one without it is there, too. The parts of an
 * address go together: those of two are not mixed.
 */
export function withRepeated<One extends { name: string; reading: Reading | undefined }>(
	headings: readonly One[],
): One[] {
	const names = new Set(headings.map(({ name }) => plainName(name)));
	const repeated = new Set<string>();
	const kindOf = ({ concept }: Reading): string => concept.replace(ADDRESS, 'address');
	for (const { name, reading } of headings) {
		const first = ONE_AT_END.test(name) ? plainName(name.replace(ONE_AT_END, '')) : '';
		if (reading && first !== '' && names.has(first)) repeated.add(kindOf(reading));
	}
	return headings.map((one) => {
		const { name, reading } = one;
		if (!reading || !ONE_AT_END.test(name) || !repeated.has(kindOf(reading))) return one;
		return { ...one, reading: { ...reading, entry: Math.max(reading.entry, 2) } };
	});
}
