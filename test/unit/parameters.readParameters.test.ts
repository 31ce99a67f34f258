/** Which values of parameters are taken, and what they are read as. */
import type { Fields } from '../../nodes/ContactConsent/parameters/field';
import { readParameters } from '../../nodes/ContactConsent/parameters/readParameters';
import { sentence } from '../support/sentences';

const COLUMNS: Fields = [
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
	},
];

it('each column is evaluated by itself, so that a slow expression does not slow down the others', () => {
	const value = { id: '={{ $json.id }}', 'a "b" \\': 'text', data: '={{ $json.a + 1 }}' };
	const asked: unknown[] = [];
	const read = readParameters(COLUMNS, {
		node: { type: 'contactConsent' } as never,
		timeZone: 'UTC',
		raw: () => ({ mappingMode: 'defineBelow', value }),
		evaluated: (path, raw) => {
			asked.push([path, raw]);
			return `of ${path}`;
		},
	});
	expect(asked).toEqual([
		['columns.value["id"]', '={{ $json.id }}'],
		['columns.value["a \\"b\\" \\\\"]', 'text'],
		['columns.value["data"]', '={{ $json.a + 1 }}'],
	]);
	expect(read).toEqual({
		columns: {
			automatic: false,
			columns: {
				id: 'of columns.value["id"]',
				'a "b" \\': 'of columns.value["a \\"b\\" \\\\"]',
				data: 'of columns.value["data"]',
			},
		},
	});
});

const PERIOD: Fields = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'From', name: 'from', type: 'dateTime', default: '' },
			{ displayName: 'To', name: 'to', type: 'dateTime', default: '' },
		],
	},
];
const periodOf = (filters: Record<string, unknown>, timeZone = 'Europe/Berlin') =>
	readParameters(PERIOD, {
		node: { name: 'N', type: 'contactConsent' } as never,
		timeZone,
		itemIndex: 0,
		raw: () => filters,
		evaluated: (_, raw) => raw,
	}).filters;

it.each([
	['2026-01-31', '2026-01-31T22:59:59.999Z'],
	[' 2026-07-31 ', '2026-07-31T21:59:59.999Z'],
	['2026-01-31T00:00', '2026-01-30T23:00:00.000Z'],
])('the end of a period that is a day is that whole day: %s', (to, expected) => {
	expect(periodOf({ to })).toMatchObject({ to: expected });
});

it('a period of one day has that day, and one that ends before it begins is refused', () => {
	expect(periodOf({ from: '2026-01-31', to: '2026-01-31' })).toEqual({
		from: '2026-01-30T23:00:00.000Z',
		to: '2026-01-31T22:59:59.999Z',
	});
	expect(() => periodOf({ from: '2026-02-01', to: '2026-01-31' })).toThrow(/has a From that is after its To/);
});

const GROUPS = [
	{
		displayName: 'Consent Columns',
		name: 'consents',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				name: 'values',
				displayName: 'Column',
				values: [
					{ displayName: 'Column', name: 'column', type: 'string', default: '', required: true },
					{ displayName: 'Yes Means', name: 'yesMeans', type: 'string', default: 'granted' },
				],
			},
		],
	},
] as const satisfies Fields;

const groupsIn = (raw: unknown) =>
	readParameters(GROUPS, {
		node: { type: 'contactConsent' } as never,
		timeZone: 'UTC',
		raw: () => raw,
		evaluated: (path, value) => (value === '={{ it }}' ? `of ${path}` : value),
	}).consents;

it('each group of a fixed collection is read in its order, with its own place', () => {
	const values = [{ column: 'Newsletter' }, { column: '={{ it }}', yesMeans: 'withdrawn' }];
	expect(groupsIn({ values })).toEqual([
		{ column: 'Newsletter', yesMeans: 'granted' },
		{ column: 'of consents.values[1].column', yesMeans: 'withdrawn' },
	]);
});

it.each([undefined, {}, { values: [] }])('a fixed collection of %j has no group', (raw) => {
	expect(groupsIn(raw)).toEqual([]);
});

it('a group without a required text is refused', () => {
	expect(() => groupsIn({ values: [{ yesMeans: 'granted' }] })).toThrow("The parameter 'Column' is empty");
});

