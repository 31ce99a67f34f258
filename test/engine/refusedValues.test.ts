/**
 * Every parameter of every operation, from the description of the node. A value of a wrong type is refused by its
 * label before any request. A value that evaluates to nothing counts as not set, except in a filter. `'true'` means
 * true.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { actionBench, factsOf, wordsOf, type Parameters } from '../support/action';
import { action } from '../support/description';
import { isNewestEngine, whereShown } from '../support/engine';
import { innerOf } from '../support/inner-fields';
import { EXAMPLES, furnish, parametersOf, SCENES, UNSEEN, type Example } from '../support/examples';
import { sentence } from '../support/sentences';
import { everyNth } from '../support/cases';

const bench = actionBench();

interface Place {
	resource: string;
	operation: string;
	/** The place of a parameter, with its collection: `options.pageSize`. */
	path: string;
	/** The name of the field, if it is in a group that people add several times. */
	inGroup?: string;
	field: INodeProperties;
}

const places: Place[] = action.description.properties.flatMap((field): Place[] => {
	const [resource] = field.displayOptions?.show?.resource ?? [];
	const [operation] = field.displayOptions?.show?.operation ?? [];
	if (typeof resource !== 'string' || typeof operation !== 'string' || field.type === 'notice') return [];
	const place = { resource, operation, path: field.name, field };
	// n8n itself repairs a collection of a wrong type.
	if (field.type !== 'collection') return [place];
	const options = (field.options ?? []) as INodeProperties[];
	return options.map((option) => ({ ...place, path: `${field.name}.${option.name}`, field: option }));
});

/** The fields inside groups. */
const grouped = places.flatMap((place): Array<[string, Place]> => {
	const { resource, operation, path, field } = place;
	if (field.type !== 'fixedCollection') return [];
	return innerOf(field).map((inner) => [
		`${resource}: ${operation}: ${path}: ${inner.name}`,
		{ ...place, field: inner, inGroup: inner.name },
	]);
});

const rows = places.map((place): [string, Place] => [
	`${place.resource}: ${place.operation}: ${place.path}`,
	place,
]);

/** Ten bad values for each type of field, as JavaScript. */
const BAD: Record<string, string[]> = {
	boolean: ['"nope"', '({})', '[]', 'NaN', '-1', '"tru"', '1', '"TRUE"', '[true]', '({ a: true })'],
	number: ['"nope"', '({})', '[]', 'NaN', '-1', '"tru"', 'true', '1.5', '[5]', '" "'],
	options: [
		'"nope"',
		'({})',
		'[]',
		'NaN',
		'"constructor"',
		'"tru"',
		'true',
		'0',
		'["nope"]',
		'({ value: "x" })',
	],
	multiOptions: ['"nope"', '({})', '[[]]', 'NaN', '-1', '"tru"', 'true', '["nope"]', '[null]', '[{}]'],
	string: ['({})', '[]', 'NaN', 'true', 'false', '["a"]', '[1, 2]', '[[]]', '({ a: 1 })', '[null]'],
	dateTime: ['"nope"', '({})', '[]', 'NaN', '"tru"', 'true', '"2026-02-30"', '"25:00"', '[0]', '({ a: 1 })'],
	json: ['"nope"', '"{"', '"[1"', '"tru"', '"{\\"a\\":}"', '"NaN"', '"{a: 1}"', 'null', 'undefined', '""'],
	resourceLocator: ['({})', '[]', 'NaN', 'true', '["a"]', '""', '" "', '".."', 'null', '({ a: 1 })'],
};

/** Places in turn try other values by day. */
const turnOf = (place: Place): number => places.findIndex(({ field }) => field === place.field);

const MODES = ['nope', {}, [], -1, 'tru', true, 'AUTOMAPINPUTDATA', 'map', ['defineBelow'], { value: 1 }];

/** The fullest example of the operation to which a parameter belongs. */
function exampleOf({ resource, operation }: Place): Example {
	const example = EXAMPLES.findLast((one) => one.operation === `${resource}.${operation}`);
	if (example === undefined)
		throw new Error(`test/support/examples.ts has no example of ${resource}.${operation}`);
	return example;
}

let uploadId = '';
const itemsOf = (place: Place) => SCENES[place.path]?.items ?? exampleOf(place).items;

