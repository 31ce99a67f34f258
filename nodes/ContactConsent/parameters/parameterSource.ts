import type { IDataObject, IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

/**
 * Where parameters come from: an input item (`itemSources`) or a poll (`pollSource`). In: n8n's context. Out: what the
 * workflow has for a parameter, and its value. `readParameters.ts` checks the values.
 */
export interface ParameterSource {
	node: INode;
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** Missing in a poll. */
	itemIndex?: number;
	/** A parameter as the workflow has it, with expressions as text; `undefined` if it is not set. */
	raw(path: string): unknown;
	/** The value of a parameter. @param raw the same parameter as the workflow has it */
	evaluated(path: string, raw: unknown): unknown;
}

export const pollSource = (context: IPollFunctions): ParameterSource => ({
	node: context.getNode(),
	timeZone: context.getTimezone(),
	raw: (path) => context.getNodeParameter(path, null, { rawExpressions: true }) ?? undefined,
	evaluated: (path) => context.getNodeParameter(path, null, { skipValidation: true }),
});

/**
 * Expressions that only name a field of the input item, such as `={{ $json.email }}`. Dragging a field into a parameter
 * writes one. n8n evaluates each expression in an isolate of its own, which takes half a millisecond: minutes for
 * 50,000 contacts of ten columns. These expressions are looked up here instead; n8n evaluates all others.
 */
const REFERENCE = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:"[^"\\]+"|'[^'\\]+'|0|[1-9]\d*)\])*)\s*\}\}$/;
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]/g;

/** The keys from the input item down to a field; `undefined` for any other expression. */
function pathOf(expression: string): readonly string[] | undefined {
	const [, steps] = REFERENCE.exec(expression) ?? [];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined) ?? '');
}

/** Marks a value that n8n has to evaluate. */
export const UNRESOLVED = Symbol('unresolved');

/** True for JSON: no date, no instance of a class. */
const isJson = (value: object): boolean =>
	Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * A field as n8n's expression would give it; `UNRESOLVED` for dates, instances of classes, and paths through a missing
 * value.
 */
function fieldOf(item: IDataObject, path: readonly string[]): unknown {
	let value: unknown = item;
	for (const [depth, step] of path.entries()) {
		if (typeof value !== 'object' || value === null || !isJson(value)) return UNRESOLVED;
		// n8n refuses some keys that every object inherits, such as `constructor`.
		if (!Object.hasOwn(value, step)) {
			return step in value || depth < path.length - 1 ? UNRESOLVED : undefined;
		}
		value = (value as IDataObject)[step];
	}
	return typeof value !== 'object' || value === null || isJson(value) ? value : UNRESOLVED;
}

/**
 * The value of a parameter without n8n's evaluation: a fixed value, or the field that an expression names.
 *
 * @param raw the parameter as the workflow has it
 * @returns `UNRESOLVED` if n8n has to evaluate the parameter
 */
export function resolved(raw: unknown, item: IDataObject): unknown {
	if (typeof raw === 'object' && raw !== null) return UNRESOLVED;
	if (!isExpression(raw)) return raw;
	const path = pathOf(raw);
	return path === undefined ? UNRESOLVED : fieldOf(item, path);
}

/**
 * The parameters of each input item. What is the same for all items is asked for once, because n8n copies the node each
 * time.
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
			// The fields check each value. n8n's own check would mistake a single column for the whole mapper.
			return value === UNRESOLVED
				? context.getNodeParameter(path, itemIndex, null, { skipValidation: true })
				: value;
		},
	});
}
