/** Values from outside: how they are read and cleaned. */
import type { IDataObject } from 'n8n-workflow';

import { keyOf } from '../../nodes/ContactConsent/lib/ids';
import {
	mapValues,
	isRecord,
	LEAVE_OUT,
	records,
	scalarText,
	textsReplaced,
	withoutEmpty,
	withoutNulls,
} from '../../nodes/ContactConsent/lib/json';
import {
	comparable,
	plainText,
	shortened,
	singleLine,
	textOf,
	rowRanges,
	rowsInWords,
} from '../../nodes/ContactConsent/lib/text';

it.each<[value: unknown, isObject: boolean]>([
	[{}, true],
	[[{}], false],
	[null, false],
	['text', false],
])('%j is an object: %j', (value, isObject) => {
	expect(isRecord(value)).toBe(isObject);
});

it('a value that is no list has no objects', () => {
	expect(records([{ a: 1 }, 'x', null, ['y'], {}])).toEqual([{ a: 1 }, {}]);
	expect(records(null)).toEqual([]);
});

it.each<[value: unknown, text: string | undefined, scalar: string | undefined]>([
	['Ada', 'Ada', 'Ada'],
	[0, undefined, '0'],
	[true, undefined, 'true'],
	[null, undefined, undefined],
	[['Ada'], undefined, undefined],
	[{ name: 'Ada' }, undefined, undefined],
])('%j is %j as a text and %j as a scalar', (value, text, scalar) => {
	expect(textOf(value)).toBe(text);
	expect(scalarText(value)).toBe(scalar);
});

it.each(['firstname', 'First Name', 'FIRST_NAME', 'first-name', ' first\tname ', 'f-i_r s__t  name'])(
	'the name %j is a spelling of "firstname"',
	(name) => {
		expect(comparable(name)).toBe('firstname');
	},
);

it('names that differ in more than case, spaces, _ and - are different', () => {
	expect(comparable('Straße')).not.toBe(comparable('STRASSE'));
	expect(comparable('first.name')).not.toBe(comparable('first name'));
});

it.each([
	['is not valid', 'is not valid'],
	['is\nnot\r\n\r\n valid', 'is not valid'],
	[' \n ', ''],
])('%j on a single line is %j', (text, line) => {
	expect(singleLine(text)).toBe(line);
});

it.each([
	['<img src=//a.example/x>', '‹img src=//a.example/x›'],
	['</a><!-- --><?php', '‹/a›‹!-- --›‹?php'],
	['&lt;b&gt; &#8238; &AMP; &copy=1 &x1y2; &gt', '& lt;b& gt; & #8238; & AMP; & copy=1 & x1y2; & gt'],
	['AT&T, R&D, a & b, a=1&b=2', 'AT&T, R&D, a & b, a=1&b=2'],
	['1 < 2 <3 > a', '1 ‹ 2 ‹3 › a'],
	['`code`', "'code'"],
	['a\u0000b\u001b[31m', 'a\ufffdb\ufffd[31m'],
	['\u202emoc.live\u202c \u2066x\u2069 \u200f', '\ufffdmoc.live\ufffd \ufffdx\ufffd \ufffd'],
	['a\ud800 😀 \udfff', 'a\ufffd 😀 \ufffd'],
	['two\nlines\u2028and more', 'two lines and more'],
	['[here](https://a.example) =HYPERLINK("x") @all', '[here](https://a.example) =HYPERLINK("x") @all'],
])('%j is shown as %j in n8n, also if it is cleaned twice', (text, plain) => {
	expect(plainText(text)).toBe(plain);
	expect(plainText(plain)).toBe(plain);
});

it('a long text ends in …, and no character is cut in two', () => {
	expect(shortened('x'.repeat(2000))).toBe('x'.repeat(2000));
	expect(shortened('x'.repeat(2001))).toBe(`${'x'.repeat(1999)}…`);
	expect(shortened('😀😀😀', 4)).toBe('😀…');
});

describe('a copy of an object', () => {
	it('has each value converted, without those that are left out', () => {
		const given = { a: 1, b: 2, c: 3 };
		const copy = mapValues(given, (value, key) => (key === 'b' ? LEAVE_OUT : `${key}${String(value)}`));
		expect(copy).toEqual({ a: 'a1', c: 'c3' });
		expect(given).toEqual({ a: 1, b: 2, c: 3 });
	});

	it('may have a key named __proto__', () => {
		const copy = mapValues(JSON.parse('{"__proto__":"x","a":"y"}') as IDataObject, (value) => value);
		expect(JSON.stringify(copy)).toBe('{"__proto__":"x","a":"y"}');
		expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
		expect(Object.getOwnPropertyDescriptor(copy, '__proto__')).toEqual(
			Object.getOwnPropertyDescriptor({ any: 'x' }, 'any'),
		);
	});

	it('may leave out keys without a value', () => {
		expect(withoutEmpty({ a: undefined, b: null, c: '', d: 0, e: false, f: [] })).toStrictEqual({
			c: '',
			d: 0,
			e: false,
			f: [],
		});
	});
});

it.each<[value: unknown, left: unknown]>([
	[{ a: null, b: 1 }, { b: 1 }],
	[{ a: { b: { c: null, d: '' } } }, { a: { b: { d: '' } } }],
	[
		[{ a: null }, null, { b: [{ c: null, d: 0 }] }],
		[{}, null, { b: [{ d: 0 }] }],
	],
])('%j without null values is %j', (value, left) => {
	expect(withoutNulls(value)).toStrictEqual(left);
});

it('replacing texts returns the same object if no text changes', () => {
	const replaced = (value: unknown) => textsReplaced(value, (text) => text.replace('a', 'A'));
	expect(replaced(['a', 'b', { a: [1, 'a'] }])).toEqual(['A', 'b', { A: [1, 'A'] }]);
	const same = ['b', { b: ['b', 1, null] }];
	expect(replaced(same)).toBe(same);
});

// Computed by another implementation of cyrb53. The states of saved workflows contain such keys.
it.each([
	['', '0wvjl67o803'],
	['event-1', '0c0yv5z48bm'],
	['event-13', '004h502bmnd'],
	['Jörg 漢', '0931tvwj6z1'],
])('the key of %j is %s, now and in later versions', (text, key) => {
	expect(keyOf(text)).toBe(key);
});

describe('a list of rows in words', () => {
	it.each([
		[[0, 1], 'rows 1 and 2'],
		[[0, 2, 6], 'rows 1, 3 and 7'],
		[[0, 2, 4, 6], 'rows 1, 3, 5 and 1 more'],
	])('shows a few: %j as "%s"', (items, words) => {
		expect(rowsInWords(items)).toBe(words);
	});

	it.each([
		[2, 'rows 1, 3, 5 and 2 more'],
		[4, 'rows 1, 3, 5 and 2 more'],
		[6, 'rows 1, 3, 7 and 2 more'],
		[8, 'rows 1, 3, 9 and 2 more'],
	])('shows a few, among them the item itself: %i as "%s"', (own, words) => {
		expect(rowsInWords([0, 2, 4, 6, 8], own)).toBe(words);
		expect(rowsInWords([own], own)).toBe(`row ${own + 1}`);
	});

	it.each([
		[[0, 1, 2, 4], 'rows 1 to 3, 5'],
		[[0, 2, 4, 6, 8, 9], 'rows 1, 3, 5, 7, 9 to 10'],
	])('shows all: %j as "%s"', (items, words) => {
		expect(rowRanges(items)).toBe(words);
	});
});