/** Parameters with which the operation runs and shows the field. The field itself is not set. */
function parametersFor(place: Place): Parameters {
	const { path, field } = place;
	const { beside, parameters: more } = SCENES[path] ?? {};
	const [name = '', option = ''] = path.split('.');
	const parameters = parametersOf(exampleOf(place), uploadId);
	const options = { ...(parameters.options as IDataObject), ...beside };
	for (const [decider, values] of Object.entries(field.displayOptions?.show ?? {})) {
		parameters[decider] = (values as Array<string | boolean>)[0];
	}
	if (option === '') Reflect.deleteProperty(parameters, name);
	else if (name === 'options') Reflect.deleteProperty(options, option);
	else parameters[name] = { ...(parameters[name] as IDataObject), [option]: undefined };
	// Fields that the example does not use, because it makes another choice.
	const others = {
		contactId: 'c1',
		eventId: 'v2',
		columns: { mappingMode: 'autoMapInputData', value: null },
	};
	return { ...others, ...parameters, options, ...more };
}

const groupsOf = (value: unknown) => (value as { values: IDataObject[] }).values;

function withValue({ inGroup, ...place }: Place, given: unknown): Parameters {
	const parameters = parametersFor(place);
	const [name = '', option] = place.path.split('.');
	const [group] = inGroup === undefined ? [] : groupsOf(SCENES[place.path]?.value);
	const value = group && inGroup !== undefined ? { values: [{ ...group, [inGroup]: given }] } : given;
	parameters[name] = (
		option === undefined ? value : { ...(parameters[name] as IDataObject), [option]: value }
	) as IDataObject[string];
	return parameters;
}

async function runOf(place: Place, parametersNow = () => parametersFor(place)) {
	seed();
	SCENES[place.path]?.prepare?.(bench.sandbox);
	return await bench.run(parametersNow(), { items: itemsOf(place), node: whereShown(place.field) });
}

/** The requests and the output, without the parts that differ from run to run. */
async function effectOf(place: Place, parametersNow?: () => Parameters) {
	const run = await runOf(place, parametersNow);
	const shown = JSON.stringify([
		bench.sandbox.log.all().map(({ method, path, query, body }) => [method, path, query, body]),
		run.outputs.flat().map(({ json, binary = {} }) => [json, Object.keys(binary)]),
		wordsOf(run),
	]);
	return shown
		.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
		.replace(/20\d\d-\d\d-\d\dT[\d:.]+Z|"file_size":\d+/g, '…');
}

function seed(): void {
	bench.sandbox.reset();
	uploadId = furnish(bench.sandbox);
}

beforeEach(seed);

const isJson = (source: string): boolean => {
	try {
		JSON.parse(source);
		return true;
	} catch {
		return false;
	}
};

/** The text that a person reads. n8n itself refuses some literals before the node runs. */
const refusalOf = async (place: Place, value: unknown): Promise<string> =>
	await bench
		.run(withValue(place, value), { items: itemsOf(place), node: whereShown(place.field) })
		.then(wordsOf, (error: unknown) => String(error));

/** n8n itself refuses an empty value: by label, in older versions only with these words. */
const ofN8n = (label: string) =>
	isNewestEngine
		? `- Parameter "${label}" is required\\.`
		: '^WorkflowHasIssuesError: The workflow has issues and cannot be executed for that reason\\. Please fix them first\\.$';

describe('each of ten bad values is refused by label, before any request', () => {
	// n8n itself repairs a group of a wrong type.
	const checked = rows.filter(([, { field }]) => !['resourceMapper', 'fixedCollection'].includes(field.type));

	it.each([...checked, ...grouped])('in %s', async (_name, place) => {
		const bad = BAD[place.field.type] ?? [];
		expect(bad).toHaveLength(10);
		// Only an ID stands in a path, where this would be another one.
		const isPath = (source: string) => source === '".."' && !place.field.name.endsWith('Id');
		const values = bad
			.filter((one) => !isPath(one))
			.flatMap((source): unknown[] => {
				const literal = isJson(source) ? [JSON.parse(source) as unknown] : [];
				const expressions = place.inGroup && place.field.noDataExpression ? [] : [`={{ ${source} }}`];
				return [...expressions, ...literal];
			})
			// A field that is not set has its default.
			.filter((value) => value !== null && value !== '');
		{
			for (const value of everyNth(values, 8, turnOf(place))) {
				const words = await refusalOf(place, value);
				const label = place.field.displayName.replace(/[()]/g, '\\$&');
				expect([value, words]).toEqual([
					value,
					expect.stringMatching(
						`^The parameter '${label}' .*\n.*Nothing was sent for this row\\.|${ofN8n(label)}`,
					),
				]);
			}
		}
		expect(bench.requests()).toEqual([]);
	});

	it.each(rows.filter(([, { field }]) => field.type === 'resourceMapper'))(
		'in the columns of %s',
		async (_name, place) => {
			for (const mappingMode of MODES) {
				const run = await bench.run(withValue(place, { mappingMode, value: null }), {
					items: itemsOf(place),
				});
				expect(run.error?.message).toMatch(/^The parameter 'Columns' has no mapping mode /);
			}
			expect(bench.requests()).toEqual([]);
		},
	);
});

