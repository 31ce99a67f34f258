import { operation } from '../../operation';
import { bulkFields, uploadTexts } from '../records/fields';
import { UPLOAD_OUTPUT, uploadPlan } from '../records/upload';
import { employeeModel } from './columns';
import { employeeRequest, employeesUpload } from './requests';

const fields = bulkFields(
	employeeModel.noun,
	'employeeColumns',
	'Which values become which fields of the employee. Map Automatically matches column names in any case, with spaces, _ or -.',
);

export const upsert = operation.batch({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update employees',
	...uploadTexts(employeeModel),
	fields: fields.all,
	settingFields: fields.settings,
	elementFields: fields.element,
	output: UPLOAD_OUTPUT,
	noun: employeeModel.noun,
	plan: (settings, item) =>
		uploadPlan(
			employeeModel,
			{ post: employeesUpload, read: (id) => employeeRequest('GET', id) },
			settings,
			item,
		),
});
