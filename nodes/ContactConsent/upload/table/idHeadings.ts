/** Which of the headings of a table is the ID, if several may be. */
import type { HeadingSubjects } from './headingSubjects';
import type { MeantHeading, ReadHeading } from './readHeading';
import { ID_CONCEPTS } from './sureness';
import { plainName } from './vocabulary';

/** True if a heading is for the same column as this concept. For the ID, that is any concept that may be one. */
export const hasForSameColumn = (concept: string, subjects: HeadingSubjects): boolean =>
	(ID_CONCEPTS.includes(concept) ? ID_CONCEPTS : [concept]).some((one) => subjects.has(one));

const OF_A_BANK = /bank|kontoinhaber|kreditinstitut|\b(blz|iban|bic|swift)\b/i;

/** True if a heading is about a bank, so that an account (*Konto*) is one of the bank, and no ID. */
export const hasBank = (headings: readonly ReadHeading[]): boolean =>
	headings.some(({ name }) => OF_A_BANK.test(name));

/** Headings that a tool puts beside the number that it gives each row itself: n8n's data tables, Airtable, Baserow. */
const OF_TOOLS: ReadonlyArray<readonly string[]> = [['createdat', 'updatedat'], ['createdtime'], ['order']];

/** The concepts of numbers that people give to people. */
const GIVEN_NUMBERS: readonly string[] = ['customer_id', 'member_id'];

/** True if an `id` is a number that a tool gives its rows: the table also has a number of a customer or a member. */
export function hasIdOfTool(headings: readonly MeantHeading[]): boolean {
	const names = new Set(headings.map(({ name }) => plainName(name)));
	if (!OF_TOOLS.some((others) => others.every((name) => names.has(name)))) return false;
	return headings.some(
		({ meaning, column }) => GIVEN_NUMBERS.includes(meaning?.concept ?? '') && column?.name === 'id',
	);
}

/** True for the heading `id` that means the ID. */
export const isPlainId = ({ name, column }: MeantHeading): boolean =>
	column?.name === 'id' && plainName(name) === 'id';
