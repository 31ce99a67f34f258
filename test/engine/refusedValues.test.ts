/**
 * Every parameter of every operation, from the description of the node. A value of a wrong type is refused by its
 * label before any request. A value that evaluates to nothing counts as not set, except in a filter. `'true'` means
 * true.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { actionBench, contact, wordsOf, type Parameters } from '../support/action';
import { action } from '../support/description';
import { isNewestEngine, whereShown } from '../support/engine';

const bench = actionBench();

interface Place {
	resource: string;
	operation: string;
	/** The place of a parameter, with its collection: `options.pageSize`. */
	path: string;
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

const MODES = ['nope', {}, [], -1, 'tru', true, 'AUTOMAPINPUTDATA', 'map', ['defineBelow'], { value: 1 }];

/** A column with blanks around its value, a blank one, a list, and an unknown one. */
const PERSON = {
	...contact('c-1', { first_name: ' Ada ', email: 'ada@example.com', position: '', tags: 'new' }),
	'Not Mapped': 'private',
};
const IDS: Record<string, () => string> = {
	contactId: () => 'c-1',
	employeeId: () => 'e-1',
	operationId: () => String(bench.sandbox.state().operations[0]?.id),
	eventId: () => 'ev',
	consentType: () => 'newsletter',
};

/** What a parameter needs so that its effect can be seen. */
interface Scene {
	/** Other values of the same collection. */
	beside?: IDataObject;
	parameters?: IDataObject;
	items?: IDataObject[];
	prepare?: () => void;
	/** A value that has a visible effect. */
	value?: unknown;
}

const SCENES: Record<string, Scene> = {
	'options.batchSize': {
		items: [PERSON, { ...PERSON, id: 'c-2' }],
		parameters: { contactId: '={{ $json.id }}' },
	},
	'options.binaryPropertyName': { beside: { downloadDocumentation: true } },
	'options.onNotFound': { parameters: { contactId: 'nobody', employeeId: 'nobody' } },
	'options.pendingStatuses': { beside: { timeout: 0, waitUntilFinished: true }, value: 'finished' },
	'options.whenNotGenerated': {
		beside: { maxWait: 0 },
		prepare: () => bench.sandbox.setDocumentation('ev', 'not_generated'),
	},
};

/** Parameters whose effect shows only after minutes, under load, or with fields that no contract knows. */
const UNSEEN = /options\.(timeout|maxWait)$|^contact: setConsent: options\.unknownFields$/;

/** Parameters with which the operation runs and shows the field. */
function parametersFor({ resource, operation, path, field }: Place): Parameters {
	const parameters: IDataObject = { columns: { mappingMode: 'autoMapInputData', value: null } };
	for (const [name, id] of Object.entries(IDS)) parameters[name] = id();
	for (const [name, values] of Object.entries(field.displayOptions?.show ?? {})) {
		parameters[name] = (values as Array<string | boolean>)[0];
	}
	if (path === 'eventId') parameters.documentationOf = 'event';
	// The employee e-1 has a contact, so it cannot be deleted.
	if (resource === 'employee' && operation === 'delete') parameters.employeeId = 'c-1';
	const { beside, parameters: more } = SCENES[path] ?? {};
	return { ...parameters, ...more, ...(beside && { options: beside }), resource, operation };
}

function withValue(place: Place, value: unknown): Parameters {
	const parameters = parametersFor(place);
	const [name = '', option] = place.path.split('.');
	const { beside } = SCENES[place.path] ?? {};
	parameters[name] = (option === undefined ? value : { ...beside, [option]: value }) as IDataObject[string];
	return parameters;
}

async function runOf(place: Place, parameters: Parameters = parametersFor(place)) {
	const { items = [PERSON], prepare } = SCENES[place.path] ?? {};
	seed();
	prepare?.();
	// The ID of the seeded upload differs from run to run, too.
	return await bench.run(
		{ ...parameters, operationId: String(IDS.operationId?.()) },
		{ items, node: whereShown(place.field) },
	);
}

