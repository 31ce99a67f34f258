import { operation } from '../../operation';
import { optionsField } from '../../options';
import { DELETION_OUTPUT, onNotFoundOption, recordField } from '../fields';
import { contactRequest } from './requests';

export const del = operation.one({
	effect: { done: 'Deleted', atOnce: 8 },
	value: 'delete',
	name: 'Delete',
	action: 'Delete contact',
	description: 'Delete one contact by its ID, permanently. This cannot be undone.',
	fields: [recordField('Contact', 'contactId'), optionsField([onNotFoundOption('deleted: false')])],
	output: DELETION_OUTPUT,
	plan: ({ contactId: id, options }) => ({
		request: contactRequest('DELETE', id),
		shape: () => [{ deleted: true, id }],
		inOrderOf: id,
		notFound: { ...options, item: { deleted: false, id } },
	}),
});
