/** Pure functions that read the cells and headings of consent columns. */
import { cleaned } from '../../upload/table/cells';
import { plainName, wordsIn } from '../../upload/table/vocabulary';
import { scalarText } from '../../lib/json';
import { composed, trimmed, withoutUmlauts } from '../../lib/text';
import {
	CONSENT_HEADINGS,
	DOUBTS,
	GRANTED,
	HARMLESS_PHRASES,
	HARMLESS_SIGNS,
	LETTERS,
	NEGATED_WORD,
	NEGATIONS,
	NO,
	NO_SIGNS,
	NOT_GRANTED,
	TAKES_AWAY,
	WITHDRAWN,
	YES,
	YES_SIGNS,
} from './consentWords';

/** What a yes in a consent column means. */
export type YesMeans = 'granted' | 'withdrawn';

/**
 * What a cell asks for. `deny`: a plain no, which withdraws what the contact has granted, and writes nothing for
 * somebody who was never asked.
 */
export type Wish = 'grant' | 'withdraw' | 'deny';

type Word = 'yes' | 'no' | 'granted' | 'notGranted' | 'withdrawn';

/** Systems without umlauts write *geloescht*. */
const setOf = (list: string): ReadonlySet<string> =>
	new Set(wordsIn(list).flatMap((word) => [word, withoutUmlauts(word)].map(plainName)));

/** Withdrawals come last, so that a word that stands in two lists is the one that grants less. */
const WORDS: ReadonlyMap<string, Word> = new Map(
	(
		[
			['yes', YES],
			['granted', GRANTED],
			['no', NO],
			['notGranted', NOT_GRANTED],
			['withdrawn', WITHDRAWN],
		] as const
	).flatMap(([word, list]) => [...setOf(list)].map((plain) => [plain, word] as const)),
);

const SIGNS: ReadonlyMap<string, Word> = new Map([
	...YES_SIGNS.split(' ').map((sign) => [sign, 'yes'] as const),
	...NO_SIGNS.split(' ').map((sign) => [sign, 'no'] as const),
]);

const NEGATION_WORDS = setOf([NEGATIONS, NOT_GRANTED, WITHDRAWN, TAKES_AWAY].join());
const DOUBT_WORDS = setOf(DOUBTS);
const HEADING_WORDS = setOf(CONSENT_HEADINGS);

/** The words of a text: at spaces, signs and capitals, so that `HasOptedOutOfEmail` has five. */
const wordsOf = (text: string): string[] =>
	composed(text)
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.split(/[^\p{L}\p{N}]+/u)
		.map(plainName)
		.filter(Boolean);

/** True if one word of a text, or two words together (opt out), stand in a list. */
const hasWordOf = (list: ReadonlySet<string>, text: string): boolean => {
	const words = wordsOf(text);
	return words.some((word, at) => list.has(word) || list.has(word + (words[at + 1] ?? '')));
};

/** A longer text is a sentence, and no word for yes or no. */
const LONGEST = 100;

/** The source of a pattern for one of these words. Unlike `\b`, it knows that the í of *sí* is a letter. */
const wholeWord = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;

/** Yes or no as people write it in a sentence: *Ja, ich möchte den Newsletter*, *No thanks*. */
const ANSWER =
	/^(yes|ja|oui|sí|sì|si|no|nein|non|nee)(?:\s*[,!.:;–—-]\s*|\s+(?=please|thank|bitte|danke|merci|por|gracias|grazie|graag|bedankt))/iu;

/** The word for a sentence that begins with yes or no. */
const wordOfSentence = (text: string): Word | undefined => WORDS.get(plainName(ANSWER.exec(text)?.[1] ?? ''));

const TICKS = YES_SIGNS.replaceAll(' ', '');
const HARMLESS = new RegExp(`^(?!\\P{L}*!)[\\p{L}\\p{N}\\p{Pd}\\s${TICKS}${HARMLESS_SIGNS}]+$`, 'u');
/** Brackets with nothing in them, as in *( ) ja* and *[ ] yes*: a box that nobody has ticked. */
const EMPTY_BOX = new RegExp(`[([][^)\\]\\p{L}\\p{N}?${TICKS}]*[)\\]]`, 'u');
const QUESTION = /[?¿]/gu;
const PHRASES = new RegExp(wholeWord(HARMLESS_PHRASES), 'gu');

/** True if a sign beside a yes may deny it: an empty box, a line through the letters, any sign that is not a harmless one. */
const isDenied = (text: string): boolean =>
	EMPTY_BOX.test(text) || !HARMLESS.test(text.replace(QUESTION, ' '));

/** True if a question mark, or a word, doubts a yes, limits or ends it, or takes it back. */
const isDoubted = (text: string): boolean =>
	text.search(QUESTION) >= 0 || hasWordOf(DOUBT_WORDS, text) || hasWordOf(NEGATION_WORDS, text);

function wordOfLetter(letter: string, letters: ReadonlySet<string>): Word | undefined {
	const pair = LETTERS.find((one) => one.includes(letter) && [...one].every((other) => letters.has(other)));
	if (pair === undefined) return undefined;
	return letter === 'n' ? 'no' : 'yes';
}

/** The letters that stand alone in the cells of a column: `j` says nothing where no cell says `n`. */
export function lettersIn(cells: Iterable<unknown>): ReadonlySet<string> {
	const letters = new Set<string>();
	for (const cell of cells) {
		const text = typeof cell === 'string' ? trimmed(cell).toLowerCase() : '';
		if (/^[jynos]$/.test(text)) letters.add(text);
	}
	return letters;
}

