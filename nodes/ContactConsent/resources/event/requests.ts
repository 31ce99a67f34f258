import type { ServiceRequest } from '../../transport/types';
import type { EventType } from './model';

/** The period and type that a reading of events is about; times are UTC ISO 8601. */
export interface EventFilter {
	type?: EventType;
	from?: string;
	to?: string;
}

/** `GET /events`: the history, cursor-paginated, as often as wanted. */
export const historyRequest = (filter: EventFilter, limit: number): ServiceRequest => ({
	method: 'GET',
	path: ['events'],
	query: { ...filter, limit },
	expect: 'list',
	repeatable: 'safe',
});

/** `GET /events/latest`: what no reader has received yet. An answer that gets lost may take its events along. */
export const latestRequest = (type: EventType | undefined, limit: number): ServiceRequest => ({
	method: 'GET',
	path: ['events', 'latest'],
	query: { type, limit },
	expect: 'list',
	repeatable: 'onlyRateLimited',
});
