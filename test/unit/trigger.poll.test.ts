/* eslint-disable */
/** What a poll delivers, writes, throws and logs. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { memories } from '../../nodes/ContactConsent/trigger/processMemory';
import { endingOf, isThrown, pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { readState } from '../../nodes/ContactConsent/trigger/storedState';
import { SERVICE, ServiceModel, ModelFailure, type ModelFault, type ModelRequest } from '../model/service';
import { ACCOUNT, DAY, HOUR, MINUTE, NOW, settingsOf } from '../support/trigger-parts';
import { sentence } from '../support/sentences';

beforeEach(() => memories.clear());

const NOTHING = { hasFailed: false, isNew: false, hasItems: false, isToTell: false, isToStore: false };

it.each<[string, Partial<Parameters<typeof endingOf>[0]>, ReturnType<typeof endingOf>]>([
	['keeps the old state if nothing could be read', { hasFailed: true, isToStore: true }, 'failed'],
	['tells nobody of a period while nothing can be read', { hasFailed: true, isToTell: true }, 'failed'],
	['says when the trigger began, even if nothing could be read', { hasFailed: true, isNew: true }, 'begun'],
	['hands over items before it tells people of a period', { hasItems: true, isToTell: true }, 'stored'],
	['tells people rather than storing a state', { isToTell: true, isToStore: true }, 'told'],
	['stores what exists nowhere else', { isToStore: true }, 'stored'],
	['writes nothing without need', {}, 'quiet'],
])('a poll %s', (_, facts, ending) => expect(endingOf({ ...NOTHING, ...facts })).toBe(ending));

it('a first poll throws only what a person can mend, and only while one is present', () => {
	const all = [true, false].flatMap((hasAPerson) =>
		[true, false].map((isForAPerson) => ({ hasAPerson, isForAPerson })),
	);
	expect(all.map((facts) => isThrown({ isFirst: true, ...facts }))).toEqual([true, false, false, false]);
	expect(all.map((facts) => isThrown({ isFirst: false, ...facts }))).toEqual([true, true, true, true]);
});

/** A trigger with polls of 30 s and its own service, and what it logged and wrote. */
function triggerOn(settings: Partial<Settings> = {}) {
	const model = new ServiceModel({ ...SERVICE }, NOW);
	const said: string[] = [];
	const staticData = Object.defineProperty({}, 'state', {
		get: () => trigger.held,
		set: (state: unknown) => {
			trigger.held = state;
			trigger.written++;
		},
	}) as IDataObject;
	const send = async ({ path, query }: ModelRequest, { within = Infinity } = {}) => {
		await trigger.hold;
		try {
			return (await model.ask({ path, query }, within)) as ServiceResponse<never>;
		} catch (failure) {
			const { status = 500, date } = failure as ModelFailure;
			throw new ServiceError({ message: 'refused', description: '' }, { kind: 'status', status, date });
		}
	};
	const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
	const trigger = {
		model,
		settings,
		said,
		written: 0,
		/** How far n8n's clock is ahead. */
		clockAhead: 0,
		strange: 0,
		withoutKey: (value: unknown): unknown => value,
		isFirst: false,
		isPublishing: false,
		name: 'Trigger',
		/** Called before each request, to delay it. */
		hold: undefined as Promise<void> | undefined,
		/** What n8n holds. */
		held: undefined as unknown,
		state: () => readState(trigger.held) as TriggerState,
		poll: async (faults: ModelFault[] = []) => {
			model.beginPoll(faults);
			const start = model.world.now;
			const result = await pollOnce({
				settings: settingsOf({ download: false, maxEvents: 100, ...trigger.settings }),
				trigger: trigger.name,
				account: ACCOUNT,
				isFirst: trigger.isFirst || trigger.isPublishing,
				isPublishing: trigger.isPublishing,
				refuse: (message, description) => new InvalidInput(message, description),
				staticData,
				log,
				step: '',
				send: Object.assign(send, {
					baseUrl: 'https://service.example',
					account: '',
					leftOut: () => trigger.strange,
					waited: () => ({ onRequest: 0, inOutages: 0 }),
					withoutKey: <Value>(value: Value): Value => trigger.withoutKey(value) as Value,
				}),
				now: () => model.world.now + trigger.clockAhead,
				elapsed: () => model.world.now,
				timeLeft: (share = 1) => start + 30_000 * share - model.world.now,
				budgetLeft: () => start + 30_000 - model.world.now,
			});
			return result && result.flat().map(({ json }) => json.event_id);
		},
		/** A trigger that started three days ago. */
		run: async () => {
			model.world.now -= 3 * DAY;
			model.add(model.world.now, 'update');
			expect(await trigger.poll()).toEqual(['e1']);
			model.world.now += 3 * DAY;
		},
	};
	return trigger;
}

