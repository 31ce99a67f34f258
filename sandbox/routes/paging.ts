/** Reads a page for a route and sets the headers of the next one. */
import type { FastifyReply } from 'fastify';
import { readPage, readPageRequest } from './pagination';
import type { PageParams, Refused } from './pagination';
import { linkTo } from '../records/service';
import type { Service } from '../records/service';
import type { Order, Timed, Timeline } from '../records/timeline';

export interface Paged<T extends Timed> {
	/** Path under `/v1`; cursors use it as the name of the resource. */
	path: string;
	order: Order;
	/** Called with the filters, which may come from the cursor. `from` and `to` are applied afterwards. */
	timelineOf: (filters: PageParams) => Timeline<T>;
}

export function pageOf<T extends Timed>(
	service: Service,
	reply: FastifyReply,
	params: PageParams,
	{ path, order, timelineOf }: Paged<T>,
): T[] | Refused {
	const reader = { options: service.options, now: service.clock.now(), store: service.store };
	const request = readPageRequest(params, path, reader);
	if ('refused' in request) return request;
	const page = readPage(timelineOf(request.filters), request, path, order, reader);
	if (page.nextCursor !== undefined) {
		const next = new URLSearchParams({ ...params, cursor: page.nextCursor });
		reply.header('Next-Cursor', page.nextCursor);
		reply.header('Next-Link', linkTo(service, `${path}?${next.toString()}`));
	}
	return page.items;
}
