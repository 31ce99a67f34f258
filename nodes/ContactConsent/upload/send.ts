import { elapsed, pause } from '../clock';
import { createOneByOne } from '../pool';
import { asksToWait, factsOf, isPassing, mayHaveWorked, ServiceError } from '../transport/errors';
import type { ServiceResponse, ValidationEntry } from '../transport/types';
import { withoutEmpty } from '../values';
import { namedIn } from './named';
import { split, type Answer, type Batch, type Part } from './parts';
import { prepareAll, refuse } from './prepare';
import { refusalOf } from './refusal';
import type { Acceptance, Draft, Progress, Run, Target } from './types';

/** So many answers that name nobody, and no acceptance: halving further would find nobody. */
const MOST_ANONYMOUS = 64;
/** So many batches that ended like that, and nothing accepted at all: the service takes nothing. */
const MOST_GIVEN_UP = 3;
/** Milliseconds for which an upload is read again and again because it cannot be sent. */
const PATIENCE = 15 * 60_000;
/** Milliseconds after which a record is read again before its upload is sent: its contact may have changed it. */
export const FRESH_FOR = 60_000;

/** Before anything was sent. */
export const newProgress = (): Progress => ({
	anyRefused: false,
	isIsolating: false,
	anonymous: { left: MOST_ANONYMOUS },
	batchesGivenUp: 0,
	largestTaken: 0,
	wasTooLarge: false,
	oneByOne: createOneByOne(),
});

/** The most records in a request: as many as the service has taken, once more were too large. */
const partLimit = ({ wasTooLarge, largestTaken }: Run): number =>
	wasTooLarge && largestTaken > 0 ? largestTaken : Infinity;

const isOpen = ({ outcome }: Target): boolean => outcome === undefined;

const draftsOf = (targets: readonly Target[]): Draft[] => targets.flatMap(({ draft }) => draft ?? []);

/** True for an upload of which the reading is too old. */
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

/** Refuses what the service does not take, in the words of its columns. @param entries those about this record */
function refuseUpload(run: Run, target: Target, error: unknown, entries: readonly ValidationEntry[]): void {
	const upload = run.send.withoutKey(target.draft?.upload ?? {});
	refuse(
		run,
		[target],
		error instanceof ServiceError ? refusalOf(run, error, entries, target, upload) : error,
	);
}

