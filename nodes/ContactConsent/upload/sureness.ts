import type { Column } from './columns';
import type { Reading } from './reading';

/**
 * How sure a heading is to mean its column; a lower number is surer. From the surest: the column's own name, its label,
 * its simplified name, words in English, words in other languages, the ID of any record, the number of an account.
 */
export const SURENESS = {
	name: 0,
	label: 1,
	simplified: 2,
	english: 3,
	language: 4,
	record: 5,
	account: 6,
} as const;

/** How sure a heading is that names the column itself. A name without a section is the one in simplified records. */
export function surenessOfName(name: string, column: Column): number {
	if (column.inSections) return SURENESS.simplified;
	return name.trim() === column.name ? SURENESS.name : SURENESS.label;
}

/**
 * How sure the concepts are that may be the ID. A customer number is surer than a member number: whoever sells to
 * members gives a customer number to everybody. The number of an account is less sure: *Konto* may be any account.
 */
const SURENESS_OF_ID: Readonly<Record<string, number>> = {
	customer_id: SURENESS.english,
	own_employee_id: SURENESS.english,
	member_id: SURENESS.language,
	record_id: SURENESS.record,
	entity_id: SURENESS.record + 0.5,
	debtor_id: SURENESS.account,
	id: SURENESS.account + 1,
};

/** The concepts that may be the ID of a record. The surest one that the table has is enough. */
export const ID_CONCEPTS = Object.keys(SURENESS_OF_ID);

/** How sure the words of a heading are. Each word without a meaning makes them a little less sure. */
export function surenessOf({ concept, languages, emptyWords }: Reading): number {
	const ofId = SURENESS_OF_ID[concept];
	if (ofId !== undefined) return ofId;
	const isWhole = concept === 'address' ? 0.5 : 0;
	return (
		(languages.length > 0 ? SURENESS.language : SURENESS.english) + isWhole + Math.min(emptyWords, 4) / 10
	);
}
