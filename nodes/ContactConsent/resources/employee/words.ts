import type { Words } from '../../upload/fields';

/** The texts in which uploads of employees differ from others. */
export const words: Words = {
	columnsDescription:
		'Which values become which fields of the employee. Map Automatically understands the headings of most tables, in six languages.',
	usualColumns: [
		'id',
		'first_name',
		'last_name',
		'email',
		'phone_number',
		'position',
		'department',
		'city',
		'tags',
	],
};
