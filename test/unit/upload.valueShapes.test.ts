/** How the value of a column is converted to the upload shape, from a table, JSON or the stored record. */
import { DateTime } from 'luxon';

import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import type {
	Reader,
	RecordModel,
	Setting,
	Shape,
} from '../../nodes/ContactConsent/upload/table/recordModel';
import { BROKEN, convert, day, flag, id, text } from '../../nodes/ContactConsent/upload/table/valueShapes';
import { LEAVE_OUT } from '../../nodes/ContactConsent/lib/json';
import { MAPPED } from '../support/upload-table';
import { sentence } from '../support/sentences';

const TOKYO = { ...MAPPED, timeZone: 'Asia/Tokyo' };
const JSON_MODE = { ...TOKYO, isTable: false };

const read = (shape: Shape, value: unknown, conversion: Setting = TOKYO) =>
	shape.convert(
		value,
		{ name: 'column', label: 'Column' },
		{ setting: conversion, heading: 'Column', notes: [] },
	);

const at = (iso: string, zone: string) => DateTime.fromISO(iso, { zone });

describe('a text', () => {
	it.each<[what: string, value: unknown, sent: string]>([
		['a text without the blanks around it', ' Dr.\n', 'Dr.'],
		['a number in digits', 4711, '4711'],
		['a date as ISO 8601', new Date('2026-01-31T08:00:00+01:00'), '2026-01-31T07:00:00.000Z'],
		["n8n's own date", DateTime.fromISO('2026-01-31T08:00:00+01:00'), '2026-01-31T07:00:00.000Z'],
		['the largest number of which all digits are there', 2 ** 53 - 1, '9007199254740991'],
	])('is sent from %s', (_what, value, sent) => {
		expect(read(text, value)).toBe(sent);
	});

	it('is sent as it is in JSON, except for an ID', () => {
		expect(read(text, ' Dr. ', JSON_MODE)).toBe(' Dr. ');
		expect(read(id, ' c-1\n', JSON_MODE)).toBe('c-1');
		expect(read(id, 42, JSON_MODE)).toBe('42');
	});

	it.each<[value: unknown, says: string]>([
		[['Dr.'], 'Column is a list, not a text'],
		[{ short: 'Dr.' }, 'Column is an object, not a text'],
		[Infinity, 'Column is a number, not a text'],
		[new Date(NaN), 'Column is a date that does not exist'],
		[DateTime.invalid('never'), 'Column is a date that does not exist'],
		[2 ** 53, `Column ${sentence('digitsLost')}`],
	])('cannot be made of %p: %s', (value, says) => {
		for (const shape of [text, id, ...(typeof value === 'number' ? [] : [day])]) {
			expect(() => read(shape, value)).toThrow(InvalidInput);
			expect(() => read(shape, value)).toThrow(says);
		}
	});

	it('cannot be made of NaN, which is no ID either', () => {
		expect(() => read(text, NaN)).toThrow('Column is NaN, not a text');
		expect(read(id, NaN)).toBe(LEAVE_OUT);
	});

	it.each([null, '', ' \n', [], {}, '[]', '{ "a": [""] }'])('is left out if it is blank: %j', (blank) => {
		for (const shape of [text, id, day, flag]) expect(read(shape, blank)).toBe(LEAVE_OUT);
	});
});

