import { elapsed } from '../clock';
import { readUntilFinished } from '../look';
import { messageOf } from '../outcome';
import { inParallel } from '../pool';
import { factsOf, isNotFound, isPassing } from '../transport/errors';
import type { Send } from '../transport/types';
import { comparable, isRecord, records, scalarText } from '../values';
import type { Acceptance, Run, State, States } from './types';

const PARALLEL_WAITS = 5;
/** Milliseconds after an acceptance in which the service may not show the Operation yet. */
const SHOWN_WITHIN = 10_000;
/** The body for an Operation that the service does not show yet. */
const NOT_SHOWN_YET = Symbol('not yet');

/** The statuses of an upload that succeeded. They are compared without case, spaces, `_` and `-`. */
const DONE = new Set(
	['done', 'finished', 'complete', 'completed', 'success', 'succeeded', 'processed', 'ok'].map(comparable),
);

export const isDone = (status: string): boolean => DONE.has(comparable(status));

function stateOf(recordIdOf: Run['endpoint']['recordIdOf'], body: unknown, timedOut: boolean): State {
	const operation = isRecord(body) ? body : {};
	return {
		json: { operation_status: operation.status ?? 'unknown', timed_out: timedOut },
		itemStatus: new Map(
			records(operation.items).map((item) => [recordIdOf(item) ?? '', scalarText(item.status) ?? 'unknown']),
		),
		timedOut,
	};
}

/** Waits for the Operations of all accepted requests. All waits together end after the given time. */
export async function waitForAll(
	{ endpoint, send, signal }: Run,
	{ timeout, isPending }: NonNullable<Run['setting']['waiting']>,
	acceptances: Iterable<Acceptance>,
): Promise<States> {
	const end = elapsed() + timeout;
	const states = new Map<Acceptance, State>();
	/** Why the service does not show Operations to this account (403). Once it is set, no more are requested. */
	let notAllowed: string | undefined;
	await inParallel(acceptances, PARALLEL_WAITS, async (acceptance) => {
		const { operationId, acceptedAt } = acceptance;
		const ended = (body: unknown, timedOut: boolean, unread?: string): void =>
			void states.set(acceptance, { ...stateOf(endpoint.recordIdOf, body, timedOut), unread });
		if (operationId === undefined) return ended(undefined, false, 'the service named no Operation');
		if (notAllowed !== undefined) return ended(undefined, false, notAllowed);
		const read = (async (request, limits) =>
			await send(request, limits).catch((error: unknown) => {
				if (!isNotFound(error) || elapsed() - acceptedAt > SHOWN_WITHIN) throw error;
				return { status: 404, headers: {}, body: NOT_SHOWN_YET };
			})) as Send;
		const plan = {
			request: endpoint.operation(operationId),
			isPending: (body: unknown) => body === NOT_SHOWN_YET || isPending(body),
			timeout: Math.max(0, end - elapsed()),
		};
		try {
			const { body, timedOut } = await readUntilFinished(plan, read, signal, {
				forgivesFirst: true,
			});
			ended(body, timedOut);
		} catch (error) {
			// The upload stays accepted. A failure that may pass was tried again until the time was over.
			const facts = factsOf(error);
			if (facts?.status === 403) notAllowed = messageOf(error);
			ended(undefined, facts !== undefined && isPassing(facts), messageOf(error));
		}
	});
	return states;
}
