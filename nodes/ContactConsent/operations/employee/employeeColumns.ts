import { field, recordModel } from '../../upload/table/recordModel';
import { list, map } from '../../upload/table/nestedShapes';
import type { HeadingMeaning } from '../../upload/table/headingMeaning';
import { email, id, text } from '../../upload/table/valueShapes';

/** The columns of an employee that are not named like their concept. */
const COLUMN_OF_CONCEPT: Readonly<Record<string, string>> = {
	own_employee_id: 'id',
	record_id: 'id',
	entity_id: 'id',
	emails: 'email',
	phone_numbers: 'phone_number',
	fax_numbers: 'fax_number',
};

/** The column that a heading means. Private values, and numbers of customers and members, have no column. */
function columnNamed({ concept, section }: HeadingMeaning): string | undefined {
	if (section === 'private' || concept === 'id') return undefined;
	return COLUMN_OF_CONCEPT[concept] ?? concept;
}

/** All columns of an employee, in the order in which people think of them. */
export const employeeModel = recordModel(
	{ one: 'employee', many: 'employees', number: 'personnel number' },
	[
		field('id', id, { required: true }),
		field('first_name', text, { required: true }),
		field('last_name', text),
		field('email', email, { required: true }),
		field('phone_number', text),
		field('fax_number', text),
		field('position', text),
		field('department', text),
		field('street', text),
		field('house_number', text),
		field('city', text),
		field('zip_code', text),
		field('website', text),
		field('profile_picture_url', text),
		field('tags', list(text)),
		field('data', map, { label: 'Custom Data (JSON)' }),
	],
	columnNamed,
);
