/** Days of a busy account: what it costs. */
import { lifeOf, problems, tick } from './running';

it('10,000 events a day: requests of the second day', async () => {
	const life = lifeOf();
	await life.publish();
	let requests = 0;
	let added = 0;
	for (let minute = 1; minute <= 2 * 24 * 60; minute++) {
		for (; added < (minute * 10_000) / (24 * 60); added++) life.service.add(life.now, 'update');
		await tick(life);
		if (minute > 24 * 60) requests += life.lastRequests;
	}
	expect(problems(life)).toEqual([]);
	process.stdout.write(`10,000 events a day: ${requests} requests a day\n`);
	// Two a minute, and at most eleven more an hour.
	expect(requests).toBeLessThanOrEqual(2 * 24 * 60 + 11 * 24);
}, 300_000);
