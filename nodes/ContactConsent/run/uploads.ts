import type { IDataObject } from 'n8n-workflow';

import type { BatchSettings, WaitingOptions } from '../operation';
import { records, scalarText, textOf, withoutEmpty } from '../values';
import type { Send } from '../transport/types';
import type { Accepted, Element } from './elements';
import type { Outcome } from './outcome';
import { inParallel } from '../pool';
import { waitForOperation } from './waiting';

/** Where the service's processing of an accepted request stood when waiting ended. */
interface UploadState {
	/** The keys that waiting adds to an output item. */
	waited: IDataObject;
	/** Status by the id of the element. */
	itemStatus: ReadonlyMap<string | undefined, unknown>;
}

type States = ReadonlyMap<Accepted, UploadState>;

const PARALLEL_WAITS = 5;

const uploadsOf = (elements: readonly Element[]): Map<Accepted, Element[]> => {
	const uploads = new Map<Accepted, Element[]>();
	for (const element of elements) {
		if (element.accepted === undefined) continue;
		const members = uploads.get(element.accepted);
		if (members) members.push(element);
		else uploads.set(element.accepted, [element]);
	}
	return uploads;
};

/** The id of an element inside an Operation: the model's id where the service gives one. */
const modelIdOf = ({ id, model_id }: IDataObject): string | undefined => textOf(model_id) ?? scalarText(id);

async function stateOf(
	id: string,
	send: Send,
	waiting: WaitingOptions,
	signal: AbortSignal | undefined,
): Promise<UploadState> {
	try {
		const { operation, timedOut } = await waitForOperation(send, id, waiting, signal);
		return {
			waited: { operation_status: operation.status, timed_out: timedOut },
			itemStatus: new Map(records(operation.items).map((item) => [modelIdOf(item), item.status])),
		};
	} catch {
		// It cannot be read, but has been accepted all the same.
		return { waited: { operation_status: 'unknown', timed_out: false }, itemStatus: new Map() };
	}
}

/** Waits for the Operations of all accepted requests, for the given time in all. */
export async function waitForUploads(
	elements: readonly Element[],
	send: Send,
	{ timeout, isPending }: WaitingOptions,
	signal: AbortSignal | undefined,
): Promise<States> {
	const end = Date.now() + timeout;
	const states = new Map<Accepted, UploadState>();
	await inParallel(uploadsOf(elements).keys(), PARALLEL_WAITS, async (accepted) => {
		if (accepted.operationId === undefined) return;
		const left = { timeout: Math.max(0, end - Date.now()), isPending };
		states.set(accepted, await stateOf(accepted.operationId, send, left, signal));
	});
	return states;
}

function elementJson({ id }: Element, accepted: Accepted, states: States | undefined): IDataObject {
	const json = { id, accepted: true, ...accepted.facts };
	const state = states?.get(accepted);
	return state ? withoutEmpty({ ...json, ...state.waited, item_status: state.itemStatus.get(id) }) : json;
}

const uploadJson = (members: Element[], accepted: Accepted, states: States | undefined): IDataObject => ({
	...accepted.facts,
	count: members.length,
	ids: members.map(({ id }) => id),
	...states?.get(accepted)?.waited,
});

/**
 * The outcomes in the order of the input: one for each element, or one for each accepted request,
 * which stands where its first element does. Refused elements have their own in either case.
 */
export function* outcomesOfElements(
	elements: readonly Element[],
	{
		output,
		reason,
		states,
	}: { output: BatchSettings['output']; reason: (refused: Element) => unknown; states: States | undefined },
): Generator<Outcome> {
	const uploads = output === 'perUpload' ? uploadsOf(elements) : undefined;
	for (const element of elements) {
		const { accepted, from } = element;
		if (accepted === undefined) {
			yield { from, error: reason(element) };
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
