import { operation } from '../../operation';
import { optionsField } from '../../options';
import { onNotFoundOption, recordField } from '../fields';
import { CONTACT_OUTPUT, contactOutput } from './model';
import { contactRequest } from './requests';

export const get = operation.one({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve one contact by its ID, in its most recently updated state',
	fields: [
		recordField('Contact', 'contactId'),
		...contactOutput.fields,
		optionsField([onNotFoundOption('found: false')]),
	],
	output: CONTACT_OUTPUT,
	plan: ({ contactId: id, options, ...output }) => ({
		request: contactRequest('GET', id),
		shape: contactOutput.recordShaping(output),
		notFound: { ...options, item: { id, found: false } },
	}),
});
