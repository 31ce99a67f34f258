import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { ServiceError } from './errors';
import type { Send, SendLimits, ServiceRequest } from './types';

/** One page of a list. The last one has no `nextCursor`; `date` is the service's clock, as its `Date` header says. */
export interface Page {
	items: IDataObject[];
	nextCursor: string | undefined;
	date: string | undefined;
}

/** More pages than any list has; a service that goes on inventing cursors would be read for ever. */
const MOST_PAGES = 100_000;

/**
 * Reads a list page by page, as long as the caller asks for more, within limits for all pages together.
 *
 * @param from an earlier page's `nextCursor`
 * @throws ServiceError also for a cursor that was seen before, and for too many pages
 */
export async function* readPages(
	send: Send,
	request: ServiceRequest,
	from?: string,
	{ within = Infinity }: SendLimits = {},
): AsyncGenerator<Page, void, undefined> {
	const end = elapsed() + within;
	const seen = new Set<string>();
	let cursor = from;
	do {
		if (cursor !== undefined) seen.add(cursor);
		const page = { ...request, query: { ...request.query, cursor } };
		const { headers, body } = await send<IDataObject[]>(page, { within: end - elapsed() });
		const nextCursor = headers['next-cursor'] || undefined;
		const isRepeated = nextCursor !== undefined && seen.has(nextCursor);
		if (isRepeated || (nextCursor !== undefined && seen.size >= MOST_PAGES - 1)) {
			const message = isRepeated
				? 'The service sent the same page cursor twice'
				: `The list has more than ${MOST_PAGES} pages`;
			const description = 'The list would never end. Report this to the support of the service.';
			const requestId = headers['request-id'];
			throw new ServiceError({ message, description }, { kind: 'unexpectedBody', requestId });
		}
		yield { items: body, nextCursor, date: headers.date };
		cursor = nextCursor;
	} while (cursor !== undefined);
}
