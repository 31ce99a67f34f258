/** Parts of the routes' schemas. They refer to the models of the contract by name. */
import { schemas } from './model';

export type JsonSchema = Record<string, unknown>;

const isNamed = (value: unknown): value is { $id: string } =>
	typeof value === 'object' && value !== null && '$id' in value;

/** The schema with each model inside it replaced by a reference. */
function byReference(schema: unknown): unknown {
	if (isNamed(schema)) return { $ref: `${schema.$id}#` };
	return Array.isArray(schema) ? schema.map(byReference) : inside(schema);
}

const inside = (schema: unknown): unknown =>
	typeof schema === 'object' && schema !== null && !Array.isArray(schema)
		? Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, byReference(part)]))
		: schema;

/** All models of the contract. */
export const MODELS = Object.values(schemas).map((schema) => inside(schema) as JsonSchema & { $id: string });

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` });
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const EVENT_QUERY = {
	type: { type: 'string', enum: ['confirm', 'update', 'documentation'] },
};
export const LIMIT_QUERY = {
	limit: { type: 'string', pattern: '^0*[1-9]\\d{0,14}$', description: 'Items per page, default 1000' },
};
export const PAGE_QUERY = {
	from: { ...time, minLength: 1, description: 'From this time, ISO 8601' },
	to: { ...time, minLength: 1, description: 'Up to this time, ISO 8601' },
	...LIMIT_QUERY,
	cursor: { type: 'string', minLength: 1, description: 'Value of Next-Cursor' },
};

export const query = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
	type: 'object',
	required,
	properties,
});

export const pathParams = (...names: string[]): JsonSchema => ({
	type: 'object',
	required: names,
	properties: Object.fromEntries(names.map((name) => [name, text])),
});

const header = (description: string): JsonSchema => ({ type: 'string', description });
const REQUEST_ID = { 'Request-Id': header('Identifies the request') };

export const PAGE_HEADERS = {
	'Next-Cursor': header('Cursor of the next page, while there is one'),
	'Next-Link': header('Full link of the next page, while there is one'),
};
export const OPERATION_HEADERS = {
	'Operation-Id': header('Id of the operation that was created'),
	'Operation-Link': header('Link to the operation'),
};

/** Describes a response for OpenAPI; without a schema it has no body. */
export const answers = (description: string, schema?: JsonSchema, headers: JsonSchema = {}): JsonSchema => ({
	description,
	headers: { ...REQUEST_ID, ...headers },
	...(schema ? { content: { 'application/json': { schema } } } : { type: 'null' }),
});

export const WEB = ref('web.Response');
export const POST = ref('web.PostResponse');
