/** The number of requests for a backlog. The far look-back is off, because it has its own cost. */
import { oneByDay } from '../support/cases';
import { NOW } from './explore';
import { delivered, HOUR, lifeOf, problems, tick } from './running';

it.each(oneByDay(['asc', 'desc'] as const))(
	'100,000 events take at most 1.3 times their number of pages: history %s',
	async (historyOrder) => {
		const settings = { startFrom: NOW - 30 * HOUR, auditDays: 0 };
		const life = lifeOf({ settings, service: { historyOrder } });
		for (let index = 0; index < 100_000; index++) life.service.add(NOW - 28 * HOUR + index * 1000, 'update');
		let ofHistory = 0;
		const tally = () => {
			ofHistory += life.service.requests.filter(({ path }) => path[1] !== 'latest').length;
		};
		await life.publish();
		tally();
		for (let polls = 0; polls < 150 && delivered(life).length < 100_000; polls++) {
			await tick(life);
			tally();
		}
		expect(delivered(life)).toHaveLength(100_000);
		expect(ofHistory).toBeLessThanOrEqual(130);
		expect(life.largestState).toBeLessThan(256 * 1024);
		expect(problems(life)).toEqual([]);
	},
	180_000,
);
