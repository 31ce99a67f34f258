/** Made-up requests to the endpoints of the description. */
import fc from 'fast-check';

import type { Sent } from '../client';
import type { Description, Endpoint, Schema } from './description';
import { nearlyValid, oddText, time, valid } from './values';

export type Key = 'sandbox' | 'production' | 'limited' | 'wrong' | 'none';
export type Intent = 'valid' | 'nearly valid' | 'random';

export interface Trial {
	endpoint: Endpoint;
	key: Key;
	intent: Intent;
	/** The values of the path parameters, by name. */
	path: Record<string, string>;
	query: Array<[string, string]>;
	/** The body as JSON. `raw` is sent instead if it is given. */
	body: unknown;
	raw: string | undefined;
	contentType: string | undefined;
}

/** Placeholder for an id or a cursor from an earlier answer. */
export const LAST_OPERATION = '(the last operation)';
export const LAST_CURSOR = '(the last cursor)';

/** The ids that exist at the start of each trial, and some that do not exist. */
export const CONTACTS = ['c1', 'c2', 'a/b ä?'];
export const EMPLOYEES = ['e1', 'default'];
export const EVENTS = { update: 'u1', documentation: 'd1' };
const NAMES: Record<string, string[]> = {
	contacts: CONTACTS,
	employees: EMPLOYEES,
	operations: [LAST_OPERATION],
	contactID: CONTACTS,
	eventID: [EVENTS.documentation, EVENTS.update],
};

/** Dot segments are left out: they lead to another address. */
const pathValue = (names: string[]) =>
	fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...names) },
		{ weight: 1, arbitrary: oddText.filter((text) => text !== '' && !/^\.+$/.test(text)) },
	);

/** Values for parameters for which a value that the description allows is not enough. */
const VALID_QUERY: Record<string, fc.Arbitrary<string>> = {
	from: fc.oneof(time, fc.constant('2026-03-01T10:00:00Z')),
	to: fc.oneof(time, fc.constant('2026-03-01T10:00:00Z')),
	limit: fc.constantFrom('1', '2', '3', '1000', '007'),
	cursor: fc.constant(LAST_CURSOR),
};

function query(
	parameters: Endpoint['parameters'],
	intent: Intent,
	resolve: Description['resolved'],
): fc.Arbitrary<Array<[string, string]>> {
	const all = parameters.filter((one) => one.in === 'query');
	const names = all.map(({ name }) => name);
	if (names.length === 0) return fc.constant([]);
	const odd = fc.oneof(oddText, fc.constantFrom('-1', '1e3', '0', 'update,confirm', 'UPDATE', '2026-02-30'));
	const one = (name: string, value: fc.Arbitrary<string>) =>
		value.map((text): [string, string] => [name, text]);
	const valueFor = (name: string): fc.Arbitrary<string> => {
		const { schema = {} } = all.find((parameter) => parameter.name === name) ?? {};
		return VALID_QUERY[name] ?? valid(schema, resolve, fc.constantFrom(...CONTACTS)).map(String);
	};
	const required = all.filter((parameter) => parameter.required).map(({ name }) => name);
	const right = fc
		.subarray(names.filter((name) => !required.includes(name)))
		.chain((some) => fc.tuple(...[...required, ...some].map((name) => one(name, valueFor(name)))));
	if (intent === 'valid') return right;
	const wrong = fc.constantFrom(...names, 'other').chain((name) => one(name, odd));
	if (intent === 'nearly valid') return fc.tuple(right, wrong).map(([pairs, last]) => [...pairs, last]);
	return fc.array(wrong, { maxLength: 4 });
}

const CONTENT_TYPES = [
	undefined,
	'text/plain',
	'application/x-www-form-urlencoded',
	'application/json; x=y',
	'odd',
	'*/*',
];

type Content = Pick<Trial, 'body' | 'raw' | 'contentType'>;

function content(
	schema: Schema | undefined,
	intent: Intent,
	resolve: Description['resolved'],
): fc.Arbitrary<Content> {
	if (!schema) return fc.constant({ body: undefined, raw: undefined, contentType: undefined });
	const json = 'application/json';
	const ids = fc.constantFrom(...CONTACTS, ...EMPLOYEES, 'new');
	const right = valid(schema, resolve, ids);
	const asJson = (values: fc.Arbitrary<unknown>) =>
		values.map((body): Content => ({ body, raw: undefined, contentType: json }));
	if (intent === 'valid') return asJson(right);
	if (intent === 'nearly valid') return asJson(nearlyValid(right));
	const broken = fc.oneof(
		oddText,
		fc.json().map((text) => text.slice(0, -1)),
		right.map((value) => JSON.stringify(value)),
		fc.constant('0[id]=c9&0[first_name]=A&0[last_name]=B'),
	);
	const raw = fc
		.tuple(broken, fc.constantFrom(json, ...CONTENT_TYPES))
		.map(([text, contentType]): Content => ({ body: undefined, raw: text, contentType }));
	const many = fc.integer({ min: 1001, max: 1005 }).map((length) => Array<unknown>(length).fill({ id: 'x' }));
	return fc.oneof(
		{ weight: 4, arbitrary: asJson(fc.jsonValue()) },
		{ weight: 4, arbitrary: raw },
		{ weight: 1, arbitrary: asJson(many) },
	);
}

function trialsOf(endpoint: Endpoint, intent: Intent, resolve: Description['resolved']): fc.Arbitrary<Trial> {
	const resource = endpoint.path.split('/')[2] ?? '';
	const names = endpoint.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
	const values = names.map((name) => [name, pathValue(NAMES[name] ?? NAMES[resource] ?? [])]);
	return fc
		.record({
			key: fc.constantFrom<Key>(...Array<Key>(12).fill('sandbox'), 'production', 'limited', 'wrong', 'none'),
			path: fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>),
			query: query(endpoint.parameters, intent, resolve),
			content: content(endpoint.body, intent, resolve),
		})
		.map(({ content: { body, raw, contentType }, ...rest }) => ({
			endpoint,
			intent,
			...rest,
			body,
			raw,
			contentType,
		}));
}

export const trials = ({ endpoints, resolved }: Description): fc.Arbitrary<Trial> =>
	fc.oneof(
		...endpoints.flatMap((endpoint) =>
			(['valid', 'nearly valid', 'random'] as const).map((intent) => trialsOf(endpoint, intent, resolved)),
		),
	);

const HEADERS: Record<Key, Record<string, string>> = {
	sandbox: { Authorization: 'sandbox-key' },
	production: { Authorization: 'production-key' },
	limited: { Authorization: 'limited-key' },
	wrong: { Authorization: 'wrong' },
	none: {},
};

export function toSend(trial: Trial, known: { operation: string; cursor: string }): Sent {
	const { endpoint, key, path, query: pairs, body, raw, contentType } = trial;
	const filled = (text: string) =>
		text === LAST_OPERATION ? known.operation : text === LAST_CURSOR ? known.cursor : text;
	const target = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(filled(path[name] ?? '')),
	);
	const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(filled(value))}`).join('&');
	return {
		method: endpoint.method,
		target: search ? `${target}?${search}` : target,
		headers: { ...HEADERS[key], ...(contentType !== undefined && { 'Content-Type': contentType }) },
		body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
	};
}
