import { elapsed } from '../clock';
import { readUntilFinished } from '../look';
import { messageOf } from '../outcome';
import { inParallel } from '../pool';
import { factsOf, isNotFound, isPassing } from '../transport/errors';
import type { Send } from '../transport/types';
import { comparable, isRecord, records, scalarText } from '../values';
import type { Acceptance, Run, State, States } from './types';

const PARALLEL_WAITS = 5;
/** Milliseconds in which an Operation may not be shown yet. */
const NOT_SHOWN_YET = 10_000;
/** Stands for an Operation that is not shown yet. */
const NOT_YET = Symbol('not yet');

/** The words for an upload that the service has processed as it should; compared without case, spaces, `_` and `-`. */
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

/** Waits for the Operations of all accepted requests, for the given time in all. */
export async function waitForAll(
	{ endpoint, send, signal }: Run,
	{ timeout, isPending }: NonNullable<Run['setting']['waiting']>,
	acceptances: Iterable<Acceptance>,
): Promise<States> {
	const end = elapsed() + timeout;
	const states = new Map<Acceptance, State>();
	/** The first refusal to show one: no more are asked for. */
	let notAllowed: string | undefined;
	await inParallel(acceptances, PARALLEL_WAITS, async (acceptance) => {
		const { operationId, acceptedAt } = acceptance;
		const ended = (body: unknown, timedOut: boolean, unread?: string): void =>
			void states.set(acceptance, { ...stateOf(endpoint.recordIdOf, body, timedOut), unread });
		if (operationId === undefined) return ended(undefined, false, 'the service named no Operation');
		if (notAllowed !== undefined) return ended(undefined, false, notAllowed);
		const look = (async (request, limits) =>
			await send(request, limits).catch((error: unknown) => {
				if (!isNotFound(error) || elapsed() - acceptedAt > NOT_SHOWN_YET) throw error;
				return { status: 404, headers: {}, body: NOT_YET };
			})) as Send;
		const plan = {
			request: endpoint.operation(operationId),
			isPending: (body: unknown) => body === NOT_YET || isPending(body),
			timeout: Math.max(0, end - elapsed()),
		};
		try {
			const { body, timedOut } = await readUntilFinished(plan, look, signal, { forgivesFirst: true });
			ended(body, timedOut);
		} catch (error) {
			// It has been accepted all the same. What may pass was waited for until the time was over.
			const facts = factsOf(error);
			if (facts?.status === 403) notAllowed = messageOf(error);
			ended(undefined, facts !== undefined && isPassing(facts), messageOf(error));
		}
	});
	return states;
}
