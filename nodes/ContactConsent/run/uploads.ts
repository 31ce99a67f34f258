import type { IDataObject } from 'n8n-workflow';

import type { Acceptance, BatchPlan, UploadState } from '../plan';
import { inParallel } from '../pool';
import type { Send } from '../transport/types';
import { withoutEmpty } from '../values';
import type { Element } from './elements';
import type { Outcome } from './outcome';
import { readUntilFinished } from './waiting';

type Waiting = NonNullable<BatchPlan['waiting']>;
/** Where the processing of each accepted request stood when waiting ended. */
export type States = ReadonlyMap<Acceptance, UploadState & { timedOut: boolean }>;

const PARALLEL_WAITS = 5;

const uploadsOf = (elements: readonly Element[]): Map<Acceptance, Element[]> => {
	const uploads = new Map<Acceptance, Element[]>();
	for (const element of elements) {
		if (element.accepted === undefined) continue;
		const members = uploads.get(element.accepted);
		if (members) members.push(element);
		else uploads.set(element.accepted, [element]);
	}
	return uploads;
};

/** Where the service's processing of an accepted request stands when waiting ends. */
async function stateOf(
	id: string | undefined,
	end: number,
	waiting: Waiting,
	send: Send,
	signal: AbortSignal | undefined,
) {
	const unknown = { ...waiting.unknown, timedOut: false };
	if (id === undefined) return unknown;
	const plan = {
		request: waiting.request(id),
		isPending: waiting.isPending,
		timeout: Math.max(0, end - Date.now()),
	};
	try {
		const { body, timedOut } = await readUntilFinished(plan, send, signal, { forgivesFirst: true });
		return { ...waiting.state(body, timedOut), timedOut };
	} catch {
		return unknown;
	}
}

/** Waits for the Operations of all accepted requests, for the given time in all. */
export async function waitForUploads(
	elements: readonly Element[],
	waiting: Waiting,
	send: Send,
	signal: AbortSignal | undefined,
): Promise<States> {
	const end = Date.now() + waiting.timeout;
	const states = new Map<Acceptance, UploadState & { timedOut: boolean }>();
	await inParallel(uploadsOf(elements).keys(), PARALLEL_WAITS, async (accepted) => {
		states.set(accepted, await stateOf(accepted.operationId, end, waiting, send, signal));
	});
	return states;
}

const notSentBy = (members: readonly Element[]): string[] | undefined => {
	const names = [
		...new Set(members.flatMap(({ notSent }) => [...(notSent?.unknown ?? []), ...(notSent?.readOnly ?? [])])),
	];
	return names.length > 0 ? names : undefined;
};

function elementJson(element: Element, accepted: Acceptance, states: States | undefined): IDataObject {
	const { id, notSent } = element;
	// Most elements need none of this, and there may be very many.
	if (states === undefined && notSent === undefined) return { id, accepted: true, ...accepted.facts };
	const state = states?.get(accepted);
	return withoutEmpty({
		id,
		accepted: true,
		item_status: state?.itemStatus.get(id),
		...state?.json,
		not_sent: notSentBy([element]),
		...accepted.facts,
	});
}

const uploadJson = (members: Element[], accepted: Acceptance, states: States | undefined): IDataObject =>
	withoutEmpty({
		...accepted.facts,
		count: members.length,
		ids: members.map(({ id }) => id),
		...states?.get(accepted)?.json,
		not_sent: notSentBy(members),
	});

/**
 * The outcomes in the order of the input: one for each element, or one for each accepted request,
 * which stands where its first element does. Refused elements, and those of a dry run, have their own in either case.
 */
export function* outcomesOfElements(
	elements: readonly Element[],
	{ output }: Pick<BatchPlan, 'output'>,
	states: States | undefined,
): Generator<Outcome> {
	const uploads = output === 'perUpload' ? uploadsOf(elements) : undefined;
	for (const element of elements) {
		const { accepted, from, found, id } = element;
		if (found) {
			const json = withoutEmpty({ id, dry_run: true, ...found, not_sent: notSentBy([element]) });
			yield { from, result: { json } };
		} else if (accepted === undefined) {
			yield { from, error: element.error };
		} else if (uploads === undefined) {
			yield { from, result: { json: elementJson(element, accepted, states) } };
		} else {
			const members = uploads.get(accepted) ?? [];
			if (members[0] !== element) continue;
			const json = uploadJson(members, accepted, states);
			yield { from: [...new Set(members.map((member) => member.from))], result: { json } };
		}
	}
}
