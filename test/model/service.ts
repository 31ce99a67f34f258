/* eslint-disable */
/**
 * The events of the contract without a network, fast enough for millions of polls. Gaps of the contract are
 * options. Time is virtual. Everything that lasts is plain data in `world`, so that it can be copied and restored.
 */
import { Readable } from 'node:stream';

export interface ServiceOptions {
	historyOrder: 'asc' | 'desc' | 'shuffled' | 'arrival';
	latestOrder: 'arrival' | 'asc' | 'desc' | 'shuffled';
	fromInclusive: boolean;
	toInclusive: boolean;
	/** Whether reading the history marks events as received. */
	historyMarks: boolean;
	/** The largest page that the service gives, whatever is asked for. */
	maxLimit: number;
	/** The smallest page of `/events/latest`, because services may ignore `limit`. */
	minLatest: number;
	/** How many events of a page are repeated at the start of the next one. */
	repeatedAcrossPages: number;
	/** Whether a cursor refers to the list at the time when it was made, or to the present one. */
	snapshot: boolean;
	/** Whether times are shown with their fraction of a second, or cut to the second. */
	secondsOnly: boolean;
	/** How far the `Date` header is ahead of event times, in milliseconds. */
	dateSkew: number;
	/** How many bytes a PDF has in addition. */
	pdfBytes: number;
	/** IDs are numbers, and an event differs in one field each time that it is shown. */
	numericIds: boolean;
	/** How many milliseconds a request takes. */
	latency: number;
	/** The history refuses the pages behind so many events of a list, with this status; 0: it shows all of them. */
	deepest: number;
	deepStatus: number;
}

export const SERVICE: ServiceOptions = {
	historyOrder: 'asc',
	latestOrder: 'arrival',
	fromInclusive: true,
	toInclusive: true,
	historyMarks: true,
	maxLimit: 1000,
	minLatest: 0,
	repeatedAcrossPages: 0,
	snapshot: true,
	secondsOnly: false,
	dateSkew: 0,
	pdfBytes: 0,
	numericIds: false,
	latency: 0,
	deepest: 0,
	deepStatus: 400,
};

export const KINDS = ['update', 'confirm', 'documentation'] as const;
export type Kind = (typeof KINDS)[number];
export type DocumentState =
	'ready' | 'later' | 'never' | 'not_found' | 'gone' | 'failing' | 'hanging' | 'huge';

export interface ModelEvent {
	id: string;
	/** An `event_id` that another event of another type has, too. */
	sharedId?: string;
	/** Epoch milliseconds by the service's clock. */
	time: number;
	kind: Kind;
	document: DocumentState;
	/** The consents of the contact, in updates and confirmations. */
	consents?: Array<{ type: string; granted: boolean }>;
	/** `/events/latest` has handed it out, or another reader has taken it. */
	received: boolean;
	/** Another reader of `/events/latest` has taken it. */
	isTakenElsewhere?: boolean;
	/** It is shown without its time. */
	isTimeless?: boolean;
	/** Since when the service has it, by its clock. */
	addedAt?: number;
	/** When the history shows it, by the service's clock; `null`: not yet. */
	shownAt: number | null;
	/** The history answers with this status in place of each page that would have the event. */
	poison?: number;
	/** Since when, by the service's clock. */
	poisonedAt?: number;
	/** How often the request for its PDF failed by itself, or was cut off while it was alone; and whether the service has said that there is none. */
	failedPolls?: number;
	wasTold?: boolean;
}

/** The parts of a request that the model looks at. */
export interface ModelRequest {
	path: readonly string[];
	query?: Readonly<Record<string, string | number | undefined>>;
}

export interface ModelAnswer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** What happens to a request in place of its answer. With `after` it has taken effect before. */
export interface ModelFault {
	/** The number of the request in its poll, from 1. */
	at: number;
	/** `kill`: n8n is killed at this request. Its later requests do not reach the service. */
	status: number | 'reset' | 'kill';
	after: boolean;
}

/** What the history refuses while this is set: a `from` further back than the window, with this status. */
export interface Refusal {
	status: number;
	/** In milliseconds. Below 0, everything is refused. */
	window: number;
}

export interface ServiceWorld {
	now: number;
	events: ModelEvent[];
	history: Refusal | null;
	/** The history answers so many of the next requests with this status, whatever they ask for. */
	passing: { status: number; left: number };
}

interface Cursor {
	ids: string[];
	offset: number;
}

