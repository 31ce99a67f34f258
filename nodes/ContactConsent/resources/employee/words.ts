import type { Words } from '../../upload/fields';

/** The texts in which uploads of employees differ from others. */
export const words: Words = {
	columnsMethod: 'employeeColumns',
	updateMethod: 'employeeUpdateColumns',
	columnsDescription:
		'Which values become which fields of the employee. Map Automatically understands the headings of most tables, in six languages.',
};
