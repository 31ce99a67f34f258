import { InvalidInput, operation } from '../../operation';
import { isRecord, textOf } from '../../values';
import { recordField } from '../fields';
import { contactEventRows } from './fields';
import { triggerRequest } from './requests';

export const trigger = operation.one({
	effect: { done: 'Triggered', atOnce: 1 },
	value: 'trigger',
	name: 'Trigger Test Event',
	action: 'Trigger test event',
	description:
		'Create an update or confirm event and a consent PDF for one contact. Works in sandbox accounts only.',
	fields: [
		{
			displayName:
				'This is for building workflows, and works with the key of a sandbox account only. The event reaches all who read the events of that account.',
			name: 'sandboxNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Event Type',
			name: 'eventType',
			type: 'options',
			options: contactEventRows,
			default: 'update',
			description: 'Kind of event to create. The service adds a Consent PDF Created event.',
		},
		{
			displayName: 'Contact Input',
			name: 'contactInput',
			type: 'options',
			options: [
				{ name: 'Contact ID', value: 'id', description: 'Name the contact by its ID' },
				{ name: 'JSON', value: 'json', description: 'Enter the whole contact for the event as JSON' },
			],
			default: 'id',
			description: 'How to choose the contact of the event',
		},
		{ ...recordField('Contact', 'contactId'), displayOptions: { show: { contactInput: ['id'] } } },
		{
			displayName: 'Contact',
			name: 'contact',
			type: 'json',
			required: true,
			default: '{\n  "id": "contact-42",\n  "first_name": "Ada",\n  "last_name": "Lovelace"\n}',
			displayOptions: { show: { contactInput: ['json'] } },
			description: 'The contact in the shape in which the service returns it, with at least its ID',
		},
	],
	output: { triggered: 'boolean', type: 'string', message: 'string', request_id: 'string' },
	plan({ eventType: type, contactId, contact = { id: contactId } }) {
		if (!isRecord(contact)) {
			throw new InvalidInput(
				'The contact is no JSON object',
				'Use one contact, e.g. { "id": "contact-42" }.',
			);
		}
		return {
			request: triggerRequest(type, contact),
			shape: ({ body, headers }) => [
				{
					triggered: true,
					type,
					message: isRecord(body) ? textOf(body.message) : undefined,
					request_id: headers['request-id'],
				},
			],
		};
	},
});
