import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { epochOf } from '../dates';
import type { DocumentOutcome, PagesPlan } from '../plan';
import { factsOf, sentence } from '../transport/errors';
import { WIDEST } from '../transport/pace';
import { readPages } from '../transport/pages';
import { counted, scalarText } from '../values';
import type { Send, ServiceRequest } from '../transport/types';
import { fetchPdf } from './file';
import type { Result } from './outcome';
import { inParallel } from '../pool';

type Plan = PagesPlan & { takesAway: boolean };
type Helpers = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** What a reading brought, and why it ended early if it did. */
interface Reading {
	items: IDataObject[];
	cutShortBy?: Error;
}

/**
 * Gathers items, each once; a list that changes while it is read may repeat some.
 * As long as each one sorts behind all before it, none can be a repetition, and nothing has to be looked up.
 */
function collector({ identity, sortKey }: Pick<Plan, 'identity' | 'sortKey'>) {
	const items: IDataObject[] = [];
	let last = '';
	/** Missing while the items come in strict order. */
	let seen: Set<unknown> | undefined;
	const isBehind = (item: IDataObject): boolean => {
		const place = sortKey === undefined ? undefined : item[sortKey];
		if (typeof place !== 'string' || place <= last) return false;
		last = place;
		return true;
	};
	const isNew = (item: IDataObject): boolean => {
		if (seen === undefined && isBehind(item)) return true;
		seen ??= new Set(items.map((earlier) => earlier[identity]));
		const key = item[identity];
		if (key !== undefined && seen.has(key)) return false;
		seen.add(key);
		return true;
	};
	/** @returns how many of them were new */
	const add = (page: readonly IDataObject[]): number => {
		const before = items.length;
		for (const item of page) if (isNew(item)) items.push(item);
		return items.length - before;
	};
	return { items, add };
}

/** A list that can be read again: pages by cursor, as many items as are wanted. */
async function readWithCursor(
	send: Send,
	request: (pageSize: number) => ServiceRequest,
	plan: Plan,
): Promise<Reading> {
	const { wanted, pageSize } = plan;
	const { items, add } = collector(plan);
	for await (const page of readPages(send, request(Math.min(pageSize, wanted)))) {
		add(page.items);
		if (items.length >= wanted) break;
	}
	return { items: items.slice(0, wanted) };
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
	const { items, add } = collector(plan);
	while (items.length < wanted) {
		try {
			const page = await send<IDataObject[]>(request(Math.min(plan.pageSize, wanted - items.length)));
			// An answer with nothing new in it ends the reading, so that it can never go round for ever.
			if (add(page.body) === 0) break;
		} catch (error) {
			return { items, cutShortBy: error as Error };
		}
	}
	return { items };
}

async function readAll(plan: Plan, send: Send): Promise<Reading> {
	const all: IDataObject[][] = [];
	let count = 0;
	for (const request of plan.series) {
		const reading = plan.takesAway
			? await drain(send, request, plan.wanted - count, plan)
			: await readWithCursor(send, request, plan);
		all.push(reading.items);
		count += reading.items.length;
		if (reading.cutShortBy !== undefined) return { ...reading, items: merge(all, plan) };
	}
	return { items: merge(all, plan) };
}

/**
 * Several series as one, in order of time; a single one keeps the service's order.
 * Of more than are wanted, those stay that the service lists first: the newest ones where it begins with them.
 */
function merge(series: IDataObject[][], plan: Plan): IDataObject[] {
	const filled = series.filter((items) => items.length > 0);
	const most = plan.takesAway ? Infinity : plan.wanted;
	if (series.length < 2 || plan.sortKey === undefined) return filled.flat().slice(0, most);
	const { sortKey, identity } = plan;
	const timed = filled.map((items) =>
		items.map((item) => ({ item, time: epochOf(item[sortKey]) ?? 0, id: scalarText(item[identity]) ?? '' })),
	);
	const descends = timed.some((items) => (items[0]?.time ?? 0) > (items.at(-1)?.time ?? 0));
	const merged = timed
		.flat()
		.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : Number(a.id > b.id)))
		.map(({ item }) => item);
	return descends ? merged.slice(-most) : merged.slice(0, most);
}

/** Downloads what belongs to the items, into their results. */
async function attach(
	items: readonly IDataObject[],
	results: readonly Result[],
	{ binaryPropertyName, of, describe }: NonNullable<Plan['attachments']>,
	send: Send,
	helpers: Helpers,
	signal: AbortSignal | undefined,
): Promise<void> {
	await inParallel(results.entries(), WIDEST, async ([index, result]) => {
		const document = of(items[index] ?? {});
		if (document === undefined) return;
		let outcome: DocumentOutcome;
		try {
			const pdf = await fetchPdf(send, document, helpers, signal);
			if (pdf) result.binary = { [binaryPropertyName]: pdf.binary };
			outcome = { kind: pdf ? 'downloaded' : 'pending' };
		} catch (error) {
			// The event is worth more than its PDF: it goes out with the reason.
			outcome = { kind: 'failed', facts: factsOf(error) };
		}
		result.json = { ...result.json, ...describe(outcome) };
	});
}

/** Reads the list of an item. `warn` is told about a reading that brought only a part. */
export async function runPages(
	plan: Plan,
	send: Send,
	helpers: Helpers,
	warn: (message: string) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { items, cutShortBy } = await readAll(plan, send);
	if (cutShortBy !== undefined) {
		if (items.length === 0) throw cutShortBy;
		warn(
			`Only ${counted(items.length, 'result', 'results')} could be read, because a later request failed: ${sentence(cutShortBy.message)} Run the node again for the rest.`,
		);
	}
	const results = items.map((item): Result => ({ json: plan.shape(item) }));
	if (plan.attachments) await attach(items, results, plan.attachments, send, helpers, signal);
	return results;
}
