import { operation } from '../../operation';
import { bulkFields, uploadTexts } from '../records/fields';
import { UPLOAD_OUTPUT, uploadPlan } from '../records/upload';
import { contactModel } from './columns';
import { contactRequest, contactsUpload } from './requests';

const fields = bulkFields(
	contactModel.noun,
	'contactColumns',
	'Which values become which fields of the contact. A new contact without a Responsible Employee ID gets the default employee. Map Automatically matches column names in any case, with spaces, _ or -.',
	', also the consents',
);

export const upsert = operation.batch({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	...uploadTexts(contactModel),
	fields: fields.all,
	settingFields: fields.settings,
	elementFields: fields.element,
	output: UPLOAD_OUTPUT,
	noun: contactModel.noun,
	plan: (settings, item) =>
		uploadPlan(
			contactModel,
			{ post: contactsUpload, read: (id) => contactRequest('GET', id) },
			settings,
			item,
		),
});
