/**
 * Expressions that advice hands to people, to be pasted into a field of n8n as they are. None of them has an arrow
 * function: what people read has no >.
 */
import type { Setting } from './recordModel';

/** True for a key that needs no quotes. */
const isPlainKey = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** A key of an object in an expression, in quotes if it needs them. */
export const asKey = (key: string): string => (isPlainKey(key) ? key : JSON.stringify(key));

/** The expression of a value inside a row: `$json.body["a b"]`. */
export const reference = (path: readonly string[], of = '$json'): string =>
	`${of}${path.map((key) => (isPlainKey(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('')}`;

/**
 * The expression of an input item with further fields, e.g. `first_name: "Ada"`. Not `{ ...$json, … }`: n8n 2.4 to 2.20
 * loses the item there, and the field comes out empty.
 */
export const itemWith = (fields: readonly string[]): string =>
	`{{ Object.assign({}, $json, { ${fields.join(', ')} }) }}`;

/** How to enter an expression in the field *JSON*. */
export const inJson = ({ isTable }: Setting, expression: string): string =>
	isTable
		? `Set 'Input Mode' to JSON, and enter ${expression} in the field 'JSON', as an expression.`
		: `Enter ${expression} in the field 'JSON', as an expression.`;
