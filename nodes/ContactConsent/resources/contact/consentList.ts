import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { InvalidInput } from '../../operation';
import { comparable, isRecord, records, scalarText, textOf, trimmed } from '../../values';
import { isGranted } from './consents';

/** A consent that counts for its type, with its time; an undated one is the oldest. */
interface Newest {
	time: number;
	consent: IDataObject;
}

/** The consents of a contact to which some are added. Kept up to date, because a contact may have thousands of rows. */
interface Ledger {
	documentation: IDataObject;
	consents: IDataObject[];
	/** By type. */
	newest: Map<string, Newest>;
	/** By type, and by type and time. */
	byType: Map<string, IDataObject[]>;
	ids: Set<string>;
	/** The types that the contact had before. */
	typesBefore: readonly string[];
}

/** Ledgers by the documentation that they have made. */
const ledgers = new WeakMap<object, Ledger>();

const timeOf = ({ granted_at }: IDataObject): number => exactTime(granted_at) ?? -Infinity;
/** A value as text, to be compared: blanks around it never matter, nor how its letters are composed. */
const plain = (value: unknown): string =>
	trimmed(scalarText(value) ?? JSON.stringify(value) ?? '').normalize('NFC');
const keyOf = (type: unknown, time?: number): string => JSON.stringify([plain(type), time]);

function note(ledger: Ledger, consent: IDataObject): void {
	const { type, id } = consent;
	const time = timeOf(consent);
	for (const key of [keyOf(type), keyOf(type, time)]) {
		const others = ledger.byType.get(key);
		if (others) others.push(consent);
		else ledger.byType.set(key, [consent]);
	}
	if (plain(id) !== '') ledger.ids.add(plain(id));
	const name = textOf(type);
	if (name !== undefined && time >= (ledger.newest.get(name)?.time ?? -Infinity)) {
		ledger.newest.set(name, { time, consent });
	}
}

/** @throws InvalidInput where the contact has something else than a list of consents: adding to it would erase that */
function ledgerOf(stored: unknown): Ledger {
	const known = isRecord(stored) ? ledgers.get(stored) : undefined;
	if (known) return known;
	const documentation = stored ?? {};
	const consents = isRecord(documentation) ? (documentation.consents ?? []) : documentation;
	if (!isRecord(documentation) || !Array.isArray(consents)) {
		throw new InvalidInput(
			'The consents of the contact are not readable',
			'The service shows them in another form than the contract says, so that nothing can be added to them.',
		);
	}
	// An entry of another kind stays as it is.
	const copy = [...(consents as IDataObject[])];
	const ledger: Ledger = {
		documentation: { ...documentation, consents: copy },
		consents: copy,
		newest: new Map(),
		byType: new Map(),
		ids: new Set(),
		typesBefore: [],
	};
	for (const consent of records(copy)) note(ledger, consent);
	ledger.typesBefore = [...ledger.newest.keys()];
	ledgers.set(ledger.documentation, ledger);
	return ledger;
}

function add(ledger: Ledger, consent: IDataObject): void {
	ledger.consents.push(consent);
	note(ledger, consent);
}

/** True if a stored consent has each value that an entry gives; times are compared, not their texts. */
const saysAll = (stored: IDataObject, entry: IDataObject): boolean =>
	Object.entries(entry).every(([key, value]) => {
		const time = key === 'granted_at' ? exactTime(value) : undefined;
		return time === undefined ? plain(stored[key]) === plain(value) : exactTime(stored[key]) === time;
	});

/** True if an entry is there: by its ID, or with everything that it says. */
function isThere({ ids, byType }: Ledger, entry: IDataObject): boolean {
	if (ids.has(plain(entry.id))) return true;
	const isDated = exactTime(entry.granted_at) !== undefined;
	const key = keyOf(entry.type, isDated ? timeOf(entry) : undefined);
	return (byType.get(key) ?? []).some((stored) => saysAll(stored, entry));
}

