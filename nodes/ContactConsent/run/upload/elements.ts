import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InvalidInput, type BatchOperation } from '../../operation';
import type { itemSources } from '../../itemParameters';
import { readParameters } from '../../parameters';
import type { Acceptance, BatchPlan, Built } from '../../plan';
import { concernsNoRecord, ServiceError } from '../../transport/errors';
import { capitalized, grouped, isRecord } from '../../values';

/** One record of the input, as it was given. */
export interface Row {
	/** Index of its input item. */
	from: number;
	/** Place among the rows of its item, from 1, where there are several. */
	place: number | undefined;
	/** Trimmed; empty where it has none. */
	id: string;
	/** Missing once its element has ended: memory stays with the batches under way. */
	raw: IDataObject | undefined;
	/** Why it cannot be read. */
	error: unknown;
	/** What it became; missing until all rows are read, and once it is put out. */
	element: Element | undefined;
}

/** How an element ended; neither of the two: it is not sent, because it is unchanged or this is a dry run. */
interface End {
	acceptance?: Acceptance;
	refusal?: { error: unknown };
}

/** The end of all that is not sent: one object, because a dry run keeps every element. */
export const NOT_SENT: End = {};

/** All rows of one ID: what becomes one element of a request. A row that cannot be read is one by itself. */
export interface Element {
	id: string;
	/** In the order of the input. */
	rows: readonly Row[];
	/** Set from when it is built until its batch has ended. */
	upload: IDataObject | undefined;
	/** When its record was read, by the clock of `elapsed`. */
	readAt: number | undefined;
	change: Built<unknown>['change'];
	/** What `build` has to tell about it. */
	notes: unknown;
	/** Missing while it is open. */
	end: End | undefined;
}

/** The indexes of the input items of elements, each once. */
export const itemsOf = (elements: ReadonlyArray<Pick<Element, 'rows'>>): number[] => [
	...new Set(elements.flatMap(({ rows }) => rows.map(({ from }) => from))),
];

/** What rows have become, in the order of the input. */
export const elementsIn = (rows: readonly Row[]): Element[] => [
	...new Set(rows.flatMap(({ element }) => element ?? [])),
];

export const refusedOf = (elements: readonly Element[]): Element[] =>
	elements.filter(({ end }) => end?.refusal);

/**
 * Why an element is refused, in words that say which one it is. What concerns all elements stays as it is.
 *
 * @param explain finds the words of the columns; missing where the error is about several elements
 */
export function refusalOf(
	element: Element,
	error: unknown,
	noun: string,
	explain?: BatchPlan['explain'],
): unknown {
	const { id, rows, upload } = element;
	const place = rows[0]?.place;
	const name = id === '' ? `The ${noun} in place ${place}: ` : `${capitalized(noun)} "${id}": `;
	// The input item says which one it is, unless it holds several.
	const prefix = place === undefined ? '' : name;
	if (error instanceof InvalidInput) {
		return prefix === '' ? error : new InvalidInput(prefix + error.message, error.advice, error.hint);
	}
	if (!(error instanceof ServiceError) || concernsNoRecord(error)) return error;
	const explained = explain?.(error.facts.validation ?? [], upload ?? {});
	const words = {
		message: prefix + (explained ?? error.message),
		description: explained === undefined ? error.advice : 'Correct it and run the node again.',
	};
	return new ServiceError(words, error.facts);
}

type Grouping = Pick<BatchPlan, 'rowsOfOneId' | 'check'>;

/** Reads the rows of all input items; those that cannot be read carry their error. */
export function rowsOf(
	items: readonly INodeExecutionData[],
	sourceOf: ReturnType<typeof itemSources>,
	{ elementFields }: BatchOperation,
	plan: BatchPlan,
	settings: Readonly<Record<string, unknown>>,
): Row[] {
	const rows: Row[] = [];
	for (const [from, { json }] of items.entries()) {
		try {
			const given = plan.rows(readParameters(elementFields, sourceOf(from, json), settings), json);
			for (const [at, raw] of given.entries()) {
				const place = given.length > 1 ? at + 1 : undefined;
				rows.push(rowOf(raw, plan, from, place));
			}
		} catch (error) {
			rows.push({ from, place: undefined, id: '', raw: {}, error, element: undefined });
		}
	}
	return rows;
}

function rowOf(raw: unknown, plan: BatchPlan, from: number, place: number | undefined): Row {
	const row: Row = { from, place, id: '', raw: {}, error: undefined, element: undefined };
	try {
		row.id = plan.idOf(raw);
		if (isRecord(raw)) row.raw = raw;
	} catch (error) {
		row.error = error;
	}
	return row;
}

/** Makes rows one element, which has ended where one that counts cannot be read. */
function elementOf(rows: readonly Row[], error: unknown, noun: string): Element {
	const element: Element = {
		id: rows[0]?.id ?? '',
		rows,
		upload: undefined,
		readAt: undefined,
		change: undefined,
		notes: undefined,
		end: undefined,
	};
	if (error !== undefined) element.end = { refusal: { error: refusalOf(element, error, noun) } };
	for (const row of rows) row.element = element;
	return element;
}

/** Makes a row of an element one by itself, which has ended, because it cannot be read over what the service has. */
export function takeOut(element: Element, row: Row, error: unknown, noun: string): void {
	elementOf([row], error, noun);
	element.rows = element.rows.filter((other) => other !== row);
}

/** Checks the rows of one ID, and makes those that can be read one element. */
function elementsOfId(rows: readonly Row[], { rowsOfOneId, check }: Grouping, noun: string): Element[] {
	const last = rows.at(-1);
	for (const row of rows) {
		const isWhole = rowsOfOneId === 'last' ? row === last : row.id === '';
		try {
			if (row.error === undefined) check(row.raw ?? {}, isWhole);
		} catch (error) {
			row.error = error;
		}
	}
	const isOne = rows.length === 1 || (rowsOfOneId === 'last' && last?.error !== undefined);
	if (isOne) return [elementOf(rows, last?.error, noun)];
	const readable = rows.filter(({ error }) => error === undefined);
	return [
		...(readable.length > 0 ? [elementOf(readable, undefined, noun)] : []),
		...rows.flatMap((row) => (row.error === undefined ? [] : elementOf([row], row.error, noun))),
	];
}

/** Makes rows of one ID one element, in the order of the first row of each. */
export function elementsOf(rows: readonly Row[], grouping: Grouping, noun: string): Element[] {
	// Rows without an ID have nothing in common.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	return [...byId.values()].flatMap((same) => elementsOfId(same, grouping, noun));
}
