import type { Settings } from './settings';
import { FOREVER, NOTHING, type Span, type TriggerState } from './state';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** What the process remembers is kept for so long: a trigger may be polled once a day. */
export const FORGOTTEN_AFTER = 2 * DAY;
/** Each poll reads so much again, for events that appear late. */
const LOOK_BACK = 10 * MINUTE;

/** A stretch of the history that ends at some time, at the present where that is `FOREVER`. */
export interface Stretch extends Span {
	end: number;
}

/** What to read of the history. Each stretch moves on while it is read; at its end `from` is `FOREVER`. */
export interface Plan {
	/** Up to the present: from where a look-back begins or, where the last one was not brought to its end, from the checkpoint. */
	forward: Stretch;
	/** The look-back that was not brought to its end, up to the checkpoint. */
	back: Stretch;
	/** The long look-back, up to where the others begin. */
	far: Stretch;
	/** When the last long look-back began, this one included. */
	audited: TriggerState['audited'];
}

/** To the second before, because services may cut event times to the second, and leave out the bound itself. */
const secondBefore = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/** Where the look-back from a checkpoint begins. */
export const lookBackOf = (checkpoint: number): number =>
	checkpoint < FOREVER ? secondBefore(checkpoint - LOOK_BACK) : FOREVER;

/** A millisecond longer than it has to be, because either bound may leave out the very moment. */
function stretch({ from, to }: Span, until: number): Stretch {
	const end = Math.min(FOREVER, until + 1);
	return from < until ? { from, to: Math.min(to, end), end } : { ...NOTHING, end };
}

/**
 * Says what to read: ten minutes before the checkpoint, or from what was left, and on to the present; once an hour also the
 * days before that, from where the checkpoint stood the last time, so that nothing slips out at the far end.
 *
 * If the last poll did not get to the checkpoint, the way forward comes first, and then the look-back goes on. So neither
 * stops the other.
 *
 * @param now n8n's clock; one that was put back does not stop the long look-back
 */
export function lookBack(state: TriggerState, { audit }: Pick<Settings, 'audit'>, now: number): Plan {
	const { starts, forward, leftFrom, back, far, reach, audited, completeFrom, wanted } = state;
	const checkpoint = forward.from;
	const isHourOver = now < audited.at || now - audited.at >= HOUR;
	const isAudit = audit > 0 && isHourOver && far.from === FOREVER && checkpoint < FOREVER;
	const auditFrom = secondBefore(Math.min(audited.checkpoint, checkpoint) - audit);

	// What the history refused to show is asked for again after a day.
	const isRefused = now >= reach.at && now - reach.at < DAY;
	const farthest = isRefused ? now - reach.length : -FOREVER;
	const start = Math.max(Math.min(FOREVER, ...Object.values(starts)), completeFrom);
	const earliest = Math.max(farthest, Math.min(start, ...wanted.values()) - 1);
	const after = (from: number): number => Math.max(from, earliest);

	const near = Math.min(checkpoint, after(leftFrom));
	const from = back.from === FOREVER ? near : checkpoint;
	const farSpan = isAudit ? { from: auditFrom, to: FOREVER } : far;
	return {
		forward: stretch({ from, to: forward.to }, FOREVER),
		back: stretch({ from: after(back.from), to: back.to }, checkpoint),
		far: stretch({ from: after(farSpan.from), to: farSpan.to }, near),
		audited: isAudit ? { at: now, checkpoint } : audited,
	};
}
