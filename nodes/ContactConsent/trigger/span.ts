import type { Settings } from './settings';
import { FOREVER, NOTHING, type Span, type TriggerState } from './state';

const HOUR = 60 * 60_000;

/** To the second before, because services may cut event times to the second, and leave out the bound itself. */
export const before = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/** Whether the longer look-back is due: once an hour. A clock that was put back does not stop it. */
export const isAuditDue = ({ audited }: TriggerState, settings: Settings, now: number): boolean =>
	settings.catchUp && settings.audit > 0 && (now < audited.at || now - audited.at >= HOUR);

/**
 * What to read of the history, each up to the present: one stretch, that begins `lookback` before the checkpoint and once
 * an hour `auditDays` before where that stood at the last such reading. If the last one did not get to the checkpoint, the
 * way forward is read first, and then what is left of it. With Catch Up off there is nothing to read but what is left since
 * _Start From_.
 *
 * @param now n8n's clock
 */
export function span(state: TriggerState, settings: Settings, now: number): [Span, Span] {
	const { starts, forward, lookBackFrom, unfinished, audited, taken } = state;
	if (Object.keys(starts).length === 0) return [NOTHING, NOTHING];
	// Reading events that do not count would take them from `/events/latest`.
	const earliest = Math.max(Math.min(...Object.values(starts)), taken.completeFrom) - 1;
	const begin = (stretch: Span): Span => ({ ...stretch, from: Math.max(stretch.from, earliest) });
	if (unfinished.from < FOREVER) return [begin(forward), begin(unfinished)];
	const checkpoint = settings.catchUp ? forward.from : FOREVER;
	// From the checkpoint of the last one, so that nothing slips out at the far end.
	const audit = isAuditDue(state, settings, now)
		? before(Math.min(audited.checkpoint, checkpoint) - settings.audit)
		: FOREVER;
	return [begin({ ...forward, from: Math.min(lookBackFrom, checkpoint, audit) }), NOTHING];
}
