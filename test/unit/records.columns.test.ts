/** The names of columns, and the text by which an entry of a list is shown. */
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import {
	entryText,
	isBlank,
	labelOf,
	recordModel,
	text,
} from '../../nodes/ContactConsent/resources/records/columns';

it.each([
	['id', 'ID'],
	['company', 'Company'],
	['employee_id', 'Employee ID'],
	['work_zip_code', 'Work Zip Code'],
	['profile_picture_url', 'Profile Picture URL'],
	['extra_1', 'Extra 1'],
])('people read %s as %s', (name, label) => {
	expect(labelOf(name)).toBe(label);
});

describe('the columns of a record', () => {
	const MODEL = recordModel({ one: 'record', many: 'records' }, [
		text('mail', { required: true }),
		text('email', { also: ['mail', 'post'] }),
		text('post', { label: 'By Post' }),
		{ name: 'phones', label: 'Phones', place: { kind: 'list', list: 'phone_numbers' } },
		{ name: 'city', label: 'City', place: { kind: 'address', part: 'city' } },
	]);

	it.each<[name: string, column: string | undefined]>([
		['email', 'email'],
		['E-Mail', 'email'],
		['e mail', 'email'],
		['by_post', 'post'],
		['PHONES', 'phones'],
		['electronic mail', undefined],
		['', undefined],
	])('are found by name and label, however they are spelled: %j is %j', (name, column) => {
		expect(MODEL.columnOf(name)?.name).toBe(column);
	});

	it('keep a name that a later column would like to have, too', () => {
		expect(MODEL.columnOf('mail')?.name).toBe('mail');
		expect(MODEL.columnOf('Post')?.name).toBe('email');
	});

	it.each<[name: string, column: string | undefined]>([
		['mail', 'mail'],
		['post', 'post'],
		['Mail', undefined],
		['By Post', undefined],
		['phones', undefined],
		['city', undefined],
	])('that are fields are found as the service writes them: %j is %j', (name, column) => {
		expect(MODEL.fieldOf(name)?.name).toBe(column);
	});

	it('may be required', () => {
		expect(MODEL.required.map(({ name }) => name)).toEqual(['mail']);
		expect(employeeModel.required.map(({ name }) => name)).toEqual(['id', 'first_name', 'email']);
	});
});

it.each<[entry: unknown, shown: string | undefined]>([
	['ada@x.org', 'ada@x.org'],
	['', undefined],
	[{ email: 'ada@x.org' }, 'ada@x.org'],
	[{ international_formatted: '+49 30 1', original: '030/1', number: '1' }, '+49 30 1'],
	[{ international_formatted: '', original: '030/1', number: '1' }, '030/1'],
	[{ international_formatted: null, original: '', number: '1' }, '1'],
	[{ email: '' }, undefined],
	[{ number: 1 }, '1'],
	[{ area: 30, number: '1' }, '30 1'],
	[{ area: '30', number: ' ' }, '30'],
	[{ area: null, number: '1', national_formatted: '030 1' }, '1'],
	[{ number: '', national_formatted: '030 1' }, '030 1'],
	[{ number: {} }, undefined],
	[{}, undefined],
	[7, undefined],
	[null, undefined],
	[undefined, undefined],
])('the entry %j of a list is shown as %j', (entry, shown) => {
	expect(entryText(entry)).toBe(shown);
});

it.each<[value: unknown, isNothing: boolean]>([
	[undefined, true],
	[null, true],
	['', true],
	[' \n\t', true],
	[' a ', false],
	[0, false],
	[false, false],
	[[], false],
	[{}, false],
])('the value %j is blank: %j', (value, isNothing) => {
	expect(isBlank(value)).toBe(isNothing);
});
