/** What a backlog costs. The audit, which has its own cost, is off. */
import { production } from './driver';
import { NOW } from './explore';
import { Life, SETTINGS } from './life';
import { problemsOf } from './oracle';
import { SERVICE } from './service';

const HOUR = 3_600_000;

it.each(['asc', 'desc'] as const)(
	'100,000 events take at most 1.3 times their pages: history %s',
	async (historyOrder) => {
		const startFrom = NOW - 30 * HOUR;
		const life = new Life(
			production,
			{ ...SERVICE, historyOrder },
			'durable',
			{ ...SETTINGS, startFrom, auditDays: 0 },
			NOW,
		);
		for (let index = 0; index < 100_000; index++) life.service.add(NOW - 28 * HOUR + index * 1000, 'update');
		let ofHistory = 0;
		const tally = () => {
			ofHistory += life.service.requests.filter(({ path }) => path[1] !== 'latest').length;
		};
		await life.publish();
		tally();
		for (let polls = 0; polls < 150 && life.executions.flat().length < 100_000; polls++) {
			life.now += 60_000;
			await life.poll();
			tally();
		}
		expect(life.executions.flat()).toHaveLength(100_000);
		expect(ofHistory).toBeLessThanOrEqual(130);
		expect(life.largestState).toBeLessThan(256 * 1024);
		expect(problemsOf(life.verdict())).toEqual([]);
	},
	60_000,
);