/** A failed request, with the status of its answer if there was one. */
export class ModelFailure extends Error {
	/** The wait that it asks for. */
	retryAfterMs?: number;

	/** @param isTooLarge the file is larger than is ever loaded */
	constructor(
		readonly status: number | undefined,
		readonly isTooLarge = false,
		/** The service's clock. */
		readonly date?: string,
		/** The caller did not wait for the answer. */
		readonly isCutOff = false,
	) {
		super(`failed with ${status ?? 'no answer'}`);
	}
}

const ORDERS: Record<ServiceOptions['historyOrder'], (a: ModelEvent, b: ModelEvent) => number> = {
	arrival: (a, b) => seqOf(a) - seqOf(b),
	asc: (a, b) => a.time - b.time || seqOf(a) - seqOf(b),
	desc: (a, b) => b.time - a.time || seqOf(b) - seqOf(a),
	shuffled: (a, b) => mixed(seqOf(a)) - mixed(seqOf(b)) || seqOf(a) - seqOf(b),
};
const seqOf = ({ id }: ModelEvent): number => Number(id.slice(1));
const mixed = (seq: number): number => (Math.imul(seq, 2654435761) >>> 7) % 1009;

export class ServiceModel {
	world: ServiceWorld;
	/** The requests of the present poll. */
	requests: ModelRequest[] = [];
	faults: readonly ModelFault[] = [];
	/** Events that `/events/latest` has handed out in the present poll. */
	handedOut: string[] = [];
	/** How many documents the service has answered for in the present poll: with or without a PDF. */
	answered = 0;
	/** The history has not shown all in the present poll, although it does not refuse a period. */
	wasHidden = false;
	/** When the present poll asked for PDFs. */
	askedAt: number[] = [];
	/** Requests for which this is true get no answer for as long as the caller waits. */
	hangs: (request: ModelRequest) => boolean = () => false;
	/** Milliseconds that a request takes in addition. Requests that are under way together share the line. */
	slowness: (request: ModelRequest) => number = () => 0;
	/** Requests that are refused, with the status. */
	refuses: (request: ModelRequest) => number | undefined = () => undefined;
	/** Requests whose connection breaks off. */
	breaks: (request: ModelRequest) => boolean = () => false;
	/** Milliseconds for which a refusal asks to wait. */
	retryAfter: number | undefined;
	/** Called before each request, with its number within the poll; for what happens in the middle of one. */
	onRequest?: (number: number) => Promise<void> | void;
	private shownTimes = 0;
	private readonly filling: Buffer;
	private readonly cursors = new Map<string, Cursor>();

	constructor(
		readonly options: ServiceOptions,
		now: number,
	) {
		this.filling = Buffer.alloc(options.pdfBytes);
		this.world = { now, events: [], history: null, passing: { status: 422, left: 0 } };
	}

	add(time: number, kind: Kind, more: Partial<ModelEvent> = {}): ModelEvent {
		const { now, events } = this.world;
		const id = `e${events.length + 1}`;
		const event: ModelEvent = {
			id,
			time,
			kind,
			document: 'ready',
			received: false,
			shownAt: now,
			addedAt: now,
			...more,
		};
		events.push(event);
		return event;
	}

	/** True if the history shows the event now. */
	isShown({ time, shownAt }: ModelEvent): boolean {
		const { now, history } = this.world;
		if (shownAt === null || shownAt > now) return false;
		return history === null || (history.window >= 0 && time > now - history.window);
	}

	/** Starts to count requests again, as each poll does. */
	beginPoll(faults: readonly ModelFault[] = []): void {
		this.requests = [];
		this.handedOut = [];
		this.answered = 0;
		this.wasHidden = false;
		this.askedAt = [];
		this.faults = faults;
		this.cursors.clear();
	}

	/** Another reader of `/events/latest` takes all events there. */
	takeElsewhere(): void {
		for (const event of this.world.events) {
			if (!event.received) event.isTakenElsewhere = true;
			event.received = true;
		}
	}

	/** The history now shows events that it was late with. */
	show(): void {
		for (const event of this.world.events) event.shownAt ??= this.world.now;
	}

	/**
	 * @param within how many milliseconds the caller waits for an answer
	 * @throws ModelFailure
	 */
	async ask(request: ModelRequest, within: number): Promise<ModelAnswer> {
		try {
			return await this.askOnce(request, this.world.now + within);
		} catch (error) {
			this.noteFailure(request, error as ModelFailure);
			throw error;
		}
	}

