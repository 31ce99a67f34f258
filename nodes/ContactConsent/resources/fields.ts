import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { NotFoundPlan, OnNotFound, Parameters, WaitingOptions } from '../operation';
import { ON_NOT_FOUND } from '../operation';
import { scalarText } from '../values';

/** The id of one record, as a text field. */
export const idField = (noun: 'Contact' | 'Employee' | 'Event', name: string): INodeProperties => ({
	displayName: `${noun} ID`,
	name,
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${noun.toLowerCase()}-42`,
	description: `ID of the ${noun.toLowerCase()}, as the service knows it`,
});

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const returnAllFields: INodeProperties[] = [
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
];

/** How many results are wanted: `Infinity` with Return All. */
export const wantedOf = (parameters: Parameters): number =>
	parameters.flag('returnAll') ? Infinity : parameters.count('limit', { min: 1 });

type CollectionOptions = Array<INodeProperties | INodePropertyOptions | INodePropertyCollection>;

export const optionsField = (options: CollectionOptions): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options,
});

export const filtersField = (options: CollectionOptions): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'How many results to ask for in one request. Lower it if the service answers slowly.',
};

export const pageSizeOf = (parameters: Parameters): number =>
	parameters.count('options.pageSize', { min: 1, fallback: 1000 });

/** The two ends of a period, `from` and `to`. */
export const periodFilters = (what: string): INodeProperties[] => [
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
];

export const periodOf = (parameters: Parameters) => ({
	from: parameters.date('filters.from'),
	to: parameters.date('filters.to'),
});

export const binaryPropertyField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
	description: 'Field of the output that holds the PDF',
};

/** What to do about a record that does not exist. */
export const onNotFoundOption: INodeProperties = {
	displayName: 'On Not Found',
	name: 'onNotFound',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'error',
			description: 'Treat it as an error, which On Error in the settings decides about',
		},
		{
			name: 'Return an Empty Result',
			value: 'empty',
			description: 'Return an item with the ID that says that nothing was found',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Return no item',
		},
	],
	default: 'error',
	description: 'What to do if the service does not have the record',
};

export const onNotFoundOf = (parameters: Parameters): OnNotFound =>
	parameters.choice('options.onNotFound', ON_NOT_FOUND, 'error');

export const notFoundPlan = (parameters: Parameters, item: NotFoundPlan['item']): NotFoundPlan => ({
	onNotFound: onNotFoundOf(parameters),
	item,
});

const PENDING_STATUSES =
	'pending, queued, created, new, open, accepted, scheduled, started, running, processing, in progress';
const WAITING_SECONDS = 300;

/** How long one of the service's Operations is waited for, and what counts as "not finished yet". */
export const waitingOptions: INodeProperties[] = [
	{
		displayName: 'Pending Statuses',
		name: 'pendingStatuses',
		type: 'string',
		default: PENDING_STATUSES,
		description:
			'Comma-separated statuses that, for Wait Until Finished, mean that an operation is not finished yet. Upper and lower case, spaces, _ and - make no difference.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: WAITING_SECONDS,
		description:
			'How long Wait Until Finished waits for an operation. After that its last state is returned, marked as timed out.',
	},
];

const comparable = (status: string): string => status.toLowerCase().replace(/[\s_-]/g, '');

/** The waiting options as the run reads them. Status values are not documented, so an unknown one counts as finished. */
export function waitingOf(parameters: Parameters): WaitingOptions {
	const list = parameters.text('options.pendingStatuses', { fallback: PENDING_STATUSES, mayBeBlank: true });
	const pending = new Set(list.split(',').map(comparable).filter(Boolean));
	return {
		timeout: 1000 * parameters.count('options.timeout', { min: 0, fallback: WAITING_SECONDS }),
		isPending: (status) => pending.has(comparable(scalarText(status) ?? '')),
	};
}
