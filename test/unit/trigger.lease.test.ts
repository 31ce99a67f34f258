/** One poll of a trigger at a time. */
import { endLease, takeLease } from '../../nodes/ContactConsent/trigger/lease';
import { memories, openMemory } from '../../nodes/ContactConsent/trigger/processMemory';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import { ACCOUNT } from '../support/trigger-parts';

beforeEach(() => memories.clear());

/** Revisions of the state. */
const [OLD, NEW] = ['1', '2'];

/** A poll that has a time limit. It counts as hanging five seconds after that. */
const pollAt = (at: number, time = 0, trigger = 'Trigger') =>
	({
		trigger,
		account: ACCOUNT,
		elapsed: () => at,
		budgetLeft: () => time - 5000,
	}) as unknown as Poll;

function begins(stored: string | undefined, at: number, time = 0, trigger = 'Trigger') {
	const poll = pollAt(at, time, trigger);
	const memory = openMemory(poll);
	const lease = takeLease(stored, memory, poll);
	return lease && { memory, lease };
}

describe('a process remembers', () => {
	it('the poll under way, so that there is one at a time, unless it hangs', () => {
		const first = begins(OLD, 0, 1000);
		expect(begins(OLD, 0)).toBeUndefined();
		expect(begins(OLD, 999)).toBeUndefined();
		expect(begins(OLD, 0, 1000, 'Other')).toBeDefined();
		const second = begins(OLD, 1000, 1000);
		if (!first || !second) throw new Error('was not let in');
		endLease(first.memory, first.lease, NEW, pollAt(1200));
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('nothing of a poll that ends after another one has taken over', () => {
		const first = begins(OLD, 0, 1000);
		const second = begins(OLD, 1000, 1000);
		if (first) endLease(first.memory, first.lease, undefined, pollAt(1200));
		expect(second).toBeDefined();
		expect(begins(OLD, 1500)).toBeUndefined();
	});

	it('that n8n may still be writing the state of the last poll', () => {
		const busy = begins(OLD, 11, 1000);
		if (busy) endLease(busy.memory, busy.lease, NEW, pollAt(20));
		expect(busy).toBeDefined();
		expect(begins(OLD, 20_019)).toBeUndefined();
		expect(begins(OLD, 20_020)).toBeDefined();
	});

	it('that n8n has written the state of the last poll', () => {
		const busy = begins(OLD, 0, 1000);
		if (busy) endLease(busy.memory, busy.lease, NEW, pollAt(20));
		expect(begins(OLD, 30)).toBeUndefined();
		expect(begins(NEW, 30)).toBeDefined();
	});
});
