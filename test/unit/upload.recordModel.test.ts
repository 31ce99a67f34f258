/** The names of columns, and blank values. */
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { field, recordModel } from '../../nodes/ContactConsent/upload/table/recordModel';
import { headingsOf } from '../../nodes/ContactConsent/upload/table/headings';
import { list } from '../../nodes/ContactConsent/upload/table/nestedShapes';
import { isBlank } from '../../nodes/ContactConsent/upload/table/cells';
import { text } from '../../nodes/ContactConsent/upload/table/valueShapes';
import { labelOf } from '../../nodes/ContactConsent/lib/text';

it.each([
	['employee_id', 'Employee ID'],
	['work_zip_code', 'Work Zip Code'],
	['profile_picture_url', 'Profile Picture URL'],
])('the column %s has the label %s', (name, label) => {
	expect(labelOf(name)).toBe(label);
});

describe('a column', () => {
	const MODEL = recordModel({ one: 'record', many: 'records', number: 'number' }, [
		field('mail', text, { required: true }),
		field('email', text, { simplified: 'letter' }),
		field('post', text, { label: 'By Post' }),
		field('phones', list(text), { path: ['office', 'phones'] }),
		{ name: 'city', label: 'City', shape: text },
		field('note', text, { label: 'Mail' }),
		field('birthday', text),
	]);

	it.each<[name: string, column: string | undefined]>([
		['email', 'email'],
		['E-Mail', 'email'],
		['e mail', 'email'],
		['PHONES', 'phones'],
		['letter', 'email'],
		['By Post', 'post'],
		['electronic letter', undefined],
		// A name comes before a label, and a model with no words of its own has those of all models.
		['Mail', 'mail'],
		['note', 'note'],
		['Geburtsdatum', 'birthday'],
	])('is found by name and label in every spelling: %j is %j', (name, column) => {
		expect(headingsOf(MODEL, [name]).get(name)?.column?.name).toBe(column);
	});

	it.each<[path: string[], column: string | undefined]>([
		[['mail'], 'mail'],
		[['Mail'], undefined],
		[['office', 'phones'], 'phones'],
		[['phones'], undefined],
		[[], undefined],
	])('is found by the path that the service names: %j is %j', (path, column) => {
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
