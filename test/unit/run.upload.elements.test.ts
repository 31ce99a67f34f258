/** Rows of the input as elements of an upload, and the words for one that is refused. */
import type { IDataObject, INode } from 'n8n-workflow';

import { InvalidInput, type BatchOperation } from '../../nodes/ContactConsent/operation';
import {
	elementsOf,
	refusalOf,
	rowsOf,
	type Element,
	type Row,
} from '../../nodes/ContactConsent/run/upload/elements';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';
import { thingPlan } from '../support/thing-upload';

const NOUN = { one: 'thing', many: 'things' };
const JSON_FIELD = { displayName: 'JSON', name: 'json', type: 'json', default: '={{ $json }}' } as const;
const OPERATION = { elementFields: [JSON_FIELD], noun: NOUN } as unknown as BatchOperation;

const read = (items: IDataObject[]): Row[] =>
	rowsOf(
		items.map((json) => ({ json })),
		(itemIndex, json) => ({
			node: { type: 'made-up' } as INode,
			timeZone: 'UTC',
			itemIndex,
			raw: () => undefined,
			evaluated: () => ('text' in json ? json.text : json),
		}),
		OPERATION,
		thingPlan(),
		{},
	);

const inWords = (elements: Element[]) =>
	elements.map((element) => {
		const { error } = element.end?.refusal ?? {};
		const rows = element.rows.map(({ from }) => from).join(' ');
		return `${element.id}: ${rows}${error instanceof Error ? `, ${error.message}` : ''}`;
	});

describe('rows', () => {
	it('come from the items in order, each with its place where an item has several', () => {
		const rows = read([{ rows: [{ id: 'a' }] }, { rows: [] }, { rows: [{ id: ' b ' }, { id: 'c' }] }]);
		expect(rows.map(({ from, place, id }) => [from, place, id])).toEqual([
			[0, undefined, 'a'],
			[2, 1, 'b'],
			[2, 2, 'c'],
		]);
		expect(rows[1]?.raw).toEqual({ id: ' b ' });
	});

	it('that are no records carry their error, and the others do not', () => {
		const rows = read([{ rows: [{ id: 'a' }, { id: 'b', bad: 'ink' }, null] }, { text: '{' }, { id: 'c' }]);
		expect(rows.map(({ error }) => (error instanceof Error ? error.message.slice(0, 25) : error))).toEqual([
			undefined,
			undefined,
			'It is no record',
			"The parameter 'JSON' is n",
			undefined,
		]);
		expect(rows[3]).toMatchObject({ from: 1, id: '' });
	});
});

