/** Reads the OpenAPI description that the sandbox serves, and judges answers by it alone. */
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';

import type { Reply } from './contract';

export type Schema = Record<string, unknown> & {
	$ref?: string;
	type?: string;
	format?: string;
	pattern?: string;
	minLength?: number;
	enum?: unknown[];
	items?: Schema;
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | boolean;
	required?: string[];
};

interface Response {
	headers?: Record<string, unknown>;
	content?: Record<string, { schema: Schema }>;
}

export interface Endpoint {
	method: string;
	/** The path with `/v1` and with parameters such as `{id}`. */
	path: string;
	parameters: Array<{ name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }>;
	body: Schema | undefined;
	responses: Record<string, Response>;
	/** For fast-check's reports. */
	[fc.toStringMethod]: () => string;
}

export interface Description {
	endpoints: Endpoint[];
	/** Follows a reference. */
	resolved: (schema: Schema) => Schema;
	/** Lists the differences between an answer and the description. */
	deviations: (endpoint: Endpoint, reply: Reply) => string[];
	/**
	 * `fatal`: the body must be refused (a missing field, a wrong type). `minor`: it may be refused (an additional
	 * field).
	 */
	bodyProblems: (endpoint: Endpoint, body: unknown) => { fatal: boolean; minor: boolean };
	/** True if the query must be refused. */
	queryProblem: (endpoint: Endpoint, query: Array<[string, string]>) => boolean;
}

function createAjv(): Ajv {
	const ajv = new Ajv({ strict: false, allErrors: true });
	ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
	ajv.addFormat('uri', /^https?:\/\/[!-~]+$/);
	for (const name of ['email', 'mobilenumber', 'faxnumber', 'zipcode']) ajv.addFormat(name, true);
	return ajv;
}

interface Document {
	paths: Record<string, Record<string, Record<string, unknown>>>;
	components: { schemas: Record<string, Schema> };
}

const pointer = (...parts: string[]): string =>
	parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');

function deviationsOf(ajv: Ajv, validators: Map<string, ValidateFunction>) {
	const validatorOf = (where: string): ValidateFunction => {
		const known = validators.get(where) ?? ajv.compile({ $ref: `openapi#${encodeURI(where)}` });
		validators.set(where, known);
		return known;
	};
	return ({ method, path, responses }: Endpoint, { status, headers, body }: Reply): string[] => {
		const response = responses[status];
		if (!response) return [`status ${status} is not described`];
		const described = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
		const special = ['request-id', 'operation-id', 'operation-link', 'next-cursor', 'next-link'];
		const optional = ['next-cursor', 'next-link'];
		const wrongHeaders = special.filter((name) =>
			headers[name] === undefined
				? described.includes(name) && !optional.includes(name)
				: !described.includes(name),
		);
		const problems = wrongHeaders.map((name) => `${name}: ${headers[name] ?? 'missing'}`);
		const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
		if (!response.content)
			return body === undefined && type === '' ? problems : [...problems, 'a body that is not described'];
		if (!response.content[type]) return [...problems, `Content-Type ${type} is not described`];
		if (type !== 'application/json') return problems;
		const where = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type];
		const validate = validatorOf(pointer(...where, 'schema'));
		return validate(body) ? problems : [...problems, JSON.stringify(validate.errors)];
	};
}

function bodyProblemsOf(ajv: Ajv) {
	return ({ method, path }: Endpoint, body: unknown) => {
		const where = [
			'paths',
			path,
			method.toLowerCase(),
			'requestBody',
			'content',
			'application/json',
			'schema',
		];
		const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer(...where))}` });
		const keywords = validate(body) ? [] : (validate.errors ?? []).map(({ keyword }) => keyword);
		const isMinor = (keyword: string) => ['format', 'additionalProperties'].includes(keyword);
		return { fatal: !keywords.every(isMinor), minor: keywords.some(isMinor) };
	};
}

/** An ISO 8601 time begins with a year and a month; the rest is not checked. */
const isNoTime = (text: string) => !/^[+-]?\d{4}-?\d\d/.test(text);

function queryProblem({ parameters }: Endpoint, query: Array<[string, string]>): boolean {
	return parameters
		.filter((parameter) => parameter.in === 'query')
		.some(({ name, required = false, schema: { pattern, format } }) => {
			const values = query.filter(([field]) => field === name).map(([, value]) => value);
			const [value] = values;
			if (value === undefined) return required;
			const isOdd = pattern ? !new RegExp(pattern).test(value) : format === 'date-time' && isNoTime(value);
			return isOdd || values.length > 1;
		});
}

export function readDescription(document: Document): Description {
	const ajv = createAjv();
	ajv.addSchema(document, 'openapi');
	const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, entry]): Endpoint => {
			const { parameters = [], requestBody, responses } = entry;
			const content = (requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content;
			return {
				method: method.toUpperCase(),
				path,
				parameters: parameters as Endpoint['parameters'],
				body: content?.['application/json']?.schema,
				responses: responses as Endpoint['responses'],
				[fc.toStringMethod]: () => `${method} ${path}`,
			};
		}),
	);
	return {
		endpoints,
		resolved: (schema) =>
			schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema,
		deviations: deviationsOf(ajv, new Map()),
		bodyProblems: bodyProblemsOf(ajv),
		queryProblem,
	};
}
