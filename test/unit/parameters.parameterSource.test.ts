/** Expressions that the node looks up without n8n. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { itemSources, resolved, UNRESOLVED } from '../../nodes/ContactConsent/parameters/parameterSource';

const DATE = new Date(0);
const BARE = Object.assign(Object.create(null) as object, { in: 'bare' });
const ITEM = {
	name: 'Ada',
	_x1: 'underscore',
	n: 0,
	no: false,
	nothing: null,
	missing: undefined,
	list: ['zero', { deep: 'one' }, ...Array.from({ length: 10 }, (_, at) => at + 2)],
	'work e-mail': 'ada@example.com',
	"Ada's": 'hers',
	'a "b"': 'quoted',
	nested: { key: { inner: 7 } },
	date: DATE,
	bare: BARE,
	'0': 'number',
	'': 'empty',
} as unknown as IDataObject;

it.each<[expression: string, value: unknown]>([
	['={{ $json }}', ITEM],
	['={{ $json.name }}', 'Ada'],
	['={{$json.name}}', 'Ada'],
	['={{ $json.nothing }}', null],
	['={{ $json.missing }}', undefined],
	['={{ $json["work e-mail"] }}', 'ada@example.com'],
	['={{ $json["Ada\'s"] }}', 'hers'],
	['={{ $json[\'a "b"\'] }}', 'quoted'],
	['={{ $json.list[0] }}', 'zero'],
	['={{ $json.list[10] }}', 10],
	['={{ $json.list[12] }}', undefined],
	['={{ $json.list[1].deep }}', 'one'],
	['={{ $json.nested.key["inner"] }}', 7],
	['={{ $json.bare }}', BARE],
	['={{ $json.bare.toString }}', undefined],
])('a reference to a field is looked up: %s', (expression, value) => {
	expect(resolved(expression, ITEM)).toBe(value);
});

it.each([['text'], [''], ['{{ $json.name }}'], [' ={{ $json.name }}'], [7], [true], [null], [undefined]])(
	'a value that is no expression stays as it is: %j',
	(value) => {
		expect(resolved(value, ITEM)).toBe(value);
	},
);

describe('n8n evaluates every other expression:', () => {
	it.each([
		'={{ $json.name.length }}',
		'={{ $json.nothing.key }}',
		'={{ $json.__proto__ }}',
		'={{ $json.1 }}',
		'={{ $json[""] }}',
		'={{ $json["na\\"me"] }}',
		'={{ $json["\\u006e"] }}',
		'={{ $json .name }}',
		'={{ $json.name }} ',
		'= {{ $json.name }}',
		'=x{{ $json.name }}',
		'={{ $json.name + "x" }}',
		'={{ $jsonname }}',
		'={{ $json.name }',
	])('%s', (expression) => {
		expect(resolved(expression, ITEM)).toBe(UNRESOLVED);
	});

	it.each([[{ a: '={{ $json.name }}' }], [['text']], [{}], [DATE]])('%j', (value) => {
		expect(resolved(value, ITEM)).toBe(UNRESOLVED);
	});
});

describe('the parameters of an item', () => {
	/** n8n with these parameters. It records what it was asked for. */
	function n8n(parameters: IDataObject) {
		const asked: unknown[] = [];
		const context = {
			getNode: () => {
				asked.push('node');
				return { name: 'N' };
			},
			getTimezone: () => {
				asked.push('zone');
				return 'Europe/Rome';
			},
			getNodeParameter: (path: string, item: number, fallback: unknown, options: object) => {
				asked.push([path, item, options]);
				expect(fallback).toBeNull();
				return parameters[path] ?? fallback;
			},
		} as unknown as IExecuteFunctions;
		return { sourceOf: itemSources(context), asked };
	}

	it('are read once for all items, as saved in the workflow', () => {
		const { sourceOf, asked } = n8n({ id: '={{ $json.name }}' });
		const sources = [0, 1].map((index) => sourceOf(index, ITEM));
		expect(sources.map((source) => source.raw('id'))).toEqual(['={{ $json.name }}', '={{ $json.name }}']);
		expect(sources.map((source) => source.raw('unset'))).toEqual([undefined, undefined]);
		const asWritten = { rawExpressions: true };
		expect(asked).toEqual(['node', 'zone', ['id', 0, asWritten], ['unset', 0, asWritten]]);
	});

	it('are looked up, or evaluated by n8n for this item', () => {
		const { sourceOf, asked } = n8n({ id: 'evaluated' });
		asked.length = 0;
		const source = sourceOf(3, { name: 'Ada' });
		expect(source.evaluated('id', '={{ $json.name }}')).toBe('Ada');
		expect(source.evaluated('id', 'text')).toBe('text');
		expect(asked).toEqual([]);
		expect(source.evaluated('id', '={{ $json.name + 1 }}')).toBe('evaluated');
		expect(asked).toEqual([['id', 3, { skipValidation: true }]]);
	});
});
