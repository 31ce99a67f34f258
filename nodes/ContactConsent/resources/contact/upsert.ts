import { operation } from '../../operation';
import { bulkFields, elementFields, uploadTexts } from '../records/fields';
import { UPLOAD_OUTPUT, uploadPlan } from '../records/upload';
import { contactModel } from './columns';
import { contactRequest, contactsUpload } from './requests';

const element = elementFields(
	contactModel.noun,
	'contactColumns',
	'Which values become which fields of the contact. A new contact without a Responsible Employee ID gets the default employee. Map Automatically matches column names in any case, with spaces, _ or -.',
);

export const upsert = operation.batch({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	...uploadTexts(contactModel),
	fields: bulkFields(contactModel.noun, element, ', also the consents'),
	elementFields: element,
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