describe('elements', () => {
	const elements = (rowsOfOneId: 'merge' | 'last', items: IDataObject[]) =>
		elementsOf(read(items), { rowsOfOneId, check: thingPlan().check }, NOUN.one);

	it.each(['merge', 'last'] as const)('are all rows of an ID, in the order of the first one (%s)', (how) => {
		const found = elements(how, [{ id: 'b' }, { id: 'a' }, { id: 'b ' }, { id: 'c' }, { id: 'a' }]);
		expect(inWords(found)).toEqual(['b: 0 2', 'a: 1 4', 'c: 3']);
		expect(found.every(({ end }) => end === undefined)).toBe(true);
		for (const element of found) for (const row of element.rows) expect(row.element).toBe(element);
	});

	it.each(['merge', 'last'] as const)('are rows by themselves where these have no ID (%s)', (how) => {
		expect(inWords(elements(how, [{ bad: 'ink' }, { bad: 'chalk' }]))).toEqual([
			': 0, It cannot be read: ink',
			': 1, It cannot be read: chalk',
		]);
	});

	const first = [{ id: 'a', bad: 'ink' }, { id: 'a' }, { id: 'b' }, { id: 'a' }];
	const last = [{ id: 'a' }, { id: 'a', bad: 'old' }, { id: 'b' }, { id: 'a', bad: 'ink' }];

	it.each([
		['merge', 'the first', first, ['a: 1 3', 'a: 0, It cannot be read: ink', 'b: 2']],
		['last', 'the first', first, ['a: 1 3', 'a: 0, It cannot be read: ink', 'b: 2']],
		[
			'merge',
			'the last',
			last,
			['a: 0', 'a: 1, It cannot be read: old', 'a: 3, It cannot be read: ink', 'b: 2'],
		],
		['last', 'the last', last, ['a: 0 1 3, It cannot be read: ink', 'b: 2']],
		['merge', 'none, what they lack may be there', [{ id: 'a', lacks: 'name' }], ['a: 0']],
		['last', 'one that lacks something', [{ id: 'a', lacks: 'name' }], ['a: 0, The name is missing']],
		['last', 'none, where the last one lacks nothing', [{ id: 'a', lacks: 'name' }, { id: 'a' }], ['a: 0 1']],
	] as const)('with "%s" leave out rows that cannot be read: %s', (how, _which, items, words) => {
		expect(inWords(elements(how, [...items]))).toEqual(words);
	});

	it('that are no records keep that reason', () => {
		expect(inWords(elements('merge', [{ rows: [null] }]))).toEqual([': 0, It is no record']);
	});

	it('of a list are refused by their ID, or by their place', () => {
		const given = { rows: [{ id: 'a', bad: 'ink' }, { bad: 'ink' }] };
		expect(inWords(elements('merge', [given]))).toEqual([
			'a: 0, Thing "a": It cannot be read: ink',
			': 0, The thing in place 2: It cannot be read: ink',
		]);
	});
});

describe('a refusal', () => {
	const element = (place?: number, more: Partial<Element> = {}) =>
		({ id: 'a', rows: [{ from: 2, place }], ...more }) as Element;
	const invalid = new InvalidInput('Birthday "x": is not a date', 'Use a date.', 'Correct the dates.');
	const refusal = (facts: Partial<FailureFacts> = {}) =>
		new ServiceError(
			{ message: 'The service refused the values', description: 'Correct the values.' },
			{ kind: 'status', status: 422, requestId: 'r1', ...facts },
		);

	it('of a row of its own is told as it is', () => {
		expect(refusalOf(element(), invalid, 'thing')).toBe(invalid);
	});

	it('of one among several names it, and keeps how to go on', () => {
		expect(refusalOf(element(2), invalid, 'thing')).toEqual(
			expect.objectContaining({
				message: 'Thing "a": Birthday "x": is not a date',
				advice: 'Use a date.',
				hint: 'Correct the dates.',
			}),
		);
	});

	it('by the service is told in the words of the columns', () => {
		const validation = [{ outerKey: '0', innerKey: 'email', code: 'v1c002', message: '' }];
		const given: unknown[] = [];
		const error = refusalOf(
			element(1, { upload: { email: '' } }),
			refusal({ validation }),
			'thing',
			(...of) => {
				given.push(...of);
				return 'Email: is required';
			},
		) as ServiceError;
		expect(error.message).toBe('Thing "a": Email: is required');
		expect(error.description).toBe(
			'Correct it and run the node again. 0 › email: required (v1c002). Request-Id: r1',
		);
		expect(given).toEqual([validation, { email: '' }]);
	});

	it.each([
		['that names no column', () => undefined],
		['of several elements', undefined],
	])('%s stays in the words of the service', (_what, explain) => {
		const error = refusalOf(element(), refusal(), 'thing', explain) as ServiceError;
		expect([error.message, error.advice]).toEqual(['The service refused the values', 'Correct the values.']);
		expect(error.facts).toMatchObject({ status: 422, requestId: 'r1' });
	});

	it.each<[what: string, error: unknown]>([
		['of the key', refusal({ status: 401 })],
		['that is no error at all', 'text'],
	])('%s stays as it is', (_what, error) => {
		expect(refusalOf(element(2), error, 'thing', () => 'explained')).toBe(error);
	});
});
