import type { IDataObject } from 'n8n-workflow';

import type { BatchOperation } from '../operation';
import type { BatchPlan, Current } from '../plan';
import { inParallel, type InTurn } from '../pool';
import { isNotFound } from '../transport/errors';
import { WIDEST } from '../transport/pace';
import type { Send } from '../transport/types';
import { readsCurrent, type Batches } from './batches';
import { isRefused, isSettled, refusalOf, type Element } from './elements';
import type { HeadStart } from './headStart';
import type { Sizes } from './sizes';
import type { Trial } from './trial';

/** Until one of them is answered, because a service may refuse all reads. */
const FIRST_READS = 16;
/** Milliseconds after which a record is read again before its upload is sent: its contact may have changed it. */
export const FRESH_FOR = 60_000;
/** A service that takes one request in a minute would otherwise have records read without end. */
const MOST_RENEWALS = 3;
/** How many are asked whether the service takes anything. */
const WITNESSES = 8;

/** What a run has sent for an ID before. */
interface SentBefore {
	/** What the service has once it has taken it all. */
	current: Current;
	/** When the record that it was laid over was read, in epoch milliseconds. */
	readAt: number;
	/** As they were handed over, in order. */
	raws: readonly IDataObject[];
}

/** Everything the steps of one bulk upload share. */
export interface Run {
	operation: BatchOperation;
	plan: BatchPlan;
	send: Send;
	/** On Error is "stop". */
	stops: boolean;
	/** The IDs that several elements share. */
	repeated: ReadonlySet<string>;
	/** What was last accepted for those IDs; the service may still be working on it. */
	lastAccepted: Map<string, SentBefore>;
	inTurn: InTurn;
	elements: readonly Element[];
	batches: Batches;
	sizes: Sizes;
	/** Whether the service refuses all uploads, or all reads. */
	uploads: Trial;
	reads: Trial;
	headStart: HeadStart;
}

/** What the service has for an element: what it shows now, with what this run has sent before; `undefined` for nothing. */
async function currentOf(run: Run, element: Element): Promise<Current | undefined> {
	const before = run.lastAccepted.get(element.id);
	if (before && (run.plan.dryRun || Date.now() - before.readAt <= FRESH_FOR)) {
		element.readAt = before.readAt;
		return before.current;
	}
	element.readAt = undefined;
	let current = await shownFor(run, element.id);
	// The service may still be working on these.
	for (const raw of before?.raws ?? []) {
		current = { upload: run.plan.draft(raw, current).upload, readAs: current?.readAs ?? new Map() };
	}
	return current;
}

/** What the service shows for an ID now; `undefined` for nothing. */
async function shownFor(run: Run, id: string): Promise<Current | undefined> {
	const { plan, send, reads } = run;
	const verdict = reads.verdict();
	if (verdict) throw verdict;
	const answered = await send(plan.current.request(id)).catch(async (error: unknown) => {
		if (isNotFound(error)) return undefined;
		if (reads.refused(error)) {
			for (const other of witnessesOf(run, run.elements)) if (await canRead(run, other)) reads.accepted();
			reads.conclude();
		}
		throw error;
	});
	reads.accepted();
	return answered && plan.current.read(answered.body, id);
}

const canRead = async ({ plan, send }: Run, { id }: Element): Promise<boolean> =>
	await send(plan.current.request(id)).then(() => true, isNotFound);

/** A few elements, spread over those that are left: a refusal of everything hits them, too. */
export function witnessesOf({ repeated }: Run, elements: readonly Element[]): Set<Element> {
	const left = elements.filter((element) => !isSettled(element) && !repeated.has(element.id));
	const places = Array.from({ length: WITNESSES }, (_, index) =>
		Math.floor(((index + 0.5) * left.length) / WITNESSES),
	);
	return new Set(left.filter((_, index) => places.includes(index)));
}

export function refuse({ operation, plan }: Run, elements: readonly Element[], error: unknown): void {
	// Of several that are refused together, nobody knows which one the service means.
	const explain = elements.length === 1 ? plan.explain : () => undefined;
	for (const element of elements) {
		element.error = refusalOf(element, error, operation.noun.one, explain);
	}
}

/** Keeps what an element has sent, or would send, for those that have the same ID. */
export function remember({ repeated, lastAccepted }: Run, element: Element): void {
	const { id, upload, readAs = new Map(), readAt = Date.now(), raw = {} } = element;
	if (!upload || !repeated.has(id)) return;
	const raws = [...(lastAccepted.get(id)?.raws ?? []), raw];
	lastAccepted.set(id, { current: { upload, readAs }, readAt, raws });
}

/** Builds what is sent for an element. In a dry run it ends here, with what it would change. */
function draft(run: Run, element: Element, current: Current | undefined): void {
	const { plan, repeated } = run;
	try {
		const { upload, notSent } = plan.draft(element.raw ?? {}, plan.keeps ? current : undefined);
		element.upload = upload;
		if (repeated.has(element.id)) element.readAs = current?.readAs;
		if (notSent.unknown.length + notSent.readOnly.length > 0) element.notSent = notSent;
		if (!plan.dryRun) return;
		element.found = { exists: current !== undefined, changes: plan.changes(current?.upload, upload) };
		remember(run, element);
	} catch (error) {
		refuse(run, [element], error);
	}
}

/** Builds what is sent for an element, from what the service has where that matters. */
async function build(run: Run, element: Element): Promise<void> {
	try {
		draft(run, element, readsCurrent(run.plan) ? await currentOf(run, element) : undefined);
	} catch (error) {
		refuse(run, [element], error);
	}
}

/** However long reading them took: a batch that was out of date once it is read would never be sent. */
function markRead(elements: readonly Element[]): void {
	for (const element of elements) element.readAt ??= Date.now();
}

/**
 * What is sent for elements, and how it is made anew where the service makes it wait.
 *
 * @param elements those that are settled by then, or can no longer be sent, are taken out of it
 */
export function uploadOf(run: Run, elements: Element[]) {
	const { plan } = run;
	const request = () => plan.request(elements.map(({ upload }) => upload ?? {}));
	let renewals = 0;
	const keep = (isKept: (element: Element) => boolean) =>
		void elements.splice(0, Infinity, ...elements.filter(isKept));
	const renewal = {
		isDue: () =>
			renewals < MOST_RENEWALS && elements.some(({ readAt = Infinity }) => Date.now() - readAt > FRESH_FOR),
		request: async () => {
			renewals++;
			keep((element) => !isSettled(element));
			await inParallel(elements, WIDEST, (element) => build(run, element));
			const isOver = run.stops && elements.some(isRefused);
			keep((element) => !isOver && !isRefused(element));
			if (elements.length === 0) throw new Error('Nothing is left to send');
			markRead(elements);
			return request();
		},
	};
	return { request: request(), limits: plan.keeps ? { renewal } : {} };
}

/** Builds the elements of a batch. */
export async function buildAll(run: Run, batch: readonly Element[]): Promise<void> {
	if (!readsCurrent(run.plan)) {
		for (const element of batch) draft(run, element, undefined);
		return;
	}
	let begun = 0;
	while (begun < batch.length && !run.reads.isProven()) {
		const some = batch.slice(begun, begun + FIRST_READS);
		await inParallel(some, FIRST_READS, (element) => build(run, element));
		begun += FIRST_READS;
	}
	await inParallel(batch.slice(begun), WIDEST, (element) => build(run, element));
	markRead(batch);
}
