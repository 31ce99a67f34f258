import { textsReplaced } from '../lib/json';
import { plainText } from '../lib/text';
import type { Redact } from './types';

/**
 * Takes the API key out of texts (`redactionOf`) and out of data (`dataRedactionOf`). It finds the key as it is, in a link,
 * made plain for the editor, and cut. For the key `secret-key-1`:
 *
 *     see secret-key-1           see ***
 *     ?key=secret%2Dkey%2D1      ?key=***
 *     is "secret-k… (a cut text) is "***…
 */

/** A shorter key may be an ordinary word of the data, so the output keeps it. So is a shorter beginning of a key. */
const SHORTEST_IN_DATA = 8;

/** A pattern for a character: as it is, as `plainText` makes it, or percent-encoded. */
function spellingsOf(character: string): string {
	const plain = character === '&' ? '& ' : plainText(character);
	const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const inAnyCase = encoded.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const asTexts = [plain, character].filter((text) => text !== '');
	const patterns = [...new Set(asTexts)].map((text) => text.replace(/[^\w\s]/g, '\\$&'));
	return `(?:${[...patterns, inAnyCase].join('|')})`;
}

/** A text in one spelling: plain, and without percent-encoding. Each byte is a character. */
const inOneSpelling = (text: string): string =>
	Buffer.from(plainText(text))
		.toString('latin1')
		.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Takes the beginning of a secret out of cut texts, which end in `…`. Whoever quotes a value cuts it, and the key is taken
 * out of the whole message afterwards.
 */
function cutRedactionOf(secret: string): Redact {
	const spellings = [...secret].slice(0, SHORTEST_IN_DATA).map(spellingsOf);
	const beginning = new RegExp(spellings.join(''), 'g');
	const whole = inOneSpelling(secret);
	// Percent-encoded, a character of a header has six characters at most.
	const longest = 6 * secret.length;
	const withoutBeginning = (cut: string): string => {
		const before = Math.max(0, cut.length - longest);
		const end = cut.slice(before);
		for (const { index } of end.matchAll(beginning)) {
			// The cut may be inside `%2F`.
			const found = inOneSpelling(end.slice(index).replace(/%.?$/, ''));
			if (whole.startsWith(found)) return `${cut.slice(0, before + index)}***`;
		}
		return cut;
	};
	return (text) => {
		if (!text.includes('…')) return text;
		const parts = text.split('…');
		return [...parts.slice(0, -1).map(withoutBeginning), ...parts.slice(-1)].join('…');
	};
}

/**
 * Takes a key out of texts and links. If somebody has entered a prefix such as `Bearer` together with the key, the key
 * alone is taken out, too.
 */
export function redactionOf(key: string, shortest = 1): Redact {
	const [, ...words] = key.split(' ');
	const secrets = [key, ...words.filter((word) => word.length > 5)].filter(
		({ length }) => length >= shortest,
	);
	const patterns = secrets.map((secret) => [...secret].map(spellingsOf).join(''));
	const all = new RegExp(patterns.join('|'), 'g');
	// Without a secret this is Infinity, and every text stays as it is.
	const least = Math.min(...secrets.map(({ length }) => length));
	const ofCutTexts = secrets.filter(({ length }) => length > SHORTEST_IN_DATA).map(cutRedactionOf);
	return (text) => {
		// Most texts are shorter than the key. Skipping them saves time.
		const withoutWhole = text.length < least ? text : text.replace(all, '***');
		return ofCutTexts.reduce((left, redact) => redact(left), withoutWhole);
	};
}

/**
 * True if a value is free of the key for certain. Looking through its JSON at once takes a hundredth of the calls of
 * looking at each of its texts, and nearly all values are free. JSON writes a quotation mark and a backslash otherwise.
 */
function isFree(value: unknown, key: string, redact: Redact): boolean {
	if (/["\\]/.test(key)) return false;
	try {
		const json = JSON.stringify(value) as string | undefined;
		return json !== undefined && redact(json) === json;
	} catch {
		// Too deep for JSON.
		return false;
	}
}

/** Takes a key out of the texts of a JSON value. A value without it is returned as it is, not as a copy. */
export function dataRedactionOf(key: string): <Value>(value: Value) => Value {
	const redact = redactionOf(key, SHORTEST_IN_DATA);
	return <Value>(value: Value) =>
		isFree(value, key, redact) ? value : (textsReplaced(value, redact) as Value);
}
