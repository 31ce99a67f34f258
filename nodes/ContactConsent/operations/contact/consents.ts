/** What the consents of a contact mean: the one place that says which consent of a type counts now. */
import type { IDataObject } from 'n8n-workflow';

import type { DoubtfulFilter } from '../../common/plan';
import { exactSentTime, exactTime, toEndOfDay } from '../../lib/dates';
import { records, scalarText } from '../../lib/json';
import { comparable, shortened, textOf, trimmed } from '../../lib/text';
import { DAY } from '../../lib/time';

/** How times are read: a text without an offset belongs to the workflow's time zone. */
export interface Clock {
	timeZone: string;
	/** Epoch milliseconds. */
	now: number;
}

export const clockIn = (timeZone: string): Clock => ({ timeZone, now: Date.now() });

/** True for a time that is later than tomorrow: nobody has decided anything then. */
export const isAhead = (time: number, { now }: Clock): boolean => time > now + DAY;

/** True only for `granted: true`: any other value counts as withdrawn. */
export const isGranted = ({ granted }: IDataObject): boolean => granted === true;

/** The instant of a text that is a time, or of a number, which some services send as seconds; of a day alone, the end of the day if `isEnd`. */
export const instantOf = (value: unknown, isEnd: boolean, { timeZone }: Clock): number | undefined =>
	typeof value === 'number' ? exactSentTime(value) : exactTime(isEnd ? toEndOfDay(value) : value, timeZone);

/** The instant of a consent, also if it is ahead. */
export const instantIn = (consent: IDataObject, clock: Clock): number | undefined =>
	instantOf(consent.granted_at, !isGranted(consent), clock);

/**
 * When a consent was granted or withdrawn, in epoch milliseconds; `undefined` if its date is not readable, or is more
 * than a day ahead. A withdrawal on a day counts from the end of the day, so that no grant of this day is later.
 */
export function timeOf(consent: IDataObject, clock: Clock): number | undefined {
	const time = instantIn(consent, clock);
	return time === undefined || isAhead(time, clock) ? undefined : time;
}

interface Dated {
	time: number;
	consent: IDataObject;
}

/** What the consents of one type say together, as far as the list was read. */
export interface Standing {
	/** The newest grant with a date behind the last withdrawal without one. */
	grant?: Dated;
	/** The last grant without a date behind the last withdrawal without one. */
	undatedGrant?: IDataObject;
	/** The time of the newest grant before the last withdrawal without a date. */
	grantedBefore: number;
	/** The newest withdrawal with a date. */
	withdrawal?: Dated;
	/** The last withdrawal without a date. */
	undatedWithdrawal?: IDataObject;
}

const NOTHING: Standing = { grantedBefore: -Infinity };

const newer = (before: Dated | undefined, now: Dated): Dated =>
	before !== undefined && before.time > now.time ? before : now;

/** What the consents say after one more, which stands behind the others. */
export function standingWith(consent: IDataObject, clock: Clock, before = NOTHING): Standing {
	const time = timeOf(consent, clock);
	if (isGranted(consent)) {
		return time === undefined
			? { ...before, undatedGrant: consent }
			: { ...before, grant: newer(before.grant, { time, consent }) };
	}
	if (time !== undefined) return { ...before, withdrawal: newer(before.withdrawal, { time, consent }) };
	const { withdrawal, grant, grantedBefore } = before;
	return {
		withdrawal,
		undatedWithdrawal: consent,
		grantedBefore: Math.max(grantedBefore, grant?.time ?? -Infinity),
	};
}

/**
 * The consent that counts. A type is granted only if one of its grants is provably later than each of its withdrawals:
 * than one with a date by a later date, than one without a date by standing behind it, if no grant with a later date
 * stands before that withdrawal. In doubt, the type is withdrawn.
 *
 * | the list, in its order                      | the type is | because                                                |
 * | ------------------------------------------- | ----------- | ------------------------------------------------------ |
 * | withdrawn in February, granted in March     | granted     | the grant is later                                     |
 * | withdrawn in January, granted without date  | withdrawn   | nothing says that the grant is later                   |
 * | withdrawn without date, granted in January  | granted     | the grant stands behind the withdrawal                 |
 * | granted in January, withdrawn without date  | withdrawn   | the grant stands before the withdrawal                 |
 * | both without date, the grant behind         | granted     | without dates, the order decides                       |
 * | granted in March, withdrawn without date,   | withdrawn   | the list is not in the order of time, so that standing |
 * | granted in February                         |             | behind the withdrawal proves nothing                   |
 */