const EXPRESSIONS_OF_NOTHING = ['={{ undefined }}', '={{ null }}', '={{ "" }}', '={{ $json.missing }}'];

const decidesAboutOthers = ({ field }: Place): boolean =>
	places.some((other) => field.name in (other.field.displayOptions?.show ?? {}));

/** Valid values. Some have a visible effect. */
function goodValues({ path, field: { type, options = [] } }: Place): unknown[] {
	const { value } = SCENES[path] ?? {};
	if (value !== undefined) return [value];
	const choices = options.map((option) => (option as { value?: unknown }).value);
	const values: Record<string, unknown[]> = {
		boolean: [true, false],
		number: [1, 7],
		string: ['other'],
		dateTime: ['1999-01-31T08:00:00Z'],
		options: choices,
		multiOptions: choices.map((choice) => [choice]),
	};
	return values[type] ?? [];
}

async function effectsOf(place: Place, values: unknown[]): Promise<string[]> {
	const effects: string[] = [];
	for (const value of values) effects.push(await effectOf(place, () => withValue(place, value)));
	return effects;
}

async function hasEffect(place: Place, without: string): Promise<boolean> {
	for (const value of goodValues(place)) {
		if ((await effectOf(place, () => withValue(place, value))) !== without) return true;
	}
	return false;
}

const FILTER = /^filters\./;

describe('a filter that an expression leaves empty is refused by label, before any request', () => {
	const filters = rows.filter(([, { path }]) => FILTER.test(path));

	it.each(filters)('in %s', async (_name, place) => {
		for (const expression of everyNth(EXPRESSIONS_OF_NOTHING, 4, turnOf(place))) {
			seed();
			const run = await bench.run(withValue(place, expression), { items: itemsOf(place) });
			expect(run.error?.message).toContain(`'${place.field.displayName}'`);
			expect(bench.requests()).toEqual([]);
		}
	});
});

describe('a value has an effect that shows (if only special data show it: SCENES of examples.ts), and nothing counts as not set:', () => {
	const optional = rows.filter(([name, { field }]) => !field.required && !UNSEEN.test(name));

	it.each(optional)('in %s', async (_name, place) => {
		const without = await effectOf(place);
		// A parameter without a visible effect would pass this test with any value.
		expect(await hasEffect(place, without)).toBe(true);
		// In a field without expressions, n8n takes an expression for text. An emptied filter is refused.
		const hasExpressions = !place.field.noDataExpression && !FILTER.test(place.path);
		const expressions = hasExpressions ? EXPRESSIONS_OF_NOTHING : [];
		// Without this value, n8n would drop the fields that depend on it.
		const literals = decidesAboutOthers(place) ? [] : ['', null];
		for (const nothing of everyNth([...expressions, ...literals], 6, turnOf(place))) {
			expect(await effectOf(place, () => withValue(place, nothing))).toBe(without);
		}
	});
});

describe("the text 'true' means true, and 'false' means false", () => {
	const flags = rows.filter(([name, { field }]) => field.type === 'boolean' && !UNSEEN.test(name));

	it.each(flags)('in %s', async (_name, place) => {
		const [on, off] = await effectsOf(place, [true, false]);
		expect(on).not.toBe(off);
		for (const value of [true, false]) {
			const texts = [`${value}`, `={{ "${value}" }}`, `={{ ${value} }}`];
			for (const text of everyNth(texts, 3, turnOf(place) + Number(value))) {
				expect(await effectOf(place, () => withValue(place, text))).toBe(value ? on : off);
			}
		}
	});
});

const history = { resource: 'event', operation: 'getMany' };
const latest = { resource: 'event', operation: 'getLatest' };
const download = { resource: 'documentation', operation: 'download', contactId: 'c' };
const trigger = { resource: 'event', operation: 'trigger', contactId: 'c' };
const setConsent = {
	resource: 'contact',
	operation: 'setConsent',
	contactId: 'c',
	consentType: 'sms',
	consentState: 'granted',
};

