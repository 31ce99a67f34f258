/** Reads a page for a route and sets the headers of the next one. */
import type { FastifyReply } from 'fastify';
import { readPage, readPageRequest } from './pagination';
import type { PageParams, Refused, Source } from './pagination';
import { linkTo } from '../records/service';
import type { Service } from '../records/service';
import type { Order, Timed } from '../records/timeline';

export interface Paged<T extends Timed> {
	/** Path under `/v1`; cursors use it as the name of the resource. */
	path: string;
	order: Order;
	/** Called with the type filter, which may come from the cursor. */
	source: (type: string | undefined) => Source<T>;
}

export function pageOf<T extends Timed>(
	service: Service,
	reply: FastifyReply,
	params: PageParams,
	{ path, order, source }: Paged<T>,
): T[] | Refused {
	const reader = { options: service.options, now: service.clock.now(), store: service.store };
	const request = readPageRequest(params, path, reader);
	if ('refused' in request) return request;
	const page = readPage(source(request.filters.type), request, path, order, reader);
	if (page.nextCursor !== undefined) {
		const { type, ...rest } = params;
		const next = new URLSearchParams({ ...rest, cursor: page.nextCursor });
		const types = service.options.typeValues === 'repeat' ? type?.split(',') : type && [type];
		for (const one of types || []) next.append('type', one);
		reply.header('Next-Cursor', page.nextCursor);
		reply.header('Next-Link', linkTo(service, `${path}?${next.toString()}`));
	}
	return page.items;
}
