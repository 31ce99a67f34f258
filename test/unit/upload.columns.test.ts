/** The names of columns, and what is blank. */
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import { field, isBlank, recordModel } from '../../nodes/ContactConsent/resources/records/columns';
import { labelOf } from '../../nodes/ContactConsent/values';
import { list, text } from '../../nodes/ContactConsent/resources/records/convert';

it.each([
	['employee_id', 'Employee ID'],
	['work_zip_code', 'Work Zip Code'],
	['profile_picture_url', 'Profile Picture URL'],
])('people read %s as %s', (name, label) => {
	expect(labelOf(name)).toBe(label);
});

describe('the columns of a record', () => {
	const MODEL = recordModel({ one: 'record', many: 'records' }, [
		field('mail', text, { required: true }),
		field('email', text, { also: ['mail', 'post'] }),
		field('post', text, { label: 'By Post' }),
		field('phones', list(text), { path: ['office', 'phones'] }),
		field('city', text, { path: [] }),
	]);

	it.each<[name: string, column: string | undefined]>([
		['email', 'email'],
		['E-Mail', 'email'],
		['e mail', 'email'],
		['PHONES', 'phones'],
		['electronic mail', undefined],
	])('are found by name and label, however they are spelled: %j is %j', (name, column) => {
		expect(MODEL.columnOf(name)?.name).toBe(column);
	});

	it('keep a name that a later column would like to have, too', () => {
		expect(MODEL.columnOf('mail')?.name).toBe('mail');
		expect(MODEL.columnOf('Post')?.name).toBe('email');
	});

	it.each<[path: string[], column: string | undefined]>([
		[['mail'], 'mail'],
		[['Mail'], undefined],
		[['office', 'phones'], 'phones'],
		[['phones'], undefined],
		[[], undefined],
	])('are found by their place in an upload, as the service writes it: %j is %j', (path, column) => {
		expect(MODEL.columnAt(path)?.name).toBe(column);
	});

	it('may be required', () => {
		expect(MODEL.required.map(({ name }) => name)).toEqual(['mail']);
		expect(employeeModel.required.map(({ name }) => name)).toEqual(['id', 'first_name', 'email']);
	});
});

it.each<[value: unknown, isNothing: boolean]>([
	[undefined, true],
	[null, true],
	[' a ', false],
	[false, false],
	[{}, true],
	[' { } ', true],
	['{ "consents": [] }', true],
	[{ emails: ['', null, [{}]] }, true],
	['[', false],
	['""', false],
	[{ granted: false }, false],
	[new Date(0), false],
])('the value %j is blank: %j', (value, isNothing) => {
	expect(isBlank(value)).toBe(isNothing);
});
