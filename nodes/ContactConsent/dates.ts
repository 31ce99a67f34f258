/** With and without separators; hours may stand alone. */
const ISO =
	/^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
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
	const [, year, , month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match;
	const wall = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
		Number(fraction.padEnd(3, '0').slice(0, 3)),
	);
	// February 30 or 25 o'clock would silently become another time; ISO 8601 knows 24:00 and leap seconds.
	const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	const isReal =
		midnight.getUTCFullYear() === Number(year) &&
		midnight.getUTCMonth() + 1 === Number(month) &&
		midnight.getUTCDate() === Number(day) &&
		(Number(hour) < 24 || (hour === '24' && Number(minute) + Number(second) + Number(fraction) === 0)) &&
		Number(minute) < 60 &&
		Number(second) <= 60;
	if (!isReal) return undefined;
	if (zone === undefined) return timeZone === 'UTC' ? wall : epochOfWallTime(wall, timeZone);
	if (zone.toUpperCase() === 'Z') return wall;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	if (hours > 23 || minutes > 59) return undefined;
	return wall - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * A point in time in epoch milliseconds, from anything that n8n or the service hands over: ISO text with or without
 * offset, `Date`, luxon `DateTime`, epoch milliseconds.
 *
 * @param timeZone IANA name of the zone that applies where there is no offset
 * @returns `undefined` for nonsense
 */
export function epochOf(value: unknown, timeZone = 'UTC'): number | undefined {
	let epoch: number | undefined;
	// A date from an expression may belong to another realm.
	if (Object.prototype.toString.call(value) === '[object Date]') epoch = (value as Date).getTime();
	else if (typeof value === 'number') epoch = value;
	else if (typeof value === 'string') epoch = epochOfText(value.trim(), timeZone);
	else if (typeof value === 'object' && value !== null && 'toMillis' in value) {
		epoch = (value as { toMillis(): number }).toMillis();
	}
	const time = new Date(epoch ?? NaN).getTime();
	return Number.isNaN(time) ? undefined : time;
}

/** A point in time as UTC ISO 8601, from what `epochOf` reads. */
export function toUtcIso(value: unknown, timeZone: string): string | undefined {
	const epoch = epochOf(value, timeZone);
	return epoch === undefined ? undefined : new Date(epoch).toISOString();
}

/** The day that it is in a time zone at a point in time, as 2026-01-31. */
export const dayOf = (epoch: number, timeZone: string): string =>
	new Date(wallTime(timeZone, epoch)).toISOString().slice(0, 10);
