/** Input items as elements of an upload, and the words for one that is refused. */
import type { IDataObject, INode } from 'n8n-workflow';

import type { Fields } from '../../nodes/ContactConsent/field';
import { InvalidInput, type BatchOperation } from '../../nodes/ContactConsent/operation';
import type { BatchPlan } from '../../nodes/ContactConsent/plan';
import {
	elementsOf,
	isSettled,
	refusalOf,
	repeatedIds,
	type Element,
} from '../../nodes/ContactConsent/run/elements';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';

const ROWS = {
	displayName: 'Rows',
	name: 'rows',
	type: 'json',
	default: '={{ $json.rows }}',
	displayOptions: { show: { mode: ['rows'] } },
} as const;
const TEXT = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	displayOptions: { show: { mode: ['text'] } },
} as const;

/** A list of what is handed over; a record without a name cannot be sent, and `text` makes one record of a text. */
const PLAN = {
	elements: (given: { rows?: unknown; text?: unknown }) =>
		given.text === undefined ? (given.rows as unknown[]) : [{ id: given.text, name: 'x' }],
	idOf: (raw: unknown) => (raw as { id: string } | null)?.id ?? '',
	check: (raw: unknown) => {
		if ((raw as IDataObject | null)?.name === undefined) {
			throw new InvalidInput('The name is missing', 'Fill in the cell.');
		}
	},
	explain: () => undefined,
} as unknown as BatchPlan;

/** Elements of input items, with the parameters as the workflow has them; and for which items they were read. */
function read(items: IDataObject[], parameters: IDataObject, settings: IDataObject = { mode: 'rows' }) {
	const readFor: number[] = [];
	const evaluatedFor: number[] = [];
	const elements = elementsOf(
		items.map((json) => ({ json })),
		(itemIndex, json) => {
			readFor.push(itemIndex);
			return {
				node: { type: 'made-up' } as INode,
				timeZone: 'UTC',
				itemIndex,
				raw: (path) => parameters[path],
				evaluated: (_path, raw) => {
					evaluatedFor.push(itemIndex);
					return typeof raw === 'string' && raw.startsWith('=') ? json.rows : raw;
				},
			};
		},
		{ elementFields: [ROWS, TEXT] as Fields, noun: { one: 'contact', many: 'contacts' } } as BatchOperation,
		PLAN,
		settings,
	);
	return { elements, readFor, evaluatedFor };
}

const named = (id: string) => ({ id, name: 'Ada' });

describe('elements', () => {
	it('come from their rows in order, each with its place where a row has several', () => {
		const { elements } = read([{ rows: [named('a')] }, { rows: [] }, { rows: [named('b'), named('c')] }], {
			rows: '={{ $json.rows }}',
		});
		expect(elements.map(({ from, place, id, raw }) => [from, place, id, raw])).toEqual([
			[0, undefined, 'a', named('a')],
			[2, 1, 'b', named('b')],
			[2, 2, 'c', named('c')],
		]);
		for (const element of elements) expect(isSettled(element)).toBe(false);
	});

	it('that cannot be sent are refused from the start, and the others of the row are not', () => {
		const { elements } = read([{ rows: [named('a'), { id: 'b' }, null] }], {});
		expect(elements.map(({ id, error }) => [id, error instanceof Error && error.message])).toEqual([
			['a', false],
			['b', 'Contact "b": The name is missing'],
			['', 'The contact in place 3: The name is missing'],
		]);
		// What is no object has no values to be shown or sent.
		expect(elements[2]?.raw).toEqual({});
	});

	it('of a row whose parameters cannot be read are one refused element, and the other rows are read', () => {
		const { elements } = read([{ rows: 'no JSON' }, { rows: [named('b')] }], {});
		expect(elements.map(({ from, place, id, raw }) => [from, place, id, raw])).toEqual([
			[0, undefined, '', {}],
			[1, undefined, 'b', named('b')],
		]);
		expect(elements.map(isSettled)).toEqual([true, false]);
		expect(String(elements[0]?.error)).toMatch(/The parameter 'Rows' is not valid JSON/);
	});
});

