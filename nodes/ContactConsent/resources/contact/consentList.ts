import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { InvalidInput } from '../../operation';
import { lossIn } from '../../upload/cells';
import type { Remark } from '../../upload/columns';
import { isRecord, records, scalarText, textOf } from '../../values';
import {
	add,
	isThere,
	ledgerOf,
	nearType,
	plain,
	saysAll,
	timeOf,
	typeIn,
	typeKey,
	type Ledger,
} from './consentLedger';
import { isGranted, type Newest } from './consents';

/**
 * True if an entry grants a withdrawn consent and is not newer than the withdrawal. It has to be refused, so that no
 * upload undoes a withdrawal.
 */
function outdates(ledger: Ledger, entry: IDataObject): boolean {
	const last = ledger.newest.get(typeIn(ledger, plain(entry.type)) ?? '');
	return isGranted(entry) && last !== undefined && !isGranted(last.consent) && timeOf(entry) <= last.time;
}

/** @throws InvalidInput if a spreadsheet has lost a value of a new consent: it would be a wrong proof */
function assertNoneLost(entry: IDataObject): void {
	const lost = Object.entries(entry).find(([, value]) => lossIn(value) !== undefined);
	if (lost === undefined) return;
	const [field, value] = lost;
	throw new InvalidInput(
		`A consent has ${field} "${scalarText(value)}", a value that the spreadsheet has lost`,
		'Correct the cell, so that the consent says what the contact agreed to.',
	);
}

type AddRemark = (remark: Remark) => void;

const STAYS = 'because an upload does not change a consent that is stored';

/** Tells what an entry would change in the stored consent with its ID. A stored consent always stays as it is. */
function remarkOnStored({ byId, newest }: Ledger, entry: IDataObject, remark: AddRemark): void {
	const same = byId.get(plain(entry.id)) ?? [];
	const stored = same.at(-1);
	if (stored === undefined || same.some((one) => saysAll(one, entry))) return;
	const name = scalarText(stored.type) ?? 'a consent without a type';
	const wasGranted = isGranted(stored);
	const last = newest.get(name);
	const isNow = last === undefined ? wasGranted : isGranted(last.consent);
	const warn = { isWarning: true, isNotSent: true } as const;
	if (isGranted(entry) === wasGranted || isNow !== wasGranted) {
		const fields = Object.keys(entry).filter((key) => !saysAll(stored, { [key]: entry[key] }));
		remark({ before: `Not changed, ${STAYS}`, name: `${fields.join(', ')} of ${name}`, ...warn });
	} else if (wasGranted) {
		const after = "To withdraw it, use the operation 'Set Consent'.";
		remark({ before: `Still granted, ${STAYS}`, name, after, ...warn });
	} else {
		const after = "If the contact has granted it since, use the operation 'Set Consent'.";
		remark({ before: `Still withdrawn, ${STAYS}`, name, after, ...warn });
	}
}

/** Precedes the types of consents that were written but do not change the state. */
export const NO_CHANGE =
	'Written, but no change of the state, because the newest consent of a type counts, and one without a date is the oldest';

/** Tells of a withdrawal that was written without effect, and of a type that is spelled almost like a stored one. */
function remarkOnNew({ newest, typesBefore }: Ledger, entry: IDataObject, remark: AddRemark): void {
	const type = textOf(entry.type) ?? '';
	const last = newest.get(type)?.consent;
	if (last && last !== entry && isGranted(last) && !isGranted(entry)) {
		const after = "To withdraw it now, use the operation 'Set Consent'.";
		remark({ before: NO_CHANGE, name: `${type} is still granted`, after, isWarning: true });
	}
	if (typesBefore.includes(type)) return;
	const near = nearType(typesBefore, type);
	if (near === undefined) return;
	const before = 'New consent types, each of which differs from a stored one only in its spelling';
	const after = 'Use the spelling that is stored: a consent of another type changes nothing of it.';
	remark({ before, name: `"${type}" beside "${near}"`, after, isWarning: true });
}

