import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../operation';
import type { ValidationEntry } from '../../transport/types';
import { comparable, isRecord, scalarText, singleLine } from '../../values';
import { isBlank, type Column, type RecordModel } from './columns';

/** How to go on where columns are not understood. */
export const mappingHint = (inputMode: 'map' | 'json'): string =>
	inputMode === 'map'
		? "The mode 'Map Each Column Manually' of 'Columns' lets you choose the columns yourself."
		: "To map the columns of a table, set 'Input Mode' to 'Map Columns'.";

/** All names that a column may have. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

/** Headings, as `comparable` has them, that could mean more than one column, and so are no names of one. */
const LIKELY: Readonly<Record<string, RegExp>> = {
	id: /^(no|num|numero|number|key|code|ref)$|(id|nr|nummer)\.?$/,
	first_name: /^(first|fore|given)|vorname/,
	last_name: /^(last|sur|family|full)?na(me|am)\d?$|(last|sur|family|nach|familien)name/,
	email: /mail/,
};

/** The labels of columns: `A`, `A and B`, `A, B and C`. */
function labelsOf(columns: readonly Column[]): string {
	const labels = columns.map(({ label }) => label);
	return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' and ');
}

/**
 * Refuses an upload that lacks what the service requires: no column is meant for that, or a cell is blank.
 *
 * @param rows it is made of: their names say whether a column is missing, or a cell
 * @throws InvalidInput
 */
export function assertRequired(
	{ noun, columnOf, required }: RecordModel,
	upload: Readonly<Record<string, unknown>>,
	rows: readonly IDataObject[],
	hint: string,
): void {
	const missing = required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length === 0) return;
	const names = [...new Set(rows.flatMap(Object.keys))];
	if (names.length === 0) {
		const advice = `Map the columns, or enter JSON. Needed: ${labelsOf(missing)}.`;
		throw new InvalidInput(`No ${noun.one} is there`, advice, hint);
	}
	const unmapped = missing.filter((column) => !names.some((name) => columnOf(name) === column));
	// A column with another name may be the one.
	const headings = names.filter((name) => columnOf(name) === undefined);
	if (unmapped.length > 0 && headings.length > 0) {
		const guesses = required.flatMap(({ name, label }) => {
			const heading = headings.find((one) => LIKELY[name]?.test(comparable(one)));
			return heading === undefined ? [] : [`${heading}: did you mean ${label}?`];
		});
		const advice = [
			...guesses,
			`The input has the columns ${names.join(', ')}. Needed: ${required.map(({ name }) => name).join(', ')}.`,
			`${hint} All columns: ${ALL_COLUMNS}`,
		];
		const have = unmapped.length === 1 ? 'has' : 'have';
		throw new InvalidInput(`${labelsOf(unmapped)} ${have} no column in the input`, advice.join(' '), hint);
	}
	const are = missing.length === 1 ? 'is' : 'are';
	const advice = 'The service requires a value. Fill in the cell.';
	throw new InvalidInput(`${labelsOf(missing)} ${are} missing`, advice);
}

/** Of a value that a sentence quotes. */
export const LONGEST_VALUE = 100;
const ENTRIES_SHOWN = 5;

/** The steps of a path such as `section_work.emails[0].email`. */
const stepsOf = (path: string): string[] => path.split(/[.[\]/]/).filter(Boolean);

/** The text that an upload has at these steps, or the texts of the list that they lead to or end below. */
function textAt(
	upload: IDataObject,
	steps: readonly string[],
	column: Column | undefined,
): string | undefined {
	let value: unknown = upload;
	for (const step of steps) {
		if (Array.isArray(value) && !/^\d+$/.test(step)) break;
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string, unknown>)[step];
	}
	const texts = [value]
		.flat()
		.map((entry) => (isRecord(entry) ? column?.shape?.entry?.shownAs(entry) : scalarText(entry)));
	return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

/** The column that a path leads to, or ends below; a section as a whole is none. */
function columnFor(model: RecordModel, path: string, upload: IDataObject): Column | undefined {
	const names = stepsOf(path).filter((step) => !/^\d+$/.test(step));
	const found = names.flatMap((_, at) => model.columnAt(names.slice(0, at + 1)) ?? []).at(-1);
	if (found) return model.sections.has(found.name) ? undefined : found;
	// Some services name the last step alone: that tells the column where a single list has such entries.
	const lists = model.columns.filter(
		(column) =>
			names.join() === column.shape?.entry?.field &&
			column.path.length > 0 &&
			textAt(upload, column.path, column) !== undefined,
	);
	return lists.length === 1 ? lists[0] : undefined;
}

/** One entry in the words of the row, e.g. `Work Emails "not-an-email": is not a valid email`. */
function inWords(
	model: RecordModel,
	{ outerKey, innerKey, code, message }: ValidationEntry,
	upload: IDataObject,
): string {
	// The contract does not say which of the two keys is the path.
	const keys = [innerKey, outerKey];
	const path =
		keys.find((key) => columnFor(model, key, upload)) ?? keys.find((key) => !/^\d*$/.test(key)) ?? innerKey;
	const column = columnFor(model, path, upload);
	const label = column?.label ?? path;
	const steps = stepsOf(path);
	const value = textAt(upload, steps.length > 1 ? steps : (column?.path ?? steps), column);
	const cut = value && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
	// Some services begin their words with the path that the label stands for.
	const rest = message.startsWith(path) ? /^[\s:]+(.*)/s.exec(message.slice(path.length)) : null;
	const words = (rest?.[1] ?? message) || `was refused (${code})`;
	return singleLine(`${cut === undefined ? label : `${label} "${cut}"`}: ${words}`);
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
