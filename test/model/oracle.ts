/**
 * Says what had to arrive, from facts alone: what the history shows and when, what n8n committed, when the trigger
 * started. It knows nothing of the trigger's code or of its state.
 *
 * The promises (docs/decisions/0001): each event of a chosen kind whose `event_time` is not before the start, that the
 * history shows within the audited days, and that is among the newest 10,000, reaches an execution. It comes again
 * only if n8n died between starting the execution and writing the state. And it comes in time: an update or a
 * confirmation by the second poll after the history shows it, a documentation event by the second one after its wait.
 */
import type { Kind, ModelEvent } from './service';

const DAY = 86_400_000;
const NEWEST = 10_000;

/** How far back each poll reads, besides. */
export const LOOK_BACK = 600_000;
const MINUTE = 60_000;

/** An event as the oracle sees it. */
export type Seen = ModelEvent & {
	/** The history does not refuse to show it now. */
	isVisible?: boolean;
};

export interface Promised {
	kinds: readonly Kind[];
	beginWith: 'unreceived' | 'now' | 'date';
	/** Epoch milliseconds, for `date`. */
	startFrom: number | undefined;
	auditDays: number;
	maxEvents: number;
	/** How long a documentation event may wait for its PDF; `undefined` where nothing is said about it. */
	documentationWait: number | undefined;
	/** Milliseconds to which the service cuts event times: what lies within them is one instant. */
	instant: number;
	passes: (event: ModelEvent) => boolean;
}

/** Why an event that is missing was not promised. */
export type Outside =
	'beforeStart' | 'shownTooLate' | 'beyondTheNewest' | 'leftOutByFilter' | 'refusedByHistory';

export interface Verdict {
	lost: string[];
	/** Came more often than crashes can explain. */
	repeated: string[];
	/** Sizes of executions that hold too much. */
	tooLarge: number[];
	disordered: number;
	/** Came although the filter leaves them out or nobody chose them. */
	unwanted: string[];
	late: string[];
	/** Documentation events that came without their PDF before their wait was over. */
	givenUpEarly: string[];
	/** Documentation events that came without their PDF although the service had not said that it is missing. */
	neverAsked: string[];
	/** From before the start, and received by others or not wanted at all. */
	fromBefore: string[];
	/** Missing and not promised. */
	outside: Record<Outside, number>;
}

export interface OracleWorld {
	/** From when each kind is promised. */
	starts: Partial<Record<Kind, number>>;
	arrived: Record<string, number>;
	mayRepeat: Record<string, number>;
	tooLarge: number[];
	disordered: number;
	/** By the service's clock: when the last state was written, and the one with which the next undisturbed poll may begin. */
	writtenAt: number;
	writtenBefore: number;
	/** Undisturbed polls with room for it that each event has been missing in since it was due, up to `IN_TIME`. */
	missing: Record<string, number>;
	late: string[];
	/** When documentation events came without a PDF that might still have come. */
	givenUp: Record<string, number>;
	neverAsked: string[];
	/** When each kind was first asked for. */
	firstAsked: Partial<Record<Kind, number>>;
	/** What the history refused to show for its age while it had not arrived. */
	refused: Record<string, true>;
	/** The shortest stretch that the history has shown: what is nearly as old may be gone by the next poll. */
	window: number;
	/** What `/events/latest` handed out in an undisturbed poll. */
	handedOut: Record<string, true>;
}

/** What is not there in so many undisturbed polls is late. */
const IN_TIME = 2;
/** The `Date` header, by which the trigger starts, has whole seconds. */
const SECOND = 1000;

