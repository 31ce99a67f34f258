import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../common/operation';
import { isRecord } from '../../lib/json';
import { trimmed } from '../../lib/text';
import {
	clockIn,
	consentStates,
	hasConsent,
	type ConsentState,
	type DoubtfulType,
} from '../contact/consents';
import { reachOf } from '../contact/contactOutput';
import { flatOf, recordOutput } from '../recordOutput';

/** The types of events, as the service names them. */
export const EVENT_TYPES = ['update', 'confirm', 'documentation'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The flat shape of an event: 10 keys at most. Keys that do not apply are left out. */
export const EVENT_OUTPUT = {
	event_id: 'string',
	event_time: 'string',
	type: 'string',
	contact_id: 'string',
	first_name: 'string',
	last_name: 'string',
	email: 'string',
	mobile_number: 'string',
	consents: 'object',
	event_documentation_url: 'string',
} as const satisfies OutputShape;

export function simplifyEvent(event: IDataObject, timeZone: string): IDataObject {
	const contact = isRecord(event.contact) ? event.contact : undefined;
	const { first_name, last_name } = contact ?? {};
	const { email, mobile_number } = contact ? reachOf(contact) : {};
	const consents = contact && consentStates(contact, clockIn(timeZone));
	return flatOf(EVENT_OUTPUT, { ...event, first_name, last_name, email, mobile_number, consents });
}

export const eventOutput = recordOutput(
	['event_id', 'event_time', 'type', 'contact_id', 'contact', 'event_documentation_url'],
	simplifyEvent,
);

/** The values of the `type` parameter, one series of requests for each; `undefined` requests all types at once. */
export function typeSeries(chosen: readonly EventType[]): Array<EventType | undefined> {
	const distinct = [...new Set(chosen)];
	return distinct.length === 0 || distinct.length === EVENT_TYPES.length ? [undefined] : distinct;
}

/**
 * Makes the test for events about contacts with a consent of this type and state; `undefined` if every event passes. An
 * event that shows no contact always passes.
 *
 * @param doubtful is told of each contact
 */
export function consentFilter(
	{ consentType, consentGranted }: { consentType: string; consentGranted: ConsentState },
	timeZone: string,
	doubtful?: DoubtfulType,
): ((event: IDataObject) => boolean) | undefined {
	const type = trimmed(consentType);
	if (type === '' && consentGranted === 'any') return undefined;
	return ({ type: kind, contact }) => {
		if (kind !== 'update' && kind !== 'confirm') return true;
		if (!isRecord(contact)) return false;
		doubtful?.look(contact);
		return hasConsent(contact, type, consentGranted, clockIn(timeZone));
	};
}
