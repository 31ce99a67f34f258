import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../lib/time';
import { hasLostDigits } from '../lib/ids';
import { scalarText } from '../lib/json';
import { factsOf, ServiceError } from './errors';
import { says } from './statuses';
import type { Send, SendLimits, ServiceRequest, ServiceResponse } from './types';

/** One page of a list. The last page has no `nextCursor`. `date` is the service's clock, from the `Date` header. */
export interface Page {
	/** The items that no earlier page had. A list that changes during reading may repeat items. */
	items: IDataObject[];
	nextCursor: string | undefined;
	date: string | undefined;
}

/** After this many pages in a row without a new item, the list counts as endless. */
const MOST_BARREN = 20;

const endless = (message: string, { headers }: ServiceResponse): ServiceError =>
	new ServiceError(
		{
			message,
			description: 'The list would never end. Report this to the support of the service.',
		},
		{ kind: 'endless', requestId: headers['request-id'] },
	);

const hasExpired = (error: unknown): boolean => {
	const { status, wrongAddress, from } = factsOf(error) ?? {};
	return says(status, 'cursor') && !wrongAddress && from === undefined;
};

/** The values that identify an item in its list; `undefined` if a field of the identity is missing or an empty text. */
function identityOf(item: IDataObject, { identity = ['id'] }: ServiceRequest): string | undefined {
	// Two of these may be equal although they were two.
	if (identity.some((field) => hasLostDigits(item[field]))) return JSON.stringify(item);
	const parts = identity.map((field) => scalarText(item[field]) || undefined);
	return parts.includes(undefined) ? undefined : JSON.stringify(parts);
}

/** Removes items that were seen before, because a list that changes during reading may repeat items. */
export function createSieve(request: ServiceRequest) {
	const seen = new Set<string | undefined>();
	/** @returns the items to keep, and whether one is new. Equal items without an identity are all kept */
	return (items: readonly IDataObject[]): { kept: IDataObject[]; hasNew: boolean } => {
		const before = seen.size;
		const kept = items.filter((item) => {
			const id = identityOf(item, request);
			if (seen.has(id)) return false;
			seen.add(id ?? JSON.stringify(item));
			return true;
		});
		return { kept, hasNew: seen.size > before };
	};
}

/**
 * Reads a list page by page, as long as the caller asks for more. The limits hold for all pages together. If the
 * service does not know a cursor any more, the list is read once more from its first page; a list that began with a
 * cursor ends instead, because nobody knows here what the pages before it had.
 *
 * @param from `nextCursor` of an earlier page
 * @throws ServiceError of the kind `endless` if a cursor repeats or too many pages have no new item; the pages read so
 * far are valid
 */
export async function* readPages(
	send: Send,
	request: ServiceRequest,
	from?: string,
	{ within = Infinity }: SendLimits = {},
): AsyncGenerator<Page, void, undefined> {
	const end = elapsed() + within;
	const sieve = createSieve(request);
	let cursors = new Set<string | undefined>();
	let cursor = from;
	/** Pages in a row without a new item, and their limit. A new beginning repeats pages, so it raises the limit. */
	let barren = 0;
	let mostBarren = MOST_BARREN;
	let pages = 0;
	let hasBegunAgain = false;
	do {
		cursors.add(cursor);
		const page = { ...request, query: { ...request.query, cursor } };
		const response = await send<IDataObject[]>(page, { within: end - elapsed() }).catch(
			(error: Error) => error,
		);
		if (response instanceof Error) {
			if (cursor === undefined || hasBegunAgain || !hasExpired(response)) throw response;
			if (from !== undefined) return;
			hasBegunAgain = true;
			mostBarren += pages;
			cursors = new Set();
			cursor = undefined;
			continue;
		}
		const { headers, body } = response;
		const { kept: items, hasNew } = sieve(body);
		let nextCursor = headers['next-cursor'] || undefined;
		// An empty page that leads to itself is the last one.
		if (body.length === 0 && nextCursor === cursor) nextCursor = undefined;
		pages++;
		barren = hasNew ? 0 : barren + 1;
		yield { items, nextCursor, date: headers.date };
		if (nextCursor === undefined) return;
		if (cursors.has(nextCursor)) throw endless('The service sent the same page cursor twice', response);
		if (barren >= mostBarren) throw endless(`The last ${barren} pages had nothing new`, response);
		cursor = nextCursor;
	} while (true);
}
