import { elapsed, pause } from '../clock';
import { asksToWait, isPassing, mayHaveWorked, ServiceError } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { withoutEmpty } from '../values';
import { namedIn, type Named } from './named';
import { partsOf, split, type Part } from './parts';
import { FRESH_FOR, isOutdated, prepareAll, refuse, refuseUpload } from './prepare';
import type { Acceptance, Ready, Run, Target } from './types';

/** So many answers that name nobody, and no acceptance: halving further would find nobody. */
const MOST_ANONYMOUS = 64;
/** So many batches that ended like that, and nothing accepted at all: the service takes nothing. */
const MOST_GIVEN_UP = 3;
/** Milliseconds for which an upload is read again and again because it cannot be sent. */
const PATIENCE = 15 * 60_000;

/** A batch whose refused records are looked for. */
interface Batch {
	/** Answers that name nobody until it is given up; `Infinity` once something was accepted. */
	anonymous: { left: number };
	/** Parts that were too large for a request (413). */
	tooLarge: Array<readonly Ready[]>;
	/** What the keys of `validation_errors` seem to mean is believed. */
	isTrusting: boolean;
	/** Since when it could not be sent, although it was read. */
	waitingSince: number | undefined;
}

/** How sending a part ended: accepted; ended in another way; or it has to be sent in parts, maybe by those named. */
type Answer = 'accepted' | 'ended' | 'halve' | Named<Target>;

/** For a run with Keep, whose batches are small, one count for all of them. */
export const newCount = () => ({ left: MOST_ANONYMOUS });

/** The most records in a request: as many as the service has taken, once more were too large. */
const partLimit = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

const isOpen = ({ target }: Ready): boolean => target.outcome === undefined;

const acceptanceOf = ({ headers }: ServiceResponse): Acceptance => ({
	operationId: headers['operation-id'],
	acceptedAt: elapsed(),
	facts: withoutEmpty({
		operation_id: headers['operation-id'],
		operation_link: headers['operation-link'],
		request_id: headers['request-id'],
	}),
});

/** Refuses what is left of a batch of which halving finds nobody; after some such batches, nothing more is sent. */
function giveUp(run: Run, batch: readonly Ready[], { message, advice, facts }: ServiceError): void {
	const of = run.setting.keeps ? '' : ' of this batch';
	const words = `The service refused ${MOST_ANONYMOUS} requests${of} without naming a record, so the rest${of && ' of the batch'} was not sent.`;
	const reason = new ServiceError({ message, description: `${advice} ${words}` }, facts);
	const open = batch.filter(isOpen).map(({ target }) => target);
	refuse(run, open, reason);
	run.batchesGivenUp++;
	if (run.largestTaken > 0 || (!run.setting.keeps && run.batchesGivenUp < MOST_GIVEN_UP)) return;
	run.reasonToStop ??= new ServiceError(
		{
			message: `The ${run.model.noun.one} was not sent`,
			description: `The service accepted no request at all, so the rest was not sent. It said of others: ${message}. ${advice}`,
		},
		facts,
	);
}

/** What a failed request means for its records. */
function answerTo(
	run: Run,
	batch: Batch,
	all: readonly Ready[],
	ready: readonly Ready[],
	error: unknown,
): Answer {
	const { status, validation = [] } = error instanceof ServiceError ? error.facts : {};
	const isTooLarge = status === 413;
	const isAboutValues = status === 400 || status === 422;
	const one = ready.length === 1 ? ready[0] : undefined;
	const ofTargets = ready.map((each) => each.target);
	if (mayHaveWorked(error)) run.earlier?.keep(ready);
	if (!(error instanceof ServiceError) || !(isTooLarge || isAboutValues)) {
		if (one) refuseUpload(run, one, error, validation);
		else refuse(run, ofTargets, error);
		return 'ended';
	}
	if (isTooLarge) batch.tooLarge.push(ready);
	const named = isAboutValues ? namedIn(ofTargets, validation) : undefined;
	if (named === undefined && --batch.anonymous.left <= 0) {
		giveUp(run, all, error);
		return 'ended';
	}
	if (one) {
		refuseUpload(run, one, error, validation);
		return 'ended';
	}
	run.isIsolating ||= !isTooLarge;
	if (named === undefined || !batch.isTrusting) return 'halve';
	if (named.size < ready.length) return named;
	for (const each of ready) refuseUpload(run, each, error, named.get(each.target) ?? []);
	return 'ended';
}