	private async askOnce(request: ModelRequest, end: number): Promise<ModelAnswer> {
		this.requests.push(request);
		if (request.path[0] === 'documentation') this.askedAt.push(this.world.now);
		const number = this.requests.length;
		await this.onRequest?.(number);
		const kill = this.faults.find(({ at, status }) => status === 'kill' && at <= number);
		if (kill !== undefined) {
			if (kill.at === number && kill.after) this.answer(request);
			throw new ModelFailure(undefined);
		}
		const left = Math.max(0, end - this.world.now);
		const cutOff = new ModelFailure(undefined, false, undefined, true);
		const isHanging = this.hangs(request) || this.askedFor(request)?.document === 'hanging';
		if (isHanging) {
			await this.hang(left);
			throw cutOff;
		}
		const takes = this.options.latency + this.slowness(request);
		if (left < takes) {
			this.world.now += left;
			if (left > 0) this.answer(request);
			throw cutOff;
		}
		this.world.now += takes;
		const status = this.refuses(request);
		if (status !== undefined) {
			const failure = new ModelFailure(status);
			failure.retryAfterMs = this.retryAfter;
			throw failure;
		}
		if (this.breaks(request)) throw new ModelFailure(undefined);
		const fault = this.faults.find(({ at }) => at === number);
		if (fault === undefined) return this.answer(request);
		if (fault.after) this.answer(request);
		throw new ModelFailure(typeof fault.status === 'number' ? fault.status : undefined);
	}

	/** Those under way beside a request without an answer get theirs, and then time passes until nobody waits any more. */
	private async hang(left: number): Promise<void> {
		const end = this.world.now + left;
		for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
		this.world.now = Math.max(this.world.now, end);
	}

	/** The event whose PDF a request asks for. */
	private askedFor({ path }: ModelRequest): ModelEvent | undefined {
		return path[0] === 'documentation' ? this.documentOf(String(path[2])) : undefined;
	}

	private answer({ path, query = {} }: ModelRequest): ModelAnswer {
		const [resource, second, third] = path;
		if (resource === 'documentation') return this.document(String(third));
		return second === 'latest' ? this.latest(query) : this.history(query);
	}

	private success(body: unknown, headers: Record<string, string> = {}): ModelAnswer {
		const date = new Date(this.world.now + this.options.dateSkew).toUTCString();
		return { status: 200, headers: { date, ...headers }, body };
	}

	private shown(event: ModelEvent): Record<string, unknown> {
		const iso = new Date(event.time).toISOString();
		const contact_id = `contact-${seqOf(event) % 7}`;
		const { numericIds } = this.options;
		return {
			event_id: numericIds ? seqOf(event) : (event.sharedId ?? event.id),
			...(!event.isTimeless && { event_time: this.options.secondsOnly ? `${iso.slice(0, 19)}Z` : iso }),
			type: event.kind,
			contact_id: numericIds ? seqOf(event) % 7 : contact_id,
			...(numericIds && { shown: this.shownTimes++ }),
			...(event.consents && { contact: { id: contact_id, documentation: { consents: event.consents } } }),
		};
	}

	private latest(query: NonNullable<ModelRequest['query']>): ModelAnswer {
		const { latestOrder, maxLimit, minLatest } = this.options;
		const limit = Math.max(minLatest, Math.min(Number(query.limit), maxLimit));
		const page = this.world.events
			.filter((event) => !event.received && fits(event, query.type))
			.sort(ORDERS[latestOrder])
			.slice(0, limit);
		for (const event of page) {
			event.received = true;
			this.handedOut.push(event.id);
		}
		return this.success(page.map((event) => this.shown(event)));
	}

