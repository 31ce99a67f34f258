import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../operation';
import { textOf } from '../../values';
import { flatOf, recordOutput } from '../output';

/** The flat shape of an employee: 9 keys, those without a value left out. */
export const EMPLOYEE_OUTPUT = {
	id: 'string',
	first_name: 'string',
	last_name: 'string',
	email: 'string',
	phone_number: 'string',
	position: 'string',
	department: 'string',
	city: 'string',
	tags: 'strings',
} as const satisfies OutputShape;

export const simplifyEmployee = ({ tags, ...employee }: IDataObject): IDataObject =>
	flatOf(EMPLOYEE_OUTPUT, { ...employee, tags: Array.isArray(tags) ? tags.filter(textOf) : undefined });

export const employeeOutput = recordOutput(
	[
		...['id', 'first_name', 'last_name', 'email', 'phone_number', 'fax_number', 'position', 'department'],
		...['street', 'house_number', 'city', 'zip_code', 'website', 'profile_picture_url', 'tags', 'data'],
	],
	simplifyEmployee,
);
