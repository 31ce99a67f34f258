import type { Column } from './columns';
import type { Heading, Headings } from './headings';
import { plainName, VOCABULARY } from './vocabulary';

/** What has a number or an ID of its own. */
const OTHER_NUMBERS =
	/lfd|pager|messenger|skype|icq|tele|fon|phone|fax|mobil|handy|tax|vat|steuer|ust|iban|bic|bank|konto|account|card|karte|order|auftrag|bestell|invoice|rechnung|vertrag|contract|compan|firm|owner|parent|hous|haus|vers\.|versicher|ahv|sozial|social|pass|device|event|campaign|list|ticket|deal|liefer|supplier/i;

/** True for a heading that may be an ID: it ends so, and says of nothing else that it is that of. */
function isLikelyId(heading: string): boolean {
	const words = heading.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
	const last = words.at(-1)?.toLowerCase() ?? '';
	const isAlone = words.length === 1 && /^(no|num|numero|number|key|code|ref)$/.test(last);
	return isAlone || (/^id$|(nr|nummer)$/.test(last) && !OTHER_NUMBERS.test(heading));
}

/** Headings that are too vague to be mapped. */
const LIKELY: Readonly<Record<string, RegExp>> = {
	first_name: /^(first|fore|given)|vorname/,
	last_name: /^(last|sur|family|full)?na(me|am)\d?$|(last|sur|family|nach|familien)name/,
	email: /mail/,
};

/** True for a text that a slip of the hand has made of another one: a letter more, less or wrong, or two of them turned. */
function isSlip(text: string, right: string): boolean {
	let at = 0;
	while (at < text.length && text[at] === right[at]) at++;
	const isRest = (ofText: number, ofRight: number) => text.slice(at + ofText) === right.slice(at + ofRight);
	const isTurned = text[at] === right[at + 1] && text[at + 1] === right[at] && isRest(2, 2);
	return isTurned || isRest(1, 0) || isRest(0, 1) || isRest(1, 1);
}

/** Words of which a slip makes no other word. */
const LONG_WORDS = [...VOCABULARY.values()].filter(({ plain }) => plain.length > 5);

/** True for a heading that may be about a column. */
function mayBe({ name }: Column, heading: string): boolean {
	const plain = plainName(heading);
	const isLikely = name === 'id' ? isLikelyId(heading) : LIKELY[name]?.test(plain);
	return (
		isLikely === true ||
		LONG_WORDS.some(({ concept, plain: word }) => concept === name && isSlip(plain, word))
	);
}

/** What was guessed for the columns of a table. It is the same for all of its rows. */
const GUESSED = new WeakMap<Headings, Map<Column, Heading | undefined>>();

/** The heading that is not understood and may be about a column. */
function guessFor(column: Column, headings: Headings): Heading | undefined {
	const guessed = GUESSED.get(headings) ?? new Map<Column, Heading | undefined>();
	GUESSED.set(headings, guessed);
	if (!guessed.has(column)) {
		const open = [...headings.values()].filter((heading) => heading.column === undefined);
		guessed.set(
			column,
			open.find(({ name }) => mayBe(column, name)),
		);
	}
	return guessed.get(column);
}

/** *Nr: did you mean ID?* for each missing column that a heading which is not understood may be. */
export const guesses = (missing: readonly Column[], headings: Headings): string[] =>
	missing.flatMap((column) => {
		const found = guessFor(column, headings);
		return found === undefined ? [] : [`${found.name}: did you mean ${column.label}?`];
	});
