import type { Fields } from '../../field';
import { byLabel, optionsField } from '../../options';
import { uploadOptions } from '../../upload/uploadOptions';
import { recordField } from '../fields';

const proofOptions = [
	{
		displayName: 'Consent ID',
		name: 'consentId',
		type: 'string',
		default: '',
		description: 'The ID of the new entry, if your system has one for it',
	},
	{
		displayName: 'Granted At',
		name: 'grantedAt',
		type: 'dateTime',
		default: '',
		description:
			'When the contact granted or withdrew the consent. Empty: now. Without an offset, the time zone of the workflow applies.',
	},
	{
		displayName: 'Granted IP',
		name: 'grantedIp',
		type: 'string',
		default: '',
		description: 'The IP address from which it was done, as a proof',
	},
	{
		displayName: 'Granted User Agent',
		name: 'grantedAgent',
		type: 'string',
		default: '',
		description: 'The browser or app with which it was done, as a proof',
	},
] as const satisfies Fields;

const runOptions = [
	...uploadOptions,
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		options: [
			{
				name: 'Leave Out and Name',
				value: 'ignore',
				description: 'Do not send them back, and name them above the output',
			},
			{ name: 'Send as They Are', value: 'send', description: 'Send them back unchanged' },
		],
		default: 'send',
		absent: 'ignore',
		description:
			'How to treat fields that the service shows of a contact, but does not document. Without this option, they are left out and named.',
	},
] as const satisfies Fields;

const consentFields = [
	recordField('Contact', 'contactId'),
	{
		displayName: 'Consent Type',
		name: 'consentType',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. newsletter',
		description:
			'The type, as Get Consents shows it. A new type becomes a new consent, unless it is nearly one that the contact has: that is refused.',
	},
	{
		displayName: 'Consent State',
		name: 'consentState',
		type: 'options',
		// A blank from an expression must not count as a withdrawal.
		required: true,
		options: [
			{ name: 'Granted', value: 'granted', description: 'The contact agreed' },
			{ name: 'Withdrawn', value: 'withdrawn', description: 'The contact withdrew, or never agreed' },
		],
		default: 'withdrawn',
		description:
			'What the contact decided. What holds already is not sent. A change that others make between reading and sending the contact, a minute at most, is overwritten.',
	},
] as const satisfies Fields;

/** The fields that are read for each input item. */
export const itemFields = [...consentFields, optionsField(proofOptions)] as const;
/** The fields that are read once. */
export const settingFields = [optionsField(byLabel(runOptions))] as const;

/** All fields, as the node shows them. */
export const setConsentFields = [
	...consentFields,
	optionsField(byLabel([...proofOptions, ...runOptions])),
] as const;
