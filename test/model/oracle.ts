/**
 * Decides which events had to arrive, from facts alone: what the history shows and when, what n8n has committed,
 * and when the trigger started. It shares no code and no state with the trigger.
 *
 * The promises (docs/decisions/0001): each event of a chosen kind reaches an execution if its `event_time` is not
 * before the start, the history shows it within the look-back, and it is among the newest 10,000. It comes again
 * only if n8n died between starting the execution and writing the state. It comes in time: an update or a
 * confirmation by the second poll after the history shows it, a documentation event by the second poll after its
 * wait.
 */
import type { Kind, ModelEvent } from './service';

const DAY = 86_400_000;
const NEWEST = 10_000;

/** How far back each poll reads in addition. */
export const LOOK_BACK = 600_000;
const MINUTE = 60_000;

/** An event as the oracle sees it. */
export type Seen = ModelEvent & {
	/** True if the history shows it now. */
	isVisible?: boolean;
};

export interface Promised {
	kinds: readonly Kind[];
	beginWith: 'unreceived' | 'now' | 'date';
	/** The start in epoch milliseconds, for `date`. */
	startFrom: number | undefined;
	auditDays: number;
	maxEvents: number;
	/** How long a documentation event may wait for its PDF. `undefined`: no promise. */
	documentationWait: number | undefined;
	/** The precision of event times at the service, in milliseconds. Events within it are of one instant. */
	instant: number;
	passes: (event: ModelEvent) => boolean;
}

/** Why a missing event was not promised. */
export type Outside =
	'beforeStart' | 'shownTooLate' | 'beyondTheNewest' | 'leftOutByFilter' | 'refusedByHistory';

export interface Verdict {
	lost: string[];
	/** Events that came more often than crashes can explain. */
	repeated: string[];
	/** The sizes of executions that are too large. */
	tooLarge: number[];
	disordered: number;
	/** Events that came although the filter leaves them out or nobody chose their kind. */
	unwanted: string[];
	late: string[];
	/** Documentation events that came without their PDF before their wait was over. */
	givenUpEarly: string[];
	/** Documentation events that came without their PDF although the service had not said that it has none. */
	neverAsked: string[];
	/** Events from before the start that others have received, or that are not wanted. */
	fromBefore: string[];
	/** Missing events that were not promised. */
	outside: Record<Outside, number>;
}

export interface OracleWorld {
	/** The time from which each kind is promised. */
	starts: Partial<Record<Kind, number>>;
	arrived: Record<string, number>;
	mayRepeat: Record<string, number>;
	tooLarge: number[];
	disordered: number;
	/** When the last state was written, by the service's clock. */
	writtenAt: number;
	/** `writtenAt` as it was at the end of the last undisturbed poll. */
	writtenBefore: number;
	/**
	 * For each event: the undisturbed polls with room for it in which it was missing since it was due, up to
	 * `IN_TIME`.
	 */
	missing: Record<string, number>;
	late: string[];
	/** The last undisturbed poll was full, so the next one may have to finish its reading first. */
	wasFull: boolean;
	/** When documentation events came without a PDF that might still have come. */
	givenUp: Record<string, number>;
	neverAsked: string[];
	/** When each kind was first asked for. */
	firstAsked: Partial<Record<Kind, number>>;
	/** Events that the history refused to show because of their age before they had arrived. */
	refused: Record<string, true>;
	/** The period that the history last refused to exceed, and when. */
	refusal: { window: number; at: number } | null;
	/** The shortest period that the history has shown. An event of nearly this age may be gone by the next poll. */
	window: number;
	/** Events that `/events/latest` handed out in an undisturbed poll. */
	handedOut: Record<string, true>;
	/** Documents that it handed out and that no written state has yet. A process that ends takes them along. */
	inHand: Record<string, true>;
	/** Events that were hidden when a poll asked for them. They are promised, but not for the next polls. */
	owed: Record<string, true>;
	/** When the last poll began, and the last one after a pause, by the service's clock. */
	askedAt: number;
	resumedAt: number;
	/** The latest time of the service's clock at which a state was written. */
	furthest: number;
}

/** After so long without a poll, the checkpoint is old, and a poll without events may write a newer one. */
const PAUSE = 360 * MINUTE;
/** After so long without a poll, n8n's process no longer knows which PDFs have failed. */
const FORGETS = 2 * DAY - MINUTE;
/** An event that is missing in this many undisturbed polls is late. */
const IN_TIME = 2;
/** The trigger starts by the `Date` header, which has whole seconds. */
const SECOND = 1000;

