/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What a poll hands over, writes, throws and says. */
import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import { aheadOf, memories } from '../../nodes/ContactConsent/trigger/reconcile';
import type { Poll, Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { SERVICE, ServiceModel, type ModelFault, type ModelRequest } from '../model/service';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SETTINGS = {
	kinds: ['update', 'confirm', 'documentation'],
	series: [undefined],
	catchUp: true,
	lookback: 10 * MINUTE,
	audit: DAY,
	startFrom: undefined,
	maxEvents: 100,
	pageSize: 50,
	download: false,
	attachmentStorage: 'execution',
	addContact: false,
	consentType: '',
	consentGranted: 'any',
	documentationWait: HOUR,
	maxAttachmentBytes: 1e6,
	simplify: false,
	binaryPropertyName: 'data',
} as unknown as Settings;

beforeEach(() => memories.clear());

/** A trigger whose polls last 30 s, on a service of its own, and what it logged and wrote. */
function triggerOn(settings: Partial<Settings> = {}) {
	const model = new ServiceModel({ ...SERVICE }, NOW);
	const said: string[] = [];
	let written = 0;
	let hold: Promise<void> | undefined;
	let held: unknown;
	const staticData = Object.defineProperty({}, 'state', {
		get: () => held,
		set: (state: unknown) => {
			held = state;
			written++;
		},
	}) as IDataObject;
	const send = async ({ path, query }: ModelRequest, { deadline = Infinity } = {}) => {
		await hold;
		try {
			const until = model.hangs({ path, query }) ? deadline : Infinity;
			return (await model.ask({ path, query }, until)) as ServiceResponse<never>;
		} catch {
			throw new ServiceError({ message: 'refused', description: '' }, { kind: 'status', status: 500 });
		}
	};
	const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
	const trigger = {
		model,
		said,
		state: () => held as TriggerState,
		/** As n8n's database does, should what a poll wrote not get there. */
		restore: (state: TriggerState | undefined) => {
			held = state;
		},
		written: () => written,
		choose: (kinds: Settings['kinds'], series = settings.series) => {
			settings = { ...settings, kinds, ...(series && { series }) };
		},
		hold: (promise: Promise<void> | undefined) => {
			hold = promise;
		},
		poll: async (faults: ModelFault[] = []) => {
			model.beginPoll(faults);
			const start = model.world.now;
			const result = await pollOnce({
				settings: { ...SETTINGS, ...settings },
				trigger: 't',
				baseUrl: 'https://service.example',
				staticData,
				log,
				send,
				now: () => model.world.now,
				lists: start + 15_000,
				end: start + 30_000,
			} as unknown as Poll);
			return result && result.flat().map(({ json }) => json.event_id);
		},
		/** Begins to run, three days ago. */
		run: async () => {
			model.world.now -= 3 * DAY;
			model.add(model.world.now, 'update');
			expect(await trigger.poll()).toEqual(['e1']);
			model.world.now += 3 * DAY;
		},
	};
	return trigger;
}

it('hands over what is new, and begins without a word', async () => {
	const trigger = triggerOn();
	trigger.model.add(NOW - 5, 'update');
	expect(await trigger.poll()).toEqual(['e1']);
	expect(trigger.said).toEqual([]);
	expect(trigger.written()).toBe(1);
});

it('writes nothing where nothing has changed', async () => {
	const trigger = triggerOn();
	await trigger.run();
	expect(await trigger.poll()).toBeNull();
	const written = trigger.written();
	for (let poll = 0; poll < 3; poll++) {
		trigger.model.world.now += MINUTE;
		expect(await trigger.poll()).toBeNull();
	}
	expect(trigger.written()).toBe(written);
});

describe('a poll beside another one', () => {
	async function during(later: number) {
		const trigger = triggerOn();
		await trigger.run();
		let release = () => {};
		trigger.hold(new Promise((resolve) => (release = resolve)));
		trigger.model.add(NOW, 'update');
		const slow = trigger.poll();
		trigger.hold(undefined);
		trigger.model.world.now += later;
		const second = await trigger.poll();
		const written = trigger.written();
		release();
		return { second, first: await slow, said: trigger.said, isWritten: trigger.written() > written };
	}

	it('does nothing but say so, up to five seconds after its end', async () => {
		const { first, second, said } = await during(30_000 + 5000 - 1);
		expect([first, second]).toEqual([['e2'], null]);
		expect(said).toEqual(['debug: the poll before is still under way']);
	});

	it.each([
		['then takes over', 30_000 + 5000],
		['takes over where the clock was put back', -1000],
	])('%s, and the other one hands over and writes nothing more', async (_, later) => {
		expect(await during(later)).toEqual({ first: null, second: ['e2'], said: [], isWritten: false });
	});
});

it('waits with the next poll while n8n may still be writing what it was handed', async () => {
	const trigger = triggerOn();
	await trigger.run();
	const before = structuredClone(trigger.state());
	trigger.model.add(NOW, 'update');
	expect(await trigger.poll()).toEqual(['e2']);
	const state = trigger.state();
	trigger.restore(before);
	expect(await trigger.poll()).toBeNull();
	expect(trigger.said).toHaveLength(1);
	trigger.restore(structuredClone(state));
	expect(await trigger.poll()).toBeNull();
	expect(trigger.said).toHaveLength(1);
});

describe('a failure', () => {
	it('is thrown where nothing is in hand, although something was read', async () => {
		const trigger = triggerOn();
		await trigger.run();
		trigger.model.add(NOW, 'update');
		await trigger.poll();
		trigger.model.world.now += HOUR;
		const state = trigger.state();
		await expect(trigger.poll([{ at: 2, status: 500, after: false }])).rejects.toThrow('refused');
		expect(trigger.state()).toBe(state);
		expect(trigger.said).toEqual([]);
	});

	it.each<[string, boolean]>([
		['on', false],
		['off', true],
	])(
		'what nobody shows again is kept all the same: a document that waits, with Catch Up %s',
		async (_, isOff) => {
			const trigger = triggerOn({ download: true, catchUp: !isOff });
			await trigger.run();
			trigger.model.add(NOW - 30 * DAY, 'documentation', { document: 'never' });
			const { model } = trigger;
			model.hangs = ({ path }) =>
				path[1] === 'latest' && model.world.events.every(({ received }) => received);
			expect(await trigger.poll()).toBeNull();
			expect(trigger.state().awaiting).toHaveLength(1);
			expect(trigger.said.at(-1)).toMatch('the rest is left for the next poll');
		},
	);

	it('the start of a kind that was chosen since is kept all the same', async () => {
		const trigger = triggerOn({ kinds: ['update'], series: ['update'] as Settings['series'] });
		await trigger.run();
		const series = ['confirm', 'update'] as Settings['series'];
		trigger.choose(['update', 'confirm'], series);
		trigger.model.hangs = ({ path, query }) => path[1] === 'latest' && query?.type === 'update';
		const { now } = trigger.model.world;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().starts.confirm).toBe(now);
	});

	it('is said where something is', async () => {
		const trigger = triggerOn();
		await trigger.run();
		trigger.model.add(NOW, 'update');
		expect(await trigger.poll([{ at: 2, status: 500, after: false }])).toEqual(['e2']);
		expect(trigger.said).toEqual(['warn: the rest is left for the next poll (refused)']);
	});
});

