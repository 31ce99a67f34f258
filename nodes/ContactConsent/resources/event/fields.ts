import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AttachmentPlan, Parameters } from '../../operation';
import { binaryPropertyField, pageSizeOption, optionsField } from '../fields';
import { textOf } from '../../values';
import { EVENT_TYPES, simplifyEvent, type EventType } from './model';

const TYPES_IN_WORDS: Readonly<Record<EventType, { name: string; description: string }>> = {
	confirm: { name: 'Contact Confirmed', description: 'A contact has confirmed their consents' },
	documentation: { name: 'Documentation Created', description: "A PDF of a contact's consents was made" },
	update: { name: 'Contact Updated', description: 'A contact has updated their data' },
};

/** The event types as rows of a multi-select, in alphabetical order of their names. n8n lists them as "On contact updated". */
export const eventTypeRows = EVENT_TYPES.map((value) => ({ value, ...TYPES_IN_WORDS[value] })).sort((a, b) =>
	a.name.localeCompare(b.name, 'en'),
);

export const typesFilter: INodeProperties = {
	displayName: 'Types',
	name: 'types',
	type: 'multiOptions',
	options: eventTypeRows,
	default: [],
	description: 'Only events of these types. None chosen means all.',
};

export const typesOf = (parameters: Parameters): EventType[] =>
	parameters.choices('filters.types', EVENT_TYPES);

export const eventOptions: INodeProperties = optionsField([
	{
		displayName: 'Download Documentation',
		name: 'downloadDocumentation',
		type: 'boolean',
		default: false,
		description: 'Whether to attach the PDF of documentation events',
	},
	binaryPropertyField,
	pageSizeOption,
]);

/** The parts of a plan that both readings of events share. */
export function eventShaping(parameters: Parameters): {
	shape: (item: IDataObject) => IDataObject;
	attachments?: AttachmentPlan;
	identity: string;
	sortKey: string;
} {
	const simplify = parameters.flag('simplify');
	const attach = parameters.flag('options.downloadDocumentation', false);
	return {
		identity: 'event_id',
		sortKey: 'event_time',
		shape: (event) => (simplify ? simplifyEvent(event) : event),
		...(attach && {
			attachments: {
				binaryPropertyName: parameters.text('options.binaryPropertyName', { fallback: 'data' }),
				of: documentOf,
			},
		}),
	};
}

/** The document that belongs to an event, if it is a documentation event. */
export function documentOf(event: IDataObject): { contactId: string; eventId: string } | undefined {
	const contactId = textOf(event.contact_id);
	const eventId = textOf(event.event_id);
	return event.type === 'documentation' && contactId && eventId ? { contactId, eventId } : undefined;
}
