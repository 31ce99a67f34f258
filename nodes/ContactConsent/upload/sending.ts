import type { Fields, Values } from '../field';
import { waitingOf, waitingOptions } from '../options';
import type { Setting } from './setting';

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
