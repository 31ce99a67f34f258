import type { IDataObject } from 'n8n-workflow';

import { elapsed, isCancelled } from '../../lib/time';
import { readUntilFinished } from '../../common/untilFinished';
import { messageOf } from '../../common/itemOutput';
import { createGate } from '../../lib/pool';
import { factsOf, isNotFound, ServiceError } from '../../transport/errors';
import { isPassing } from '../../transport/statuses';
import type { Send, ServiceResponse } from '../../transport/types';
import { isRecord, records, scalarText, withoutEmpty } from '../../lib/json';
import { meaningOf, statusIn } from '../../lib/uploadStatus';
import { shortened, singleLine } from '../../lib/text';
import { statusOf } from '../report/outputItems';
import { personIn, refuse } from '../targets';
import type { Acceptance, Looking, Person, Run, State, Target } from '../uploadTypes';

export const acceptanceOf = ({ headers }: ServiceResponse): Acceptance => ({
	operationId: headers['operation-id'],
	acceptedAt: elapsed(),
	facts: withoutEmpty({
		operation_id: headers['operation-id'],
		operation_link: headers['operation-link'],
		request_id: headers['request-id'],
	}),
});

/** The most looks at once until the service has shown an Operation: it may show none to this account. */
const FIRST_LOOKS = 8;
/** Milliseconds that the service may take to show what it has accepted: an Operation, or a value that is read back. */
export const SHOWN_WITHIN = 10_000;
/** The body for an Operation that the service does not show yet. */
const NOT_SHOWN_YET = Symbol('not yet');

/** The status of each record. A record that is there twice has failed if one of them has. */
function statusesOf(
	items: readonly IDataObject[],
	recordIdOf: Run['endpoint']['recordIdOf'],
): Map<string, string> {
	const statuses = new Map<string, string>();
	for (const item of items) {
		const id = recordIdOf(item) ?? '';
		const before = statuses.get(id);
		if (before === undefined || meaningOf(before) !== 'failed') statuses.set(id, statusIn(item.status));
	}
	return statuses;
}

function stateOf(recordIdOf: Run['endpoint']['recordIdOf'], body: unknown, timedOut: boolean): State {
	const operation = isRecord(body) ? body : {};
	return {
		json: { operation_status: statusIn(operation.status), timed_out: timedOut },
		itemStatus: statusesOf(records(operation.items), recordIdOf),
		timedOut,
	};
}

export const newLooking = (): Looking => {
	const looking: Looking = {
		hasShown: false,
		gate: createGate(() => (looking.hasShown ? Infinity : FIRST_LOOKS)),
	};
	return looking;
};

/** True if the first refusal ends the run. */
export const stops = ({ stopsOnError, setting }: Run): boolean => stopsOnError && !setting.dryRun;

/** True once nobody waits any more: the execution was cancelled, or ends with a refusal (On Error is "stop"). */
export const isOver = (run: Run): boolean => isCancelled(run.signal) || (stops(run) && run.anyRefused);

/** Looks at the Operation until it is finished or the time is over. @throws what kept it from being read */
async function stateOnceEnded(
	run: Run,
	{ operationId, acceptedAt }: Acceptance,
	{ timeout, isPending }: NonNullable<Run['setting']['waiting']>,
): Promise<State> {
	const { endpoint, looking, send } = run;
	if (operationId === undefined) throw new Error('the service named no Operation');
	const notShown = (error: unknown) => {
		if (factsOf(error)?.status === 403) looking.notAllowed ??= messageOf(error);
		if (!isNotFound(error) || elapsed() - acceptedAt > SHOWN_WITHIN) throw error;
		return { status: 404, headers: {}, body: NOT_SHOWN_YET };
	};
	const read = (async (request, limits) => {
		const release = await looking.gate();
		try {
			if (looking.notAllowed !== undefined) throw new Error(looking.notAllowed);
			const answer = await send(request, limits).catch(notShown);
			looking.hasShown ||= answer.body !== NOT_SHOWN_YET;
			return answer;
		} finally {
			release();
		}
	}) as Send;
	const plan = {
		request: { ...endpoint.operation(operationId), isAwaited: true as const },
		isPending: (body: unknown) => body === NOT_SHOWN_YET || isPending(body),
		timeout: Math.max(0, acceptedAt + timeout - elapsed()),
	};
	const { body, timedOut } = await readUntilFinished(plan, read, () => isOver(run), { forgivesFirst: true });
	return stateOf(endpoint.recordIdOf, body, timedOut);
}

/** The error of a record whose upload was accepted and then failed. */
const failedUpload = (
	{ noun }: Run['model'],
	status: string,
	{ operationId, facts }: Acceptance,
): ServiceError =>
	new ServiceError(
		{
			message: `The service accepted the ${noun.one}, but did not process it: its status is "${shortened(singleLine(status), 100)}"`,
			description: `Ask the support of the service for the reason, correct the row, and upload it again. The Operation-Id is ${operationId}.`,
		},
		{ kind: 'status', requestId: scalarText(facts.request_id) },
	);

/** Refuses the records whose status means failure. Where a record has no status, that of the Operation counts. */
function refuseFailed(
	run: Run,
	acceptance: Acceptance,
	state: State,
	people: ReadonlyMap<Target, Person>,
): void {
	for (const [target, person] of people) {
		const status = statusOf(target, state);
		if (meaningOf(status) !== 'failed') continue;
		if (run.setting.waiting?.isPending({ status })) continue;
		refuse(run, [target], failedUpload(run.model, status, acceptance), person);
	}
}

/**
 * Watches an Operation from the moment its upload was accepted, keeps its last state, and refuses the records that
 * failed. Never throws: what keeps an Operation from being read changes nothing about the upload.
 *
 * @param sent the records of the upload
 */
export async function watch(run: Run, acceptance: Acceptance, sent: readonly Target[]): Promise<void> {
	const { endpoint, setting, states } = run;
	if (setting.waiting === undefined || isOver(run)) return;
	// Their cells are freed while the Operation is watched.
	const people = new Map(sent.map((target) => [target, personIn(target.rows)]));
	try {
		const state = await stateOnceEnded(run, acceptance, setting.waiting);
		states.set(acceptance, state);
		refuseFailed(run, acceptance, state, people);
	} catch (error) {
		// A failure that may pass was tried again until the time was over.
		const facts = factsOf(error);
		const timedOut = facts !== undefined && isPassing(facts);
		states.set(acceptance, {
			...stateOf(endpoint.recordIdOf, undefined, timedOut),
			unread: messageOf(error),
		});
	}
}