/** Reads again what is too old to be sent. */
async function readAgain(run: Run, old: readonly Ready[]): Promise<void> {
	const again = await prepareAll(
		run,
		old.map(({ target }) => target),
	);
	const byTarget = new Map(again.map((one) => [one.target, one]));
	for (const one of old) Object.assign(one, byTarget.get(one.target));
}

/** True for a failure after which the same records may be read and sent again: no try has reached the service. */
const mayBeSentLater = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	error.facts.neverSent === true &&
	(isPassing(error.facts) || asksToWait(error.facts));

/** Sends a part of a batch, if it can still be sent. */
async function trySend(run: Run, batch: Batch, all: readonly Ready[], part: Part): Promise<Answer> {
	const old = part.ready.filter((one) => isOpen(one) && isOutdated(one));
	if (old.length > 0) await readAgain(run, old);
	const ready = part.ready.filter(isOpen);
	part.ready = ready;
	if (run.reasonToStop || ready.length === 0) return 'ended';
	if (ready.length > partLimit(run)) return 'halve';
	// Reading them all takes too long: fewer are read and sent at once.
	if (ready.length > 1 && ready.some(isOutdated)) return 'halve';
	const readAt = Math.min(...ready.map((one) => one.readAt ?? Infinity));
	try {
		const request = run.endpoint.post(ready.map(({ upload }) => upload));
		const limits = readAt < Infinity ? { beginWithin: Math.max(0, readAt + FRESH_FOR - elapsed()) } : {};
		const acceptance = acceptanceOf(await run.send(request, limits));
		for (const { target, change, differences, notes } of ready) {
			target.outcome = { kind: 'accepted', acceptance, change, differences, notes };
		}
		run.earlier?.keep(ready, acceptance);
	} catch (error) {
		batch.waitingSince ??= elapsed();
		const isPatient = elapsed() - batch.waitingSince < PATIENCE;
		if (readAt === Infinity || !mayBeSentLater(error) || !isPatient) {
			return answerTo(run, batch, all, ready, error);
		}
		// It has to wait for longer than its reading is good for.
		await pause(Math.min(error.facts.retryAfterMs ?? 0, PATIENCE), run.signal);
		for (const one of ready) one.readAt = -Infinity;
		return await trySend(run, batch, all, part);
	}
	batch.waitingSince = undefined;
	run.largestTaken = Math.max(run.largestTaken, ready.length);
	batch.anonymous.left = Infinity;
	// Taken after all: the keys mean something else.
	if (part.areSuspected) batch.isTrusting = false;
	return 'accepted';
}

/** A part was too large, and not only because of one record in it that is too large alone. */
function learnSize(run: Run, { tooLarge }: Batch): void {
	const alone = new Set(tooLarge.filter(({ length }) => length === 1).flat());
	run.wasTooLarge ||= tooLarge.some((part) => !part.some((one) => alone.has(one)));
}

/**
 * Sends a batch so that one bad record never blocks the others, in about `bad × log(batch)` requests.
 * Until something was accepted, the next part and the largest one are tried by turns: the one finds a good record among
 * bad ones that stand apart, the other leaves a cluster of bad ones behind.
 */
export async function sendBatch(run: Run, ready: readonly Ready[]): Promise<void> {
	const anonymous = run.setting.keeps ? run.anonymous : newCount();
	const batch: Batch = { anonymous, tooLarge: [], isTrusting: true, waitingSince: undefined };
	const queue = partsOf(ready, partLimit(run));
	let isProven = false;
	let triesLargest = false;
	while (queue.length > 0) {
		const sizes = queue.map((one) => one.ready.length);
		const [part] = queue.splice(triesLargest ? sizes.indexOf(Math.max(...sizes)) : 0, 1);
		if (part === undefined) break;
		const answer = await trySend(run, batch, ready, part);
		if (answer === 'accepted') isProven = true;
		else if (answer !== 'ended') {
			const parts = split(part, answer);
			if (triesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		triesLargest = !isProven && !triesLargest;
	}
	learnSize(run, batch);
}
