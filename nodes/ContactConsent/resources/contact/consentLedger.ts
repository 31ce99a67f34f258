/** The consents of a contact, with indexes for adding more, and the rules for when two consents are the same. */
import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { InvalidInput } from '../../operation';
import { comparable, isRecord, records, scalarText, textOf, trimmed } from '../../values';
import type { Newest } from './consents';

/** The consents of a contact. The indexes are kept between rows, because a contact may have thousands of rows. */
export interface Ledger {
	documentation: IDataObject;
	consents: IDataObject[];
	/** By type. */
	newest: Map<string, Newest>;
	/** Keys are made by `typeKey`: each consent is listed by its type, and by its type with its time. */
	byType: Map<string, IDataObject[]>;
	byId: Map<string, IDataObject[]>;
	/** The types that the contact had before anything was added. */
	typesBefore: readonly string[];
}

/** Ledgers by their own `documentation`, so that the next row of the contact finds its ledger. */
const ledgers = new WeakMap<object, Ledger>();

export const timeOf = ({ granted_at }: IDataObject): number => exactTime(granted_at) ?? -Infinity;
/** A value as text for comparisons: without blanks around it, and with composed letters (NFC). */
export const plain = (value: unknown): string =>
	trimmed(scalarText(value) ?? JSON.stringify(value) ?? '').normalize('NFC');
export const typeKey = (type: unknown, time?: number): string => JSON.stringify([plain(type), time]);

function addTo(lists: Map<string, IDataObject[]>, key: string, consent: IDataObject): void {
	const others = lists.get(key);
	if (others) others.push(consent);
	else lists.set(key, [consent]);
}

function index(ledger: Ledger, consent: IDataObject): void {
	const { type, id } = consent;
	const time = timeOf(consent);
	addTo(ledger.byType, typeKey(type), consent);
	addTo(ledger.byType, typeKey(type, time), consent);
	if (plain(id) !== '') addTo(ledger.byId, plain(id), consent);
	const name = textOf(type);
	if (name !== undefined && time >= (ledger.newest.get(name)?.time ?? -Infinity)) {
		ledger.newest.set(name, { time, consent });
	}
}

/** @throws InvalidInput if the contact has something other than a list of consents: adding to it would erase it */
export function ledgerOf(stored: unknown): Ledger {
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
	// Entries that are no objects stay in the list, too.
	const copy = [...(consents as IDataObject[])];
	const ledger: Ledger = {
		documentation: { ...documentation, consents: copy },
		consents: copy,
		newest: new Map(),
		byType: new Map(),
		byId: new Map(),
		typesBefore: [],
	};
	for (const consent of records(copy)) index(ledger, consent);
	ledger.typesBefore = [...ledger.newest.keys()];
	ledgers.set(ledger.documentation, ledger);
	return ledger;
}

export function add(ledger: Ledger, consent: IDataObject): void {
	ledger.consents.push(consent);
	index(ledger, consent);
}

/** True if a stored consent has each value that an entry gives. Two texts of the same time are equal. */
export const saysAll = (stored: IDataObject, entry: IDataObject): boolean =>
	Object.entries(entry).every(([key, value]) => {
		const time = key === 'granted_at' ? exactTime(value) : undefined;
		return time === undefined ? plain(stored[key]) === plain(value) : exactTime(stored[key]) === time;
	});

/** True if an entry is stored already: a stored consent has its ID, or all of its values. */
export function isThere({ byId, byType }: Ledger, entry: IDataObject): boolean {
	if (byId.has(plain(entry.id))) return true;
	const isDated = exactTime(entry.granted_at) !== undefined;
	const key = typeKey(entry.type, isDated ? timeOf(entry) : undefined);
	return (byType.get(key) ?? []).some((stored) => saysAll(stored, entry));
}

/** The contact's spelling of a type, compared by `plain`; `undefined` if the contact does not have the type. */
export const typeIn = ({ newest }: Ledger, type: string): string | undefined =>
	newest.has(type) ? type : [...newest.keys()].find((one) => plain(one) === plain(type));

/** The first of these types that differs from a type only in case, spaces, `_` and `-`. */
export const nearType = (types: readonly string[], type: string): string | undefined =>
	types.find((one) => comparable(plain(one)) === comparable(plain(type)));
