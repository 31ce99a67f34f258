import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../field';
import type { AttachmentPlan, PagesPlan } from '../../plan';
import { textOf } from '../../values';
import { describeDocument, documentName } from '../documentation/document';
import { documentationRequest } from '../documentation/requests';
import { binaryPropertyField, optionsField, pageSizeOption } from '../fields';

/** The event types as rows of a multi-select, in alphabetical order of their names. */
export const eventTypeRows = [
	{ name: 'Contact Confirmed', value: 'confirm', description: 'A contact has confirmed their consents' },
	{ name: 'Contact Updated', value: 'update', description: 'A contact has updated their data' },
	{
		name: 'Documentation Created',
		value: 'documentation',
		description: "The service created a PDF of a contact's consents",
	},
] as const;

export const typesFilter = {
	displayName: 'Types',
	name: 'types',
	type: 'multiOptions',
	options: eventTypeRows,
	default: [],
	description: 'Only events of these types. Leave empty for all types.',
} as const satisfies Field;

export const downloadField = {
	displayName: 'Download Documentation',
	name: 'downloadDocumentation',
	type: 'boolean',
	default: false,
	description: 'Whether to attach the PDF of documentation events',
} as const satisfies Field;

export const eventOptions = optionsField([downloadField, binaryPropertyField, pageSizeOption]);

/** The document that belongs to an event, if it is a documentation event. */
export function documentOf(event: IDataObject): { contactId: string; eventId: string } | undefined {
	const contactId = textOf(event.contact_id);
	const eventId = textOf(event.event_id);
	return event.type === 'documentation' && contactId && eventId ? { contactId, eventId } : undefined;
}

function attachmentOf(event: IDataObject): AttachmentPlan | undefined {
	const document = documentOf(event);
	if (document === undefined) return undefined;
	const { contactId, eventId } = document;
	return {
		request: documentationRequest(contactId, eventId),
		fileName: documentName(contactId, eventId),
	};
}

/** The parts of a plan that both readings of events share. */
export function eventPlan(
	shape: PagesPlan['shape'],
	options: { downloadDocumentation: boolean; binaryPropertyName: string; pageSize: number },
): Pick<PagesPlan, 'identity' | 'sortKey' | 'shape' | 'attachments' | 'pageSize'> {
	const { downloadDocumentation, binaryPropertyName, pageSize } = options;
	return {
		identity: 'event_id',
		sortKey: 'event_time',
		pageSize,
		shape,
		...(downloadDocumentation && {
			attachments: {
				binaryPropertyName,
				of: attachmentOf,
				describe: describeDocument,
			},
		}),
	};
}

const LABELS = Object.fromEntries(eventTypeRows.map(({ name, value }) => [value, name]));

/** Below the name of the trigger on the canvas. */
export const subtitle = `={{ $parameter["events"].length === ${eventTypeRows.length} ? "All events" : $parameter["events"].map((type) => (${JSON.stringify(LABELS)})[type]).join(", ") }}`;
