import type { Fields } from '../../parameters/field';
import { byLabel, optionsField, recordField } from '../../parameters/commonFields';
import { uploadOptions } from '../../upload/uploadOptions';

const proofOptions = [
	{
		displayName: 'Consent ID',
		name: 'consentId',
		isId: true,
		type: 'string',
		default: '',
		description: 'The ID of the new entry, if your system has one for it',
	},
	{
		displayName: 'Granted At',
		name: 'grantedAt',
		keepsDay: true,
		type: 'dateTime',
		default: '',
		description:
			'When the contact granted or withdrew the consent. Leave empty for now. A time without a time zone is in the time zone of the workflow.',
	},
	{
		displayName: 'Granted IP',
		name: 'grantedIp',
		type: 'string',
		default: '',
		description: 'The IP address of the contact when they decided, as proof',
	},
	{
		displayName: 'Granted User Agent',
		name: 'grantedAgent',
		type: 'string',
		default: '',
		description: 'The browser or app in which the contact decided, as proof',
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
			'How to treat fields of the contact that the service shows, but does not document. Without this option, they are left out and named.',
	},
] as const satisfies Fields;

const consentFields = [
	recordField('Contact', 'contactId'),
	{
		displayName: 'Consent Type',
		name: 'consentType',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose, or search…',
				typeOptions: { searchListMethod: 'searchConsentTypes', searchable: true },
			},
			{ displayName: 'By Name', name: 'text', type: 'string', placeholder: 'e.g. newsletter' },
		],
		description:
			'The type of the consent. The list has the types of the chosen contact, or else of contacts of recent uploads. A type that the contact does not have yet is added. One that differs only in spelling from a type of the contact is refused.',
	},
	{
		displayName: 'Consent State',
		name: 'consentState',
		type: 'options',
		// A blank from an expression must not count as a withdrawal.
		required: true,
		options: [
			{ name: 'Granted', value: 'granted', description: 'The contact agreed' },
			{
				name: 'Withdrawn',
				value: 'withdrawn',
				description: 'The contact withdrew, or objected. Not for somebody who was never asked.',
			},
		],
		default: 'withdrawn',
		description:
			'What the contact decided. If the consent already has this state, nothing is sent. The node reads the consent back. Changes that others make to the contact within the same minute are overwritten.',
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
