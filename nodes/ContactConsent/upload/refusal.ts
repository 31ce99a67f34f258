import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../operation';
import { concernsNoRecord, ServiceError } from '../transport/errors';
import type { ValidationEntry } from '../transport/types';
import { isRecord, scalarText, singleLine } from '../values';
import type { Column, RecordModel } from './columns';
import { guesses, headed, problemOf, type Heading } from './headings';
import { isBlank } from './same';
import type { Row } from './types';

/** All names that a column may have. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

/** The headings of a table by their columns. */
const byColumn = new WeakMap<Table['headings'], Map<Column, Heading>>();

/** A column in the words of the person's own table: with its surest heading, where it has another one. */
function ownLabel(headings: Table['headings'], column: Column): string {
	let known = byColumn.get(headings);
	if (known === undefined) {
		const bySureness = [...headings.values()].sort((one, other) => other.sureness - one.sureness);
		const columnsOf = ({ column: found }: Heading) => (found ? [...(found.inSections ?? []), found] : []);
		known = new Map(
			bySureness.flatMap((heading) => columnsOf(heading).map((one) => [one, heading] as const)),
		);
		byColumn.set(headings, known);
	}
	const heading = known.get(column);
	return heading ? headed(heading, column) : column.label;
}

/** The labels of columns: `A`, `A and B`, `A, B and C`. */
function labelsOf(columns: readonly Column[], headings: Table['headings'] = new Map()): string {
	const labels = columns.map((column) => ownLabel(headings, column));
	return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' and ');
}

/** What the table has: its headings, and how to go on where these are not understood. */
export interface Table {
	headings: ReadonlyMap<string, Heading>;
	hint: string;
}

/** How to go on where a table has no column for the ID. */
const TABLE_WITHOUT_IDS =
	"If your table has no such column, put a node 'Edit Fields' in front of this one: add a field 'ID' there, e.g. with the e-mail address, and turn on 'Include Other Input Fields'.";

/** The required columns of which a row says nothing. */
export const missingIn = ({ required }: RecordModel, { cells }: Row): Column[] =>
	required.filter(
		(column) => !cells.some(({ heading, value }) => heading.column === column && !isBlank(value)),
	);

/**
 * Why a record that lacks what the service requires is not sent: no column is meant for that, a cell is blank, or the
 * record is not there yet.
 *
 * @param newId the ID of a record that is not there
 */
export function missingValues(
	{ noun, required }: RecordModel,
	missing: readonly Column[],
	{ headings, hint }: Table,
	newId?: string,
): InvalidInput {
	const names = [...headings.keys()];
	if (names.length === 0) {
		const advice = `Map the columns, or enter JSON. Needed: ${labelsOf(missing)}.`;
		return new InvalidInput(`No ${noun.one} is there`, advice, hint);
	}
	const known = new Set([...headings.values()].flatMap(({ column }) => column ?? []));
	const unmapped = missing.filter((column) => !known.has(column));
	// A column with another name may be the one.
	const mayBeMapped = unmapped.length > 0 && [...headings.values()].some(({ column }) => !column);
	const problem = problemOf(headings.values());
	const guessed = problem ? [] : guesses(unmapped, headings.values());
	const isId = ({ name }: Column): boolean => name === 'id';
	const howToHaveOne = unmapped.some(isId) ? ` ${TABLE_WITHOUT_IDS}` : '';
	const whatAnIdIs = missing.some(isId)
		? `The ID is what your own system calls the ${noun.one}, such as a customer number, and stays the same from upload to upload.${howToHaveOne}`
		: '';
	// A table of which all but the ID is understood has none, unless a heading looks like one.
	const hasNoIds = unmapped.length === 1 && unmapped.every(isId) && guessed.length === 0;
	const advice = mayBeMapped
		? [
				...guessed,
				`The input has the columns ${names.join(', ')}. Needed: ${required.map(({ name }) => name).join(', ')}.`,
				problem ?? `${whatAnIdIs} ${hint} All columns: ${ALL_COLUMNS}`.trim(),
			]
				.filter(Boolean)
				.join(' ')
		: undefined;
	if (newId !== undefined) {
		const message = `There is no ${noun.one} with the ID "${newId}", and a new one needs ${labelsOf(missing, headings)}`;
		return new InvalidInput(message, advice ?? `Correct the ID, or add what a new ${noun.one} needs.`);
	}
	if (advice !== undefined) {
		const have = unmapped.length === 1 ? 'has' : 'have';
		return new InvalidInput(
			`${labelsOf(unmapped)} ${have} no column in the input`,
			advice,
			problem ?? (hasNoIds ? TABLE_WITHOUT_IDS : hint),
		);
	}
	const are = missing.length === 1 ? 'is' : 'are';
	const fill = `The service requires a value. ${hasNoIds ? '' : 'Fill in the cell. '}${whatAnIdIs}`.trim();
	const message = `${labelsOf(missing, headings)} ${are} missing`;
	return new InvalidInput(message, fill, hasNoIds ? TABLE_WITHOUT_IDS : undefined);
}

/** Why a record that has to be there is not changed. */
export function notThere({ noun }: RecordModel, id: string, { facts }: ServiceError): ServiceError {
	return new ServiceError(
		{
			message: `There is no ${noun.one} with the ID "${id}", or an upload of it is still being processed`,
			description: `Check the ID. To create a ${noun.one}, use 'Create or Update'.`,
		},
		facts,
	);
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

/** A model, and how the table has its columns. */
interface InTable {
	model: RecordModel;
	headings: Table['headings'];
}

/** One entry in the words of the row, e.g. `Work Emails "not-an-email": is not a valid email`. */
function inWords(
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
	// Some services begin their words with the path that the label stands for.
	const rest = message.startsWith(path) ? /^[\s:]+(.*)/s.exec(message.slice(path.length)) : null;
	const words = (rest?.[1] ?? message) || `was refused (${code})`;
	return singleLine(`${cut === undefined ? label : `${label} "${cut}"`}: ${words}`);
}

/** The refusal of one record in one sentence, with the label and the value of each column that it is about. */
function explained(
	table: InTable,
	entries: readonly ValidationEntry[],
	upload: IDataObject,
): string | undefined {
	if (entries.length === 0) return undefined;
	const shown = entries.slice(0, ENTRIES_SHOWN).map((entry) => inWords(table, entry, upload));
	const more = entries.length - shown.length;
	return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/**
 * A refusal by the service that is about one record, in the words of its columns.
 *
 * @param entries of the answer that are about this record
 * @param upload the record as it was sent, without the key
 */
export function refusalOf(
	table: InTable,
	error: ServiceError,
	entries: readonly ValidationEntry[],
	upload: IDataObject,
): ServiceError {
	const message = concernsNoRecord(error) ? undefined : explained(table, entries, upload);
	if (message === undefined) return error;
	const words = { message, description: 'Correct it and run the node again.' };
	return new ServiceError(words, { ...error.facts, validation: entries });
}
