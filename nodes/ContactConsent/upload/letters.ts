import { plainName, VOCABULARY, withNumberSpelled, type Word } from './vocabulary';

/** The letters of a heading, joined; the positions where its words begin; its numbers, each with its position. */
export interface Letters {
	letters: string;
	starts: ReadonlySet<number>;
	numbers: ReadonlyArray<readonly [number: number, at: number]>;
	/** The positions of signs and words that join two concepts. */
	joints: readonly number[];
}

/** A word of a heading, and where it stands among the letters. */
export type Placed = Word & { from: number; to: number };

const WORD_BREAK = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u;

/** A French article in front of a vowel: `d'adresse`, `nom_de_l_entreprise`. */
const ELISION = /(?<![\p{L}\p{N}])[dl]['’_ ](?=[aeiouyhâàéèêëîïôûù])/giu;

/** What a heading says about its cells and not about their meaning: `Kontakt(e)`, `Geburtsdatum (TT.MM.JJJJ)`. */
const ABOUT_CELLS = /\((e|s|en|in|([djtgmay]{1,4}[-./ ]){2}[djtgmay]{1,4})\)/gi;

/** The letters and numbers of a heading, or of its beginning. */
function lettersIn(heading: string): Omit<Letters, 'joints'> {
	const parts = withNumberSpelled(heading).replace(ABOUT_CELLS, '').replace(ELISION, '').split(WORD_BREAK);
	const starts = new Set<number>([0]);
	const numbers: Array<[number, number]> = [];
	let letters = '';
	for (const part of parts) {
		if (/^\d+$/.test(part)) {
			numbers.push([Number(part), letters.length]);
		} else {
			letters += plainName(part);
			starts.add(letters.length);
		}
	}
	return { letters, starts, numbers };
}

/** A sign or a word that joins two concepts: *Nom / Raison sociale*, *Telefon und Fax*. A cell may have one or both. */
const JOINT = /[/|&+,;]|(?<!\p{L})(or|oder|ou|of|o|and|und|u|et|y|e(?![-.\s]?mail)|en)(?!\p{L})/giu;

export const lettersOf = (heading: string): Letters => ({
	...lettersIn(heading),
	joints: [...heading.matchAll(JOINT)].map(({ index }) => lettersIn(heading.slice(0, index)).letters.length),
});

const LONGEST = Math.max(...[...VOCABULARY.keys()].map(({ length }) => length));

/**
 * From this length on, a word is found inside a longer one: `Diensttelefon`, `homephone`. At the beginning of the
 * longer word, one letter less is enough: `Lidnummer`.
 */
const SHORTEST_INSIDE = 4;

/** True if a word may stand at this position among the letters. */
function mayStand({ plain, isNumber, isId }: Word, starts: Letters['starts'], from: number): boolean {
	const [begins, ends] = [starts.has(from), starts.has(from + plain.length)];
	if (begins && ends) return true;
	// A match must stay inside one word of the heading. Only a first part of one letter is allowed, as in E-Mail.
	for (let at = from + 2; at < from + plain.length; at++) if (starts.has(at)) return false;
	// A number or an ID is often glued to the end: Hausnr, CustomerID.
	if (ends && (isNumber ?? isId)) return plain.length > 1;
	return plain.length >= (begins ? SHORTEST_INSIDE - 1 : SHORTEST_INSIDE);
}

/** The fewest words that make up the letters; `undefined` if words cannot cover all letters. */
export function wordsOf({ letters, starts }: Letters): Placed[] | undefined {
	const best: Array<Placed[] | undefined> = [[]];
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
