import { operation } from '../../operation';
import { isRecord } from '../../values';
import { filtersField, notFoundPlan, onNotFoundOption, optionsField, recordField } from '../fields';
import { CONSENT_OUTPUT, consentItems } from './consents';
import { contactRequest } from './requests';

export const getConsents = operation.one({
	overlaps: true,
	value: 'getConsents',
	name: 'Get Consents',
	action: 'Get consents of contact',
	description: 'Retrieve what a contact has agreed to and withdrawn, one item for each consent',
	fields: [
		recordField('Contact', 'contactId'),
		filtersField([
			{
				displayName: 'Granted',
				name: 'granted',
				type: 'options',
				options: [
					{ name: 'Any', value: 'any', description: 'Granted and withdrawn consents' },
					{ name: 'Granted', value: 'granted', description: 'Only consents that are granted' },
					{ name: 'Withdrawn', value: 'withdrawn', description: 'Only consents that are not granted' },
				],
				default: 'any',
				description: 'Which state of a consent to return',
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
