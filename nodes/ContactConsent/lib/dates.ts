import { getGlobalState } from 'n8n-workflow';

import { MINUTE, usableTimeZone } from './time';

/** ISO 8601 with or without separators. Minutes and seconds may be missing. */
const ISO =
	/^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Keeps formats, because making one takes a hundred times as long as using it. For an unknown time zone, n8n's own is
 * used.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: usableTimeZone(timeZone),
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	formats.set(timeZone, format);
	return format;
}

/**
 * What clocks in a time zone show at a point in time: that date and time as if in UTC, in epoch milliseconds, without
 * fractions of a second.
 */
function wallTime(timeZone: string, epoch: number): number {
	const parts = formatOf(timeZone).formatToParts(epoch);
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** How far clocks in a time zone are ahead of UTC at a point in time, in milliseconds. */
const offsetOf = (timeZone: string, epoch: number): number =>
	wallTime(timeZone, epoch) - Math.floor(epoch / 1000) * 1000;

/**
 * The epoch milliseconds at which clocks in the zone show a wall time. The second step corrects the guess if clocks
 * change in between.
 */
function epochOfWallTime(wall: number, timeZone: string): number {
	const guess = wall - offsetOf(timeZone, wall);
	return wall - offsetOf(timeZone, guess);
}

/** Epoch milliseconds up to the year 2286. More digits are another notation, such as 20260131080000. */
const MILLISECONDS = /^\d{11,13}$/;

/** A time such as 202601310800, whose digits would be milliseconds of 1976. Nobody can tell which is meant. */
const COMPACT_TIME = /^(19\d\d|20\d\d|2100)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-4])[0-5]\d$/;

function epochOfText(text: string, timeZone: string): number | undefined {
	if (MILLISECONDS.test(text)) return COMPACT_TIME.test(text) ? undefined : Number(text);
	const match = ISO.exec(text);
	if (!match) return undefined;
	const [, year, , month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
	const milliseconds = Number(`${fraction}000`.slice(0, 3));
	const wall = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
		milliseconds,
	);
	// Otherwise, February 30 or 25 o'clock would silently become another time.
	const given = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	if (!new Date(wall).toISOString().startsWith(given)) return undefined;
	if (zone === undefined) return timeZone === 'UTC' ? wall : epochOfWallTime(wall, timeZone);
	// For `Z`, both are 0.
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	if (hours > 23 || minutes > 59) return undefined;
	return wall - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}

// A date from an expression may belong to another realm, for which `instanceof` is false.
const isPlainDate = (value: unknown): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]';

/** A luxon `DateTime`. JSON may have a key `toMillis`, but not a function in it. */
const isDateTime = (value: unknown): value is { toMillis(): unknown; toISO?(): unknown } =>
	typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function';

/** True for a `Date` or a luxon `DateTime`, even an invalid one. */
export const isDate = (value: unknown): value is object => isPlainDate(value) || isDateTime(value);

/**
 * A point in time in epoch milliseconds, from any form that n8n or the service uses: ISO text with or without offset,
 * `Date`, luxon `DateTime`, epoch milliseconds.
 *
 * @param timeZone IANA name of the zone for a text without offset
 * @returns `undefined` if the value is not a point in time
 */
export function epochOf(value: unknown, timeZone = 'UTC'): number | undefined {
	let epoch: unknown;
	if (isPlainDate(value)) epoch = value.getTime();
	else if (isDateTime(value)) epoch = value.toMillis();
	else if (typeof value === 'string') epoch = epochOfText(value.trim(), timeZone);
	else epoch = value;
	const time = new Date(typeof epoch === 'number' ? epoch : NaN).getTime();
	return Number.isNaN(time) ? undefined : time;
}

/** True for the text of a day without a time. */
export const isDayAlone = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{4}(-?)\d{2}\1\d{2}$/.test(value.trim());

