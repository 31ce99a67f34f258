/** The values of a list column, merged into the stored list. */
import { isRecord, scalarText } from '../../lib/json';
import type { ColumnCell } from '../table/surestCell';
import type { Entry } from '../table/recordModel';
import type { ChangeContext } from '../uploadTypes';
import { entryComparison } from './storedAlready';

/**
 * The stored entries with the values of a list column merged into them. A value that is stored already keeps its stored
 * entry. The values are the new list, or they are added to the stored one. If the heading names no section, they only
 * take the place of the first entry that the service shows, unless the first value is stored already.
 *
 * @param now the stored entries
 */
export function mergedList(
	now: readonly unknown[],
	{ column, isSectionless, value, given }: ColumnCell,
	kind: Entry,
	{ body, setting }: ChangeContext,
): readonly unknown[] {
	const { textsOf, notAmong, eachOnce } = entryComparison(column, kind, body);
	// The whole text of a cell may be a stored entry, because an entry may contain separators.
	const whole = isSectionless && scalarText(given)?.trim();
	const named = whole && now.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	const values = named ? [named] : eachOnce(value as unknown[]);
	if (setting.listValues === 'add' && values.length > 0) return [...now, ...notAmong(values, now)];
	const spelled = (text = ''): string => (setting.isTable ? text.trim() : text);
	// Of a heading without a section, the text that the service shows counts, too: simplified records have it.
	const texts = (entry: unknown) => textsOf(entry).slice(0, isSectionless ? undefined : 1);
	const storedBy = new Map(
		[...now].reverse().flatMap((entry) => texts(entry).map((text) => [spelled(text), entry] as const)),
	);
	const list = values.map((one) => {
		const stored = storedBy.get(spelled(textsOf(one)[0])) ?? one;
		return isRecord(stored) && isRecord(one) && Object.keys(one).length > 1 ? { ...stored, ...one } : stored;
	});
	if (!isSectionless) return list;
	const first = now.findIndex((entry) => kind.shownAs(entry) !== undefined);
	const isThere = values.length > 0 && notAmong(values.slice(0, 1), now).length === 0;
	const blanks = now.slice(0, first < 0 ? undefined : first);
	const behind = first < 0 ? [] : now.slice(isThere ? first : first + 1);
	const [known, moved] = [new Set(now), new Set(list)];
	// No entry is there twice, and none in another spelling of a new one. Two stored ones may be spelled alike.
	const added = list.filter((entry) => !known.has(entry));
	return [...blanks, ...list, ...notAmong(behind, added).filter((entry) => !moved.has(entry))];
}