it.each<[number, string[]]>([
	[0, []],
	[2, ['warn: left out what is no event: 2 entries']],
])('a poll delivers new events and logs only the %i entries that are no events', async (strange, said) => {
	const trigger = Object.assign(triggerOn(), { strange });
	trigger.model.add(NOW - 5, 'update');
	expect(await trigger.poll()).toEqual(['e1']);
	expect(trigger.said).toEqual(said);
	expect(trigger.written).toBe(1);
});

it('a poll that delivers writes its state', async () => {
	const trigger = triggerOn();
	await trigger.run();
	// This poll writes the state of a quiet account, which is due once an hour.
	expect(await trigger.poll()).toBeNull();
	expect(trigger.written).toBe(2);
	trigger.model.add(NOW, 'update');
	expect(await trigger.poll()).toEqual(['e2']);
	expect(trigger.written).toBe(3);
});

it('a state that cannot be read is set aside, which is logged', async () => {
	const trigger = Object.assign(triggerOn(), { held: { damaged: true } });
	trigger.model.add(NOW - 5, 'update');
	expect(await trigger.poll()).toEqual(['e1']);
	expect(trigger.said).toEqual([`warn: ${sentence('stateSetAside')}`]);
});

it('a poll without a change writes no state', async () => {
	const trigger = triggerOn();
	await trigger.run();
	expect(await trigger.poll()).toBeNull();
	const written = trigger.written;
	for (let poll = 0; poll < 3; poll++) {
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	}
	expect(trigger.written).toBe(written);
});

describe('a poll beside another one', () => {
	async function during(later: number) {
		const trigger = triggerOn();
		await trigger.run();
		let release = () => {};
		trigger.hold = new Promise((resolve) => (release = resolve));
		trigger.model.add(NOW, 'update');
		const slow = trigger.poll();
		trigger.hold = undefined;
		trigger.model.world.now += later;
		const second = await trigger.poll();
		const written = trigger.written;
		release();
		return { second, first: await slow, said: trigger.said, isWritten: trigger.written > written };
	}

	it("does nothing and logs that, up to five seconds after the other's time", async () => {
		const { first, second, said } = await during(30_000 + 5000 - 1);
		expect([first, second]).toEqual([['e2'], null]);
		expect(said).toEqual(['debug: the poll before is still under way']);
	});

	it('takes over after that, and the other one delivers and writes nothing', async () => {
		const expected = { first: null, second: ['e2'], said: [], isWritten: false };
		expect(await during(30_000 + 5000)).toEqual(expected);
	});
});

describe('a poll that another one has overtaken', () => {
	/** The first poll takes events of `ages` away from `/events/latest`, and then hangs. Another one overtakes it. */
	async function overtaken(ages: number[], settings: Partial<Settings> = {}) {
		const trigger = triggerOn(settings);
		await trigger.run();
		for (const age of ages) trigger.model.add(NOW - age, 'update');
		const releases: Array<() => void> = [];
		const isLatest = ({ path }: ModelRequest): boolean => path[1] === 'latest';
		const ask = trigger.model.ask.bind(trigger.model);
		trigger.model.ask = async (request, within) => {
			const answer = await ask(request, within);
			if (isLatest(request) && releases.length === 0)
				await new Promise<void>((resolve) => void releases.push(resolve));
			return answer;
		};
		const slow = trigger.poll();
		while (releases.length === 0) await new Promise((resolve) => setImmediate(resolve));
		trigger.model.world.now += HOUR;
		const second = await trigger.poll();
		releases[0]?.();
		return { trigger, first: await slow, second };
	}

	it('leaves the events from before the start to the next poll, because no list shows them again', async () => {
		const { trigger, first, second } = await overtaken([5 * DAY]);
		expect([first, second]).toEqual([null, null]);
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toEqual(['e2']);
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	});

	it('leaves them until a poll has handed them over', async () => {
		const { trigger } = await overtaken([5 * DAY]);
		trigger.withoutKey = () => {
			throw new TypeError('x is not a function');
		};
		await expect(trigger.poll()).rejects.toThrow();
		trigger.withoutKey = (value) => value;
		expect(await trigger.poll()).toEqual(['e2']);
	});

	it('leaves nothing that the other one has delivered', async () => {
		const { trigger, first, second } = await overtaken([0]);
		expect([first, second]).toEqual([null, ['e2']]);
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	});

	it('leaves nothing to another beginning', async () => {
		const { trigger } = await overtaken([5 * DAY]);
		trigger.settings = { beginWith: 'now', beginning: 'another' };
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	});
});

