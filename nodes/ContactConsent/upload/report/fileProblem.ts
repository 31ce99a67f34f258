/**
 * A file that was read in the wrong way, as its headings show. Then nothing is said about single headings: they are no
 * headings, and other settings of the node that reads the file mend all of them.
 */
import { shortened } from '../../lib/text';
import { isBroken } from '../table/cells';
import { LONGEST_HEADING, type Heading } from '../table/headings';
import { isNameless } from '../table/nameless';
import { encodingAdvice } from './lostLetters';

/** Delimiters other than the comma: the character, its name, and how to enter it in n8n's nodes. */
const DELIMITERS = [
	[';', 'semicolons', '; (a semicolon).'],
	['\t', 'tabs', 'a tab, by the expression {{ "\\t" }}.'],
	['|', 'vertical bars', '| (a vertical bar).'],
] as const;

/**
 * The real delimiter of a file that was read with commas. All its headings then stand in one name, or in several names
 * if headings contain commas.
 */
function delimiterIn(names: readonly string[]): (typeof DELIMITERS)[number] | undefined {
	const isOne = names.length === 1;
	return DELIMITERS.find(([character]) => {
		const found = names.join('').split(character).length - 1;
		return isOne ? found > 0 : character !== '|' && found > 1 && found >= names.length - 1;
	});
}

/** True if the headings are probably not in the first row, because a title stands above the table. */
function isTitle(headings: readonly Heading[]): boolean {
	if (headings.some(({ column }) => column?.required)) return false;
	const without = headings.filter(({ name }) => isNameless(name)).length;
	return without > 0 && (without * 2 >= headings.length || headings.every(({ column }) => !column));
}

const WRONG_ROW =
	"The headings are not in the first row. Add the option 'Range' to the node that reads the table, and let it begin in the row of the headings, e.g. A3:Z5000 for row 3; for a CSV file the option 'Starting Line', e.g. 3; in Google Sheets the option 'Data Location on Sheet'.";

/** The line with which some programs tell a spreadsheet the delimiter: `sep=;`. */
const DELIMITER_LINE = /^\ufeff?"?sep=/i;

/** How to skip the first line, if it is none of the table. @param isMore something else was advised before */
const skipsLine = (line: string, isMore: boolean): string =>
	`The first line, ${shortened(line, LONGEST_HEADING)}, is none of the table: set the option 'Starting Line' to 2${isMore ? ', too' : ' in the node that reads the file'}.`;

/**
 * What is wrong with a file as a whole, with advice about the node that reads it; `undefined` if nothing is. The first
 * of these counts:
 *
 * | the headings                                     | say                                            |
 * | ------------------------------------------------ | ---------------------------------------------- |
 * | `id;first_name;last_name`                        | another delimiter                              |
 * | `sep=,`                                          | a first line that is none of the table         |
 * | `Contacts 2026`, and columns without a heading   | a title stands above the headings              |
 * | `Stra\ufffde`                                    | the wrong encoding                             |
 */
export function fileProblem(all: Iterable<Heading>): string | undefined {
	const headings = [...all];
	const names = headings.map(({ name }) => name);
	const [first = ''] = names;
	const delimiter = delimiterIn(names);
	const hasLine = DELIMITER_LINE.test(first);
	if (delimiter !== undefined) {
		const [, words, value] = delimiter;
		const line = hasLine ? ` ${skipsLine(first, true)}` : '';
		return `The file separates its columns by ${words}. Add the option 'Delimiter' to the node that reads it, and set it to ${value}${line}`;
	}
	if (hasLine) return skipsLine(first, false);
	if (isTitle(headings)) return WRONG_ROW;
	const broken = names.filter(isBroken);
	return broken.length > 0
		? `${broken.join(', ')}: read with the wrong encoding. ${encodingAdvice(broken)}`
		: undefined;
}