/** A day without a time becomes the last moment of that day; any other value stays as it is. */
export const toEndOfDay = (value: unknown): unknown =>
	isDayAlone(value) ? `${value.trim()}T23:59:59.999` : value;

/** `epochOf` with fractions of a millisecond, because two times may lie within the same millisecond. */
export function exactTime(value: unknown, timeZone = 'UTC'): number | undefined {
	const epoch = epochOf(value, timeZone);
	const [, more = ''] = (typeof value === 'string' && /[.,]\d{3}(\d+)/.exec(value)) || [];
	return epoch === undefined ? undefined : epoch + Number(`0.${more}0`);
}

/** A smaller number is a time in seconds: as milliseconds it would lie in 1973 or before. */
const SECONDS_BELOW = 1e11;

/** Seconds, as a number or its text, become milliseconds; any other value stays as it is. */
function inMilliseconds(value: unknown): unknown {
	const digits = typeof value === 'string' && /^\d{9,10}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
	if (typeof digits !== 'number') return value;
	return Math.abs(digits) < SECONDS_BELOW ? Math.round(digits * 1000) : digits;
}

/** `epochOf` for a time that the service sends. Some services send seconds, as a number or its text. */
export const sentTime = (value: unknown): number | undefined => epochOf(inMilliseconds(value));

/** `sentTime` with fractions of a millisecond, as in `exactTime`. */
export const exactSentTime = (value: unknown): number | undefined => exactTime(inMilliseconds(value));

/** A smaller number is not meant as milliseconds: it is a day of a spreadsheet (45000) or seconds (1735689600). */
const LEAST_MILLISECONDS = 1e10;

/**
 * A point in time as UTC ISO 8601, from the forms that `epochOf` reads; also `undefined` for a number that is too
 * small for milliseconds.
 */
export function toUtcIso(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'number' && Math.abs(value) < LEAST_MILLISECONDS) return undefined;
	const epoch = epochOf(value, timeZone);
	return epoch === undefined ? undefined : new Date(epoch).toISOString();
}

/** The day in a time zone at a point in time, as 2026-01-31. */
const dayAt = (epoch: number, timeZone: string): string =>
	new Date(wallTime(timeZone, epoch)).toISOString().slice(0, 10);

/**
 * The day that begins in a time zone at exactly this point in time, if one does. If clocks change at midnight, a day
 * may begin at one o'clock.
 */
function dayBeginning(epoch: number, timeZone: string): string | undefined {
	const day = dayAt(epoch, timeZone);
	return day === dayAt(epoch - 1, timeZone) ? undefined : day;
}

/**
 * The day that a date stands for. Databases and spreadsheets give a day as its midnight, in UTC or in a local time. A
 * `DateTime` and ISO text with an offset are first tested for midnight in their own time zone.
 *
 * @param timeZone IANA name of the workflow's time zone; midnight in n8n's own time zone counts, too
 * @returns the day as 2026-01-31; a text without a time of day, or that is not a point in time, unchanged; `undefined`
 * for a time of day other than midnight
 */
export function dayOf(value: string | object, timeZone: string): string | undefined {
	// The text of a `DateTime` has its own offset.
	const text = isDateTime(value) ? value.toISO?.() : value;
	const [, year, , month, day, hour, ...rest] = (typeof text === 'string' && ISO.exec(text.trim())) || [];
	if (typeof value === 'string' && hour === undefined) return value;
	const epoch = epochOf(value, timeZone);
	if (epoch === undefined) return typeof value === 'string' ? value : undefined;
	const isMidnight =
		hour !== undefined && [hour, ...rest.slice(0, 3)].every((part = '0') => /^0+$/.test(part));
	if (isMidnight) return `${year}-${month}-${day}`;
	const zones = ['UTC', timeZone, getGlobalState().defaultTimezone];
	return zones.map((zone) => dayBeginning(epoch, zone)).find((begun) => begun !== undefined);
}
