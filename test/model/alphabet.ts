/** Actions that may happen to a trigger, by name. */
import type { Life } from './life';
import type { ModelEvent } from './service';

export interface Action {
	name: string;
	run: (life: Life) => Promise<unknown> | void;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Polls are a minute apart. */
const TICK = MINUTE;
const act = (name: string, run: Action['run']): Action => ({ name, run });

const add = (name: string, age: number, kind: ModelEvent['kind'], more: Partial<ModelEvent> = {}): Action =>
	act(`add ${name}`, ({ service, now }) => void service.add(now - age, kind, more));

const poll = (name: string, ...how: Parameters<Life['poll']>): Action =>
	act(name, async (life) => {
		life.now += TICK;
		await life.poll(...how);
	});

/** The ten basic actions. */
export const TEN: readonly Action[] = [
	add('now', 0, 'update'),
	add('late', 90 * SECOND, 'update'),
	add('very late', 90 * MINUTE, 'update'),
	poll('poll'),
	poll('poll, discarded', 'discard'),
	poll('poll, killed', 'die'),
	poll('poll, killed between the two writes', 'dieBetween'),
	poll('poll, its second request lost', 'keep', [{ at: 2, status: 'reset', after: true }]),
	act('republish', async (life) => await life.publish()),
	act('another reader', ({ service }) => service.takeElsewhere()),
];

/** All actions. */
export const FULL: readonly Action[] = [
	...TEN,
	add('in the future', -20 * MINUTE, 'update'),
	act('add at the same instant', ({ service, now }) => {
		const last = service.world.events.at(-1)?.time ?? now;
		service.add(last, 'update');
		service.add(last, 'confirm');
	}),
	add('to the latest events first', 0, 'confirm', { shownAt: null }),
	add('a document', 0, 'documentation'),
	add('a document later', 0, 'documentation', { document: 'later' }),
	add('a document never, late', 20 * MINUTE, 'documentation', { document: 'never' }),
	poll('poll, its first request lost', 'keep', [{ at: 1, status: 'reset', after: true }]),
	poll('poll, its first request refused', 'keep', [{ at: 1, status: 500, after: false }]),
	poll('poll, its second request refused', 'keep', [{ at: 2, status: 500, after: false }]),
	poll('poll, its third request lost', 'keep', [{ at: 3, status: 'reset', after: true }]),
	poll('poll, killed at its second request', 'keep', [{ at: 2, status: 'kill', after: true }]),
	poll('poll, killed at its third request', 'keep', [{ at: 3, status: 'kill', after: true }]),
	act('a poll beside another', async (life) => {
		life.now += TICK;
		await life.overlap(2);
	}),
	act('republish, its first poll discarded', async (life) => await life.publish('discard')),
	act('fail-over', (life) => life.failOver()),
	act('the documents get ready', (life) => life.documentsGetReady()),
	act('the history catches up', ({ service }) => service.show()),
	act("n8n's clock forward", (life) => void (life.clockAhead += 2 * HOUR)),
	act("n8n's clock back", (life) => void (life.clockAhead -= 2 * HOUR)),
	act("the service's clock back", (life) => life.putServiceBack(30 * MINUTE)),
	act('the audit is due', async (life) => {
		life.now += HOUR;
		await life.poll();
	}),
];

const DAY = 24 * HOUR;

/** Actions around a limited history, a quiet account and shared IDs. */
export const HISTORY: readonly Action[] = [
	act('add an update and its document with one ID', ({ service, now }) => {
		const { id: sharedId } = service.add(now, 'update');
		service.add(now + 1, 'documentation', { sharedId });
	}),
	act('the history refuses what is older than a day', ({ service }) => {
		service.world.history = { status: 422, window: DAY };
	}),
	act('the history refuses everything', ({ service }) => {
		service.world.history = { status: 403, window: -1 };
	}),
	act('the history refuses nothing', ({ service }) => {
		service.world.history = null;
	}),
	act('a month goes by, with a poll each day', async (life) => {
		for (let day = 0; day < 30; day++) {
			life.now += DAY;
			await life.poll();
		}
	}),
	act('an idle poll beside a faster one of another main that delivers', async (life) => {
		life.now += TICK;
		await life.poll();
		life.now += TICK;
		await life.besideOther(2, () => void life.service.add(life.now, 'update'));
	}),
];

/** Actions around what the history does not show, and PDFs that are never answered. */
const NOT_SHOWN: readonly Action[] = [
	act('the history stumbles over the newest event', (life) => life.poison(life.service.world.events.at(-1))),
	act('the history stumbles over no event any more', (life) => life.takePoison()),
	act('the history answers the next four requests with 422', ({ service }) => {
		service.world.passing = { status: 422, left: 4 };
	}),
	add('a document that hangs', 0, 'documentation', { document: 'hanging' }),
];

/** Gives the actions with these names, in this order. */
export const named = (...names: string[]): Action[] =>
	names.map((name) => [...FULL, ...HISTORY, ...NOT_SHOWN].find((action) => action.name === name) as Action);

/** Actions that matter while documents fill the state. */
export const DOCUMENTS: readonly Action[] = named(
	...['add now', 'add a document', 'add a document later', 'add a document never, late', 'another reader'],
	...['poll', 'poll, discarded', 'poll, killed', 'fail-over', 'the documents get ready', 'the audit is due'],
);

/** Actions that matter while the history does not show all. */
export const HIDDEN: readonly Action[] = [
	...NOT_SHOWN,
	...named(
		'add now',
		'add late',
		'add a document',
		'another reader',
		'poll',
		'poll, killed',
		'the audit is due',
	),
];