/** The parts of an execution's item that the oracle looks at. */
export interface Delivered {
	event_id: string;
	event_time: string;
	documentation_status?: string;
}

export class Oracle {
	world: OracleWorld = {
		starts: {},
		arrived: {},
		mayRepeat: {},
		tooLarge: [],
		disordered: 0,
		writtenAt: -Infinity,
		writtenBefore: -Infinity,
		missing: {},
		late: [],
		wasFull: false,
		givenUp: {},
		neverAsked: [],
		firstAsked: {},
		refused: {},
		refusal: null,
		window: DAY,
		handedOut: {},
		inHand: {},
		owed: {},
		furthest: -Infinity,
		askedAt: Infinity,
		resumedAt: -Infinity,
	};

	constructor(public promised: Promised) {}

	/** n8n has written the state of the poll that began at this time of the service's clock. */
	committed(at: number): void {
		const { kinds, startFrom, beginWith } = this.promised;
		const isFirst = Object.keys(this.world.starts).length === 0;
		const start = beginWith === 'date' ? (startFrom ?? at) : beginWith === 'now' ? at - MINUTE : at;
		const starts: OracleWorld['starts'] = {};
		this.world.writtenAt = at;
		Object.assign(this.world.handedOut, this.world.inHand);
		this.world.inHand = {};
		this.world.furthest = Math.max(this.world.furthest, at);
		for (const kind of kinds) {
			starts[kind] = this.world.starts[kind] ?? (isFirst ? start : at);
		}
		this.world.starts = starts;
	}

	/** A poll begins at this time of the service's clock. Until a start is stored, an earlier one may count. */
	asked(at: number, events: readonly Seen[] = []): void {
		const { firstAsked, starts, askedAt } = this.world;
		if (at - askedAt >= FORGETS) this.forgotten(events);
		if (at - askedAt >= PAUSE) this.world.resumedAt = at;
		this.world.askedAt = at;
		for (const kind of this.promised.kinds)
			firstAsked[kind] = Math.min(firstAsked[kind] ?? at, starts[kind] === undefined ? at : Infinity);
	}

	/** At this time of the service's clock, the trigger may still be reading the backlog of a pause. */
	isResuming(at: number): boolean {
		return at - this.world.resumedAt < PAUSE;
	}

	/**
	 * A poll has ended at this time of the service's clock.
	 *
	 * @param window the history has refused everything older than this. For a day afterwards, a look-back that begins
	 * asks for no more, or for a little less
	 */
	refusedBefore(events: readonly Seen[], now: number, window: number | undefined): void {
		const { world } = this;
		if (window !== undefined) {
			world.window = Math.min(world.window, 0.8 * window);
			world.refusal = { window, at: now };
		}
		const { refusal } = world;
		if (refusal === null || now - refusal.at > DAY) return;
		const oldest = now - (window ?? 0.97 * refusal.window);
		for (const { id, time } of events)
			if (time <= oldest && world.arrived[id] === undefined) world.refused[id] = true;
	}

	/**
	 * Another process polls from now on, n8n has thrown a delivery away, or the trigger was not polled for long. A failure that may pass has to happen twice
	 * after it, too.
	 */
	forgotten(events: readonly Seen[]): void {
		this.world.inHand = {};
		for (const { id, document } of events) if (document === 'failing') delete this.world.missing[id];
	}

	/** A slower delivery has overwritten the state of these events. */
	overwritten(items: readonly Delivered[]): void {
		for (const { event_id } of items) count(this.world.mayRepeat, event_id);
	}

	/** `/events/latest` handed these out in an undisturbed poll. Documents wait in the state, if n8n has written it. */
	handed(events: readonly Seen[], isWritten: boolean): void {
		const { handedOut, inHand } = this.world;
		for (const { id, kind } of events)
			(kind === 'documentation' && !isWritten ? inHand : handedOut)[id] = true;
	}

	/** The history has not shown all in a poll. What it shows later is asked for again within the hour. */
	hidden(events: readonly Seen[]): void {
		const { owed, arrived } = this.world;
		for (const { id } of events) if (arrived[id] === undefined) owed[id] = true;
	}

	/** The history has not shown these for more than a day. */
	neverShown(ids: readonly string[]): void {
		for (const id of ids) this.world.refused[id] = true;
	}

