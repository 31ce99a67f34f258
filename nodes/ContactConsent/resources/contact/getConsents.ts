import type { IDataObject } from 'n8n-workflow';

import { operation, type OutputShape } from '../../operation';
import { filtersField, optionsField } from '../../options';
import { isRecord, textOf } from '../../values';
import { onNotFoundOption, recordField } from '../fields';
import { flatOf } from '../output';
import { consentChoices, consentsOf, isGranted, newestConsents, type ConsentState } from './consents';
import { reachOf } from './model';
import { contactRequest } from './requests';

/** The output item of a consent: 10 keys at most. Keys without a value are left out. */
const CONSENT_OUTPUT = {
	contact_id: 'string',
	first_name: 'string',
	last_name: 'string',
	email: 'string',
	id: 'string',
	type: 'string',
	granted: 'boolean',
	granted_at: 'string',
	granted_ip: 'string',
	granted_agent: 'string',
} as const satisfies OutputShape;

interface ConsentFilter {
	type: string;
	granted: ConsentState;
	includeOlder: boolean;
}

/** The consents to put out, in the order of the service. Older ones are left out by default: they no longer count. */
function filtered(contact: IDataObject, { type, granted, includeOlder }: ConsentFilter): IDataObject[] {
	const newest = newestConsents(contact);
	return consentsOf(contact)
		.filter((consent) => includeOlder || (newest.get(textOf(consent.type) ?? '') ?? consent) === consent)
		.filter((consent) => type === '' || consent.type === type)
		.filter((consent) => granted === 'any' || isGranted(consent) === (granted === 'granted'));
}

function consentItems(contact: IDataObject, contact_id: string, filter: ConsentFilter): IDataObject[] {
	const { first_name, last_name } = contact;
	const whose = { contact_id, first_name, last_name, email: reachOf(contact).email };
	return filtered(contact, filter).map((consent) => flatOf(CONSENT_OUTPUT, { ...consent, ...whose }));
}

export const getConsents = operation.one({
	value: 'getConsents',
	name: 'Get Consents',
	action: 'Get consents of contact',
	description:
		'Retrieve the consents of one contact by its ID: the newest of each type, one item for each. A consent with granted: false is withdrawn.',
	fields: [
		recordField('Contact', 'contactId'),
		filtersField([
			{
				displayName: 'Consent State',
				name: 'granted',
				type: 'options',
				options: consentChoices,
				default: 'any',
				description: 'Only consents in this state',
			},
			{
				displayName: 'Consent Type',
				name: 'type',
				type: 'string',
				default: '',
				placeholder: 'e.g. newsletter',
				description: 'Only consents of exactly this type. Leave empty for all.',
			},
		]),
		optionsField([
			{
				displayName: 'Include Older Consents',
				name: 'includeOlder',
				type: 'boolean',
				default: true,
				absent: false,
				description:
					'Whether to also return consents that a newer one of the same type replaced. An older one may be granted although the contact has withdrawn since. Without this option, only the newest of each type is returned.',
			},
			onNotFoundOption('found: false'),
		]),
	],
	output: CONSENT_OUTPUT,
	plan: ({ contactId, filters, options }) => ({
		request: contactRequest('GET', contactId),
		shape: ({ body }) =>
			[body]
				.filter(isRecord)
				.flatMap((contact) =>
					consentItems(contact, contactId, { ...filters, includeOlder: options.includeOlder }),
				),
		notFound: { ...options, item: { contact_id: contactId, found: false } },
	}),
});
