import type { FastifyInstance } from 'fastify';
import type { EventType, TriggerPublicEvent } from '../records/model';
import { readLimit } from './pagination';
import type { PageParams } from './pagination';
import {
	EVENT_QUERY,
	LIMIT_QUERY,
	PAGE_HEADERS,
	PAGE_QUERY,
	WEB,
	answers,
	listOf,
	query,
	ref,
} from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { markReceived } from '../records/store';
import type { StoredEvent } from '../records/store';
import { byScramble, byTime } from '../records/timeline';
import { triggerEvent } from './trigger';
import { eventView } from '../records/view';
import { schemaErrors } from './bulk';
import { pageOf } from './paging';

const EVENTS = answers('Events', listOf(ref('ContactEvent')));
const FAILURES = {
	400: answers('A parameter cannot be read', WEB),
	500: answers('Server error', WEB),
};

/** Returns the first events that nobody has received, in the order of `latestOrder`. */
function notYetReceived({ store, options }: Service, type: string | undefined, limit: number): StoredEvent[] {
	const found: StoredEvent[] = [];
	const wanted = (event: StoredEvent) => type === undefined || event.type === type;
	const all = options.latestOrder !== 'arrival';
	for (const event of store.unreceived.values()) {
		if (!all && found.length === limit) break;
		if (wanted(event)) found.push(event);
	}
	if (options.latestOrder === 'asc') found.sort(byTime);
	if (options.latestOrder === 'desc') found.sort((a, b) => byTime(b, a));
	if (options.latestOrder === 'shuffled') found.sort(byScramble);
	return found.slice(0, limit);
}

export function eventRoutes(app: FastifyInstance, service: Service): void {
	const { store } = service;
	const view = (event: StoredEvent) => eventView(service, event);

	app.get<{ Querystring: PageParams }>('/events', {
		schema: {
			tags: ['Events'],
			summary: 'History of events',
			querystring: query({ ...EVENT_QUERY, ...PAGE_QUERY }),
			response: { ...FAILURES, 200: answers('Events', listOf(ref('ContactEvent')), PAGE_HEADERS) },
		},
		handler: (request, reply) => {
			const { historyWindowMs, historyWindowStatus } = service.options;
			const oldest = service.clock.now() - historyWindowMs;
			if (Date.parse(request.query.from ?? '') < oldest) {
				const since = new Date(oldest).toISOString();
				return answer(reply, historyWindowStatus, `from: the history goes back to ${since}`);
			}
			const page = pageOf(service, reply, request.query, {
				path: '/events',
				order: service.options.eventOrder,
				timelineOf: ({ type }) => store.history[(type ?? 'all') as EventType | 'all'],
			});
			if ('refused' in page) return answer(reply, 400, page.refused);
			if (service.options.historyMarksReceived) markReceived(store, page);
			return reply.send(page.map(view));
		},
	});

	app.get<{ Querystring: { type?: string; limit?: string } }>('/events/latest', {
		schema: {
			tags: ['Events'],
			summary: 'Events that were not received yet',
			querystring: query({ ...EVENT_QUERY, ...LIMIT_QUERY }),
			response: { ...FAILURES, 200: EVENTS },
		},
		handler: (request, reply) => {
			const limit = readLimit(request.query.limit, service.options);
			if (typeof limit !== 'number') return answer(reply, 400, limit.refused);
			const events = notYetReceived(service, request.query.type, limit);
			markReceived(store, events);
			return reply.send(events.map(view));
		},
	});

	app.post<{ Body: TriggerPublicEvent }>('/events/trigger', {
		attachValidation: true,
		config: { consumes: true },
		schema: {
			tags: ['Events'],
			summary: 'Trigger an event for test purposes',
			body: ref('TriggerPublicEvent'),
			response: {
				200: answers('Event triggered', WEB),
				400: answers('Values of the body cannot be read', WEB),
				403: answers('Sandbox events are not accessible for production companies', WEB),
				404: answers('The contact was not found', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			if (request.apiKey?.kind === 'production')
				return answer(reply, 403, 'Sandbox events are not accessible for production companies');
			const broken = schemaErrors(request).find(({ keyword }) =>
				['type', 'enum', 'required'].includes(keyword),
			);
			if (broken) return answer(reply, 400, `body${broken.instancePath} ${broken.message ?? ''}`);
			const { status, message } = triggerEvent(service, request.body);
			return answer(reply, status, message);
		},
	});
}
