/** A text that is not empty; `undefined` for any other value. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/**
 * A space of any kind, or an invisible character without width: tables, clipboards and address books put them around
 * texts, e.g. marks of writing direction around each telephone number.
 */
const SPACE = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

function isSpaceAt(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	// Most texts begin and end with a printable ASCII character.
	return !(code > 32 && code < 127) && SPACE.test(text.charAt(at));
}

/**
 * A text without spaces and invisible characters at both ends. It goes step by step from each end: a pattern for spaces
 * at the end tries each space inside the text, too, and would take seconds for 40 KB of them.
 */
export function trimmed(text: string): string {
	let from = 0;
	let to = text.length;
	while (from < to && isSpaceAt(text, from)) from++;
	while (from < to && isSpaceAt(text, to - 1)) to--;
	return text.slice(from, to);
}

/** More combining marks on one letter than any language has: a text of nothing but marks takes long to compose. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** A text in Unicode's composed form (NFC). */
export const composed = (text: string): string => (TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'));

/** A text without accents and other combining marks. */
export const withoutAccents = (text: string): string =>
	// Marks go anyway, and a text of nothing but marks would take long to take apart.
	text
		.replace(/\p{M}+/gu, '')
		.normalize('NFD')
		.replace(/\p{M}+/gu, '');

/** A name in lower case without spaces, `_` and `-`, to compare spellings. */
export const comparable = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The label of a name: `work_zip_code` becomes "Work Zip Code". */
export const labelOf = (name: string): string =>
	name
		.split('_')
		.map((word) =>
			word === 'id' || word === 'url' ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase()),
		)
		.join(' ');

/** A text from outside on a single line. n8n shows a line break as `\n`, or leaves it out. */
export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A text from outside as one line that ends like a sentence, because n8n shows a description as one paragraph. */
export const sentence = (text: string): string => {
	const line = singleLine(text);
	return /[.!?…]$/.test(line) ? line : `${line}.`;
};

/** The beginning of what may be an HTML entity; `AT&T` has none. */
const ENTITY = /&(?=#|[a-z]\w*;|[lg]t|[a-z]{3})/gi;

/** Control characters, unpaired surrogates, and marks that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Changes a text so that n8n shows all of it. The editor shows hints and errors as HTML: it drops text between < and >,
 * even if a space follows the <, and shows text between backticks as code. Other places show plain text. So these
 * characters are replaced by ones that look the same in both: `<img>` becomes `‹img›`. An invisible character becomes
 * �.
 */
export const plainText = (text: string): string =>
	singleLine(text)
		.replace(UNSEEN, '\ufffd')
		.replaceAll('<', '‹')
		.replaceAll('>', '›')
		.replace(ENTITY, '$& ')
		.replaceAll('`', "'");

/** A text cut to a length that people can read and n8n can store with an execution. */
export const shortened = (text: string, longest = 2000): string =>
	text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text with a capital first letter, for the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many: string): string =>
	`${count} ${count === 1 ? one : many}`;

/** Names in a sentence: `A`, `A and B`, `A, B and C`. */
export const namesInWords = (names: readonly string[]): string =>
	[names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** The first names of a list: `A, B and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length - most;
	return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * Numbers of rows of the input, counted from 1: `1 to 3, 5`. A range has `shortest` rows at least; 5 and 6 are `5, 6`.
 *
 * @param items indexes of the rows, in ascending order
 * @param most the number of ranges to name; the rows in the others are only counted
 */
export function rowNumbers(items: readonly number[], most = Infinity, shortest = 3): string {
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range?.[1] === item) range[1] = item + 1;
		else ranges.push([item + 1, item + 1]);
	}
	const shown = ranges.slice(0, most);
	const words = shown.map(([first, last]) => {
		if (first === last) return first;
		return last - first + 1 < shortest ? `${first}, ${last}` : `${first} to ${last}`;
	});
	const more = items.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
	return `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The rows in a sentence: `rows 1 to 3, 5`. @param most as in `rowNumbers` */
export const rowRanges = (items: readonly number[], most = Infinity): string =>
	`${items.length === 1 ? 'row' : 'rows'} ${rowNumbers(items, most, 2)}`;

const ROWS_SHOWN = 3;

/**
 * The first rows only: `row 2`, `rows 1, 3 and 7`, `rows 1, 3, 5 and 20 more`.
 * @param own a row that is always named
 */
export function rowsInWords(items: readonly number[], own?: number): string {
	const shown = items.slice(0, ROWS_SHOWN);
	if (own !== undefined && own > (shown.at(-1) ?? own)) shown[ROWS_SHOWN - 1] = own;
	const words = shown.map((item) => String(item + 1));
	const more = items.length - words.length;
	const last = more > 0 ? `${more} more` : words.pop();
	const list = words.length > 0 ? `${words.join(', ')} and ${last}` : last;
	return `${items.length === 1 ? 'row' : 'rows'} ${list}`;
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** A text in lower case as systems without umlauts write it: *Müller* is *mueller*. */
export const withoutUmlauts = (text: string): string =>
	composed(text)
		.toLowerCase()
		.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? '');
