/**
 * The data and answers of the service as far as the contract defines them. Where the contract is open, a field of
 * `Gaps` decides, and the option of the same name sets it in the sandbox. Shares no code with the sandbox.
 */

type Json = Record<string, unknown>;

export interface Gaps {
	uploadMode: 'replace' | 'merge';
	historyMarksReceived: boolean;
	operationDurationMs: number;
	documentationDelayMs: number;
	documentationRetentionMs: number;
	triggerUpdatesContact: boolean;
	eventOrder: 'asc' | 'desc';
	/** Here nothing changes between two pages, so all cursor modes answer alike. */
	cursorMode: 'keyset' | 'offset' | 'snapshot';
}

export interface ModelEvent {
	/** The id that the service made up; unknown until an answer shows it. */
	id: string | undefined;
	at: number;
	type: string;
	contactId: string;
	/** The contact as a read shows it. Documentation events have none. */
	contact: Json | undefined;
	received: boolean;
}

export interface ModelOperation {
	id: string;
	at: number;
	ids: string[];
}

export interface Model {
	gaps: Gaps;
	now: number;
	contacts: Map<string, Json>;
	employees: Map<string, Json>;
	/** In order of arrival. Here this is also the order of time. */
	events: ModelEvent[];
	operations: ModelOperation[];
	/** Uploads that are not processed yet. */
	waiting: Array<{ due: number; apply: () => void }>;
}

const DEFAULT_EMPLOYEE = 'default';
/** The sandbox's default employee. The contract says only that there is one. */
const defaultEmployee = (): Json => ({ id: DEFAULT_EMPLOYEE, first_name: 'Default', last_name: 'Employee' });

export const createModel = (gaps: Gaps, now: number): Model => ({
	gaps,
	now,
	contacts: new Map(),
	employees: new Map([[DEFAULT_EMPLOYEE, defaultEmployee()]]),
	events: [],
	operations: [],
	waiting: [],
});

/** Lets time pass. Uploads that are due take effect in the order in which they were sent. */
export function pass(model: Model, milliseconds: number): void {
	model.now += milliseconds;
	const due = model.waiting.filter((upload) => upload.due <= model.now);
	model.waiting = model.waiting.filter((upload) => upload.due > model.now);
	for (const { apply } of due) apply();
}

/** On upload, e-mail addresses and numbers are objects. On read, an address is a text, and a number has `original`. */
function readSection(section: Json): Json {
	return Object.fromEntries(
		Object.entries(section).map(([name, entries]) => {
			const list = entries as Array<Record<string, string>>;
			if (name === 'emails') return [name, list.map(({ email }) => email)];
			return [name, name === 'addresses' ? list : list.map(({ number }) => ({ original: number }))];
		}),
	);
}

const SECTIONS = ['section_private', 'section_work'];

const readShape = (upload: Json): Json =>
	Object.fromEntries(
		Object.entries(upload).map(([name, value]) => [
			name,
			SECTIONS.includes(name) ? readSection(value as Json) : value,
		]),
	);

/** Fields that are not sent stay. Maps and sections are merged key by key. */
function merged(old: Json, sent: Json): Json {
	const all = { ...old, ...sent };
	for (const name of ['data', ...SECTIONS])
		if (old[name] && sent[name]) all[name] = { ...(old[name] as Json), ...(sent[name] as Json) };
	return all;
}

/** Contacts are assigned to the default employee if the upload names none. */
function storeContact(model: Model, sent: Json): void {
	const id = String(sent.id);
	const old = model.contacts.get(id);
	const whole = old && model.gaps.uploadMode === 'merge' ? merged(old, sent) : sent;
	const contact = { ...whole, employee_id: whole.employee_id ?? DEFAULT_EMPLOYEE, tags: old?.tags ?? [] };
	if (contact.employee_id === DEFAULT_EMPLOYEE && !model.employees.has(DEFAULT_EMPLOYEE))
		model.employees.set(DEFAULT_EMPLOYEE, defaultEmployee());
	model.contacts.set(id, contact);
}

function storeEmployee(model: Model, sent: Json): void {
	const id = String(sent.id);
	const old = model.gaps.uploadMode === 'merge' ? model.employees.get(id) : undefined;
	model.employees.set(id, old ? merged(old, sent) : sent);
}

/** Accepts an upload for processing; `operation` is the id from the service's answer. */
export function upload(model: Model, kind: 'contacts' | 'employees', list: Json[], operation: string): void {
	model.operations.push({ id: operation, at: model.now, ids: list.map(({ id }) => String(id)) });
	const apply = () => {
		for (const one of list)
			if (kind === 'contacts') storeContact(model, readShape(one));
			else storeEmployee(model, one);
	};
	const { operationDurationMs } = model.gaps;
	if (operationDurationMs === 0) apply();
	else model.waiting.push({ due: model.now + operationDurationMs, apply });
}

export const isAssigned = ({ contacts }: Model, employee: string): boolean =>
	[...contacts.values()].some(({ employee_id }) => employee_id === employee);

/** Creates the events of `POST /events/trigger` and returns the status. */
export function trigger(model: Model, type: string, sent: Json): number {
	const contactId = String(sent.id);
	const stored = model.contacts.get(contactId);
	if (!stored) return 404;
	const contact = merged(stored, sent);
	if (model.gaps.triggerUpdatesContact) storeContact(model, contact);
	const common = { id: undefined, at: model.now, contactId, received: false };
	model.events.push({ ...common, type, contact });
	model.events.push({ ...common, type: 'documentation', contact: undefined });
	return 200;
}

export const eventsOf = (
	{ events }: Model,
	{ type, from = -Infinity, to = Infinity }: { type?: string; from?: number; to?: number },
): ModelEvent[] =>
	events.filter((event) => event.at >= from && event.at <= to && event.type === (type ?? event.type));

/** Returns the status of the request for a documentation event's PDF. */
export function documentStatus({ now, gaps }: Model, event: ModelEvent | undefined): number {
	if (event?.type !== 'documentation') return 404;
	const ready = event.at + gaps.documentationDelayMs;
	if (now < ready) return 204;
	return now < ready + gaps.documentationRetentionMs ? 200 : 410;
}
