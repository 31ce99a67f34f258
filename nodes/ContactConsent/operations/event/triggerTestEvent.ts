import { InvalidInput } from '../../common/invalidInput';
import { operation } from '../../common/operation';
import { isRecord, isTooDeep, MOST_LEVELS } from '../../lib/json';
import { textOf } from '../../lib/text';
import { recordField } from '../../parameters/commonFields';
import { contactEventRows } from './eventFields';
import { triggerRequest } from './requests';

export const trigger = operation.one({
	effect: 'Triggered',
	value: 'trigger',
	name: 'Trigger Test Event',
	action: 'Trigger test event',
	description: 'Create an event of one contact, together with a consent PDF. Works in sandbox accounts only.',
	fields: [
		{
			displayName:
				'For building workflows. It needs the key of a sandbox account. Everybody who reads the events of that account receives the event.',
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
			description: 'The type of the event. The service adds a Consent PDF Created event.',
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
			description: 'The contact as the service returns it, with at least its ID',
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
		if (isTooDeep(contact)) {
			throw new InvalidInput(
				`The contact nests more than ${MOST_LEVELS} levels deep`,
				'Use the shape in which the service returns it.',
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
