/** Stored contacts, employees and events as reads show them. */
import type { Contact, ContactEvent, ContactSection, Employee, PublicFax } from './model';
import { splitFax, splitNumber } from './numbers';
import type { SandboxOptions } from '../options/options';
import { schemas } from './model';
import type { JsonSchema } from './schemas';
import { linkTo } from './service';
import type { Service } from './service';
import type { StoredEvent } from './store';

type Empty = 'empty' | 'null';

/** The value that a read shows for an empty field. A boolean has no empty value. */
function blank(schema: JsonSchema, empty: Empty): unknown {
	if (empty === 'null') return null;
	const { type } = schema;
	if (type === 'string') return '';
	if (type === 'array') return [];
	return type === 'object' ? filled({}, schema, empty) : undefined;
}

/** Adds every empty field of the model, at every level. */
function filled(value: unknown, schema: JsonSchema, empty: Empty): unknown {
	const { items, properties } = schema;
	if (Array.isArray(value) && items) return value.map((entry) => filled(entry, items as JsonSchema, empty));
	if (typeof value !== 'object' || value === null || !properties) return value;
	const sent = value as Record<string, unknown>;
	const own = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
		name,
		sent[name] === undefined ? blank(field, empty) : filled(sent[name], field, empty),
	]);
	return { ...sent, ...Object.fromEntries(own) };
}

function withBlanks<T extends object>(value: T, schema: JsonSchema, { emptyFields }: SandboxOptions): T {
	return emptyFields === 'omit' ? value : (filled(value, schema, emptyFields) as T);
}

/** A number that was sent with its parts stays as sent. */
const split =
	<T extends PublicFax>(take: (original: string) => T) =>
	(entry: T): T =>
		entry.original !== undefined && entry.number === undefined ? take(entry.original) : entry;

function splitSection(section: ContactSection): ContactSection {
	const { fax_numbers, mobile_numbers, phone_numbers } = section;
	return {
		...section,
		...(fax_numbers && { fax_numbers: fax_numbers.map(split(splitFax)) }),
		...(mobile_numbers && { mobile_numbers: mobile_numbers.map(split(splitNumber)) }),
		...(phone_numbers && { phone_numbers: phone_numbers.map(split(splitNumber)) }),
	};
}

/**
 * Parsing is slow and stored sections never change, so each is parsed once for all reads of a contact and its
 * events.
 */
const splits = new WeakMap<ContactSection, ContactSection>();

function sectionView(stored: ContactSection): ContactSection {
	const section = splits.get(stored) ?? splitSection(stored);
	splits.set(stored, section);
	return section;
}

function tagsOf({ tags }: Contact, { tagsOnRead, emptyFields }: SandboxOptions): string[] | undefined {
	if (tagsOnRead === 'never') return undefined;
	if (tags || tagsOnRead === 'whenSet') return tags;
	return emptyFields === 'null' ? (null as never) : [];
}

const newestFirst = (documentation: Contact['documentation']): Contact['documentation'] =>
	documentation?.consents && { ...documentation, consents: [...documentation.consents].reverse() };

export function contactView(contact: Contact, options: SandboxOptions): Contact {
	const { section_private, section_work } = contact;
	const shown = {
		...contact,
		...(section_private && { section_private: sectionView(section_private) }),
		...(section_work && { section_work: sectionView(section_work) }),
		...(options.consentOrder === 'newestFirst' && { documentation: newestFirst(contact.documentation) }),
	};
	const view = { ...withBlanks(shown, schemas.contact, options), tags: tagsOf(contact, options) };
	if (view.tags === undefined) delete view.tags;
	return view;
}

/** The read shape without the fields that have no value. */
export const storedContact = (contact: Contact, options: SandboxOptions): Contact =>
	contactView(contact, { ...options, emptyFields: 'omit' });

export const employeeView = (employee: Employee, options: SandboxOptions): Employee =>
	withBlanks(employee, schemas.employee, options);

export function eventView(service: Service, event: StoredEvent): ContactEvent {
	const { id, text, type, contactId, contact } = event;
	const shown = { event_id: id, event_time: text, type, contact_id: contactId };
	if (type === 'documentation') {
		const path = `/documentation/${encodeURIComponent(contactId)}/${encodeURIComponent(id)}`;
		return { ...shown, event_documentation_url: linkTo(service, path) };
	}
	return { ...shown, contact: contactView(contact, service.options) };
}
