import type { INode } from 'n8n-workflow';

import { elapsed } from '../../clock';
import type { Acceptance, BatchPlan, UploadState } from '../../plan';
import { inParallel } from '../../pool';
import { factsOf, isPassing } from '../../transport/errors';
import type { Send } from '../../transport/types';
import { grouped } from '../../values';
import { messageOf, refusalWords, toNodeError, type Outcome } from '../outcome';
import { readUntilFinished } from '../wait';
import { elementsIn, itemsOf, refusedOf, type Element, type Row } from './elements';

/** Where the processing of each accepted request stood when waiting ended. */
export type States = ReadonlyMap<Acceptance, FinalState>;

/** `unread`: why nobody knows where it stands. */
type FinalState = UploadState & { timedOut: boolean; unread?: string };

const PARALLEL_WAITS = 5;

function uploadsIn(elements: readonly Element[]): Map<Acceptance, Element[]> {
	const accepted = elements.filter(({ end }) => end?.acceptance);
	return grouped(accepted, ({ end }) => end?.acceptance as Acceptance);
}

/** Waits for the Operations of all accepted requests, for the given time in all. */
export async function waitForUploads(
	elements: readonly Element[],
	waiting: NonNullable<BatchPlan['waiting']>,
	send: Send,
	signal: AbortSignal | undefined,
): Promise<States> {
	const end = elapsed() + waiting.timeout;
	const states = new Map<Acceptance, FinalState>();
	const ended = (acceptance: Acceptance, body: unknown, timedOut: boolean, unread?: string): void =>
		void states.set(acceptance, { ...waiting.state(body, timedOut), timedOut, unread });
	await inParallel(uploadsIn(elements).keys(), PARALLEL_WAITS, async (acceptance) => {
		const { operationId } = acceptance;
		if (operationId === undefined)
			return ended(acceptance, undefined, false, 'the service named no Operation');
		const timeout = Math.max(0, end - elapsed());
		const plan = { ...waiting, request: waiting.request(operationId), timeout };
		try {
			const { body, timedOut } = await readUntilFinished(plan, send, signal, { forgivesFirst: true });
			ended(acceptance, body, timedOut);
		} catch (error) {
			// It has been accepted all the same. What may pass was waited for until the time was over.
			const facts = factsOf(error);
			ended(acceptance, undefined, facts !== undefined && isPassing(facts), messageOf(error));
		}
	});
	return states;
}

/**
 * The outcomes in the order of the input: one for each row, or one for each accepted request, which stands where its
 * first row does. Refused rows have their own in either case, and so have those of a dry run.
 */
export function* outcomesOf(
	node: INode,
	rows: readonly Row[],
	plan: BatchPlan,
	states: States | undefined,
): Generator<Outcome> {
	const uploads = plan.output === 'perUpload' && !plan.dryRun ? uploadsIn(elementsIn(rows)) : undefined;
	// Once for all rows of an element.
	const refused = refusedOf(elementsIn(rows));
	const itemsOfRefused = new Map(refused.map((element) => [element, itemsOf([element])]));
	for (const row of rows) {
		const { from, element } = row;
		if (element === undefined) continue;
		// Item by item, the output takes the place of the elements in memory.
		row.element = undefined;
		const { id, change, notes, end: { acceptance, refusal } = {} } = element;
		const state = acceptance && states?.get(acceptance);
		const members = acceptance && uploads?.get(acceptance);
		const items = itemsOfRefused.get(element) ?? [];
		if (refusal && !plan.dryRun) {
			yield { from, ...refusal, items };
		} else if (refusal) {
			const { error, message } = refusalWords(toNodeError(node, { ...refusal, items }, from));
			yield { from, result: { json: { id, dry_run: true, would_be_refused: error, message } } };
		} else if (uploads === undefined) {
			const at = element.rows.indexOf(row);
			yield { from, result: { json: plan.item({ id, at, change, notes, acceptance, state }) } };
		} else if (acceptance && members) {
			uploads.delete(acceptance);
			const [ids, told] = [members.map((member) => member.id), members.map((member) => member.notes)];
			const json = plan.uploadItem({ acceptance, ids, notes: told, state });
			yield { from: itemsOf(members), result: { json } };
		}
	}
}
