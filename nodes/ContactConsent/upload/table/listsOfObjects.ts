/** Lists of objects in columns of e-mail addresses or numbers, as other systems hand them over: [{ address, name }]. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { isDate } from '../../lib/dates';
import { isRecord, scalarText } from '../../lib/json';
import type { Setting } from './recordModel';
import { LONGEST_HEADING, type Heading } from './headings';
import { asKey, inJson, itemWith, reference } from './expressions';

/** A heading whose cell holds objects, what is wrong with them, and the field of each object that has the value. */
export interface ListOfObjects {
	heading: string;
	problem: InvalidInput;
	field: string;
}

/** Names of fields for the value itself. Of several fields that hold one, the first of these counts. */
const FOR_THE_VALUE = [/^(value|address|number)$/i, /mail|phone|number|tel/i] as const;

/** A refused cell with objects of which each holds an e-mail address or a number in the same field; else `undefined`. */
export function listIn(
	{ name, column }: Heading,
	cell: unknown,
	problem: unknown,
): ListOfObjects | undefined {
	const kind = column?.shape?.entry?.field;
	const objects = [cell].flat().filter((one): one is IDataObject => isRecord(one) && !isDate(one));
	if (kind === undefined || name.length > LONGEST_HEADING || !(problem instanceof InvalidInput))
		return undefined;
	const isLike = kind === 'email' ? /[^\s@]@[^\s@]/ : /\d{3}/;
	const holdsOne = (key: string) => objects.every((one) => isLike.test(scalarText(one[key]) ?? ''));
	const keys = Object.keys(objects[0] ?? {}).filter((key) => key.length <= LONGEST_HEADING && holdsOne(key));
	const [field = keys[0]] = FOR_THE_VALUE.flatMap((names) => keys.find((key) => names.test(key)) ?? []);
	return field === undefined ? undefined : { heading: name, problem, field };
}

/**
 * The error of a row with such lists, and the finished advice to make texts of all of them: one expression that works as
 * it is pasted.
 *
 * @param isItem the row is an input item itself, so that the expression can be given whole
 */
export function errorOfLists(
	lists: readonly ListOfObjects[],
	setting: Setting,
	isItem: boolean,
): InvalidInput {
	const mapOf = ({ field }: ListOfObjects) =>
		`.map(function (one) { return ${reference([field], 'one')} ?? one })`;
	const parts = lists.map((list) => {
		const { heading } = list;
		return `${asKey(heading)}: [].concat(${reference([heading])} ?? [])${mapOf(list)}`;
	});
	const ways = lists.map((list) => `Put ${mapOf(list)} behind the list of ${list.heading}.`);
	const advice = isItem ? inJson(setting, itemWith(parts)) : ways.join(' ');
	return new InvalidInput(lists.map(({ problem }) => problem.message).join('; '), advice, advice);
}
