import { elapsed, pause } from '../../lib/time';
import { createGate, createOneByOne } from '../../lib/pool';
import { factsOf, mayHaveWorked, ServiceError } from '../../transport/errors';
import { asksToWait, isPassing, says } from '../../transport/statuses';
import { MAX_TRIES } from '../../transport/tries';
import type { ValidationEntry } from '../../transport/types';
import { namedIn } from './named';
import { split, type Batch, type Part, type PartResult } from './parts';
import { acceptedAs, prepareAll } from '../change/stored';
import { readBack, type Checked } from './readBack';
import { acceptanceOf, newLooking, watch } from './waiting';
import { refusalOf } from '../report/refusal';
import { isOpen, refuse, whoIn } from '../groupById';
import type { Acceptance, Draft, Progress, Run, Target } from '../uploadTypes';

/** The most refusals that name no record before something is accepted. After them, halving would find no bad record. */
const MOST_UNNAMED = 64;
/** Milliseconds for which a batch that cannot be sent is read and tried again. */
const BATCH_PATIENCE = 15 * 60_000;
/** Milliseconds after which a stored record is read again before it is sent: the contact may have changed it. */
export const FRESH_FOR = 60_000;

/** The progress of a run before anything is sent. */
export const newProgress = (): Progress => ({
	anyRefused: false,
	isIsolating: false,
	unnamedRefusals: { left: MOST_UNNAMED },
	accepted: 0,
	largestTaken: 0,
	wasTooLarge: false,
	states: new Map(),
	looking: newLooking(),
	// One batch is read ahead, so that the line is never empty while there is something to read.
	read: createGate(() => 2),
	oneByOne: createOneByOne(),
});

/** The most records of a request. Once a request was too large, it is the largest number that the service accepted. */
const partLimit = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

const draftsOf = (targets: readonly Target[]): Draft[] => targets.flatMap(({ draft }) => draft ?? []);

/** True if the stored record was read too long ago. */
const isOutdated = ({ draft }: Target): boolean => elapsed() - (draft?.readAt ?? Infinity) > FRESH_FOR;

/** Refuses a record that the service did not accept. @param entries the validation entries about this record */
function refuseUpload(run: Run, target: Target, error: unknown, entries: readonly ValidationEntry[]): void {
	const upload = run.send.withoutKey(target.draft?.upload ?? {});
	refuse(run, [target], error instanceof ServiceError ? refusalOf(run, error, entries, upload) : error);
}

/** Ends the run: halving has found no bad record, and nothing was accepted. */
function giveUp(run: Run, batch: Batch, { message, advice, facts }: ServiceError): void {
	const words = `The service refused ${MOST_UNNAMED} requests without naming a record, so the rest was not sent.`;
	const reason = new ServiceError({ message, description: `${advice} ${words}` }, facts);
	refuse(run, batch.targets.filter(isOpen), reason);
	run.reasonToStop ??= new ServiceError(
		{
			message: `The ${run.model.noun.one} was not sent`,
			description: `The service accepted no request at all, so the rest was not sent. It said of others: ${message}. ${advice}`,
		},
		facts,
	);
}

/** Decides what a failed request means for its records: either they are refused, or they are sent in smaller parts. */
function afterFailure(run: Run, batch: Batch, sent: readonly Target[], error: unknown): PartResult {
	const { status, validation = [], isGivenUp } = factsOf(error) ?? {};
	const isTooLarge = says(status, 'tooLarge');
	const isAboutValues = says(status, 'values');
	// The transport has handed back a 500 to several rows, because one of them may be the reason.
	const isAboutSomeRow = status === 500 && sent.length > 1;
	const [one, ...others] = sent;
	const refuseSent = (): PartResult => {
		if (one && others.length === 0) refuseUpload(run, one, error, validation);
		else refuse(run, sent, error);
		return 'ended';
	};
	const mayHalve = isTooLarge || isAboutValues || isAboutSomeRow;
	if (error instanceof ServiceError && isGivenUp) {
		run.reasonToStop ??= error;
		return refuseSent();
	}
	if (!(error instanceof ServiceError) || !mayHalve) return refuseSent();
	if (isTooLarge) batch.tooLarge.push(sent);
	const named = isAboutValues ? namedIn(sent, validation) : undefined;
	// Without an acceptance since, a 500 may as well be an outage, which the line sits out.
	const isRefusal = !isAboutSomeRow || run.accepted > batch.acceptedBefore;
	if (named === undefined && isRefusal && --run.unnamedRefusals.left <= 0) {
		giveUp(run, batch, error);
		return 'ended';
	}
	if (others.length === 0) return refuseSent();
	if (isAboutSomeRow) batch.isUnclear = true;
	run.isIsolating ||= !isTooLarge;
	if (named === undefined || !batch.isTrusting) return 'halve';
	if (named.size < sent.length) return named;
	for (const [target, entries] of named) refuseUpload(run, target, error, entries);
	return 'ended';
}

