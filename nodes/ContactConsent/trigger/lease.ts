import type { Memory } from './processMemory';
import type { Poll } from './pollContext';

/**
 * Milliseconds that n8n may need to store the state of a poll, and to begin polls that it prepared before. The revision
 * shows when this is done. So only after a delivery that n8n dropped does the next poll wait for this time.
 */
const SETTLING = 20_000;
/** Milliseconds after the end of its time at which a poll counts as hanging, and the next poll may begin. */
const HANGING = 5000;

/**
 * Begins a poll, so that there is one at a time.
 *
 * @param revision of the state that n8n has stored
 * @returns `undefined` if an older poll of the same trigger is still running, which n8n does not prevent
 */
export function takeLease(revision: string | undefined, memory: Memory, { elapsed, budgetLeft }: Poll) {
	const { lease: last } = memory;
	const isWritten = last?.written !== undefined && last.written === revision;
	if (last && elapsed() < last.until && !isWritten) return undefined;
	return (memory.lease = { until: elapsed() + budgetLeft() + HANGING });
}

/** Ends a poll. While n8n may still be storing its state, the lease stays: the next poll would get the old state. */
export function endLease(
	memory: Memory,
	lease: Memory['lease'],
	written: string | undefined,
	{ elapsed }: Poll,
): void {
	if (memory.lease !== lease) return;
	if (written !== undefined) memory.lease = { until: elapsed() + SETTLING, written };
	else delete memory.lease;
}
