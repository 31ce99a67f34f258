import type { IDataObject } from 'n8n-workflow';

import { exactSentTime } from '../lib/dates';
import { messageOf } from '../common/itemOutput';
import type { DocumentOutcome, PagesPlan, Result, Sentence } from '../common/plan';
import { inParallel } from '../lib/pool';
import { factsOf, ServiceError } from '../transport/errors';
import { createSieve, readPages } from '../transport/readPages';
import type { Send, Sender, ServiceRequest } from '../transport/types';
import { WIDEST } from '../transport/width';
import { isTooDeep, MOST_LEVELS, scalarText } from '../lib/json';
import { counted, firstOf, sentence, shortened } from '../lib/text';
import { fetchPdf, type Downloads } from './runFile';

/**
 * Reads lists for an input item, up to the number of items wanted. In: the plan. Out: one result for each item.
 *
 *     the list                           is read                            if a later page fails
 *     can be read again                  with cursors (`readWithCursor`)    an error, unless it never ends: its items
 *     gives items once (`takesAway`)     again from its beginning (`drain`) the items read so far
 *
 * Items of a list that was not read to its end come with a warning. Without an item, there is an error.
 */

const NAMES_SHOWN = 20;

type Plan = PagesPlan & { takesAway: boolean };

/** The items that were read of a list, and the failure that ended the reading early. */
interface Listing {
	items: IDataObject[];
	cutShortBy?: Error;
	/** The items are discarded: the list is incomplete, and it can be read again. */
	isUseless?: boolean;
}

/**
 * Reads a list that can be read again, page by page, until it has the wanted number of items. If the list never ends,
 * its items are kept, because they are real.
 */
