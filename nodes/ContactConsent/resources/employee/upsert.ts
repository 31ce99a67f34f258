import { upsertOf } from '../records/upload';
import { employeeModel } from './columns';
import { employeeRequest, employeesUpload } from './requests';

const endpoint = { post: employeesUpload, read: (id: string) => employeeRequest('GET', id) };

export const upsert = upsertOf(employeeModel, endpoint, {
	columnsMethod: 'employeeColumns',
	columnsDescription:
		'Which values become which fields of the employee. Map Automatically matches column names in any case, with spaces, _ or -.',
});
