/** Documents wait in the state, so neither a short history nor a restart takes one away. */
import { NOW } from './explore';
import { WAYS } from './n8n';
import { delivered, HOUR, lifeOf, MINUTE, minutes, running, tick } from './running';
import type { ModelRequest } from './service';
import { oneByDay } from '../support/cases';

const DAY = 24 * HOUR;
const isDocument = ({ path }: ModelRequest) => path[0] === 'documentation';
const statusesOf = (life: ReturnType<typeof lifeOf>) =>
	delivered(life).map(({ documentation_status: status }) => status);

describe.each(oneByDay(WAYS, 2))('with state "%s",', (way) => {
	it('60 unreceived PDFs of 20 days ago all arrive from a history of seven days', async () => {
		const life = lifeOf({ way, service: { pdfBytes: 2_000_000 } });
		for (let index = 0; index < 60; index++) life.service.add(NOW - 20 * DAY + index * 1000, 'documentation');
		life.service.world.history = { status: 422, window: 7 * DAY };
		await life.publish();
		await minutes(life, 12);
		expect(statusesOf(life)).toEqual(Array(60).fill('downloaded'));
	});

	it('unreceived PDFs arrive although the document service fails in the first poll', async () => {
		const life = lifeOf({ way });
		for (let index = 0; index < 5; index++) life.service.add(NOW - 20 * DAY + index, 'documentation');
		life.service.world.history = { status: 422, window: 7 * DAY };
		life.service.refuses = (request) => (isDocument(request) ? 500 : undefined);
		await life.publish();
		life.service.refuses = () => undefined;
		await minutes(life, 3);
		expect(statusesOf(life)).toEqual(Array(5).fill('downloaded'));
	});

	it('a PDF arrives after three days from a history of one day', async () => {
		const life = await running({ way, settings: { documentationWait: 3 * DAY } });
		life.service.world.history = { status: 422, window: DAY };
		life.service.add(life.now, 'documentation', { document: 'later' });
		for (let hour = 0; hour < 60; hour++) {
			life.now += HOUR - MINUTE;
			life.service.add(life.now, 'update');
			await tick(life);
		}
		life.documentsGetReady();
		await minutes(life, 12);
		expect(statusesOf(life)).toContain('downloaded');
	});

	it.each([
		['n8n polls every three days', 3 * DAY, false],
		['n8n restarts between all polls', 8 * HOUR, true],
		['n8n restarts between all polls, which are 25 minutes apart', 25 * MINUTE, true],
	])('an event whose PDF keeps failing arrives although %s', async (_, pause, isKilled) => {
		const life = await running({ way });
		const { id } = life.service.add(life.now, 'documentation', { document: 'failing' });
		for (let polls = 0; polls < 4; polls++) {
			life.now += pause;
			life.service.add(life.now, 'documentation');
			await tick(life);
			if (isKilled) life.kill();
		}
		const item = delivered(life).find(({ event_id }) => event_id === id);
		expect(item?.documentation_status).toBe('unavailable');
	});
});
