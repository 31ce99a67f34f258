/** The consents of a contact to which some are added: what is there, and when two are the same. */
import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { InvalidInput } from '../../operation';
import { comparable, isRecord, records, scalarText, textOf, trimmed } from '../../values';

/** A consent that counts for its type, with its time; an undated one is the oldest. */
export interface Newest {
	time: number;
	consent: IDataObject;
}

/** The consents of a contact to which some are added. Kept up to date, because a contact may have thousands of rows. */
export interface Ledger {
	documentation: IDataObject;
	consents: IDataObject[];
	/** By type. */
	newest: Map<string, Newest>;
	/** By type, and by type and time. */
	byType: Map<string, IDataObject[]>;
	byId: Map<string, IDataObject[]>;
	/** The types that the contact had before. */
	typesBefore: readonly string[];
}

/** Ledgers by the documentation that they have made. */
const ledgers = new WeakMap<object, Ledger>();

export const timeOf = ({ granted_at }: IDataObject): number => exactTime(granted_at) ?? -Infinity;
/** A value as text, to be compared: blanks around it never matter, nor how its letters are composed. */
export const plain = (value: unknown): string =>
	trimmed(scalarText(value) ?? JSON.stringify(value) ?? '').normalize('NFC');
export const keyOf = (type: unknown, time?: number): string => JSON.stringify([plain(type), time]);

function put(lists: Map<string, IDataObject[]>, key: string, consent: IDataObject): void {
	const others = lists.get(key);
	if (others) others.push(consent);
	else lists.set(key, [consent]);
}

function note(ledger: Ledger, consent: IDataObject): void {
	const { type, id } = consent;
	const time = timeOf(consent);
	put(ledger.byType, keyOf(type), consent);
	put(ledger.byType, keyOf(type, time), consent);
	if (plain(id) !== '') put(ledger.byId, plain(id), consent);
	const name = textOf(type);
	if (name !== undefined && time >= (ledger.newest.get(name)?.time ?? -Infinity)) {
		ledger.newest.set(name, { time, consent });
	}
}

/** @throws InvalidInput where the contact has something else than a list of consents: adding to it would erase that */
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
	// An entry of another kind stays as it is.
	const copy = [...(consents as IDataObject[])];
	const ledger: Ledger = {
		documentation: { ...documentation, consents: copy },
		consents: copy,
		newest: new Map(),
		byType: new Map(),
		byId: new Map(),
		typesBefore: [],
	};
	for (const consent of records(copy)) note(ledger, consent);
	ledger.typesBefore = [...ledger.newest.keys()];
	ledgers.set(ledger.documentation, ledger);
	return ledger;
}

export function add(ledger: Ledger, consent: IDataObject): void {
	ledger.consents.push(consent);
	note(ledger, consent);
}

/** True if a stored consent has each value that an entry gives; times are compared, not their texts. */
export const saysAll = (stored: IDataObject, entry: IDataObject): boolean =>
	Object.entries(entry).every(([key, value]) => {
		const time = key === 'granted_at' ? exactTime(value) : undefined;
		return time === undefined ? plain(stored[key]) === plain(value) : exactTime(stored[key]) === time;
	});

/** True if an entry is there: by its ID, or with everything that it says. */
export function isThere({ byId, byType }: Ledger, entry: IDataObject): boolean {
	if (byId.has(plain(entry.id))) return true;
	const isDated = exactTime(entry.granted_at) !== undefined;
	const key = keyOf(entry.type, isDated ? timeOf(entry) : undefined);
	return (byType.get(key) ?? []).some((stored) => saysAll(stored, entry));
}

/** A type as the contact has it, however it is composed and whatever is around it; `undefined` for one that it does not have. */
export const typeIn = ({ newest }: Ledger, type: string): string | undefined =>
	newest.has(type) ? type : [...newest.keys()].find((one) => plain(one) === plain(type));

/** The one among these types that differs from a type in case, spaces, `_` and `-` alone. */
export const nearType = (types: readonly string[], type: string): string | undefined =>
	types.find((one) => comparable(plain(one)) === comparable(plain(type)));
