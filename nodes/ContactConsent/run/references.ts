import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord, records } from '../values';

/**
 * Expressions that only name a field of the input item, such as `={{ $json.email }}`: what dragging a field into a
 * parameter writes. n8n evaluates each one in an isolate of its own, which takes half a millisecond, so that
 * 50,000 contacts of ten columns would take minutes. Here they are looked up. Everything else is left to n8n.
 */
const REFERENCE = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:"[^"\\]+"|'[^'\\]+'|\d+)\])*)\s*\}\}$/;
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]/g;

/** The steps from the input item to a field; `undefined` for any other expression. */
function pathOf(expression: string): readonly string[] | undefined {
	const [, steps] = REFERENCE.exec(expression) ?? [];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined) ?? '');
}

const paths = new Map<string, readonly string[] | undefined>();
const MOST_PATHS = 1000;

function knownPathOf(expression: string): readonly string[] | undefined {
	if (!paths.has(expression)) {
		if (paths.size >= MOST_PATHS) paths.clear();
		paths.set(expression, pathOf(expression));
	}
	return paths.get(expression);
}

/** Left to n8n. */
export const UNRESOLVED = Symbol('unresolved');

const isPlain = (value: object): boolean =>
	Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** A field as n8n's expression would give it; dates and other objects of a kind, and steps into nothing, are n8n's. */
function fieldOf(item: IDataObject, path: readonly string[]): unknown {
	let value: unknown = item;
	for (const [depth, step] of path.entries()) {
		if (typeof value !== 'object' || value === null || !isPlain(value)) return UNRESOLVED;
		// What every object has, such as its constructor, is for n8n to refuse.
		if (!Object.hasOwn(value, step)) {
			return step in value || depth < path.length - 1 ? UNRESOLVED : undefined;
		}
		value = (value as IDataObject)[step];
	}
	if (typeof value === 'function' || typeof value === 'symbol') return UNRESOLVED;
	return typeof value !== 'object' || value === null || isPlain(value) ? value : UNRESOLVED;
}

/**
 * The value of a parameter without n8n's evaluation: one that is no expression, or a reference to a field.
 *
 * @param raw the parameter as the workflow has it
 * @returns `UNRESOLVED` for what n8n has to evaluate
 */
export function resolved(raw: unknown, item: IDataObject): unknown {
	if (typeof raw === 'object' && raw !== null) return UNRESOLVED;
	if (typeof raw !== 'string' || !raw.startsWith('=')) return raw;
	const path = knownPathOf(raw);
	return path === undefined ? UNRESOLVED : fieldOf(item, path);
}

const schemas = new WeakMap<object, ReadonlyMap<unknown, IDataObject>>();

/** What n8n has saved about the columns of a resource mapper, by their ids. */
function schemaOf(mapper: IDataObject): ReadonlyMap<unknown, IDataObject> {
	const known = schemas.get(mapper);
	if (known) return known;
	const schema = new Map(records(mapper.schema).map((column) => [column.id, column]));
	schemas.set(mapper, schema);
	return schema;
}

/**
 * The mapped columns of a resource mapper, with n8n's evaluation for those alone that are no references.
 *
 * n8n checks types and required columns where it evaluates all of them at once. Text takes anything, so there is
 * nothing to check; where another type or a missing required value is involved, the whole is left to n8n.
 *
 * @param name the resource mapper's parameter
 * @returns `UNRESOLVED` for what n8n has to evaluate as a whole
 */
export function resolvedColumns(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	item: IDataObject,
): IDataObject | typeof UNRESOLVED {
	const mapper: unknown = context.getNodeParameter(name, itemIndex, {}, { rawExpressions: true });
	if (!isRecord(mapper) || !isRecord(mapper.value)) return UNRESOLVED;
	const schema = schemaOf(mapper);
	const columns: IDataObject = {};
	for (const [id, raw] of Object.entries(mapper.value)) {
		const { type, required } = schema.get(id) ?? {};
		if (/[.[\]]/.test(id) || (type !== undefined && type !== 'string')) return UNRESOLVED;
		let value = resolved(raw, item);
		if (value === UNRESOLVED) value = context.getNodeParameter(`${name}.value.${id}`, itemIndex);
		if (required === true && (value === undefined || value === null)) return UNRESOLVED;
		// What n8n makes of a null in a column of a known type.
		columns[id] = (type !== undefined && value === null ? undefined : value) as IDataObject[string];
	}
	return columns;
}
