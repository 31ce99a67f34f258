/** What a failed request means for its records: they are refused, or they are sent in smaller parts. */
import { factsOf, ServiceError } from '../../transport/errors';
import { says } from '../../transport/statuses';
import type { ValidationEntry } from '../../transport/types';
import { isOpen, refuse } from '../targets';
import { refusalOf } from '../report/refusal';
import type { Run, Target } from '../uploadTypes';
import { namedIn } from './namedRecords';
import type { Batch, PartResult } from './parts';

/** The most refusals that name no record before something is accepted. After them, halving would find no bad record. */
export const MOST_UNNAMED = 64;

/** Why fewer of the records may succeed. `oneIsBad`: the transport hands back a 500, because one may be the reason. */
type ReasonToCut = 'tooLarge' | 'values' | 'oneIsBad';

function reasonToCut(status: number | undefined, sent: readonly Target[]): ReasonToCut | undefined {
	if (says(status, 'tooLarge')) return 'tooLarge';
	if (says(status, 'values')) return 'values';
	return status === 500 && sent.length > 1 ? 'oneIsBad' : undefined;
}

/** Refuses a record that the service did not accept. @param entries the validation entries about this record */
function refuseOne(run: Run, target: Target, error: unknown, entries: readonly ValidationEntry[]): void {
	const upload = run.send.withoutKey(target.draft?.upload ?? {});
	refuse(run, [target], error instanceof ServiceError ? refusalOf(run, error, entries, upload) : error);
}

/** Refuses all records of a request. If it is a single one, all that the answer says is about it. */
function refuseAll(run: Run, sent: readonly Target[], error: unknown): PartResult {
	const [one] = sent;
	if (one && sent.length === 1) refuseOne(run, one, error, factsOf(error)?.validation ?? []);
	else refuse(run, sent, error);
	return 'ended';
}

/** Ends the run: halving has found no bad record, and nothing was accepted. */
function giveUp(run: Run, batch: Batch, { message, advice, facts }: ServiceError): PartResult {
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
	return 'ended';
}

/** Counts a refusal that names no record. @returns true if it is the last one that the run bears */
function isLastUnnamed(run: Run): boolean {
	run.unnamedRefusalsLeft--;
	return run.unnamedRefusalsLeft <= 0;
}

/**
 * Refuses the records of a failed request, or says into which parts they are cut. The first line that applies counts:
 *
 * | what holds                                                          | the records                                  |
 * | ------------------------------------------------------------------- | -------------------------------------------- |
 * | it is no failure of a request                                       | are refused                                  |
 * | the line has given up                                               | are refused, and the run ends                |
 * | fewer of them would fail alike (`reasonToCut`)                      | are refused                                  |
 * | it is the last unnamed refusal that the run bears (`MOST_UNNAMED`)  | are refused, and the run ends                |
 * | it is a single record                                               | is refused                                   |
 * | the answer names none of them, or the batch does not believe names  | are halved                                   |
 * | it names some                                                       | are sent again, these apart from the others  |
 * | it names all                                                        | are refused, each with what is said about it |
 *
 * @param sent not empty
 */
export function endFailedPart(run: Run, batch: Batch, sent: readonly Target[], error: unknown): PartResult {
	if (!(error instanceof ServiceError)) return refuseAll(run, sent, error);
	const { status, validation = [], isGivenUp } = error.facts;
	if (isGivenUp) {
		run.reasonToStop ??= error;
		return refuseAll(run, sent, error);
	}
	const reason = reasonToCut(status, sent);
	if (reason === undefined) return refuseAll(run, sent, error);
	if (reason === 'tooLarge') batch.tooLarge.push(sent);
	const named = reason === 'values' ? namedIn(sent, validation) : undefined;
	// Without an acceptance since, a 500 may as well be an outage, which the line sits out.
	const isRefusal = reason !== 'oneIsBad' || run.accepted > batch.acceptedAtBatchStart;
	if (named === undefined && isRefusal && isLastUnnamed(run)) return giveUp(run, batch, error);
	if (sent.length === 1) return refuseAll(run, sent, error);
	if (reason === 'oneIsBad') batch.had500 = true;
	// A request that is too large says nothing about its records.
	run.isIsolating ||= reason !== 'tooLarge';
	if (named === undefined || !batch.believesNames) return 'halve';
	if (named.size < sent.length) return named;
	for (const [target, entries] of named) refuseOne(run, target, error, entries);
	return 'ended';
}
