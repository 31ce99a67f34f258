import type { Words } from '../../upload/fields';

/** The texts in which uploads of contacts differ from others. */
export const words: Words = {
	columnsMethod: 'contactColumns',
	updateMethod: 'contactUpdateColumns',
	columnsDescription:
		'Which values become which fields of the contact. A new contact without a Responsible Employee ID gets the default employee. Map Automatically understands the headings of most tables, in six languages.',
	alsoErased: ', also the consents',
};
