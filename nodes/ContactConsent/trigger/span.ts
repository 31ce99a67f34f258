import type { Settings } from './settings';
import { FOREVER, type Span, type TriggerState } from './state';

const HOUR = 60 * 60_000;

/** What to read of the history, each up to the present; `NOTHING` where there is nothing, or nothing is left. */
export interface Plan {
	toRead: Span;
	/** What is left of an earlier look-back. */
	unfinished: Span;
	/** When the last longer look-back began, this one included. */
	audited: TriggerState['audited'];
}

/** To the second before, because services may cut event times to the second, and leave out the bound itself. */
export const secondBefore = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/**
 * One stretch of the history, that begins `lookback` before the checkpoint and once an hour `auditDays` before where that
 * stood at the last such reading. If the last one did not get to the checkpoint, the way forward is read first, and then
 * what is left of it. With Catch Up off there is nothing to read but what is left since _Start From_.
 *
 * @param now n8n's clock; one that was put back does not stop the longer look-back
 */
export function span(state: TriggerState, { catchUp, audit }: Settings, now: number): Plan {
	const { starts, forward, lookBackFrom, unfinished, audited, taken } = state;
	const hasRest = unfinished.from < FOREVER;
	const isHourOver = now < audited.at || now - audited.at >= HOUR;
	const isAudit = catchUp && audit > 0 && isHourOver && !hasRest;
	const checkpoint = catchUp ? forward.from : FOREVER;
	// From the checkpoint of the last one, so that nothing slips out at the far end.
	const auditFrom = isAudit ? secondBefore(Math.min(audited.checkpoint, checkpoint) - audit) : FOREVER;
	const from = hasRest ? forward.from : Math.min(lookBackFrom, checkpoint, auditFrom);
	// Reading events that do not count would take them from `/events/latest`; before the first poll, none do.
	const earliest = Math.max(Math.min(...Object.values(starts)), taken.completeFrom) - 1;
	const first = Math.min(earliest, FOREVER);
	const notBeforeStart = (stretch: Span): Span => ({ ...stretch, from: Math.max(stretch.from, first) });
	return {
		toRead: notBeforeStart({ ...forward, from }),
		unfinished: notBeforeStart(unfinished),
		audited: isAudit ? { at: now, checkpoint: forward.from } : audited,
	};
}
