import { contactModel } from '../operations/contact/contactColumns';
import { contactRequest } from '../operations/contact/requests';
import { employeeModel } from '../operations/employee/employeeColumns';
import { employeeRequest } from '../operations/employee/requests';
import { mapperColumns } from './columnMapper';
import { searchConsentTypes } from './consentTypePicker';
import { testConnection } from './credentialTest';
import { operationPicker, recordPicker, searchWith } from './idPickers';

/** For the Test button of the credentials. Both nodes have it, because n8n uses the test of any of them. */
export const credentialTest = { testConnection };

/** What the editor calls while a person fills in the fields of the node. */
export const methods = {
	credentialTest,
	listSearch: {
		searchOperations: searchWith(operationPicker),
		searchContacts: searchWith(recordPicker(contactModel, contactRequest)),
		searchEmployees: searchWith(recordPicker(employeeModel, employeeRequest)),
		searchConsentTypes,
	},
	resourceMapping: {
		contactColumns: mapperColumns(contactModel),
		contactUpdateColumns: mapperColumns(contactModel, { isUpdate: true }),
		employeeColumns: mapperColumns(employeeModel),
		employeeUpdateColumns: mapperColumns(employeeModel, { isUpdate: true }),
	},
};