/** A type as the contact has it, however it is composed and whatever is around it; `undefined` for one that it does not have. */
const typeIn = ({ newest }: Ledger, type: string): string | undefined =>
	newest.has(type) ? type : [...newest.keys()].find((one) => plain(one) === plain(type));

/** True for an entry that grants what was withdrawn, and is not newer: nobody who withdrew becomes granted that way. */
function outdates(ledger: Ledger, entry: IDataObject): boolean {
	const last = ledger.newest.get(typeIn(ledger, plain(entry.type)) ?? '');
	return isGranted(entry) && last !== undefined && !isGranted(last.consent) && timeOf(entry) <= last.time;
}

/**
 * The documentation of a contact with the consents that a row gives: what is there stays as it is, what is not there is
 * added behind. So no consent is taken away.
 *
 * @throws InvalidInput
 */
export function withConsents(stored: unknown, given: unknown): unknown {
	const { consents, ...others } = isRecord(given) ? given : {};
	const entries = records(consents);
	const more = Object.keys(others).length > 0;
	if (entries.length === 0) return more ? { ...(isRecord(stored) && stored), ...others } : stored;
	const ledger = ledgerOf(stored);
	const isNew = entries.filter((entry) => !isThere(ledger, entry));
	const wrong = isNew.find((entry) => outdates(ledger, entry));
	if (wrong) {
		throw new InvalidInput(
			`A consent of the type "${scalarText(wrong.type)}" would be granted again, although the contact withdrew it`,
			"The entry is not newer than the withdrawal. If the contact has granted it since, use the operation 'Set Consent'.",
		);
	}
	if (isNew.length === 0 && !more) return stored;
	for (const entry of isNew) if (!isThere(ledger, entry)) add(ledger, entry);
	Object.assign(ledger.documentation, others);
	return ledger.documentation;
}

/** A consent that Set Consent writes, and what became of it. */
export interface Wanted {
	type: string;
	isGranted: boolean;
	/** UTC ISO 8601; missing: now. */
	at: string | undefined;
	proof: IDataObject;
	/** What is true once it was laid over what is there. */
	found?: {
		/** The type as the contact has it. */
		type: string;
		/** It is written; otherwise it holds already. */
		isWritten: boolean;
		/** It is older than the newest of its type, so that it does not change the state. */
		isOlder: boolean;
		/** The types that the contact had, where this one is new. */
		others: readonly string[] | undefined;
	};
}

/** The type as the contact has it. @throws InvalidInput for one that is nearly one that it has: probably mistyped */
function storedType(ledger: Ledger, type: string): string {
	const same = typeIn(ledger, type);
	if (same !== undefined) return same;
	const near = [...ledger.newest.keys()].find((one) => comparable(plain(one)) === comparable(type));
	if (near === undefined) return type;
	throw new InvalidInput(
		`The contact has no consent of the type "${type}": did you mean "${near}"?`,
		'Use the type exactly as Get Consents shows it.',
	);
}

/** Now, but not before the newest of its type, which may have been written by a clock that is ahead. */
function timeAfter(last: Newest | undefined): string {
	const now = new Date();
	return (last?.time ?? -Infinity) > now.getTime()
		? (scalarText(last?.consent.granted_at) ?? '')
		: now.toISOString();
}

/** The documentation of a contact with one consent added, unless it holds already. @throws InvalidInput */
export function withConsent(stored: unknown, wanted: Wanted): unknown {
	const ledger = ledgerOf(stored);
	const { isGranted: granted, at, proof } = wanted;
	const type = storedType(ledger, wanted.type);
	const last = ledger.newest.get(type);
	const time = exactTime(at);
	const isOlder = time !== undefined && time < (last?.time ?? -Infinity);
	const sameTime = isOlder ? (ledger.byType.get(keyOf(type, time)) ?? []) : [];
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
	add(ledger, { type, granted, granted_at: at ?? timeAfter(last), ...Object.fromEntries(filled) });
	return ledger.documentation;
}
