import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { BatchSettings, Parameters } from '../operation';
import { optionsField, waitingOf, waitingOptions } from './fields';
import { isRecord } from '../values';

/** What differs between the bulk uploads of contacts and of employees, as far as fields go. */
interface BulkFieldsOf {
	noun: { one: string; many: string };
	/** Name of the method that lists the columns for the resource mapper. */
	columnsMethod: string;
	jsonExample: string;
	moreOptions?: INodeProperties[];
}

const bulkOptions = (moreOptions: INodeProperties[]): INodeProperties[] =>
	[
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 1000,
			description: 'How many elements to send in one request. The service takes up to 1000.',
		} as INodeProperties,
		{
			displayName: 'Empty Fields',
			name: 'emptyFields',
			type: 'options',
			options: [
				{ name: 'Leave Out', value: 'omit', description: 'Treat a blank column as if it were not there' },
				{ name: 'Send', value: 'send', description: 'Send a blank column as an empty text' },
			],
			default: 'omit',
			description: 'What to do about blank columns',
		} as INodeProperties,
		{
			displayName: 'Isolate Invalid',
			name: 'isolateInvalid',
			type: 'boolean',
			default: true,
			description:
				'Whether to find the elements that the service refuses and send the rest, instead of failing the whole batch',
		} as INodeProperties,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'One Item per Element',
					value: 'perItem',
					description: 'Say for each element what became of it',
				},
				{
					name: 'One Item per Upload',
					value: 'perUpload',
					description: 'Return one item for each accepted request',
				},
			],
			default: 'perItem',
			description: 'What the output items stand for',
		} as INodeProperties,
		{
			displayName: 'Parallel Uploads',
			name: 'parallelUploads',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 8 },
			default: 2,
			description:
				'How many requests may be under way at once. Where elements share an ID, they go out one after the other, so that the last one wins.',
		} as INodeProperties,
		{
			displayName: 'Unknown Fields',
			name: 'unknownFields',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'error', description: 'Refuse the element' },
				{ name: 'Ignore', value: 'ignore', description: 'Leave them out' },
				{
					name: 'Keep as Custom Data',
					value: 'customData',
					description: 'Put them into the data map, as text',
				},
			],
			default: 'ignore',
			description: 'What to do about columns that the service does not have',
		} as INodeProperties,
		{
			displayName: 'Wait Until Finished',
			name: 'waitUntilFinished',
			type: 'boolean',
			default: false,
			description:
				'Whether to wait until the service has processed the upload, instead of going on once it is accepted',
		} as INodeProperties,
		...waitingOptions,
		...moreOptions,
	].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** The fields of a bulk upload. */
export const bulkFields = ({
	noun,
	columnsMethod,
	jsonExample,
	moreOptions = [],
}: BulkFieldsOf): INodeProperties[] => [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Columns',
				value: 'map',
				description: `Map the columns of the input to the fields of ${noun.many}`,
			},
			{ name: 'JSON', value: 'json', description: `Hand over ${noun.many} as JSON` },
		],
		default: 'map',
		description: 'How the data is handed over. All input items are uploaded together.',
	},
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
		description: `Which values become which fields of the ${noun.one}`,
	},
	{
		displayName: 'JSON',
		name: 'json',
		type: 'json',
		required: true,
		default: jsonExample,
		displayOptions: { show: { inputMode: ['json'] } },
		description: `One ${noun.one} as an object, or several as a list of objects`,
	},
	optionsField(bulkOptions(moreOptions)),
];

/** The settings of a bulk upload, read once for all items. */
export function bulkSettings(parameters: Parameters): BatchSettings {
	const inputMode = parameters.value<string>('inputMode', 'map');
	const automatic =
		inputMode === 'map' &&
		parameters.value<string>('columns.mappingMode', 'defineBelow') === 'autoMapInputData';
	return {
		source: inputMode === 'json' ? 'json' : automatic ? 'input' : 'columns',
		batchSize: parameters.count('options.batchSize', { min: 1, max: 1000, fallback: 1000 }),
		parallelUploads: parameters.count('options.parallelUploads', { min: 1, max: 8, fallback: 2 }),
		isolateInvalid: parameters.flag('options.isolateInvalid', true),
		unknownFields: parameters.value<BatchSettings['unknownFields']>('options.unknownFields', 'ignore'),
		emptyFields: parameters.value<BatchSettings['emptyFields']>('options.emptyFields', 'omit'),
		mergeWithCurrent: parameters.flag('options.mergeWithCurrent', false),
		output: parameters.value<BatchSettings['output']>('options.output', 'perItem'),
		...(parameters.flag('options.waitUntilFinished', false) && { waiting: waitingOf(parameters) }),
	};
}

/** The raw elements of one input item. */
export function bulkElements(parameters: Parameters, { source }: BatchSettings): IDataObject[] {
	if (source === 'input') return [parameters.input()];
	if (source === 'columns') return [parameters.columns('columns')];
	const given = parameters.json('json');
	const elements = Array.isArray(given) ? (given as unknown[]) : [given];
	if (elements.every(isRecord)) return elements;
	throw parameters.refuse('json', 'is neither an object nor a list of objects', 'Put each element into { }.');
}
