import type { IDataObject } from 'n8n-workflow';

import type { Field, Fields } from '../../parameters/field';
import { binaryPropertyField, optionsField, pageSizeOption } from '../../parameters/commonFields';
import type { AttachmentPlan, PagesPlan } from '../../common/plan';
import { idText } from '../../lib/ids';
import { consentChoices } from '../contact/consents';
import { describeDocument, documentName } from '../documentation/pdfStatus';
import { documentationRequest } from '../documentation/requests';

const documentCreated = {
	name: 'Consent PDF Created',
	value: 'documentation',
	description: "The service has created a PDF of a contact's consents",
} as const;

/** The event types that bring a contact, as rows of a dropdown. */
export const contactEventRows = [
	{ name: 'Contact Confirmed', value: 'confirm', description: 'A contact has confirmed their consents' },
	{ name: 'Contact Updated', value: 'update', description: 'A contact has updated their data' },
] as const;

/** The event types in alphabetical order of their names. */
export const eventTypeRows = [documentCreated, ...contactEventRows] as const;

export const typesFilter = {
	displayName: 'Types',
	name: 'types',
	type: 'multiOptions',
	options: eventTypeRows,
	default: [],
	description: 'Only events of these types. Leave empty for all types.',
} as const satisfies Field;

/** The fields of a collection that filter events by the consents of their contact. */
export const consentFilters = [
	{
		displayName: 'Consent State',
		name: 'consentGranted',
		narrows: true,
		type: 'options',
		options: consentChoices,
		default: 'any',
		description:
			'Only contacts whose newest consent of this type is in this state. The event says what is, not what changed. Consent PDF Created events are not filtered.',
	},
	{
		displayName: 'Consent Type',
		name: 'consentType',
		narrows: true,
		type: 'string',
		default: '',
		placeholder: 'e.g. newsletter',
		description:
			'Only contacts who have a consent of this type. Case, spaces, _ and - make no difference. Empty: all types. Consent PDF Created events are not filtered.',
	},
] as const satisfies Fields;

export const downloadField = {
	displayName: 'Download Consent PDFs',
	name: 'downloadDocumentation',
	type: 'boolean',
	default: false,
	description: 'Whether to attach each new consent PDF to its event',
} as const satisfies Field;

/** The same as an option. Once it is added, it is on; without it, it is off. */
const downloadOption = {
	...downloadField,
	default: true,
	absent: false,
	description:
		'Whether to attach each new consent PDF to its event. Without this option, no PDF is attached.',
} as const satisfies Field;

export const eventOptions = optionsField([downloadOption, binaryPropertyField, pageSizeOption]);

/**
 * The PDF of a documentation event. The service may show an ID as a number. If an ID is missing or has lost digits, no
 * request is sent, and the PDF is `not_found`.
 */
export function attachmentOf(event: IDataObject): AttachmentPlan {
	const contactId = idText(event.contact_id) ?? '';
	const eventId = idText(event.event_id) ?? '';
	return { request: documentationRequest(contactId, eventId), fileName: documentName(contactId, eventId) };
}

/** The parts of a plan that Get Many and Get Latest share. */
export function eventPlan(
	shape: PagesPlan['shape'],
	options: { downloadDocumentation: boolean; binaryPropertyName: string; pageSize: number },
): Pick<PagesPlan, 'sortBy' | 'shape' | 'attachments' | 'pageSize'> {
	const { downloadDocumentation, binaryPropertyName, pageSize } = options;
	return {
		sortBy: { time: 'event_time', id: 'event_id' },
		pageSize,
		shape,
		...(downloadDocumentation && {
			attachments: {
				binaryPropertyName,
				of: (event) => (event.type === 'documentation' ? attachmentOf(event) : undefined),
				describe: describeDocument,
			},
		}),
	};
}