/** The text of a cell as it is compared. A character without width hides no word, and is no sign. */
const cellText = (cell: unknown): string =>
	cleaned(scalarText(cell) ?? '')
		.toLowerCase()
		.replace(/\p{DI}/gu, '');

function wordOf(text: string, letters: ReadonlySet<string>): Word | undefined {
	if (text === '' || text.length > LONGEST) return undefined;
	const number = /^-?\d(\.0+)?$/.test(text) ? Number(text) : undefined;
	if (number !== undefined) return number === 0 ? 'no' : Math.abs(number) === 1 ? 'yes' : undefined;
	if (text.length === 1 && /[a-z]/.test(text) && text !== 'x') return wordOfLetter(text, letters);
	return SIGNS.get(text) ?? WORDS.get(plainName(text)) ?? wordOfSentence(text);
}

const WISHES: Readonly<Record<YesMeans, Partial<Record<Word, Wish | 'nothing'>>>> = {
	granted: { yes: 'grant', granted: 'grant', no: 'deny', notGranted: 'deny', withdrawn: 'withdraw' },
	// A word of granting in a column of withdrawals contradicts the column, so it is named.
	withdrawn: { yes: 'withdraw', withdrawn: 'withdraw', no: 'nothing' },
};

/**
 * What a filled cell of a consent column asks for. The first line that fits counts; what is in doubt is not understood:
 *
 * | a cell such as                            | if a yes grants | if a yes withdraws |
 * | ----------------------------------------- | --------------- | ------------------ |
 * | no word for yes or no: *perhaps*          | -               | -                  |
 * | *( ) ja*, ~~yes~~: a sign denies the yes  | -               | -                  |
 * | *Yes, please remove me*, *yes?*           | -               | withdraws          |
 * | *yes*, *1*, *x*                           | grants          | withdraws          |
 * | *no*                                      | denies          | nothing            |
 * | *subscribed*                              | grants          | -                  |
 * | *unsubscribed*                            | withdraws       | withdraws          |
 *
 * @param letters of the column, see `lettersIn`
 * @returns `undefined` if the cell cannot be understood; then nothing is written, and the hint names it
 */
export function wishIn(
	cell: unknown,
	yesMeans: YesMeans,
	letters: ReadonlySet<string>,
): Wish | 'nothing' | undefined {
	const text = cellText(cell);
	const word = wordOf(text, letters);
	const wish = word && WISHES[yesMeans][word];
	const rest = text.replace(PHRASES, ' ');
	const grants = wish === 'grant';
	if ((grants || word === 'yes') && isDenied(rest)) return undefined;
	// In doubt nothing is granted: *Yes, please remove me* is no yes, but in a column of withdrawals it withdraws.
	return grants && isDoubted(rest) ? undefined : wish;
}

/** A hint on the values of a column: (yes/no), (0 für nein, -1 für ja). It is no part of the question. */
const VALUES = new RegExp(
	`\\([^()]*${wholeWord('yes|ja|oui|s[íìi]|[yjo]')}[^()]*\\)|${wholeWord('(?:yes|ja|oui|s[íìi]|[yjos])\\s?[/|]\\s?(?:no|nein|non|nee|n)')}`,
	'giu',
);

/** What stands in brackets, or on both sides of a stroke. */
const PAIRS = /\([^()]*\)|[\p{L}-]+\s?\/\s?[\p{L}-]+/gu;
const YES_WORDS = setOf([YES, GRANTED].join());
const NO_WORDS = setOf([NO, NOT_GRANTED, WITHDRAWN].join());

/** Takes out both answers, the yes first: *(accepted/declined)*. */
const withoutAnswers = (text: string): string =>
	composed(text).replace(PAIRS, (pair) => {
		const [first = '', ...others] = pair.split(/[/|,;]/u).map(plainName);
		return YES_WORDS.has(first) && others.some((one) => NO_WORDS.has(one)) ? ' ' : pair;
	});

const withoutValues = (text: string): string => withoutAnswers(text).replace(VALUES, ' ');

/** True if a yes in a column with this heading means that somebody does not want something: *Do not email*. */
export function isNegated(heading: string): boolean {
	const question = withoutValues(heading.slice(0, 200));
	return hasWordOf(NEGATION_WORDS, question) || wordsOf(question).some((word) => NEGATED_WORD.test(word));
}

const IS_HINT = /^[([{].*[)\]}]$/su;
const YES_OR_NO = setOf(`${YES}, ${NO}`);

/**
 * True if a heading is a text with a hint behind it: *Newsletter (yes/no)* is *Newsletter*. A hint that turns the
 * question round is none, nor is a word that belongs to the question, as in *Newsletter partners*.
 */
export function isWithHint(heading: string, text: string): boolean {
	const wanted = plainName(text);
	if (wanted === '' || heading.length > 200) return false;
	const hint = [...heading.matchAll(/[\s([{]/gu)]
		.filter(({ index }) => plainName(heading.slice(0, index)) === wanted)
		.map(({ index }) => trimmed(heading.slice(index)))
		.at(-1);
	if (hint === undefined || !(IS_HINT.test(hint) || trimmed(withoutValues(hint)) === '')) return false;
	const words = wordsOf(withoutAnswers(hint)).filter((word) => !YES_OR_NO.has(word));
	return !hasWordOf(NEGATION_WORDS, words.join(' '));
}

/** True for the heading of a column that seems to be about a consent. */
export const isConsentHeading = (heading: string): boolean => hasWordOf(HEADING_WORDS, heading.slice(0, 200));
