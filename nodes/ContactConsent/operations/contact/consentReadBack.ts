/** Reading back: is a consent there that an upload has added? */
import type { IDataObject } from 'n8n-workflow';

import { canonical } from '../../upload/table/cells';
import type { Check } from '../../upload/table/recordModel';
import { grouped, isRecord } from '../../lib/json';
import { consentsIn } from './consentDifferences';
import { comparedText } from './consentLedger';
import { decidingConsents, isGranted, timeOf, typeOf, type Clock } from './consents';

/** The entries of a list that another list does not have. Of equal ones, the other list has as many as it has. */
function newIn(list: readonly IDataObject[], before: readonly IDataObject[]): IDataObject[] {
	const known = new Map([...grouped(before, canonical)].map(([key, same]) => [key, same.length]));
	return list.filter((entry) => {
		const left = known.get(canonical(entry)) ?? 0;
		known.set(canonical(entry), left - 1);
		return left <= 0;
	});
}

/** Type and state, as one text to compare. A service may write types in another case. */
const keyOf = ({ type }: IDataObject, granted: boolean): string =>
	JSON.stringify([comparedText(type).toLowerCase(), granted]);
const ownKey = (entry: IDataObject): string => keyOf(entry, isGranted(entry));
const otherKey = (entry: IDataObject): string => keyOf(entry, !isGranted(entry));

const named = (entry: IDataObject): string =>
	`${typeOf(entry) ?? 'a consent without a type'} (${isGranted(entry) ? 'granted' : 'withdrawn'})`;

/** The keys of the types with the states that count. A type in several spellings is granted if each of them is. */
function keysThatCount(consents: readonly IDataObject[], clock: Clock): ReadonlySet<string> {
	const deciding = [...decidingConsents(consents, clock).values()];
	const withdrawn = new Set(deciding.filter((one) => !isGranted(one)).map(ownKey));
	return new Set(deciding.map((one) => (withdrawn.has(otherKey(one)) ? otherKey(one) : ownKey(one))));
}

/**
 * Makes the check for consents that an upload adds. One is there if the service shows an entry of its type and state
 * that the first reading did not have, whatever time or ID the service gave it. What the first reading had proves nothing:
 *
 * | the service shows                                     | the added one is         | written again                    |
 * | ----------------------------------------------------- | ------------------------ | -------------------------------- |
 * | a new entry of its type and state, and its state counts | there                  | no                               |
 * | the same, and the other state counts                  | there, and `outdated`    | no                               |
 * | none, and a newer entry of the other state that is new | `outdated`              | no                               |
 * | none, and no newer one                                | `missing`                | yes                              |
 * | the same, and it grants, and somebody has withdrawn   | `missing`                | never: that would undo the withdrawal |
 *
 * @param before the documentation of the first reading
 * @param after the documentation that was sent
 * @returns `undefined` if the upload adds no consent
 */
export function consentCheck(before: unknown, after: unknown, clockNow: () => Clock): Check | undefined {
	const first = consentsIn(before);
	const added = newIn(consentsIn(after), first);
	if (added.length === 0) return undefined;
	return {
		look(shown) {
			const clock = clockNow();
			const time = (entry: IDataObject): number => timeOf(entry, clock) ?? -Infinity;
			const all = consentsIn(shown);
			const since = newIn(all, first);
			const newKeys = new Set(since.map(ownKey));
			// Nothing that is stored is newer than a withdrawal without a date: it may be meant for now.
			const ownTime = (entry: IDataObject): number =>
				timeOf(entry, clock) ?? (isGranted(entry) ? -Infinity : Infinity);
			const newest = new Map<string, number>();
			for (const one of since) {
				newest.set(ownKey(one), Math.max(time(one), newest.get(ownKey(one)) ?? -Infinity));
			}
			const absent = new Set(added.filter((entry) => !newKeys.has(ownKey(entry))));
			const missing = new Set(
				[...absent].filter((entry) => (newest.get(otherKey(entry)) ?? -Infinity) <= ownTime(entry)),
			);
			// It is there and does not count, e.g. because the service has written a time of its own.
			const meant = keysThatCount(consentsIn(after), clock);
			const counting = keysThatCount(all, clock);
			const isOutdone = (entry: IDataObject): boolean =>
				meant.has(ownKey(entry)) && !counting.has(ownKey(entry));
			// A grant is never written again if somebody has withdrawn since the first reading.
			const isWithdrawn = (entry: IDataObject): boolean => isGranted(entry) && newKeys.has(otherKey(entry));
			return {
				missing: [...missing].map(named),
				outdated: added
					.filter((entry) => !missing.has(entry) && (absent.has(entry) || isOutdone(entry)))
					.map(named),
				again(stored) {
					const repeated = [...missing].filter((entry) => !isWithdrawn(entry));
					if (repeated.length === 0) return undefined;
					const documentation = isRecord(stored) ? stored : {};
					const { consents } = documentation;
					// Entries that are no objects stay in the list, too.
					return {
						...documentation,
						consents: [...(Array.isArray(consents) ? (consents as IDataObject[]) : []), ...repeated],
					};
				},
			};
		},
	};
}
