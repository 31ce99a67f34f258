/* eslint-disable */
/** Hours and days of a busy account: events are in time, the state stays small, and requests stay few. */
import { delivered, judge, problems, running, tick } from './running';
import type { DocumentState } from './service';
import { cases } from '../support/cases';

const HOURS = cases(4, 10);

it.each<DocumentState>(['failing', 'never'])(
	`500 pairs of events an hour for ${HOURS} hours arrive in time, with PDFs that are %s`,
	async (document) => {
		const life = await running();
		let pairs = 0;
		for (let minute = 1; minute <= HOURS * 60; minute++) {
			for (; pairs < (minute * 500) / 60; pairs++) {
				life.service.add(life.now, 'confirm');
				life.service.add(life.now + 1, 'documentation', { document });
			}
			await tick(life);
		}
		expect(life.largestState).toBeLessThan(256 * 1024);
		const confirmed = delivered(life).filter(({ type }) => type === 'confirm');
		expect(confirmed).toHaveLength(HOURS * 500);
		await judge(life);
		process.stdout.write(`${document}: the largest state has ${life.largestState} characters\n`);
	},
	300_000,
);

it('10,000 events a day take few requests on the second day', async () => {
	const life = await running();
	let requests = 0;
	let added = 0;
	for (let minute = 1; minute <= 2 * 24 * 60; minute++) {
		for (; added < (minute * 10_000) / (24 * 60); added++) life.service.add(life.now, 'update');
		await tick(life);
		if (minute > 24 * 60) requests += life.lastRequests;
	}
	expect(problems(life)).toEqual([]);
	process.stdout.write(`10,000 events a day: ${requests} requests a day\n`);
	// Two requests a minute, and at most eleven more an hour.
	expect(requests).toBeLessThanOrEqual(2 * 24 * 60 + 11 * 24);
}, 300_000);
