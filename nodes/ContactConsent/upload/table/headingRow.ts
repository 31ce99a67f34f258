import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText, setKey } from '../../lib/json';
import { cleaned } from './cells';
import type { RecordModel } from './recordModel';
import { headingsOf, OF_N8N, type Headings } from './headings';
import { NAMES } from './valueShapes';
import type { HeadingRow, InputRecord } from '../uploadTypes';

/** How many rows are searched. A title, a logo and a date take a few. */
const ROWS_SEARCHED = 20;
/** A row with fewer headings may be one of a person. */
const LEAST_HEADINGS = 3;

/** The text of a cell as a heading; empty if it has none. */
const headingIn = (cell: unknown): string => cleaned(scalarText(cell) ?? '');

function hasHeadings(model: RecordModel, record: IDataObject): boolean {
	const cells = Object.entries(record).filter(([key]) => !OF_N8N.has(key));
	const texts = cells.map(([, cell]) => headingIn(cell)).filter(Boolean);
	const understood = [...headingsOf(model, texts).values()].flatMap(({ column }) => column?.name ?? []);
	return understood.length >= LEAST_HEADINGS && understood.some((name) => NAMES.has(name));
}

/** Finds the new key for each old one: its heading, with a number if there are several; `__EMPTY` if it has none. */
function newKeys(headings: IDataObject): (key: string) => string {
	const keys = new Map<string, string>();
	const used = new Set<string>();
	const counts = new Map<string, number>();
	return (key) => {
		const known = keys.get(key);
		if (known !== undefined) return known;
		const heading = OF_N8N.has(key) ? key : headingIn(headings[key]) || '__EMPTY';
		let count = counts.get(heading) ?? 0;
		const keyOf = () => (count === 0 ? heading : `${heading}_${count}`);
		while (used.has(keyOf())) count++;
		counts.set(heading, count + 1);
		used.add(keyOf());
		keys.set(key, keyOf());
		return keyOf();
	};
}

/** The rows below the headings, with these as keys. */
interface TableBelow {
	rows: readonly InputRecord[];
	/** In the order of the table. */
	headings: readonly string[];
	headingRow: HeadingRow;
}

/**
 * Finds the row of the headings. A node that reads a file takes its first line for the headings. If that is a title, no
 * key is a column that every record needs, but the cells of one of the first rows are.
 *
 * @param keys the headings that the keys of the input are
 * @returns `undefined` if the keys are the headings, or if no row has any
 */
export function belowHeadings(
	model: RecordModel,
	given: readonly InputRecord[],
	keys: Headings,
): TableBelow | undefined {
	if ([...keys.values()].some(({ column }) => column?.required)) return undefined;
	const at = given
		.slice(0, ROWS_SEARCHED)
		.findIndex(({ record }) => isRecord(record) && hasHeadings(model, record));
	const found = given[at];
	if (!found || !isRecord(found.record)) return undefined;
	const keyOf = newKeys(found.record);
	const headings = Object.keys(found.record).map(keyOf);
	const rows = given.slice(at + 1).map((one) => {
		if (!isRecord(one.record)) return one;
		const record: IDataObject = {};
		for (const [key, cell] of Object.entries(one.record)) setKey(record, keyOf(key), cell);
		return { ...one, record };
	});
	return { rows, headings, headingRow: { row: found.position ?? found.item + 1, before: at } };
}
