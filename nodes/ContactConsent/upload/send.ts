import { elapsed, pause } from '../clock';
import { createOneByOne } from '../pool';
import { asksToWait, factsOf, isPassing, mayHaveWorked, ServiceError } from '../transport/errors';
import { MAX_TRIES } from '../transport/tries';
import type { ServiceResponse, ValidationEntry } from '../transport/types';
import { withoutEmpty } from '../values';
import { namedIn } from './named';
import { split, type Batch, type Part, type PartResult } from './parts';
import { acceptedAs, prepareAll, refuse } from './prepare';
import { refusalOf } from './refusal';
import { isOpen } from './targets';
import type { Acceptance, Draft, Progress, Run, Target } from './types';

/** The most refusals that name no record before something is accepted. After them, halving would find no bad record. */
const MOST_UNNAMED = 64;
/** The most batches that are given up while nothing is accepted. After them, the run ends. */
const MOST_GIVEN_UP = 3;
/** Milliseconds for which a batch that cannot be sent is read and tried again. */
const BATCH_PATIENCE = 15 * 60_000;
/** Milliseconds after which a stored record is read again before it is sent: the contact may have changed it. */
export const FRESH_FOR = 60_000;

/** The progress of a run before anything is sent. */
export const newProgress = (): Progress => ({
	anyRefused: false,
	isIsolating: false,
	unnamedRefusals: { left: MOST_UNNAMED },
	batchesGivenUp: 0,
	largestTaken: 0,
	wasTooLarge: false,
	oneByOne: createOneByOne(),
});

/** The most records of a request. Once a request was too large, it is the largest number that the service accepted. */
const partLimit = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

const draftsOf = (targets: readonly Target[]): Draft[] => targets.flatMap(({ draft }) => draft ?? []);

/** True if the stored record was read too long ago. */
const isOutdated = ({ draft }: Target): boolean => elapsed() - (draft?.readAt ?? Infinity) > FRESH_FOR;

const acceptanceOf = ({ headers }: ServiceResponse): Acceptance => ({
	operationId: headers['operation-id'],
	acceptedAt: elapsed(),
	facts: withoutEmpty({
		operation_id: headers['operation-id'],
		operation_link: headers['operation-link'],
		request_id: headers['request-id'],
	}),
});

/** Refuses a record that the service did not accept. @param entries the validation entries about this record */
function refuseUpload(run: Run, target: Target, error: unknown, entries: readonly ValidationEntry[]): void {
	const upload = run.send.withoutKey(target.draft?.upload ?? {});
	refuse(
		run,
		[target],
		error instanceof ServiceError ? refusalOf(run, error, entries, target, upload) : error,
	);
}

/**
 * Refuses the rest of a batch in which halving has found no bad record. If nothing was accepted so far, the run ends:
 * with Keep after the first of these batches, otherwise after `MOST_GIVEN_UP` of them.
 */
function giveUp(run: Run, batch: Batch, { message, advice, facts }: ServiceError): void {
	const { keeps } = run.setting;
	const words = `The service refused ${MOST_UNNAMED} requests${keeps ? '' : ' of this batch'} without naming a record, so the rest${keeps ? '' : ' of the batch'} was not sent.`;
	const reason = new ServiceError({ message, description: `${advice} ${words}` }, facts);
	refuse(run, batch.targets.filter(isOpen), reason);
	run.batchesGivenUp++;
	if (run.largestTaken > 0 || (!keeps && run.batchesGivenUp < MOST_GIVEN_UP)) return;
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
	const { status, validation = [] } = factsOf(error) ?? {};
	const isTooLarge = status === 413;
	const isAboutValues = status === 400 || status === 422;
	const [one, ...others] = sent;
	const refuseSent = (): PartResult => {
		if (one && others.length === 0) refuseUpload(run, one, error, validation);
		else refuse(run, sent, error);
		return 'ended';
	};
	if (mayHaveWorked(error)) run.earlier?.keep(sent);
	if (!(error instanceof ServiceError) || !(isTooLarge || isAboutValues)) return refuseSent();
	if (isTooLarge) batch.tooLarge.push(sent);
	const named = isAboutValues ? namedIn(sent, validation) : undefined;
	if (named === undefined && --batch.unnamedRefusals.left <= 0) {
		giveUp(run, batch, error);
		return 'ended';
	}
	if (others.length === 0) return refuseSent();
	run.isIsolating ||= !isTooLarge;
	if (named === undefined || !batch.isTrusting) return 'halve';
	if (named.size < sent.length) return named;
	for (const [target, entries] of named) refuseUpload(run, target, error, entries);
	return 'ended';
}