it.each<[Parameters, IDataObject, label: string, RegExp]>([
	[trigger, { contactId: 'a\nb' }, 'Contact ID', /control characters/],
	[trigger, { contactId: '={{ 9007199254740993 }}' }, 'Contact ID', new RegExp(sentence('digitsLost'))],
	[latest, { limit: 0 }, 'Limit', /whole number of 1 or more/],
	[latest, { returnAll: '={{ "maybe" }}' }, 'Return All', new RegExp(sentence('neitherTrueNorFalse'))],
	[history, { filters: { from: '2026-02-30' } }, 'From', new RegExp(sentence('noDate'))],
	[history, { filters: { from: '202601310800' } }, 'From', new RegExp(sentence('noDate'))],
	[history, { filters: { to: '={{ "202601310800" }}' } }, 'To', new RegExp(sentence('noDate'))],
	[setConsent, { options: { grantedAt: '202601310800' } }, 'Granted At', new RegExp(sentence('noDate'))],
	[history, { filters: { types: ['updates'] } }, 'Types', /no choice "updates".*confirm/s],
	[history, { filters: { types: '={{ ({ a: 1 }) }}' } }, 'Types', /no choice {"a":1}/],
	[download, { binaryPropertyName: '={{ "" }}' }, 'Put Output File in Field', /is empty/],
	[download, { options: { maxWait: -1 } }, 'Max Wait (Seconds)', /of 0 or more/],
	[
		trigger,
		{ contactInput: 'json', contact: 'preexisting' },
		'Contact',
		new RegExp(`${sentence('notJson')} \\(`),
	],
])(
	'%j with %j is refused by field, reason and row, and nothing is sent',
	async (parameters, more, label, problem) => {
		const run = await bench.run({ ...parameters, ...more });
		const words = wordsOf(run);
		expect(words.startsWith(`The parameter '${label}' `)).toBe(true);
		expect(words).toMatch(problem);
		expect(words).toMatch(
			new RegExp(`Nothing was sent for this row\\. ${sentence('cameFrom', { rows: 'row 1' })}`),
		);
		expect(factsOf(run).itemIndex).toBe(0);
		expect(run.json).toEqual([]);
		expect(bench.requests()).toEqual([]);
	},
);

it.each(['[]', '7', 'null'])('a test event with the contact %s is refused', async (contact) => {
	const run = await bench.run({ ...trigger, contactInput: 'json', contact });
	expect(wordsOf(run)).toMatch(
		new RegExp(`^The contact is no JSON object\\n.*${sentence('cameFrom', { rows: 'row 1' })}`),
	);
	expect(factsOf(run).itemIndex).toBe(0);
	expect(bench.requests()).toEqual([]);
});

it('a single event type is accepted in place of a list', async () => {
	await bench.run({ ...history, filters: { types: '={{ "update" }}' } });
	expect(bench.requests()).toEqual(['GET /events?type=update&limit=50']);
});

describe('what is no ID in a column is none in an operation, and no request is sent:', () => {
	const operations: Parameters[] = [
		...['get', 'getConsents', 'delete'].map((operation) => ({ resource: 'contact', operation })),
		...['get', 'delete'].map((operation) => ({ resource: 'employee', operation })),
		...['get', 'wait'].map((operation) => ({ resource: 'operation', operation })),
		{ resource: 'documentation', operation: 'download' },
		{ resource: 'event', operation: 'trigger' },
	];
	it.each(['n/a', 'NULL', ' None ', '-', 'undefined', 'NaN', '[object Object]', '#N/A', '4,91511E+12'])(
		'%j',
		async (id) => {
			for (const operation of operations) {
				const ids = { contactId: id, employeeId: id, operationId: id };
				const words = wordsOf(await bench.run({ ...operation, ...ids }));
				expect(words).toMatch(
					/^The parameter '(Contact ID|Employee ID|Upload Operation)' is ".*", which is no ID\n/,
				);
			}
			expect(bench.requests()).toEqual([]);
		},
	);
	it('but 0 is one', async () => {
		await bench.run({ resource: 'contact', operation: 'get', contactId: '={{ 0 }}' });
		expect(bench.requests()).toEqual(['GET /contacts/0']);
	});
});

it('blanks around an ID are removed', async () => {
	const ids = { documentationOf: 'event', contactId: ' c-1\n', eventId: ' ev-1\n' };
	await bench.run({ ...download, ...ids, options: { whenNotGenerated: 'output' } });
	expect(bench.requests()).toEqual(['GET /documentation/c-1/ev-1']);
});