/** An item of an execution, as far as the oracle looks. */
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
		givenUp: {},
		neverAsked: [],
		firstAsked: {},
		refused: {},
		window: DAY,
		handedOut: {},
	};

	constructor(public promised: Promised) {}

	/** n8n has written down what a poll left that began at this time of the service's clock. */
	committed(at: number): void {
		const { kinds, startFrom, beginWith } = this.promised;
		const isFirst = Object.keys(this.world.starts).length === 0;
		const start = beginWith === 'date' ? (startFrom ?? at) : beginWith === 'now' ? at - MINUTE : at;
		const starts: OracleWorld['starts'] = {};
		this.world.writtenAt = at;
		for (const kind of kinds) {
			starts[kind] = this.world.starts[kind] ?? (isFirst ? start : at);
		}
		this.world.starts = starts;
	}

	/** A poll begins at this time of the service's clock. Until a start is kept, an earlier one may count. */
	asked(at: number): void {
		const { firstAsked, starts } = this.world;
		for (const kind of this.promised.kinds)
			firstAsked[kind] = Math.min(firstAsked[kind] ?? at, starts[kind] === undefined ? at : Infinity);
	}

	/** A poll is over while the history refused what is older than that. */
	refusedBefore(events: readonly Seen[], oldest: number, window: number): void {
		this.world.window = Math.min(this.world.window, 0.8 * window);
		for (const { id, time } of events)
			if (time <= oldest && this.world.arrived[id] === undefined) this.world.refused[id] = true;
	}

	/** Another process polls from now on: what fails in a way that may pass has to fail again. */
	forgotten(events: readonly Seen[]): void {
		for (const { id, document } of events) if (document === 'failing') delete this.world.missing[id];
	}

	/** A slower delivery has overwritten the state that these left. */
	overwritten(items: readonly Delivered[]): void {
		for (const { event_id } of items) count(this.world.mayRepeat, event_id);
	}

	/** What `/events/latest` handed out in an undisturbed poll. */
	handed(ids: readonly string[]): void {
		for (const id of ids) this.world.handedOut[id] = true;
	}

	/**
	 * An undisturbed poll is over, that began at this time of the service's clock and put out so many events.
	 * Where more would not have fitted into the execution, what is missing has to wait its turn. Half full is as good as full:
	 * how much of the history fits is a guess before it is read.
	 */
	polled(events: readonly Seen[], clock: number, size: number): void {
		const { promised, world } = this;
		const awaited = events.filter((event) => this.isAwaited(event, clock));
		const missing = awaited.filter((event) => this.isDue(event, clock));
		world.writtenBefore = world.writtenAt;
		const instants: Record<string, number> = {};
		// Also what is left to the audit takes its places.
		for (const event of awaited) count(instants, String(Math.floor(event.time / promised.instant)));
		const isFull = 2 * size + Math.max(1, ...Object.values(instants)) > promised.maxEvents;
		for (const { id } of missing) {
			const before = world.missing[id] ?? 0;
			if (before >= IN_TIME) continue;
			if (isFull) continue;
			world.missing[id] = before + 1;
			if (world.missing[id] === IN_TIME) world.late.push(id);
		}
	}

	/** The history shows it, nothing leaves it out, and it is not there. */
	private isAwaited(event: Seen, clock: number): boolean {
		const { id, kind, time, shownAt } = event;
		if (this.world.arrived[id] !== undefined || event.isVisible === false) return false;
		const isShown = shownAt !== null && shownAt <= clock && time >= (this.world.starts[kind] ?? Infinity);
		return isShown && this.promised.passes(event);
	}

	/** One that is awaited is promised, and in reach of the look-back; what is further back is left to the audit. */
	private isDue(event: Seen, clock: number): boolean {
		const { id, time, kind, shownAt } = event;
		const { documentationWait } = this.promised;
		if (this.world.refused[id]) return false;
		if ((shownAt ?? 0) - time > LOOK_BACK) return false;
		if (this.world.missing[id] === undefined && time < this.world.writtenBefore - LOOK_BACK) return false;
		return kind !== 'documentation' || clock >= time + (documentationWait ?? Infinity);
	}

	/**
	 * An execution was started, by a poll that began at this time of the service's clock.
	 *
	 * @param isHistoryDown the history refuses everything, so nothing can be left to it
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

	/** A failure that may pass says it twice. Nothing waits longer than a day. */
	private isNeverAsked(
		{ document, wasTold, failedPolls = 0, time }: Seen,
		status: string,
		clock: number,
	): boolean {
		if (document === 'huge' || clock - time >= this.world.window) return false;
		return status === 'not_generated' ? wasTold !== true : failedPolls < 2;
	}

	/** To be asked when nothing more happens. */
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

	/** The wait of an event that is dated in the future begins when it is there. */
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
		const isHandedOut = handedOut[id] && kind !== 'documentation';
		if (start === undefined || time < start) {
			return isHandedOut && beginWith === 'unreceived' ? undefined : 'beforeStart';
		}
		if (isHandedOut) return undefined;
		const within = Math.max(LOOK_BACK, auditDays * DAY);
		if (shownAt === null || shownAt - time > within) return 'shownTooLate';
		if (refused[id]) return 'refusedByHistory';
		// What the filter leaves out takes nothing else's place, unless that is shown after it.
		const isNewer = (other: Seen): boolean =>
			other.time > time && (passes(other) || (other.shownAt ?? Infinity) < shownAt);
		if (events.length > NEWEST && events.filter(isNewer).length >= NEWEST) return 'beyondTheNewest';
		return undefined;
	}
}

function count(counts: Record<string, number>, id: string): void {
	counts[id] = (counts[id] ?? 0) + 1;
}

/** What is wrong, in words; nothing where all is well. */
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