/** Refuses what is left of a batch of which halving finds nobody; after some such batches, nothing more is sent. */
function giveUp(run: Run, batch: Batch, { message, advice, facts }: ServiceError): void {
	const { keeps } = run.setting;
	const words = `The service refused ${MOST_ANONYMOUS} requests${keeps ? '' : ' of this batch'} without naming a record, so the rest${keeps ? '' : ' of the batch'} was not sent.`;
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

/** What a failed request means for its records. */
function answerTo(run: Run, batch: Batch, sent: readonly Target[], error: unknown): Answer {
	const { status, validation = [] } = factsOf(error) ?? {};
	const isTooLarge = status === 413;
	const isAboutValues = status === 400 || status === 422;
	const [one, ...others] = sent;
	const refuseSent = (): Answer => {
		if (one && others.length === 0) refuseUpload(run, one, error, validation);
		else refuse(run, sent, error);
		return 'ended';
	};
	if (mayHaveWorked(error)) run.earlier?.keep(sent);
	if (!(error instanceof ServiceError) || !(isTooLarge || isAboutValues)) return refuseSent();
	if (isTooLarge) batch.tooLarge.push(sent);
	const named = isAboutValues ? namedIn(sent, validation) : undefined;
	if (named === undefined && --batch.anonymous.left <= 0) {
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

/** True for a failure after which the same records may be read and sent again: no try has reached the service. */
const mayBeSentLater = (error: unknown): boolean => {
	const facts = factsOf(error);
	return facts?.neverSent === true && (isPassing(facts) || asksToWait(facts));
};

/** Sends a part of a batch, if it can still be sent. */
async function trySend(run: Run, batch: Batch, part: Part): Promise<Answer> {
	const old = part.targets.filter((one) => isOpen(one) && isOutdated(one));
	if (old.length > 0) await prepareAll(run, old);
	const sent = part.targets.filter(isOpen);
	part.targets = sent;
	if (run.reasonToStop || sent.length === 0) return 'ended';
	// Reading them all may take too long: then fewer are read and sent at once.
	if (sent.length > partLimit(run) || (sent.length > 1 && sent.some(isOutdated))) return 'halve';
	const drafts = draftsOf(sent);
	const readAt = Math.min(...drafts.map((draft) => draft.readAt ?? Infinity));
	try {
		const request = run.endpoint.post(drafts.map(({ upload }) => upload));
		const limits = readAt < Infinity ? { beginWithin: Math.max(0, readAt + FRESH_FOR - elapsed()) } : {};
		const acceptance = acceptanceOf(await run.send(request, limits));
		for (const target of sent) {
			const { change, differences = [], notKept } = target.draft ?? {};
			target.outcome = { kind: 'accepted', acceptance, change, differences, notKept };
		}
		run.earlier?.keep(sent, acceptance);
	} catch (error) {
		batch.waitingSince ??= elapsed();
		const wait = factsOf(error)?.retryAfterMs ?? 0;
		const isPatient = elapsed() + wait - batch.waitingSince < PATIENCE;
		if (readAt === Infinity || !mayBeSentLater(error) || !isPatient) return answerTo(run, batch, sent, error);
		// It has to wait for longer than its reading is good for.
		await pause(wait, run.signal);
		for (const draft of drafts) draft.readAt = -Infinity;
		return await trySend(run, batch, part);
	}
	batch.waitingSince = undefined;
	run.largestTaken = Math.max(run.largestTaken, sent.length);
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
 * Sends parts of a batch, until all are sent or something else is wanted.
 * Until something was accepted, the next part and the largest one are tried by turns: the one finds a good record among
 * bad ones that stand apart, the other leaves a cluster of bad ones behind.
 */
async function sendParts(run: Run, batch: Batch, goesOn: () => boolean): Promise<void> {
	const { queue } = batch;
	while (queue.length > 0 && goesOn()) {
		const sizes = queue.map((one) => one.targets.length);
		const [part] = queue.splice(batch.triesLargest ? sizes.indexOf(Math.max(...sizes)) : 0, 1) as [Part];
		const answer = await trySend(run, batch, part);
		if (answer === 'accepted') batch.isProven = true;
		else if (answer !== 'ended') {
			const parts = split(part, answer);
			if (batch.triesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		batch.triesLargest = !batch.isProven && !batch.triesLargest;
	}
}

/**
 * Sends a batch so that one bad record never blocks the others, in about `bad × log(batch)` requests.
 *
 * @param targets with a draft
 */
export async function sendBatch(run: Run, targets: readonly Target[]): Promise<void> {
	// With Keep, batches are small: one count for all of them.
	const anonymous = run.setting.keeps ? run.anonymous : newProgress().anonymous;
	const queue: Part[] = [];
	const size = Math.min(partLimit(run), targets.length);
	for (let at = 0; at < targets.length; at += size) {
		queue.push({ targets: targets.slice(at, at + size), areSuspected: false });
	}
	const begun = { isTrusting: true, isProven: false, triesLargest: false, waitingSince: undefined };
	const batch: Batch = { targets, queue, anonymous, tooLarge: [], ...begun };
	const [whole] = queue;
	await sendParts(run, batch, () => queue[0] === whole);
	// While the service has accepted nothing, what it refuses is taken apart one batch after another: it may refuse all.
	const nothingAccepted = (): boolean => run.largestTaken === 0;
	if (queue.length > 0 && nothingAccepted()) {
		await run.oneByOne('refused', async () => await sendParts(run, batch, nothingAccepted));
	}
	await sendParts(run, batch, () => true);
	learnSize(run, batch);
}
