/** Reads the text of a day, e.g. a birthday, as people and programs write it. */
import { plainName } from './vocabulary';

/** What a text says about a day: the day, as 1985-05-12; that it may be one of two days; or that it is none. */
type DayText = { day: string } | 'twoWays' | 'none';

/** A longer text is no date. The patterns for times would take long to find that out. */
export const LONGEST_DATE = 100;

/**
 * The months in the six languages of headings, and the abbreviations that are not their first letters: *Mrz* is what a
 * German spreadsheet writes, *mrt* a Dutch one.
 */
const MONTHS = [
	'january januar janner janvier enero gennaio januari',
	'february februar feber fevrier febrero febbraio februari',
	'march marz maerz mrz mars marzo maart mrt',
	'april avril abril aprile',
	'may mai mayo maggio mei',
	'june juni juin junio giugno',
	'july juli juillet julio luglio',
	'august aout agosto augustus',
	'september septembre septiembre settembre setiembre',
	'october oktober octobre octubre ottobre',
	'november novembre noviembre',
	'december dezember decembre diciembre dicembre',
].map((names) => names.split(' '));

/** The month that a name or its first letters mean, from 1; `undefined` if they mean none, or several. */
function monthOf(name: string): number | undefined {
	const plain = plainName(name);
	const found = MONTHS.flatMap((names, at) => (names.some((one) => one.startsWith(plain)) ? at + 1 : []));
	return plain.length > 2 && found.length === 1 ? found[0] : undefined;
}

const MIDNIGHT =
	/[T\s]+0?0:00(:00([.,]0+)?)?\s*(am|a\.m\.)?\s*(Z|[+-]00:?00)?$|[T\s]+12:00(:00)?\s*(am|a\.m\.)$/i;

const NUMBERS = /^(\d{1,4})\s*([./-])\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?$/;
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
/** *Sunday, 12. Mai 1985*, *12-May-85* */
const DAY_FIRST =
	/^(?:\p{L}+\.?,\s*)?(\d{1,2})(?:\.|º|°|st|nd|rd|th|er)?[\s-]*(?:de\s)?\s*(\p{L}{3,})\.?,?[\s-]*(?:de\s)?\s*(\d{2}|\d{4})$/iu;
/** *May 12, 1985* */
const MONTH_FIRST = /^(?:\p{L}+\.?,\s*)?(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{2}|\d{4})$/iu;
/** *1985 May 12* */
const YEAR_FIRST = /^(\d{4})[\s-](\p{L}{3,})\.?[\s-](\d{1,2})$/u;

/** A day of the calendar; `none` if there is no such day. */
function dayOf(year: number, month: number, day: number): DayText {
	const date = new Date(Date.UTC(year, month - 1, day));
	const isThere =
		date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return isThere ? { day: date.toISOString().slice(0, 10) } : 'none';
}

function ofNumbers(first: string, sign: string, second: string, third: string): DayText {
	const [one, two, three] = [Number(first), Number(second), Number(third)];
	if (first.length === 4) return third.length < 3 ? dayOf(one, two, three) : 'none';
	if (first.length > 2 || third.length === 3) return 'none';
	if (third.length < 3) return one > 31 || two > 31 || (one > 12 && two > 12) ? 'none' : 'twoWays';
	const isDayFirst = one > 12 || one === two || (sign === '.' && two <= 12);
	if (isDayFirst) return dayOf(three, two, one);
	return two > 12 ? dayOf(three, one, two) : 'twoWays';
}

function ofMonthName(year: string, name: string, day: string): DayText {
	const month = monthOf(name);
	if (month === undefined) return 'none';
	return year.length === 4 ? dayOf(Number(year), month, Number(day)) : 'twoWays';
}

/**
 * Reads the text of a day. With dots, the day stands first; otherwise, day and month are told apart only if one of them
 * is above 12. A year of two digits may be one of two centuries.
 *
 * @param text without blanks around it
 */
export function dayInText(text: string): DayText {
	if (text.length > LONGEST_DATE) return 'none';
	const inside = text.replace(MIDNIGHT, '');
	const [, first = '', sign = '', second = '', third = ''] = NUMBERS.exec(inside) ?? [];
	if (sign !== '') return ofNumbers(first, sign, second, third);
	const [, compactYear, compactMonth, compactDay] = COMPACT.exec(inside) ?? [];
	if (compactYear) return dayOf(Number(compactYear), Number(compactMonth), Number(compactDay));
	const [, dayA = '', nameA = '', yearA = ''] = DAY_FIRST.exec(inside) ?? [];
	if (nameA !== '') return ofMonthName(yearA, nameA, dayA);
	const [, nameB = '', dayB = '', yearB = ''] = MONTH_FIRST.exec(inside) ?? [];
	if (nameB !== '') return ofMonthName(yearB, nameB, dayB);
	const [, yearC = '', nameC = '', dayC = ''] = YEAR_FIRST.exec(inside) ?? [];
	return nameC === '' ? 'none' : ofMonthName(yearC, nameC, dayC);
}