describe('a day', () => {
	it.each<[what: string, value: unknown, sent: string]>([
		['midnight in the time zone of the workflow', new Date('1990-05-01T15:00:00Z'), '1990-05-02'],
		['midnight in the time zone of the workflow as text', '1990-05-01T15:00:00.000Z', '1990-05-02'],
		['midnight without an offset', '1990-05-01 00:00', '1990-05-01'],
		['midnight in the basic format', '19900501T000000Z', '1990-05-01'],
		['a DateTime at its own midnight', at('1990-05-01T00:00', 'Europe/Berlin'), '1990-05-01'],
		['a date without a time', ' 1990-05-01 ', '1990-05-01'],
		['a date behind a blank', ' 1990-05-01', '1990-05-01'],
		['a date as people write it', '01.05.1990', '1990-05-01'],
		['digits that are no day of a spreadsheet', '19900501', '1990-05-01'],
	])('is read from %s', (_what, value, sent) => {
		expect(read(day, value)).toBe(sent);
	});

	it.each([
		new Date('1990-05-01T22:30:00Z'),
		'1990-05-01T00:00:01Z',
		...['1990', 32904.5, ' 32904.5 ', '32904,25', 0.5, 99999],
	])('is not made of %p', (value) => {
		expect(read(day, value)).toBe(BROKEN);
	});

	it('is read in JSON, too, but a text that may be two days is sent there as it is', () => {
		expect(read(day, ' 01.05.1990', JSON_MODE)).toBe('1990-05-01');
		expect(read(day, ' 01/05/1990', JSON_MODE)).toBe(' 01/05/1990');
	});
});

describe('a flag', () => {
	it.each([
		[true, true],
		['true', true],
		[false, false],
		['false', false],
	])('of %j is %j', (value, sent) => {
		expect(read(flag, value)).toBe(sent);
	});

	it.each(['yes', 1, 0, 'TRUE'])('is not guessed from %j', (value) => {
		expect(() => read(flag, value)).toThrow(`Column ${sentence('neitherTrueNorFalse')}`);
	});
});

/** The value of a column as it is sent, and the paths that are left out. */
function conversionOf(model: RecordModel, name: string, value: unknown, options: Partial<Setting> = {}) {
	const column = model.columns.find((one) => one.name === name);
	if (column?.shape === undefined) throw new Error(`no column ${name}`);
	const reader: Reader = { setting: { ...MAPPED, ...options }, heading: 'Column', notes: [] };
	return {
		sent: convert(column.shape, value, column, reader),
		unknown: reader.notes.map(({ heading }) => heading),
	};
}

const contact = (name: string, value: unknown, options?: Partial<Setting>) =>
	conversionOf(contactModel, name, value, options).sent;
const employee = (name: string, value: unknown, options?: Partial<Setting>) =>
	conversionOf(employeeModel, name, value, options).sent;

const SEND = { emptyFields: 'send' } as const;

describe('a list', () => {
	it.each(['vip\r\nnewsletter', ' vip,; newsletter, '])('in one cell is split: %j', (value) => {
		expect(employee('tags', value)).toEqual(['vip', 'newsletter']);
	});

	it('in one cell may be JSON, also after spaces', () => {
		expect(employee('tags', ' ["vip", "a, b"]')).toEqual(['vip', 'a, b']);
		expect(() => employee('tags', '[vip]')).toThrow(`Tags ${sentence('notJson')}`);
	});

	it('may be a single text without the spaces around it, or a number', () => {
		expect(employee('tags', ' vip ')).toEqual(['vip']);
		expect(employee('tags', 7)).toEqual(['7']);
	});

	it('is sent without blank entries, also from JSON text', () => {
		expect(employee('tags', ['vip', '', null, ' '], SEND)).toEqual(['vip']);
		expect(employee('tags', '["vip", "", null, " "]')).toEqual(['vip']);
	});
});

