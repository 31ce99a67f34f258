/** How many records the service accepts in one request. It says so only by refusing larger requests (413). */
import type { Batch } from './parts';
import type { Run, Target } from '../uploadTypes';

/** The most records of a request. Once a request was too large, it is the largest number that the service accepted. */
export const mostRecords = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

/** True if two parts have no record in common. Of one batch, one part contains the other, or they have none in common. */
const areDisjoint = (a: readonly Target[], b: readonly Target[]): boolean =>
	!a.includes(b[0] as Target) && !b.includes(a[0] as Target);

/** True if nothing of a batch is left to send. It is asked only when no request of it is under way. */
const hasEnded = ({ queue }: Batch): boolean => queue.length === 0;

/**
 * Notes for all batches that a request had too many records, or that it had not: an answer may say either, until the
 * batch has ended. A single record that is too large explains why larger parts with it were. What it does not explain:
 *
 * | too large, and not explained     | the batch  | too many records                    |
 * | -------------------------------- | ---------- | ----------------------------------- |
 * | two parts without common records | goes on    | yes                                 |
 * | parts that contain each other    | goes on    | no: a single record may explain all |
 * | any part                         | has ended  | yes                                 |
 * | none                             | either way | no, even if it was a yes before     |
 *
 * Only the batch that said yes may say no.
 */
export function learnSize(run: Run, batch: Batch): void {
	const { tooLarge } = batch;
	if (tooLarge.length === 0 || (run.wasTooLarge && !batch.hasTaughtSize)) return;
	const alone = new Set(tooLarge.filter(({ length }) => length === 1).flat());
	const unexplained = tooLarge.filter((part) => !part.some((one) => alone.has(one)));
	const areApart = unexplained.some((one) => unexplained.some((other) => areDisjoint(one, other)));
	run.wasTooLarge = batch.hasTaughtSize = hasEnded(batch) ? unexplained.length > 0 : areApart;
}
