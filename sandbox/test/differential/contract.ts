/**
 * The service as its contract describes it, written from the contract alone. Nothing here comes from the sandbox's
 * code or description, so a fault that both of them share still shows. Only the names of plain texts are the same list.
 */
import { CONTACT_TEXTS, EMPLOYEE_TEXTS } from '../../records/textFields';

export type Shape = 'text' | 'flag' | 'texts' | 'map' | { list: string } | { model: string };

const texts = (names: string | readonly string[]): Record<string, Shape> =>
	Object.fromEntries(
		[names]
			.flat()
			.flatMap((list) => list.split(' '))
			.map((name) => [name, 'text']),
	);

export const MODELS: Record<string, Record<string, Shape>> = {
	Contact: {
		...texts(CONTACT_TEXTS),
		data: 'map',
		documentation: { model: 'Documentation' },
		section_private: { model: 'ContactSection' },
		section_work: { model: 'ContactSection' },
		tags: 'texts',
	},
	Documentation: { consents: { list: 'Consent' } },
	Consent: { ...texts('id type granted_at granted_ip granted_agent'), granted: 'flag' },
	Address: texts('addition city country district extra_1 extra_2 extra_3 house_number street zip_code'),
	ContactSection: {
		addresses: { list: 'Address' },
		emails: 'texts',
		fax_numbers: { list: 'PublicFax' },
		mobile_numbers: { list: 'PublicNumber' },
		phone_numbers: { list: 'PublicNumber' },
	},
	PublicFax: texts('area number original'),
	PublicNumber: texts('area number original international_formatted national_formatted'),
	Employee: {
		...texts(EMPLOYEE_TEXTS),
		tags: 'texts',
		data: 'map',
	},
	ContactEvent: {
		...texts('event_id event_time type contact_id event_documentation_url'),
		contact: { model: 'Contact' },
	},
	Operation: { ...texts('id created_at type model status'), items: { list: 'OperationItem' } },
	OperationItem: texts('id model_id status'),
	'web.Response': texts('message'),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function problemsOfField(value: unknown, shape: Shape, at: string): string[] {
	const wrong = [`${at} is ${JSON.stringify(value)}`];
	if (shape === 'text') return typeof value === 'string' ? [] : wrong;
	if (shape === 'flag') return typeof value === 'boolean' ? [] : wrong;
	if (shape === 'map')
		return isObject(value) && Object.values(value).every((entry) => typeof entry === 'string') ? [] : wrong;
	if (shape === 'texts')
		return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? [] : wrong;
	if ('list' in shape) return problemsOfList(value, shape.list, at);
	return problemsOfModel(value, shape.model, at);
}

function problemsOfModel(value: unknown, model: string, at = model): string[] {
	if (!isObject(value)) return [`${at} is no object`];
	const fields = MODELS[model] ?? {};
	return Object.entries(value).flatMap(([name, entry]) =>
		Object.hasOwn(fields, name)
			? problemsOfField(entry, fields[name] as Shape, `${at}.${name}`)
			: [`${at}.${name} is no field`],
	);
}

function problemsOfList(value: unknown, model: string, at = model): string[] {
	if (!Array.isArray(value)) return [`${at} is no list`];
	return value.flatMap((entry, index) => problemsOfModel(entry, model, `${at}[${index}]`));
}

function problemsOfPostResponse(value: unknown): string[] {
	if (!isObject(value)) return ['web.PostResponse is no object'];
	const { message, validation_errors: errors, ...others } = value;
	if (typeof message !== 'string' || Object.keys(others).length > 0) return ['web.PostResponse is wrong'];
	if (!isObject(errors)) return ['validation_errors is no object'];
	const entries = Object.values(errors).flatMap((entry) =>
		isObject(entry) ? Object.values(entry) : [entry],
	);
	return entries.flatMap((entry) => {
		const { code, message: words, ...more } = (entry ?? {}) as Record<string, unknown>;
		const good = ['v1c001', 'v1c002', 'v1c003', 'v1c004'].includes(String(code)) && typeof words === 'string';
		return good && Object.keys(more).length === 0 ? [] : [`validation error ${JSON.stringify(entry)}`];
	});
}

const EVENT_KINDS = ['update', 'confirm', 'documentation'];
/** `2026-03-01T10:00:00Z`, with a fraction or another offset. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Update and confirm events have a contact; documentation events have a link. */
function problemsOfEvents(value: unknown): string[] {
	const problems = problemsOfList(value, 'ContactEvent');
	if (problems.length > 0) return problems;
	return (value as Array<Record<string, string>>).flatMap((event) => {
		const { type = '', event_id: id, event_time: time = '', event_documentation_url: link, contact } = event;
		const linked = type === 'documentation';
		return EVENT_KINDS.includes(type) &&
			typeof id === 'string' &&
			TIME.test(time) &&
			(contact === undefined) === linked &&
			(link !== undefined) === linked &&
			(link === undefined || URL.canParse(link))
			? []
			: [`event ${JSON.stringify(event)}`];
	});
}

function problemsOfOperations(value: unknown): string[] {
	const problems = problemsOfList(value, 'Operation');
	if (problems.length > 0) return problems;
	const times = (value as Array<{ created_at: string }>).map(({ created_at: time }) => Date.parse(time));
	const falling = times.every((time, index) => index === 0 || time <= (times[index - 1] as number));
	return falling ? [] : [`operations in the order ${times.join()}`];
}

const nothing = () => [];
const LISTS = {
	events: problemsOfEvents,
	operations: problemsOfOperations,
};
const BODIES = {
	anything: nothing,
	none: (value: unknown) => (value === undefined ? [] : [`a body where there is none`]),
	pdf: (value: unknown) => (String(value).startsWith('%PDF-') ? [] : ['no PDF']),
	contact: (value: unknown) => problemsOfModel(value, 'Contact'),
	employee: (value: unknown) => problemsOfModel(value, 'Employee'),
	operation: (value: unknown) => problemsOfModel(value, 'Operation'),
	message: (value: unknown) => problemsOfModel(value, 'web.Response'),
	post: problemsOfPostResponse,
	...LISTS,
};
type Body = keyof typeof BODIES;

interface Answers {
	answers: Partial<Record<number, Body>>;
	/** The sandbox's answers to questions that the contract leaves open. */
	beyond?: Partial<Record<number, Body>>;
	/** The answer is a list with pages: `Next-Cursor` names the next one. */
	pages?: true;
	/** A second request would create or take away more. So it is not sent again if its answer is lost. */
	once?: true;
	/** A 403 is about the record alone. However many are refused so, the others are still asked for. */
	forbidsOne?: true;
}
const endpoints = <Name extends string>(all: Record<Name, Answers>): Record<Name, Answers> => all;

/**
 * The statuses of each endpoint and the body of each, as the contract lists them. 500 is left out: no request makes
 * the sandbox fail.
 */
export const ENDPOINTS = endpoints({
	'GET /ping': { answers: { 200: 'anything' } },
	'POST /contacts': { answers: { 202: 'anything', 400: 'message', 413: 'none', 422: 'post' } },
	'GET /contacts/{id}': { answers: { 200: 'contact', 404: 'message' } },
	'DELETE /contacts/{id}': { answers: { 204: 'none', 404: 'message' } },
	'GET /documentation/{contactID}': { answers: { 200: 'pdf', 204: 'none', 404: 'message', 410: 'message' } },
	'GET /documentation/{contactID}/{eventID}': {
		answers: { 200: 'pdf', 204: 'none', 404: 'message', 410: 'message' },
	},
	'POST /employees': { answers: { 202: 'anything', 400: 'post', 413: 'none', 422: 'post' } },
	'GET /employees/{id}': { answers: { 200: 'employee', 404: 'message' } },
	'DELETE /employees/{id}': {
		answers: { 204: 'none', 403: 'message' },
		beyond: { 404: 'message' },
		forbidsOne: true,
	},
	'GET /events': { answers: { 200: 'events', 400: 'message' }, pages: true },
	'GET /events/latest': { answers: { 200: 'events', 400: 'message' }, once: true },
	'POST /events/trigger': {
		answers: { 200: 'message', 400: 'message', 403: 'message', 404: 'message' },
		once: true,
	},
	'GET /operations': {
		answers: { 200: 'operations', 403: 'message' },
		beyond: { 400: 'message' },
		pages: true,
	},
	'GET /operations/{id}': { answers: { 200: 'operation', 403: 'message', 404: 'message' } },
});
export type Endpoint = keyof typeof ENDPOINTS;

export const answersOf = (endpoint: string): Answers =>
	(ENDPOINTS as Record<string, Answers>)[endpoint] ?? { answers: {} };

/** What a success of an endpoint is. */
export type Success = 'object' | 'list' | 'pdf' | 'accepted' | 'nothing';

function kindOf(body: Body): Success {
	if (body in LISTS) return 'list';
	return body === 'pdf' ? 'pdf' : body === 'none' ? 'nothing' : 'object';
}

/** The successes that the contract lists for an endpoint. It does not show the body of a ping, so any will do. */
export function successesOf(endpoint: Endpoint): Success[] {
	if (endpoint === 'GET /ping') return ['object', 'list', 'pdf', 'accepted', 'nothing'];
	return Object.entries(ENDPOINTS[endpoint].answers).flatMap(([status, body]) => {
		if (status === '202') return ['accepted'];
		return status.startsWith('2') && body ? [kindOf(body)] : [];
	});
}

/** The endpoint that a request reaches. `/events/latest` is no ID. */
export const endpointOf = (method: string, path: string): Endpoint | undefined =>
	(Object.keys(ENDPOINTS) as Endpoint[]).find((endpoint) =>
		new RegExp(`^${endpoint.replace(/\{\w+\}/g, '(?!latest$)[^/]+')}$`).test(`${method} ${path}`),
	);

/** The IDs of the seeded records in the tests of spellings; `{id}` is the ID of the resource in the path. */
const SEEDED: Record<string, string> = {
	contactID: 'c1',
	eventID: 'd1',
	contacts: 'c1',
	employees: 'e1',
	operations: 'o1',
};

function seededPath(endpoint: string): string {
	const path = endpoint.slice(endpoint.indexOf('/'));
	const id = (name: string) => SEEDED[name === 'id' ? (path.split('/')[1] ?? '') : name];
	return `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => id(name) ?? name)}`;
}

/** Every path that needs a key. */
export const PATHS_WITH_KEY = [...new Set(Object.keys(ENDPOINTS).map(seededPath))].filter(
	(path) => path !== '/v1/ping',
);

export const REQUIRED: Record<string, string[]> = {
	'POST /contacts': ['first_name', 'id', 'last_name'],
	'POST /employees': ['email', 'first_name', 'id'],
};

/** True if an upload must be refused: it is not a list, or an element lacks a required field. */
export const isIncomplete = (endpoint: string, body: unknown): boolean => {
	const required = REQUIRED[endpoint];
	if (!required) return false;
	const isWhole = (one: unknown) => isObject(one) && required.every((name) => (one[name] ?? '') !== '');
	return !Array.isArray(body) || !body.every(isWhole);
};

export interface Reply {
	status: number;
	headers: Record<string, string | undefined>;
	/** The parsed body if it is JSON; undefined if it is empty. */
	body: unknown;
}

/** Lists the differences between an answer and the contract. `endpoint` is a key of ENDPOINTS. */
export function breaches(endpoint: string, { status, headers, body }: Reply): string[] {
	const { answers, beyond, pages } = answersOf(endpoint);
	const kind = answers[status] ?? beyond?.[status];
	if (!kind) return [`status ${status}`];
	const has = (name: string) => (headers[name] ?? '') !== '';
	const isUpload = status === 202;
	const mayHaveNext = status === 200 && pages === true;
	const type = headers['content-type'] ?? '';
	const typed =
		kind === 'none' ? type === '' : type.startsWith(kind === 'pdf' ? 'application/pdf' : 'application/json');
	return [
		...BODIES[kind](body),
		...(typed ? [] : [`Content-Type ${type} for ${kind}`]),
		...(has('operation-id') === isUpload && has('operation-link') === isUpload ? [] : ['Operation headers']),
		...(has('next-cursor') === has('next-link') ? [] : ['Next-Cursor and Next-Link differ']),
		...(has('next-cursor') && !mayHaveNext ? ['a next page of what has no pages'] : []),
	];
}
