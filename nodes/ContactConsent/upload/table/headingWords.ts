/**
 * A heading in words. In comes the text of a heading, out come the words of the vocabulary that make it up, its numbers,
 * and its joints. All of its letters must belong to known words: a heading that is understood in part may mean anything.
 *
 * | heading                     | words             | numbers | why                                       |
 * | --------------------------- | ----------------- | ------- | ----------------------------------------- |
 * | `E-Mail-Adresse 2`          | *emailadresse*    | 2       | the fewest words, across breaks           |
 * | `Diensttelefon`             | *dienst, telefon* |         | two words without a break                 |
 * | `Geburtsdatum (TT.MM.JJJJ)` | *geburtsdatum*    |         | what it says about its cells is left out  |
 * | `Telefon Bratwurst`         | none              |         | one word is unknown                       |
 */
import { plainName, VOCABULARY, withNumberSpelled, type Word } from './vocabulary';

/** A number in a heading, and before which letter it stands. */
interface NumberAt {
	value: number;
	at: number;
}

/** A word of a heading, and where it stands among the letters. */
export type WordAt = Word & { from: number; to: number };

/** A heading whose letters all belong to words. Positions count letters, without numbers and signs. */
export interface HeadingWords {
	words: readonly WordAt[];
	numbers: readonly NumberAt[];
	/** The positions of signs and words that join two concepts. */
	joints: readonly number[];
	/** The positions of brackets, and of hyphens between spaces: what is behind them stands apart. */
	breaks: readonly number[];
}

/** The letters of a heading, joined; the positions where its words begin; its numbers. */
interface Letters {
	letters: string;
	starts: ReadonlySet<number>;
	numbers: readonly NumberAt[];
}

const WORD_BREAK = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;

/** A French article in front of a vowel: `d'adresse`, `nom_de_l_entreprise`. */
const ELISION = /(?<![\p{L}\p{N}])[dl]['’_ ](?=[aeiouyhâàéèêëîïôûù])/giu;

/** What a heading says about its cells and not about their meaning: `Kontakt(e)`, `Geburtsdatum (TT.MM.JJJJ)`. */
const ABOUT_CELLS = /\((e|s|en|in|([djtgmay]{1,4}[-./ ]){2}[djtgmay]{1,4})\)/gi;

function lettersIn(heading: string): Letters {
	const parts = withNumberSpelled(heading).replace(ABOUT_CELLS, '').replace(ELISION, '').split(WORD_BREAK);
	const starts = new Set<number>([0]);
	const numbers: NumberAt[] = [];
	let letters = '';
	for (const part of parts) {
		if (/^\d+$/.test(part)) {
			numbers.push({ value: Number(part), at: letters.length });
		} else {
			letters += plainName(part);
			starts.add(letters.length);
		}
	}
	return { letters, starts, numbers };
}

/** A sign or a word that joins two concepts: *Nom / Raison sociale*, *Telefon und Fax*. A cell may have one or both. */
const JOINT = /[/|&+,;]|(?<!\p{L})(or|oder|ou|of|o|and|und|u|et|y|e(?![-.\s]?mail)|en)(?!\p{L})/giu;

const BREAK = /[([]|\s[-–]\s/gu;

/** How many letters stand before each match of a pattern. */
const positionsOf = (pattern: RegExp, heading: string): number[] =>
	[...heading.matchAll(pattern)].map(({ index }) => lettersIn(heading.slice(0, index)).letters.length);

const LONGEST = Math.max(...[...VOCABULARY.keys()].map(({ length }) => length));

/** From this length on, a word is found inside a longer one. */
const SHORTEST_INSIDE = 4;

/**
 * True if a word may stand at this position among the letters.
 *
 * | heading         | word      | may stand | why                                                          |
 * | --------------- | --------- | --------- | ------------------------------------------------------------ |
 * | `Home Phone`    | *phone*   | yes       | it begins and ends where a word of the heading does          |
 * | `Te lefon`      | *telefon* | yes       | so it does here                                              |
 * | `Diensttelefon` | *telefon* | yes       | it is long enough to be found inside a longer word           |
 * | `Hotel`         | *tel*     | no        | it is not                                                    |
 * | `Lidnummer`     | *lid*     | yes       | at the beginning of a longer word, one letter less is enough |
 * | `Kundennr`      | *nr*      | yes       | a number or an ID is often glued to the end                  |
 * | `Firma Ilse`    | *mail*    | no        | it is not inside one word                                    |
 * | `Firmene-Mail`  | *email*   | yes       | but its first letter may stand apart                         |
 */
function mayStand({ plain, isNumber, isId }: Word, starts: Letters['starts'], from: number): boolean {
	const to = from + plain.length;
	const [begins, ends] = [starts.has(from), starts.has(to)];
	if (begins && ends) return true;
	for (let at = from + 2; at < to; at++) if (starts.has(at)) return false;
	if (ends && (isNumber ?? isId)) return plain.length > 1;
	return plain.length >= (begins ? SHORTEST_INSIDE - 1 : SHORTEST_INSIDE);
}

/** The fewest words that make up the letters; `undefined` if words cannot cover all letters. */
function fewestWords({ letters, starts }: Letters): readonly WordAt[] | undefined {
	/** For each position: the fewest words that make up the letters before it. */
	const best: Array<WordAt[] | undefined> = [[]];
	for (let from = 0; from < letters.length; from++) {
		const before = best[from];
		if (before === undefined) continue;
		for (let to = from + 1; to <= Math.min(letters.length, from + LONGEST); to++) {
			const word = VOCABULARY.get(letters.slice(from, to));
			if (word === undefined || !mayStand(word, starts, from)) continue;
			const found = best[to];
			if (found === undefined || found.length > before.length + 1)
				best[to] = [...before, { ...word, from, to }];
		}
	}
	return letters === '' ? undefined : best[letters.length];
}

/** *Street & Number* is a street with its number, *Street Number* the number alone. */
const asStreet = (word: WordAt, letters: string, joints: readonly number[]): WordAt =>
	word.concept === 'house_number' &&
	joints.some(
		(joint) => joint < word.to && VOCABULARY.get(letters.slice(word.from, joint))?.concept === 'street',
	)
		? { ...word, concept: 'street' }
		: word;

/** The words of a heading; `undefined` if some of its letters belong to no known word. */
export function wordsOfHeading(heading: string): HeadingWords | undefined {
	const read = lettersIn(heading);
	const words = fewestWords(read);
	if (words === undefined) return undefined;
	const { letters, numbers } = read;
	const joints = positionsOf(JOINT, heading);
	const breaks = positionsOf(BREAK, heading);
	return { words: words.map((word) => asStreet(word, letters, joints)), numbers, joints, breaks };
}
