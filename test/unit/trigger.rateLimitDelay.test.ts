/** How long this process remembers that an account has met a limit. */
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import { delayOf, limits, noteLimit } from '../../nodes/ContactConsent/trigger/rateLimitDelay';
import { failure } from '../support/service-failure';
import { ACCOUNT, MINUTE, readingOf } from '../support/trigger-parts';

beforeEach(() => limits.clear());

const pollAt = (at: number, key = ACCOUNT.key): Poll =>
	({
		account: { ...ACCOUNT, key },
		elapsed: () => at,
		timeLeft: () => MINUTE,
		send: { waited: () => ({ onRequest: 0 }) },
	}) as unknown as Poll;

it('it counts for ten minutes, and is then forgotten with the next poll of any account', () => {
	const refused = readingOf([], [], { listErrors: { latest: failure({ kind: 'status', status: 429 }) } });
	noteLimit(refused, pollAt(0));
	expect(delayOf(pollAt(10 * MINUTE), 1)).toBe(10_000);
	expect(delayOf(pollAt(10 * MINUTE + 1), 1)).toBe(0);
	noteLimit(readingOf(), pollAt(10 * MINUTE, 'another'));
	expect(limits.size).toBe(1);
	noteLimit(readingOf(), pollAt(10 * MINUTE + 1, 'another'));
	expect(limits.size).toBe(0);
});
