/** Takes away what a model does not have: unknown fields are ignored, not stored. */
import { MODELS } from './schemas';
import type { JsonSchema } from './schemas';

const BY_NAME = new Map(MODELS.map((schema) => [`${String(schema.$id)}#`, schema]));

function pruned(value: unknown, schema: JsonSchema): unknown {
	const { $ref, items, properties } = schema;
	if (typeof $ref === 'string') return pruned(value, BY_NAME.get($ref) ?? {});
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

export const prune = <T extends object>(value: T, model: string): T =>
	pruned(value, { $ref: `${model}#` }) as T;
