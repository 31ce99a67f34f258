import type { IDataObject } from 'n8n-workflow';

import type { WaitingOptions, WaitOperation } from '../operation';
import { operationRequest } from '../resources/operation/requests';
import { pause } from '../pause';
import type { Send } from '../transport/types';
import type { Result } from './outcome';

const FIRST_INTERVAL = 500;
const LONGEST_INTERVAL = 10_000;
const GROWTH = 1.5;

/** Calls `look` at growing intervals until it returns something or the time is over. */
export async function lookUntil<T>(
	look: () => Promise<T | undefined>,
	milliseconds: number,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	const end = Date.now() + milliseconds;
	for (let interval = FIRST_INTERVAL; ; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL)) {
		const found = await look();
		const left = end - Date.now();
		if (found !== undefined || left <= 0) return found;
		await pause(Math.min(interval, left), signal);
	}
}

/**
 * Reads one of the service's Operations until it leaves the pending statuses or the time runs out.
 *
 * @returns its last state; `timedOut` says that it was still pending
 */
export async function waitForOperation(
	send: Send,
	id: string,
	{ timeout, isPending }: WaitingOptions,
	signal: AbortSignal | undefined,
): Promise<{ operation: IDataObject; timedOut: boolean }> {
	let operation: IDataObject = {};
	const finished = await lookUntil(
		async () => {
			operation = (await send<IDataObject>(operationRequest(id))).body;
			return isPending(operation.status) ? undefined : operation;
		},
		timeout,
		signal,
	);
	return { operation, timedOut: finished === undefined };
}

/** For the output pane. */
export const NOT_FINISHED =
	'Waiting ended before the service was done: such items have timed_out set. Wait longer with the option Timeout, or use Wait Until Finished again later.';

/** Waits for the Operation that an item names. */
export async function runWait(
	{ operationId, waiting }: ReturnType<WaitOperation['plan']>,
	send: Send,
	warn: (message: string) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { operation, timedOut } = await waitForOperation(send, operationId, waiting, signal);
	if (timedOut) warn(NOT_FINISHED);
	return [{ json: { ...operation, timed_out: timedOut } }];
}
