/** Adds contacts, employees, events and operations without the endpoints, many at once. */
import type { Contact, ContactEvent, ContactUpload, Employee, EventType } from '../records/model';
import { createOperation } from '../records/operations';
import { storeContact } from '../routes/contacts';
import { storeEmployee } from '../routes/employees';
import type { Service } from '../records/service';
import { readContact } from '../records/shapes';
import { addEvent } from '../records/store';
import type { DocumentationState } from '../records/store';
import { parseTime } from '../options/time';

export interface EventSeed extends Partial<ContactEvent> {
	/** True: somebody has received it already, so `/events/latest` leaves it out. */
	received?: boolean;
	/** A fixed state of its PDF. Without it, the state follows from the clock. */
	documentation?: DocumentationState;
}

export interface Seed {
	/** A list, or a number to make that many up. Contacts may have the read shape or the upload shape. */
	contacts?: number | Array<Contact | ContactUpload>;
	employees?: number | Employee[];
	/** An `event_time` given here is sent exactly as given, and may be old (a late event). */
	events?: number | EventSeed[];
	/** Finished operations that changed nothing, one per second, the last one now. */
	operations?: number;
	/** If events are given as a number: the time of the first one (ISO 8601). By default the last one is now. */
	eventsFrom?: string;
	/** Milliseconds between made-up events. The default is 1000. */
	eventsStepMs?: number;
	/** Types of made-up events, in turn. The default is update, confirm, documentation. */
	eventTypes?: EventType[];
	received?: boolean;
}

export interface Seeded {
	contactIds: string[];
	employeeIds: string[];
	eventIds: string[];
	operationIds: string[];
}

const FIRST_NAMES = ['Ada', 'Björn', 'Chiara', 'Deniz', 'Eva', 'Farid', 'Grace', 'Henrik', 'Ines', 'Jörg'];
const LAST_NAMES = ['Albrecht', 'Brandt', 'Çelik', 'Dubois', 'Eriksson', 'Fischer', 'García', 'Hoffmann'];
const CITIES = ['Berlin', 'Hamburg', 'Köln', 'Leipzig', 'München'];

const from = (list: readonly string[], index: number): string => list[index % list.length] as string;
const numbered = (word: string, index: number): string => `${word}-${String(index + 1).padStart(6, '0')}`;
const upTo = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i));

export function madeUpContact(index: number, id = numbered('contact', index)): ContactUpload {
	return {
		id,
		first_name: from(FIRST_NAMES, index),
		last_name: from(LAST_NAMES, Math.floor(index / 3)),
		company: `Example ${from(LAST_NAMES, index)} GmbH`,
		section_work: {
			emails: [{ email: `person${index + 1}@example.com` }],
			mobile_numbers: [{ number: `+49 151 ${String(10_000_000 + index)}` }],
			addresses: [
				{
					street: 'Teststraße',
					house_number: String(index + 1),
					zip_code: '10115',
					city: from(CITIES, index),
				},
			],
		},
		documentation: {
			consents: [
				{
					id: `${id}-email`,
					type: 'email',
					granted: index % 4 !== 3,
					granted_at: '2025-05-04T10:30:00Z',
					granted_ip: '192.0.2.10',
				},
				{
					id: `${id}-phone`,
					type: 'phone',
					granted: index % 2 === 0,
					granted_at: '2025-05-04T10:30:00Z',
					granted_ip: '192.0.2.10',
				},
			],
		},
	};
}

const madeUpEmployee = (index: number): Employee => ({
	id: numbered('employee', index),
	first_name: from(FIRST_NAMES, index + 3),
	last_name: from(LAST_NAMES, index + 5),
	email: `employee${index + 1}@example.com`,
});

function seedEvents(service: Service, seed: Seed, idOf: (index: number) => string): string[] {
	const { store, options, clock } = service;
	const { events = [], eventsStepMs = 1000, eventTypes = ['update', 'confirm', 'documentation'] } = seed;
	const list: EventSeed[] = typeof events === 'number' ? upTo(events, () => ({})) : events;
	if (list.length === 0) return [];
	const isOwnerless = (event: EventSeed) => (event.contact_id ?? event.contact?.id) === undefined;
	if (store.contacts.size === 0 && list.some(isOwnerless))
		storeContact(service, readContact(madeUpContact(0)));
	const contacts = [...store.contacts.values()];
	const first = seed.eventsFrom === undefined ? undefined : parseTime(seed.eventsFrom);
	const start = first ?? clock.now() - (list.length - 1) * eventsStepMs;
	return list.map((event, index) => {
		const contactId =
			event.contact_id ?? event.contact?.id ?? (contacts[index % contacts.length] as Contact).id;
		return addEvent(store, options, {
			id: event.event_id ?? idOf(store.events.size),
			at: event.event_time ?? start + index * eventsStepMs,
			type: event.type ?? (eventTypes[index % eventTypes.length] as EventType),
			contactId,
			contact: event.contact ?? store.contacts.get(contactId) ?? { id: contactId },
			documentation: event.documentation,
			received: event.received ?? seed.received,
		}).id;
	});
}

function seedOperations(service: Service, count: number): string[] {
	const { contactModel } = service.options.operationVocabulary;
	return upTo(count, (index) => {
		const at = service.clock.now() - (count - 1 - index) * 1000;
		const operation = createOperation(
			service,
			contactModel,
			[numbered('contact', index)],
			() => undefined,
			at,
		);
		operation.finishAt = operation.time;
		return operation.id;
	});
}

export function seedState(service: Service, seed: Seed): Seeded {
	const { store } = service;
	const employees =
		typeof seed.employees === 'number' ? upTo(seed.employees, madeUpEmployee) : (seed.employees ?? []);
	for (const employee of employees) storeEmployee(service, employee);
	const base = store.contacts.size;
	const contacts =
		typeof seed.contacts === 'number'
			? upTo(seed.contacts, (index) => madeUpContact(base + index))
			: (seed.contacts ?? []);
	for (const contact of contacts) storeContact(service, readContact(contact));
	return {
		contactIds: contacts.map(({ id }) => id),
		employeeIds: employees.map(({ id }) => id),
		eventIds: seedEvents(service, seed, (index) => numbered('event', index)),
		operationIds: seedOperations(service, seed.operations ?? 0),
	};
}