/** True if the same records may be read and sent again: the failure may pass, and no further try began in time. */
function mayBeSentLater(error: unknown): boolean {
	const facts = factsOf(error);
	if (facts === undefined || !(facts.neverSent || facts.triesInVain !== undefined)) return false;
	return isPassing(facts) || asksToWait(facts);
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
	const drafts = draftsOf(sent);
	const readAt = Math.min(...drafts.map((draft) => draft.readAt ?? Infinity));
	try {
		const request = run.endpoint.post(drafts.map(({ upload }) => upload));
		const limits = readAt < Infinity ? { beginWithin: Math.max(0, readAt + FRESH_FOR - elapsed()) } : {};
		const acceptance = acceptanceOf(await run.send(request, limits));
		for (const target of sent) if (target.draft) target.outcome = acceptedAs(target.draft, acceptance);
		run.earlier?.keep(sent, acceptance);
	} catch (error) {
		batch.failingSince ??= elapsed();
		const { retryAfterMs: wait = 0, triesInVain = 0 } = factsOf(error) ?? {};
		// The tries of all its requests count together.
		part.triesInVain += triesInVain;
		const isPatient = part.triesInVain < MAX_TRIES && elapsed() + wait - batch.failingSince < BATCH_PATIENCE;
		if (readAt === Infinity || !mayBeSentLater(error) || !isPatient)
			return afterFailure(run, batch, sent, error);
		// The reading is too old after the wait, so all records are read again.
		await pause(wait, run.signal);
		if (mayHaveWorked(error)) for (const target of sent) target.unanswered = target.draft;
		for (const draft of drafts) draft.readAt = -Infinity;
		return await trySend(run, batch, part);
	}
	batch.failingSince = undefined;
	run.largestTaken = Math.max(run.largestTaken, sent.length);
	batch.unnamedRefusals.left = Infinity;
	// The service accepts records that an earlier answer seemed to name, so the keys of its answers mean something else.
	if (part.areSuspected) batch.isTrusting = false;
	return 'accepted';
}

/** Notes that a request had too many records. A request with a record that is too large by itself does not count. */
function learnSize(run: Run, { tooLarge }: Batch): void {
	const alone = new Set(tooLarge.filter(({ length }) => length === 1).flat());
	run.wasTooLarge ||= tooLarge.some((part) => !part.some((one) => alone.has(one)));
}

/**
 * Sends parts of a batch until all are sent, or until `goesOn` returns false. Before the first acceptance, it takes the
 * next part and the largest part in turns. The next part finds a good record between scattered bad records. The largest
 * part leads away from a cluster of bad records.
 */
async function sendParts(run: Run, batch: Batch, goesOn: () => boolean): Promise<void> {
	const { queue } = batch;
	while (queue.length > 0 && goesOn()) {
		const sizes = queue.map((one) => one.targets.length);
		const [part] = queue.splice(batch.triesLargest ? sizes.indexOf(Math.max(...sizes)) : 0, 1) as [Part];
		const result = await trySend(run, batch, part);
		if (result === 'accepted') batch.anyAccepted = true;
		else if (result !== 'ended') {
			const parts = split(part, result);
			if (batch.triesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		batch.triesLargest = !batch.anyAccepted && !batch.triesLargest;
	}
}

/**
 * Sends a batch so that one bad record never blocks the others, in about `bad × log(batch)` requests.
 *
 * @param targets must have a draft each
 */
export async function sendBatch(run: Run, targets: readonly Target[]): Promise<void> {
	// With Keep, batches are small, so all batches share one count.
	const unnamedRefusals = run.setting.keeps ? run.unnamedRefusals : { left: MOST_UNNAMED };
	const queue: Part[] = [];
	const size = Math.min(partLimit(run), targets.length);
	for (let at = 0; at < targets.length; at += size) {
		queue.push({ targets: targets.slice(at, at + size), areSuspected: false, triesInVain: 0 });
	}
	const begun = { isTrusting: true, anyAccepted: false, triesLargest: false, failingSince: undefined };
	const batch: Batch = { targets, queue, unnamedRefusals, tooLarge: [], ...begun };
	const [whole] = queue;
	await sendParts(run, batch, () => queue[0] === whole);
	// While nothing is accepted, the service may refuse everything: only one batch at a time is then sent in parts.
	const nothingAccepted = (): boolean => run.largestTaken === 0;
	if (queue.length > 0 && nothingAccepted()) {
		await run.oneByOne('refused', async () => await sendParts(run, batch, nothingAccepted));
	}
	await sendParts(run, batch, () => true);
	learnSize(run, batch);
}