async function readWithCursor(
	send: Send,
	request: (pageSize: number) => ServiceRequest,
	plan: Plan,
): Promise<Listing> {
	const { pageSize, isWanted = () => true } = plan;
	// `mergeSeries` sees in two items of a series in which order the service lists them.
	const wanted = plan.series.length > 1 ? Math.max(2, plan.wanted) : plan.wanted;
	const items: IDataObject[] = [];
	// If only some items count, the number to ask for is unknown. So pages have their full size.
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
 * Reads a list that hands out each item only once, page by page, until it is empty or the wanted number is reached. The
 * service no longer has the items of a page. So all of them are kept, even if a later page fails or the page has more
 * items than it should.
 */
async function drain(
	send: Send,
	request: (pageSize: number) => ServiceRequest,
	wanted: number,
	plan: Plan,
): Promise<Listing> {
	const items: IDataObject[] = [];
	let sieve: ReturnType<typeof createSieve> | undefined;
	while (items.length < wanted) {
		const page = request(Math.min(plan.pageSize, wanted - items.length));
		sieve ??= createSieve(page);
		try {
			const { kept, hasNew } = sieve((await send<IDataObject[]>(page)).body);
			items.push(...kept);
			// A page without new items ends the reading, which otherwise might never end.
			if (!hasNew) break;
		} catch (error) {
			return { items, cutShortBy: error as Error };
		}
	}
	return { items };
}

/**
 * Merges several series in order of time. A single series keeps the service's order. Of too many items, those that the
 * service lists first are kept: the newest items if its lists begin with them. Items that were taken away are all kept.
 */
function mergeSeries(series: IDataObject[][], plan: Plan): IDataObject[] {
	const most = plan.takesAway ? Infinity : plan.wanted;
	const { sortBy } = plan;
	if (series.length < 2 || sortBy === undefined) return series.flat().slice(0, most);
	const timed = series.map((items) =>
		items.map((item) => ({
			item,
			time: exactSentTime(item[sortBy.time]) ?? 0,
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

/** Names the items that n8n cannot hand on. */
function leftOut(found: readonly IDataObject[], { sortBy }: Plan): string {
	const names = found
		.filter(isTooDeep)
		.map((item) => scalarText(item[sortBy?.id ?? 'id']) ?? 'without an ID');
	const shown = firstOf(
		names.map((name) => shortened(name, 100)),
		NAMES_SHOWN,
	);
	return `Left out, because they nest more than ${MOST_LEVELS} levels deep: ${shown}.`;
}

/** A failure in words: what happened, and what the service said. */
function reasonOf(error: unknown): string {
	const said = factsOf(error)?.serviceMessage;
	return sentence(messageOf(error)) + (said ? ` The service says: ${sentence(said)}` : '');
}

/** The reasons of several failures, each once. */
const reasonsOf = (errors: readonly Error[]): string => [...new Set(errors.map(reasonOf))].join(' ');

/** The error for lists that give no results: that of the list that failed last, whose advice names the others. */
function allFailures(failures: readonly Error[]): Error | undefined {
	const last = failures.at(-1);
	const others = failures.filter((error) => reasonOf(error) !== reasonOf(last));
	if (!(last instanceof ServiceError) || others.length === 0) return last;
	const { message, advice, facts } = last;
	const description = `${sentence(advice)} Another list failed, too: ${reasonsOf(others)}`;
	return new ServiceError({ message, description }, facts);
}

/**
 * Downloads the PDFs of the items into their results.
 *
 * @returns how many PDFs are missing, by reason
 */
async function attach(
	items: readonly IDataObject[],
	results: readonly Result[],
	{ binaryPropertyName, of, describe }: NonNullable<Plan['attachments']>,
	send: Sender,
	downloads: Downloads,
): Promise<ReadonlyMap<string, number>> {
	const missing = new Map<string, number>();
	await inParallel(results.entries(), WIDEST, async ([index, result]) => {
		const document = of(items[index] ?? {});
		if (document === undefined) return;
		let outcome: DocumentOutcome;
		try {
			const { pdf } = await fetchPdf(send, document, downloads);
			if (pdf) result.binary = { [send.withoutKey(binaryPropertyName)]: pdf.binary };
			outcome = { kind: pdf ? 'downloaded' : 'pending' };
		} catch (error) {
			// A missing PDF does not stop the event. Its output has the reason.
			outcome = { kind: 'failed', facts: factsOf(error) };
			const reason = reasonOf(error);
			missing.set(reason, (missing.get(reason) ?? 0) + 1);
		}
		result.json = { ...result.json, ...describe(outcome) };
	});
	return missing;
}

/**
 * Reads the list of an input item.
 *
 * @param tell receives what is missing in the list, and why
 * @throws the failures that ended the reading as one, if there are no results or they are discarded
 */
export async function runPages(
	plan: Plan,
	send: Sender,
	downloads: Downloads,
	tell: (sentence: Sentence) => void,
): Promise<Result[]> {
	const warn = (text: string) => tell({ text, isWarning: true });
	const all: IDataObject[][] = [];
	let stillWanted = plan.wanted;
	const failures: Error[] = [];
	let isUseless = false;
	for (const request of plan.series) {
		const reading = plan.takesAway
			? await drain(send, request, stillWanted, plan)
			: await readWithCursor(send, request, plan);
		all.push(reading.items);
		stillWanted -= reading.items.length;
		if (reading.cutShortBy) failures.push(reading.cutShortBy);
		isUseless = reading.isUseless === true;
		if (isUseless || (plan.takesAway && failures.length > 0)) break;
	}
	const found = mergeSeries(all, plan);
	const items = found.filter((item) => !isTooDeep(item));
	if (items.length < found.length) warn(leftOut(found, plan));
	const failure = allFailures(failures);
	if (failure !== undefined) {
		if (items.length === 0 || isUseless) throw failure;
		const read = counted(items.length, 'result', 'results');
		const goOn = plan.takesAway ? ' Run the node again for the rest.' : '';
		warn(`Only ${read} could be read, because a later request failed: ${reasonsOf(failures)}${goOn}`);
	}
	const results = items.map((item): Result => ({ json: plan.shape(item) }));
	if (plan.attachments === undefined) return results;
	for (const [reason, count] of await attach(items, results, plan.attachments, send, downloads)) {
		warn(`Without PDF: ${counted(count, 'document', 'documents')}. ${reason}`);
	}
	return results;
}