it.each([NaN, Infinity, -Infinity])('the result of a failed calculation is no ID: %d', (given) => {
	const field = {
		displayName: 'Contact ID',
		name: 'id',
		type: 'string',
		default: '',
		required: true,
		isId: true,
	} as const;
	const read = () =>
		readParameters([field], {
			node: { name: 'N', type: 'contactConsent' } as never,
			timeZone: 'UTC',
			raw: () => '={{ 1 / 0 }}',
			evaluated: () => given,
		});
	expect(read).toThrow(`The parameter 'Contact ID' is not a text, but ${given}`);
});

describe('a number', () => {
	const numberOf = (given: unknown, typeOptions: object) =>
		readParameters([{ displayName: 'Size', name: 'size', type: 'number', default: 5, typeOptions }], {
			node: { name: 'N', type: 'contactConsent' } as never,
			timeZone: 'UTC',
			raw: () => given,
			evaluated: (_, raw) => raw,
		}).size;
	const LIMITS = { minValue: 1, maxValue: 30 };

	it.each([1, 30, '30', 5])('at its limits or between them is taken: %j', (given) => {
		expect(numberOf(given, LIMITS)).toBe(Number(given));
	});

	it.each([0, 31, 0.999, 1.5, '31', -1, 'many'])('beyond its limits is refused: %j', (given) => {
		expect(() => numberOf(given, LIMITS)).toThrow(
			`The parameter 'Size' is not a whole number from 1 to 30, but ${JSON.stringify(given)}`,
		);
	});

	it('without an upper limit has only a lower one', () => {
		expect(numberOf(1e9, { minValue: 0 })).toBe(1e9);
		expect(numberOf(0, { minValue: 0 })).toBe(0);
		expect(() => numberOf(-1, { minValue: 0 })).toThrow('is not a whole number of 0 or more, but -1');
	});

	it('that may have decimals can be a part of one', () => {
		expect(numberOf(0.5, { minValue: 0, maxValue: 30, numberPrecision: 3 })).toBe(0.5);
		expect(() => numberOf(30.001, { minValue: 0, maxValue: 30, numberPrecision: 3 })).toThrow(
			'is not a number from 0 to 30',
		);
	});
});

