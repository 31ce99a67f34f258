/** The order in which a batch is sent, so that one bad record never blocks the others. */
import { createGate } from '../../lib/pool';
import type { Progress, Run, Target } from '../uploadTypes';
import { MOST_UNNAMED } from './failedPart';
import { newBatch, split, type Batch, type Part } from './parts';
import { learnSize, mostRecords } from './requestSize';
import { sendPart } from './sendPart';
import { newLooking } from './watchOperation';

/** The progress of a run before anything is sent. */
export const newProgress = (): Progress => ({
	anyRefused: false,
	isIsolating: false,
	unnamedRefusalsLeft: MOST_UNNAMED,
	accepted: 0,
	acceptedAt: -Infinity,
	largestTaken: 0,
	wasTooLarge: false,
	states: new Map(),
	looking: newLooking(),
	// One batch is read ahead, so that the line is never empty while there is something to read.
	readGate: createGate(() => 2),
	partsGate: createGate(() => 1),
});

/** Takes the next part, or the largest one, from the queue. */
function takePart({ queue }: Batch, takesLargest: boolean): Part {
	const sizes = queue.map((one) => one.targets.length);
	const at = takesLargest ? sizes.indexOf(Math.max(...sizes)) : 0;
	return queue.splice(at, 1)[0] as Part;
}

/**
 * Sends parts of a batch until all are sent, or until `goesOn` returns false. Before the first acceptance, it takes the
 * next part and the largest part in turns. The next part finds a good record between scattered bad records. The largest
 * part leads away from a cluster of bad records. After a 500, it always takes the largest part, so that what is good is
 * accepted between two failures: many failures in a row would be an outage.
 */
async function sendParts(run: Run, batch: Batch, goesOn: () => boolean): Promise<void> {
	const { queue } = batch;
	while (queue.length > 0 && goesOn()) {
		const takesLargest = batch.had500 || batch.triesLargest;
		const part = takePart(batch, takesLargest);
		const result = await sendPart(run, batch, part);
		if (result !== 'accepted' && result !== 'ended') {
			const parts = split(part, result);
			if (takesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		const anyAccepted = batch.watching.length > 0;
		batch.triesLargest = !anyAccepted && !batch.triesLargest;
	}
}

/**
 * Sends a batch in about `bad × log(batch)` requests.
 *
 * @param targets must have a draft each
 * @returns one entry for each accepted request; it ends when its Operation is watched no more
 */
export async function sendBatch(run: Run, targets: readonly Target[]): Promise<Batch['watching']> {
	const batch = newBatch(targets, Math.min(mostRecords(run), targets.length), run.accepted);
	const [first] = batch.queue;
	// First the first part alone: the whole batch, or as many of its records as the service takes at once.
	await sendParts(run, batch, () => batch.queue[0] === first);
	// While nothing is accepted, the service may refuse everything: only one batch at a time is then sent in parts. After a
	// 500, only what was accepted since the batch began shows that the service works.
	const mayRefuseAll = (): boolean => run.accepted === (batch.had500 ? batch.acceptedAtBatchStart : 0);
	if (batch.queue.length > 0 && mayRefuseAll()) {
		const end = await run.partsGate();
		await sendParts(run, batch, mayRefuseAll).finally(end);
	}
	await sendParts(run, batch, () => true);
	learnSize(run, batch);
	return batch.watching;
}