describe('a PDF that is waited for', () => {
	/** An hour in which the lists fail in some way, and half an hour more; n8n is told of it at each poll. */
	async function waitWhile(fail: (model: ServiceModel) => void) {
		const trigger = triggerOn({ download: true });
		await trigger.run();
		trigger.model.add(NOW, 'documentation', { document: 'never' });
		expect(await trigger.poll()).toBeNull();
		fail(trigger.model);
		const { now } = trigger.model.world;
		let polls = 0;
		let told = 0;
		let delivered: unknown = null;
		while (delivered === null && trigger.model.world.now < now + 1.5 * HOUR) {
			trigger.model.world.now += MINUTE;
			polls++;
			delivered = await trigger.poll().catch((error: unknown) => {
				expect(error).toMatchObject({ message: 'refused' });
				told++;
				return null;
			});
		}
		return { delivered, untold: polls - told, after: trigger.model.world.now - now, trigger };
	}

	it.each<[string, (model: ServiceModel) => void]>([
		[
			'refused',
			(model) =>
				(model.onRequest = (number) => void (model.faults = [{ at: number, status: 500, after: false }])),
		],
		['left without an answer', (model) => (model.hangs = () => true)],
	])('comes to its end where everything is %s', async (_, fail) => {
		const { delivered, untold, after } = await waitWhile(fail);
		expect(delivered).toEqual(['e2']);
		// The last poll delivers.
		expect(untold).toBe(1);
		expect(after).toBeLessThan(HOUR + 5 * MINUTE);
	});

	it.each(['latest', undefined])('comes although the list %s hangs for good', async (list) => {
		const { delivered, trigger } = await waitWhile((model) => {
			model.hangs = ({ path: [resource, second] }) => resource === 'events' && second === list;
			for (const event of model.world.events) event.document = 'ready';
		});
		expect(delivered).toEqual(['e2']);
		expect(trigger.said.at(-1)).toMatch('the rest is left for the next poll');
	});
});

