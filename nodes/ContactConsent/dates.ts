import { getGlobalState } from 'n8n-workflow';

import { usableTimeZone } from './clock';

/** With and without separators; hours may stand alone. */
const ISO =
	/^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. A time zone that Node does not know becomes n8n's own. */
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

/** What the clocks of a time zone show at a point in time, as if it were UTC, in whole seconds. */
function wallTime(timeZone: string, epoch: number): number {
	const parts = formatOf(timeZone).formatToParts(epoch);
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** How far the clocks of a time zone are ahead of UTC at a point in time, in milliseconds. */
const offsetOf = (timeZone: string, epoch: number): number =>
	wallTime(timeZone, epoch) - Math.floor(epoch / 1000) * 1000;

/** The epoch at which clocks of the zone show a wall time; a second look corrects a clock change in between. */
function epochOfWallTime(wall: number, timeZone: string): number {
	const guess = wall - offsetOf(timeZone, wall);
	return wall - offsetOf(timeZone, guess);
}

function epochOfText(text: string, timeZone: string): number | undefined {
	// Up to the year 2286; more digits are another notation, such as 20260131080000.
	if (/^\d{11,13}$/.test(text)) return Number(text);
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
	// February 30 or 25 o'clock would silently become another time.
	const given = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	if (!new Date(wall).toISOString().startsWith(given)) return undefined;
	if (zone === undefined) return timeZone === 'UTC' ? wall : epochOfWallTime(wall, timeZone);
	// `Z` has no digits: both are 0.
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	if (hours > 23 || minutes > 59) return undefined;
	return wall - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

// A date from an expression may belong to another realm.
const isPlainDate = (value: unknown): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]';

/** luxon's: JSON can have the name of a method, but no method. */
const isDateTime = (value: unknown): value is { toMillis(): unknown; toISO?(): unknown } =>
	typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function';

/** True for a `Date` or a luxon `DateTime`, also for one that is no point in time. */
export const isDate = (value: unknown): value is object => isPlainDate(value) || isDateTime(value);

/**
 * A point in time in epoch milliseconds, from anything that n8n or the service hands over: ISO text with or without
 * offset, `Date`, luxon `DateTime`, epoch milliseconds.
 *
 * @param timeZone IANA name of the zone that applies where there is no offset
 * @returns `undefined` for nonsense
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

/** The same with what is behind the milliseconds: two times may lie within one. */
export function exactTime(value: unknown): number | undefined {
	const epoch = epochOf(value);
	const [, more = ''] = (typeof value === 'string' && /[.,]\d{3}(\d+)/.exec(value)) || [];
	return epoch === undefined ? undefined : epoch + Number(`0.${more}0`);
}

/** Fewer milliseconds since 1970 are a day of a spreadsheet (45000) or seconds (1735689600), and not a time. */
const LEAST_MILLISECONDS = 1e10;

/** A point in time as UTC ISO 8601, from what `epochOf` reads; `undefined` for a number that is another notation. */
export function toUtcIso(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'number' && Math.abs(value) < LEAST_MILLISECONDS) return undefined;
	const epoch = epochOf(value, timeZone);
	return epoch === undefined ? undefined : new Date(epoch).toISOString();
}

/** The day that it is in a time zone at a point in time, as 2026-01-31. */
const dayAt = (epoch: number, timeZone: string): string =>
	new Date(wallTime(timeZone, epoch)).toISOString().slice(0, 10);

/** The day that begins in a time zone at a point in time. Where clocks change at midnight, a day begins at one o'clock. */
function dayBeginning(epoch: number, timeZone: string): string | undefined {
	const day = dayAt(epoch, timeZone);
	return day === dayAt(epoch - 1, timeZone) ? undefined : day;
}

/**
 * The day that a date stands for: databases and spreadsheets hand over a day as its midnight, in UTC or in a local time.
 * A `DateTime`, and ISO text with an offset, are looked at in their own time zone first.
 *
 * @param timeZone IANA name: the workflow's time zone; that of n8n counts, too
 * @returns as 2026-01-31; text that is no point in time as it is; `undefined` for another time of day
 */
export function dayOf(value: string | object, timeZone: string): string | undefined {
	// A `DateTime` writes itself with its own offset.
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
