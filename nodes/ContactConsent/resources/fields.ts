import type { Field, Fields, Values } from '../field';
import type { OutputShape } from '../operation';

/** A field for an ID, which is chosen from recent uploads or typed. @param example an ID of this kind */
export const idField = <const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	searchListMethod: string,
	example: string,
) =>
	({
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From Recent Uploads',
				name: 'list',
				type: 'list',
				placeholder: 'Choose from recent uploads…',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	}) as const satisfies Field;

export const recordField = <const Name extends string>(noun: 'Contact' | 'Employee', name: Name) => {
	const word = noun.toLowerCase();
	return idField(name, `${noun} ID`, `The ${word}, by its ID`, `search${noun}s`, `${word}-42`);
};

export const returnAllFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
] as const satisfies Fields;

/** The number of wanted results; `Infinity` with Return All, which hides the limit. */
export const wantedOf = ({ limit = Infinity }: Values<typeof returnAllFields>): number => limit;

export const pageSizeOption = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'How many results to ask for in one request. Lower it if the service answers slowly.',
} as const satisfies Field;

const timeFilter = <const Name extends string>(name: Name, displayName: string, which: string) =>
	({
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `Only ${which}. Without an offset, the time zone of the workflow applies.`,
	}) as const satisfies Field;

/** The two ends of a period. */
export const periodFilters = (what: string) =>
	[
		timeFilter('from', 'From', `${what} from this time on`),
		timeFilter('to', 'To', `${what} up to this time`),
	] as const;

export const binaryPropertyField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
	description: 'Field of the output that holds the PDF',
} as const satisfies Field;

/**
 * The option for a record that does not exist.
 *
 * @param marks the fields of an empty result beside the ID
 */
export const onNotFoundOption = (marks: string) =>
	({
		displayName: 'On Not Found',
		name: 'onNotFound',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'error',
				description: "Refuse the item; the node's 'On Error' setting decides what happens",
			},
			{
				name: 'Return an Empty Result',
				value: 'empty',
				description: `Return an item with the ID and ${marks}`,
			},
			{ name: 'Skip', value: 'skip', description: 'Return no item' },
		],
		default: 'empty',
		absent: 'error',
		description:
			'What to do if the service does not have the record. Without this option, the item is refused.',
	}) as const satisfies Field;

export const DELETION_OUTPUT = { deleted: 'boolean', id: 'string' } as const satisfies OutputShape;
