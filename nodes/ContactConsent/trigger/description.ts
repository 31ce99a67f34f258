import type { Fields } from '../field';
import { consentChoices } from '../resources/contact/consents';
import { eventTypeRows } from '../resources/event/fields';

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
			'Start the workflow only for updates and confirmations of contacts with a consent in this state. Other kinds of events are not affected.',
	},
	{
		displayName: 'Consent Type',
		name: 'consentType',
		type: 'string',
		default: '',
		description:
			'Start the workflow only for updates and confirmations of contacts with a consent of this type. Leave empty for all types. Other kinds of events are not affected.',
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
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description: 'How many events to ask for in one request. Lower it if the service answers slowly.',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description: 'Time of the first event. Leave empty to start with those that nobody has received yet.',
	},
] as const satisfies Fields;

export const fields = [
	{
		displayName:
			'A published workflow takes new events away from other readers of the latest events. Fetching test events only reads the history, and takes nothing away.',
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
	{
		displayName: 'Download Documentation',
		name: 'downloadDocumentation',
		type: 'boolean',
		default: true,
		description: 'Whether to attach the PDF of documentation events',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		displayOptions: { show: { downloadDocumentation: [true] } },
		hint: 'The name of the output binary field to put the file in',
		description: 'Field that holds the PDF',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	},
] as const satisfies Fields;
