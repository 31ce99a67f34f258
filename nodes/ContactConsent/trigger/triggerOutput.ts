import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { OutputShape } from '../common/operation';
import { simplifyEvent } from '../operations/event/eventOutput';
import type { Delivery } from './documents';
import type { Poll } from './pollContext';

const NUMBER = { area: 'string', number: 'string', original: 'string' } as const satisfies OutputShape;

const READ_NUMBER = {
	...NUMBER,
	international_formatted: 'string',
	national_formatted: 'string',
} as const satisfies OutputShape;

const SECTION = {
	emails: 'strings',
	mobile_numbers: [READ_NUMBER],
	phone_numbers: [READ_NUMBER],
	fax_numbers: [NUMBER],
	addresses: [
		{
			street: 'string',
			house_number: 'string',
			zip_code: 'string',
			city: 'string',
			district: 'string',
			country: 'string',
			addition: 'string',
		},
	],
} as const satisfies OutputShape;

/**
 * The default output of the trigger: an event as the service sends it, with `documentation_status`. The output preview
 * is generated from it.
 */
export const TRIGGER_OUTPUT = {
	event_id: 'string',
	event_time: 'string',
	type: 'string',
	contact_id: 'string',
	contact: {
		id: 'string',
		first_name: 'string',
		last_name: 'string',
		title: 'string',
		degree: 'string',
		salutation: 'string',
		birthday: 'string',
		company: 'string',
		position: 'string',
		language: 'string',
		employee_id: 'string',
		data: 'object',
		documentation: {
			consents: [
				{
					id: 'string',
					type: 'string',
					granted: 'boolean',
					granted_at: 'string',
					granted_ip: 'string',
					granted_agent: 'string',
				},
			],
		},
		section_work: SECTION,
		section_private: SECTION,
		tags: 'strings',
	},
	event_documentation_url: 'string',
	documentation_status: 'string',
} as const satisfies OutputShape;

/** The item of an event. */
export function toItem(
	{ event, status, binary }: Delivery,
	{ settings, send }: Pick<Poll, 'settings' | 'send'>,
): INodeExecutionData {
	const json: IDataObject = {
		...send.withoutKey(settings.simplify ? simplifyEvent(event.raw, settings.timeZone) : event.raw),
	};
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined
		? { json }
		: { json, binary: { [send.withoutKey(settings.binaryPropertyName)]: binary } };
}
