import { operation } from '../../operation';
import { isRecord } from '../../values';
import { notFoundPlan, onNotFoundOption, optionsField, recordField, simplifyField } from '../fields';
import { CONTACT_OUTPUT, simplifyContact } from './model';
import { contactRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact in its most recently updated state',
	fields: [recordField('Contact', 'contactId'), simplifyField, optionsField([onNotFoundOption])],
	output: CONTACT_OUTPUT,
	plan: ({ contactId: id, simplify, options }) => ({
		request: contactRequest('GET', id),
		shape: ({ body }) =>
			[body].filter(isRecord).map((contact) => (simplify ? simplifyContact(contact) : contact)),
		notFound: notFoundPlan(options, { id, found: false }),
	}),
});
