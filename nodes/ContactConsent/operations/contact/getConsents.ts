import type { IDataObject } from 'n8n-workflow';

import { operation, type OutputShape } from '../../common/operation';
import { filtersField, onNotFoundOption, optionsField, recordField } from '../../parameters/commonFields';
import { isRecord, scalarText } from '../../lib/json';
import { firstOf, trimmed } from '../../lib/text';
import { flatOf } from '../recordOutput';
import {
	clockIn,
	consentChoices,
	consentsOf,
	decidingConsents,
	doubtAbout,
	hasConsent,
	isGranted,
	isOfType,
	typeOf,
	type ConsentState,
} from './consents';
import { reachOf } from './contactOutput';
import { contactRequest } from './requests';

/** The output item of a consent: 10 keys at most, the answer first, because a table shows three or four. Keys without a value are left out. */
const CONSENT_OUTPUT = {
	contact_id: 'string',
	type: 'string',
	granted: 'boolean',
	granted_at: 'string',
	first_name: 'string',
	last_name: 'string',
	email: 'string',
	id: 'string',
	granted_ip: 'string',
	granted_agent: 'string',
} as const satisfies OutputShape;

const CONSENTS_NAMED = 20;

interface ConsentFilter {
	type: string;
	granted: ConsentState;
	includeOlder: boolean;
}

/** The consents to put out, in the order of the service. Older ones are left out by default: they no longer count. */
function filtered(
	contact: IDataObject,
	{ type, granted, includeOlder }: ConsentFilter,
	timeZone: string,
): IDataObject[] {
	const consents = consentsOf(contact);
	const clock = clockIn(timeZone);
	// Of two spellings of the type, one may be granted and the other withdrawn.
	if (type !== '' && granted === 'granted' && !includeOlder && !hasConsent(contact, type, granted, clock))
		return [];
	const deciding = decidingConsents(consents, clock);
	return consents
		.filter((consent) => includeOlder || (deciding.get(typeOf(consent) ?? '') ?? consent) === consent)
		.filter((consent) => type === '' || isOfType(typeOf(consent) ?? '', type))
		.filter((consent) => granted === 'any' || isGranted(consent) === (granted === 'granted'));
}

function consentItems(
	contact: IDataObject,
	contact_id: string,
	filter: ConsentFilter,
	timeZone: string,
): IDataObject[] {
	const { first_name, last_name } = contact;
	const whose = { contact_id, first_name, last_name, email: reachOf(contact).email };
	// "true" as a text grants nothing, and would be a yes for a node IF.
	return filtered(contact, filter, timeZone).map((consent) =>
		flatOf(CONSENT_OUTPUT, { ...consent, granted: consent.granted && isGranted(consent), ...whose }),
	);
}

/** *newsletter granted 2024-09-01, post withdrawn 2026-11-29.* @param isFiltered other consents may be there */
function consentsInWords(items: readonly IDataObject[], isFiltered: boolean): string {
	if (items.length === 0) return `The contact has no ${isFiltered ? 'such consent' : 'consents'}.`;
	const each = items.map((consent) => {
		const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(scalarText(consent.granted_at) ?? '') ?? [];
		const state = isGranted(consent) ? 'granted' : 'withdrawn';
		return [typeOf(consent) ?? 'a consent without a type', state, day].filter(Boolean).join(' ');
	});
	return `${firstOf(each, CONSENTS_NAMED)}.`;
}

export const getConsents = operation.one({
	value: 'getConsents',
	name: 'Get Consents',
	action: 'Get consents of contact',
	description:
		"Retrieve a contact's consents, one item for each type: granted is true, or false if withdrawn",
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
				description:
					'Only consents of this type. Case, spaces, _ and - make no difference. Empty: all types.',
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
					'Whether to also return consents that do not count any more. Such a consent may be granted although the contact has withdrawn since. Without this option, only the consent that counts is returned for each type.',
			},
			onNotFoundOption('found: false'),
		]),
	],
	output: CONSENT_OUTPUT,
	plan: ({ contactId, filters: { granted, type }, options }, timeZone) => {
		const doubtful = doubtAbout(type);
		let wasRead = false;
		return {
			request: contactRequest('GET', contactId),
			shape: ({ body }) =>
				[body].filter(isRecord).flatMap((contact) => {
					wasRead = true;
					doubtful?.look(contact);
					const filter = { granted, type: trimmed(type), includeOlder: options.includeOlder };
					return consentItems(contact, contactId, filter, timeZone);
				}),
			// A contact that is not there says nothing about its types.
			doubtful: doubtful && { ...doubtful, hasFitted: () => !wasRead || doubtful.hasFitted() },
			summary: (items) =>
				doubtful?.hasFitted() === false
					? undefined
					: consentsInWords(items, trimmed(type) !== '' || granted !== 'any'),
			notFound: { ...options, item: { contact_id: contactId, found: false } },
		};
	},
});