export function decidingIn(standing: Standing): IDataObject | undefined {
	const { grant, undatedGrant, grantedBefore, withdrawal, undatedWithdrawal } = standing;
	const withdrawn = withdrawal?.time ?? -Infinity;
	if (grant && grant.time > withdrawn && grant.time >= grantedBefore) return grant.consent;
	if (undatedGrant && withdrawal === undefined) return undatedGrant;
	// The newest date counts, unless only the withdrawal without a date stands against a later grant.
	const isBeaten = Math.max(grant?.time ?? -Infinity, grantedBefore) > withdrawn;
	return isBeaten ? (undatedWithdrawal ?? withdrawal?.consent) : (withdrawal?.consent ?? undatedWithdrawal);
}

/**
 * True if a grant at this time (UTC epoch milliseconds) is later than each withdrawal of its type. This is stricter than
 * `decidingIn`, which reads what is stored: to be written, a grant needs a date of its own that is later, so that no
 * order of a list decides. A withdrawal without a date can be followed by no such grant.
 */
export const isLaterThanWithdrawals = (time: number, { withdrawal, undatedWithdrawal }: Standing): boolean =>
	undatedWithdrawal === undefined && (withdrawal === undefined || time > withdrawal.time);

/** The consents of a contact, in the order of the service. */
export function consentsOf(contact: IDataObject): IDataObject[] {
	const [documentation] = records([contact.documentation]);
	return records(documentation?.consents);
}

/** The consent that counts for each type. Consents without a type are left out. */
export function decidingConsents(consents: readonly IDataObject[], clock: Clock): Map<string, IDataObject> {
	const standings = new Map<string, Standing>();
	for (const consent of consents) {
		const type = typeOf(consent);
		if (type !== undefined) standings.set(type, standingWith(consent, clock, standings.get(type)));
	}
	return new Map(
		[...standings].flatMap(([type, standing]) => {
			const deciding = decidingIn(standing);
			return deciding ? [[type, deciding] as const] : [];
		}),
	);
}

/** The type of a consent; `undefined` if it has none. */
export const typeOf = ({ type }: IDataObject): string | undefined => textOf(scalarText(type));

/** What a contact consents to now: from consent type to `true` (granted) or `false` (withdrawn). */
export const consentStates = (contact: IDataObject, clock: Clock): Record<string, boolean> =>
	// Unlike an assignment, this makes `__proto__` a key like any other.
	Object.fromEntries(
		[...decidingConsents(consentsOf(contact), clock)].map(([type, consent]) => [type, isGranted(consent)]),
	);

export const consentChoices = [
	{ name: 'Any', value: 'any', description: 'Granted or withdrawn' },
	{ name: 'Granted', value: 'granted', description: 'Consents that are granted' },
	{ name: 'Withdrawn', value: 'withdrawn', description: 'Consents that are withdrawn' },
] as const;

export type ConsentState = (typeof consentChoices)[number]['value'];

/** True if a type is the one that a filter names, however it is spelled: *News letter* is *newsletter*. */
export const isOfType = (type: string, wanted: string): boolean =>
	comparable(trimmed(type)) === comparable(wanted);

/**
 * True if a contact has a consent in this state now. If it has several spellings of the type, one withdrawal is enough
 * to be withdrawn.
 *
 * @param wanted the type of the consent; empty: any type
 */
export function hasConsent(contact: IDataObject, wanted: string, state: ConsentState, clock: Clock): boolean {
	const all = Object.entries(consentStates(contact, clock));
	const states = all
		.filter(([type]) => wanted === '' || isOfType(type, wanted))
		.map(([, granted]) => granted);
	if (state === 'any') return states.length > 0;
	if (state === 'withdrawn' || wanted === '') return states.includes(state === 'granted');
	return states.length > 0 && !states.includes(false);
}

/** A filter by the type of a consent that looks like several types. It is told what was read. */
export interface DoubtfulType extends DoubtfulFilter {
	/** Looks whether a contact has this type, in whatever state. */
	look: (contact: IDataObject) => void;
}

/** The doubt about a filter by type, if it looks like several types: a type may have a comma. */
export function doubtAbout(wanted: string): DoubtfulType | undefined {
	if (!wanted.includes(',')) return undefined;
	let fitted = false;
	return {
		warning: `Nothing has a consent of the type "${shortened(wanted, 100)}". The filter is one type, not a list: use a node for each type.`,
		hasFitted: () => fitted,
		look: (contact) => (fitted ||= consentsOf(contact).some((one) => isOfType(typeOf(one) ?? '', wanted))),
	};
}
