import { operation } from '../../common/operation';
import { recordField } from '../../parameters/commonFields';
import { DELETION_OUTPUT, deletionOptions, deletionPlan } from '../deletion';
import { contactRequest } from './requests';

export const del = operation.delete({
	value: 'delete',
	name: 'Delete',
	action: 'Delete contact',
	description: 'Delete one contact by its ID, permanently. This cannot be undone.',
	fields: [recordField('Contact', 'contactId'), deletionOptions],
	output: DELETION_OUTPUT,
	plan: ({ contactId: id, options }) => deletionPlan('contact', contactRequest, id, options),
});