/**
 * Merges the consents of a row into the documentation of a contact. Stored consents stay as they are, and new ones are
 * added at the end, so that no consent is ever removed.
 *
 * @throws InvalidInput if the row would undo a withdrawal, or if the stored consents are not readable
 */
export function withConsents(stored: unknown, given: unknown, remark: AddRemark): unknown {
	const { consents, ...others } = isRecord(given) ? given : {};
	const entries = records(consents);
	const more = Object.keys(others).length > 0;
	if (entries.length === 0) return more ? { ...(isRecord(stored) && stored), ...others } : stored;
	const ledger = ledgerOf(stored);
	const isNew = entries.filter((entry) => !isThere(ledger, entry));
	isNew.forEach(assertNoneLost);
	const wrong = isNew.find((entry) => outdates(ledger, entry));
	if (wrong) {
		throw new InvalidInput(
			`A consent of the type "${scalarText(wrong.type)}" would be granted again, although the contact withdrew it`,
			"The entry is not newer than the withdrawal. If the contact has granted it since, use the operation 'Set Consent'.",
		);
	}
	const added = new Set<IDataObject>();
	for (const entry of isNew) {
		if (isThere(ledger, entry)) continue;
		add(ledger, entry);
		added.add(entry);
	}
	for (const entry of entries) (added.has(entry) ? remarkOnNew : remarkOnStored)(ledger, entry, remark);
	if (added.size === 0 && !more) return stored;
	Object.assign(ledger.documentation, others);
	return ledger.documentation;
}

/** A consent that Set Consent is asked to write, and the result. */
export interface WantedConsent {
	type: string;
	isGranted: boolean;
	/** UTC ISO 8601; missing: now. */
	at: string | undefined;
	proof: IDataObject;
	/** The result; set by merging with the stored consents. */
	found?: {
		/** In the spelling that the contact has. */
		type: string;
		/** False if the consent holds already. */
		isWritten: boolean;
		/** The consent is older than the newest one of its type, so that it does not change the state. */
		isOlder: boolean;
		/** The types that the contact had before, if this type is new. */
		others: readonly string[] | undefined;
	};
}

/** The type in the contact's spelling. @throws InvalidInput if it is almost a type of the contact: probably mistyped */
function storedType(ledger: Ledger, type: string): string {
	const same = typeIn(ledger, type);
	if (same !== undefined) return same;
	const near = nearType([...ledger.newest.keys()], type);
	if (near === undefined) return type;
	throw new InvalidInput(
		`The contact has no consent of the type "${type}": did you mean "${near}"?`,
		'Use the type exactly as Get Consents shows it.',
	);
}

/** Now; if the newest consent of the type has a later time, because its clock was ahead, then this later time. */
function timeAfter(last: Newest | undefined): string {
	const now = new Date();
	return (last?.time ?? -Infinity) > now.getTime()
		? (scalarText(last?.consent.granted_at) ?? '')
		: now.toISOString();
}

/** Adds a consent to the documentation of a contact, unless it holds already; sets `found`. @throws InvalidInput */
export function withConsent(stored: unknown, wanted: WantedConsent): unknown {
	const ledger = ledgerOf(stored);
	const { isGranted: granted, at, proof } = wanted;
	const type = storedType(ledger, wanted.type);
	const last = ledger.newest.get(type);
	const time = exactTime(at);
	const isOlder = time !== undefined && time < (last?.time ?? -Infinity);
	const sameTime = isOlder ? (ledger.byType.get(typeKey(type, time)) ?? []) : [];
	const holds = isOlder
		? sameTime.some((one) => isGranted(one) === granted)
		: last !== undefined && isGranted(last.consent) === granted;
	wanted.found = {
		type,
		isWritten: !holds,
		isOlder,
		others: last === undefined ? ledger.typesBefore : undefined,
	};
	if (holds) return stored;
	const filled = Object.entries(proof).filter(([, value]) => value !== '');
	const entry = { type, granted, granted_at: at ?? timeAfter(last), ...Object.fromEntries(filled) };
	assertNoneLost(entry);
	add(ledger, entry);
	return ledger.documentation;
}
