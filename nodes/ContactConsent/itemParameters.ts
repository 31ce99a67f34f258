import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ParameterSource } from './parameters';

/**
 * Expressions that only name a field of the input item, such as `={{ $json.email }}`: what dragging a field into a
 * parameter writes. n8n evaluates each one in an isolate of its own, which takes half a millisecond, so that
 * 50,000 contacts of ten columns would take minutes. Here they are looked up. Everything else is left to n8n.
 */
const REFERENCE = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:"[^"\\]+"|'[^'\\]+'|0|[1-9]\d*)\])*)\s*\}\}$/;
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]/g;

/** The steps from the input item to a field; `undefined` for any other expression. */
function pathOf(expression: string): readonly string[] | undefined {
	const [, steps] = REFERENCE.exec(expression) ?? [];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined) ?? '');
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
	const path = pathOf(raw);
	return path === undefined ? UNRESOLVED : fieldOf(item, path);
}

/**
 * The parameters of each input item. References to its fields are looked up, everything else is evaluated by n8n.
 *
 * What is the same for all items is asked for once: n8n copies the node each time.
 */
export function itemSources(
	context: IExecuteFunctions,
): (itemIndex: number, item: IDataObject) => ParameterSource {
	const node = context.getNode();
	const timeZone = context.getTimezone();
	const written = new Map<string, unknown>();
	const raw = (path: string) => {
		if (!written.has(path)) {
			written.set(path, context.getNodeParameter(path, 0, null, { rawExpressions: true }) ?? undefined);
		}
		return written.get(path);
	};
	return (itemIndex, item) => ({
		node,
		timeZone,
		itemIndex,
		raw,
		evaluated(path, expression) {
			const value = resolved(expression, item);
			// Each value is checked by its field; n8n's own check would take a column for all of them.
			return value === UNRESOLVED
				? context.getNodeParameter(path, itemIndex, null, { skipValidation: true })
				: value;
		},
	});
}
