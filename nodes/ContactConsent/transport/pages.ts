import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from './errors';
import type { Send, SendLimits, ServiceRequest } from './types';

/** One page of a list. */
export interface Page {
	items: IDataObject[];
	/** Where the next page begins; missing on the last one. */
	nextCursor: string | undefined;
	/** The service's clock when it sent this page, as its `Date` header says. */
	date: string | undefined;
}

/**
 * Reads a cursor-paginated list page by page, as long as the caller asks for more.
 *
 * @param request the list's request, without a cursor
 * @param from cursor to begin at, as an earlier page's `nextCursor`
 * @param limits bounds for each request of the series
 * @throws ServiceError also for a cursor that was seen before, which would go round for ever
 */
export async function* readPages(
	send: Send,
	request: ServiceRequest,
	from?: string,
	limits?: SendLimits,
): AsyncGenerator<Page, void, undefined> {
	const seen = new Set<string>();
	let cursor = from;
	do {
		if (cursor !== undefined) seen.add(cursor);
		const response = await send<IDataObject[]>({ ...request, query: { ...request.query, cursor } }, limits);
		const nextCursor = response.headers['next-cursor'] || undefined;
		if (nextCursor !== undefined && seen.has(nextCursor)) {
			throw new ServiceError(
				{
					message: 'The service sent the same page cursor twice',
					description: 'The list would never end. Report this to the support of the service.',
				},
				{ kind: 'unexpectedBody', requestId: response.headers['request-id'] },
			);
		}
		yield { items: response.body, nextCursor, date: response.headers.date };
		cursor = nextCursor;
	} while (cursor !== undefined);
}
