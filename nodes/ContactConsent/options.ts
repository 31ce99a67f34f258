import type { Field, Fields, Values } from './field';
import { comparable, isRecord, scalarText } from './values';

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

/** The waiting options for a plan. The service does not document its statuses, so an unknown one counts as finished. */
export function waitingOf({ pendingStatuses, timeout }: Values<typeof waitingOptions>) {
	const pending = new Set(pendingStatuses.split(',').map(comparable).filter(Boolean));
	return {
		timeout: 1000 * timeout,
		isPending: (body: unknown) => isRecord(body) && pending.has(comparable(scalarText(body.status) ?? '')),
	};
}
