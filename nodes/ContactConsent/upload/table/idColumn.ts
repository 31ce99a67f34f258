import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { LEAVE_OUT, scalarText } from '../../lib/json';
import { shortened, trimmed } from '../../lib/text';
import { headingsIn } from '../report/requiredMissing';
import type { Cell } from '../uploadTypes';
import { isAddress } from './cells';
import type { Column, Reader, RecordModel, Setting } from './recordModel';
import { headed, LONGEST_HEADING, type Heading, type Headings } from './headings';
import { isValue } from './valueShapes';
import { plainName } from './vocabulary';

/** The column that a person has chosen as the ID (option ID Column). */
export interface ChosenId {
	/** Its headings. In a table of JSON, rows may spell it in several ways. */
	headings: readonly Heading[];
	/** The headings that would be the ID otherwise. They mean nothing now. */
	replaced: ReadonlySet<Heading>;
	/** Its cells are e-mail addresses. Families share these. */
	isEmail: boolean;
}

/** The headings that a person means: the one that is written so, else those that are spelled alike. */
function namedBy(name: string, headings: Headings): Heading[] {
	const exact = headings.get(name) ?? headings.get(trimmed(name));
	if (exact) return [exact];
	const plain = plainName(name);
	return plain === '' ? [] : [...headings.values()].filter((one) => plainName(one.name) === plain);
}

/**
 * Finds the column that a person has chosen as the ID, and makes its headings mean the ID. Beside that, they keep what
 * they mean.
 *
 * @param isByHand columns are mapped by hand, so that each has its place already
 * @returns `undefined` if none was chosen
 * @throws InvalidInput if no row has the column
 */
export function chooseId(
	model: RecordModel,
	headings: Headings,
	{ idColumn = '' }: Setting,
	isByHand: boolean,
): ChosenId | undefined {
	if (trimmed(idColumn) === '') return undefined;
	if (isByHand) {
		throw new InvalidInput(
			"The option 'ID Column' is not for columns that are mapped by hand",
			'Nothing was sent. Drag the column into ID, and remove the option.',
		);
	}
	const found = namedBy(idColumn, headings);
	if (found.length === 0) {
		throw new InvalidInput(
			`The option 'ID Column' is "${shortened(idColumn, LONGEST_HEADING)}", and no row has such a column`,
			`Nothing was sent. The input has the columns ${headingsIn(headings)}. Enter one of these headings.`,
		);
	}
	const id = model.columnAt(['id']) as Column;
	const others = [...headings.values()].filter((one) => one.column === id && !found.includes(one));
	for (const heading of found) {
		if (heading.column?.shape) {
			if (heading.column !== id) heading.alsoId = id;
		} else {
			heading.column = id;
			heading.caption = { name: id.name, label: headed(heading, id) };
		}
	}
	const isEmail = found.some(({ column }) => column?.shape?.isEmail);
	return { headings: found, replaced: new Set(others), isEmail };
}

/** The first address of a cell, as it is written there. */
function firstAddress(given: unknown, { column, caption }: Heading, reader: Reader): string | undefined {
	const { shape } = column as Column;
	const value = shape?.convert(given, caption, { ...reader, notes: [] });
	return [value]
		.flat()
		.flatMap((one) => scalarText(shape?.entry ? shape.entry.sentOf(one) : one) ?? [])
		.find(isAddress);
}

/**
 * Reads the ID from a column that is another one, too. Of e-mail addresses, it is the first one in small letters.
 *
 * @returns `undefined` if the cell has no ID
 * @throws InvalidInput
 */
export function idCell(heading: Heading, record: IDataObject, setting: Setting): Cell | undefined {
	const { name, column, alsoId } = heading;
	if (!alsoId?.shape || !Object.hasOwn(record, name)) return undefined;
	const reader: Reader = { setting, heading: name, notes: [] };
	const isEmail = column?.shape?.isEmail === true;
	const given = isEmail ? firstAddress(record[name], heading, reader) : record[name];
	const caption = { name: alsoId.name, label: headed(heading, alsoId) };
	const text = isEmail && typeof given === 'string' ? given.toLowerCase() : given;
	const value = alsoId.shape.convert(text, caption, reader);
	return value === LEAVE_OUT || !isValue(value)
		? undefined
		: { heading: { ...heading, column: alsoId, caption }, value, given };
}
