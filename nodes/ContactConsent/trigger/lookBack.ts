import { HOUR, MINUTE } from '../lib/time';
import { reachableFrom } from './historyLimit';
import { justAfter, justBefore, type Period } from './period';
import type { Settings } from './settings';
import type { Rest, TriggerState } from './state';

/** How far back each poll reads again, for events that appear late. */
const NEAR = 10 * MINUTE;

/** What to read from the history. A period that is missing needs no reading. */
export interface PeriodsToRead {
	/** Up to the present. Begins where the look-back begins, or at the checkpoint if a look-back is unfinished. */
	forward?: Period;
	/** The rest of an unfinished look-back, up to the checkpoint. */
	back?: Period;
	/** The far look-back, up to where the near one begins. */
	far?: Period;
	/** When the last far look-back began; now, if one is to begin. */
	farBegan: TriggerState['farBegan'];
}

/**
 * Decides what to read: from ten minutes before the checkpoint, or from the oldest event that was left, up to the
 * present. Once an hour, the days of 'Look Back' are added. They count from where the checkpoint was the last time, so
 * that a long pause leaves no gap at the far end.
 *
 * If the last poll did not reach the checkpoint, this poll reads forward first and then continues the look-back. So
 * both make progress.
 *
 * An example, at 12:00 with the checkpoint at 11:59 and a 'Look Back' of a day. When the last far look-back began, the
 * checkpoint was 10:59.
 *
 *     yesterday 10:59                    11:49       11:59       12:00
 *     |------------- far -----------------|------- forward -------|   nothing was left
 *     |------------- far -----------------|-- back --|-- forward -|   a look-back was left unfinished
 *
 * Each beginning (`far`, `back`, and `forward` without `back`) moves later to `earliest`: before the starts nothing is
 * wanted, and before `completeFrom` everything counts as taken. The near one also moves earlier, to what was left, or
 * later, to what the history shows.
 *
 * @param now n8n's clock; a clock that was set back does not stop the far look-back
 */
export function lookBack(
	state: TriggerState,
	{ farLength }: Pick<Settings, 'farLength'>,
	now: number,
): PeriodsToRead {
	const { starts, checkpoint, sliceTo, nextNearFrom = checkpoint, back, far, farBegan, completeFrom } = state;
	if (checkpoint === undefined || nextNearFrom === undefined) return { farBegan };
	const isHourOver = farBegan === undefined || now < farBegan.at || now - farBegan.at >= HOUR;
	const beginsFar = farLength > 0 && isHourOver && far === undefined;
	const farFrom = secondBefore(Math.min(farBegan?.checkpoint ?? checkpoint, checkpoint) - farLength);

	const earliest = justBefore(Math.max(Math.min(...Object.values(starts)), completeFrom));
	const near = nearBeginning({ nextNearFrom, checkpoint, earliest }, state.historyLimit, now);
	const farRest = beginsFar ? { from: farFrom } : far;
	return {
		forward: { from: back ? checkpoint : near, sliceTo },
		back: back && periodOf(back, earliest, checkpoint),
		far: farRest && periodOf(farRest, earliest, near),
		farBegan: beginsFar ? { at: now, checkpoint } : farBegan,
	};
}

/**
 * Where the near look-back begins: at `nextNearFrom`, but not before `earliest`, nor before what the history shows, and
 * never behind the checkpoint. With the checkpoint at 11:59:
 *
 * | `nextNearFrom`                                  | the history shows | it begins at |
 * | ----------------------------------------------- | ----------------- | ------------ |
 * | 11:49: nothing was left                         | all               | 11:49        |
 * | 11:49: nothing was left                         | what is from 11:52 on | 11:52    |
 * | 11:30, because an event of then was left        | what is from 11:52 on | 11:30, even if the history may refuse it |
 */
function nearBeginning(
	{ nextNearFrom, checkpoint, earliest }: { nextNearFrom: number; checkpoint: number; earliest: number },
	limit: TriggerState['historyLimit'],
	now: number,
): number {
	const hasLeft = nextNearFrom < nearFrom(checkpoint);
	const reachable = hasLeft ? -Infinity : reachableFrom(limit, now, now);
	return Math.min(checkpoint, Math.max(nextNearFrom, earliest, reachable));
}

/** The period from `earliest` on, up to and including `until`. */
function periodOf({ from, sliceTo }: Rest, earliest: number, until: number): Period | undefined {
	const begins = Math.max(from, earliest);
	return begins < until ? { from: begins, to: justAfter(until), sliceTo } : undefined;
}

/** Where the near look-back from a checkpoint begins. */
export const nearFrom = (checkpoint: number): number => secondBefore(checkpoint - NEAR);

/** Just before the second of this time, because a service may cut event times to the second. */
const secondBefore = (time: number): number => justBefore(Math.floor(time / 1000) * 1000);
