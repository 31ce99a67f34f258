import type { Fields } from '../field';
import { consentChoices } from '../resources/contact/consents';
import { downloadField, eventTypeRows } from '../resources/event/fields';
import { binaryPropertyField, optionsField, pageSizeOption } from '../resources/fields';
import { simplifyField } from '../resources/output';

export { subtitle } from '../resources/event/fields';

const options = [
	{
		displayName: 'Add Contact',
		name: 'addContact',
		type: 'boolean',
		default: false,
		description: 'Whether to add the current contact to documentation events; null if it is not there',
	},
	{
		displayName: 'Attachment Storage',
		name: 'attachmentStorage',
		type: 'options',
		options: [
			{
				name: 'Binary Storage',
				value: 'binaryStorage',
				description: "Keep PDFs in n8n's binary data storage, where n8n never deletes what a trigger stores",
			},
			{
				name: 'Execution Data',
				value: 'execution',
				description: 'Keep PDFs inside the data of the execution, so that they are deleted with it',
			},
		],
		default: 'execution',
		description: 'Where to keep the PDFs of documentation events',
	},
	{
		displayName: 'Audit (Days)',
		name: 'auditDays',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3, maxValue: 30 },
		default: 7,
		description: 'How far back to read the history again once an hour, for events that got lost. 0: never.',
	},
	{
		displayName: 'Catch Up',
		name: 'catchUp',
		type: 'boolean',
		default: true,
		description: 'Whether to also read the history, for events that another reader took or that got lost',
	},
	{
		displayName: 'Consent State',
		name: 'consentGranted',
		type: 'options',
		options: consentChoices,
		default: 'any',
		description:
			'For updates and confirmations: start the workflow only if the contact, as the event shows it, has a consent in this state. Documentation events always start it, unless you remove them from Events.',
	},
	{
		displayName: 'Consent Type',
		name: 'consentType',
		type: 'string',
		default: '',
		description:
			'For updates and confirmations: start the workflow only if the contact has a consent of exactly this type, as Get Consents shows it. Leave empty for all types.',
	},
	{
		displayName: 'Documentation Wait (Minutes)',
		name: 'documentationWait',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 60,
		description: 'How long to wait for a PDF. After that, the event is delivered without it.',
	},
	{
		displayName: 'Lookback (Minutes)',
		name: 'lookback',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 10,
		description: 'How far back each poll reads the history again, for events that appear late',
	},
	{
		displayName: 'Max Attachment Size (MB)',
		name: 'maxAttachmentSize',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 20,
		description: 'Max size of all PDFs of one execution. The rest follows later; a larger PDF goes alone.',
	},
	{
		displayName: 'Max Events',
		name: 'maxEvents',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description: 'Max number of events that one execution gets. The rest follows at the next polls.',
	},
	pageSizeOption,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Time from which to read the history. Older events arrive, too, if nobody has received them yet. Leave empty to start with those alone.',
	},
] as const satisfies Fields;

export const fields = [
	{
		displayName:
			'Several workflows can use this trigger: with Catch Up on, each gets every event. Other programs that fetch the latest events do not get those that a published workflow has received. Fetching test events takes nothing from workflows with Catch Up on.',
		name: 'takesAwayNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventTypeRows,
		default: ['confirm', 'documentation', 'update'],
		description: 'Which events start the workflow',
	},
	{ ...downloadField, default: true },
	{ ...binaryPropertyField, required: true, displayOptions: { show: { downloadDocumentation: [true] } } },
	simplifyField,
	optionsField(options),
] as const satisfies Fields;
