/** Set Consent: a consent is added behind those of the contact, unless it holds already. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import {
	add,
	comparedText,
	decidingFor,
	documentationOf,
	ledgerOf,
	nearTypeIn,
	stateOf,
	storedLike,
	typeIn,
	type Ledger,
} from './consentLedger';
import { assertNoneLost, writtenTime } from './newConsent';
import { typeOf, type Clock } from './consents';

/** A consent that Set Consent is asked to write. */
export interface WantedConsent {
	type: string;
	isGranted: boolean;
	/** A time, or a day alone; missing: now. */
	at: string | undefined;
	/** Without blanks. */
	proof: IDataObject;
}

/** What became of a wanted consent. */
export interface AddedConsent {
	/** In the spelling that the contact has. */
	type: string;
	/** The state before; `null` if the contact was never asked. */
	was: boolean | null;
	/** The entry that was added; `undefined` if the consent holds already. */
	entry: IDataObject | undefined;
	/** The time of the entry that was added, or that says the same. */
	at: unknown;
	/** The state is another one than the wanted, because a newer consent of the type counts. */
	isOutdated: boolean;
	/** The types that the contact had before, if this type is new. */
	others: readonly string[] | undefined;
}

/** The type in the contact's spelling. @throws InvalidInput if it is almost a type of the contact: probably mistyped */
export function storedType(ledger: Ledger, type: string): string {
	const same = typeIn(ledger, type);
	if (same !== undefined) return same;
	const near = nearTypeIn(ledger, type);
	if (near === undefined) return type;
	throw new InvalidInput(
		`The contact has no consent of the type "${type}": did you mean "${near}"?`,
		'Use the type exactly as Get Consents shows it.',
	);
}

/** A time for a consent without one: now, but a withdrawal never before the newest grant, and a grant after all. */
function timeAfter({ newestTimes, clock }: Ledger, type: string, granted: boolean): string {
	const newest = newestTimes.get(type);
	const now = new Date(clock.now).toISOString();
	if (!granted) return newest?.grant && newest.grant.start > clock.now ? newest.grant.text : now;
	// Some services cut the fraction of a second off.
	const next = (newest?.end ?? -Infinity) + 1000;
	return next > clock.now ? new Date(next).toISOString() : now;
}

/** @throws InvalidInput if a stored consent of another type has the ID: it names one consent */
function assertOwnId({ byId }: Ledger, type: string, id: unknown): void {
	const other =
		id === undefined
			? undefined
			: byId.get(comparedText(id))?.find((one) => comparedText(one.type) !== comparedText(type));
	if (other === undefined) return;
	throw new InvalidInput(
		`The consent ID "${comparedText(id)}" is that of a consent of the type "${typeOf(other) ?? ''}"`,
		'Each consent has an ID of its own. Correct the option Consent ID, or remove it.',
	);
}

/**
 * Who withdraws while the node waits has changed their mind: what was asked for before is no consent any more.
 *
 * @param askedAt epoch milliseconds of n8n's clock. A later time than now is of another clock, and says nothing
 * @throws InvalidInput if the type was withdrawn between then and now
 */
function assertNotWithdrawnSince({ standingsBefore, clock }: Ledger, type: string, askedAt: number): void {
	const { time = -Infinity } = standingsBefore.get(type)?.withdrawal ?? {};
	if (time <= askedAt || time > clock.now) return;
	throw new InvalidInput(
		`"${type}" was withdrawn at ${new Date(time).toISOString()}, after this node was asked to grant it`,
		'It stays withdrawn. If the contact agrees again, run the node again.',
	);
}

/**
 * The stored consent that a wanted one repeats, so that nothing is written:
 *
 * | it has                               | the state is      | it repeats                                                  |
 * | ------------------------------------ | ----------------- | ----------------------------------------------------------- |
 * | no time; an ID, and it grants        | any               | a stored grant with all of its values, perhaps delivered twice: it outdoes no withdrawal |
 * | no time                              | another one now   | none: it is asked for now, so an older one with the same proof is another consent |
 * | no time and no proof                 | the wanted one    | the consent that counts                                     |
 * | a time or a proof                    | any               | a stored one with all of its values                         |
 *
 * @param given the wanted consent, as it would be written
 * @param was the state now
 */
function repeatedBy(
	ledger: Ledger,
	given: IDataObject & { type: string },
	{ isGranted: grants, at, proof }: WantedConsent,
	was: boolean | null,
): IDataObject | undefined {
	const isGrantWithId = grants && proof.id !== undefined;
	if (at === undefined && !isGrantWithId) {
		if (was !== grants) return undefined;
		if (Object.keys(proof).length === 0) return decidingFor(ledger, given.type);
	}
	return storedLike(ledger, given)[0];
}

/**
 * Adds one consent.
 *
 * @param askedAt when it was asked for, in epoch milliseconds
 * @throws InvalidInput before anything is added
 */
export function addConsent(ledger: Ledger, wanted: WantedConsent, askedAt = ledger.clock.now): AddedConsent {
	const type = storedType(ledger, wanted.type);
	const was = stateOf(ledger, type);
	assertOwnId(ledger, type, wanted.proof.id);
	const own = { type, granted: wanted.isGranted };
	const at = wanted.at && writtenTime({ ...own, granted_at: wanted.at }, ledger.clock);
	const given = { ...own, ...(at !== undefined && { granted_at: at }), ...wanted.proof };
	const same = repeatedBy(ledger, given, wanted, was);
	const others = was === null ? [...ledger.standingsBefore.keys()] : undefined;
	const result = { type, was, others };
	if (same) return { ...result, entry: undefined, at: same.granted_at, isOutdated: was !== wanted.isGranted };
	if (at === undefined && wanted.isGranted) assertNotWithdrawnSince(ledger, type, askedAt);
	const granted_at = at ?? timeAfter(ledger, type, wanted.isGranted);
	const entry = { ...own, granted_at, ...wanted.proof };
	// A type that the contact has is stored so, and cannot be corrected in the row.
	assertNoneLost(ledger.standingsBefore.has(type) ? { ...entry, type: '' } : entry);
	add(ledger, entry);
	return { ...result, entry, at: granted_at, isOutdated: stateOf(ledger, type) === !wanted.isGranted };
}

/**
 * Adds wanted consents to the stored documentation of a contact, in their order.
 *
 * @param askedAt when they were asked for, in epoch milliseconds; a grant without a time is refused if its type was
 * withdrawn since
 * @returns the documentation, and what became of each; a refused one has added nothing
 */
export function addConsents(
	stored: unknown,
	all: readonly WantedConsent[],
	clock: Clock,
	askedAt = clock.now,
): { documentation: unknown; each: ReadonlyArray<AddedConsent | { error: unknown }> } {
	let ledger: Ledger;
	try {
		ledger = ledgerOf(stored, clock);
	} catch (error) {
		return { documentation: stored, each: all.map(() => ({ error })) };
	}
	// What rows of the same run withdraw is no decision since: an earlier try of the run may have written it.
	const withdrawnHere = new Set(all.flatMap(({ type, isGranted }) => (isGranted ? [] : comparedText(type))));
	const each = all.map((wanted) => {
		const isDecidedHere = withdrawnHere.has(comparedText(wanted.type));
		try {
			return addConsent(ledger, wanted, isDecidedHere ? clock.now : askedAt);
		} catch (error) {
			return { error };
		}
	});
	return { documentation: documentationOf(ledger, stored), each };
}
