import { MINUTE } from '../lib/time';
import { factsOf } from '../transport/errors';
import { asksToWait } from '../transport/statuses';
import type { PollReading } from './reading';
import type { Poll } from './pollContext';
import type { Account } from './state';

/** How long a limit counts, in milliseconds, and how much later a poll may begin because of it. */
const LIMIT_COUNTS = 10 * MINUTE;
const LATEST_BEGIN = 10_000;

/** When a list of an account last asked to wait, by `elapsed`. */
export const limits = new Map<string, number>();

const keyOfAccount = ({ address, key }: Account): string => JSON.stringify([address, key]);

/** Remembers that a list of this account has asked to wait, in this poll. Forgets limits that no longer count. */
export function noteLimit({ listErrors }: PollReading, { account, send, elapsed }: Poll): void {
	for (const [other, at] of limits) if (elapsed() - at > LIMIT_COUNTS) limits.delete(other);
	const isRefused = Object.values(listErrors).some((error) =>
		asksToWait(factsOf(error) ?? { kind: 'cancelled' }),
	);
	if (isRefused || send.waited().onRequest > 0) limits.set(keyOfAccount(account), elapsed());
}

/**
 * How many milliseconds later a poll begins: up to ten seconds by chance, if the account has met a limit within ten minutes.
 * Triggers that poll in the same second share it, and otherwise it would always be the same ones that find it used up.
 */
export function delayOf({ account, elapsed, timeLeft }: Poll, chance = Math.random()): number {
	const at = limits.get(keyOfAccount(account));
	if (at === undefined || elapsed() - at > LIMIT_COUNTS) return 0;
	return Math.floor(chance * Math.max(0, Math.min(LATEST_BEGIN, timeLeft() / 4)));
}
