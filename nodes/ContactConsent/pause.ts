import { sleep } from 'n8n-workflow';

const SLICE = 200;

/** The parts of n8n's contexts that know of a cancelled execution; polls and pickers have none. */
interface Cancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** The signal of a cancelled execution; `undefined` in polls and pickers, which n8n cannot cancel. */
export const cancelSignal = (context: object): AbortSignal | undefined =>
	(context as Cancellable).getExecutionCancelSignal?.();

/** Waits in slices, so that a cancelled execution does not sit out a long wait. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}
