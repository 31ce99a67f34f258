/** Made-up lives for the oracle. It must find each kind of fault, and must not complain about what was not promised. */
import { NOW } from './explore';
import { promisedBy, SETTINGS, type LifeSettings } from './life';
import { KeptState, WAYS, type Fate } from './n8n';
import { Oracle, problemsOf } from './oracle';
import { SERVICE, type ModelEvent } from './service';

const DAY = 86_400_000;
const event = (id: string, more: Partial<ModelEvent> = {}): ModelEvent => ({
	id,
	time: NOW,
	kind: 'update',
	document: 'ready',
	received: false,
	shownAt: NOW,
	...more,
});

const item = (id: string, time = NOW) => ({ event_id: id, event_time: new Date(time).toISOString() });
const oracle = (settings: Partial<LifeSettings> = {}, start: number | null = NOW) => {
	const asked = new Oracle(promisedBy({ ...SETTINGS, ...settings }, SERVICE));
	if (start !== null) asked.committed(start);
	return asked;
};

it('the oracle finds an event that did not arrive', () => {
	const asked = oracle();
	asked.executed([item('a')], true, NOW);
	expect(problemsOf(asked.verdict([event('a'), event('b', { time: NOW + 1 })]))).toEqual(['lost: b']);
});

it.each([
	['before the start', { time: NOW - 1 }, {}, 'beforeStart'],
	['shown too late', { shownAt: NOW + 7 * DAY + 1 }, {}, 'shownTooLate'],
	['never shown', { shownAt: null }, {}, 'shownTooLate'],
	['shown after the look-back, without audit', { shownAt: NOW + 600_001 }, { auditDays: 0 }, 'shownTooLate'],
	['left out by the filter', {}, { consentType: 'email' }, 'leftOutByFilter'],
] as const)('the oracle does not miss an event that is %s', (_, more, settings, reason) => {
	const { lost, outside } = oracle(settings).verdict([event('a', more)]);
	expect([lost, outside[reason]]).toEqual([[], 1]);
});

it.each([
	['at the start', { time: NOW }, {}],
	['shown just in time', { shownAt: NOW + 7 * DAY }, {}],
	['within the look-back, without audit', { shownAt: NOW + 600_000 }, { auditDays: 0 }],
	['the filter lets through', { consents: [{ type: 'email', granted: true }] }, { consentType: 'email' }],
] as const)('the oracle misses an event %s', (_, more, settings) => {
	const consents = 'consents' in more ? [...more.consents] : undefined;
	expect(oracle(settings).verdict([event('a', { ...more, consents })]).lost).toEqual(['a']);
});

it('the oracle does not miss events beyond the newest 10,000', () => {
	const events = Array.from({ length: 10_002 }, (_, index) => event(`e${index}`, { time: NOW + index }));
	const { lost, outside } = oracle().verdict(events);
	expect([lost.length, lost[0], outside.beyondTheNewest]).toEqual([10_000, 'e2', 2]);
});

it('the promise begins with the first state that n8n has written, and for a later kind when it was chosen', () => {
	expect(oracle({}, null).verdict([event('a')]).outside.beforeStart).toBe(1);
	const asked = oracle({ kinds: ['update'] });
	asked.promised = promisedBy(SETTINGS, SERVICE);
	asked.committed(NOW + 10);
	const early = event('early', { kind: 'confirm', time: NOW + 9 });
	const late = event('late', { kind: 'confirm', time: NOW + 10 });
	expect(asked.verdict([event('a'), early, late]).lost).toEqual(['a', 'late']);
	expect(
		oracle({ beginWith: 'date', startFrom: NOW - 5 }).verdict([event('a', { time: NOW - 5 })]).lost,
	).toEqual(['a']);
});

it.each([
	['late if nobody has received it', false, ['late: a', 'lost: a']],
	['left to the audit if another reader has received it, or a delivery was dropped', true, ['lost: a']],
])('after the service put its clock back, a new event is %s', (_, received, problems) => {
	const asked = oracle();
	asked.committed(NOW + 1_800_000);
	asked.committed(NOW);
	for (let polls = 0; polls < 3; polls++) asked.polled([event('a', { received })], NOW, 0);
	expect(problemsOf(asked.verdict([event('a')]))).toEqual(problems);
});

it.each([
	['late if the look-back reaches it', 600_000, ['late: a', 'lost: a']],
	['left to the audit if it is older than that', 600_001, ['lost: a']],
])('an event that two polls did not bring is %s', (_, before, problems) => {
	const asked = oracle();
	asked.committed(NOW + before);
	asked.polled([], NOW + before, 0);
	for (let polls = 0; polls < 2; polls++) asked.polled([event('a')], NOW, 0);
	expect(problemsOf(asked.verdict([event('a')]))).toEqual(problems);
});

it('the oracle finds repeats, unless a crash explains them', () => {
	const asked = oracle();
	asked.executed([item('a')], false, NOW);
	asked.executed([item('a')], true, NOW);
	expect(problemsOf(asked.verdict([event('a')]))).toEqual([]);
	asked.executed([item('a')], true, NOW);
	expect(problemsOf(asked.verdict([event('a')]))).toEqual(['repeated: a']);
});

it('the oracle finds executions that are too large or unordered, and unwanted events', () => {
	const asked = oracle({ maxEvents: 1, consentType: 'email' });
	asked.executed([item('a'), { ...item('b'), documentation_status: 'unavailable' }], true, NOW);
	asked.executed([item('c'), item('d', NOW + 1)], true, NOW);
	asked.executed([], true, NOW);
	asked.executed([item('e', NOW + 1), item('f')], true, NOW);
	const early = event('b', { kind: 'documentation', time: NOW - 5000, isTakenElsewhere: true });
	expect(problemsOf(asked.verdict([event('a'), early])).join('; ')).toBe(
		'given up early: b; from before the start: b; executions with 2, 0, 2 events; 1 executions out of order; not wanted: a',
	);
});

describe.each(WAYS)('n8n\'s model of the state "%s"', (way) => {
	const after = (hasItems: boolean, fate: Fate, isActivation = false) => {
		const kept = new KeptState(way);
		const data = kept.load();
		data.state = 1;
		const { executed, written } = kept.take(data, hasItems, fate, isActivation);
		return [executed, written, kept.load().state === 1];
	};

	it('keeps and drops states as n8n does', () => {
		const isDurable = way === 'durable';
		expect(after(true, 'keep')).toEqual([true, true, true]);
		expect(after(false, 'keep')).toEqual([false, isDurable, way !== 'scheduled']);
		expect(after(false, 'keep', true)).toEqual([false, !isDurable, way !== 'durable']);
		expect(after(true, 'discard')).toEqual([false, false, false]);
		expect(after(true, 'die')).toEqual([false, false, false]);
		expect(after(true, 'dieBetween')).toEqual([true, isDurable, isDurable]);
	});
});
