/** Which values a column takes, and how the others are refused. */
import { DateTime } from 'luxon';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import {
	listValue,
	mapValue,
	objectValue,
	textValue,
	type Conversion,
} from '../../nodes/ContactConsent/resources/records/values';
import { LEAVE_OUT } from '../../nodes/ContactConsent/values';

const OMIT: Conversion = { emptyFields: 'omit', unknownFields: 'ignore', timeZone: 'Asia/Tokyo' };
const SEND: Conversion = { ...OMIT, emptyFields: 'send' };

const NO_DATE = new Date(NaN);
const NEVER = DateTime.invalid('never');

describe.each<[kind: string, read: (value: unknown) => unknown, rows: Array<[value: unknown, says: string]>]>(
	[
		[
			'a text',
			(value) => textValue(value, 'Title', OMIT),
			[
				[['Dr.'], 'Title is a list, not a text'],
				[{ short: 'Dr.' }, 'Title is an object, not a text'],
				[NaN, 'Title is NaN, not a text'],
				[Infinity, 'Title is a number, not a text'],
				[NO_DATE, 'Title is a date that does not exist'],
				[NEVER, 'Title is a date that does not exist'],
			],
		],
		[
			'a list',
			(value) => listValue(value, 'Tags', OMIT),
			[
				[{ 0: 'vip' }, 'Tags is an object, not a list'],
				[true, 'Tags is a boolean, not a list'],
				[new Date(0), 'Tags is a date, not a list'],
				['["vip"', 'Tags is not valid JSON'],
			],
		],
		[
			'an object',
			(value) => objectValue(value, 'Data'),
			[
				['{"a":', 'Data is not valid JSON'],
				['null', 'Data is null, not an object'],
				['"text"', 'Data is a string, not an object'],
				[[], 'Data is a list, not an object'],
				[7, 'Data is a number, not an object'],
				[new Date(0), 'Data is a date, not an object'],
				[DateTime.fromMillis(0), 'Data is a date, not an object'],
			],
		],
	],
)('%s', (_kind, read, rows) => {
	it.each(rows)('is not made of %p: %s', (value, says) => {
		expect(() => read(value)).toThrow(InvalidInput);
		expect(() => read(value)).toThrow(says);
	});
});

it('a date is sent as the day that it is in the time zone of the workflow or its own, where a day is asked for', () => {
	const date = new Date('2026-01-31T15:00:00Z');
	expect(textValue(date, 'Birthday', OMIT, true)).toBe('2026-02-01');
	expect(textValue(DateTime.fromJSDate(date, { zone: 'UTC' }), 'Birthday', OMIT, true)).toBe('2026-01-31');
	expect(textValue(date, 'Title', OMIT)).toBe('2026-01-31T15:00:00.000Z');
});

it.each([2 ** 53, 1e20])('%d is refused: its last digits are lost already', (number) => {
	expect(() => textValue(number, 'ID', OMIT)).toThrow('ID is a number with too many digits');
	expect(textValue(2 ** 53 - 1, 'ID', OMIT)).toBe('9007199254740991');
});

it.each([undefined, null, '', ' \n'])('an object of %j is left out', (blank) => {
	expect(objectValue(blank, 'Data')).toBe(LEAVE_OUT);
	expect(mapValue(blank, { name: 'data', label: 'Data' }, OMIT)).toBe(LEAVE_OUT);
	expect(mapValue(blank, { name: 'data', label: 'Data' }, SEND)).toBe(LEAVE_OUT);
});

it('an object is read from JSON text, too', () => {
	expect(objectValue(' { "a": { "b": 1 } } ', 'Data')).toEqual({ a: { b: 1 } });
	expect(objectValue('{}', 'Data')).toEqual({});
});
