import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { scalarText } from '../values';
import { factsOf, ServiceError } from './errors';
import type { Send, SendLimits, ServiceRequest, ServiceResponse } from './types';

/** One page of a list. The last one has no `nextCursor`; `date` is the service's clock, as its `Date` header says. */
export interface Page {
	/** Those that no earlier page had: a list that changes while it is read may repeat some. */
	items: IDataObject[];
	nextCursor: string | undefined;
	date: string | undefined;
}

/** So many pages in a row without anything new: the list would never end. */
const MOST_BARREN = 20;

/** What a list refuses a cursor with that it does not know any more. */
const EXPIRED: ReadonlySet<number | undefined> = new Set([400, 404, 410, 422]);

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
	return EXPIRED.has(status) && !wrongAddress && from === undefined;
};

/** What tells an item of a list from the others: the fields that the request names, else all that it has. */
export function identityOf(item: IDataObject, { identity = ['id'] }: ServiceRequest): string {
	const parts = identity.map((field) => scalarText(item[field]));
	return JSON.stringify(parts.includes(undefined) ? item : parts);
}

/**
 * Reads a list page by page, as long as the caller asks for more, within limits for all pages together. Where the service
 * does not know a cursor any more, the list is read once more from its first page.
 *
 * @param from an earlier page's `nextCursor`
 * @throws ServiceError of the kind `endless` for a list that leads nowhere: what its pages have shown is right
 */
export async function* readPages(
	send: Send,
	request: ServiceRequest,
	from?: string,
	{ within = Infinity }: SendLimits = {},
): AsyncGenerator<Page, void, undefined> {
	const end = elapsed() + within;
	const ids = new Set<string>();
	let cursors = new Set<string>();
	let cursor = from;
	/** Pages since something was new, and how many there may be: after a new beginning, as many as were read before. */
	let barren = 0;
	let mostBarren = MOST_BARREN;
	let pages = 0;
	let hasBegunAgain = false;
	const isNew = (item: IDataObject): boolean => {
		const before = ids.size;
		return ids.add(identityOf(item, request)).size > before;
	};
	do {
		if (cursor !== undefined) cursors.add(cursor);
		const page = { ...request, query: { ...request.query, cursor } };
		const response = await send<IDataObject[]>(page, { within: end - elapsed() }).catch(
			(error: Error) => error,
		);
		if (response instanceof Error) {
			if (cursor === undefined || hasBegunAgain || !hasExpired(response)) throw response;
			hasBegunAgain = true;
			mostBarren += pages;
			cursors = new Set();
			cursor = undefined;
			continue;
		}
		const { headers, body } = response;
		const items = body.filter(isNew);
		let nextCursor = headers['next-cursor'] || undefined;
		// Nothing follows where an empty page leads to itself.
		if (body.length === 0 && nextCursor === cursor) nextCursor = undefined;
		pages++;
		barren = items.length > 0 ? 0 : barren + 1;
		yield { items, nextCursor, date: headers.date };
		if (nextCursor === undefined) return;
		if (cursors.has(nextCursor)) throw endless('The service sent the same page cursor twice', response);
		if (barren >= mostBarren) throw endless(`The last ${barren} pages had nothing new`, response);
		cursor = nextCursor;
	} while (true);
}