describe('a value without content is blank, so that it erases nothing:', () => {
	it.each<[column: string, value: unknown]>([
		['work_emails', ' , ;'],
		['work_emails', {}],
		['section_work', 'null'],
		['documentation', '{ "consents": [[]] }'],
		['data', { note: '' }],
		['work_emails', [{ email: '' }, { email: null }]],
		['section_work', { addresses: [{ city: '', zip: null }] }],
		['documentation', ' '],
		['documentation', { consents: [{ type: '', granted: ' ' }] }],
	])('the value of %s: %j', (name, value) => {
		expect(contact(name, value)).toBe(LEAVE_OUT);
	});

	it('but it clears its field if blank columns are sent, at any depth', () => {
		expect(contact('title', ' ', SEND)).toBe('');
		expect(contact('work_emails', ',', SEND)).toEqual([]);
		expect(contact('documentation', '', SEND)).toBe(LEAVE_OUT);
		expect(contact('documentation', { consents: '' }, SEND)).toEqual({ consents: [] });
		expect(contact('section_work', { addresses: [{ city: '' }] }, SEND)).toEqual({ addresses: [] });
		expect(contact('section_work', '{ "emails": [] }', SEND)).toEqual({ emails: [] });
		expect(contact('data', { note: null }, SEND)).toEqual({ note: '' });
		expect(contact('documentation', { consents: [{ type: '', granted: ' ' }] }, SEND)).toEqual({
			consents: [],
		});
	});

	it('a missing part of an object is not a blank one', () => {
		const addresses = [{ city: 'Rome', street: undefined }];
		expect(contact('section_work', { addresses }, SEND)).toEqual({ addresses: [{ city: 'Rome' }] });
	});

	it.each(['', ' ', null])('a consent is sent without its blank parts: %j', (blank) => {
		const consents = [{ type: 'post', granted: true, granted_ip: blank }];
		for (const options of [{}, SEND]) {
			expect(contact('documentation', { consents }, options)).toEqual({
				consents: [{ type: 'post', granted: true }],
			});
		}
	});

	it('blank entries among others are left out', () => {
		expect(contact('section_work', { addresses: [{ city: '' }, { city: 'Rome' }] })).toEqual({
			addresses: [{ city: 'Rome' }],
		});
		expect(contact('documentation', { consents: [{ type: '' }, { type: 'post' }] })).toEqual({
			consents: [{ type: 'post' }],
		});
	});
});

describe('custom data', () => {
	const data = { shoe_size: 42, newsletter: true, note: '', nickname: null };
	const filled = { shoe_size: '42', newsletter: 'true' };

	it('maps texts to texts, without blank ones', () => {
		expect(contact('data', data)).toEqual(filled);
		expect(contact('data', JSON.stringify(data))).toEqual(filled);
		expect(contact('data', { note: ' VIP ' })).toEqual({ note: 'VIP' });
		expect(contact('data', { note: ' VIP ' }, { isTable: false })).toEqual({ note: ' VIP ' });
	});

	it('keeps an empty text if nothing of the record is kept, because it then erases nothing', () => {
		expect(contact('data', data, { keepsOtherFields: false })).toEqual({ ...filled, note: '' });
		expect(contact('data', { note: '' }, { keepsOtherFields: false })).toEqual({ note: '' });
	});

	it.each<[value: unknown, says: string]>([
		['42', 'Custom Data (JSON) is a number, not an object'],
		['["blue"]', 'Custom Data (JSON) is a list, not an object'],
		[{ size: { shoe: 42 } }, 'data.size is an object, not a text'],
		[new Date(0), 'Custom Data (JSON) is a date, not an object'],
		['{"a":', `Custom Data (JSON) ${sentence('notJson')}`],
		[DateTime.fromMillis(0), 'Custom Data (JSON) is a date, not an object'],
	])('cannot be made of %j', (value, says) => {
		expect(() => contact('data', value)).toThrow(says);
	});
});

