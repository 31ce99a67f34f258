import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../transport/types';
import type { EventType } from './eventOutput';

/** Which events to request. Times are UTC ISO 8601. */
interface EventFilter {
	type?: EventType;
	from?: string;
	to?: string;
}

const LIST_REFUSALS: ServiceRequest['refusals'] = {
	404: {
		message: 'The service has no events at this address',
		description: "Check the 'Base URL' in the Contact Consent API credentials.",
	},
};

const NOT_SHOWN = {
	message: 'The service does not show events of this period',
	description: 'If a start date is set, choose a later one.',
};
const HISTORY_REFUSALS: ServiceRequest['refusals'] = { ...LIST_REFUSALS, 410: NOT_SHOWN, 416: NOT_SHOWN };

/** The type is part of it, because an update and the document of the same change may share an ID. */
const IDENTITY = ['type', 'event_id'];

/** `GET /events`: the history, cursor-paginated. Reading it changes nothing. */
export const historyRequest = (filter: EventFilter, limit: number): ServiceRequest => ({
	method: 'GET',
	path: ['events'],
	list: 'history',
	query: { ...filter, limit },
	expect: 'list',
	repeatable: 'safe',
	identity: IDENTITY,
	refusals: HISTORY_REFUSALS,
});

/** `GET /events/latest`: the events that nobody has received yet. If an answer is lost, its events may be lost, too. */
export const latestRequest = (type: EventType | undefined, limit: number): ServiceRequest => ({
	method: 'GET',
	path: ['events', 'latest'],
	list: 'latest',
	query: { type, limit },
	expect: 'list',
	repeatable: 'ifNotBegun',
	identity: IDENTITY,
	refusals: LIST_REFUSALS,
});

const TRIGGER_REFUSALS: ServiceRequest['refusals'] = {
	400: {
		message: 'The service could not read the test event',
		description:
			"Check the contact: it must have the same structure as the output of Get with 'Simplify' off. If you chose a Contact ID, the service may need the whole contact: set 'Contact Input' to JSON.",
	},
	403: {
		message: 'Test events are available only in sandbox accounts',
		description:
			'Use credentials with the key of a sandbox account: this one belongs to a production account.',
	},
	404: {
		message: 'The service does not have the contact of the test event',
		description: 'Create the contact first, with the operation Create or Update.',
	},
};

/** `POST /events/trigger`, for sandbox accounts. A repeat would create a second event. */
export const triggerRequest = (type: 'update' | 'confirm', contact: IDataObject): ServiceRequest => ({
	method: 'POST',
	path: ['events', 'trigger'],
	body: { type, contact },
	expect: 'object',
	repeatable: 'ifNotBegun',
	refusals: TRIGGER_REFUSALS,
});
