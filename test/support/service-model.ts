import { Readable } from 'node:stream';

import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceRequest, ServiceResponse } from '../../nodes/ContactConsent/transport/types';

/**
 * The events part of the contract as a small model without a network: fast enough for thousands of schedules.
 * What the contract leaves open is an option. Time is virtual and passes with each request.
 */
export interface ModelOptions {
	historyOrder: 'asc' | 'desc' | 'shuffled';
	latestOrder: 'arrival' | 'asc' | 'desc' | 'shuffled';
	fromInclusive: boolean;
	toInclusive: boolean;
	/** Reading the history marks events as received. */
	historyMarks: boolean;
	/** The largest page the service gives, whatever is asked for. */
	maxLimit: number;
	/** How many events of a page come again at the start of the next one. */
	repeatedAcrossPages: number;
	/** Milliseconds; a cursor refers to the list as it was when it was made (`snapshot`) or as it is. */
	cursorLifetime: number;
	snapshot: boolean;
	/** Times are shown with their fraction of a second, or cut to the second. */
	secondsOnly: boolean;
	/** How far the `Date` header is ahead of event times, in milliseconds. */
	dateSkew: number;
	/** Milliseconds that a request takes. */
	latency: number;
}

export type DocumentState = 'ready' | 'later' | 'never' | 'not_found' | 'gone' | 'failing';

export interface ModelEvent {
	id: string;
	/** Epoch milliseconds. */
	time: number;
	type: 'update' | 'confirm' | 'documentation';
	document: DocumentState;
	received: boolean;
	/** Order of arrival. */
	seq: number;
}

/** What happens to a request instead of its answer; with `after` the service has acted on it. */
export interface ModelFault {
	/** Counts the requests of a poll, from 1. */
	at: number;
	status: number | 'reset' | 'timeout';
	after: boolean;
}

interface Cursor {
	ids: string[] | undefined;
	offset: number;
	madeAt: number;
	from: string;
	to: string;
	type: unknown;
}

const failure = (status: number | undefined): ServiceError =>
	new ServiceError(
		{ message: `failed with ${status ?? 'no answer'}`, description: '' },
		{ kind: status === undefined ? 'unreachable' : 'status', status },
	);

export class ServiceModel {
	events: ModelEvent[] = [];
	requests: ServiceRequest[] = [];
	faults: ModelFault[] = [];
	/** Called before each request, with its number within the poll; for what happens in the middle of one. */
	onRequest?: (number: number) => Promise<void> | void;
	/** Ids that this service handed out through `/events/latest`. */
	readonly latestHandedOut = new Set<string>();
	/** Those of them whose answer never arrived. */
	readonly lostAnswers = new Set<string>();
	private readonly cursors = new Map<string, Cursor>();
	private seq = 0;

	constructor(
		readonly options: ModelOptions,
		public now: number,
	) {}

	add(time: number, type: ModelEvent['type'], document: DocumentState = 'ready'): ModelEvent {
		this.seq++;
		const event = { id: `event-${this.seq}`, time, type, document, received: false, seq: this.seq };
		this.events.push(event);
		return event;
	}

	expireCursors(): void {
		this.cursors.clear();
	}

	/** Begins a new count of requests, as each poll does. */
	beginPoll(faults: ModelFault[] = []): void {
		this.requests = [];
		this.faults = faults;
	}

	/** Another reader of `/events/latest` takes what is there. */
	takeElsewhere(): ModelEvent[] {
		const taken = this.events.filter(({ received }) => !received);
		for (const event of taken) event.received = true;
		return taken;
	}

	readonly send: Send = async <Body>(request: ServiceRequest, { deadline = Infinity } = {}) => {
		this.requests.push(request);
		const number = this.requests.length;
		await this.onRequest?.(number);
		const left = deadline - this.now;
		if (left < this.options.latency) {
			this.now += Math.max(0, left);
			if (left > 0) this.answer(request);
			throw failure(undefined);
		}
		this.now += this.options.latency;
		const fault = this.faults.find(({ at }) => at === number);
		if (fault && !fault.after) throw failure(typeof fault.status === 'number' ? fault.status : undefined);
		const before = new Set(this.latestHandedOut);
		const answer = this.answer(request);
		if (fault) for (const id of this.latestHandedOut) if (!before.has(id)) this.lostAnswers.add(id);
		if (fault) throw failure(typeof fault.status === 'number' ? fault.status : undefined);
		return answer as ServiceResponse<Body>;
	};

