/** All data of the sandbox, in memory. */
import { randomUUID } from 'node:crypto';
import type { Contact, Employee, EventType, ValidationError } from './model';
import type { SandboxOptions } from '../options/options';
import { formatTime, parseTime } from '../options/time';
import { createTimeline } from './timeline';
import type { Timed, Timeline } from './timeline';

export const DOCUMENTATION_STATES = ['not_generated', 'ready', 'gone'] as const;
export type DocumentationState = (typeof DOCUMENTATION_STATES)[number];

export interface StoredEvent extends Timed {
	/** The `event_time` as sent. */
	text: string;
	type: EventType;
	contactId: string;
	/** The contact at the time of the event. Documentation events keep it for their PDF. */
	contact: Contact;
	/** The state of the PDF if a test has set it. Otherwise it follows from the clock. */
	documentation: DocumentationState | undefined;
}

export interface StoredOperation extends Timed {
	text: string;
	model: string;
	ids: string[];
	finishAt: number;
	/** When the uploaded records can be read. */
	visibleAt: number;
	failed: ReadonlySet<string>;
	/** Applies the upload. Undefined once it is applied. */
	apply: (() => void) | undefined;
}

export interface Refusal extends ValidationError {
	field: string;
}

export interface Store {
	contacts: Map<string, Contact>;
	employees: Map<string, Employee>;
	events: Map<string, StoredEvent>;
	history: Record<EventType | 'all', Timeline<StoredEvent>>;
	/** Events that nobody has received, in order of arrival. */
	unreceived: Map<string, StoredEvent>;
	operations: Map<string, StoredOperation>;
	operationLog: Timeline<StoredOperation>;
	/** Operations whose effect is not yet applied. */
	due: StoredOperation[];
	/** Ids that must fail validation (`refuse`). */
	refusals: Map<string, Refusal>;
	/** Ids that must fail in their operation (`failItems`). */
	failing: Set<string>;
	cursorUses: Map<string, number>;
	cursorsIssued: number;
	seq: number;
}

export const createStore = (): Store => ({
	contacts: new Map(),
	employees: new Map(),
	events: new Map(),
	history: {
		all: createTimeline(),
		update: createTimeline(),
		confirm: createTimeline(),
		documentation: createTimeline(),
	},
	unreceived: new Map(),
	operations: new Map(),
	operationLog: createTimeline(),
	due: [],
	refusals: new Map(),
	failing: new Set(),
	cursorUses: new Map(),
	cursorsIssued: 0,
	seq: 0,
});

/** The employee of contacts that name none. The contract says only that there is one. */
export const DEFAULT_EMPLOYEE = 'default';

/** Creates the default Employee at the start, and again when a contact needs it. */
export function ensureDefaultEmployee({ employees }: Store): void {
	const id = DEFAULT_EMPLOYEE;
	if (!employees.has(id)) employees.set(id, { id, first_name: 'Default', last_name: 'Employee' });
}

/** Formats a time and rounds it to its text, so that a filter by that text finds it. */
export function stamp(store: Store, at: number, format: SandboxOptions['timestampFormat']) {
	const exact = format === 'microseconds' ? Math.floor(at) + (store.seq % 1000) / 1000 : at;
	const text = formatTime(exact, format);
	return { text, time: parseTime(text) ?? at };
}

export interface NewEvent {
	id?: string;
	/** Milliseconds, or the exact text to send. */
	at: number | string;
	type: EventType;
	contactId: string;
	contact: Contact;
	documentation?: DocumentationState;
	received?: boolean;
}

export function addEvent(store: Store, options: SandboxOptions, event: NewEvent): StoredEvent {
	const { id = randomUUID(), at, type, contactId, contact, documentation, received = false } = event;
	const known = typeof at === 'string' ? parseTime(at) : at;
	if (known === undefined) throw new TypeError(`event_time is not ISO 8601: ${at}`);
	if (store.events.has(id)) throw new TypeError(`There is an event "${id}" already`);
	const { text, time } =
		typeof at === 'string' ? { text: at, time: known } : stamp(store, at, options.timestampFormat);
	const stored: StoredEvent = { id, time, text, seq: store.seq++, type, contactId, contact, documentation };
	store.events.set(id, stored);
	store.history.all.add(stored);
	store.history[type].add(stored);
	if (!received) store.unreceived.set(id, stored);
	return stored;
}

export const markReceived = (store: Store, events: Iterable<StoredEvent>): void => {
	for (const { id } of events) store.unreceived.delete(id);
};

/** Finds the newest documentation event of a contact that passes the filter. */
export function latestDocumentationEvent(
	store: Store,
	contactId: string,
	passes: (event: StoredEvent) => boolean = () => true,
): StoredEvent | undefined {
	return store.history.documentation
		.ascending()
		.findLast((event) => event.contactId === contactId && passes(event));
}