	/**
	 * An undisturbed poll has ended that began at this time of the service's clock and put out this many events. If
	 * the execution was full, missing events have to wait their turn. Half full counts as full, because the trigger
	 * has to guess how much of the history fits before it reads. A document that was asked for took a place, too. The
	 * poll after a full one may have to finish its reading first.
	 */
	polled(
		events: readonly Seen[],
		clock: number,
		size: number,
		documentsAsked = 0,
		documentsAnswered = documentsAsked,
	): void {
		const { promised, world } = this;
		const awaited = events.filter((event) => this.isAwaited(event, clock));
		const missing = awaited.filter((event) => this.isDue(event, clock));
		world.writtenBefore = world.writtenAt;
		const instants: Record<string, number> = {};
		// Events that only the far look-back finds take places, too.
		for (const event of awaited) count(instants, String(Math.floor(event.time / promised.instant)));
		const largest = Math.max(1, ...Object.values(instants));
		const isFullWith = (used: number) => 2 * used + largest > promised.maxEvents;
		const withDocuments = Math.max(size, documentsAsked);
		const { wasFull } = world;
		world.wasFull = isFullWith(withDocuments);
		if (wasFull) return;
		for (const { id, kind } of missing) {
			const before = world.missing[id] ?? 0;
			if (before >= IN_TIME) continue;
			// While the document service takes no request, documents wait, for a day.
			if (kind === 'documentation' && documentsAsked > 0 && documentsAnswered === 0) continue;
			if (isFullWith(kind === 'documentation' ? withDocuments : size)) continue;
			world.missing[id] = before + 1;
			if (world.missing[id] === IN_TIME) world.late.push(id);
		}
	}

	/** The event is shown by the history, passes the filter, and has not arrived. */
	private isAwaited(event: Seen, clock: number): boolean {
		const { id, kind, time, shownAt } = event;
		if (this.world.arrived[id] !== undefined || event.isVisible === false) return false;
		const isShown = shownAt !== null && shownAt <= clock && time >= (this.world.starts[kind] ?? Infinity);
		return isShown && this.promised.passes(event);
	}

	/**
	 * The event is promised, has not arrived, and is within reach of the short look-back. Older ones are left to
	 * the long one.
	 */
	private isDue(event: Seen, clock: number): boolean {
		const { id, time, kind, shownAt, received } = event;
		const { documentationWait } = this.promised;
		if (this.world.refused[id] || this.world.owed[id] || event.document === 'hanging') return false;
		// The service's clock was put back, and `/events/latest` does not show the event again.
		if (received && time < this.world.furthest - LOOK_BACK) return false;
		if ((shownAt ?? 0) - time > LOOK_BACK) return false;
		if (this.world.missing[id] === undefined && time < this.world.writtenBefore - LOOK_BACK) return false;
		return kind !== 'documentation' || clock >= time + (documentationWait ?? Infinity);
	}

	/**
	 * An execution was started by a poll that began at this time of the service's clock.
	 *
	 * @param isHistoryDown whether the history refuses everything or a period, so that no event can be left to it
	 */
	executed(
		items: readonly Delivered[],
		stateIsWritten: boolean,
		clock: number,
		events: readonly Seen[] = [],
		isHistoryDown = false,
	): void {
		const times = items.map(({ event_time }) => Date.parse(event_time));
		const isOneInstant = times.every((time) => time === times[0]);
		const isTooLarge = items.length > this.promised.maxEvents && !isOneInstant && !isHistoryDown;
		if (items.length === 0 || isTooLarge) this.world.tooLarge.push(items.length);
		if (times.some((time, index) => time < (times[index - 1] ?? -Infinity))) this.world.disordered++;
		const byId = new Map(events.map((event) => [event.id, event]));
		for (const { event_id, documentation_status: status } of items) {
			count(this.world.arrived, event_id);
			if (!stateIsWritten) count(this.world.mayRepeat, event_id);
			if ((status !== 'not_generated' && status !== 'unavailable') || isHistoryDown) continue;
			this.world.givenUp[event_id] = clock;
			const event = byId.get(event_id);
			if (event && this.isNeverAsked(event, status, clock)) this.world.neverAsked.push(event_id);
		}
	}

	/** No event waits longer than a day after it appeared. */
	private isNeverAsked(
		{ document, wasTold, failedPolls = 0, time, addedAt = time }: Seen,
		status: string,
		clock: number,
	): boolean {
		if (document === 'huge' || clock - Math.min(time, addedAt) >= DAY) return false;
		return status === 'not_generated' ? wasTold !== true : failedPolls < 1;
	}

