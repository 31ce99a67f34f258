import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { exactTime } from '../dates';
import { messageOf } from '../outcome';
import type { DocumentOutcome, PagesPlan, Result, Sentence } from '../plan';
import { inParallel } from '../pool';
import { factsOf } from '../transport/errors';
import { createSieve, readPages } from '../transport/pages';
import type { Send, Sender, ServiceRequest } from '../transport/types';
import { WIDEST } from '../transport/line';
import { counted, scalarText, sentence } from '../values';
import { fetchPdf } from './file';

type Plan = PagesPlan & { takesAway: boolean };
type Helpers = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** What a reading brought, and why it ended early if it did. */
interface Reading {
	items: IDataObject[];
	cutShortBy?: Error;
	/** What was read is not enough: the list can be read again. */
	isUseless?: boolean;
}

/**
 * A list that can be read again: pages by cursor, as many items as are wanted. What a list has shown that leads nowhere is
 * right: it is kept.
 */
async function readWithCursor(
	send: Send,
	request: (pageSize: number) => ServiceRequest,
	plan: Plan,
): Promise<Reading> {
	const { pageSize, isWanted = () => true } = plan;
	// Two of each series show in which order the service lists them.
	const wanted = plan.series.length > 1 ? Math.max(2, plan.wanted) : plan.wanted;
	const items: IDataObject[] = [];
	// Of a page of which only some items count, it is not known how many will do.
	const size = plan.isWanted ? pageSize : Math.min(pageSize, wanted);
	try {
		for await (const page of readPages(send, request(size))) {
			for (const item of page.items) if (isWanted(item)) items.push(item);
			if (items.length >= wanted) break;
		}
	} catch (error) {
		return { items, cutShortBy: error as Error, isUseless: factsOf(error)?.kind !== 'endless' };
	}
	return { items };
}

/**
 * A list that hands each item out once: asked for again until it is empty, and for no more than is still wanted.
 * What is in hand is gone at the service, so a failure on the way keeps it, and so does an answer with more than was asked for.
 */
async function drain(
	send: Send,
	request: (pageSize: number) => ServiceRequest,
	wanted: number,
	plan: Plan,
): Promise<Reading> {
	const items: IDataObject[] = [];
	let sieve: ReturnType<typeof createSieve> | undefined;
	while (items.length < wanted) {
		const page = request(Math.min(plan.pageSize, wanted - items.length));
		sieve ??= createSieve(page);
		try {
			const { kept, hasNew } = sieve((await send<IDataObject[]>(page)).body);
			items.push(...kept);
			// An answer with nothing new in it ends the reading, so that it can never go round for ever.
			if (!hasNew) break;
		} catch (error) {
			return { items, cutShortBy: error as Error };
		}
	}
	return { items };
}

/**
 * Several series as one, in order of time; a single one keeps the service's order.
 * Of more than are wanted, those stay that the service lists first: the newest ones where it begins with them.
 */
function merge(series: IDataObject[][], plan: Plan): IDataObject[] {
	const most = plan.takesAway ? Infinity : plan.wanted;
	const { sortBy } = plan;
	if (series.length < 2 || sortBy === undefined) return series.flat().slice(0, most);
	const timed = series.map((items) =>
		items.map((item) => ({
			item,
			time: exactTime(item[sortBy.time]) ?? 0,
			id: scalarText(item[sortBy.id]) ?? '',
		})),
	);
	const descends = timed.some((items) => (items[0]?.time ?? 0) > (items.at(-1)?.time ?? 0));
	const merged = timed
		.flat()
		.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
		.map(({ item }) => item);
	return descends ? merged.slice(-most) : merged.slice(0, most);
}

/** Why something is missing: what happened, and the service's own words. */
function reasonOf(error: unknown): string {
	const said = factsOf(error)?.serviceMessage;
	return sentence(messageOf(error)) + (said ? ` The service says: ${sentence(said)}` : '');
}

/** Downloads what belongs to the items, into their results. @returns how many are missing, by the reason */
async function attach(
	items: readonly IDataObject[],
	results: readonly Result[],
	{ binaryPropertyName, of, describe }: NonNullable<Plan['attachments']>,
	send: Sender,
	helpers: Helpers,
	signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
	const missing = new Map<string, number>();
	await inParallel(results.entries(), WIDEST, async ([index, result]) => {
		const document = of(items[index] ?? {});
		if (document === undefined) return;
		let outcome: DocumentOutcome;
		try {
			const { pdf } = await fetchPdf(send, document, helpers, signal);
			if (pdf) result.binary = { [send.withoutKey(binaryPropertyName)]: pdf.binary };
			outcome = { kind: pdf ? 'downloaded' : 'pending' };
		} catch (error) {
			// The event is worth more than its PDF: it goes out with the reason.
			outcome = { kind: 'failed', facts: factsOf(error) };
			const reason = reasonOf(error);
			missing.set(reason, (missing.get(reason) ?? 0) + 1);
		}
		result.json = { ...result.json, ...describe(outcome) };
	});
	return missing;
}

/** Reads the list of an item. `tell` is given what is missing in it, and why. */
export async function runPages(
	plan: Plan,
	send: Sender,
	helpers: Helpers,
	tell: (sentence: Sentence) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const warn = (text: string) => tell({ text, isWarning: true });
	const all: IDataObject[][] = [];
	let left = plan.wanted;
	let cutShortBy: Error | undefined;
	let isUseless = false;
	for (const request of plan.series) {
		const reading = plan.takesAway
			? await drain(send, request, left, plan)
			: await readWithCursor(send, request, plan);
		all.push(reading.items);
		left -= reading.items.length;
		cutShortBy ??= reading.cutShortBy;
		isUseless = reading.isUseless === true;
		if (isUseless || (plan.takesAway && cutShortBy !== undefined)) break;
	}
	const items = merge(all, plan);
	if (cutShortBy !== undefined) {
		if (items.length === 0 || isUseless) throw cutShortBy;
		const found = counted(items.length, 'result', 'results');
		const goOn = plan.takesAway ? ' Run the node again for the rest.' : '';
		warn(`Only ${found} could be read, because a later request failed: ${reasonOf(cutShortBy)}${goOn}`);
	}
	const results = items.map((item): Result => ({ json: plan.shape(item) }));
	if (plan.attachments === undefined) return results;
	for (const [reason, count] of await attach(items, results, plan.attachments, send, helpers, signal)) {
		warn(`Without PDF: ${counted(count, 'document', 'documents')}. ${reason}`);
	}
	return results;
}
