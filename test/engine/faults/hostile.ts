/* eslint-disable */
/** Makes up hostile parameters and answers for each operation with fast-check, from the description of its fields. */
import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../../sandbox';
import { innerOf } from '../../support/inner-fields';
import { withoutWaiting, type Lab, type Seen } from './lab';
import { callsOf, calmRun, choicesOf, furnish, operations, switchedOn, type Operation } from './operations';

/** Texts that climb paths, end headers or name prototypes, and values that are not texts. */
const NASTY = [
	...'.. . ../.. ../../v1/events/latest ..%2f.. %2e%2e %2e%2e%2f ..\\.. / //evil.example/x'.split(' '),
	...'http://evil.example/ c1/../../events c1?x=1 c1#f c1;a=b {{7*7}} <script> NaN null -0'.split(' '),
	...'__proto__ constructor prototype toString hasOwnProperty'.split(' '),
	...['\0', 'a\0b', 'a\r\nX-Evil: 1', '\u2028', '\u202e', '\ud800', 'a\udfffb', '', ' ', '\t'],
	...['💥'.repeat(50), 'x'.repeat(10_000), "'; DROP TABLE contacts; --"],
];

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());
const odd = fc.constantFrom(0, -1, 1.5, 1e21, NaN, Infinity, true, false, null);
const scalar = fc.oneof(text, odd, fc.integer());

const COLUMNS = ['id', 'first_name', 'last_name', 'email', 'data', 'section_work', 'work_emails', 'tags'];
const column = fc.oneof(fc.constantFrom(...COLUMNS), text);
const nested = fc.oneof(scalar, fc.array(scalar), fc.dictionary(column, scalar));

const parsed = (json: string) => JSON.parse(json) as unknown;
const PROTOTYPE_ERRORS = parsed('{"message":"x","validation_errors":{"__proto__":1}}');

/** Any JSON that a person could enter, also objects with keys that name prototypes. */
const anyJson = fc.oneof(
	fc.jsonValue({ maxDepth: 4 }),
	fc.array(fc.dictionary(column, scalar), { maxLength: 6 }),
	fc.dictionary(column, nested, { noNullPrototype: true }),
	fc.constantFrom(
		parsed('{"__proto__":{"polluted":true},"id":"p","first_name":"a","last_name":"b"}'),
		parsed('{"constructor":{"prototype":{"polluted":true}},"id":"p","data":{"__proto__":"x"}}'),
		parsed('['.repeat(500) + ']'.repeat(500)),
	),
);

/** Elements that the service would accept, with additional columns. */
const elements = fc.array(
	fc
		.tuple(
			fc.record({ id: text, first_name: text, last_name: text, email: text }),
			fc.dictionary(column, nested, { maxKeys: 3 }),
		)
		.map(([base, more]): IDataObject => ({ ...more, ...base })),
	{ minLength: 1, maxLength: 6 },
);

/** Output of uploads, with such values before and after. */
const undoings = elements.map((list) =>
	list.map(({ id, ...values }) => ({
		id,
		changes: Object.fromEntries(
			Object.entries(values).map(([name, value]) => [name, { from: value, to: null }]),
		),
	})),
);

/** Mostly valid values, because an attack on one field has to get past the other fields. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<U>) =>
	fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: unusual });

/** Waiting times in seconds. These options are always set, because a test cannot wait for their defaults. */
const WAITS = new Set(['timeout', 'maxWait']);
const seconds = mostly(fc.constant(0), fc.constantFrom(-1, 'soon', NaN, 0.5, null));

const BY_TYPE: Partial<Record<INodeProperties['type'], (field: INodeProperties) => fc.Arbitrary<unknown>>> = {
	// A heading that no row has is refused before anything is sent.
	string: ({ name }) =>
		name === 'idColumn' ? mostly(fc.constantFrom('', 'id'), text) : mostly(text, scalar),
	boolean: () => mostly(fc.boolean(), scalar),
	number: ({ name }) => (WAITS.has(name) ? seconds : mostly(fc.integer({ min: 1, max: 8 }), scalar)),
	options: (field) => mostly(fc.constantFrom(...choicesOf(field)), text),
	multiOptions: (field) =>
		mostly(fc.subarray(choicesOf(field)), fc.oneof(fc.array(text, { maxLength: 3 }), scalar)),
	dateTime: () => mostly(fc.constantFrom('', '2026-01-31T08:00:00Z', 1_700_000_000_000), scalar),
	json: ({ name }) =>
		fc.oneof(
			{ weight: 4, arbitrary: name === 'changesInput' ? undoings : elements },
			anyJson,
			anyJson.map((value) => JSON.stringify(value)),
			text,
		),
	resourceLocator: () => fc.record({ mode: mostly(fc.constantFrom('id', 'list'), text), value: scalar }),
	resourceMapper: () => fc.constant({ mappingMode: 'autoMapInputData', value: null }),
	collection: ({ options }) => spaceOf(options as INodeProperties[], true),
	// Most groups do not fit the input, and then nothing is sent.
	fixedCollection: (field) =>
		fc.record({
			values: mostly(fc.constant<unknown[]>([]), fc.array(spaceOf(innerOf(field), true), { maxLength: 2 })),
		}),
};