	/** To be called when no more events come. */
	verdict(events: readonly Seen[]): Verdict {
		const { arrived, mayRepeat, tooLarge, disordered } = this.world;
		const { kinds, passes } = this.promised;
		const outside: Verdict['outside'] = {
			beforeStart: 0,
			shownTooLate: 0,
			beyondTheNewest: 0,
			leftOutByFilter: 0,
			refusedByHistory: 0,
		};
		const lost: string[] = [];
		const idsOf = (isSo: (event: Seen) => boolean) => events.filter(isSo).map(({ id }) => id);
		for (const event of events) {
			if (arrived[event.id] !== undefined) continue;
			const reason = this.reasonToMiss(event, events);
			if (reason === undefined) lost.push(event.id);
			else outside[reason]++;
		}
		return {
			lost,
			repeated: Object.keys(arrived).filter((id) => (arrived[id] ?? 0) > 1 + (mayRepeat[id] ?? 0)),
			tooLarge: [...tooLarge],
			disordered,
			unwanted: idsOf(
				(event) => arrived[event.id] !== undefined && !(passes(event) && kinds.includes(event.kind)),
			),
			late: [...this.world.late],
			givenUpEarly: idsOf((event) => this.isGivenUpEarly(event)),
			neverAsked: [...this.world.neverAsked],
			fromBefore: idsOf((event) => this.isFromBefore(event)),
			outside,
		};
	}

	/** For an event that is dated in the future, the wait begins when it appears. */
	private isGivenUpEarly({ id, time, document, addedAt = time }: Seen): boolean {
		const at = this.world.givenUp[id] ?? Infinity;
		return document !== 'huge' && at < Math.min(time, addedAt) + (this.promised.documentationWait ?? 0);
	}

	private isFromBefore({ id, time, kind, isTakenElsewhere }: Seen): boolean {
		const { firstAsked, starts, arrived } = this.world;
		if (arrived[id] === undefined) return false;
		const { beginWith, startFrom } = this.promised;
		if (beginWith === 'date') return time < (startFrom ?? -Infinity);
		const start = Math.min(firstAsked[kind] ?? Infinity, starts[kind] ?? Infinity) - SECOND - 1;
		if (beginWith === 'now') return time < start - MINUTE;
		return isTakenElsewhere === true && time < start;
	}

	private reasonToMiss(event: Seen, events: readonly Seen[]): Outside | undefined {
		const { auditDays, passes, beginWith } = this.promised;
		const { starts, refused, handedOut } = this.world;
		const { id, kind, time, shownAt } = event;
		if (!passes(event)) return 'leftOutByFilter';
		const start = starts[kind];
		const isHandedOut = handedOut[id];
		if (start === undefined || time < start) {
			return isHandedOut && beginWith === 'unreceived' ? undefined : 'beforeStart';
		}
		if (isHandedOut) return undefined;
		const within = Math.max(LOOK_BACK, auditDays * DAY);
		if (shownAt === null || shownAt - time > within) return 'shownTooLate';
		if (refused[id]) return 'refusedByHistory';
		// An event that the filter leaves out takes no place of others, unless it is shown later.
		const isNewer = (other: Seen): boolean =>
			other.time > time && (passes(other) || (other.shownAt ?? Infinity) < shownAt);
		if (events.length > NEWEST && events.filter(isNewer).length >= NEWEST) return 'beyondTheNewest';
		return undefined;
	}
}

function count(counts: Record<string, number>, id: string): void {
	counts[id] = (counts[id] ?? 0) + 1;
}

/** The problems in words; empty if all is well. */
export function problemsOf(verdict: Verdict): string[] {
	const { tooLarge, disordered } = verdict;
	const list = (words: string, ids: string[]) => (ids.length > 0 ? [`${words}: ${ids.join(', ')}`] : []);
	return [
		...list('late', verdict.late),
		...list('given up early', verdict.givenUpEarly),
		...list('given up without being asked for', verdict.neverAsked),
		...list('from before the start', verdict.fromBefore),
		...list('lost', verdict.lost),
		...list('repeated', verdict.repeated),
		...(tooLarge.length > 0 ? [`executions with ${tooLarge.join(', ')} events`] : []),
		...(disordered > 0 ? [`${disordered} executions out of order`] : []),
		...list('not wanted', verdict.unwanted),
	];
}
