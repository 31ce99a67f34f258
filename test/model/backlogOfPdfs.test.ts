/** PDFs that exist reach their events, whatever the document service does for a while. */
import { WAYS } from './n8n';
import { delivered, HOUR, judge, MINUTE, minutes, running, tick } from './running';
import type { ModelRequest } from './service';
import { cases, oneByDay } from '../support/cases';

const DAY = 24 * HOUR;
const isDocument = ({ path }: ModelRequest) => path[0] === 'documentation';

/** The number of documentation events that came while n8n was off. */
async function withBacklog(way: (typeof WAYS)[number], count: number) {
	const life = await running({ way });
	life.judgesLateness = false;
	for (let index = 0; index < count; index++)
		life.service.add(life.now - 2 * HOUR + index * 1000, 'documentation', { received: true });
	life.now += DAY;
	life.kill();
	return life;
}

/** How many events came with each status. */
function statusesOf(life: Awaited<ReturnType<typeof running>>): string[] {
	const counts = new Map<string, number>();
	for (const { documentation_status: status = '' } of delivered(life))
		counts.set(status, (counts.get(status) ?? 0) + 1);
	return [...counts].map(([status, count]) => `${count} ${status}`);
}

describe.each(oneByDay(WAYS, 0))('with state "%s",', (way) => {
	it.each<[string, (asked: number, minute: number) => number | 'hang' | undefined]>([
		['hangs in the first poll', (_, minute) => (minute < 1 ? 'hang' : undefined)],
		['allows 100 requests a minute', (asked) => (asked > 100 ? 429 : undefined)],
		['answers once with 429', (asked, minute) => (minute === 0 && asked === 50 ? 429 : undefined)],
		['answers with 500 for a minute', (_, minute) => (minute < 1 ? 500 : undefined)],
	])('500 existing PDFs all arrive although the document service %s', async (_, answer) => {
		const life = await withBacklog(way, 500);
		let asked = 0;
		let minute = 0;
		life.service.hangs = (request) => isDocument(request) && answer(asked, minute) === 'hang';
		life.service.refuses = (request) => {
			if (!isDocument(request)) return undefined;
			const status = answer(++asked, minute);
			return status === 'hang' ? undefined : status;
		};
		for (; minute < 15; minute++) {
			asked = 0;
			await tick(life);
		}
		expect(statusesOf(life)).toEqual(['500 downloaded']);
		await judge(life);
	});

	it.each([
		['an execution may hold them all', 1000, 2],
		['an execution holds 100 events', 100, 4],
	])(
		'five existing PDFs do not wait behind 300 that are never generated: %s',
		async (_, maxEvents, polls) => {
			const life = await running({ way, settings: { maxEvents } });
			for (let index = 0; index < 300; index++)
				life.service.add(life.now - MINUTE + index, 'documentation', { document: 'never' });
			for (let index = 0; index < 5; index++) life.service.add(life.now, 'documentation');
			await minutes(life, polls);
			expect(statusesOf(life)).toEqual(['5 downloaded']);
			await judge(life);
		},
	);

	it.each([8, 20])('%d PDFs that take 20 seconds each all arrive', async (count) => {
		const life = await running({ way });
		life.judgesLateness = false;
		life.service.slowness = (request) => (isDocument(request) ? 20_000 : 0);
		for (let index = 0; index < count; index++) life.service.add(life.now + index, 'documentation');
		life.service.add(life.now, 'documentation', { document: 'never' });
		await minutes(life, 180);
		expect(statusesOf(life)).toEqual(expect.arrayContaining([`${count} downloaded`]));
		expect(delivered(life)).toHaveLength(count + 1);
		await judge(life);
	});

	it('a PDF that takes longer than any poll holds up no other, and its event arrives after its wait', async () => {
		const life = await running({ way });
		life.judgesLateness = false;
		const slow = life.service.add(life.now, 'documentation');
		life.service.slowness = ({ path }) => (path[2] === slow.id ? 40_000 : 0);
		for (let index = 0; index < 20; index++) life.service.add(life.now + index, 'documentation');
		await minutes(life, 3);
		expect(statusesOf(life)).toEqual(['20 downloaded']);
		// It is never asked for beside another one, so nobody knows whether the service answers.
		await minutes(life, 26, () => void (life.now += HOUR - MINUTE));
		expect(statusesOf(life)).toEqual(['20 downloaded', '1 unavailable']);
	});

	it('a PDF that takes 70 seconds arrives within four polls if n8n gives each of them 300 seconds', async () => {
		const life = await running({ way });
		life.judgesLateness = false;
		life.budget = 300_000;
		const slow = life.service.add(life.now, 'documentation');
		life.service.slowness = ({ path }) => (path[2] === slow.id ? 70_000 : 0);
		for (let index = 0; index < 20; index++) life.service.add(life.now + index, 'documentation');
		await minutes(life, 4);
		expect(statusesOf(life)).toEqual(['21 downloaded']);
	});

	it('no PDF past its wait is lost if the service asks to wait with each of them for five minutes', async () => {
		const life = await withBacklog(way, 40);
		life.service.retryAfter = 120_000;
		let minute = 0;
		life.service.refuses = (request) => (isDocument(request) && minute < 5 ? 503 : undefined);
		for (; minute < 15; minute++) await tick(life);
		expect(statusesOf(life)).toEqual(['40 downloaded']);
	});

	it('an event whose PDF breaks off each time arrives after its wait if other PDFs arrive', async () => {
		const life = await running({ way });
		life.judgesLateness = false;
		const broken = life.service.add(life.now, 'documentation');
		life.service.breaks = ({ path }) => path[2] === broken.id;
		await minutes(life, 65, () => life.service.add(life.now, 'documentation'));
		expect(statusesOf(life)).toEqual(['65 downloaded', '1 unavailable']);
		// Where it is the only one, nobody knows whether it is about the service.
		const alone = life.service.add(life.now, 'documentation');
		life.service.breaks = ({ path }) => path[2] === alone.id;
		await minutes(life, 180);
		expect(delivered(life)).toHaveLength(66);
		life.service.breaks = () => false;
		await judge(life);
	});

	it('PDFs arrive although n8n was off for two hours and the first answer about a PDF is late', async () => {
		const life = await running({ way });
		for (let index = 0; index < 40; index++)
			life.service.add(life.now, 'documentation', { document: 'later' });
		await tick(life);
		life.now += 2 * HOUR;
		life.kill();
		life.documentsGetReady();
		let isFirst = true;
		life.service.hangs = (request) => isDocument(request) && isFirst && !(isFirst = false);
		await minutes(life, 3);
		expect(statusesOf(life)).toEqual(['40 downloaded']);
	});
});