describe('an empty value', () => {
	const CHOICES = [{ name: 'A', value: 'a' }];
	const TEXT = { displayName: 'X', name: 'x', type: 'string', default: 'usual' } as const;
	const CHOICE = { displayName: 'X', name: 'x', type: 'options', options: CHOICES, default: 'a' } as const;
	const LIST = { ...CHOICE, type: 'multiOptions', default: ['a'] } as const;
	const JSON_FIELD = { ...TEXT, type: 'json' } as const;
	const SWITCH = { displayName: 'X', name: 'x', type: 'boolean', default: true, required: true } as const;
	const NUMBER = { displayName: 'X', name: 'x', type: 'number', default: 5 } as const;
	const FIXED = '';
	const EXPRESSION = '={{ $json.x }}';
	const AGENT = "={{ $fromAI('x') }}";
	/** Reads a field for which the workflow has `raw`, and n8n gives `given`. */
	const readX = (field: Fields[0], raw: unknown, given: unknown) =>
		readParameters([field], {
			node: { name: 'N', type: 'contactConsent' } as never,
			timeZone: 'UTC',
			raw: () => raw,
			evaluated: () => given,
		}).x;

	it.each<[string, Fields[0], unknown, unknown, string]>([
		[
			'a filter, by an expression',
			{ ...TEXT, narrows: true },
			EXPRESSION,
			' ',
			sentence('expressionGivesNothing'),
		],
		[
			'a filter of choices, by an expression',
			{ ...LIST, narrows: true },
			EXPRESSION,
			[],
			sentence('expressionGivesNothing'),
		],
		[
			'the widest choice, by an expression',
			{ ...CHOICE, widest: true },
			EXPRESSION,
			null,
			sentence('expressionGivesNothing'),
		],
		['the widest choice', { ...CHOICE, widest: true }, FIXED, '', 'has no choice ""'],
		['JSON', JSON_FIELD, EXPRESSION, undefined, 'is empty'],
		['a required text', { ...TEXT, required: true }, EXPRESSION, '', 'is empty'],
		['a required choice', { ...CHOICE, required: true }, EXPRESSION, null, 'has no choice null'],
		['a required switch', SWITCH, null, null, `${sentence('neitherTrueNorFalse')}, but null`],
	])('is refused: %s', (_, field, raw, given, problem) => {
		expect(() => readX(field, raw, given)).toThrow(problem);
	});

	it.each<[string, Fields[0], unknown, unknown, unknown]>([
		['a filter that an AI agent fills in', { ...TEXT, narrows: true }, AGENT, '', 'usual'],
		// n8n takes these for calls of `$fromAI`, too: see its `extractFromAICalls`.
		['one in lower case', { ...TEXT, narrows: true }, "={{ $fromai('x') }}", '', 'usual'],
		['one in mixed case', { ...TEXT, narrows: true }, "={{ $fromAi('x') }}", '', 'usual'],
		['one with a space', { ...TEXT, narrows: true }, "={{ $fromAI \n('x') }}", '', 'usual'],
		['a filter that a person left blank', { ...TEXT, narrows: true }, ' ', ' ', 'usual'],
		['a text', TEXT, EXPRESSION, '', 'usual'],
		['a number', NUMBER, EXPRESSION, null, 5],
		['an option that counts otherwise without a value', { ...NUMBER, absent: 7 }, EXPRESSION, '', 7],
		['an option that nobody has added', { ...NUMBER, absent: 7 }, undefined, 'never asked', 7],
	])('means no value: %s', (_, field, raw, given, expected) => {
		expect(readX(field, raw, given)).toBe(expected);
	});

	const REQUIRED = { required: true } as const;
	const FILTER = { narrows: true } as const;
	const WIDEST = { widest: true } as const;
	const DATE = { displayName: 'X', name: 'x', type: 'dateTime', default: '' } as const;
	const NO = 'refused';
	// The values of the columns, as in the table of `usedValue`.
	it.each<[string, Fields[0], raw: string, expected: unknown[]]>([
		['a filter by an expression', { ...TEXT, ...FILTER }, EXPRESSION, [NO, NO, NO, NO, NO]],
		['several choices that filter, by one', { ...LIST, ...FILTER }, EXPRESSION, [NO, NO, NO, NO, NO]],
		['a filter', { ...TEXT, ...FILTER }, FIXED, ['usual', 'usual', 'usual', 'usual', NO]],
		['several choices that filter', { ...LIST, ...FILTER }, FIXED, [['a'], ['a'], ['a'], ['a'], []]],
		['the widest choice', { ...CHOICE, ...WIDEST }, FIXED, [NO, NO, NO, NO, NO]],
		['the widest choices, several', { ...LIST, ...WIDEST }, FIXED, [NO, NO, [], [], []]],
		['JSON', JSON_FIELD, FIXED, [NO, NO, NO, NO, []]],
		['a required choice', { ...CHOICE, ...REQUIRED }, FIXED, [NO, NO, NO, NO, NO]],
		['a required switch', SWITCH, FIXED, [NO, NO, NO, NO, NO]],
		['a required text', { ...TEXT, ...REQUIRED }, FIXED, ['usual', 'usual', NO, NO, NO]],
		['a text', TEXT, FIXED, ['usual', 'usual', 'usual', ' ', NO]],
		['several choices', LIST, FIXED, [['a'], ['a'], ['a'], [], []]],
		['a choice', CHOICE, FIXED, ['a', 'a', 'a', NO, NO]],
		['a number', NUMBER, FIXED, [5, 5, 5, NO, NO]],
		['a date', DATE, FIXED, [undefined, undefined, undefined, NO, NO]],
		['a switch', { ...SWITCH, required: false }, FIXED, [true, true, true, NO, NO]],
	])("undefined, null, '', ' ' and [] in %s", (_, field, raw, expected) => {
		const read = (given: unknown): unknown => {
			try {
				return readX(field, raw, given);
			} catch {
				return NO;
			}
		};
		expect([undefined, null, '', ' ', []].map(read)).toEqual(expected);
	});
});
