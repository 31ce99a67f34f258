import type { Column } from './columns';
import type { Reading } from './reading';

/**
 * How sure a heading is: a column's own name, its label, its simplified name, English, other languages, a record's ID, an
 * account of the books.
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

/** How sure the name of a column is. One that names no section is the name that simplified records have. */
export function surenessOfName(name: string, column: Column): number {
	if (column.inSections) return SURENESS.simplified;
	return name.trim() === column.name ? SURENESS.name : SURENESS.label;
}

/**
 * Whose number an ID is. A customer's is surer than a member's: who sells to members numbers everybody as a customer. The
 * books number accounts, of which *Konto* may be any.
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

/** The names by which records are told apart, where one of them is enough. */
export const IDS = Object.keys(SURENESS_OF_ID);

/** How sure the words of a heading are. Each word that says nothing makes it a little less sure. */
export function surenessOf({ concept, languages, emptyWords }: Reading): number {
	const ofId = SURENESS_OF_ID[concept];
	if (ofId !== undefined) return ofId;
	const isWhole = concept === 'address' ? 0.5 : 0;
	return (
		(languages.length > 0 ? SURENESS.language : SURENESS.english) + isWhole + Math.min(emptyWords, 4) / 10
	);
}