it('a poll waits while n8n may still be writing the state of the last one', async () => {
	const trigger = triggerOn();
	await trigger.run();
	const before = structuredClone(trigger.held);
	trigger.model.add(NOW, 'update');
	expect(await trigger.poll()).toEqual(['e2']);
	const after = trigger.held;
	for (const held of [before, structuredClone(after)]) {
		trigger.held = held;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.said).toHaveLength(1);
	}
});

it.each([
	['that n8n holds stays where it is, although the clock of the service was put back', true, NOW - 3 * DAY],
	['that n8n does not hold yet goes back with that clock', false, NOW - 4 * DAY],
])('the start %s', async (_, isKept, start) => {
	const trigger = triggerOn();
	trigger.model.world.now -= 3 * DAY;
	expect(await trigger.poll()).toBeNull();
	if (!isKept) trigger.held = undefined;
	trigger.model.world.now -= DAY;
	await trigger.poll();
	expect(trigger.state().starts.update).toBe(start);
});

describe('a failure', () => {
	/** The third request asks if the history answers for the present. */
	const inBoth = [1, 2, 3].map((at) => ({ at, status: 500, after: false }));

	it('of both lists is thrown, and no state is written', async () => {
		const trigger = triggerOn();
		await trigger.run();
		const state = trigger.state();
		await expect(trigger.poll(inBoth)).rejects.toThrow('refused');
		expect(trigger.state()).toEqual(state);
	});

	it.each([1, 2])('of one list is not thrown, and the other list is delivered: request %d', async (at) => {
		const trigger = triggerOn();
		await trigger.run();
		const fault = [{ at, status: 500, after: false }];
		expect(await trigger.poll(fault)).toBeNull();
		trigger.model.add(NOW, 'update');
		expect(await trigger.poll(fault)).toEqual(['e2']);
		expect(trigger.said.every((line) => line.startsWith('debug'))).toBe(true);
	});

	it.each<[string, Partial<Settings>, string[] | null]>([
		['delivers what was read before', {}, ['e2']],
		['is not thrown if the filter leaves that out', { passes: () => false }, null],
	])('of both lists after a part of the events was read %s', async (_, settings, expected) => {
		const trigger = triggerOn({ series: ['update', 'confirm'], kinds: ['update', 'confirm'] });
		await trigger.run();
		trigger.model.add(NOW, 'update');
		Object.assign(trigger.settings, settings);
		trigger.model.world.history = { status: 403, window: -1 };
		trigger.model.hangs = ({ path, query }) => path[1] === 'latest' && query?.type === 'confirm';
		expect(await trigger.poll()).toEqual(expected);
	});

	it('of a look-back is logged in detail', async () => {
		const trigger = triggerOn();
		await trigger.run();
		await trigger.poll();
		trigger.model.world.now += HOUR;
		const inBoth = [3, 4].map((at) => ({ at, status: 500, after: false }));
		expect(await trigger.poll(inBoth)).toBeNull();
		expect(trigger.said).toEqual(['debug: the rest is left for the next poll (refused)']);
	});

	it('of the history for an hour no longer holds back documents', async () => {
		const trigger = triggerOn({ download: true });
		await trigger.run();
		trigger.model.world.history = { status: 403, window: -1 };
		trigger.model.add(NOW, 'documentation');
		expect(await trigger.poll()).toBeNull();
		trigger.model.world.now += HOUR - 1;
		expect(await trigger.poll()).toBeNull();
		trigger.model.world.now += 1;
		expect(await trigger.poll()).toEqual(['e2']);
	});

	it('that lasts an hour is logged as a warning, then once an hour, with its beginning', async () => {
		const trigger = triggerOn();
		await trigger.run();
		trigger.model.world.history = { status: 403, window: -1 };
		for (let minute = 0; minute <= 130; minute++) {
			await trigger.poll();
			trigger.model.world.now += MINUTE;
		}
		const warned = trigger.said.filter((line) => line.startsWith('warn'));
		expect(warned).toHaveLength(2);
		expect(warned[1]).toContain(new Date(NOW).toISOString());
	});

	it('of /events/latest is logged with its beginning, although a poll with a backlog did not ask for it', async () => {
		const trigger = triggerOn();
		await trigger.run();
		const isLatest = ({ path }: ModelRequest): boolean => path[1] === 'latest';
		trigger.model.hangs = isLatest;
		await trigger.poll();
		const since = new Date(trigger.model.world.now).toISOString();
		for (let index = 0; index < 250; index++) trigger.model.add(NOW + index, 'update');
		await trigger.poll();
		expect(trigger.model.requests.some(isLatest)).toBe(false);
		trigger.model.world.now += HOUR;
		while (!trigger.model.requests.some(isLatest)) await trigger.poll();
		expect(trigger.said.at(-1)).toContain(`has failed since ${since}`);
	});

	it('to keep an event from before the start, for want of room, is logged as that', async () => {
		const trigger = triggerOn({ download: true, series: ['documentation', 'update'] });
		await trigger.run();
		const consents = [{ type: 'email', text: 'x'.repeat(2000) }];
		for (let index = 0; index < 50; index++)
			trigger.model.add(NOW - 5 * DAY + index, 'documentation', { document: 'failing', consents } as never);
		expect(await trigger.poll()).toBeNull();
		const lost = 50 - trigger.state().waiting.length;
		expect(trigger.said).toContain(`warn: ${sentence('noRoomToWait', { count: `${lost} events` })}`);
	});

	it('of the first poll keeps the start of the trigger, and the next poll throws', async () => {
		const trigger = triggerOn();
		expect(await trigger.poll(inBoth)).toBeNull();
		expect(trigger.state()).toMatchObject({ starts: {}, begun: { at: NOW } });
		expect(trigger.said).toContain(`warn: ${sentence('firstPollFailed')} (refused)`);
		trigger.model.hangs = () => true;
		await expect(trigger.poll()).rejects.toThrow();
	});

	it('keeps a document from before the start that no list will show again', async () => {
		const trigger = triggerOn({ download: true, series: ['documentation', 'update'] });
		await trigger.run();
		trigger.model.add(NOW - 5 * DAY, 'documentation', { document: 'failing' });
		trigger.model.hangs = ({ path, query }) => path[1] === 'latest' && query?.type === 'update';
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().waiting).toHaveLength(1);
	});

	it('keeps the start of a newly chosen kind', async () => {
		const trigger = triggerOn({ kinds: ['update'], series: ['update'] });
		await trigger.run();
		trigger.settings = { kinds: ['update', 'confirm'], series: ['confirm', 'update'] };
		trigger.model.hangs = ({ path, query }) => path[1] === 'latest' && query?.type === 'update';
		const { now } = trigger.model.world;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().starts.confirm).toBe(now);
	});
});

