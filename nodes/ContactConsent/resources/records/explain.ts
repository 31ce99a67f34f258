import type { IDataObject } from 'n8n-workflow';

import type { ValidationEntry } from '../../transport/types';
import { scalarText, singleLine } from '../../values';
import { SECTIONS_IN_ORDER, type Column, type Place, type RecordModel } from './columns';

const LONGEST_VALUE = 100;
const ENTRIES_SHOWN = 5;

/** The steps of a path such as `section_work.emails[0].email`. */
const stepsOf = (path: string): string[] => path.split(/[.[\]/]/).filter(Boolean);

function columnAt({ columns, fieldOf }: RecordModel, steps: readonly string[]): Column | undefined {
	const [name = '', inside, ...parts] = steps.filter((step) => !/^\d+$/.test(step));
	const isAt = (place: Place): boolean => {
		if (place.kind === 'list') return place.section === name && place.list === inside;
		return (
			place.kind === 'address' && place.section === name && inside === 'addresses' && parts[0] === place.part
		);
	};
	const isSection = (SECTIONS_IN_ORDER as readonly string[]).includes(name);
	return isSection ? columns.find(({ place }) => isAt(place)) : fieldOf(name);
}

/** The value that an upload has at a path, if it is a single one. */
function valueAt(upload: IDataObject, steps: readonly string[]): string | undefined {
	let value: unknown = upload;
	for (const step of steps) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string, unknown>)[step];
	}
	return scalarText(value);
}

const shorten = (text: string): string =>
	text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;

/** One entry in the words of the row, e.g. `Work Emails "not-an-email": is not a valid email`. */
function inWords(
	model: RecordModel,
	{ outerKey, innerKey, code, message }: ValidationEntry,
	upload: IDataObject,
): string {
	// The contract does not say which of the two keys is the path.
	const keys = [innerKey, outerKey];
	const path =
		keys.find((key) => columnAt(model, stepsOf(key))) ?? keys.find((key) => !/^\d*$/.test(key)) ?? innerKey;
	const label = columnAt(model, stepsOf(path))?.label ?? path;
	const value = valueAt(upload, stepsOf(path));
	const shown = value === undefined ? label : `${label} "${shorten(value)}"`;
	// Some services begin their words with the path that the label stands for.
	const rest = message.startsWith(path) ? /^[\s:]+(.*)/s.exec(message.slice(path.length)) : null;
	const words = rest?.[1] ?? message;
	return singleLine(`${shown}: ${words || `was refused (${code})`}`);
}

/**
 * The refusal of one element in one sentence, with the label and the value of each column that it is about.
 *
 * @param upload the element as it was sent
 * @returns `undefined` where the service names nothing
 */
export function explain(
	model: RecordModel,
	entries: readonly ValidationEntry[],
	upload: IDataObject,
): string | undefined {
	if (entries.length === 0) return undefined;
	const shown = entries.slice(0, ENTRIES_SHOWN).map((entry) => inWords(model, entry, upload));
	const more = entries.length - shown.length;
	return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