describe('the start', () => {
	it('is kept first, although a list fails from the first poll on', async () => {
		const trigger = triggerOn({ series: ['update', 'confirm'] as Settings['series'] });
		trigger.model.hangs = ({ query }) => query?.type === 'confirm';
		const { now } = trigger.model.world;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().starts.update).toBe(now);
		expect(trigger.said.at(-1)).toMatch('the rest is left for the next poll');
		trigger.model.world.now += MINUTE;
		await expect(trigger.poll()).rejects.toThrow('refused');
		expect(trigger.state().starts.update).toBe(now);
	});

	it('of a kind that is chosen later is not set by a poll that nobody has answered', async () => {
		const trigger = triggerOn({ download: true, kinds: ['update', 'documentation'] });
		await trigger.run();
		trigger.model.add(NOW, 'documentation', { document: 'never' });
		expect(await trigger.poll()).toBeNull();
		trigger.model.world.now += MINUTE;
		trigger.model.hangs = () => true;
		trigger.choose(['update', 'documentation', 'confirm']);
		await expect(trigger.poll()).rejects.toThrow('refused');
		trigger.model.hangs = () => false;
		const { now } = trigger.model.world;
		expect(await trigger.poll()).toBeNull();
		expect(trigger.state().starts.confirm).toBe(now);
	});

	it('that n8n holds stays where it is, although the clock of the service was put back', async () => {
		const trigger = triggerOn();
		await trigger.run();
		const { starts } = trigger.state();
		trigger.model.world.now -= 4 * DAY;
		trigger.model.add(trigger.model.world.now, 'update');
		await trigger.poll();
		expect(trigger.state().starts).toEqual(starts);
	});

	it('that n8n does not hold yet goes back with that clock', async () => {
		const trigger = triggerOn();
		await trigger.poll();
		trigger.restore(undefined);
		trigger.model.world.now -= HOUR;
		await trigger.poll();
		expect(trigger.state().starts).toEqual({
			update: NOW - HOUR,
			confirm: NOW - HOUR,
			documentation: NOW - HOUR,
		});
	});
});

describe('where to go on, should n8n throw a first delivery away', () => {
	const next = { ...begin('url', ['update']), revision: 1, starts: { update: NOW, confirm: NOW - HOUR } };
	const at = (time: number) => ({ event: { key: 'k', time, raw: {} }, isLastTry: false });
	const settings = { ...SETTINGS, kinds: ['update', 'confirm'] } as Settings;
	const startOf = (times: number[], more: Partial<Settings> = {}, after = '') =>
		aheadOf(next, times.map(at), { after }, { ...settings, ...more })?.state.starts.update;

	it('is from the oldest event of it on, and no further back than the audit', () => {
		expect(startOf([NOW - 2 * HOUR, NOW - 3 * HOUR])).toBe(NOW - 3 * HOUR);
		expect(startOf([NOW - 30 * DAY])).toBe(NOW - HOUR - DAY);
		expect(startOf([NOW])).toBe(NOW - HOUR);
	});

	it('is from the start that was set, or from the state that n8n holds, with the starts of kinds chosen since', () => {
		expect(aheadOf(next, [at(NOW)], { after: '' }, { ...settings, startFrom: NOW })).toBeUndefined();
		const kept = { ...next, starts: { update: NOW } };
		expect(aheadOf(next, [at(NOW)], { after: 'key', kept }, settings)).toEqual({ after: 'key', state: next });
	});

	it('is from the oldest that waits on, too', () => {
		const awaiting = [
			{ event: { event_time: new Date(NOW - 2 * HOUR).toISOString() }, waited: 0, tried: NOW },
		];
		const ahead = aheadOf({ ...next, awaiting }, [at(NOW)], { after: '' }, settings);
		expect(ahead?.state.starts.update).toBe(NOW - 2 * HOUR);
	});

	it('is from what was left, where nothing was delivered', () => {
		expect(aheadOf(next, [], { after: 'key' }, settings)).toEqual({ after: 'key', state: next });
	});
});
