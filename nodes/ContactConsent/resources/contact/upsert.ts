import { upsertOf } from '../records/upload';
import { contactModel } from './columns';
import { contactRequest, contactsUpload } from './requests';

const endpoint = { post: contactsUpload, read: (id: string) => contactRequest('GET', id) };

export const upsert = upsertOf(contactModel, endpoint, {
	columnsMethod: 'contactColumns',
	columnsDescription:
		'Which values become which fields of the contact. A new contact without a Responsible Employee ID gets the default employee. Map Automatically matches column names in any case, with spaces, _ or -.',
	alsoErased: ', also the consents',
});