/** True if the same records may be read and sent again: the failure may pass, and no further try began in time. */
function mayBeSentLater(error: unknown): boolean {
	const facts = factsOf(error);
	if (facts === undefined || facts.isGivenUp || !(facts.neverSent || facts.triesInVain !== undefined))
		return false;
	return isPassing(facts) || asksToWait(facts);
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

/** Sends the open targets of a part. Stored records that were read too long ago are read again first. */
async function trySend(run: Run, batch: Batch, part: Part): Promise<PartResult> {
	const old = part.targets.filter((one) => isOpen(one) && isOutdated(one));
	if (old.length > 0) await prepareAll(run, old);
	const sent = part.targets.filter(isOpen);
	part.targets = sent;
	if (run.reasonToStop || sent.length === 0) return 'ended';
	// If reading all of them takes too long, fewer are read and sent together.
	if (sent.length > partLimit(run) || (sent.length > 1 && sent.some(isOutdated))) return 'halve';
	part.acceptedBefore ??= run.accepted;
	// Larger parts with this record have failed, and others were accepted since.
	const failsAlone = sent.length === 1 && batch.isUnclear && run.accepted > part.largerBefore;
	const drafts = draftsOf(sent);
	const readAt = Math.min(...drafts.map((draft) => draft.readAt ?? Infinity));
	try {
		const request = { ...run.endpoint.post(drafts.map(({ upload }) => upload)), failsAlone };
		const limits = readAt < Infinity ? { beginWithin: Math.max(0, readAt + FRESH_FOR - elapsed()) } : {};
		const acceptance = acceptanceOf(await run.send(request, limits));
		const checked = sent.map((target) => ({
			target,
			values: target.draft?.checks ?? [],
			who: whoIn(target.rows),
		}));
		batch.watching.push(watchAndCheck(run, checked, acceptance));
		for (const target of sent) if (target.draft) target.outcome = acceptedAs(target.draft, acceptance);
	} catch (error) {
		batch.failingSince ??= elapsed();
		// If its records are read again, what the service did although it said otherwise is no longer a difference.
		if (mayHaveWorked(error)) for (const target of sent) target.unanswered = target.draft;
		const { retryAfterMs: wait = 0, triesInVain = 0 } = factsOf(error) ?? {};
		// The tries of all its requests count together.
		part.triesInVain += triesInVain;
		const isPatient = part.triesInVain < MAX_TRIES && elapsed() + wait - batch.failingSince < BATCH_PATIENCE;
		if (readAt === Infinity || !mayBeSentLater(error) || !isPatient)
			return afterFailure(run, batch, sent, error);
		// The reading is too old after the wait, so all records are read again.
		await pause(wait, run.signal);
		for (const draft of drafts) draft.readAt = -Infinity;
		return await trySend(run, batch, part);
	}
	batch.failingSince = undefined;
	run.accepted++;
	run.largestTaken = Math.max(run.largestTaken, sent.length);
	run.unnamedRefusals.left = Infinity;
	learnSize(run, batch);
	// The service accepts records that an earlier answer seemed to name, so the keys of its answers mean something else.
	if (part.areSuspected) batch.isTrusting = false;
	return 'accepted';
}

/**
 * Notes that a request had too many records, for all batches. A single record that is too large does not count: so either
 * two parts without a common record were too large, or the batch has ended and no record explains it. If at the end of
 * the same batch single records explain it after all, it is forgotten.
 */
function learnSize(run: Run, batch: Batch): void {
	const { tooLarge, queue } = batch;
	if (tooLarge.length === 0 || (run.wasTooLarge && !batch.hasTaughtSize)) return;
	const areApart = (a: readonly Target[], b: readonly Target[]) =>
		!a.includes(b[0] as Target) && !b.includes(a[0] as Target);
	const alone = new Set(tooLarge.filter(({ length }) => length === 1).flat());
	const others = tooLarge.filter((part) => !part.some((one) => alone.has(one)));
	const areSeveral = others.some((one) => others.some((other) => areApart(one, other)));
	run.wasTooLarge = batch.hasTaughtSize = queue.length === 0 ? others.length > 0 : areSeveral;
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
		const sizes = queue.map((one) => one.targets.length);
		const takesLargest = batch.isUnclear || batch.triesLargest;
		const [part] = queue.splice(takesLargest ? sizes.indexOf(Math.max(...sizes)) : 0, 1) as [Part];
		const result = await trySend(run, batch, part);
		if (result === 'accepted') batch.anyAccepted = true;
		else if (result !== 'ended') {
			const parts = split(part, result);
			if (takesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		batch.triesLargest = !batch.anyAccepted && !batch.triesLargest;
	}
}

/**
 * Sends a batch so that one bad record never blocks the others, in about `bad × log(batch)` requests.
 *
 * @param targets must have a draft each
 * @returns one entry for each accepted request; it ends when its Operation is watched no more
 */
export async function sendBatch(run: Run, targets: readonly Target[]): Promise<Batch['watching']> {
	const queue: Part[] = [];
	const size = Math.min(partLimit(run), targets.length);
	for (let at = 0; at < targets.length; at += size) {
		queue.push({
			targets: targets.slice(at, at + size),
			areSuspected: false,
			triesInVain: 0,
			largerBefore: run.accepted,
		});
	}
	const begun = {
		isTrusting: true,
		isUnclear: false,
		anyAccepted: false,
		triesLargest: false,
		hasTaughtSize: false,
		failingSince: undefined,
	};
	const acceptedBefore = run.accepted;
	const batch: Batch = { targets, queue, acceptedBefore, tooLarge: [], watching: [], ...begun };
	const [whole] = queue;
	await sendParts(run, batch, () => queue[0] === whole);
	// While nothing is accepted, the service may refuse everything: only one batch at a time is then sent in parts. After a
	// 500, only what was accepted since the batch began shows that the service works.
	const isQuestion = (): boolean => run.accepted === (batch.isUnclear ? acceptedBefore : 0);
	if (queue.length > 0 && isQuestion()) {
		await run.oneByOne('refused', async () => await sendParts(run, batch, isQuestion));
	}
	await sendParts(run, batch, () => true);
	learnSize(run, batch);
	return batch.watching;
}
