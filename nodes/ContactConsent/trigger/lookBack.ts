import type { Settings } from './settings';
import { FARTHEST, FOREVER, NOTHING, type Reach, type Span, type Stretch, type TriggerState } from './state';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** How long the process remembers what no poll touches. More than a day, because a trigger may be polled daily. */
export const FORGOTTEN_AFTER = 2 * DAY;
/** How far back each poll reads again, for events that appear late. */
const LOOK_BACK = 10 * MINUTE;

/** What to read from the history. Reading moves `from` of a stretch on; when all is read, `from` is `FOREVER`. */
export interface Plan {
	/** Up to the present. Begins where the look-back begins, or at the checkpoint if a look-back is unfinished. */
	forward: Stretch;
	/** The rest of an unfinished look-back, up to the checkpoint. */
	back: Stretch;
	/** The long look-back, up to where the short one begins. */
	far: Stretch;
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
 * How far back a look-back asks. It asks for less only if the history has refused more twice, an hour apart, and for
 * twice as much once a day.
 *
 * @param now n8n's clock
 * @param date the service's clock, or n8n's clock before the service has answered
 */
export const reachedFrom = ({ length, at, isSure }: Reach, now: number, date: number): number =>
	isSure ? date - (Math.abs(now - at) < DAY ? length : 2 * length) : -FOREVER;

/** What is known after the history has refused all but `length` milliseconds of a look-back. */
export function reachAfterRefusal({ length: before, at, isSure }: Reach, length: number, now: number): Reach {
	if (isSure) return { length, at: now, isSure };
	const isFirst = before === FOREVER || Math.abs(now - at) >= DAY;
	if (isFirst || Math.abs(now - at) < HOUR) return { length, at: isFirst ? now : at, isSure: false };
	return { length, at: now, isSure: true };
}

/** What is known after the history has accepted a look-back that asked for as much as it may. */
export function reachAfterSuccess({ length, at, isSure }: Reach, now: number, audit: number): Reach {
	if (!isSure || (Math.abs(now - at) >= DAY && 2 * length >= audit)) return FARTHEST;
	return Math.abs(now - at) < DAY ? { length, at, isSure } : { length: 2 * length, at: now, isSure };
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
	const { starts, forward, leftFrom, back, far, reach, audited, completeFrom } = state;
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
		audited: isAudit ? { at: now, checkpoint } : audited,
	};
}
