/** What becomes of the value of a column: the upload shape from whatever a table, JSON or the service holds. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import { entryText, type RecordModel } from '../../nodes/ContactConsent/resources/records/columns';
import { convert } from '../../nodes/ContactConsent/resources/records/convert';
import type { Conversion } from '../../nodes/ContactConsent/resources/records/values';
import { LEAVE_OUT } from '../../nodes/ContactConsent/values';

/** The value of a column as it is sent, what is left out of it, and what the service shows of its entries. */
function conversionOf(model: RecordModel, name: string, value: unknown, options: Partial<Conversion> = {}) {
	const column = model.columnOf(name);
	if (column === undefined) throw new Error(`no column ${name}`);
	const notes = { unknown: [] as string[], readAs: new Map<object, IDataObject>() };
	const conversion: Conversion = {
		emptyFields: 'omit',
		unknownFields: 'ignore',
		timeZone: 'Europe/Berlin',
		...options,
	};
	const sent = convert(column, value, conversion, notes);
	return { sent, unknown: notes.unknown, shown: [...notes.readAs.values()] };
}

const contact = (name: string, value: unknown, options?: Partial<Conversion>) =>
	conversionOf(contactModel, name, value, options).sent;
const employee = (name: string, value: unknown, options?: Partial<Conversion>) =>
	conversionOf(employeeModel, name, value, options).sent;

const SEND = { emptyFields: 'send' } as const;

describe('a text', () => {
	it.each<[what: string, value: unknown, sent: string]>([
		['a text as it is', ' Dr. ', ' Dr. '],
		['a number in digits', 4711, '4711'],
		['a boolean as a word', false, 'false'],
		['a date as ISO 8601', new Date('2026-01-31T08:00:00+01:00'), '2026-01-31T07:00:00.000Z'],
		["n8n's own date", DateTime.fromISO('2026-01-31T08:00:00+01:00'), '2026-01-31T07:00:00.000Z'],
	])('is sent from %s', (_what, value, sent) => {
		expect(contact('title', value)).toBe(sent);
	});

	it('is the day alone at a birthday, as it was where the workflow runs', () => {
		expect(contact('birthday', new Date('1990-05-04T22:00:00Z'))).toBe('1990-05-05');
		expect(contact('birthday', '1990-05-04T22:00:00Z')).toBe('1990-05-04T22:00:00Z');
	});

	it.each<[what: string, value: unknown]>([
		['what is no number', NaN],
		['an infinite number', Infinity],
		['an object', { short: 'Dr.' }],
		['a list', ['Dr.']],
	])('is not made of %s', (_what, value) => {
		expect(() => contact('title', value)).toThrow(InvalidInput);
	});

	it('clears the field if it is blank and blank columns are sent, but not if the column is not there', () => {
		expect(contact('title', ' ', SEND)).toBe('');
		expect(contact('title', null, SEND)).toBe('');
		expect(contact('title', undefined, SEND)).toBe(LEAVE_OUT);
		expect(contact('title', ' ')).toBe(LEAVE_OUT);
	});
});

describe('a list', () => {
	it.each<[what: string, value: unknown]>([
		['at commas', 'vip, newsletter'],
		['at semicolons', 'vip;newsletter'],
		['at line breaks', 'vip\r\nnewsletter'],
		['at several of them at once', ' vip,; newsletter, '],
	])('in one cell is divided %s', (_what, value) => {
		expect(employee('tags', value)).toEqual(['vip', 'newsletter']);
	});

	it('in one cell may be JSON, after spaces, too', () => {
		expect(employee('tags', ' ["vip", "a, b"]')).toEqual(['vip', 'a, b']);
		expect(() => employee('tags', '[vip]')).toThrow('Tags is not valid JSON');
	});

	it('may be a single text, without the spaces around it, or a number', () => {
		expect(employee('tags', ' vip ')).toEqual(['vip']);
		expect(employee('tags', 7)).toEqual(['7']);
	});

	it.each<[what: string, value: unknown]>([
		['a list', ['vip', '', null, ' ']],
		['JSON text', '["vip", "", null, " "]'],
	])(
		'given as %s is sent without its blank entries, or with its blank texts if those are sent',
		(_what, value) => {
			expect(employee('tags', value)).toEqual(['vip']);
			expect(employee('tags', value, SEND)).toEqual(['vip', '', '']);
		},
	);

	it('is cleared if it is blank and blank columns are sent, but not if the column is not there', () => {
		expect(employee('tags', '', SEND)).toEqual([]);
		expect(employee('tags', null, SEND)).toEqual([]);
		expect(employee('tags', undefined, SEND)).toBe(LEAVE_OUT);
		expect(employee('tags', '')).toBe(LEAVE_OUT);
	});
});

