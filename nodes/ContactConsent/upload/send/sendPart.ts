/**
 * One request of an upload. In comes a part, which is some targets with a draft each; out comes how it ended
 * (`PartResult`). Each target then has an outcome, or is part of a smaller part.
 *
 * A record may change at the service while its upload waits. So a stored record that was read too long ago is read and
 * merged again before it is sent, and again before each further try: `readAgain`, `post`, and `waitBeforeNextTry`, which
 * decides whether there is one. All of these requests have one ticket: the line has to know that the same one waits again.
 */
import { elapsed, pause } from '../../lib/time';
import { factsOf, mayHaveWorked } from '../../transport/errors';
import { PATIENCE } from '../../transport/patience';
import { newTicket } from '../../transport/ticket';
import { MAX_TRIES, mayBeginAnew } from '../../transport/tries';
import { acceptedAs, prepareAll } from '../change/drafts';
import { READ_AGAIN_AFTER } from '../change/storedRecord';
import { isOpen, personIn } from '../targets';
import type { Acceptance, Draft, Run, Target } from '../uploadTypes';
import { endFailedPart } from './failedPart';
import type { Batch, Part, PartResult } from './parts';
import { readBack, type Checked } from './readBack';
import { learnSize, mostRecords } from './requestSize';
import { acceptanceOf, watch } from './watchOperation';

const draftsOf = (targets: readonly Target[]): Draft[] => targets.flatMap(({ draft }) => draft ?? []);

/** When the oldest of the stored records was read, by the clock of `elapsed`; `undefined` if none was read. */
function oldestReading(targets: readonly Target[]): number | undefined {
	const all = draftsOf(targets).flatMap(({ readAt }) => readAt ?? []);
	return all.length > 0 ? Math.min(...all) : undefined;
}

/** True if a stored record was read too long ago. */
function areOutdated(targets: readonly Target[]): boolean {
	const readAt = oldestReading(targets);
	return readAt !== undefined && elapsed() - readAt > READ_AGAIN_AFTER;
}

/**
 * Reads records again. Those that are refused or unchanged then are no part of it any more.
 *
 * @param which only those that were read too long ago, or all: after a failure, the service may have done what was sent
 */
async function readAgain(run: Run, part: Part, which: 'outdated' | 'all'): Promise<void> {
	const old = part.targets.filter((one) => isOpen(one) && (which === 'all' || areOutdated([one])));
	if (old.length > 0) await prepareAll(run, old);
	part.targets = part.targets.filter(isOpen);
}

/** True if fewer records have to be sent: the service takes no more, or reading all of them again takes too long. */
const areTooMany = (run: Run, targets: readonly Target[]): boolean =>
	targets.length > mostRecords(run) || (targets.length > 1 && areOutdated(targets));

/** Sends the records of a part. @throws ServiceError */
async function post(run: Run, batch: Batch, part: Part): Promise<Acceptance> {
	const { targets, acceptedAtLargerStart } = part;
	// Larger parts with this record have failed, and others were accepted since.
	const failsAlone = targets.length === 1 && batch.had500 && run.accepted > acceptedAtLargerStart;
	const request = { ...run.endpoint.post(draftsOf(targets).map(({ upload }) => upload)), failsAlone };
	part.ticket ??= newTicket(request);
	const readAt = oldestReading(targets) ?? Infinity;
	// No try begins later than the records may be sent.
	const beginWithin = Math.max(0, readAt + READ_AGAIN_AFTER - elapsed());
	return acceptanceOf(await run.send(request, { beginWithin, ticket: part.ticket }));
}

// If it is accepted

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

/** Keeps what an acceptance says of the targets of a part, of its batch and of the service. Its Operation is watched. */
function keepAcceptance(run: Run, batch: Batch, part: Part, acceptance: Acceptance): void {
	const checked = part.targets.map((target) => ({
		target,
		values: target.draft?.checks ?? [],
		person: personIn(target.rows),
	}));
	batch.watching.push(watchAndCheck(run, checked, acceptance));
	for (const target of part.targets) if (target.draft) target.outcome = acceptedAs(target.draft, acceptance);
	batch.failingSince = undefined;
	run.accepted++;
	run.acceptedAt = elapsed();
	run.largestTaken = Math.max(run.largestTaken, part.targets.length);
	run.unnamedRefusalsLeft = Infinity;
	learnSize(run, batch);
	// The service accepts records that an earlier answer seemed to name, so the keys of its answers mean something else.
	if (part.areSuspected) batch.believesNames = false;
}

// If it is not

/** Keeps that a request of a part has failed. The tries of all its requests count together. */
function keepFailure(batch: Batch, part: Part, error: unknown): void {
	batch.failingSince ??= elapsed();
	part.triesInVain += factsOf(error)?.triesInVain ?? 0;
	// If its records are read again, what the service did although it said otherwise is no longer a difference.
	if (mayHaveWorked(error)) for (const target of part.targets) target.unanswered = target.draft;
}

/** What was tried so far with the records of a part. */
interface Tried {
	/** Their stored records were read, so they may be sent as they are then. Without that, the transport tries enough. */
	wasRead: boolean;
	/** How many tries have failed that may have reached the service. */
	triesInVain: number;
	/** Milliseconds since the batch began to fail, or since the service has accepted anything of the run. */
	failingFor: number;
}

/**
 * How many milliseconds to wait before the records of a failed request are read and sent again; `undefined` if they are
 * not. All of these must hold:
 *
 * | what                                                                  | otherwise                                     |
 * | --------------------------------------------------------------------- | --------------------------------------------- |
 * | the records were read                                                 | the transport has tried it often enough       |
 * | no try shows what the service makes of them (`mayBeginAnew`)          | it was answered, or a further try fails alike |
 * | fewer than `MAX_TRIES` tries may have reached the service             | the records are the likely cause              |
 * | after the wait, less than `PATIENCE` has passed without an acceptance | the service is down                           |
 */
function waitBeforeNextTry(error: unknown, { wasRead, triesInVain, failingFor }: Tried): number | undefined {
	const facts = factsOf(error);
	if (facts === undefined || !wasRead || !mayBeginAnew(facts)) return undefined;
	const wait = facts.retryAfterMs ?? 0;
	return triesInVain < MAX_TRIES && failingFor + wait < PATIENCE ? wait : undefined;
}

/** Sends the open targets of a part, in as many tries as it takes. */
export async function sendPart(run: Run, batch: Batch, part: Part): Promise<PartResult> {
	for (let which: 'outdated' | 'all' = 'outdated'; ; which = 'all') {
		await readAgain(run, part, which);
		const { targets } = part;
		if (run.reasonToStop || targets.length === 0) return 'ended';
		if (areTooMany(run, targets)) return 'halve';
		part.acceptedAtPartStart ??= run.accepted;
		const answer = await post(run, batch, part).catch((error: Error) => error);
		if (!(answer instanceof Error)) {
			keepAcceptance(run, batch, part, answer);
			return 'accepted';
		}
		keepFailure(batch, part, answer);
		const wait = waitBeforeNextTry(answer, {
			wasRead: oldestReading(targets) !== undefined,
			triesInVain: part.triesInVain,
			failingFor: elapsed() - Math.max(batch.failingSince ?? elapsed(), run.acceptedAt),
		});
		if (wait === undefined) return endFailedPart(run, batch, targets, answer);
		await pause(wait, run.signal);
	}
}
