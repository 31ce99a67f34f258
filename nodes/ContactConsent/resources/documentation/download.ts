import { WHEN_NOT_GENERATED, type FileOperation } from '../../operation';
import { binaryPropertyField, idField, onNotFoundOf, onNotFoundOption, optionsField } from '../fields';
import { documentationRequest } from './requests';

export const download: FileOperation = {
	kind: 'file',
	value: 'download',
	name: 'Download',
	action: 'Download the documentation of a contact',
	description: "Download the PDF of a contact's consents",
	fields: [
		{
			displayName: 'Documentation Of',
			name: 'documentationOf',
			type: 'options',
			options: [
				{
					name: 'An Event',
					value: 'event',
					description: 'The documentation that belongs to a documentation event',
				},
				{
					name: 'The Latest State',
					value: 'latest',
					description: 'The latest documentation of the contact',
				},
			],
			default: 'latest',
			description: 'Which documentation of the contact to download',
		},
		idField('Contact', 'contactId'),
		{ ...idField('Event', 'eventId'), displayOptions: { show: { documentationOf: ['event'] } } },
		{ ...binaryPropertyField, required: true },
		optionsField([
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				placeholder: 'e.g. consents.pdf',
				description: 'Name of the PDF. Leave empty for a name made of the IDs.',
			},
			{
				displayName: 'Max Wait (Seconds)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 60,
				description: 'How long to wait for a PDF that the service has not generated yet',
			},
			onNotFoundOption,
			{
				displayName: 'When Not Generated',
				name: 'whenNotGenerated',
				type: 'options',
				options: [
					{ name: 'Fail', value: 'error', description: 'Treat it as an error at once' },
					{
						name: 'Return an Item Without File',
						value: 'output',
						description: 'Return an item that says that the PDF is not generated yet',
					},
					{
						name: 'Wait',
						value: 'wait',
						description: 'Try again until it is there or Max Wait is over, which is an error',
					},
				],
				default: 'wait',
				description: 'What to do about a PDF that the service has not generated yet',
			},
		]),
	],
	plan(parameters) {
		const contactId = parameters.id('contactId');
		const eventId =
			parameters.choice('documentationOf', ['latest', 'event']) === 'event'
				? parameters.id('eventId')
				: undefined;
		return {
			request: documentationRequest(contactId, eventId),
			item: { contact_id: contactId, ...(eventId !== undefined && { event_id: eventId }) },
			whenNotGenerated: parameters.choice('options.whenNotGenerated', WHEN_NOT_GENERATED, 'wait'),
			maxWait: 1000 * parameters.count('options.maxWait', { min: 0, fallback: 60 }),
			binaryPropertyName: parameters.text('binaryPropertyName'),
			fileName: parameters.text('options.fileName', { fallback: '', mayBeBlank: true }),
			onNotFound: onNotFoundOf(parameters),
		};
	},
};
