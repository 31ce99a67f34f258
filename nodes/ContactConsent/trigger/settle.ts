import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import { awaitingTime, type Awaiting, type TriggerState } from './state';
import type { Candidate, Course, Delivery, DocumentOutcome, Fetched } from './types';

const MOST_AWAITING = 200;
const MOST_AWAITING_BYTES = 80_000;
const LONGEST_PAUSE = 10 * 60_000;

/** How many more documentation events can be left waiting for their PDF. */
export const awaitingRoom = ({ awaiting }: TriggerState): number => MOST_AWAITING - awaiting.length;

/** All events that this poll could deliver, in order of `event_time`, each once. */
export function candidatesOf(
	state: TriggerState,
	{ history, latest, handedBack }: Pick<Fetched, 'history' | 'latest' | 'handedBack'>,
	now: number,
	{ download }: Course,
): Candidate[] {
	const due = state.awaiting.filter(({ next }) => !download || next <= now);
	const byKey = new Map<string, Candidate>();
	for (const candidate of [
		...due.map((awaiting) => ({
			event: { ...toTriggerEvent(awaiting.event, awaiting.since), time: awaitingTime(awaiting) },
			replayable: false,
			awaiting,
		})),
		...(history?.events ?? []).map((event) => ({ event, replayable: true })),
		...[...handedBack, ...(latest?.events ?? [])].map((event) => ({ event, replayable: false })),
	]) {
		if (!byKey.has(candidate.event.key)) byKey.set(candidate.event.key, candidate);
	}
	return [...byKey.values()].sort((a, b) => compareEvents(a.event, b.event));
}

/** Waiting again: at every poll at first, then less and less often, and once more when the wait is over. */
function wait(awaiting: Awaiting, now: number, longest: number): Awaiting {
	const pause = Math.min((now - awaiting.since) / 4, LONGEST_PAUSE);
	return { ...awaiting, next: Math.round(Math.min(now + pause, awaiting.since + longest)) };
}

/**
 * What becomes of each candidate: delivered, left waiting for its PDF, or left to the history, as is everything from
 * `cut` on that the history can bring again.
 *
 * @param untried events that wait already and are not due
 */
export function settle(
	candidates: readonly Candidate[],
	untried: readonly Awaiting[],
	fetched: Fetched,
	now: number,
	course: Course,
) {
	const deliver: Delivery[] = [];
	const awaiting: Awaiting[] = [...untried];
	const taken: Candidate[] = [];
	let bytes = JSON.stringify(untried).length;
	let cut: TriggerEvent | undefined;

	for (const candidate of candidates) {
		const { event, replayable } = candidate;
		if (replayable && cut !== undefined) continue;
		const isDocument = event.raw.type === 'documentation';
		const outcome = isDocument ? outcomeOf(event, fetched, course) : PLAIN;
		const waiting = candidate.awaiting ?? { event: event.raw, since: now, next: now };
		const isOver = now - waiting.since >= course.documentationWait;

		if (outcome.kind === 'final' || (outcome.kind === 'pending' && isOver)) {
			const { status, binary } = { binary: undefined, ...outcome };
			deliver.push(isDocument ? { event, status, binary } : { event });
		} else if (replayable && (outcome.kind === 'postponed' || isFull(awaiting.length, bytes))) {
			cut = event;
			continue;
		} else {
			const again = outcome.kind === 'pending' ? wait(waiting, now, course.documentationWait) : waiting;
			awaiting.push(again);
			bytes += JSON.stringify(again).length;
		}
		taken.push(candidate);
	}
	return { deliver, awaiting, taken, cut };
}

/** An event without a document. */
const PLAIN: DocumentOutcome = { kind: 'final', status: 'skipped' };

const outcomeOf = (event: TriggerEvent, { documents }: Fetched, { download }: Course): DocumentOutcome =>
	download ? (documents.get(event.key) ?? { kind: 'postponed' }) : { kind: 'final', status: 'skipped' };

const isFull = (count: number, bytes: number): boolean =>
	count >= MOST_AWAITING || bytes >= MOST_AWAITING_BYTES;
