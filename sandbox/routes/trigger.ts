/** `POST /events/trigger`: creates an update or confirm event, and a documentation event. */
import type { Contact, TriggerPublicEvent } from '../records/model';
import { prune } from '../records/prune';
import { storeContact } from './contacts';
import type { Service } from '../records/service';
import { mergeContact } from '../records/shapes';
import { addEvent } from '../records/store';

const emailsOf = ({ section_private, section_work }: Partial<Contact>): string[] => [
	...(section_work?.emails ?? []),
	...(section_private?.emails ?? []),
];

function findContact({ store, options }: Service, sent: Partial<Contact>): Contact | undefined {
	if (options.triggerIdentifies === 'id') return store.contacts.get(sent.id ?? '');
	const [wanted] = emailsOf(sent);
	return [...store.contacts.values()].find((contact) => wanted && emailsOf(contact).includes(wanted));
}

export function triggerEvent(
	service: Service,
	{ type = 'update', contact: body = {} }: TriggerPublicEvent,
): { status: number; message: string } {
	const { options, store, clock } = service;
	const sent = prune(body, 'Contact');
	const identified = options.triggerIdentifies === 'id' ? sent.id : emailsOf(sent)[0];
	if (!identified) return { status: 400, message: `contact: ${options.triggerIdentifies} is missing` };
	const stored = findContact(service, sent);
	if (!stored) return { status: 404, message: 'The specified contact was not found' };
	const merged: Contact = { ...mergeContact(stored, sent), id: stored.id };
	const contact = { stored, merged, sent: { ...sent, id: stored.id } }[options.triggerContact];
	if (options.triggerUpdatesContact) storeContact(service, merged);
	const at = clock.now();
	addEvent(store, options, { at, type, contactId: stored.id, contact });
	addEvent(store, options, { at, type: 'documentation', contactId: stored.id, contact: merged });
	return { status: 200, message: 'Event triggered' };
}