describe('e-mails and numbers', () => {
	it.each<[what: string, number: object, sent: string]>([
		['as its owner typed it', { original: '030/1234567', area: '030', number: '1234567' }, '030/1234567'],
		['without an area code', { number: '1234567' }, '1234567'],
		['after an area code that is a number', { area: 30, number: 1234567 }, '30 1234567'],
		['as its owner typed it, also if that is a number', { original: 30123, number: '123' }, '30123'],
		['as its area code where that is all', { area: '030' }, '030'],
		[
			'in its international form before its parts, which do not say the country',
			{ area: '1', number: '58858', international_formatted: '+43 1 58858', national_formatted: '01 58858' },
			'+43 1 58858',
		],
		[
			'in its international form where its other parts are empty texts',
			{ original: '', area: '', number: ' ', international_formatted: '+49 30 1', national_formatted: '' },
			'+49 30 1',
		],
		['in its national form where that is all', { national_formatted: '030 1' }, '030 1'],
	])('a stored number is sent %s', (_what, number, sent) => {
		const { sent: numbers, unknown } = conversionOf(contactModel, 'work_phone_numbers', [number]);
		expect(numbers).toEqual([{ number: sent }]);
		expect(unknown).toEqual([]);
	});

	it('a field of numbers is unknown in an e-mail', () => {
		const mail = { email: 'ada@example.com', original: 'Ada@Example.com' };
		expect(conversionOf(contactModel, 'work_emails', [mail])).toMatchObject({
			sent: [{ email: 'ada@example.com' }],
			unknown: ['work_emails.original'],
		});
	});

	it('the message says which of several entries is wrong, but not of a single one', () => {
		const [good, bad] = [{ email: 'ada@example.com' }, { mail: 'ada@example.com' }];
		expect(() => contact('work_emails', [bad])).toThrow('Work Emails has no email');
		expect(() => contact('work_emails', [{ ...bad, note: '' }])).toThrow('Work Emails has no email');
		expect(() => contact('work_emails', [good, bad])).toThrow('Work Emails[1] has no email');
	});
});

it.each<[column: string, value: unknown, says: string]>([
	['work_emails', { email: 'a' }, 'Work Emails is an object, not a list'],
	['work_emails', [['a']], 'Work Emails is a list, not a text'],
	['documentation', { consents: [{}, 7] }, 'documentation.consents is a number, not an object'],
	['section_work', { addresses: ['Bern'] }, `section_work.addresses ${sentence('notJson')}`],
	['section_work', { addresses: [{ city: 'a' }, { city: [1] }] }, 'addresses[1].city is a list'],
])('%s cannot be made of %j', (name, value, says) => {
	expect(() => contact(name, value)).toThrow(says);
});

describe('sections', () => {
	it('must be objects', () => {
		const section = { addresses: [{ city: 'Rome' }, '"Bonn"'] };
		expect(() => contact('section_work', section)).toThrow(
			'section_work.addresses[1] is a string, not an object',
		);
	});

	it('keep unknown fields if those are sent, and have no entry of only unknown fields otherwise', () => {
		const section = { planet: 'Earth', addresses: [{ planet: 'Mars' }, { city: 'Rome' }] };
		expect(contact('section_work', section, { unknownFields: 'send' })).toEqual(section);
		expect(contact('section_work', section)).toEqual({ addresses: [{ city: 'Rome' }] });
	});

	it('name a blank unknown field only if blanks are sent', () => {
		const section = { city: 'Rome', color: ' ' };
		expect(conversionOf(contactModel, 'section_work', section).unknown).toEqual(['section_work.city']);
		expect(conversionOf(contactModel, 'section_work', section, SEND).unknown).toEqual([
			'section_work.city',
			'section_work.color',
		]);
	});

	it('name an unknown field once, in whichever entry it is', () => {
		const addresses = Array.from({ length: 11 }, () => ({ city: 'Rome' }));
		const { unknown } = conversionOf(contactModel, 'section_work', {
			addresses: [...addresses, { city: 'Rome', planet: 'Earth' }],
		});
		expect(unknown).toEqual(['section_work.addresses.planet']);
	});
});

it('a flag is read only from true and false, or from their texts', () => {
	const consents = (value: unknown) => contact('documentation', { consents: value });
	expect(
		consents([
			{ type: 'newsletter', granted: 'false' },
			{ type: 'post', granted: '' },
		]),
	).toEqual({ consents: [{ type: 'newsletter', granted: false }, { type: 'post' }] });
	expect(() => consents([{ type: 'newsletter', granted: 'yes' }])).toThrow(
		`documentation.consents.granted ${sentence('neitherTrueNorFalse')}`,
	);
});
