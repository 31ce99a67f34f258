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

export interface Promised {
	kinds: readonly Kind[];
	/** Epoch milliseconds. */
	startFrom: number | undefined;
	lookback: number;
	auditDays: number;
	maxEvents: number;
	/** The least that the service gives at once, whatever is asked for; it may be more than an execution is meant to get. */
	leastLatest: number;
	catchUp: boolean;
	/** How long a documentation event may wait for its PDF; `undefined` where nothing is said about it. */
	documentationWait: number | undefined;
	/** Milliseconds to which the service cuts event times: what lies within them is one instant. */
	instant: number;
	passes: (event: ModelEvent) => boolean;
}

/** Why an event that is missing was not promised. */
export type Outside =
	'beforeStart' | 'shownTooLate' | 'beyondTheNewest' | 'leftOutByFilter' | 'withoutCatchUp';

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
	/** From before the start, and received by others. */
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
	/** When each kind was first asked for. */
	firstAsked: Partial<Record<Kind, number>>;
	/** A first delivery was thrown away before n8n kept any state: the history is delivered from then on. */
	isAnchored: boolean;
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
		firstAsked: {},
		isAnchored: false,
	};

	constructor(public promised: Promised) {}

	/** n8n has written down what a poll left that began at this time of the service's clock. */
	committed(at: number): void {
		const { kinds, startFrom } = this.promised;
		const isFirst = Object.keys(this.world.starts).length === 0;
		const starts: OracleWorld['starts'] = {};
		this.world.writtenAt = at;
		for (const kind of kinds) {
			starts[kind] = this.world.starts[kind] ?? (isFirst ? Math.min(startFrom ?? at, at) : at);
		}
		this.world.starts = starts;
	}

	/** A poll begins at this time of the service's clock. */
	asked(at: number): void {
		for (const kind of this.promised.kinds) this.world.firstAsked[kind] ??= at;
	}

	/** A delivery was thrown away, or n8n died before it could be kept. */
	thrownAway(): void {
		if (Object.keys(this.world.starts).length === 0) this.world.isAnchored = true;
	}

	/**
	 * An undisturbed poll is over, that began at this time of the service's clock and put out so many events.
	 * Where more would not have fitted into the execution, what is missing has to wait its turn. Half full is as good as full:
	 * how much of the history fits is a guess before it is read.
	 */
	polled(events: readonly ModelEvent[], clock: number, size: number): void {
		const { promised, world } = this;
		const missing = events.filter((event) => this.isDue(event, clock));
		world.writtenBefore = world.writtenAt;
		const instants: Record<string, number> = {};
		// Also what is left to the audit takes its places.
		for (const event of events.filter((one) => this.isAwaited(one, clock)))
			count(instants, String(Math.floor(event.time / promised.instant)));
		const isFull = 2 * size + Math.max(1, ...Object.values(instants)) > promised.maxEvents;
		for (const { id } of promised.catchUp ? missing : []) {
			const before = world.missing[id] ?? 0;
			if (before >= IN_TIME) continue;
			if (isFull) continue;
			world.missing[id] = before + 1;
			if (world.missing[id] === IN_TIME) world.late.push(id);
		}
	}

	/** The history shows it, nothing leaves it out, and it is not there. */
	private isAwaited(event: ModelEvent, clock: number): boolean {
		const { id, kind, time, shownAt } = event;
		const isShown = shownAt !== null && shownAt <= clock && time >= (this.world.starts[kind] ?? Infinity);
		return isShown && this.world.arrived[id] === undefined && this.promised.passes(event);
	}

	/** It is promised, not there, and in reach of the look-back; what is further back is left to the audit. */
	private isDue(event: ModelEvent, clock: number): boolean {
		const { id, time, kind, shownAt } = event;
		const { lookback, documentationWait } = this.promised;
		if (!this.isAwaited(event, clock) || (shownAt ?? 0) - time > lookback) return false;
		if (this.world.missing[id] === undefined && time < this.world.writtenBefore - lookback) return false;
		return kind !== 'documentation' || clock >= time + (documentationWait ?? Infinity);
	}

	/** An execution was started, by a poll that began at this time of the service's clock. */
	executed(items: readonly Delivered[], stateIsWritten: boolean, clock: number): void {
		const times = items.map(({ event_time }) => Date.parse(event_time));
		const isOneInstant = times.every((time) => time === times[0]);
		const { maxEvents, leastLatest } = this.promised;
		const most = leastLatest > 0 ? maxEvents + leastLatest : maxEvents;
		if (items.length === 0 || (items.length > most && !isOneInstant)) {
			this.world.tooLarge.push(items.length);
		}
		if (times.some((time, index) => time < (times[index - 1] ?? -Infinity))) this.world.disordered++;
		for (const { event_id, documentation_status: status } of items) {
			if (status === 'not_generated' || status === 'unavailable') this.world.givenUp[event_id] = clock;
			count(this.world.arrived, event_id);
			if (!stateIsWritten) count(this.world.mayRepeat, event_id);
		}
	}

	/** To be asked when nothing more happens. */
	verdict(events: readonly ModelEvent[]): Verdict {
		const { arrived, mayRepeat, tooLarge, disordered } = this.world;
		const { kinds, passes } = this.promised;
		const outside: Verdict['outside'] = {
			beforeStart: 0,
			shownTooLate: 0,
			beyondTheNewest: 0,
			leftOutByFilter: 0,
			withoutCatchUp: 0,
		};
		const lost: string[] = [];
		const idsOf = (isSo: (event: ModelEvent) => boolean) => events.filter(isSo).map(({ id }) => id);
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
			fromBefore: idsOf((event) => this.isFromBefore(event)),
			outside,
		};
	}

	/** The wait of an event that is dated in the future begins when it is there. */
	private isGivenUpEarly({ id, kind, time, document, addedAt = time }: ModelEvent): boolean {
		const at = this.world.givenUp[id] ?? Infinity;
		// What is handed out beyond what was asked for may find no room, and before the start nothing brings it again.
		const mustGo =
			this.promised.leastLatest > 0 && Math.min(time, at) < (this.world.starts[kind] ?? Infinity);
		if (document === 'huge' || mustGo) return false;
		return at < Math.min(time, addedAt) + (this.promised.documentationWait ?? 0);
	}

	private isFromBefore({ id, time, kind, isTakenElsewhere }: ModelEvent): boolean {
		const { firstAsked, starts, arrived, isAnchored } = this.world;
		const start = Math.min(firstAsked[kind] ?? Infinity, starts[kind] ?? Infinity);
		if (isAnchored || isTakenElsewhere !== true) return false;
		return arrived[id] !== undefined && time < start - SECOND - 1;
	}

	private reasonToMiss(event: ModelEvent, events: readonly ModelEvent[]): Outside | undefined {
		const { catchUp, lookback, auditDays, passes } = this.promised;
		if (!passes(event)) return 'leftOutByFilter';
		const start = this.world.starts[event.kind];
		if (start === undefined || event.time < start) return 'beforeStart';
		if (!catchUp) return 'withoutCatchUp';
		const within = Math.max(lookback, auditDays * DAY);
		if (event.shownAt === null || event.shownAt - event.time > within) return 'shownTooLate';
		// What the filter leaves out takes nothing else's place, unless that is shown after it.
		const isNewer = (other: ModelEvent): boolean =>
			other.time > event.time && (passes(other) || (other.shownAt ?? Infinity) < (event.shownAt ?? 0));
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
		...list('from before the start', verdict.fromBefore),
		...list('lost', verdict.lost),
		...list('repeated', verdict.repeated),
		...(tooLarge.length > 0 ? [`executions with ${tooLarge.join(', ')} events`] : []),
		...(disordered > 0 ? [`${disordered} executions out of order`] : []),
		...list('not wanted', verdict.unwanted),
	];
}
