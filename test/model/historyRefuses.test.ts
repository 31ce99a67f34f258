/**
 * A history that goes back only so far, or that fails. What it shows arrives, and so does what `/events/latest`
 * gives.
 */
import { oneByDay } from '../support/cases';
import { sentence } from '../support/sentences';
import { WAYS } from './n8n';
import { addMany, delivered, HOUR, MINUTE, minutes, problems, running, tick } from './running';
import { ModelFailure, type ModelRequest } from './service';

const DAY = 24 * HOUR;
const isHistory = ({ path }: ModelRequest) => path[0] === 'events' && path[1] !== 'latest';

describe.each(oneByDay(WAYS))('with state "%s",', (way) => {
	it.each(
		oneByDay([1, 7, 30]).flatMap((days) => [
			[days, 'polls all the time', false],
			[days, 'is restarted before the last day', false],
			[days, 'is off for 40 days', false],
			[days, 'is off for 40 days, and another reader takes', true],
		]) as Array<[number, string, boolean]>,
	)(
		'after a quiet month, 20 updates arrive from a history of %d days, n8n %s',
		async (days, how, isTaken) => {
			const life = await running({ way });
			life.service.add(life.now, 'update');
			await tick(life);
			life.service.world.history = { status: 422, window: days * DAY };
			const isOff = how.startsWith('is off');
			if (isOff) life.now += 40 * DAY;
			else {
				for (let quarter = 0; quarter < 30 * 96; quarter++) {
					life.now += 14 * MINUTE;
					await tick(life);
					if (how.startsWith('is restarted') && quarter === 29 * 96) life.kill();
				}
			}
			for (let index = 0; index < 20; index++)
				life.service.add(life.now - (isOff ? index * (days / 20.5) * DAY : index), 'update');
			if (isTaken) life.service.takeElsewhere();
			if (isOff) life.kill();
			life.log.length = 0;
			await minutes(life, 2);
			expect(delivered(life)).toHaveLength(21);
			expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([]);
			expect(problems(life)).toEqual([]);
		},
		60_000,
	);

	it.each([403, 404, 500, 422])(
		'while a history always answers %d, events of /events/latest are delivered',
		async (status) => {
			const life = await running({ way });
			life.service.world.history = { status, window: -1 };
			for (let quarter = 0; quarter < 12; quarter++) {
				life.service.add(life.now, 'update');
				life.service.add(life.now, 'documentation');
				life.now += 14 * MINUTE;
				await tick(life);
			}
			expect(delivered(life).filter(({ type }) => type === 'update')).toHaveLength(12);
			const documents = delivered(life).filter(({ type }) => type === 'documentation');
			expect(documents).toHaveLength(12);
			expect(documents.every(({ documentation_status: status }) => status === 'downloaded')).toBe(true);
			expect(life.log.filter((line) => line.startsWith('thrown'))).toEqual([]);
			// The warning comes once an hour, an hour after the end of the first one.
			expect(life.log.filter((line) => /^warn: the history has failed since/.test(line))).toHaveLength(2);
		},
	);

	it.each([
		['update', 'confirm', 500],
		['update', 'confirm', 403],
		['confirm', 'update', 500],
		['documentation', 'update', 500],
	] as const)(
		'a list of the history that fails for good (%s) holds up no %s: %d',
		async (failing, other, status) => {
			const life = await running({ way, settings: { kinds: [failing, other] } });
			life.service.refuses = (request) =>
				isHistory(request) && request.query?.type === failing ? status : undefined;
			life.log.length = 0;
			for (let minute = 0; minute < 60; minute++) {
				if (minute % 5 === 0) life.service.add(life.now, other);
				life.service.takeElsewhere();
				await tick(life);
				expect(life.lastRequests).toBeLessThan(12);
			}
			expect(delivered(life)).toHaveLength(12);
			expect(life.log.filter((line) => /thrown|does not show/.test(line))).toEqual([]);
		},
	);

	it('a list of the history that fails for good holds up no backlog of another kind', async () => {
		const life = await running({ way, settings: { kinds: ['update', 'confirm'], maxEvents: 100 } });
		life.service.refuses = (request) =>
			isHistory(request) && request.query?.type === 'update' ? 500 : undefined;
		for (let index = 0; index < 1000; index++)
			life.service.add(life.now - HOUR + index * 3000, 'confirm', { received: true });
		await minutes(life, 25);
		expect(new Set(delivered(life).map(({ event_id }) => event_id)).size).toBe(1000);
		expect(delivered(life)).toHaveLength(1000);
	});

	it('the events of an endless history and the latest events arrive, with few requests', async () => {
		const life = await running({ way });
		const ask = life.service.ask.bind(life.service);
		let page = 0;
		life.service.ask = async (request, within) => {
			if (!isHistory(request)) return await ask(request, within);
			const answer = await ask({ ...request, query: { ...request.query, cursor: undefined } }, within);
			return { ...answer, headers: { ...answer.headers, 'next-cursor': `page-${++page}` } };
		};
		life.service.options.historyMarks = false;
		life.log.length = 0;
		for (let minute = 0; minute < 20; minute++) {
			const isSlow = minute % 2 === 0;
			life.service.add(life.now, 'update', isSlow ? { shownAt: null } : { received: true });
			await tick(life);
			expect(life.lastRequests).toBeLessThan(80);
		}
		expect(delivered(life)).toHaveLength(20);
		expect(life.log.filter((line) => !line.startsWith('debug'))).toEqual([
			expect.stringMatching(`^warn: the history ${sentence('notReadToEnd')}`),
		]);
		life.service.ask = ask;
		await minutes(life, 1);
		expect(problems(life)).toEqual([]);
	});

	it('a limit of requests in each minute holds up no event for good', async () => {
		const life = await running({ way, service: { maxLimit: 10 }, settings: { maxEvents: 100 } });
		const ask = life.service.ask.bind(life.service);
		let left = 0;
		life.service.ask = async (request, within) => {
			if (--left < 0) throw Object.assign(new ModelFailure(429), { retryAfterMs: MINUTE });
			return await ask(request, within);
		};
		addMany(life, 400, MINUTE, 100);
		await minutes(life, 60, () => void (left = 15));
		expect(delivered(life)).toHaveLength(400);
	});

	it('a page size that the history refuses skips no event, and costs few requests', async () => {
		const life = await running({ way, settings: { pageSize: 5000 } });
		life.service.refuses = ({ query }) => (Number(query?.limit) > 1000 ? 400 : undefined);
		for (let minute = 0; minute < 10; minute++) {
			life.service.add(life.now, 'update');
			if (minute % 2 === 0) life.service.takeElsewhere();
			await tick(life);
			expect(life.lastRequests).toBeLessThan(10);
		}
		expect(life.log.filter((line) => line.includes('does not show'))).toEqual([]);
		life.service.refuses = () => undefined;
		await minutes(life, 2);
		expect(delivered(life)).toHaveLength(10);
	});

	it('a poll in which both lists fail throws', async () => {
		const life = await running({ way });
		life.service.refuses = () => 500;
		await tick(life);
		expect(life.log.at(-1)).toMatch('thrown');
	});

	it('it throws, too, while a document waits for its PDF, which arrives later', async () => {
		const life = await running({ way });
		life.service.add(life.now, 'documentation', { document: 'later' });
		await minutes(life, 2);
		life.service.refuses = () => 401;
		life.log.length = 0;
		await minutes(life, 5);
		expect(life.log.filter((line) => line.startsWith('thrown'))).toHaveLength(5);
		life.service.refuses = () => undefined;
		life.documentsGetReady();
		await minutes(life, 30);
		expect(delivered(life)).toMatchObject([{ documentation_status: 'downloaded' }]);
	});

	it('the trigger tries once a day how far back the history goes, and does not ask further in between', async () => {
		const life = await running({ way });
		await minutes(life, 5 * 24, () => void (life.now += HOUR - MINUTE));
		life.service.world.history = { status: 400, window: 2 * DAY };
		let refused = 0;
		const ask = life.service.ask.bind(life.service);
		life.service.ask = async (...request) =>
			await ask(...request).catch((error: unknown) => {
				if (isHistory(request[0])) refused++;
				throw error;
			});
		await minutes(life, 2 * 24, () => {
			life.service.add(life.now, 'update');
			life.now += HOUR - MINUTE;
		});
		expect(refused).toBeGreaterThan(0);
		expect(refused).toBeLessThan(2 * 15);
		expect(delivered(life)).toHaveLength(48);
	});
});

it('an idle poll writes no state, except that the checkpoint follows the clock', async () => {
	const life = await running({ way: 'durable' });
	life.service.add(life.now, 'update');
	await tick(life);
	let writes = 0;
	for (let before = life.kept.world.stored, minute = 0; minute < 24 * 60; minute++) {
		await tick(life);
		if (life.kept.world.stored !== before) writes++;
		before = life.kept.world.stored;
	}
	expect(writes).toBeGreaterThanOrEqual(17);
	expect(writes).toBeLessThanOrEqual(19);
});