it('PDFs of 20 MB at most share a poll, and a larger one is delivered alone', async () => {
	const life = await running({ service: { pdfBytes: 6_500_000 } });
	life.judgesLateness = false;
	for (let index = 0; index < 7; index++) life.service.add(life.now, 'documentation');
	await minutes(life, 4);
	expect(life.executions.map(({ length }) => length)).toEqual([3, 3, 1]);
	const large = await running({ service: { pdfBytes: 21_000_000 } });
	large.judgesLateness = false;
	for (let index = 0; index < 3; index++) large.service.add(large.now, 'documentation');
	await minutes(large, 4);
	expect(large.executions.map(({ length }) => length)).toEqual([1, 1, 1]);
});

it('an event whose PDF never comes arrives although 10,000 newer ones were taken meanwhile', async () => {
	const wait = cases(10, 60);
	const life = await running({ way: 'durable', settings: { documentationWait: wait * MINUTE } });
	life.judgesLateness = false;
	for (let index = 0; index < 20; index++) life.service.add(life.now, 'documentation', { document: 'never' });
	await tick(life);
	for (let index = 0; index < 10_500; index++) life.service.add(life.now + index, 'update');
	life.now += 11_000;
	await minutes(life, wait + 5);
	expect(statusesOf(life)).toContain('20 not_generated');
	expect(life.largestState).toBeLessThan(256 * 1024);
});
