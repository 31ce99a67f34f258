import { operation } from '../../common/operation';
import { onNotFoundOption, optionsField, recordField } from '../../parameters/commonFields';
import { CONTACT_OUTPUT, contactOutput } from './contactOutput';
import { contactRequest } from './requests';

export const get = operation.one({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve one contact by its ID',
	fields: [
		recordField('Contact', 'contactId'),
		...contactOutput.fields,
		optionsField([onNotFoundOption('found: false')]),
	],
	output: CONTACT_OUTPUT,
	plan: ({ contactId: id, options, ...output }, timeZone) => ({
		request: contactRequest('GET', id),
		shape: contactOutput.recordShaping(output, timeZone),
		notFound: { ...options, item: { id, found: false } },
	}),
});
