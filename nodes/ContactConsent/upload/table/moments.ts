/** Reads when something happened, e.g. a consent was given: a day as a birthday is read, with a time if there is one. */
import { dayOf, isDate, toUtcIso } from '../../lib/dates';
import { scalarText } from '../../lib/json';
import { DAY } from '../../lib/time';
import { cleaned, dayOfSpreadsheet } from './cells';
import { dayInText, LONGEST_DATE } from './days';

/** The time behind a day: *17:00*, *5:00:30 pm*, *17:00 Uhr*. */
const TIME = /,?[T\s]0?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(?:([ap])\.?m\.?|Uhr|h)?$/i;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Hours from 0 to 23. @param half `a` or `p`, if the clock has twelve hours */
function hourOf(hour: number, half: string | undefined): number {
	if (half === undefined) return hour;
	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** A text that is not in ISO 8601. */
function momentInText(text: string, timeZone: string): string | undefined {
	const [time, hour = '', minute = '', second = '00', half] = TIME.exec(text) ?? [];
	const day = dayInText(time === undefined ? text : text.slice(0, -time.length));
	if (typeof day === 'string') return undefined;
	if (time === undefined) return day.day;
	const clock = `${twoDigits(hourOf(Number(hour), half))}:${minute}:${second}`;
	return toUtcIso(`${day.day}T${clock}`, timeZone);
}

const SECONDS_OF_A_DAY = DAY / 1000;

/** A date as spreadsheets store it: days since 1900, with a fraction for the time. */
function momentInNumber(number: number, timeZone: string): string | undefined {
	const day = dayOfSpreadsheet(Math.floor(number));
	if (day === undefined) return toUtcIso(number, timeZone);
	const seconds = Math.round((number % 1) * SECONDS_OF_A_DAY);
	if (seconds === 0 || seconds === SECONDS_OF_A_DAY) return day;
	const [hour, minute] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
	return toUtcIso(`${day}T${[hour, minute, seconds % 60].map(twoDigits).join(':')}`, timeZone);
}

/**
 * When something happened, from a cell. Midnight is the day itself, as in a birthday.
 *
 * @param timeZone of the workflow, for a time without an offset
 * @returns the day, as 2026-01-31; with a time, the instant in UTC; `undefined` if it cannot be read in one way only
 */
export function momentIn(cell: unknown, timeZone: string): string | undefined {
	if (typeof cell === 'number') return momentInNumber(cell, timeZone);
	const text = isDate(cell) ? '' : cleaned(scalarText(cell) ?? '');
	if (text.length > LONGEST_DATE) return undefined;
	if (/^\d{5}([.,]\d{1,20})?$/.test(text)) return momentInNumber(Number(text.replace(',', '.')), timeZone);
	const day = dayOf(isDate(cell) ? cell : text, timeZone);
	if (day === undefined) return toUtcIso(isDate(cell) ? cell : text, timeZone);
	return momentInText(day, timeZone) ?? toUtcIso(day, timeZone);
}
