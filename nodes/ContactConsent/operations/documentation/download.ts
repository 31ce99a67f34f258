import { operation } from '../../common/operation';
import {
	binaryPropertyField,
	onNotFoundOption,
	optionsField,
	recordField,
} from '../../parameters/commonFields';
import { withoutEmpty } from '../../lib/json';
import { counted } from '../../lib/text';
import { describeDocument, documentName, isAbsent } from './pdfStatus';
import { documentationRequest } from './requests';

/** The refusal if the PDF was not generated in time. @param maxWait seconds; `undefined`: the node did not wait */
const notGenerated = (contactId: string, maxWait: number | undefined) => ({
	message: `The consent PDF of the contact "${contactId}" is not generated yet`,
	description:
		maxWait === undefined
			? "Try again later, or set the option 'When Not Generated' to wait for it, or to return an item without a file."
			: `It was waited for ${counted(maxWait, 'second', 'seconds')}. Try again later, increase the option 'Max Wait (Seconds)', or set 'When Not Generated' to return an item without a file.`,
});

export const download = operation.file({
	value: 'download',
	name: 'Download',
	action: 'Download consent PDF of contact',
	description:
		"Download the PDF that proves a contact's consents. An AI agent cannot read it: use Get Consents there.",
	fields: [
		{
			displayName: 'Which PDF',
			name: 'documentationOf',
			type: 'options',
			options: [
				{
					name: 'Of an Event',
					value: 'event',
					description: 'The PDF that belongs to a Consent PDF Created event',
				},
				{ name: 'The Latest', value: 'latest', description: 'The latest consent PDF of the contact' },
			],
			default: 'latest',
			description: 'Which consent PDF of the contact to download',
		},
		recordField('Contact', 'contactId'),
		{
			displayName: 'Event ID',
			name: 'eventId',
			isId: true,
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. event-42',
			displayOptions: { show: { documentationOf: ['event'] } },
			description: 'The event_id of the Consent PDF Created event',
		},
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
			onNotFoundOption('found: false, and with documentation_status, which says why'),
			{
				displayName: 'When Not Generated',
				name: 'whenNotGenerated',
				type: 'options',
				options: [
					{ name: 'Fail', value: 'error', description: 'Refuse the item at once' },
					{
						name: 'Return an Item Without File',
						value: 'output',
						description: 'Return an item that says that the PDF is not generated yet',
					},
					{
						name: 'Wait',
						value: 'wait',
						description: 'Try again until the PDF is there. When Max Wait is over, the item is refused.',
					},
				],
				default: 'wait',
				description: 'What to do if the service has not generated the PDF yet',
			},
		]),
	],
	output: {
		contact_id: 'string',
		event_id: 'string',
		documentation_status: 'string',
		file_name: 'string',
		file_size: 'number',
	},
	plan({ contactId, eventId, binaryPropertyName, options }) {
		const { whenNotGenerated, onNotFound, fileName } = options;
		const maxWait = whenNotGenerated === 'wait' ? options.maxWait : undefined;
		return {
			request: documentationRequest(contactId, eventId),
			fileName: fileName || documentName(contactId, eventId),
			binaryPropertyName,
			maxWait: 1000 * (maxWait ?? 0),
			mayBePending: whenNotGenerated === 'output',
			item: withoutEmpty({ contact_id: contactId, event_id: eventId }),
			describe: describeDocument,
			onNotFound,
			isAbsence: isAbsent,
			notGenerated: notGenerated(contactId, maxWait),
		};
	},
});
