/** The memory of a process about its triggers. */
import { memories, openMemory } from '../../nodes/ContactConsent/trigger/processMemory';
import { ACCOUNT, DAY } from '../support/trigger-parts';

beforeEach(() => memories.clear());

const remember = (at: number, trigger = 'Trigger') =>
	openMemory({ trigger, account: ACCOUNT, elapsed: () => at });

it('a process remembers nothing of triggers that were not polled for more than 40 days', () => {
	for (let index = 0; index < 5; index++) remember(0, `Trigger ${index}`);
	remember(40 * DAY);
	expect(memories.size).toBe(6);
	remember(40 * DAY + 1);
	expect(memories.size).toBe(1);
});

it('a process remembers that a trigger was polled last month, and nothing to go on from', () => {
	const failing = { history: { since: 0, sinceInWords: 'then', warnedAt: 0 } };
	Object.assign(remember(0, 'Monthly'), { hasPolled: true, failing, began: 0, overtaken: [] });
	remember(3 * DAY);
	const memory = remember(31 * DAY, 'Monthly');
	expect(memory).toMatchObject({ hasPolled: true, failing });
	expect([memory.began, memory.overtaken]).toEqual([undefined, undefined]);
});

it('a process remembers the lease alone if the account is another one', () => {
	const memory = remember(0);
	Object.assign(memory, { began: 1, lease: { until: 2 }, hasPolled: true });
	const account = { ...ACCOUNT, key: 'other', credential: '' };
	const other = openMemory({ trigger: 'Trigger', account, elapsed: () => 3 });
	expect(other).toEqual({
		account,
		polledAt: 3,
		lease: { until: 2 },
		pdfWaits: new Map(),
		wasAlone: false,
		failing: {},
		saidAgain: new Set(),
	});
});