describe('parameters without an expression', () => {
	const rows = JSON.stringify([named('a')]);

	it('are read once for all rows', () => {
		const { elements, readFor, evaluatedFor } = read([{}, {}, {}], { rows });
		expect(elements.map(({ from, id }) => [from, id])).toEqual([
			[0, 'a'],
			[1, 'a'],
			[2, 'a'],
		]);
		expect([readFor, evaluatedFor]).toEqual([[0], [0]]);
	});

	it('are read once, too, where a field that is not shown holds one', () => {
		const text = { mode: 'text' };
		const { readFor } = read([{}, {}, {}], { text: 'a', rows: '={{ $json.rows }}' }, text);
		expect(readFor).toEqual([0]);
	});

	it.each<[what: string, parameters: IDataObject]>([
		['an expression', { rows: '={{ $json.rows }}' }],
		['an expression that is the default', {}],
		['an expression deeper inside', { rows: { column: '={{ $json.rows }}' } }],
	])('are those of each row with %s', (_what, parameters) => {
		const { readFor } = read([{ rows: [named('a')] }, { rows: [named('b')] }], parameters);
		expect(readFor).toEqual([0, 1]);
	});
});

const element = (more: Partial<Element> = {}) =>
	({ from: 2, place: undefined, id: 'c-1', ...more }) as Element;

it.each<[what: string, end: Partial<Element>, isEnded: boolean]>([
	['accepted', { accepted: { operationId: undefined, facts: {} } }, true],
	['refused', { error: new Error('no') }, true],
	['sent, without an answer yet', { upload: { id: 'c-1' } }, false],
])('an element that was %s', (_what, end, isEnded) => {
	expect(isSettled(element(end))).toBe(isEnded);
});

it('several elements share an ID, as far as they can be sent', () => {
	const refused = { error: new Error('no') };
	const elements = ['a', 'b', 'a', 'c', 'a', 'c'].map((id) => element({ id }));
	expect(repeatedIds([...elements, element({ id: 'b', ...refused })])).toEqual(new Set(['a', 'c']));
	expect(repeatedIds([element({ id: 'd', ...refused }), element({ id: 'd' })])).toEqual(new Set());
});

describe('a refusal', () => {
	const nothing = () => undefined;
	const invalid = new InvalidInput('Birthday "x": is not a date', 'Use a date.', 'Correct the dates.');
	const refusal = (facts: Partial<FailureFacts> = {}) =>
		new ServiceError(
			{ message: 'The service refused the values', description: 'Correct the values.' },
			{ kind: 'status', status: 422, requestId: 'req-1', ...facts },
		);

	it.each<[what: string, at: Partial<Element>, message: string]>([
		['the ID, among several of a row', { place: 2 }, 'Contact "c-1": Birthday "x": is not a date'],
		[
			'the place, without an ID',
			{ place: 2, id: ' ' },
			'The contact in place 2: Birthday "x": is not a date',
		],
		['nothing, where it is the only one of its row', {}, 'Birthday "x": is not a date'],
	])('names an element by %s', (_what, at, message) => {
		expect(refusalOf(element(at), invalid, 'contact', nothing)).toEqual(
			expect.objectContaining({ message, advice: 'Use a date.', wayOn: 'Correct the dates.' }),
		);
	});

	it('by the service is told in the words of the columns, with the row and what the service says', () => {
		const validation = [{ outerKey: '0', innerKey: 'email', code: 'v1c002', message: '' }];
		const explained: unknown[] = [];
		const error = refusalOf(
			element({ place: 1, upload: { email: '' } }),
			refusal({ validation }),
			'contact',
			(...given) => {
				explained.push(...given);
				return 'Email: is required';
			},
		) as ServiceError;
		expect(error.message).toBe('Contact "c-1": Email: is required');
		expect(error.description).toBe(
			'Correct it and run the node again. It came from row 3 of the input. 0 › email: required (v1c002). Request-Id: req-1',
		);
		expect(error.facts).toMatchObject({ status: 422, validation });
		expect(explained).toEqual([validation, { email: '' }]);
	});

	it('that names no column stays in the words of the service, with the row', () => {
		const explained: unknown[] = [];
		const error = refusalOf(element(), refusal(), 'contact', (...given) => {
			explained.push(...given);
			return undefined;
		}) as ServiceError;
		expect(error.message).toBe('The service refused the values');
		expect(error.advice).toBe('Correct the values. It came from row 3 of the input.');
		expect(explained).toEqual([[], {}]);
	});

	it.each<[what: string, error: unknown]>([
		['of the key', refusal({ status: 401 })],
		['of everything', refusal({ status: 400, refusesAll: true })],
		['of a kind of its own', new TypeError('of our own')],
		['that is no error at all', 'text'],
	])('%s stays as it is', (_what, error) => {
		expect(refusalOf(element({ place: 2 }), error, 'contact', () => 'explained')).toBe(error);
	});
});
