/** Hostile parameters and hostile answers, made up by fast-check, for each operation. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import type { Lab } from './lab';

/** Texts that climb paths, end headers, name prototypes, or are no text at all. */
const NASTY = [
	'..',
	'.',
	'../..',
	'../../v1/events/latest',
	'..%2f..',
	'%2e%2e',
	'%2e%2e%2f',
	'..\\..',
	'/',
	'//evil.example/x',
	'http://evil.example/',
	'c1/../../events',
	'c1?x=1',
	'c1#f',
	'c1;a=b',
	'\0',
	'a\0b',
	'a\r\nX-Evil: 1',
	'\u2028',
	'\ud800',
	'a\udfffb',
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'',
	' ',
	'\t',
	'\u202e',
	'💥'.repeat(50),
	'x'.repeat(10_000),
	'{{ 7*7 }}',
	"'; DROP TABLE contacts; --",
	'<script>',
	'NaN',
	'null',
	'-0',
];

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());

const scalar = fc.oneof(
	text,
	fc.constantFrom(0, -1, 1.5, 1e21, NaN, Infinity, true, false, null),
	fc.integer(),
);

const column = fc.oneof(
	fc.constantFrom('id', 'first_name', 'last_name', 'email', 'data', 'section_work', 'work_emails', 'tags'),
	text,
);

/** JSON as a person could hand it over: any shape, and objects with keys of their own that name prototypes. */
const json = fc.oneof(
	fc.jsonValue({ maxDepth: 4 }),
	fc.array(fc.dictionary(column, scalar), { maxLength: 6 }),
	fc.dictionary(column, fc.oneof(scalar, fc.array(scalar), fc.dictionary(column, scalar)), {
		noNullPrototype: true,
	}),
	fc.constantFrom(
		JSON.parse('{"__proto__":{"polluted":true},"id":"p","first_name":"a","last_name":"b"}') as IDataObject,
		JSON.parse(
			'{"constructor":{"prototype":{"polluted":true}},"id":"p","data":{"__proto__":"x"}}',
		) as IDataObject,
		JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown[],
	),
);

/** Mostly what a field is made for: an attack has to get past the other fields to be one. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<U>) =>
	fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const option = <T>(values: readonly T[]) => mostly(fc.constantFrom(...values), text);
const count = mostly(fc.integer({ min: 1, max: 20 }), scalar);
const flag = mostly(fc.boolean(), scalar);
/** Seconds: what a test can wait for, and nonsense. */
const wait = mostly(fc.constant(0), fc.constantFrom(-1, 'soon', NaN, 0.5, null));

const date = mostly(fc.constantFrom('', '2026-01-31T08:00:00Z', 1_700_000_000_000), scalar);
const period = { from: date, to: date };
const types = mostly(
	fc.subarray(['update', 'confirm', 'documentation']),
	fc.oneof(fc.array(text, { maxLength: 3 }), scalar),
);

const record = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.record(shape, { requiredKeys: [] });

/** Elements that the service would take, with columns beside the usual ones. */
const elements = fc.array(
	fc
		.tuple(
			fc.record({ id: text, first_name: text, last_name: text, email: text }),
			fc.dictionary(column, fc.oneof(scalar, fc.array(scalar), fc.dictionary(column, scalar)), {
				maxKeys: 3,
			}),
		)
		.map(([base, more]): unknown => ({ ...more, ...base })),
	{ minLength: 1, maxLength: 6 },
);

const bulk = {
	inputMode: fc.constant('json'),
	json: fc.oneof(
		{ weight: 4, arbitrary: elements },
		json,
		json.map((value) => JSON.stringify(value)),
		text,
	),
	options: record({
		batchSize: count,
		parallelUploads: count,
		isolateInvalid: flag,
		unknownFields: option(['ignore', 'customData', 'error']),
		emptyFields: option(['omit', 'send']),
		mergeWithCurrent: flag,
		output: option(['perItem', 'perUpload']),
		waitUntilFinished: flag,
		timeout: wait,
		pendingStatuses: fc.oneof(text, scalar),
	}),
};

