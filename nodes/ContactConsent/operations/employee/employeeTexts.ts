import type { Words } from '../../upload/uploadFields';

/** The texts of the upload fields that are special to employees. */
export const words: Words = {
	columnsDescription:
		'Which columns of the input become which fields of the employee. Map Automatically understands the headings of most tables, in six languages.',
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
