import type { Fields, Values } from '../field';
import { waitingOf, waitingOptions } from '../options';

/** The options of all uploads. */
export const uploadOptions = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000 },
		default: 1000,
		description:
			'The most records to send in one request. The service takes up to 1000; records that are read first are sent 100 at once.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		absent: false,
		// An expression without a result must not turn a dry run into a real upload.
		required: true,
		description:
			'Whether to only check everything and show what would be created, changed or cleared. Nothing is changed at the service. Without this option, records are uploaded.',
	},
	...waitingOptions,
	{
		displayName: 'Wait Until Finished',
		name: 'waitUntilFinished',
		type: 'boolean',
		default: false,
		absent: true,
		description:
			'Whether to wait until the service has processed the upload, so that a node behind this one finds what was uploaded. Without this option, the node waits. In a loop, add it, turned off, and wait once at the end with the operation Upload Operation → Wait Until Finished.',
	},
] as const satisfies Fields;

/** Makes the part of a setting that comes from options. The names stay; the options of waiting become `waiting`. */
export function settingOf<Options extends Values<typeof uploadOptions>>({
	waitUntilFinished,
	timeout,
	pendingStatuses,
	...others
}: Options) {
	return { ...others, ...(waitUntilFinished && { waiting: waitingOf({ timeout, pendingStatuses }) }) };
}

/** The options of uploads that create or change records. */
export const recordOptions = [
	...uploadOptions,
	{
		displayName: 'Empty Fields',
		name: 'emptyFields',
		type: 'options',
		options: [
			{ name: 'Leave Out', value: 'omit', description: 'Treat a blank column as if it were not there' },
			{
				name: 'Send',
				value: 'send',
				description: 'Send a blank column as an empty text, which clears the field',
			},
		],
		default: 'send',
		absent: 'omit',
		description: 'What to do with blank columns. Without this option, they are left out.',
	},
	{
		displayName: 'List Values',
		name: 'listValues',
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: 'Add what is not in the list yet, so that nothing is lost' },
			{
				name: 'Replace',
				value: 'replace',
				description: 'The list becomes what is sent: other entries are lost',
			},
		],
		default: 'add',
		absent: 'replace',
		description:
			'What columns with several values (e-mails, numbers, tags) do to the list of a record that is kept. Without this option, they replace it.',
	},
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		options: [
			{
				name: 'Keep as Custom Data',
				value: 'customData',
				description: 'Put them into the custom data of the record, as text',
			},
			{
				name: 'Leave Out and Name',
				value: 'ignore',
				description: 'Do not send them, and name them in not_sent of the output',
			},
			{
				name: 'Send as They Are',
				value: 'send',
				description: 'Send them unchanged, for fields that the service has but does not document',
			},
		],
		default: 'customData',
		absent: 'ignore',
		description:
			'How to treat columns that the service does not document. Without this option, they are left out and named.',
	},
] as const satisfies Fields;
