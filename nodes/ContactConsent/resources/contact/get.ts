import { operation } from '../../operation';
import { notFoundPlan, onNotFoundOption, optionsField, recordField } from '../fields';
import { outputFields, recordShaping } from '../output';
import { CONTACT_OUTPUT, simplifyContact } from './model';
import { contactRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve one contact by its ID, in its most recently updated state',
	fields: [
		recordField('Contact', 'contactId'),
		...outputFields('id, section_work, documentation'),
		optionsField([onNotFoundOption]),
	],
	output: CONTACT_OUTPUT,
	plan: ({ contactId: id, options, ...output }) => ({
		request: contactRequest('GET', id),
		shape: recordShaping(output, simplifyContact),
		notFound: notFoundPlan(options, { id, found: false }),
	}),
});