const reading = {
	returnAll: flag,
	limit: count,
	simplify: flag,
	options: record({ pageSize: count, downloadDocumentation: flag, binaryPropertyName: text }),
};

const single = (id: string) => ({
	[id]: scalar,
	simplify: flag,
	options: record({ onNotFound: option(['error', 'empty', 'skip']) }),
});
const locator = fc.record({ mode: option(['id', 'list']), value: scalar });

/** The parameter space of each operation. */
const SPACE: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
	'contact.upsert': bulk,
	'contact.get': single('contactId'),
	'contact.delete': single('contactId'),
	'documentation.download': {
		documentationOf: option(['latest', 'event']),
		contactId: scalar,
		eventId: scalar,
		binaryPropertyName: text,
		options: record({
			whenNotGenerated: option(['output', 'error']),
			maxWait: wait,
			fileName: text,
			onNotFound: option(['error', 'empty', 'skip']),
		}),
	},
	'employee.upsert': bulk,
	'employee.get': single('employeeId'),
	'employee.delete': single('employeeId'),
	'event.getMany': { ...reading, filters: record({ types, ...period }) },
	'event.getLatest': { ...reading, filters: record({ types }) },
	'event.trigger': {
		eventType: option(['update', 'confirm']),
		contactInput: option(['id', 'json']),
		contactId: scalar,
		contact: fc.oneof(json, text),
	},
	'health.ping': {},
	'operation.get': { operationId: locator, simplify: flag },
	'operation.getMany': { ...reading, filters: record(period) },
	'operation.wait': { operationId: locator, options: record({ timeout: wait, pendingStatuses: scalar }) },
};

export const HOSTILE_OPERATIONS = Object.keys(SPACE);

/** n8n evaluates a text that begins so; what comes of it is n8n's own business. */
const isExpression = (value: unknown): boolean => JSON.stringify(value ?? null).includes('"=');

/** An answer that no service should give. */
const answer = (lab: Lab): fc.Arbitrary<Fault> =>
	fc.record(
		{
			status: fc.constantFrom(200, 200, 202, 204, 206, 300, 302, 400, 401, 404, 410, 418, 422, 500),
			body: fc.oneof(
				json,
				text,
				fc.constant({ message: 'x'.repeat(100), validation_errors: { __proto__: 1 } }),
			),
			contentType: fc.constantFrom('application/json', 'text/html', 'application/pdf', 'x/y'),
			headers: fc.constantFrom<Record<string, string>>(
				{ 'next-cursor': 'again', 'next-link': `http://${lab.elsewhere.host}/next` },
				{ 'operation-id': '../../x', 'operation-link': `http://${lab.elsewhere.host}/operation` },
				{ 'retry-after': '0' },
				{ location: `http://${lab.elsewhere.host}/`, 'retry-after': '0' },
				{ 'content-disposition': 'attachment; filename="../../../etc/passwd"' },
				{},
			),
			times: fc.constantFrom(1, 2, 6),
		},
		{ requiredKeys: ['times', 'status', 'body'] },
	);

export interface Attack {
	parameters: IDataObject;
	onError?: 'continueRegularOutput';
	fault?: Fault;
}

export function attacks(lab: Lab, name: string): fc.Arbitrary<Attack> {
	const [resource, operation] = name.split('.');
	return fc
		.record({
			parameters: fc.record({
				resource: fc.constant(resource),
				operation: fc.constant(operation),
				...SPACE[name],
			}),
			onError: fc.constantFrom(undefined, 'continueRegularOutput' as const),
			fault: fc.option(answer(lab), { nil: undefined, freq: 2 }),
		})
		.filter(({ parameters }) => !isExpression(parameters));
}
