import type { INodeExecutionData } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import { isRecord } from '../lib/json';
import { quoted, refusedParameter } from './valueChecks';
import type { Field, Fields, Values } from './field';
import type { itemSources, ParameterSource } from './parameterSource';
import { readParameters } from './readParameters';

/** What is the same for each row of the input. */
const NO_DATA =
	/\$(vars|secrets|env|execution|workflow|now|today|runIndex|nodeId|ifEmpty|if|min|max|jmespath)\b/g;
/** Lists of items that an expression names, and items that it names by their place. */
const LISTS = /(\$input|\$\((?:'[^']*'|"[^"]*")\))\.(first|all)\(\)/g;
const PLACES = /(\$input|\$\((?:'[^']*'|"[^"]*")\))\.(first|last|all)\(\)/g;

/** True for an expression whose only data are lists of items, such as `={{ $input.all() }}`. */
export function namesOnlyLists(raw: unknown): boolean {
	if (!isExpression(raw)) return false;
	const others = raw.replace(LISTS, '');
	return others !== raw && !others.replace(NO_DATA, '').includes('$');
}

/**
 * True for an expression, or a value with one inside, that may give something else for each row.
 *
 *     fixed text                             no
 *     ={{ $vars.zone }}                      no
 *     ={{ $('Settings').first().json.id }}   no
 *     ={{ $('Settings').item.json.id }}      yes
 *     ={{ $json.id }}                        yes
 */
const namesRow = (raw: unknown): boolean =>
	typeof raw === 'string'
		? isExpression(raw) && raw.replace(PLACES, '').replace(NO_DATA, '').includes('$')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(namesRow);

/** A field that may differ between rows. An option stands `alone` in its collection. */
interface Differing {
	named: Field;
	alone: Field;
}

function mayDiffer(fields: Fields, raw: (name: string) => unknown): Differing[] {
	return fields.flatMap((field): Differing[] => {
		const given = raw(field.name);
		if (field.type !== 'collection') return namesRow(given) ? [{ named: field, alone: field }] : [];
		if (!isRecord(given)) return [];
		return field.options
			.filter(({ name }) => namesRow(given[name]))
			.map((option) => ({ named: option, alone: { ...field, options: [option] } }));
	});
}

/** The error for a value that has to be the same for all rows, and differs between two. */
const refusedDifference = (
	source: ParameterSource,
	label: string,
	first: { row: number; value: unknown },
	other: { row: number; value: unknown },
): Error =>
	refusedParameter(
		{ ...source, itemIndex: undefined },
		label,
		`is ${quoted(first.value)} for row ${first.row + 1}, but ${quoted(other.value)} for row ${other.row + 1}`,
		'Nothing was sent. The node handles all rows together, so this has to be the same for each of them. Enter a fixed value, or divide the rows by a node IF or Switch, with a node of this kind behind each output.',
	);

/**
 * Checks that fields have the same value for all rows. A field is compared for the first and the last row, because n8n
 * evaluates each expression anew; with `comparesEachRow` for all rows.
 *
 * @param readBefore values of other fields, on which display options may depend
 * @param counts false for a field that may differ
 * @throws NodeOperationError that names the parameter and two rows, or the row without a value
 */
function assertSameForAll(
	fields: Fields,
	sourceOf: ReturnType<typeof itemSources>,
	items: readonly INodeExecutionData[],
	readBefore: Readonly<Record<string, unknown>>,
	counts: (field: Field) => boolean = () => true,
): void {
	const sourceAt = (row: number) => sourceOf(row, items[row]?.json ?? {});
	const first = sourceAt(0);
	const rows = [...items.keys()].slice(1);
	const differing = mayDiffer(fields, (name) => first.raw(name)).filter(({ named }) => counts(named));
	for (const { named, alone } of differing) {
		const valueIn = (row: number): unknown => {
			const value = readParameters([alone], sourceAt(row), readBefore)[alone.name];
			return alone === named ? value : (value as Readonly<Record<string, unknown>>)[named.name];
		};
		const expected = JSON.stringify(valueIn(0));
		const other = (named.comparesEachRow ? rows : rows.slice(-1)).find(
			(row) => JSON.stringify(valueIn(row)) !== expected,
		);
		if (other === undefined) continue;
		const told = (row: number) => ({ row, value: valueIn(row) });
		throw refusedDifference(first, named.displayName, told(0), told(other));
	}
}

/** Reads fields that count for all rows from the first one. @throws NodeOperationError if they differ between rows */
export function readOnce<const Of extends Fields>(
	fields: Of,
	sourceOf: ReturnType<typeof itemSources>,
	items: readonly INodeExecutionData[],
): Values<Of> {
	const values = readParameters(fields, sourceOf(0, items[0]?.json ?? {}));
	assertSameForAll(fields, sourceOf, items, values);
	return values;
}

/**
 * Of fields that are read for each row, those that have to be the same for all of them nevertheless: `comparesEachRow`.
 * They are compared before anything else is read, so that a row that is refused counts, too.
 *
 * @throws NodeOperationError that names the parameter and two rows, or the row without a value
 */
export const assertSameForEach = (
	fields: Fields,
	sourceOf: ReturnType<typeof itemSources>,
	items: readonly INodeExecutionData[],
): void => assertSameForAll(fields, sourceOf, items, {}, ({ comparesEachRow = false }) => comparesEachRow);
