/** An upload with Keep: the consents of its rows are merged into those of the contact. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { isBlank, isEmpty, isSame } from '../../upload/table/cells';
import type { UnplacedNote } from '../../upload/report/notes';
import { valueAt, type MergedValues, type Setting } from '../../upload/table/recordModel';
import { isRecord, LEAVE_OUT, mapValues, scalarText } from '../../lib/json';
import {
	add,
	documentationOf,
	ledgerOf,
	nearTypeIn,
	comparedText,
	storedLike,
	hasAllValues,
	hasSameValue,
	stateOf,
	typeIn,
	type Ledger,
} from './consentLedger';
import { assertNoneLost, assertReadable, writtenTime } from './newConsent';
import { consentsIn, fieldsIn } from './consentDifferences';
import {
	decidingIn,
	isGranted,
	isLaterThanWithdrawals,
	standingWith,
	timeOf,
	typeOf,
	type Clock,
	type Standing,
} from './consents';

/**
 * Finds an entry that grants a consent and is not later than each of its withdrawals. It has to be refused, so that no
 * upload undoes a withdrawal. A withdrawal of the same row counts only if the grant would outdo it: a row may bring a
 * whole history, in any order.
 *
 * | stored       | the row, in its order                        | finds     | because                                    |
 * | ------------ | -------------------------------------------- | --------- | ------------------------------------------ |
 * | withdrawn 5/2025 | granted 1/2025                           | the grant | it is older than the stored withdrawal     |
 * | -            | withdrawn 5/2025, granted 1/2025             | none      | the withdrawal counts after both           |
 * | -            | withdrawn without a date, granted 1/2025     | the grant | it would count, and nothing says it is later |
 */
function findOutdating(ledger: Ledger, entries: readonly IDataObject[]): IDataObject | undefined {
	const withRow = new Map<string, Standing>();
	return entries.find((entry) => {
		const type = typeIn(ledger, comparedText(entry.type)) ?? comparedText(entry.type);
		const storedAlone = ledger.standings.get(type);
		const withRowBefore = withRow.get(type) ?? storedAlone;
		const withThis = standingWith(entry, ledger.clock, withRowBefore);
		withRow.set(type, withThis);
		if (!isGranted(entry)) return false;
		const time = timeOf(entry, ledger.clock) ?? -Infinity;
		const isLater = (standing: Standing | undefined) =>
			standing === undefined || isLaterThanWithdrawals(time, standing);
		return !isLater(storedAlone) || (decidingIn(withThis) === entry && !isLater(withRowBefore));
	});
}

/**
 * Tells what an entry would change in the stored consent with its ID, or like it. A stored consent always stays as it
 * is.
 *
 * | the entry                              | the stored one          | the type now      | told as                              |
 * | -------------------------------------- | ----------------------- | ----------------- | ------------------------------------ |
 * | has no ID; withdraws, without a date   | is like it, with a date | is granted        | `stillGranted`: it may be meant for now |
 * | has no ID; any other                   | is like it              | any               | -                                    |
 * | has an ID                              | has all of its values   | any               | -                                    |
 * | has an ID, and the other state         | has its ID              | is as it is stored | `stillGranted` or `stillWithdrawn`   |
 * | has an ID; any other                   | has its ID              | any               | `consentStays`, with the fields      |
 */
function notesOnStored(ledger: Ledger, entry: IDataObject): UnplacedNote[] {
	const { byId, clock } = ledger;
	if (comparedText(entry.id) === '') {
		// A withdrawal without a date may be meant for now, and the one that is stored for then.
		const isInDoubt = !isGranted(entry) && timeOf(entry, clock) === undefined;
		const like = isInDoubt ? storedLike(ledger, entry) : [];
		const type = typeOf(entry) ?? '';
		const isOfThen = like.length > 0 && like.every((one) => timeOf(one, clock) !== undefined);
		return isOfThen && stateOf(ledger, type) ? [{ kind: 'stillGranted', name: type }] : [];
	}
	const same = byId.get(comparedText(entry.id)) ?? [];
	const stored = same.at(-1);
	if (stored === undefined || same.some((one) => hasAllValues(one, entry, clock))) return [];
	const name = typeOf(stored) ?? 'a consent without a type';
	const wasGranted = isGranted(stored);
	const isNow = stateOf(ledger, name) ?? wasGranted;
	if (isGranted(entry) === wasGranted || isNow !== wasGranted) {
		const fields = Object.keys(entry).filter((key) => !hasSameValue(stored, entry, key, clock));
		return [{ kind: 'consentStays', name: `${fields.join(', ')} of ${name}` }];
	}
	return [{ kind: wasGranted ? 'stillGranted' : 'stillWithdrawn', name }];
}

