/** One request of an upload: its stored records are read again if that was too long ago, and it is sent. */
import { elapsed, pause } from '../../lib/time';
import { factsOf, mayHaveWorked } from '../../transport/errors';
import { asksToWait, isPassing } from '../../transport/statuses';
import { MAX_TRIES } from '../../transport/tries';
import { acceptedAs, prepareAll } from '../change/drafts';
import { isOpen, whoIn } from '../targets';
import type { Acceptance, Draft, Run, Target } from '../uploadTypes';
import { afterFailure } from './failedPart';
import type { Batch, Part, PartResult } from './parts';
import { readBack, type Checked } from './readBack';
import { learnSize, mostRecords } from './requestSize';
import { acceptanceOf, watch } from './watchOperation';

/** Milliseconds after which a stored record is read again before it is sent: the contact may have changed it. */
export const READ_AGAIN_AFTER = 60_000;
/** Milliseconds for which a batch that cannot be sent is read and tried again. */
const BATCH_PATIENCE = 15 * 60_000;

const draftsOf = (targets: readonly Target[]): Draft[] => targets.flatMap(({ draft }) => draft ?? []);

/** When the oldest of the stored records was read; `Infinity` if none was read. */
const oldestReading = (targets: readonly Target[]): number =>
	Math.min(...draftsOf(targets).map(({ readAt = Infinity }) => readAt));

/** True if a stored record was read too long ago. */
const areOutdated = (targets: readonly Target[]): boolean =>
	elapsed() - oldestReading(targets) > READ_AGAIN_AFTER;

/** Reads records again that were read too long ago. Those that are refused or unchanged then are no part of it any more. */
async function readAgain(run: Run, part: Part): Promise<void> {
	const old = part.targets.filter((one) => isOpen(one) && areOutdated([one]));
	if (old.length > 0) await prepareAll(run, old);
	part.targets = part.targets.filter(isOpen);
}

/** Sends the records of a part. @throws ServiceError */
async function post(run: Run, batch: Batch, { targets, largerBefore }: Part): Promise<Acceptance> {
	// Larger parts with this record have failed, and others were accepted since.
	const failsAlone = targets.length === 1 && batch.had500 && run.accepted > largerBefore;
	const request = { ...run.endpoint.post(draftsOf(targets).map(({ upload }) => upload)), failsAlone };
	const readAt = oldestReading(targets);
	const limits = readAt < Infinity ? { beginWithin: Math.max(0, readAt + READ_AGAIN_AFTER - elapsed()) } : {};
	return acceptanceOf(await run.send(request, limits));
}

/** Watches an Operation to its end, and reads back what it has added. @returns what has to be written once more */
async function watchAndCheck(
	run: Run,
	all: readonly Checked[],
	acceptance: Acceptance,
): Promise<readonly Checked[]> {
	await watch(
		run,
		acceptance,
		all.map(({ target }) => target),
	);
	return await readBack(
		run,
		all.filter(({ target, values }) => values.length > 0 && target.outcome?.kind === 'accepted'),
		acceptance,
	);
}

function afterAcceptance(run: Run, batch: Batch, part: Part, acceptance: Acceptance): PartResult {
	const checked = part.targets.map((target) => ({
		target,
		values: target.draft?.checks ?? [],
		who: whoIn(target.rows),
	}));
	batch.watching.push(watchAndCheck(run, checked, acceptance));
	for (const target of part.targets) if (target.draft) target.outcome = acceptedAs(target.draft, acceptance);
	batch.failingSince = undefined;
	run.accepted++;
	run.largestTaken = Math.max(run.largestTaken, part.targets.length);
	run.unnamedRefusalsLeft = Infinity;
	learnSize(run, batch);
	// The service accepts records that an earlier answer seemed to name, so the keys of its answers mean something else.
	if (part.areSuspected) batch.believesNames = false;
	return 'accepted';
}

/** True if the same records may be read and sent again: the failure may pass, and no further try began in time. */
function mayBeSentLater(error: unknown): boolean {
	const facts = factsOf(error);
	if (facts === undefined || facts.isGivenUp) return false;
	const beganTooLate = facts.neverSent === true || facts.triesInVain !== undefined;
	return beganTooLate && (isPassing(facts) || asksToWait(facts));
}

/** Notes a failure. If the records may be sent again, waits as long as the service asks, and has them read again. */
async function waitForAnotherTry(run: Run, batch: Batch, part: Part, error: unknown): Promise<boolean> {
	batch.failingSince ??= elapsed();
	const { retryAfterMs: wait = 0, triesInVain = 0 } = factsOf(error) ?? {};
	// The tries of all its requests count together.
	part.triesInVain += triesInVain;
	const isPatient = part.triesInVain < MAX_TRIES && elapsed() + wait - batch.failingSince < BATCH_PATIENCE;
	const wasRead = oldestReading(part.targets) < Infinity;
	if (!wasRead || !isPatient || !mayBeSentLater(error)) return false;
	await pause(wait, run.signal);
	for (const draft of draftsOf(part.targets)) draft.readAt = -Infinity;
	return true;
}

/** Sends the open targets of a part. Stored records that were read too long ago are read again first. */
export async function sendPart(run: Run, batch: Batch, part: Part): Promise<PartResult> {
	for (;;) {
		await readAgain(run, part);
		const { targets } = part;
		if (run.reasonToStop || targets.length === 0) return 'ended';
		// If reading all of them takes too long, fewer are read and sent together.
		if (targets.length > mostRecords(run) || (targets.length > 1 && areOutdated(targets))) return 'halve';
		part.acceptedBefore ??= run.accepted;
		const outcome = await post(run, batch, part).catch((error: Error) => error);
		if (!(outcome instanceof Error)) return afterAcceptance(run, batch, part, outcome);
		// If its records are read again, what the service did although it said otherwise is no longer a difference.
		if (mayHaveWorked(outcome)) for (const target of targets) target.unanswered = target.draft;
		const mayTryAgain = await waitForAnotherTry(run, batch, part, outcome);
		if (!mayTryAgain) return afterFailure(run, batch, targets, outcome);
	}
}
