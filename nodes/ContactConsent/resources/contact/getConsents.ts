import { operation } from '../../operation';
import { isRecord } from '../../values';
import { filtersField, notFoundPlan, onNotFoundOption, optionsField, recordField } from '../fields';
import { CONSENT_OUTPUT, consentItems, consentChoices } from './consents';
import { contactRequest } from './requests';

export const getConsents = operation.one({
	overlaps: true,
	value: 'getConsents',
	name: 'Get Consents',
	action: 'Get consents of contact',
	description:
		'Retrieve the consents of one contact by its ID, one item for each. A consent with granted: false is withdrawn.',
	fields: [
		recordField('Contact', 'contactId'),
		filtersField([
			{
				displayName: 'Granted',
				name: 'granted',
				type: 'options',
				options: consentChoices,
				default: 'any',
				description:
					'Which consents to return. Each is looked at alone: one from before a withdrawal is still granted.',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'string',
				default: '',
				placeholder: 'e.g. newsletter',
				description: 'Only consents of exactly this type. Leave empty for all.',
			},
		]),
		optionsField([onNotFoundOption]),
	],
	output: CONSENT_OUTPUT,
	plan: ({ contactId, filters, options }) => ({
		request: contactRequest('GET', contactId),
		shape: ({ body }) =>
			[body].filter(isRecord).flatMap((contact) => consentItems(contact, contactId, filters)),
		notFound: notFoundPlan(options, { contact_id: contactId, found: false }),
	}),
});
