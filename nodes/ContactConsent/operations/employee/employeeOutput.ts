import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../common/operation';
import { textOf } from '../../lib/text';
import { fieldsAmong, flatOf, recordOutput } from '../recordOutput';
import { employeeModel } from './employeeColumns';

/** The flat shape of an employee: 9 keys at most. Keys without a value are left out. */
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

export const employeeOutput = recordOutput(fieldsAmong(employeeModel.fields), simplifyEmployee);
