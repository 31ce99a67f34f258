import { waitedFor, type Choice, type Chosen } from './choose';
import type { Worked } from './documents';
import type { TriggerEvent } from './event';
import type { Read } from './read';
import { FOREVER, remember, type Awaiting, type Progress, type TriggerState } from './state';

/** What waits after this poll: what was not tried, and what was tried in vain. */
function awaitingAfter({ awaiting }: TriggerState, { chosen }: Choice, { waiting }: Worked, now: number) {
	const tried = new Set(chosen.map((entry) => entry.awaiting));
	const again = ({ event, awaiting: entry, wasTried }: Chosen & { wasTried: boolean }): Awaiting => {
		if (entry === undefined) return { event: event.raw, waited: 0, tried: now };
		return wasTried ? { ...entry, waited: waitedFor(entry, now), tried: now } : entry;
	};
	return [...awaiting.filter((entry) => !tried.has(entry)), ...waiting.map(again)];
}

/**
 * Where the history stands. Where something is left of it, the next reading begins there or `lookback` before now.
 * Otherwise it looks back from the newest event: the service's clock may be ahead of its events.
 */
function forwardAfter({ forward }: TriggerState, reading: Read, [oldest]: readonly TriggerEvent[]): Progress {
	const { forward: reached, date } = reading;
	const { from, to } = reached?.rest ?? forward;
	const newest = reached === undefined || reached.newest === -Infinity ? forward.since : reached.newest;
	const since = Math.min(date, reached && from < FOREVER ? date : newest);
	return { since, to, from: oldest === undefined ? from : Math.min(oldest.time - 1, from, date) };
}

/**
 * The state that a poll leaves: as it was, where nothing was chosen and nothing has changed. What there was no time to
 * try is a change, so that its turn comes. The first state that n8n keeps sets the start.
 */
export function commit(
	state: TriggerState,
	reading: Read,
	choice: Choice,
	worked: Worked,
	now: number,
	kinds: readonly string[],
	isKept: boolean,
): TriggerState {
	const taken = [...worked.deliver, ...worked.waiting].map(({ event }) => event);
	const leftOut = [...worked.leftOut, ...choice.leftOut];
	const { audit, date } = reading;
	/** What was left out of a first delivery is from before the start. */
	const startOf = (kind: string): number =>
		leftOut.reduce(
			(start, { raw, time }) => (raw.type === kind ? Math.min(start, time) : start),
			Math.min(state.starts[kind] ?? date, isKept ? Infinity : date),
		);
	const at = audit?.rest.from === FOREVER ? now : state.audit.at || now;
	const next: TriggerState = {
		...state,
		starts: date < Infinity ? Object.fromEntries(kinds.map((kind) => [kind, startOf(kind)])) : state.starts,
		forward: forwardAfter(state, reading, leftOut),
		audit: audit ? { since: audit.since, ...audit.rest, at } : { ...state.audit, at },
		taken: remember(state.taken, [...choice.filtered, ...taken]),
		awaiting: awaitingAfter(state, choice, worked, now),
	};
	const isSame = taken.length === 0 && state.revision > 0 && JSON.stringify(next) === JSON.stringify(state);
	return isSame ? state : { ...next, revision: state.revision + 1 };
}
