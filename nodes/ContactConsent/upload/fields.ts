import type { Field, Fields } from '../../field';
import { byLabel, optionsField } from '../fields';
import { uploadOptions } from '../uploads';
import type { RecordModel } from './columns';

type Noun = Readonly<{ one: string; many: string }>;

const options = [
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
		default: 'omit',
		description: 'What to do with blank columns',
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
		default: 'replace',
		description:
			'With Fields Not Sent set to Keep, what columns with several values (e-mails, numbers, tags) do to the list',
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
		displayName: 'Skip Refused Records',
		name: 'isolateInvalid',
		type: 'boolean',
		default: true,
		description:
			'Whether to find the records that the service refuses and upload the others. Off: one refused record refuses all that are sent with it.',
	},
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
] as const satisfies Fields;

/** The fields that are read for each input item. */
const elementFields = ({ one }: Noun, columnsMethod: string, columnsDescription: string) =>
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
			description: `What happens to the fields of existing ${many} that you do not send. With Keep, a change made between reading and sending is overwritten (a withdrawn consent, at worst); to keep that time short, at most 100 records are read and then sent at once. An upload that the service still processes may not be read yet.`,
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

/** What to know of a bulk upload before it is chosen. */
export function descriptionOf({ noun: { one }, required }: RecordModel): string {
	const others = required.flatMap(({ name }) => (name === 'id' ? [] : name)).join(', ');
	return `Create ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} or update the one with this ID. Needs id; a new ${one} also needs ${others}. What is not sent stays, unless 'Fields Not Sent' is set to Clear.`;
}

/**
 * The fields of a bulk upload: all of them in their order, those that are read once, and those for each input item.
 *
 * @param alsoErased what people do not think of when everything else is erased, as the end of a sentence
 */
export function bulkFields(
	noun: Noun,
	{
		columnsMethod,
		columnsDescription,
		alsoErased = '',
	}: { columnsMethod: string; columnsDescription: string; alsoErased?: string },
) {
	const element = elementFields(noun, columnsMethod, columnsDescription);
	const mode = inputModeField(noun);
	const more = [...notSentFields(noun, alsoErased), optionsField(byLabel(options))] as const;
	return { all: [mode, ...element, ...more], settings: [mode, ...more], element } as const;
}
