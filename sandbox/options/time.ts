import type { SandboxOptions } from './options';

/** A clock that tests can move and stop, so that they need not wait. */
export interface Clock {
	now(): number;
	advance(ms: number): void;
	set(at: number): void;
	freeze(at?: number): void;
	unfreeze(): void;
	reset(): void;
}

export function createClock(): Clock {
	let offset = 0;
	let frozenAt: number | undefined;
	const now = () => frozenAt ?? Date.now() + offset;
	const set = (at: number) => {
		if (frozenAt === undefined) offset = at - Date.now();
		else frozenAt = at;
	};
	return {
		now,
		set,
		advance: (ms) => set(now() + ms),
		freeze: (at) => {
			frozenAt = at ?? now();
		},
		unfreeze: () => {
			if (frozenAt === undefined) return;
			offset = frozenAt - Date.now();
			frozenAt = undefined;
		},
		reset: () => {
			offset = 0;
			frozenAt = undefined;
		},
	};
}

const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Undefined if the hours or minutes are out of range. */
function offsetMinutes(text: string): number | undefined {
	if (/^z$/i.test(text)) return 0;
	const hours = Number(text.slice(1, 3));
	const minutes = text.length > 3 ? Number(text.slice(-2)) : 0;
	if (hours > 23 || minutes > 59) return undefined;
	return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Milliseconds since 1970, with a fraction if the text has one; undefined if it is not ISO 8601. */
export function parseTime(text: string): number | undefined {
	const match = ISO.exec(text);
	if (!match) return undefined;
	const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset = 'Z'] = match;
	const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
	const inRange = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
	const sameDay = new Date(date).toISOString().startsWith(`${year}-${month}-${day}`);
	const ahead = offsetMinutes(offset);
	if (!inRange || !sameDay || ahead === undefined) return undefined;
	const ofDay = (Number(hour) * 60 + Number(minute) - ahead) * 60_000;
	return date + ofDay + Number(second) * 1000 + Number(`0.${fraction}`) * 1000;
}

/** True for a time without `Z` or an offset, and for a date alone. */
export const lacksOffset = (text: string): boolean => !/T.*(Z|[+-]\d\d(:?\d\d)?)$/i.test(text);

export function formatTime(time: number, format: SandboxOptions['timestampFormat']): string {
	const whole = Math.floor(time);
	const utc = new Date(whole).toISOString();
	if (format === 'seconds') return `${utc.slice(0, 19)}Z`;
	if (format === 'microseconds') {
		const micros = String(Math.round((time - whole) * 1000) % 1000).padStart(3, '0');
		return `${utc.slice(0, -1)}${micros}Z`;
	}
	if (format === 'offset') return `${new Date(whole + 7_200_000).toISOString().slice(0, -1)}+02:00`;
	return utc;
}
