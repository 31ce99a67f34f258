/** Removes fields that a model does not have: unknown fields are ignored, not stored. */
import { modelNamed, resolved } from './schemas';
import type { JsonSchema } from './schemas';

function pruned(value: unknown, schema: JsonSchema): unknown {
	const { items, properties } = resolved(schema);
	if (items && Array.isArray(value)) return value.map((entry) => pruned(entry, items as JsonSchema));
	if (!properties) return value;
	const known = properties as Record<string, JsonSchema>;
	return Object.fromEntries(
		Object.entries(value as object).flatMap(([name, field]) => {
			const own = Object.hasOwn(known, name) ? known[name] : undefined;
			return own ? [[name, pruned(field, own)]] : [];
		}),
	);
}

export const prune = <T extends object>(value: T, model: string): T => pruned(value, modelNamed(model)) as T;
