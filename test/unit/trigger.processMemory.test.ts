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

it('a process remembers a trigger that is polled once a month', () => {
	const memory = remember(0, 'Monthly');
	memory.hasPolled = true;
	remember(3 * DAY);
	expect(remember(31 * DAY, 'Monthly')).toBe(memory);
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
