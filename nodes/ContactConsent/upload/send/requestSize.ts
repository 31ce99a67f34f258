/** How many records the service accepts in one request. It says so only by refusing larger requests (413). */
import type { Batch } from './parts';
import type { Run, Target } from '../uploadTypes';

/** The most records of a request. Once a request was too large, it is the largest number that the service accepted. */
export const mostRecords = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

const haveNoneInCommon = (a: readonly Target[], b: readonly Target[]): boolean =>
	!a.includes(b[0] as Target) && !b.includes(a[0] as Target);

/**
 * Notes that a request had too many records, for all batches. A single record that is too large does not count: so either
 * two parts without a common record were too large, or the batch has ended and no record explains it. If at the end of
 * the same batch single records explain it after all, it is forgotten.
 */
export function learnSize(run: Run, batch: Batch): void {
	const { tooLarge, queue } = batch;
	if (tooLarge.length === 0 || (run.wasTooLarge && !batch.hasTaughtSize)) return;
	const alone = new Set(tooLarge.filter(({ length }) => length === 1).flat());
	const unexplained = tooLarge.filter((part) => !part.some((one) => alone.has(one)));
	const areApart = unexplained.some((one) => unexplained.some((other) => haveNoneInCommon(one, other)));
	const hasEnded = queue.length === 0;
	run.wasTooLarge = batch.hasTaughtSize = hasEnded ? unexplained.length > 0 : areApart;
}
