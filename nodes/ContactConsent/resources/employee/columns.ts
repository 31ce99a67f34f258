import { recordModel, text } from '../records/columns';

/** All columns of an employee, in the order in which people think of them. */
export const employeeModel = recordModel({ one: 'employee', many: 'employees' }, [
	text('id', { required: true }),
	text('first_name', { required: true }),
	text('last_name'),
	text('email', { required: true, also: ['emails', 'mail'] }),
	text('phone_number', { also: ['phone', 'telephone'] }),
	text('fax_number', { also: ['fax'] }),
	text('position'),
	text('department'),
	text('street'),
	text('house_number'),
	text('city'),
	text('zip_code', { also: ['zip', 'postal code', 'postcode'] }),
	text('website'),
	text('profile_picture_url'),
	{ name: 'tags', label: 'Tags', place: { kind: 'texts' } },
	{ name: 'data', label: 'Custom Data (JSON)', place: { kind: 'map' } },
]);
