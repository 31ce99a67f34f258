/** The consents of a contact while others are added to them. A ledger lives within one merge and is never kept. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { lossIn } from '../../lib/spreadsheetLosses';
import { brokenIn } from '../../upload/table/cells';
import { kindOf } from '../../upload/table/valueShapes';
import { lettersLost } from '../../upload/report/lostLetters';
import { isRecord, records, scalarText } from '../../lib/json';
import { comparable, shortened, trimmed } from '../../lib/text';
import {
	instantOf,
	isAhead,
	isGranted,
	standingWith,
	timeOf,
	typeOf,
	type Clock,
	type Standing,
} from './consents';

export interface Ledger {
	clock: Clock;
	documentation: IDataObject;
	/** The stored consents, as they are, and behind them those that were added. */
	consents: IDataObject[];
	/** By type, as it is spelled. */
	standings: Map<string, Standing>;
	/** The types by their text for comparisons, and by their text without case, spaces, `_` and `-`. */
	spelledAs: Map<string, string>;
	nearlySpelledAs: Map<string, string>;
	/**
	 * By type, in epoch milliseconds: when the newest of its consents ends, and when its newest grant starts. A time does
	 * both at once. The day 2026-07-01 alone ends with its last millisecond, so that the next grant is written behind the
	 * whole day, and starts at midnight, so that a withdrawal of this day is later. Dates that are ahead do not count.
	 */
	newestTimes: Map<string, { end: number; grant?: { start: number; text: string } }>;
	/** Keys are made by `typeKey`: each consent is listed by its type, and by its type with its time. */
	byType: Map<string, IDataObject[]>;
	byId: Map<string, IDataObject[]>;
	/** The types that the contact had before anything was added. */
	typesBefore: ReadonlySet<string>;
}

/** A value as text for comparisons: without blanks around it, and with composed letters (NFC). */
export const comparedText = (value: unknown): string =>
	trimmed(scalarText(value) ?? JSON.stringify(value) ?? '').normalize('NFC');

const nearly = (type: string): string => comparable(comparedText(type));

const typeKey = (type: unknown, time?: number): string => JSON.stringify([comparedText(type), time]);

/** The instant of a consent, also if it is ahead. */
const instantIn = (consent: IDataObject, clock: Clock): number | undefined =>
	instantOf(consent.granted_at, !isGranted(consent), clock);

function addTo(lists: Map<string, IDataObject[]>, key: string, consent: IDataObject): void {
	const others = lists.get(key);
	if (others) others.push(consent);
	else lists.set(key, [consent]);
}

function index(ledger: Ledger, consent: IDataObject): void {
	const { clock, byType, byId, standings, spelledAs, nearlySpelledAs } = ledger;
	const time = instantIn(consent, clock);
	addTo(byType, typeKey(consent.type), consent);
	if (time !== undefined) addTo(byType, typeKey(consent.type, time), consent);
	if (comparedText(consent.id) !== '') addTo(byId, comparedText(consent.id), consent);
	const type = typeOf(consent);
	if (type === undefined) return;
	standings.set(type, standingWith(consent, clock, standings.get(type)));
	if (!spelledAs.has(comparedText(type))) spelledAs.set(comparedText(type), type);
	if (!nearlySpelledAs.has(nearly(type))) nearlySpelledAs.set(nearly(type), type);
	noteTimes(ledger, type, consent);
}

/** Notes the newest times of a type. */
function noteTimes({ newestTimes, clock }: Ledger, type: string, consent: IDataObject): void {
	const end = instantOf(consent.granted_at, true, clock);
	if (end === undefined || isAhead(end, clock)) return;
	const before = newestTimes.get(type);
	const own = { start: timeOf(consent, clock) ?? end, text: scalarText(consent.granted_at) ?? '' };
	const isNewest = isGranted(consent) && own.start >= (before?.grant?.start ?? -Infinity);
	newestTimes.set(type, {
		end: Math.max(end, before?.end ?? -Infinity),
		grant: isNewest ? own : before?.grant,
	});
}

