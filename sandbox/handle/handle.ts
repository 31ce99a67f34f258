/** The state of a running sandbox, as tests and the control path read and change it. */
import { withOptions } from '../options/configure';
import { flushDocumentation } from '../records/documentation';
import type { Contact, ContactEvent, Employee, Operation } from '../records/model';
import { operationView, settleOperations } from '../records/operations';
import type { SandboxOptions } from '../options/options';
import { seedState } from './seed';
import type { Seed, Seeded } from './seed';
import type { Service } from '../records/service';
import { createStore, DOCUMENTATION_STATES, ensureDefaultEmployee } from '../records/store';
import type { DocumentationState, Refusal } from '../records/store';
import { eventView, storedContact } from '../records/view';

export interface SandboxState {
	contacts: Contact[];
	employees: Employee[];
	events: Array<ContactEvent & { received: boolean }>;
	operations: Operation[];
}

export interface StateHandle {
	/** Adds data without the endpoints. */
	seed(seed: Seed): Seeded;
	/** All stored data in the read shape; contacts and employees without blanks for empty fields. */
	state(): SandboxState;
	contact(id: string): Contact | undefined;
	employee(id: string): Employee | undefined;
	/** Uploads with this id fail validation, until `refuse(id, null)`. */
	refuse(id: string, refusal: Partial<Refusal> | null): void;
	/** Items with these ids fail in their operation and are not stored. */
	failItems(...ids: string[]): void;
	/** Sets the state of a documentation event's PDF; null leaves it to the clock again. */
	setDocumentation(eventId: string, state: DocumentationState | null): void;
	/** Generates all waiting PDFs now; returns their number. */
	flushDocumentation(): number;
	/** Changes options while the sandbox runs. */
	configure(options: Partial<SandboxOptions>): void;
	/** Deletes all data, faults and log entries. Sets the clock and the options as at `start`, then these options. */
	reset(options?: Partial<SandboxOptions>): void;
}

function stateOf(service: Service): SandboxState {
	const { store, clock, options } = service;
	settleOperations(service);
	return {
		contacts: [...store.contacts.values()].map((contact) => storedContact(contact, options)),
		employees: [...store.employees.values()],
		events: store.history.all.ascending().map((event) => ({
			...eventView(service, event),
			received: !store.unreceived.has(event.id),
		})),
		operations: [...store.operations.values()].map((entry) => operationView(entry, clock.now(), options)),
	};
}

function clear(service: Service): void {
	service.ending.abort();
	service.ending = new AbortController();
	Object.assign(service.store, createStore());
	ensureDefaultEmployee(service.store);
	service.clock.reset();
	service.faults.clear();
	service.log.clear();
}

export function stateHandle(service: Service, startOptions: SandboxOptions): StateHandle {
	const { store } = service;
	return {
		seed: (seed) => seedState(service, seed),
		state: () => stateOf(service),
		contact: (id) => {
			settleOperations(service);
			const contact = store.contacts.get(id);
			return contact && storedContact(contact, service.options);
		},
		employee: (id) => {
			settleOperations(service);
			return store.employees.get(id);
		},
		refuse: (id, refusal) => {
			const { field = 'id', code = 'v1c004', message = 'was refused' } = refusal ?? {};
			if (refusal) store.refusals.set(id, { field, code, message });
			else store.refusals.delete(id);
		},
		failItems: (...ids) => ids.forEach((id) => store.failing.add(id)),
		setDocumentation: (eventId, state) => {
			const event = store.events.get(eventId);
			if (event?.type !== 'documentation')
				throw new TypeError(`There is no documentation event "${eventId}"`);
			if (state !== null && !DOCUMENTATION_STATES.includes(state))
				throw new TypeError(`A documentation is never "${String(state)}"`);
			event.documentation = state ?? undefined;
		},
		flushDocumentation: () => flushDocumentation(service),
		configure: (options) => {
			service.options = withOptions(service.options, options, true);
		},
		reset: (options = {}) => {
			service.options = withOptions(startOptions, options, true);
			clear(service);
		},
	};
}