function spaceOf(fields: INodeProperties[], mayLack = false): fc.Arbitrary<IDataObject> {
	const made = fields.flatMap((field) => {
		if (field.type === 'notice') return [];
		const make = BY_TYPE[field.type];
		if (!make) throw new Error(`Nothing attacks fields of the type ${field.type}, such as ${field.name}`);
		return [[field.name, make(field)] as const];
	});
	const required = made.map(([name]) => name).filter((name) => !mayLack || WAITS.has(name));
	return fc.record(Object.fromEntries(made), { requiredKeys: required }) as fc.Arbitrary<IDataObject>;
}

/** An answer that no service should send. */
const answerOf = (elsewhere: string): fc.Arbitrary<Fault> =>
	fc.record(
		{
			status: fc.constantFrom(200, 200, 202, 204, 206, 300, 302, 400, 401, 404, 410, 418, 422, 500),
			body: fc.oneof(anyJson, text, fc.constant(PROTOTYPE_ERRORS)),
			contentType: fc.constantFrom('application/json', 'text/html', 'application/pdf', 'x/y'),
			headers: fc.constantFrom<Record<string, string>>(
				{ 'next-cursor': 'again', 'next-link': `http://${elsewhere}/next` },
				{ 'operation-id': '../../x', 'operation-link': `http://${elsewhere}/operation` },
				{ location: `http://${elsewhere}/`, 'retry-after': '0' },
				{ 'content-disposition': 'attachment; filename="../../../etc/passwd"' },
				{ 'retry-after': '0' },
			),
			times: fc.constantFrom(1, 2, 6),
		},
		{ requiredKeys: ['times', 'status', 'body'] },
	);

interface Attack {
	parameters: IDataObject;
	items?: IDataObject[];
	onError?: 'continueRegularOutput';
	fault?: Fault;
}

/** n8n evaluates a text that begins like this as an expression; the result is n8n's own business. */
const isExpression = (value: unknown): boolean => JSON.stringify(value).includes('"=');

const attacksOn = ({ resource, operation, fields }: Operation, elsewhere: string): fc.Arbitrary<Attack> =>
	fc
		.record({
			parameters: spaceOf(fields).map((values) => ({ resource, operation, ...values })),
			items: fields.some(({ type }) => type === 'resourceMapper') ? elements : fc.constant(undefined),
			onError: fc.constantFrom(undefined, 'continueRegularOutput' as const),
			fault: fc.option(answerOf(elsewhere), { nil: undefined, freq: 2 }),
		})
		.filter(({ parameters }) => !isExpression(parameters));

const pathsOf = ({ log }: Sandbox): string[] => log.all().map(({ path }) => path);
/** Each place for an id of the service may hold any id instead. */
const SEGMENT = /(?<=\/)([cev]\d|[\da-f-]{20,})(?=\/|$)/g;

/** The paths that an operation requests when nothing is disturbed. */
async function ownPaths(lab: Lab, operation: Operation): Promise<RegExp> {
	const { sandbox, run } = lab;
	const paths = new Set<string>();
	// Dry Run is on, because a dry run reads in more cases than an upload and does not wait.
	const on = [switchedOn(operation.fields), switchedOn(operation.fields, 'dryRun')];
	for (const call of callsOf(operation)) {
		const { parameters, items } = call;
		// The error says what is missing if an operation cannot be attacked at all.
		await calmRun(lab, call);
		for (const more of [{}, ...on]) {
			furnish(sandbox);
			await run({ parameters: { ...parameters(sandbox), ...more }, items });
			for (const path of pathsOf(sandbox)) paths.add(path.replace(SEGMENT, '[^/]+'));
		}
	}
	return new RegExp(`^(${[...paths].join('|')})$`);
}

/** Plays an attack. Requests to other paths and the like are added to the offences. */
async function play({ sandbox, run }: Lab, { fault, ...trial }: Attack, own: RegExp): Promise<Seen> {
	furnish(sandbox);
	if (fault) sandbox.faults.add(fault);
	const seen = await withoutWaiting(async () => await run(trial));
	const strayed = pathsOf(sandbox).filter((path) => !own.test(path));
	seen.offences.push(...strayed.map((path) => `a request to ${path}`));
	if (trial.onError && seen.error) seen.offences.push(`stopped in spite of On Error: ${seen.error.message}`);
	if ('polluted' in {}) seen.offences.push('the prototype of all objects is polluted');
	return seen;
}

/** Time limit of one attack. */
const HANG = 15_000;

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, HANG, undefined)));
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface FuzzRow {
	operation: string;
	attacks: number;
	/** How many attacks were refused before any request. */
	unsent: number;
	requests: number;
	wrong: string[];
}

/** Attacks each operation this many times. */
export async function* fuzz(lab: Lab, runs: number, seed: number): AsyncGenerator<FuzzRow> {
	for (const operation of operations) {
		const own = await ownPaths(lab, operation);
		const row: FuzzRow = { operation: operation.name, attacks: 0, unsent: 0, requests: 0, wrong: [] };
		for (const attack of fc.sample(attacksOn(operation, lab.elsewhere), { numRuns: runs, seed })) {
			const seen = await inTime(play(lab, attack, own));
			const offences = seen ? seen.offences : ['never ends'];
			row.attacks += 1;
			row.requests += seen?.requests ?? 0;
			row.unsent += seen?.requests === 0 ? 1 : 0;
			row.wrong.push(...offences.map((offence) => `${offence}: ${JSON.stringify(attack)}`));
		}
		yield row;
	}
}
