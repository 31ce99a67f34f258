import { isRecord } from '../../values';
import type { OneOperation } from '../../operation';
import { idField } from '../fields';

/** What can be triggered for a test; documentation events come along by themselves. */
const TRIGGERED_TYPES = [
	{ name: 'Contact Confirmed', value: 'confirm', description: 'The contact has confirmed their consents' },
	{ name: 'Contact Updated', value: 'update', description: 'The contact has updated their data' },
];

export const trigger: OneOperation = {
	kind: 'one',
	value: 'trigger',
	name: 'Trigger Test Event',
	action: 'Trigger a test event',
	description: 'Create an update or confirm event and a documentation for a contact, in a sandbox account',
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
			options: TRIGGERED_TYPES,
			default: 'update',
			description: 'What kind of event to create. A documentation event follows by itself.',
		},
		{
			displayName: 'Contact Input',
			name: 'contactInput',
			type: 'options',
			options: [
				{ name: 'Contact ID', value: 'id', description: 'Name the contact by its ID' },
				{ name: 'JSON', value: 'json', description: 'Hand over the contact as the event is to carry it' },
			],
			default: 'id',
			description: 'How to say which contact the event is about',
		},
		{ ...idField('Contact', 'contactId'), displayOptions: { show: { contactInput: ['id'] } } },
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
	plan(parameters) {
		const type = parameters.choice('eventType', ['update', 'confirm']);
		let contact: unknown;
		if (parameters.choice('contactInput', ['id', 'json']) === 'json') {
			contact = parameters.json('contact');
			if (!isRecord(contact)) {
				throw parameters.refuse(
					'contact',
					'is no JSON object',
					'Hand over one contact, e.g. { "id": "contact-42" }.',
				);
			}
		} else {
			contact = { id: parameters.id('contactId') };
		}
		return {
			request: {
				method: 'POST',
				path: ['events', 'trigger'],
				body: { type, contact },
				expect: 'object',
				// A repeat would create a second event.
				repeatable: 'onlyRateLimited',
				refusals: {
					400: {
						message: 'The service could not read the test event',
						description: 'Check the contact: it has to have the shape in which the service returns contacts.',
					},
					403: {
						message: 'Test events are only there in sandbox accounts',
						description:
							'Use credentials with the key of a sandbox company: this one belongs to a production company.',
					},
					404: {
						message: 'The service does not have the contact of the test event',
						description: 'Create the contact first, with the operation Create or Update.',
					},
				},
			},
			shape: ({ body, headers }) => ({
				triggered: true,
				type,
				message: isRecord(body) ? body.message : undefined,
				request_id: headers['request-id'],
			}),
		};
	},
};
