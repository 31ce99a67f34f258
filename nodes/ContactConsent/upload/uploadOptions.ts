import type { Fields, Values } from '../parameters/field';
import { waitingOf, waitingOptions } from '../parameters/commonFields';

/** The most records of a batch that is read first. The more there are, the older is a reading when it is sent. */
export const MOST_READ_AT_ONCE = 100;

/** The most records that the service takes in one request. */
const MOST_TAKEN = 1000;

/** The options of all uploads. */
export const uploadOptions = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_TAKEN },
		default: MOST_TAKEN,
		description: `Max number of records in one request. The service takes up to ${MOST_TAKEN}. Unless Fields Not Sent is Clear, a request has at most ${MOST_READ_AT_ONCE}.`,
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		// It must not become a real run for any row.
		comparesEachRow: true,
		type: 'boolean',
		default: true,
		absent: false,
		// An expression without a result must not turn a dry run into a real upload.
		required: true,
		description:
			'Whether to only check all rows and show what would be created, changed or cleared. Nothing is changed at the service. Without this option, the rows are uploaded.',
	},
	...waitingOptions,
	{
		displayName: 'Wait Until Finished',
		name: 'waitUntilFinished',
		type: 'boolean',
		default: false,
		absent: true,
		description:
			'Whether to wait until the service has processed the upload, so that the next node finds the new values. Without this option, the node waits. In a loop, turn waiting off, and wait once at the end with Upload Operation → Wait Until Finished.',
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
			{ name: 'Leave Out', value: 'omit', description: 'Treat a blank cell as if its column were not there' },
			{
				name: 'Send',
				value: 'send',
				description: 'Send a blank cell as an empty text, which clears the field',
			},
		],
		default: 'send',
		absent: 'omit',
		description: 'How to treat blank cells. Without this option, they are left out.',
	},
	{
		displayName: 'ID Column',
		name: 'idColumn',
		type: 'string',
		default: '',
		placeholder: 'e.g. E-Mail',
		description:
			'The heading of the column to use as the ID, if the table has no ID column, e.g. the e-mail address. The column also fills its own field. For Map Automatically and JSON. Of e-mail addresses, the first one counts, in small letters; people who share one are refused.',
	},
	{
		displayName: 'List Values',
		name: 'listValues',
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: 'Add the values that the list does not have yet' },
			{
				name: 'Replace',
				value: 'replace',
				description: 'Replace the whole list. Values that are not sent are lost.',
			},
		],
		default: 'add',
		absent: 'replace',
		description:
			'How a column with several values (e-mails, numbers, tags) changes the stored list, unless Fields Not Sent is Clear. Without this option, it replaces the list.',
	},
	{
		displayName: 'Stored Values',
		name: 'storedValues',
		type: 'options',
		options: [
			{
				name: 'Keep',
				value: 'keep',
				description: 'Fill only the fields that are empty at the service. What is stored stays.',
			},
			{ name: 'Overwrite', value: 'overwrite', description: 'A filled cell replaces what is stored' },
		],
		default: 'keep',
		absent: 'overwrite',
		description:
			'Which value counts if the service has one already. With Keep, an old table overwrites nothing that somebody has changed since. Without this option, the value of the row counts. Not together with Fields Not Sent: Clear.',
	},
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		options: [
			{
				name: 'Keep as Custom Data',
				value: 'customData',
				description: 'Store them in the custom data of the record, as text',
			},
			{
				name: 'Leave Out and Name',
				value: 'ignore',
				description: 'Do not send them, and name them in not_sent of the output',
			},
			{
				name: 'Send as They Are',
				value: 'send',
				description: 'Send them unchanged. For fields that the service has, but does not document.',
			},
		],
		default: 'customData',
		absent: 'ignore',
		description:
			'How to treat columns that the documentation of the service does not have. Without this option, they are left out and named.',
	},
] as const satisfies Fields;
