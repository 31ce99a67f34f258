/**
 * Says what had to arrive, from facts alone: what the history shows and when, what n8n committed, when the trigger
 * started. It knows nothing of the trigger's code or of its state.
 *
 * The promise (docs/decisions/0001): each event of a chosen kind whose `event_time` is not before the start, that the
 * history shows within the audited days, and that is among the newest 10,000, reaches an execution. It comes again
 * only if n8n died between starting the execution and writing the state.
 */
import type { Kind, ModelEvent } from './service';

const DAY = 86_400_000;
const NEWEST = 10_000;

export interface Promised {
	/** Chosen kinds. */
	kinds: readonly Kind[];
	/** Epoch milliseconds. */
	startFrom: number | undefined;
	lookback: number;
	auditDays: number;
	maxEvents: number;
	catchUp: boolean;
	/** The consent filter. */
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
}

export class Oracle {
	world: OracleWorld = { starts: {}, arrived: {}, mayRepeat: {}, tooLarge: [], disordered: 0 };

	constructor(public promised: Promised) {}

	/** n8n has written down what a poll left that began at this time of the service's clock. */
	committed(at: number): void {
		const { kinds, startFrom } = this.promised;
		const isFirst = Object.keys(this.world.starts).length === 0;
		const starts: OracleWorld['starts'] = {};
		for (const kind of kinds) {
			starts[kind] = this.world.starts[kind] ?? (isFirst ? Math.min(startFrom ?? at, at) : at);
		}
		this.world.starts = starts;
	}

	/** An execution was started. */
	executed(items: ReadonlyArray<{ event_id: string; event_time: string }>, stateIsWritten: boolean): void {
		const times = items.map(({ event_time }) => Date.parse(event_time));
		const isOneInstant = times.every((time) => time === times[0]);
		if (items.length === 0 || (items.length > this.promised.maxEvents && !isOneInstant)) {
			this.world.tooLarge.push(items.length);
		}
		if (times.some((time, index) => time < (times[index - 1] ?? -Infinity))) this.world.disordered++;
		for (const { event_id } of items) {
			count(this.world.arrived, event_id);
			if (!stateIsWritten) count(this.world.mayRepeat, event_id);
		}
	}

	/** To be asked when nothing more happens. */
	verdict(events: readonly ModelEvent[]): Verdict {
		const { arrived, mayRepeat, tooLarge, disordered } = this.world;
		const outside: Verdict['outside'] = {
			beforeStart: 0,
			shownTooLate: 0,
			beyondTheNewest: 0,
			leftOutByFilter: 0,
			withoutCatchUp: 0,
		};
		const lost: string[] = [];
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
			unwanted: events
				.filter((event) => arrived[event.id] !== undefined && !this.promised.passes(event))
				.map(({ id }) => id),
			outside,
		};
	}

	private reasonToMiss(event: ModelEvent, events: readonly ModelEvent[]): Outside | undefined {
		const { catchUp, lookback, auditDays, passes } = this.promised;
		if (!passes(event)) return 'leftOutByFilter';
		const start = this.world.starts[event.kind];
		if (start === undefined || event.time < start) return 'beforeStart';
		if (!catchUp) return 'withoutCatchUp';
		const within = Math.max(lookback, auditDays * DAY);
		if (event.shownAt === null || event.shownAt - event.time > within) return 'shownTooLate';
		if (events.length > NEWEST && events.filter(({ time }) => time > event.time).length >= NEWEST) {
			return 'beyondTheNewest';
		}
		return undefined;
	}
}

function count(counts: Record<string, number>, id: string): void {
	counts[id] = (counts[id] ?? 0) + 1;
}

/** What is wrong, in words; nothing where all is well. */
export function problemsOf({ lost, repeated, tooLarge, disordered, unwanted }: Verdict): string[] {
	return [
		...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
		...(repeated.length > 0 ? [`repeated: ${repeated.join(', ')}`] : []),
		...(tooLarge.length > 0 ? [`executions with ${tooLarge.join(', ')} events`] : []),
		...(disordered > 0 ? [`${disordered} executions out of order`] : []),
		...(unwanted.length > 0 ? [`not wanted: ${unwanted.join(', ')}`] : []),
	];
}