/** Tells of a withdrawal that was written without effect, and of a type that is spelled almost like a stored one. */
function notesOnNew(ledger: Ledger, entry: IDataObject, nearBefore: string | undefined): UnplacedNote[] {
	const type = typeOf(entry) ?? '';
	const notes: UnplacedNote[] = [];
	if (stateOf(ledger, type) && !isGranted(entry)) {
		notes.push({ kind: 'withdrawnInVain', name: `${type} is still granted` });
	}
	if (nearBefore !== undefined) {
		notes.push({ kind: 'nearType', name: `"${type}" beside "${nearBefore}"` });
	}
	return notes;
}

/**
 * True if an entry is stored already: a stored consent has its ID, or all of its values. Of entries that this upload
 * adds, two may have one ID, and both are written.
 */
const isThere = (ledger: Ledger, entry: IDataObject): boolean =>
	ledger.idsBefore.has(comparedText(entry.id)) || storedLike(ledger, entry).length > 0;

/** An entry as it is written. @throws InvalidInput */
function datedEntry(entry: IDataObject, { clock }: Ledger): IDataObject {
	assertNoneLost(entry);
	return comparedText(entry.granted_at ?? '') === ''
		? entry
		: { ...entry, granted_at: writtenTime(entry, clock) };
}

/** Adds the entries of one row. @throws InvalidInput before anything is added, if one of them may not be written */
function addEntries(ledger: Ledger, entries: readonly IDataObject[]): UnplacedNote[] {
	const isNew = entries.filter((entry) => !isThere(ledger, entry));
	const dated = new Map(isNew.map((entry) => [entry, datedEntry(entry, ledger)]));
	const wrong = findOutdating(ledger, isNew);
	if (wrong) {
		throw new InvalidInput(
			`A consent of the type "${scalarText(wrong.type)}" would be granted again, although the contact withdrew it`,
			"The entry is not newer than the withdrawal. If the contact has granted it since, use the operation 'Set Consent'.",
		);
	}
	const nearBefore = new Map<IDataObject, string | undefined>();
	for (const entry of isNew) {
		// Two entries of a row may be the same.
		if (isThere(ledger, entry)) continue;
		const type = typeOf(entry) ?? '';
		nearBefore.set(entry, ledger.standings.has(type) ? undefined : nearTypeIn(ledger, type));
		add(ledger, dated.get(entry) ?? entry);
	}
	return entries.flatMap((entry) =>
		nearBefore.has(entry) ? notesOnNew(ledger, entry, nearBefore.get(entry)) : notesOnStored(ledger, entry),
	);
}

/**
 * What a row says beside the consents: the fields that are sent, and those of them that are not stored yet.
 *
 * @param keepsStored what is stored wins, and only empty fields are filled
 */
function besideConsents(stored: unknown, beside: IDataObject, keepsStored: boolean) {
	const isStored = (part: unknown, key: string) => isRecord(stored) && isSame(stored[key], part);
	// A documentation that is no object would be lost with the first field.
	const isFilled = (key: string) => !isEmpty(isRecord(stored) ? valueAt(stored, [key]) : stored);
	const notes: UnplacedNote[] = [];
	const sent = mapValues(beside, (part, key) => {
		if (!keepsStored || (!isBlank(part) && !isFilled(key))) return part;
		if (!isBlank(part) && !isStored(part, key)) notes.push({ kind: 'storedStays' });
		return LEAVE_OUT;
	});
	const changed = mapValues(sent, (part, key) => (isStored(part, key) ? LEAVE_OUT : part));
	return { sent, changed, notes: notes.slice(0, 1) };
}

/**
 * Merges the documentations of the rows of a contact into the stored one. Stored consents stay as they are, and new ones
 * are added at the end, so that no consent is ever removed.
 *
 * @param values the documentation of each row, in order. A row that would undo a withdrawal is refused and adds nothing
 * @param storedValues what wins beside the consents, which have their own rules
 */
export function mergeConsents(
	stored: unknown,
	values: readonly unknown[],
	clock: Clock,
	storedValues: Setting['storedValues'] = 'overwrite',
): MergedValues {
	let ledger: Ledger | undefined;
	let others: IDataObject = {};
	const each = values.map((value): MergedValues['each'][number] => {
		const entries = consentsIn(value);
		try {
			const { sent, changed, notes } = besideConsents(stored, fieldsIn(value), storedValues === 'keep');
			assertReadable(changed, 'The documentation');
			if (entries.length > 0) ledger ??= ledgerOf(stored, clock);
			const added = ledger && entries.length > 0 ? addEntries(ledger, entries) : [];
			others = { ...others, ...sent };
			return { notes: [...added, ...notes] };
		} catch (error) {
			return { error };
		}
	});
	const documentation = documentationOf(ledger, stored);
	if (documentation === stored && Object.keys(others).length === 0) return { value: stored, each };
	return { value: { ...(isRecord(documentation) ? documentation : {}), ...others }, each };
}
