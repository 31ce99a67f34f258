import { columnNamed } from '../../upload/names';
import { field, recordModel } from '../../upload/columns';
import { email, id, list, map, text } from '../../upload/shapes';

/** A heading in another language means what it means for contacts; the number of an employee is the ID here. */
function employeeColumnNamed(heading: string): string | undefined {
	const name = columnNamed(heading);
	if (name === 'id') return undefined;
	return name === 'employee_id' ? 'id' : name;
}

/** All columns of an employee, in the order in which people think of them. */
export const employeeModel = recordModel(
	{ one: 'employee', many: 'employees' },
	[
		field('id', id, { required: true }),
		field('first_name', text, { required: true }),
		field('last_name', text),
		field('email', email, { required: true, also: ['emails', 'mail'] }),
		field('phone_number', text, { also: ['phone_numbers', 'phone', 'telephone'] }),
		field('fax_number', text, { also: ['fax_numbers', 'fax'] }),
		field('position', text),
		field('department', text),
		field('street', text),
		field('house_number', text),
		field('city', text),
		field('zip_code', text, { also: ['zip', 'postal code', 'postcode'] }),
		field('website', text),
		field('profile_picture_url', text),
		field('tags', list(text)),
		field('data', map, { label: 'Custom Data (JSON)' }),
	],
	employeeColumnNamed,
);