describe('what says nothing is as blank as an empty cell, so that it erases nothing', () => {
	it.each<[column: string, value: unknown]>([
		['tags', ' , ;'],
		['tags', ['', null, ' ']],
		['tags', '["", null]'],
	])("an employee's %s: %j", (name, value) => {
		expect(employee(name, value)).toBe(LEAVE_OUT);
	});

	it.each<[column: string, value: unknown]>([
		['email', ' ; '],
		['work_emails', ','],
		['work_emails', ['']],
		['work_emails', [{ email: '' }, { email: null }]],
		['work_phone_numbers', [{ number: ' ' }]],
		['section_work', ''],
		['section_work', { emails: [''], addresses: [''] }],
		['section_work', { addresses: [{ city: '', zip: null }] }],
		['section_work', { planet: 'Earth' }],
		['documentation', ' '],
		['documentation', { consents: '' }],
		['documentation', { consents: [null] }],
		['documentation', { consents: [{ type: '', granted: ' ' }] }],
		['documentation', { planet: 'Earth' }],
		['data', ''],
		['data', { note: null }],
	])('of a contact, %s: %j', (name, value) => {
		expect(contact(name, value)).toBe(LEAVE_OUT);
	});

	it('but an empty list or object was meant, and so is a blank one where blank columns are sent', () => {
		expect(contact('work_emails', [])).toEqual([]);
		expect(contact('work_emails', '[]')).toEqual([]);
		expect(contact('section_work', { addresses: [] })).toEqual({ addresses: [] });
		expect(contact('documentation', { consents: [] })).toEqual({ consents: [] });
		expect(contact('data', {})).toEqual({});
		expect(contact('work_emails', ',', SEND)).toEqual([]);
		expect(contact('documentation', { consents: '' }, SEND)).toEqual({ consents: [] });
		expect(contact('section_work', { addresses: [{ city: '' }] }, SEND)).toEqual({
			addresses: [{ city: '' }],
		});
	});

	it('and blank entries among others are left out', () => {
		expect(contact('section_work', { addresses: [{ city: '' }, { city: 'Rome' }] })).toEqual({
			addresses: [{ city: 'Rome' }],
		});
		expect(contact('documentation', { consents: [{ type: '' }, { type: 'post' }] })).toEqual({
			consents: [{ type: 'post' }],
		});
	});
});

describe('custom data', () => {
	it('maps texts to texts: an empty text is content, a null is nothing, whatever is done about blank columns', () => {
		const data = { shoe_size: 42, newsletter: true, note: '', nickname: null };
		const sent = { shoe_size: '42', newsletter: 'true', note: '' };
		expect(contact('data', data)).toEqual(sent);
		expect(contact('data', data, SEND)).toEqual(sent);
		expect(contact('data', JSON.stringify(data))).toEqual(sent);
	});

	it.each<[value: unknown, says: string]>([
		['42', 'Custom Data (JSON) is a number, not an object'],
		['["blue"]', 'Custom Data (JSON) is a list, not an object'],
		[{ size: { shoe: 42 } }, 'data.size is an object, not a text'],
		[new Date(0), 'Custom Data (JSON) is a date, not an object'],
		['null', 'Custom Data (JSON) is null, not an object'],
	])('is not made of %j', (value, says) => {
		expect(() => contact('data', value)).toThrow(says);
	});
});

