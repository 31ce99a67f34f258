import type { IDataObject } from 'n8n-workflow';

import { nameIsNoId } from '../../common/nameIsNoId';
import { concernsNoRecord, factsOf, ServiceError } from '../../transport/errors';
import type { ValidationEntry } from '../../transport/types';
import { isRecord, scalarText } from '../../lib/json';
import { singleLine } from '../../lib/text';
import type { Column, FieldColumn, RecordModel } from '../table/recordModel';
import { ownLabel } from '../table/headings';
import type { Run } from '../uploadTypes';

/** The refusal of a record that has to exist. @param error the failed request, which did not find the record */
export const notThere = ({ noun }: RecordModel, id: string, error: unknown): ServiceError =>
	new ServiceError(
		{
			message: `There is no ${noun.one} with the ID "${id}", or an upload of it is still being processed`,
			description: `Check the ID.${nameIsNoId(noun.one, id)} To create one, use 'Create or Update'.`,
		},
		factsOf(error) ?? { kind: 'status' },
	);

/** The most characters of a value that a message quotes. */
export const LONGEST_VALUE = 100;
const ENTRIES_SHOWN = 5;

/** The steps of a path such as `section_work.emails[0].email`. */
const stepsOf = (path: string): string[] => path.split(/[.[\]/]/).filter(Boolean);

/**
 * The text of an upload at these steps; `undefined` if there is no text. If the steps lead to a list, or into a list
 * without an index, the result is the texts of all its entries.
 */
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

/** The column that a path leads to or passes through; `undefined` for a section as a whole. */
function columnFor(model: RecordModel, path: string, upload: IDataObject): FieldColumn | undefined {
	const names = stepsOf(path).filter((step) => !/^\d+$/.test(step));
	const found = names.flatMap((_, at) => model.columnAt(names.slice(0, at + 1)) ?? []).at(-1);
	if (found) return model.sections.has(found.name) ? undefined : found;
	// Some services name only the last step. It tells the column if only one filled list has entries with this field.
	const lists = model.fields.filter(
		(column) =>
			names.join() === column.shape?.entry?.field && textAt(upload, column.path, column) !== undefined,
	);
	return lists.length === 1 ? lists[0] : undefined;
}

/** A model, and the headings under which the table has its columns. */
type InTable = Pick<Run, 'model' | 'headings'>;

/** Puts a validation entry into the words of the row, e.g. `Work Emails "not-an-email": is not a valid email`. */
function entryInWords(
	{ model, headings }: InTable,
	{ outerKey, innerKey, code, message }: ValidationEntry,
	upload: IDataObject,
): string {
	// The contract does not say which of the two keys is the path.
	const keys = [innerKey, outerKey];
	const path =
		keys.find((key) => columnFor(model, key, upload)) ?? keys.find((key) => !/^\d*$/.test(key)) ?? innerKey;
	const column = columnFor(model, path, upload);
	const label = column ? ownLabel(headings, column) : path;
	const steps = stepsOf(path);
	const value = textAt(upload, steps.length > 1 ? steps : (column?.path ?? steps), column);
	const cut = value && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
	// Some services begin their message with the path. The label takes its place.
	const rest = message.startsWith(path) ? /^[\s:]+(.*)/s.exec(message.slice(path.length)) : null;
	const words = (rest?.[1] ?? message) || `was refused (${code})`;
	return singleLine(`${cut === undefined ? label : `${label} "${cut}"`}: ${words}`);
}

/**
 * Words a refusal of one record by the service: the label and the value of each column at fault, and the service's own
 * message about it.
 *
 * @param entries the validation entries about this record
 * @param upload the record as it was sent, without the key
 */
export function refusalOf(
	table: InTable,
	error: ServiceError,
	entries: readonly ValidationEntry[],
	upload: IDataObject,
): ServiceError {
	if (entries.length === 0 || concernsNoRecord(error)) return error;
	const says = entries.slice(0, ENTRIES_SHOWN).map((entry) => entryInWords(table, entry, upload));
	const more = entries.length - says.length;
	const message = says.join('; ') + (more > 0 ? `; and ${more} more` : '');
	// With Keep, the refused value may be a stored one.
	const description = 'Correct it, in the row or at the service, and run the node again.';
	return new ServiceError({ message, description }, { ...error.facts, validation: entries });
}
