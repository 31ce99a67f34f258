import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { InvalidInput } from '../../operation';
import type { Built } from '../../plan';
import { isRecord, records, scalarText } from '../../values';
import type { Notes as RecordNotes } from '../records/notes';
import { assertExact, storedUpload } from '../records/stored';
import { contactModel } from './columns';
import { isGranted, newestConsents } from './consents';

/** What one row asks for; its keys are no columns. */
export interface Wanted {
	id: string;
	type: string;
	isGranted: boolean;
	/** UTC ISO 8601; missing: now. */
	at?: string;
	proof: IDataObject;
}

/** What a row came to. */
interface ConsentNote {
	type: string;
	granted: boolean;
	/** An entry was added; otherwise that holds already. */
	changed: boolean;
	/** It is older than the newest of its type, so that it does not change the state. */
	isOlder: boolean;
	/** The types that the contact has, where this one is new. */
	others?: readonly string[];
}

/** What is told about a contact. */
export interface Notes extends Pick<RecordNotes, 'notKept'> {
	/** For each row of the contact, in the order of the input. */
	rows: readonly ConsentNote[];
}

/** Now, but not before the newest of its type, which may have been written by a clock that is ahead. */
function timeAfter(newest: IDataObject | undefined): string {
	const now = new Date();
	const isLater = (exactTime(newest?.granted_at) ?? -Infinity) > now.getTime();
	return isLater ? (scalarText(newest?.granted_at) ?? '') : now.toISOString();
}

/**
 * Adds what a row asks for behind the consents, unless that holds already.
 *
 * @param newest the one that counts of each type; kept up to date
 * @param before the types that the contact had before any row: one of an earlier row may be mistyped, too
 */
function add(
	consents: IDataObject[],
	newest: Map<string, IDataObject>,
	{ type, isGranted: granted, at, proof }: Wanted,
	before: readonly string[],
): ConsentNote {
	const last = newest.get(type);
	const time = exactTime(at);
	const isOlder = time !== undefined && time < (exactTime(last?.granted_at) ?? -Infinity);
	const isThere = isOlder
		? records(consents).some(
				(one) => one.type === type && isGranted(one) === granted && exactTime(one.granted_at) === time,
			)
		: last !== undefined && isGranted(last) === granted;
	const others = last === undefined ? before : undefined;
	const note: ConsentNote = { type, granted, changed: !isThere, isOlder, others };
	if (isThere) return note;
	const filled = Object.entries(proof).filter(([, value]) => value !== '');
	const entry = { type, granted, granted_at: at ?? timeAfter(last), ...Object.fromEntries(filled) };
	consents.push(entry);
	if (!isOlder) newest.set(type, entry);
	return note;
}

/** @throws InvalidInput where the contact has something else than a list of consents: adding to it would erase that */
function consentsIn({ documentation = {} }: IDataObject): IDataObject[] {
	const consents = isRecord(documentation) ? (documentation.consents ?? []) : documentation;
	// An entry of another kind stays as it is.
	if (Array.isArray(consents)) return [...(consents as IDataObject[])];
	throw new InvalidInput(
		'The consents of the contact are not readable',
		'The service shows them in another form than the contract says, so that nothing can be added to them.',
	);
}

/** The contact with the consents of all of its rows, in the order of the rows. */
export function buildContact(
	rows: readonly Wanted[],
	current: IDataObject,
	sendsUnknown: boolean,
): Built<Notes> {
	const { upload: stored, unknown } = storedUpload(contactModel, current, sendsUnknown);
	const consents = consentsIn(stored);
	const newest = newestConsents({ documentation: { consents } });
	const before = [...newest.keys()];
	const rowNotes = rows.map((row) => add(consents, newest, row, before));
	const isChanged = rowNotes.some(({ changed }) => changed);
	const { documentation } = stored;
	const upload = { ...stored, documentation: { ...(isRecord(documentation) && documentation), consents } };
	if (isChanged) assertExact(upload);
	return {
		upload,
		change: isChanged ? 'changed' : 'unchanged',
		notes: { rows: rowNotes, notKept: isChanged ? unknown : [] },
	};
}
