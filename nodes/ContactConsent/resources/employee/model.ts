import type { IDataObject } from 'n8n-workflow';

import { texts, withoutEmpty } from '../../values';

/** The flat shape of an employee: 9 keys, those without a value left out. */
export function simplifyEmployee(employee: IDataObject): IDataObject {
	const { id, first_name, last_name, email, phone_number, position, department, city, tags } = employee;
	return withoutEmpty({
		id,
		first_name,
		last_name,
		email,
		phone_number,
		position,
		department,
		city,
		tags: Array.isArray(tags) ? texts(tags) : undefined,
	});
}
