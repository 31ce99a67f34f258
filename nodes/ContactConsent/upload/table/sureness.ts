/** How sure a heading is to mean its column. */
import type { HeadingMeaning } from './headingMeaning';
import type { Column } from './recordModel';

/** The steps of sureness, the surest first, each with the reason why it is less sure than the one above it. */
const STEPS = [
	// The column's own name, letter by letter.
	'name',
	// Its label, or its name in another spelling: people may write the same words by themselves.
	'label',
	// Its name without a section, as in simplified records: the section is not said.
	'simplified',
	// Other English words for it. Also the number of a customer or an employee, in any language.
	'words',
	// English words for an address that stand for its street: a cell may hold the whole address.
	'wholeAddress',
	// Words in another language: the columns have English names. Also the number of a member, in any language: whoever
	// sells to members gives a customer number to everybody.
	'foreignWords',
	// Such words for an address that stand for its street.
	'foreignWholeAddress',
	// *Contact ID*: any record of a program has one, also if people are known by another number.
	'recordId',
	// *Lead ID*, *Party ID*: it may be the ID of something else than the person.
	'entityId',
	// *Apollo Contact Id*: it is the ID in another system, and counts only if the table has no other.
	'systemId',
	// *Debitorennummer*: it is the number of an account, and counts only if the table has no other.
	'debtorId',
	// *Konto*: it may be any account.
	'account',
] as const;

type Step = (typeof STEPS)[number];

/** A step as a number, from 0. Lower is surer: of two headings for a column, the one with the lower number counts. */
export const surenessAt = (step: Step): number => STEPS.indexOf(step);

/** How sure the concepts are that may be the ID of a record. */
const STEPS_OF_ID: Readonly<Record<string, Step>> = {
	customer_id: 'words',
	own_employee_id: 'words',
	member_id: 'foreignWords',
	record_id: 'recordId',
	entity_id: 'entityId',
	system_id: 'systemId',
	debtor_id: 'debtorId',
	id: 'account',
};

/** The concepts that may be the ID of a record. */
export const ID_CONCEPTS: readonly string[] = Object.keys(STEPS_OF_ID);

/** How sure a heading is that names the column itself. A name without a section is the one in simplified records. */
export function surenessOfName(name: string, column: Column): number {
	if (column.inSections) return surenessAt('simplified');
	return surenessAt(name.trim() === column.name ? 'name' : 'label');
}

function stepOfWords({ concept, languages }: HeadingMeaning): Step {
	const isForeign = languages.length > 0;
	if (concept === 'address') return isForeign ? 'foreignWholeAddress' : 'wholeAddress';
	return STEPS_OF_ID[concept] ?? (isForeign ? 'foreignWords' : 'words');
}

/** How sure the words of a heading are. */
export const surenessOfWords = (meaning: HeadingMeaning): number => surenessAt(stepOfWords(meaning));

/** True if a heading is the column's own name or label, and not another word for it. */
export const isOwnName = (sureness: number): boolean => sureness <= surenessAt('simplified');