	private history(query: NonNullable<ModelRequest['query']>): ModelAnswer {
		const { now, history, passing } = this.world;
		if (passing.left > 0) {
			passing.left--;
			this.wasHidden = true;
			throw new ModelFailure(passing.status, false, new Date(now + this.options.dateSkew).toUTCString());
		}
		if (history && (history.window < 0 || Date.parse(String(query.from)) < now - history.window)) {
			throw new ModelFailure(history.status, false, new Date(now + this.options.dateSkew).toUTCString());
		}
		const { fromInclusive, toInclusive, historyOrder, snapshot, repeatedAcrossPages } = this.options;
		const given = this.cursors.get(String(query.cursor));
		const from = query.from === undefined ? -Infinity : Date.parse(String(query.from));
		const to = query.to === undefined ? Infinity : Date.parse(String(query.to));
		const all = this.world.events
			.filter(
				(event) =>
					event.shownAt !== null &&
					fits(event, query.type) &&
					(fromInclusive ? event.time >= from : event.time > from) &&
					(toInclusive ? event.time <= to : event.time < to),
			)
			.sort(ORDERS[historyOrder]);
		const ids = snapshot && given ? given.ids : all.map(({ id }) => id);
		const byId = new Map(all.map((event) => [event.id, event]));
		const offset = given?.offset ?? 0;
		const end = offset + Math.min(Number(query.limit), this.options.maxLimit);
		const page = ids.slice(offset, end).flatMap((id) => byId.get(id) ?? []);
		const { deepest, deepStatus } = this.options;
		const status = deepest > 0 && end > deepest && offset > 0 ? deepStatus : page.find(hasPoison)?.poison;
		if (status !== undefined) {
			this.wasHidden = true;
			throw new ModelFailure(status, false, new Date(now + this.options.dateSkew).toUTCString());
		}
		if (this.options.historyMarks) for (const event of page) event.received = true;
		const body = page.map((event) => this.shown(event));
		if (end >= ids.length) return this.success(body);
		const cursor = `cursor-${this.cursors.size + 1}`;
		this.cursors.set(cursor, { ids, offset: Math.max(offset + 1, end - repeatedAcrossPages) });
		return this.success(body, { 'next-cursor': cursor });
	}

	/**
	 * The events that no reading of the history shows: it refuses pages that are too deep, and the shortest period has
	 * more events than the pages before them.
	 */
	tooDeep(types: ReadonlyArray<Kind | undefined>, limit: number): string[] {
		const { deepest, historyOrder, maxLimit, repeatedAcrossPages } = this.options;
		if (deepest === 0) return [];
		let shown = Math.min(limit, maxLimit);
		for (let offset = 0; ;) {
			offset = Math.max(offset + 1, shown - repeatedAcrossPages);
			const end = offset + Math.min(limit, maxLimit);
			if (end > deepest) break;
			shown = end;
		}
		const sorted = this.world.events.filter(({ shownAt }) => shownAt !== null).sort(ORDERS[historyOrder]);
		const within = (type: Kind | undefined, from: number) =>
			sorted.filter((event) => fits(event, type) && event.time >= from && event.time <= from + SHORTEST);
		const times = [...new Set(sorted.map(({ time }) => time))];
		const froms = times.flatMap((time) => [time - SHORTEST, time - 1, time]);
		const deep = types.flatMap((type) => froms.flatMap((from) => within(type, from).slice(shown)));
		return [...new Set(deep.map(({ id }) => id))];
	}

	private document(id: string): ModelAnswer {
		const event = this.documentOf(id);
		if (event?.document !== 'failing') this.answered++;
		if (event?.document === 'huge') throw new ModelFailure(undefined, true);
		const statuses = {
			ready: 200,
			later: 204,
			never: 204,
			not_found: 404,
			gone: 410,
			failing: 500,
			huge: 200,
		};
		const status = { ...statuses, hanging: 500 }[event?.document ?? 'not_found'];
		if (event && status !== 200 && status !== 500) event.wasTold = true;
		if (status >= 400) throw new ModelFailure(status);
		if (status === 204) return { ...this.success(''), status };
		const pdf = Readable.from([Buffer.concat([Buffer.from(`%PDF-1.4 ${id}`), this.filling])]);
		return this.success(pdf, { 'content-type': 'application/pdf' });
	}

	private documentOf(id: string): ModelEvent | undefined {
		// The usual case is quick, because this is asked for each PDF.
		const usual = this.world.events[Number(id.replace('e', '')) - 1];
		if (usual?.kind === 'documentation' && usual.sharedId === undefined) return usual;
		const isIt = (event: ModelEvent) => (event.sharedId ?? event.id) === id || String(seqOf(event)) === id;
		return this.world.events.find((event) => event.kind === 'documentation' && isIt(event));
	}

	private noteFailure(request: ModelRequest, { isCutOff }: ModelFailure): void {
		const event = this.askedFor(request);
		const isAlone = this.requests.filter(({ path: [resource] }) => resource === 'documentation').length === 1;
		if (isCutOff && !isAlone) return;
		if (event) event.failedPolls = (event.failedPolls ?? 0) + 1;
	}
}

/** In milliseconds: no shorter period is asked for, because a bound may be excluded. */
const SHORTEST = 2;
const hasPoison = ({ poison }: ModelEvent): boolean => poison !== undefined;
const fits = (event: ModelEvent, type: unknown): boolean => type === undefined || event.kind === type;
