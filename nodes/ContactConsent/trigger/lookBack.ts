import type { Settings } from './settings';
import { FOREVER, NOTHING, type Span, type TriggerState } from './state';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** How long the process remembers what no poll touches. More than a day, because a trigger may be polled daily. */
export const FORGOTTEN_AFTER = 2 * DAY;
/** How far back each poll reads again, for events that appear late. */
const LOOK_BACK = 10 * MINUTE;

/** A stretch of the history. If `end` is `FOREVER`, it goes up to the present. */
export interface Stretch extends Span {
	end: number;
}

/** What to read from the history. Reading moves `from` of a stretch on; when all is read, `from` is `FOREVER`. */
export interface Plan {
	/** Up to the present. Begins where the look-back begins, or at the checkpoint if a look-back is unfinished. */
	forward: Stretch;
	/** The rest of an unfinished look-back, up to the checkpoint. */
	back: Stretch;
	/** The long look-back, up to where the short one begins. */
	far: Stretch;
	/** From the oldest to the newest event from before the start that waits. */
	older: Stretch;
	/** When the last long look-back began; now, if this plan begins one. */
	audited: TriggerState['audited'];
}

/** The end of the second before, because a service may cut event times to the second and exclude the bound. */
const secondBefore = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/** Where the look-back from a checkpoint begins. */
export const lookBackOf = (checkpoint: number): number =>
	checkpoint < FOREVER ? secondBefore(checkpoint - LOOK_BACK) : FOREVER;

/** A stretch up to `until`, a millisecond longer because the service may exclude either bound. */
function stretch({ from, to }: Span, until: number): Stretch {
	const end = Math.min(FOREVER, until + 1);
	return from < until ? { from, to: Math.min(to, end), end } : { ...NOTHING, end };
}

/**
 * How far back the history can be read. A period that the history has refused is not requested again for a day.
 *
 * @param now n8n's clock
 * @param date the service's clock, or n8n's clock before the service has answered
 */
export const reachedFrom = (reach: TriggerState['reach'], now: number, date: number): number =>
	now >= reach.at && now - reach.at < DAY ? date - reach.length : -FOREVER;

/**
 * Where the history shows the events from before the start that wait. It is read no further: reading the history takes
 * events away from `/events/latest`, and those that `/events/latest` has not handed out yet would be lost.
 */
function olderStretch(wanted: TriggerState['wanted']): Stretch {
	if (wanted.size === 0) return { ...NOTHING, end: FOREVER };
	const times = [...wanted.values()];
	const newest = Math.max(...times);
	// If the service cuts times to the second, the event may have happened up to a second later.
	const end = newest + (newest % 1000 === 0 ? 1000 : 1);
	return stretch({ from: Math.min(...times) - 1, to: FOREVER }, end);
}

/**
 * Decides what to read: from ten minutes before the checkpoint, or from the oldest event that was left, up to the
 * present. Once an hour, the days of 'Look Back' are added. They count from where the checkpoint was the last time, so
 * that a long pause leaves no gap at the far end.
 *
 * If the last poll did not reach the checkpoint, this poll reads forward first and then continues the look-back. So
 * both make progress.
 *
 * @param now n8n's clock; a clock that was set back does not stop the long look-back
 */
export function lookBack(state: TriggerState, { audit }: Pick<Settings, 'audit'>, now: number): Plan {
	const { starts, forward, leftFrom, back, far, reach, audited, completeFrom, wanted } = state;
	const checkpoint = forward.from;
	const isHourOver = now < audited.at || now - audited.at >= HOUR;
	const isAudit = audit > 0 && isHourOver && far.from === FOREVER && checkpoint < FOREVER;
	const auditFrom = secondBefore(Math.min(audited.checkpoint, checkpoint) - audit);

	const start = Math.max(Math.min(FOREVER, ...Object.values(starts)), completeFrom);
	const earliest = start - 1;
	const after = ({ from, to }: Span): Span => ({ from: Math.max(from, earliest), to });
	// What was left is requested again even if the history may refuse it.
	const hasLeft = leftFrom < lookBackOf(checkpoint);
	const farthest = hasLeft ? -FOREVER : reachedFrom(reach, now, now);
	const near = Math.min(checkpoint, Math.max(leftFrom, earliest, farthest));
	const from = back.from === FOREVER ? near : checkpoint;
	const farSpan = isAudit ? { from: auditFrom, to: FOREVER } : far;
	return {
		forward: stretch({ from, to: forward.to }, FOREVER),
		back: stretch(after(back), checkpoint),
		far: stretch(after(farSpan), near),
		older: olderStretch(wanted),
		audited: isAudit ? { at: now, checkpoint } : audited,
	};
}