describe('people are told what the history does not show', () => {
	/** A trigger whose history has not shown an update for more than an hour. */
	async function withSkipped() {
		const trigger = triggerOn({ download: true });
		await trigger.run();
		trigger.model.add(NOW - 5 * HOUR, 'update', { poison: 500, received: true });
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().skipped).toHaveLength(1);
		trigger.model.world.now += HOUR + MINUTE;
		return trigger;
	}
	const isNotShown = { message: expect.stringMatching(/^The history does not show/) as string };

	it('after an hour of asking, once', async () => {
		const trigger = await withSkipped();
		await expect(trigger.poll()).rejects.toMatchObject(isNotShown);
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	});

	it('not by a first poll, whose error n8n does not get', async () => {
		const trigger = Object.assign(await withSkipped(), { isFirst: true });
		expect(await trigger.poll()).toBeNull();
		trigger.isFirst = false;
		await expect(trigger.poll()).rejects.toMatchObject(isNotShown);
	});

	it('by the poll after one that has taken what no list shows again', async () => {
		const trigger = await withSkipped();
		trigger.model.add(NOW - 5 * DAY, 'documentation', { document: 'failing' });
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().waiting).toMatchObject([{ raw: { type: 'documentation' } }]);
		await expect(trigger.poll()).rejects.toMatchObject(isNotShown);
	});

	it('not while n8n does not have what a poll has taken whose state it dropped', async () => {
		const trigger = await withSkipped();
		trigger.model.add(NOW - 5 * DAY, 'documentation', { document: 'failing' });
		const before = trigger.held;
		expect(await trigger.poll()).toBeNull();
		trigger.held = before;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().waiting).toMatchObject([{ raw: { type: 'documentation' } }]);
		await expect(trigger.poll()).rejects.toMatchObject(isNotShown);
	});
});

