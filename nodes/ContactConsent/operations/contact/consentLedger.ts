/**
 * The consents of a contact while others are added to them. A ledger lives within one merge and is never kept. It is asked
 * again and again, for up to thousands of consents, so each question has an index:
 *
 *     what holds for a type?                            `standings`
 *     does the contact have this type?                  `standings`, then `spelledAs` (`typeIn`)
 *     or one that is nearly spelled like it?            `nearlySpelledAs` (`nearTypeIn`)
 *     is this consent stored already?                   `byTypeAndTime` if it has a time, or else `byType` (`storedLike`)
 *     which consents have this ID?                      `byId`
 *     when must the next consent of a type be dated?    `newestTimes`, which also counts what does not hold any more
 */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { isRecord, records, scalarText } from '../../lib/json';
import { comparable, composed, trimmed } from '../../lib/text';
import {
	decidingIn,
	instantIn,
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
	/** By the type as `comparedText`. */
	byType: Map<string, IDataObject[]>;
	/** By `typeAndTime`. */
	byTypeAndTime: Map<string, IDataObject[]>;
	byId: Map<string, IDataObject[]>;
	/** How many consents the contact had before anything was added. */
	countBefore: number;
	/** What held for the types, and the IDs of the consents, that the contact had before anything was added. */
	standingsBefore: ReadonlyMap<string, Standing>;
	idsBefore: ReadonlySet<string>;
}

/** A value as text for comparisons: without blanks around it, and with composed letters (NFC). */
export const comparedText = (value: unknown): string =>
	composed(trimmed(scalarText(value) ?? JSON.stringify(value) ?? ''));

const nearly = (type: string): string => comparable(comparedText(type));

const typeAndTime = (type: unknown, time: number): string => JSON.stringify([comparedText(type), time]);

function addTo(lists: Map<string, IDataObject[]>, key: string, consent: IDataObject): void {
	const others = lists.get(key);
	if (others) others.push(consent);
	else lists.set(key, [consent]);
}

function index(ledger: Ledger, consent: IDataObject): void {
	const { clock, byType, byTypeAndTime, byId, standings, spelledAs, nearlySpelledAs } = ledger;
	const time = instantIn(consent, clock);
	addTo(byType, comparedText(consent.type), consent);
	if (time !== undefined) addTo(byTypeAndTime, typeAndTime(consent.type, time), consent);
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
	const start = timeOf(consent, clock) ?? end;
	const { granted_at } = consent;
	const own = { start, text: typeof granted_at === 'string' ? granted_at : new Date(start).toISOString() };
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
		byTypeAndTime: new Map(),
		byId: new Map(),
		countBefore: consents.length,
		standingsBefore: new Map(),
		idsBefore: new Set(),
	};
	for (const consent of records(consents)) index(ledger, consent);
	return {
		...ledger,
		standingsBefore: new Map(ledger.standings),
		idsBefore: new Set(ledger.byId.keys()),
	};
}

export function add(ledger: Ledger, consent: IDataObject): void {
	ledger.consents.push(consent);
	index(ledger, consent);
}

/**
 * True if a stored consent has the same value as an entry. Two texts of the same instant are equal. A day stands for
 * another instant in a withdrawal than in a grant, so both texts are read with the state of the entry.
 */
export function hasSameValue(stored: IDataObject, entry: IDataObject, key: string, clock: Clock): boolean {
	const time = key === 'granted_at' ? instantIn(entry, clock) : undefined;
	return time === undefined
		? comparedText(stored[key]) === comparedText(entry[key])
		: instantOf(stored.granted_at, !isGranted(entry), clock) === time;
}

/** True if a stored consent has each value that an entry gives. */
export const hasAllValues = (stored: IDataObject, entry: IDataObject, clock: Clock): boolean =>
	Object.keys(entry).every((key) => hasSameValue(stored, entry, key, clock));

/** The stored consents of the same type that have each value of an entry. */
export function storedLike({ byType, byTypeAndTime, clock }: Ledger, entry: IDataObject): IDataObject[] {
	const time = instantIn(entry, clock);
	const ofType =
		time === undefined
			? byType.get(comparedText(entry.type))
			: byTypeAndTime.get(typeAndTime(entry.type, time));
	return (ofType ?? []).filter((stored) => hasAllValues(stored, entry, clock));
}

/** The consent that counts for a type, as it is spelled; `undefined` if the contact does not have the type. */
export function decidingFor({ standings }: Ledger, type: string): IDataObject | undefined {
	const standing = standings.get(type);
	return standing && decidingIn(standing);
}

/** Whether a type is granted; `null` if the contact was never asked. */
export function stateOf(ledger: Ledger, type: string): boolean | null {
	const deciding = decidingFor(ledger, type);
	return deciding ? isGranted(deciding) : null;
}

/** The documentation with the consents that were added; the stored one, unchanged, if there are none. */
export const documentationOf = <Stored>(ledger: Ledger | undefined, stored: Stored): Stored | IDataObject =>
	ledger && ledger.consents.length > ledger.countBefore
		? { ...ledger.documentation, consents: ledger.consents }
		: stored;

/** The contact's spelling of a type, compared by `comparedText`; `undefined` if the contact does not have the type. */
export const typeIn = ({ standings, spelledAs }: Ledger, type: string): string | undefined =>
	standings.has(type) ? type : spelledAs.get(comparedText(type));

/** A type of the contact that differs from this one only in case, spaces, `_` and `-`. */
export const nearTypeIn = ({ nearlySpelledAs }: Ledger, type: string): string | undefined =>
	nearlySpelledAs.get(nearly(type));
