import type { Field, Fields, Values } from '../field';
import { byLabel, optionsField, waitingOf, waitingOptions } from '../options';
import type { RecordModel } from './columns';
import type { Setting } from './setting';

type Noun = RecordModel['noun'];

/** The options of whatever is uploaded. */
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
		// Nothing from an expression must not upload for real.
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

/** How an upload is sent and waited for, by its options. */
export function sendingOf({
	dryRun,
	batchSize,
	waitUntilFinished,
	...waiting
}: Values<typeof uploadOptions>): Pick<Setting, 'dryRun' | 'batchSize' | 'waiting'> {
	return { dryRun, batchSize, ...(waitUntilFinished && { waiting: waitingOf(waiting) }) };
}

const recordOptions = [
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

/** The fields that are read for each input item. */
const elementFields = ({ one }: Noun, columnsMethod: string, columnsDescription: string, isUpdate: boolean) =>
	[
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			required: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: columnsMethod,
					// In this mode n8n requires no column, whatever the schema says that was saved with the node.
					mode: isUpdate ? 'map' : 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
					// A workflow that another version of this package saved shows its columns anew, instead of "Columns are outdated".
					refreshStaleSchemaOnOpen: true,
				},
			},
			displayOptions: { show: { inputMode: ['map'] } },
			description: columnsDescription,
		},
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			required: true,
			default: '={{ $json }}',
			displayOptions: { show: { inputMode: ['json'] } },
			description: `One ${one} as an object, or several as a list of objects. By default, each input item is one ${one}.`,
		},
	] as const satisfies Fields;

const inputModeField = ({ many }: Noun) =>
	({
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Columns',
				value: 'map',
				description: `Map the columns of the input to the fields of ${many}`,
			},
			{ name: 'JSON', value: 'json', description: `Enter ${many} as JSON` },
		],
		default: 'map',
		description: 'How to enter the data. All input items are uploaded together.',
	}) as const satisfies Field;

const notSentFields = ({ one, many }: Noun, alsoErased: string) =>
	[
		{
			displayName: 'Fields Not Sent',
			name: 'fieldsNotSent',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Keep',
					value: 'keep',
					description: `Read each ${one} first and change only what is sent: one more request for each record. What would stay as it is is not sent.`,
				},
				{
					name: 'Clear',
					value: 'clear',
					description: `Replace each ${one} with exactly what is sent, 1000 in one request: everything else is erased${alsoErased}`,
				},
			],
			default: 'keep',
			description: `What happens to the fields of existing ${many} that you do not send. With Keep, at most 100 records are read and then sent at once, and none is sent that was read more than a minute ago. What others write within that minute is lost.`,
		},
		// What Clear does is seen too late in its description: that is hidden once it is chosen.
		{
			displayName: `Each ${one} becomes exactly what is sent: everything else that existing ${many} have is erased${alsoErased}. A dry run shows what that would be.`,
			name: 'clearNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { fieldsNotSent: ['clear'] } },
		},
	] as const satisfies Fields;

/** The texts in which the uploads of two resources differ. */
export interface Words {
	/** The methods that say which columns there are: for new records, and for those that are there. */
	columnsMethod: string;
	updateMethod: string;
	columnsDescription: string;
	/** What people do not think of when everything else is erased, as the end of a sentence. */
	alsoErased?: string;
}

/** The fields of Create or Update: those that are read once, and those for each input item. */
export function upsertFields(noun: Noun, { columnsMethod, columnsDescription, alsoErased = '' }: Words) {
	const element = elementFields(noun, columnsMethod, columnsDescription, false);
	const mode = inputModeField(noun);
	const more = [...notSentFields(noun, alsoErased), optionsField(byLabel(recordOptions))] as const;
	return { all: [mode, ...element, ...more], settings: [mode, ...more], element } as const;
}

/** The fields of Update, which keeps what is not sent. */
export function updateFields(noun: Noun, { updateMethod, columnsDescription }: Words) {
	const element = elementFields(noun, updateMethod, columnsDescription, true);
	const mode = inputModeField(noun);
	const more = [optionsField(byLabel(recordOptions))] as const;
	return { all: [mode, ...element, ...more], settings: [mode, ...more], element } as const;
}