/** The requests and the output, without the parts that differ from run to run. */
async function effectOf(place: Place, parameters?: Parameters) {
	const run = await runOf(place, parameters);
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
	bench.sandbox.seed({
		contacts: [
			contact('c-1', {
				employee_id: 'e-1',
				position: 'Countess',
				section_work: { emails: ['old@example.com'] },
				documentation: { consents: [{ type: 'a' }, { type: 'a' }] },
			}),
			contact('c-2'),
		],
		employees: [
			{ id: 'e-1', first_name: 'Grace', email: 'g@example.com', data: { key: 'value' } },
			// The employee is uploaded under the ID of the contact.
			{ id: 'c-1', first_name: 'Grace', email: 'g@example.com', position: 'Admiral', tags: ['old'] },
		],
		operations: 1,
		events: [
			{ event_id: 'ev', type: 'documentation', contact_id: 'c-1' },
			{ event_id: 'up', type: 'update', contact_id: 'c-1' },
		],
	});
	bench.sandbox.log.clear();
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
		.run(withValue(place, value), { items: [PERSON], node: whereShown(place.field) })
		.then(wordsOf, (error: unknown) => String(error));

/** n8n itself refuses an empty value: by label, in older versions only with these words. */
const ofN8n = (label: string) =>
	isNewestEngine
		? `- Parameter "${label}" is required\\.`
		: '^WorkflowHasIssuesError: The workflow has issues and cannot be executed for that reason\\. Please fix them first\\.$';

const firsts = rows.filter(
	([, { resource, operation }], index) =>
		index === places.findIndex((other) => other.resource === resource && other.operation === operation),
);

/** The effects below mean something only if the operation succeeds with good values. */
it.each(firsts)('with good values an operation succeeds: %s', async (_name, place) => {
	expect((await runOf(place)).error).toBeUndefined();
});

describe('each of ten bad values is refused by label, before any request', () => {
	const checked = rows.filter(([, { field }]) => field.type !== 'resourceMapper');

	it.each(checked)('in %s', async (_name, place) => {
		const bad = BAD[place.field.type] ?? [];
		expect(bad).toHaveLength(10);
		for (const source of bad) {
			const literal = isJson(source) ? [JSON.parse(source) as unknown] : [];
			for (const value of [`={{ ${source} }}`, ...literal]) {
				// A field that is not set has its default.
				if (value === null || value === '') continue;
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
				const run = await bench.run(withValue(place, { mappingMode, value: null }), { items: [PERSON] });
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
		...{ boolean: [true, false], number: [1, 7], string: ['other'], dateTime: ['1999-01-31T08:00:00Z'] },
		...{ options: choices, multiOptions: choices.map((choice) => [choice]) },
	};
	return values[type] ?? [];
}

async function effectsOf(place: Place, values: unknown[]): Promise<string[]> {
	const effects: string[] = [];
	for (const value of values) effects.push(await effectOf(place, withValue(place, value)));
	return effects;
}

const FILTER = /^filters\./;

describe('a filter that an expression leaves empty is refused by label, before any request', () => {
	const filters = rows.filter(([, { path }]) => FILTER.test(path));

	it.each(filters)('in %s', async (_name, place) => {
		for (const expression of EXPRESSIONS_OF_NOTHING) {
			seed();
			const run = await bench.run(withValue(place, expression), { items: [PERSON] });
			expect(run.error?.message).toContain(`'${place.field.displayName}'`);
			expect(bench.requests()).toEqual([]);
		}
	});
});

describe('a value that evaluates to nothing counts as not set', () => {
	const optional = rows.filter(([name, { field }]) => !field.required && !UNSEEN.test(name));

	it.each(optional)('in %s', async (_name, place) => {
		const without = await effectOf(place);
		const others = await effectsOf(place, goodValues(place));
		// A parameter without a visible effect would pass this test with any value.
		expect(others.find((effect) => effect !== without)).toBeDefined();
		// In a field without expressions, n8n takes an expression for text. An emptied filter is refused.
		const hasExpressions = !place.field.noDataExpression && !FILTER.test(place.path);
		const expressions = hasExpressions ? EXPRESSIONS_OF_NOTHING : [];
		// Without this value, n8n would drop the fields that depend on it.
		const literals = decidesAboutOthers(place) ? [] : ['', null];
		for (const nothing of [...expressions, ...literals]) {
			expect(await effectOf(place, withValue(place, nothing))).toBe(without);
		}
	});
});

describe("the text 'true' means true, and 'false' means false", () => {
	const flags = rows.filter(([name, { field }]) => field.type === 'boolean' && !UNSEEN.test(name));

	it.each(flags)('in %s', async (_name, place) => {
		const [on, off] = await effectsOf(place, [true, false]);
		expect(on).not.toBe(off);
		for (const value of [true, false]) {
			for (const text of [`${value}`, `={{ "${value}" }}`, `={{ ${value} }}`]) {
				expect(await effectOf(place, withValue(place, text))).toBe(value ? on : off);
			}
		}
	});
});