/** @throws InvalidInput if the contact has something other than a list of consents: adding to it would erase it */
export function ledgerOf(stored: unknown, clock: Clock): Ledger {
	const documentation = stored ?? {};
	const consents = isRecord(documentation) ? (documentation.consents ?? []) : documentation;
	if (!isRecord(documentation) || !Array.isArray(consents)) {
		throw new InvalidInput(
			'The consents of the contact are not readable',
			'The service shows them in another form than the contract says, so that nothing can be added to them.',
		);
	}
	const ledger: Ledger = {
		clock,
		documentation,
		// Entries that are no objects stay in the list, too.
		consents: [...(consents as IDataObject[])],
		standings: new Map(),
		spelledAs: new Map(),
		nearlySpelledAs: new Map(),
		newestTimes: new Map(),
		byType: new Map(),
		byId: new Map(),
		typesBefore: new Set(),
	};
	for (const consent of records(consents)) index(ledger, consent);
	return { ...ledger, typesBefore: new Set(ledger.standings.keys()) };
}

export function add(ledger: Ledger, consent: IDataObject): void {
	ledger.consents.push(consent);
	index(ledger, consent);
}

/** True if a stored consent has the same value as an entry. Two texts of the same instant are equal. */
export function hasSameValue(stored: IDataObject, entry: IDataObject, key: string, clock: Clock): boolean {
	const time = key === 'granted_at' ? instantIn(entry, clock) : undefined;
	return time === undefined
		? comparedText(stored[key]) === comparedText(entry[key])
		: instantIn({ ...entry, granted_at: stored.granted_at }, clock) === time;
}

/** True if a stored consent has each value that an entry gives. */
export const hasAllValues = (stored: IDataObject, entry: IDataObject, clock: Clock): boolean =>
	Object.keys(entry).every((key) => hasSameValue(stored, entry, key, clock));

/** The stored consents of the same type that have each value of an entry. */
export function storedLike({ byType, clock }: Ledger, entry: IDataObject): IDataObject[] {
	const key = typeKey(entry.type, instantIn(entry, clock));
	return (byType.get(key) ?? []).filter((stored) => hasAllValues(stored, entry, clock));
}

/** The contact's spelling of a type, compared by `comparedText`; `undefined` if the contact does not have the type. */
export const typeIn = ({ standings, spelledAs }: Ledger, type: string): string | undefined =>
	standings.has(type) ? type : spelledAs.get(comparedText(type));

/** A type of the contact that differs from this one only in case, spaces, `_` and `-`. */
export const nearTypeIn = ({ nearlySpelledAs }: Ledger, type: string): string | undefined =>
	nearlySpelledAs.get(nearly(type));

/** @throws InvalidInput if a text lost letters when its file was read */
export function assertReadable(values: IDataObject, what: string): void {
	const broken = Object.entries(values).find((part) => brokenIn(part).length > 0);
	if (broken === undefined) return;
	const [name, value] = broken;
	throw lettersLost(`${what} has ${name} "${scalarText(value) ?? kindOf(value)}"`, value);
}

/** @throws InvalidInput if a value of a new consent was lost on its way here: it would be a wrong proof */
export function assertNoneLost(entry: IDataObject): void {
	assertReadable(entry, 'A consent');
	const lost = Object.entries(entry).find(([, value]) => lossIn(value) !== undefined);
	if (lost === undefined) return;
	const [field, value] = lost;
	throw new InvalidInput(
		`A consent has ${field} "${scalarText(value)}", a value that the spreadsheet has lost`,
		'Correct the cell, so that the consent says what the contact agreed to.',
	);
}

/** A text with an offset, which says by itself when it was. */
const HAS_OFFSET = /[T ]\d.*(z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * The time of a new consent as it is written: without an offset it belongs to the workflow's time zone, and a withdrawal
 * on a day counts from its end.
 *
 * @throws InvalidInput if it is no time, or more than a day ahead: every withdrawal after it would be older
 */
export function writtenTime(entry: IDataObject, clock: Clock): string {
	const given = scalarText(entry.granted_at) ?? '';
	const what = `The consent "${scalarText(entry.type) ?? ''}" has granted_at "${shortened(given, 100)}"`;
	const time = instantIn(entry, clock);
	if (time === undefined) {
		throw new InvalidInput(
			`${what}, which is no time`,
			'Use a date and time such as 2026-01-31T08:00:00, or leave granted_at out.',
		);
	}
	if (isAhead(time, clock)) {
		throw new InvalidInput(
			`${what}, which is more than a day ahead`,
			'Nobody has decided yet what is written for then. Correct the time.',
		);
	}
	return HAS_OFFSET.test(given.trim()) ? given : new Date(time).toISOString();
}
