import type { BatchOperation } from '../../operation';
import { bulkElements, bulkFields, bulkSettings } from '../bulk';
import { REQUIRED_FIELDS } from './columns';
import { isPlainContact } from './plain';
import { contactRequest } from './requests';
import { contactToUpload } from './toUpload';

const noun = { one: 'contact', many: 'contacts' };

export const upsert: BatchOperation = {
	kind: 'batch',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	fields: [
		{
			displayName:
				'The service replaces a contact with what is sent: fields left out may be lost there. To keep them, add the option Merge with Current.',
			name: 'replacesNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { '/options.mergeWithCurrent': [true] } },
		},
		...bulkFields({
			noun,
			columnsMethod: 'contactColumns',
			jsonExample: '{\n  "id": "contact-42",\n  "first_name": "Ada",\n  "last_name": "Lovelace"\n}',
			moreOptions: [
				{
					displayName: 'Merge with Current',
					name: 'mergeWithCurrent',
					type: 'boolean',
					default: false,
					description:
						'Whether to read each contact first and change only what is sent. Without it, the service syncs a contact to exactly what is sent.',
				},
			],
		}),
	],
	noun,
	settings: bulkSettings,
	elements: bulkElements,
	required: REQUIRED_FIELDS,
	toUpload: contactToUpload,
	isPlain: isPlainContact,
	request: (uploads) => ({
		method: 'POST',
		path: ['contacts'],
		body: uploads,
		expect: 'any',
		repeatable: 'safe',
	}),
	currentRequest: (id) => contactRequest('GET', id),
};
