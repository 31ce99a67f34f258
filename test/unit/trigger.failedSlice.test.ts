/** What a slice of the history that failed says, and what is asked for after it. */
import { decide } from '../../nodes/ContactConsent/trigger/failedSlice';
import { readHistory } from '../../nodes/ContactConsent/trigger/readHistory';
import type { EventReader } from '../../nodes/ContactConsent/trigger/reading';
import { failure } from '../support/service-failure';
import { NOW, running, settingsOf } from '../support/trigger-parts';

type Facts = Parameters<typeof decide>[0];

const [down, up] = [{ isUp: false }, { isUp: true }];
const [answered, silent] = [{ hasAnswered: true }, { hasAnswered: false }];
const [long, short] = [{ isShort: false }, { isShort: true }];
const [shown, gone] = [{ showsPresent: true }, { showsPresent: false }];

it.each<[string, string, Facts]>([
	['leaves all as it is while the service is down', 'giveUp', { ...silent, ...down, ...long }],
	['skips no instant while the service is down', 'giveUp', { ...silent, ...down, ...short }],
	['reads less at once after pages that arrived', 'shorten', { ...answered, ...up, ...long }],
	['reads less at once after pages that were the first answer', 'shorten', { ...answered, ...down, ...long }],
	['asks for the present before it blames a slice', 'ask', { ...silent, ...up, ...long }],
	['asks for the present before it skips an instant', 'ask', { ...answered, ...up, ...short }],
	['reads less where the history shows the present', 'shorten', { ...silent, ...up, ...long, ...shown }],
	['skips an instant that showed no page', 'skip', { ...silent, ...up, ...short, ...shown }],
	['skips an instant whose later page failed', 'skip', { ...answered, ...down, ...short, ...shown }],
	['skips nothing while the history is down', 'giveUp', { ...answered, ...up, ...short, ...gone }],
	['reads no less while the history is down', 'giveUp', { ...silent, ...up, ...long, ...gone }],
])('%s', (_, expected, facts) => expect(decide(facts)).toBe(expected));

/** A reader with time left, whose history answers with `sendForHistory`. */
const readerOf = (sendForHistory: unknown): EventReader =>
	({
		settings: settingsOf(),
		sendForHistory,
		now: () => NOW,
		timeLeft: () => 1000,
		state: running(),
		events: new Map(),
		log: () => undefined,
	}) as unknown as EventReader;

it('what the history does not show is crossed by slices that grow', async () => {
	const shown: string[] = [];
	const failed: string[] = [];
	const send = ({ query }: { query: { from: string; to?: string } }) => {
		const from = Date.parse(query.from);
		const to = Date.parse(query.to ?? '9999-01-01');
		const hasFailed = from < 520 && to > 500;
		// The other requests ask for the present.
		if (from !== NOW) (hasFailed ? failed : shown).push(`${from}–${to}`);
		if (hasFailed) return Promise.reject(failure({ kind: 'status', status: 500 }));
		return Promise.resolve({ status: 200, headers: {}, body: [] });
	};
	const reader = readerOf(send);
	const { skipped, rest } = await readHistory(reader, { from: 0, to: 1000 }, 10, 1, { skipped: [] });
	expect(failed.slice(0, 3)).toEqual(['0–1000', '499–1000', '499–749']);
	// Between them, all of the rest is asked for.
	expect(failed.slice(9).filter((slice) => !slice.endsWith('–1000'))).toEqual([
		'499–501',
		'500–502',
		'501–504',
		'503–508',
		'507–516',
		'515–532',
	]);
	expect(shown).toEqual(['0–500', '531–1000']);
	expect(skipped).toMatchObject([{ from: 498, to: 532 }]);
	expect(rest).toBeUndefined();
});

it('after a list that never ends, the next reading begins with as much as possible', async () => {
	const answer = { status: 200, headers: {}, body: [] };
	let pages = 0;
	// Each page promises another one.
	const send = () =>
		Promise.resolve({ ...answer, headers: { 'next-cursor': `${pages++}` }, nextCursor: `${pages}` });
	const reader = readerOf(send);
	const period = { from: NOW - 180_000, sliceTo: NOW - 90_000 };
	const { rest, failure: why } = await readHistory(reader, period, 10, 1, { skipped: [] });
	expect(why).toBeDefined();
	expect(rest).toEqual({ from: period.from, to: undefined });
});
