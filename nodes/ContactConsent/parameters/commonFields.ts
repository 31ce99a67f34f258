import type { Field, Fields, Values } from './field';
import { isRecord, scalarText } from '../lib/json';
import { PENDING_STATUSES } from '../lib/uploadStatus';
import { comparable, textOf } from '../lib/text';

const collectionOf =
	<const Name extends string>(name: Name, displayName: string, placeholder: string) =>
	<const Options extends Fields>(options: Options) =>
		({ displayName, name, type: 'collection', placeholder, default: {}, options }) as const;

/** Options of several kinds in the order of their labels. */
export const byLabel = <const Row extends Field>(rows: readonly Row[]): Row[] =>
	[...rows].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

export const optionsField = collectionOf('options', 'Options', 'Add option');
export const filtersField = <const Options extends Fields>(options: Options) =>
	({ ...collectionOf('filters', 'Filters', 'Add filter')(options), narrows: true }) as const;

/** How long to wait for an upload, and which statuses mean that it is not finished. */
export const waitingOptions = [
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How long to wait until an upload is finished. After that, its last state is returned, with timed_out: true.',
	},
	{
		displayName: 'Unfinished Statuses',
		name: 'pendingStatuses',
		type: 'string',
		default: PENDING_STATUSES,
		description:
			'Statuses of an upload that is not finished yet, separated by commas. Case, spaces, _ and - make no difference.',
	},
] as const satisfies Fields;

/** The waiting options for a plan. The service does not document its statuses, so an unknown one counts as finished. */
export function waitingOf({ pendingStatuses, timeout }: Values<typeof waitingOptions>) {
	const pending = new Set(pendingStatuses.split(',').map(comparable).filter(Boolean));
	return {
		timeout: 1000 * timeout,
		isPending: (body: unknown) => isRecord(body) && pending.has(comparable(scalarText(body.status) ?? '')),
	};
}

/**
 * A field for an ID, which is chosen from recent uploads or typed.
 *
 * @param placeholder says what the list can do
 * @param example an ID of this kind
 */
export const idField = <const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	searchListMethod: string,
	placeholder: string,
	example: string,
) =>
	({
		displayName,
		name,
		type: 'resourceLocator',
		isId: true,
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From Recent Uploads',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	}) as const satisfies Field;

/** The ID of the record that an input item is about: what was picked from a list, or typed instead. */
export const recordIdIn = (
	fields: Fields,
	parameters: Readonly<Record<string, unknown>>,
): string | undefined =>
	textOf(parameters[fields.find(({ type }) => type === 'resourceLocator')?.name ?? '']);

export const recordField = <const Name extends string>(noun: 'Contact' | 'Employee', name: Name) => {
	const word = noun.toLowerCase();
	return idField(
		name,
		`${noun} ID`,
		`The list has ${word}s of recent uploads. A search finds these by name or ID, and any other ${word} only by its full ID.`,
		`search${noun}s`,
		'Search recent uploads by name or ID…',
		`${word}-42`,
	);
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
		description: `Only ${which}. A time without a time zone is in the time zone of the workflow.`,
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
	description: 'The field of the output that has the PDF',
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
				description: "Refuse the item. The setting 'On Error' of the node decides what happens then.",
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
			'How to treat a record that the service does not have. Without this option, the item is refused.',
	}) as const satisfies Field;
