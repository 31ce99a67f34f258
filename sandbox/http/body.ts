/** Request bodies: JSON, and forms with names in brackets. */
import qs from 'qs';
import { resolved } from '../records/schemas';
import type { JsonSchema } from '../records/schemas';

export type ParsedBody = { value: unknown } | { problem: string };

/**
 * The nesting of forms is not documented; PHP, Rails and qs write this one. With `arrayLimit` 0 qs makes no lists of
 * its own, so `data[1]` stays a key of a map.
 */
const FORM: qs.IParseOptions = {
	arrayLimit: 0,
	depth: 10,
	parameterLimit: Infinity,
	plainObjects: true,
	strictDepth: true,
};

/** A form has only texts and names. The model says which of them are lists, maps and booleans. */
function shaped(value: unknown, schema: JsonSchema): unknown {
	const { type, items, properties, additionalProperties } = resolved(schema);
	if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value);
	if (type === 'array' && entries.every(([name]) => /^\d+$/.test(name)))
		return entries.map(([, entry]) => shaped(entry, items as JsonSchema));
	if (type !== 'object') return value;
	const known = properties as Record<string, JsonSchema> | undefined;
	const fieldOf = (name: string) => known?.[name] ?? ((additionalProperties || {}) as JsonSchema);
	return Object.fromEntries(entries.map(([name, entry]) => [name, shaped(entry, fieldOf(name))]));
}

function parseForm(text: string, schema: JsonSchema): ParsedBody {
	try {
		return { value: shaped(qs.parse(text, FORM), schema) };
	} catch (error) {
		return { problem: (error as Error).message };
	}
}

/** Without a schema, a form has neither lists nor booleans. */
export function parseBody(
	raw: Buffer,
	contentType: string | undefined,
	forms: boolean,
	schema: JsonSchema = {},
): ParsedBody {
	const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	if (type === 'application/x-www-form-urlencoded' && forms) return parseForm(raw.toString(), schema);
	if (type !== 'application/json' && !type.endsWith('+json')) {
		return { problem: `Content-Type ${type || '(none)'} is not accepted, application/json is` };
	}
	try {
		return { value: JSON.parse(raw.toString()) as unknown };
	} catch {
		return { problem: 'The body is not valid JSON' };
	}
}