describe('an error that nobody expected names the step', () => {
	const broken = () => {
		throw new TypeError('x is not a function');
	};
	const unexpected = (step: string) => ({
		message: sentence('unexpected', { doing: step }),
		advice: expect.stringContaining('n8n says: x is not a function.') as string,
	});

	it.each<[string, Partial<Settings>, string]>([
		['in reading', { passes: broken }, 'the history was read'],
		['in handing over', { simplify: true }, 'events were handed over'],
	])('%s', async (_, settings, step) => {
		const trigger = triggerOn();
		await trigger.run();
		trigger.settings = settings;
		trigger.model.add(NOW, 'update');
		if (settings.simplify) trigger.withoutKey = broken;
		const latestFail = [{ at: 2, status: 500, after: false }];
		await expect(trigger.poll(latestFail)).rejects.toMatchObject(unexpected(step));
	});
});

describe('a workflow that is published', () => {
	it.each([400, 403, 499])(
		'fails if it cannot work (%i), before any event is marked as received',
		async (status) => {
			const trigger = Object.assign(triggerOn(), { isPublishing: true });
			trigger.model.world.history = { status, window: -1 };
			const { id } = trigger.model.add(NOW - 5, 'update');
			await expect(trigger.poll()).rejects.toMatchObject({ facts: { status } });
			trigger.model.world.history = null;
			expect(await trigger.poll()).toEqual([id]);
		},
	);

	it.each([302, 408, 429, 500])(
		'delivers if the history fails in a way that may pass: %i',
		async (status) => {
			const trigger = Object.assign(triggerOn(), { isPublishing: true });
			trigger.model.world.history = { status, window: -1 };
			trigger.model.add(NOW - 5, 'update');
			expect(await trigger.poll()).toEqual(['e1']);
		},
	);

	it.each([
		['two seconds', 2000, false],
		['ten minutes', 10 * MINUTE, true],
	])(
		"delivers although n8n's clock is %s ahead and the service refuses the future",
		async (_, clockAhead, tellsDate) => {
			const trigger = Object.assign(triggerOn(), { isPublishing: true, clockAhead });
			const { model } = trigger;
			const ask = model.ask.bind(model);
			model.ask = async (request, within) => {
				const isFuture = Date.parse(String(request.query?.from)) > model.world.now;
				const date = tellsDate ? new Date(model.world.now).toUTCString() : undefined;
				if (isFuture) throw new ModelFailure(422, false, date);
				return await ask(request, within);
			};
			const ids = [5000, 0].map((age) => model.add(NOW - age, 'update').id);
			expect(await trigger.poll()).toEqual(ids);
		},
	);

	it('fails if both lists fail', async () => {
		const trigger = Object.assign(triggerOn(), { isPublishing: true });
		const faults = [1, 2, 3].map((at) => ({ at, status: 500, after: false }));
		await expect(trigger.poll(faults)).rejects.toThrow('refused');
	});

	it('marks no event as received by its first request', async () => {
		const trigger = Object.assign(triggerOn(), { isPublishing: true });
		const ids = [5, 0, -1].map((age) => trigger.model.add(NOW - age, 'update').id);
		expect(await trigger.poll()).toEqual(ids);
	});

	it.each([400, 403, 422])(
		'goes on with a warning if n8n has kept a position, although the history answers %i',
		async (status) => {
			const trigger = triggerOn();
			await trigger.run();
			Object.assign(trigger, { isPublishing: true });
			trigger.model.world.history = { status, window: -1 };
			const { id } = trigger.model.add(NOW, 'update');
			expect(await trigger.poll()).toEqual([id]);
			expect(trigger.said).toContain(`warn: ${sentence('historyRefuses')} (refused)`);
		},
	);

	it('begins anew with a date, and delivers what was delivered before once more', async () => {
		const trigger = triggerOn();
		await trigger.run();
		Object.assign(trigger, {
			isPublishing: true,
			settings: { beginWith: 'date', startFrom: NOW - 4 * DAY, beginning: 'another' },
		});
		expect(await trigger.poll()).toEqual(['e1']);
		expect(trigger.said).toContain(`warn: ${sentence('beginsAnew')}`);
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	});
});
