/** Reads a page of a timeline and makes the cursor for the next one. */
import type { SandboxOptions } from '../options/options';
import type { Store } from '../records/store';
import { lacksOffset, parseTime } from '../options/time';
import { byScramble, byTime, lowerBound } from '../records/timeline';
import type { Order, Timed, Timeline } from '../records/timeline';

/** The query parameters of a list with pages, as text: `limit`, `cursor` and its filters. */
export type PageParams = Readonly<Record<string, string | undefined>>;

/** All parameters but `limit` and `cursor`. */
type Filters = PageParams;

interface Cursor {
	resource: string;
	filters: Filters;
	issuedAt: number;
	/** Makes each cursor unique. */
	serial: number;
	/** The last item of the previous page (keyset, snapshot). */
	time: number;
	seq: number;
	/** How many items were read so far (offset). */
	offset: number;
	/** The `seq` of the next new item when the first page was read (snapshot). */
	newest: number;
}

/** The message of a 400. */
export interface Refused {
	refused: string;
}

export interface PageRequest {
	filters: Filters;
	limit: number;
	cursor: Cursor | undefined;
}

export interface Page<T> {
	items: T[];
	nextCursor: string | undefined;
}

interface Reader {
	options: SandboxOptions;
	now: number;
	store: Pick<Store, 'cursorUses' | 'cursorsIssued' | 'seq'>;
}

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string): Cursor | undefined {
	try {
		const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor | null;
		return typeof cursor?.seq === 'number' && cursor.filters ? cursor : undefined;
	} catch {
		return undefined;
	}
}

/** The default limit of the contract. */
const DEFAULT_LIMIT = 1000;

export function readLimit(limit: string | undefined, options: SandboxOptions): number | Refused {
	const wanted = limit === undefined ? DEFAULT_LIMIT : Number(limit);
	if (wanted <= options.maxLimit) return wanted;
	return options.overMaxLimit === 'cap'
		? options.maxLimit
		: { refused: `limit must not exceed ${options.maxLimit}` };
}

function readCursor(text: string, resource: string, reader: Reader): Cursor | Refused {
	const cursor = decode(text);
	if (cursor?.resource !== resource) return { refused: 'cursor is not valid' };
	if (reader.now - cursor.issuedAt > reader.options.cursorLifetimeMs)
		return { refused: 'cursor has expired' };
	const uses = (reader.store.cursorUses.get(text) ?? 0) + 1;
	if (uses > reader.options.cursorUses) return { refused: 'cursor was used before' };
	if (reader.options.cursorUses !== Infinity) reader.store.cursorUses.set(text, uses);
	return cursor;
}

function timeRefusal({ from, to }: Filters, options: SandboxOptions): string | undefined {
	if (options.offsetlessTimes === 'utc') return undefined;
	const bad = [from, to].find((text) => text !== undefined && lacksOffset(text));
	return bad && `${bad} has no offset`;
}

export function readPageRequest(params: PageParams, resource: string, reader: Reader): PageRequest | Refused {
	const { limit: wanted, cursor: given, ...sent } = params;
	const limit = readLimit(wanted, reader.options);
	if (typeof limit !== 'number') return limit;
	const refused = timeRefusal(sent, reader.options);
	if (refused) return { refused };
	if (given === undefined) return { filters: sent, limit, cursor: undefined };
	const cursor = readCursor(given, resource, reader);
	if ('refused' in cursor) return cursor;
	const mode = reader.options.cursorFilters;
	const names = Object.keys({ ...sent, ...cursor.filters });
	const differs = names.find((name) => sent[name] !== cursor.filters[name]);
	if (mode === 'strict' && differs) return { refused: `${differs} does not match the cursor` };
	return { filters: mode === 'query' ? sent : cursor.filters, limit, cursor };
}

/** The part of the timeline between two times, in the order of the pages. */
interface View<T> {
	at(index: number): T;
	start: number;
	end: number;
	accepts(item: T): boolean;
	compare(a: Pick<Timed, 'time' | 'seq'>, b: Pick<Timed, 'time' | 'seq'>): number;
}

function viewOf<T extends Timed>(
	timeline: Timeline<T>,
	order: Order,
	filters: Filters,
	options: SandboxOptions,
): View<T> {
	const from = filters.from === undefined ? -Infinity : (parseTime(filters.from) ?? -Infinity);
	const to = filters.to === undefined ? Infinity : (parseTime(filters.to) ?? Infinity);
	const early = ({ time }: T) => (options.fromBound === 'inclusive' ? time < from : time <= from);
	const late = ({ time }: T) => (options.toBound === 'inclusive' ? time > to : time >= to);
	if (order === 'shuffled') {
		const items = timeline.shuffled();
		return {
			at: (index) => items[index] as T,
			start: 0,
			end: items.length,
			accepts: (item) => !early(item) && !late(item),
			compare: byScramble,
		};
	}
	const items = timeline.ascending();
	const { length } = items;
	const first = lowerBound(length, (index) => early(items[index] as T));
	const last = lowerBound(length, (index) => !late(items[index] as T));
	const accepts = () => true;
	if (order === 'asc')
		return { at: (index) => items[index] as T, start: first, end: last, accepts, compare: byTime };
	return {
		at: (index) => items[length - 1 - index] as T,
		start: length - last,
		end: length - first,
		accepts,
		compare: (a, b) => byTime(b, a),
	};
}

export function readPage<T extends Timed>(
	timeline: Timeline<T>,
	request: PageRequest,
	resource: string,
	order: Order,
	reader: Reader,
): Page<T> {
	const { options } = reader;
	const { filters, limit, cursor } = request;
	const view = viewOf(timeline, order, filters, options);
	const newest = cursor?.newest ?? reader.store.seq;
	const accepts = (item: T) => view.accepts(item) && (options.cursorMode !== 'snapshot' || item.seq < newest);
	const byOffset = options.cursorMode === 'offset';
	let index = view.start;
	if (cursor && !byOffset) {
		const behind = lowerBound(view.end, (at) => view.compare(view.at(at), cursor) <= 0);
		index = Math.max(view.start, behind);
	}
	let skip = byOffset ? (cursor?.offset ?? 0) : 0;
	const items: T[] = [];
	for (; index < view.end && items.length <= limit; index++) {
		const item = view.at(index);
		if (!accepts(item)) continue;
		if (skip > 0) skip--;
		else items.push(item);
	}
	if (items.length <= limit) return { items, nextCursor: undefined };
	items.pop();
	const repeated = Math.min(options.duplicateAcrossPages, limit - 1);
	const { time, seq } = items[limit - 1 - repeated] as T;
	const offset = (cursor?.offset ?? 0) + limit - repeated;
	const issuedAt = reader.now;
	const serial = reader.store.cursorsIssued++;
	return { items, nextCursor: encode({ resource, filters, issuedAt, serial, time, seq, offset, newest }) };
}