	private shown(event: ModelEvent): IDataObject {
		const iso = new Date(event.time).toISOString();
		return {
			event_id: event.id,
			event_time: this.options.secondsOnly ? `${iso.slice(0, 19)}Z` : iso,
			type: event.type,
			contact_id: `contact-${event.seq % 7}`,
		};
	}

	private answer(request: ServiceRequest): ServiceResponse<unknown> {
		const [resource, second, third] = request.path;
		const date = new Date(this.now + this.options.dateSkew).toUTCString();
		if (resource === 'documentation') return this.document(String(third), date);
		const query = request.query ?? {};
		return second === 'latest' ? this.latest(query, date) : this.history(query, date);
	}

	private sorted(events: ModelEvent[], order: ModelOptions['latestOrder']): ModelEvent[] {
		const mixed = (seq: number) => (Math.imul(seq, 2654435761) >>> 7) % 1009;
		const by = {
			arrival: (a: ModelEvent, b: ModelEvent) => a.seq - b.seq,
			asc: (a: ModelEvent, b: ModelEvent) => a.time - b.time || a.seq - b.seq,
			desc: (a: ModelEvent, b: ModelEvent) => b.time - a.time || b.seq - a.seq,
			shuffled: (a: ModelEvent, b: ModelEvent) => mixed(a.seq) - mixed(b.seq) || a.seq - b.seq,
		}[order];
		return [...events].sort(by);
	}

	private limitOf(query: NonNullable<ServiceRequest['query']>): number {
		return Math.min(Number(query.limit), this.options.maxLimit);
	}

	private latest(query: NonNullable<ServiceRequest['query']>, date: string): ServiceResponse<unknown> {
		const unreceived = this.events.filter((event) => !event.received && fits(event, query.type));
		const page = this.sorted(unreceived, this.options.latestOrder).slice(0, this.limitOf(query));
		for (const event of page) {
			event.received = true;
			this.latestHandedOut.add(event.id);
		}
		return { status: 200, headers: { date }, body: page.map((event) => this.shown(event)) };
	}

	private history(query: NonNullable<ServiceRequest['query']>, date: string): ServiceResponse<unknown> {
		const { fromInclusive, toInclusive, historyOrder, snapshot, cursorLifetime, repeatedAcrossPages } =
			this.options;
		const given = query.cursor === undefined ? undefined : this.cursors.get(String(query.cursor));
		if (query.cursor !== undefined && (!given || this.now - given.madeAt > cursorLifetime))
			throw failure(400);
		const from = query.from === undefined ? -Infinity : Date.parse(String(query.from));
		const to = query.to === undefined ? Infinity : Date.parse(String(query.to));
		const list = this.sorted(
			this.events.filter(
				(event) =>
					fits(event, query.type) &&
					(fromInclusive ? event.time >= from : event.time > from) &&
					(toInclusive ? event.time <= to : event.time < to),
			),
			historyOrder,
		);
		const ids = given?.ids ?? list.map(({ id }) => id);
		const byId = new Map(list.map((event) => [event.id, event]));
		const all = snapshot ? ids.flatMap((id) => byId.get(id) ?? []) : list;
		const offset = given?.offset ?? 0;
		const page = all.slice(offset, offset + this.limitOf(query));
		if (this.options.historyMarks) for (const event of page) event.received = true;
		const end = offset + page.length;
		const headers: Record<string, string> = { date };
		if (end < all.length) {
			const cursor = `cursor-${this.cursors.size + 1}-${this.seq}-${this.now}-${end}`;
			const next = Math.max(offset + 1, end - repeatedAcrossPages);
			this.cursors.set(cursor, {
				ids: snapshot ? ids : undefined,
				offset: next,
				madeAt: this.now,
				from: String(query.from),
				to: String(query.to),
				type: query.type,
			});
			headers['next-cursor'] = cursor;
		}
		return { status: 200, headers, body: page.map((event) => this.shown(event)) };
	}

	private document(id: string, date: string): ServiceResponse<unknown> {
		const event = this.events.find((candidate) => candidate.id === id);
		const status = { ready: 200, later: 204, never: 204, not_found: 404, gone: 410, failing: 500 }[
			event?.document ?? 'not_found'
		];
		if (status >= 400) throw failure(status);
		if (status === 204) return { status, headers: { date }, body: '' };
		const body = Readable.from([Buffer.from(`%PDF-1.4 ${id}`)]);
		return { status, headers: { date, 'content-type': 'application/pdf' }, body };
	}
}

const fits = (event: ModelEvent, type: unknown): boolean => type === undefined || event.type === type;