describe('e-mails and numbers', () => {
	it.each<[what: string, number: object, sent: string]>([
		['as its owner typed it', { original: '030/1234567', area: '030', number: '1234567' }, '030/1234567'],
		['after its area code', { area: '030', number: '1234567' }, '030 1234567'],
		['without an area code', { number: '1234567' }, '1234567'],
		['with an empty area code', { area: '', number: '1234567' }, '1234567'],
		['after an area code that is a number', { area: 30, number: 1234567 }, '30 1234567'],
		['as its owner typed it, also if that is a number', { original: 30123, number: '123' }, '30123'],
		['as a number that is zero', { number: 0 }, '0'],
		['as its area code where that is all', { area: '030' }, '030'],
		[
			'in its international form before its parts, which do not say the country',
			{ area: '1', number: '58858', international_formatted: '+43 1 58858', national_formatted: '01 58858' },
			'+43 1 58858',
		],
		['in its international form where that is all', { international_formatted: '+49 30 1' }, '+49 30 1'],
		[
			'in its international form where its other parts are empty texts',
			{ original: '', area: '', number: ' ', international_formatted: '+49 30 1', national_formatted: '' },
			'+49 30 1',
		],
		['in its national form where that is all', { national_formatted: '030 1' }, '030 1'],
	])('a number that the service shows is sent %s', (_what, number, sent) => {
		const { sent: numbers, unknown } = conversionOf(contactModel, 'work_phone_numbers', [number]);
		expect(numbers).toEqual([{ number: sent }]);
		expect(unknown).toEqual([]);
	});

	it('notes how the service shows an entry, for whoever compares the two', () => {
		const { shown } = conversionOf(contactModel, 'work_phone_numbers', [
			{ original: '030/1234567', international_formatted: '+49 30 1234567' },
			{ national_formatted: '030 1' },
		]);
		expect(shown.map(entryText)).toStrictEqual(['+49 30 1234567', '030 1']);
	});

	it('takes what belongs to a number for unknown at an e-mail', () => {
		const mail = { email: 'ada@example.com', original: 'Ada@Example.com' };
		expect(conversionOf(contactModel, 'work_emails', [mail])).toMatchObject({
			sent: [{ email: 'ada@example.com' }],
			unknown: ['Work Emails.original'],
		});
	});

	it('says which of several entries is wrong, and nothing of the sort about a single one', () => {
		const [good, bad] = [{ email: 'ada@example.com' }, { mail: 'ada@example.com' }];
		expect(() => contact('work_emails', [bad])).toThrow('Work Emails has no email');
		expect(() => contact('work_emails', [{ ...bad, note: '' }])).toThrow('Work Emails has no email');
		expect(() => contact('work_emails', [good, bad])).toThrow('Work Emails[1] has no email');
	});
});

describe('sections', () => {
	it.each<[section: object, says: string]>([
		[{ planet: 'Earth' }, 'section_work.planet is not a field of the service'],
		[
			{ emails: [{ email: 'a@x.org', kind: 'home' }] },
			'section_work.emails.kind is not a field of the service',
		],
		[{ addresses: [{ city: 'Rome' }, 'Bonn'] }, 'section_work.addresses has an entry that is no object'],
	])('%j is refused, if unknown fields are not accepted', (section, says) => {
		expect(() => contact('section_work', section, { unknownFields: 'error' })).toThrow(says);
	});

	it('name what the contract does not know once, wherever in a list it stands', () => {
		const addresses = Array.from({ length: 11 }, () => ({ city: 'Rome' }));
		const { unknown } = conversionOf(contactModel, 'section_work', {
			addresses: [...addresses, { city: 'Rome', planet: 'Earth' }],
		});
		expect(unknown).toEqual(['section_work.addresses.planet']);
	});
});

describe('the documentation of consents', () => {
	const consents = (value: unknown) => contact('documentation', { consents: value });

	it.each<[granted: unknown, sent: object]>([
		[true, { granted: true }],
		['true', { granted: true }],
		[false, { granted: false }],
		['false', { granted: false }],
		['', {}],
		[' ', {}],
		[null, {}],
		[undefined, {}],
	])('takes %j for granted as %j', (granted, sent) => {
		expect(consents([{ type: 'newsletter', granted }])).toEqual({
			consents: [{ type: 'newsletter', ...sent }],
		});
	});

	it.each(['yes', 1])('never guesses what %j means', (granted) => {
		expect(() => consents([{ type: 'newsletter', granted }])).toThrow(
			'documentation.consents[0].granted is neither true nor false',
		);
	});

	it.each([null, '', ' '])('may have %j for a list', (blank) => {
		expect(() => consents(blank)).not.toThrow();
	});

	it('takes nothing but objects for consents', () => {
		expect(() => consents([{ type: 'newsletter' }, 'advertising'])).toThrow(
			'documentation.consents[1] is no object',
		);
	});
});

it('never sends what can only be read', () => {
	expect(contact('tags', ['vip'])).toBe(LEAVE_OUT);
	expect(contact('consents', { newsletter: true })).toBe(LEAVE_OUT);
});
