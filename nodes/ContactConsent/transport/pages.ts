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

/**
 * Reads a list page by page, as long as the caller asks for more, within limits for all pages together.
 *
 * @param from an earlier page's `nextCursor`
 * @throws ServiceError also for a cursor that was seen before
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
		if (nextCursor !== undefined && seen.has(nextCursor)) {
			const message = 'The service sent the same page cursor twice';
			const description = 'The list would never end. Report this to the support of the service.';
			const requestId = headers['request-id'];
			throw new ServiceError({ message, description }, { kind: 'unexpectedBody', requestId });
		}
		yield { items: body, nextCursor, date: headers.date };
		cursor = nextCursor;
	} while (cursor !== undefined);
}
