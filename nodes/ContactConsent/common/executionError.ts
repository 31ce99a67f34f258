import { concernsNoRecord, isTrouble, ServiceError } from '../transport/errors';
import type { Refusal } from '../transport/types';
import { grouped } from '../lib/json';
import { capitalized, counted, rowNumbers, rowsInWords, sentence } from '../lib/text';
import { messageOf, refusalWords } from './itemOutput';
import type { Failure } from './plan';

/**
 * The words of the error that ends an execution. In: the failures that are known when it ends. Out: a title and a
 * description. The title names rows and IDs, and no person, because titles reach logs and alerts. The description names
 * the person, says what the service says, and then what was done.
 *
 *     what failed                                     the title
 *     a row                                           Row 5 (C-1005): Last Name is missing
 *     several rows                                    3 of 8 rows need you: 3, 5, 6
 *     several records of a row                        Row 2: 2 records need you: C-1, C-2
 *     the first failure is about no row, e.g. a key   its message
 */

/** A failure that a person has to look at in the input. */
type OfRows = Failure & { items: readonly number[] };

const ROWS_NAMED = 20;
const IDS_NAMED = 5;
export const REASONS_SHOWN = 3;

/** The rows of failures, in ascending order, each once. */
const rowsOf = (failures: readonly OfRows[]): number[] =>
	[...new Set(failures.flatMap(({ items }) => items))].sort((a, b) => a - b);

/** Why records were refused, each reason with its rows: *Row 3, C-3 Ada: Last Name is missing.* */
export function reasonsOf(failures: readonly OfRows[]): string[] {
	const byReason = grouped(failures, ({ error }) => messageOf(error));
	const shown = [...byReason].slice(0, REASONS_SHOWN).map(([reason, same]) => {
		const who = same.length === 1 ? same[0]?.who : undefined;
		const rows = [capitalized(rowsInWords(rowsOf(same))), who].filter(Boolean).join(', ');
		return sentence(`${rows}: ${reason}`);
	});
	const more = byReason.size - shown.length;
	return more > 0 ? [...shown, `And ${counted(more, 'other reason', 'other reasons')}.`] : shown;
}

/** The service may be down, so that no row is at fault. */
const isInTrouble = ({ error }: Failure): boolean => error instanceof ServiceError && isTrouble(error);

/**
 * Tells the failures that are about rows from others. Where the service fails, it is a row only if a single record fails:
 * otherwise the service is down.
 */
function rowTest(failures: readonly Failure[]): (failure: Failure) => failure is OfRows {
	const inTrouble = new Set(failures.filter(isInTrouble).map(({ id }) => id));
	const isOneRecord = inTrouble.size === 1 && !inTrouble.has(undefined);
	return (failure): failure is OfRows =>
		failure.items !== undefined && !concernsNoRecord(failure.error) && (isOneRecord || !isInTrouble(failure));
}

/** Each record once. One that stands in several rows fails in each of them, with the same words and the same `items`. */
const onePerRecord = (failures: readonly OfRows[]): OfRows[] => {
	const keyOf = ({ items: [row], id, error }: OfRows) => JSON.stringify([row, id, messageOf(error)]);
	return [...new Map(failures.map((one) => [keyOf(one), one])).values()];
};

/** A title rather leaves out too much than an address. */
const mayBeAddress = (text: string): boolean => text.includes('@');

/**
 * A text without the person that it is about: no e-mail address, no name. Titles reach logs and alerts.
 *
 * | in the text                                           | in the title |
 * | ----------------------------------------------------- | ------------ |
 * | a quoted text with an @                               | "…"          |
 * | a quoted name, or a part of it, unless that is the ID | "…"          |
 * | a name of two words or more, without quotes           | …            |
 * | any other word with an @                              | …            |
 */
function withoutPerson(text: string, { id = '', name = '' }: Failure): string {
	const isPersonal = (value: string) =>
		mayBeAddress(value) || (value !== '' && value !== id && name.includes(value));
	const unquoted = text.replace(/"([^"]*)"/g, (quoted, value: string) =>
		isPersonal(value) ? '"…"' : quoted,
	);
	const nameless = name.includes(' ') ? unquoted.replaceAll(name, '…') : unquoted;
	return nameless
		.split(' ')
		.map((word) => (mayBeAddress(word) ? '…' : word))
		.join(' ');
}

/** True if a text says an ID, and not only a longer word with it: *row 55* does not say the ID 5. */
function isIdSaid(text: string, id: string): boolean {
	const isPart = (letter = '') => /[\p{L}\p{N}]/u.test(letter);
	for (let at = text.indexOf(id); id !== '' && at >= 0; at = text.indexOf(id, at + 1)) {
		if (!isPart(text[at - 1]) && !isPart(text[at + id.length])) return true;
	}
	return false;
}

/**
 * The title and description of the only failure: *Row 5 (C-1005): Last Name is missing*. The only row of the input is
 * named if that says its ID.
 */
function wordsOfOne(failure: Failure, from: number, isOfRow: boolean, rows: number): Refusal {
	const { id = '', who = '', items = [from] } = failure;
	const { message } = refusalWords(failure, from);
	const title = withoutPerson(message, failure);
	// The description names the record: as the failure does, or by its ID if otherwise nothing says that.
	const named = id === '' || isIdSaid(message, id) || isIdSaid(who, id) ? who : id;
	const { description } = refusalWords({ ...failure, who: named }, from);
	const inBrackets = id === '' || mayBeAddress(id) || message.includes(`"${id}"`) ? '' : ` (${id})`;
	const namesRow = isOfRow && (rows > 1 || inBrackets !== '');
	return {
		message: namesRow ? `${capitalized(rowsInWords(items, from))}${inBrackets}: ${title}` : title,
		// The title may have left out the person.
		description: [title !== message && sentence(message), description].filter(Boolean).join(' '),
	};
}

/** *3 of 8 rows need you: 3, 5, 6*; if one row of the input has several records, the IDs of these. */
function titleOfSeveral(failures: readonly OfRows[], rows: number): string {
	const failed = rowsOf(failures);
	if (failed.length > 1)
		return `${failed.length} of ${rows} rows need you: ${rowNumbers(failed, ROWS_NAMED)}`;
	const ids = failures.flatMap(({ id = '' }) => (id === '' || mayBeAddress(id) ? [] : id));
	const shown = ids.slice(0, IDS_NAMED);
	const more = failures.length - shown.length;
	const which = shown.length > 0 ? `: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '';
	return `${capitalized(rowsInWords(failed))}: ${failures.length} records need you${which}`;
}

/**
 * The words of the error that ends an execution, as the table above says.
 *
 * @param failures all that are known when it ends, in the order of the rows; the first one is described in full
 * @param from the input item of the first one
 * @param rows how many the input has
 */
export function executionErrorWords(
	failures: readonly [Failure, ...Failure[]],
	from: number,
	rows: number,
): Refusal {
	const [first] = failures;
	const isOfRow = rowTest(failures);
	const failed = onePerRecord(failures.filter(isOfRow));
	if (!isOfRow(first) || failed.length === 1) return wordsOfOne(first, from, isOfRow(first), rows);
	const { description } = refusalWords({ ...first, items: undefined }, from);
	return {
		message: titleOfSeveral(failed, rows),
		description: [...reasonsOf(failed), description].join(' '),
	};
}
