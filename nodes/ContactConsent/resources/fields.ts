import type { Field, Fields, Values } from '../field';
import type { OutputShape } from '../operation';
import type { NotFoundPlan } from '../plan';
import { comparable, isRecord, scalarText } from '../values';

/** The ID of one record, chosen from recent uploads or typed. */
export const recordField = <const Noun extends string, const Name extends string>(noun: Noun, name: Name) =>
	({
		displayName: `${noun} ID`,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: `The ${noun.toLowerCase()}, by its ID`,
		modes: [
			{
				displayName: 'From Recent Uploads',
				name: 'list',
				type: 'list',
				placeholder: `Choose a recently uploaded ${noun.toLowerCase()}…`,
				typeOptions: { searchListMethod: `search${noun}s`, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${noun.toLowerCase()}-42`,
			},
		],
	}) as const satisfies Field;

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

/** How many results are wanted: `Infinity` with Return All, which hides the limit. */
export const wantedOf = ({ limit = Infinity }: Values<typeof returnAllFields>): number => limit;

export const optionsField = <const Options extends Fields>(options: Options) =>
	({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	}) as const;

export const filtersField = <const Options extends Fields>(options: Options) =>
	({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options,
	}) as const;

export const pageSizeOption = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'How many results to ask for in one request. Lower it if the service answers slowly.',
} as const satisfies Field;

/** The two ends of a period, `from` and `to`. */
export const periodFilters = (what: string) =>
	[
		{
			displayName: 'From',
			name: 'from',
			type: 'dateTime',
			default: '',
			description: `Only ${what} from this time on. Without an offset, the time zone of the workflow applies.`,
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: `Only ${what} up to this time. Without an offset, the time zone of the workflow applies.`,
		},
	] as const satisfies Fields;

export const binaryPropertyField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
	description: 'Field of the output that holds the PDF',
} as const satisfies Field;

/**
 * What to do about a record that does not exist.
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
			{
				name: 'Skip',
				value: 'skip',
				description: 'Return no item',
			},
		],
		default: 'error',
		description: 'What to do if the service does not have the record',
	}) as const satisfies Field;

export const notFoundPlan = (
	{ onNotFound }: { onNotFound: NotFoundPlan['onNotFound'] },
	item: NotFoundPlan['item'],
): NotFoundPlan => ({ onNotFound, item });

/** How long an upload's progress is waited for, and what counts as "not finished yet". */
export const waitingOptions = [
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How long to wait until an upload is finished. After that, its last state is returned, marked as timed out.',
	},
	{
		displayName: 'Unfinished Statuses',
		name: 'pendingStatuses',
		type: 'string',
		default:
			'pending, queued, created, new, open, accepted, scheduled, started, running, processing, in progress',
		description:
			'Statuses, separated by commas, that mean that an upload is not finished yet. Case, spaces, _ and - make no difference.',
	},
] as const satisfies Fields;

/** The waiting options as a plan needs them. Status values are not documented, so an unknown one counts as finished. */
export function waitingOf({ pendingStatuses, timeout }: Values<typeof waitingOptions>) {
	const pending = new Set(pendingStatuses.split(',').map(comparable).filter(Boolean));
	return {
		timeout: 1000 * timeout,
		isPending: (body: unknown) => isRecord(body) && pending.has(comparable(scalarText(body.status) ?? '')),
	};
}

/** The output of a deletion. */
export const DELETION_OUTPUT = { deleted: 'boolean', id: 'string' } as const satisfies OutputShape;
