import type { Choice } from './choose';
import type { Worked } from './documents';
import type { TriggerEvent } from './event';
import type { Read } from './read';
import type { Settings } from './settings';
import { fingerprint, remember, type Awaiting, type Positions, type TriggerState } from './state';
import { waitOn } from './waiting';

/** Event times may be cut to the second, and so is the service's `Date`. */
const toSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/** What waits after this poll: what was not tried, and what was tried in vain. */
function awaitingAfter(
	{ awaiting }: TriggerState,
	choice: Choice,
	worked: Worked,
	now: number,
	{ documentationWait }: Settings,
): Awaiting[] {
	const tried = new Set(choice.chosen.map((chosen) => chosen.awaiting));
	const untried = awaiting.filter((entry) => !tried.has(entry));
	const again = worked.waiting.map(({ event, since, awaiting: before, wasTried }) => {
		const entry = before ?? { event: event.raw, since, tried: now, next: now };
		return wasTried ? waitOn(entry, now, documentationWait) : entry;
	});
	return [...untried, ...again];
}

/** From when each chosen kind is delivered: what was left out of a first delivery is from before that. */
function startsAfter(
	{ starts, revision }: TriggerState,
	leftOut: readonly TriggerEvent[],
	date: number,
	{ kinds }: Settings,
): Positions['starts'] {
	// A start in the future begins now.
	const latest = revision === 0 ? date : Infinity;
	return Object.fromEntries(
		kinds.map((kind) => {
			const times = leftOut.filter(({ raw }) => raw.type === kind).map(({ time }) => time);
			return [kind, Math.min(starts[kind] ?? date, latest, ...times)];
		}),
	);
}

/** Where the history stands. It is never read from a time that the service's clock has not reached. */
function forwardAfter(
	state: TriggerState,
	{ forward }: Read,
	leftOut: readonly TriggerEvent[],
	date: number,
): Pick<Positions, 'checkpoint' | 'backlog'> {
	const since = Math.min(state.backlog?.since ?? date, date);
	const present = toSecond(since);
	const isFirst = Object.keys(state.starts).length === 0;
	const newest = isFirst ? date : Math.max(state.checkpoint, forward?.newest ?? -Infinity);
	const rest = forward === undefined ? state.backlog : forward.rest;
	const backlog = rest && { ...rest, since };
	const isReadUp = forward !== undefined && forward.rest === null;
	const checkpoint = isFirst || isReadUp ? Math.min(toSecond(newest), present) : state.checkpoint;
	const [oldest] = leftOut;
	if (oldest === undefined) return { checkpoint, backlog };
	const from = Math.min(oldest.time - 1, backlog?.from ?? Infinity, date);
	// Up to where the rest begins everything was read, so it fits.
	const to = backlog !== null && backlog.from > from + 1 ? backlog.from + 1 : null;
	return { checkpoint: isFirst ? checkpoint : state.checkpoint, backlog: { from, to, since } };
}

function auditAfter({ audit }: TriggerState, reading: Read, now: number): Positions['audit'] {
	if (reading.audit === undefined) return audit;
	const { rest, started } = reading.audit;
	return rest === null
		? { completed: started, at: now, place: null }
		: { ...audit, place: { ...rest, started } };
}

/**
 * The state that a poll leaves.
 *
 * @param now n8n's clock
 * @returns the state as it was where the service did not answer, or nothing has changed
 */
export function commit(
	state: TriggerState,
	reading: Read,
	choice: Choice,
	worked: Worked,
	now: number,
	settings: Settings,
): TriggerState {
	const { date } = reading;
	if (date === undefined) return state;
	const { leftOut, filtered, chosen } = choice;
	const taken = [
		...filtered,
		...chosen.filter(({ awaiting }) => awaiting === undefined).map(({ event }) => event),
	];
	const audit = auditAfter(state, reading, now);
	const next: TriggerState = {
		...state,
		starts: startsAfter(state, leftOut, date, settings),
		...forwardAfter(state, reading, leftOut, date),
		audit: audit.completed === 0 ? { completed: date, at: now, place: null } : audit,
		taken: remember(state.taken, taken),
		awaiting: awaitingAfter(state, choice, worked, now, settings),
	};
	const isSame = state.revision > 0 && fingerprint(next) === fingerprint(state);
	return isSame ? state : { ...next, revision: state.revision + 1 };
}
