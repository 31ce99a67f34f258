import type { Fields, Values } from '../field';
import type { UploadState } from '../plan';
import type { ServiceRequest, ServiceResponse } from '../transport/types';
import { isRecord, records, scalarText, withoutEmpty } from '../values';
import { waitingOf, waitingOptions } from '../options';
import { recordIdOf } from './operation/model';
import { operationRequest } from './operation/requests';

/** `POST` of up to 1000 records. An upload syncs to its content, so that a repeat changes nothing. */
export const uploadRequest =
	(path: 'contacts' | 'employees') =>
	(body: readonly unknown[]): ServiceRequest => ({
		method: 'POST',
		path: [path],
		body,
		expect: 'accepted',
		repeatable: 'safe',
		refusals: {
			413: {
				message: 'The request was too large for the service',
				description: 'Even alone, the record is too large. Shorten its texts or its custom data.',
			},
		},
	});

/** The options of whatever is uploaded. */
export const uploadOptions = [
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
		displayName: 'Parallel Uploads',
		name: 'parallelUploads',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 8 },
		default: 8,
		description: 'The most upload requests under way at once. Records with the same ID are one upload.',
	},
	...waitingOptions,
	{
		displayName: 'Wait Until Finished',
		name: 'waitUntilFinished',
		type: 'boolean',
		default: false,
		description:
			'Whether to wait until the service has processed the upload, instead of going on once it is accepted',
	},
] as const satisfies Fields;

/** What the answer to an upload says, as each of its output items carries it. */
const acceptanceOf = ({ headers }: ServiceResponse) => ({
	operationId: headers['operation-id'],
	facts: withoutEmpty({
		operation_id: headers['operation-id'],
		operation_link: headers['operation-link'],
		request_id: headers['request-id'],
	}),
});

function stateOf(body: unknown, timedOut: boolean): UploadState {
	const operation = isRecord(body) ? body : {};
	return {
		json: { operation_status: operation.status ?? 'unknown', timed_out: timedOut },
		itemStatus: new Map(
			records(operation.items).map((item) => [recordIdOf(item) ?? '', scalarText(item.status) ?? 'unknown']),
		),
	};
}

/** The part of a plan that all uploads share. */
export const uploading = ({
	dryRun,
	batchSize,
	parallelUploads,
	waitUntilFinished,
	...waiting
}: Values<typeof uploadOptions>) => ({
	dryRun,
	batchSize,
	parallelUploads,
	accepted: acceptanceOf,
	waiting: waitUntilFinished
		? { ...waitingOf(waiting), request: operationRequest, state: stateOf }
		: undefined,
});
