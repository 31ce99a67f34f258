import type { Field, Fields } from '../../field';
import { optionsField, waitingOptions } from '../fields';
import type { RecordModel } from './columns';

type Noun = Readonly<{ one: string; many: string }>;

const options = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000 },
		default: 1000,
		description:
			'The most records to send in one request. The service takes up to 1000; with Fields Not Sent set to Keep, 100 are sent at once.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only check everything and show what would be created, changed or cleared. Nothing is changed at the service.',
	},
	{
		displayName: 'Empty Fields',
		name: 'emptyFields',
		type: 'options',
		options: [
			{
				name: 'Leave Out',
				value: 'omit',
				description: 'Treat a blank column as if it were not there',
			},
			{
				name: 'Send',
				value: 'send',
				description: 'Send a blank column as an empty text, which clears the field',
			},
		],
		default: 'omit',
		description: 'What to do with blank columns',
	},
	{
		displayName: 'Isolate Invalid',
		name: 'isolateInvalid',
		type: 'boolean',
		default: true,
		description:
			'Whether to find the records that the service refuses and send the rest, instead of refusing the whole batch',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per Element',
				value: 'perItem',
				description: 'Return one item for each record, with its result',
			},
			{
				name: 'One Item per Upload',
				value: 'perUpload',
				description: 'Return one item for each accepted request',
			},
		],
		default: 'perItem',
		description: 'The content of each output item',
	},
	{
		displayName: 'Parallel Uploads',
		name: 'parallelUploads',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 8 },
		default: 8,
		description:
			'The most upload requests under way at once. Records with the same ID are always sent one after the other, in the order of the input.',
	},
	...waitingOptions,
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'error', description: 'Refuse the record' },
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
		default: 'ignore',
		description: 'How to treat columns that the service does not document',
	},
	{
		displayName: 'Wait Until Finished',
		name: 'waitUntilFinished',
		type: 'boolean',
		default: false,
		description:
			'Whether to wait until the service has processed the upload, instead of going on once it is accepted',
	},
] as const satisfies Fields;

/** The fields that are read for each input item. */
export const elementFields = ({ one }: Noun, columnsMethod: string, columnsDescription: string) =>
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
					mode: 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
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

const notSentField = ({ one, many }: Noun, alsoErased: string) =>
	({
		displayName: 'Fields Not Sent',
		name: 'fieldsNotSent',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Keep',
				value: 'keep',
				description: `Read each ${one} first and change only what is sent: one more request for each record`,
			},
			{
				name: 'Clear',
				value: 'clear',
				description: `Replace each ${one} with exactly what is sent, 1000 in one request: everything else is erased${alsoErased}`,
			},
		],
		default: 'keep',
		description: `What happens to the fields of existing ${many} that you do not send. With Keep, a change made between reading and sending is overwritten (a withdrawn consent, at worst); to keep that time short, at most 100 records are read and then sent at once.`,
	}) as const satisfies Field;

/** What to know of a bulk upload before it is chosen, and before it is run. */
export const uploadTexts = ({ noun: { one }, required }: RecordModel) => ({
	description: `Create ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} or update the one with this ID. Needs ${required.map(({ name }) => name).join(', ')}. What is not sent stays as it is.`,
	builderHint:
		'Uploads all input items together, in few requests: do not put it into a loop. To erase what is not sent, set fieldsNotSent to clear.',
	hintBefore: `One item for each ${one}, or for each upload if the option 'Output' says so.`,
});

/**
 * The fields of a bulk upload.
 *
 * @param alsoErased what people do not think of when everything else is erased, as the end of a sentence
 */
export const bulkFields = <const Of extends Fields>(noun: Noun, element: Of, alsoErased = '') =>
	[inputModeField(noun), ...element, notSentField(noun, alsoErased), optionsField(options)] as const;
