/* eslint-disable */
/** A record with which the service fails (500), or for which it always asks to wait (429). Time is virtual. */
import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import { pass, stillTime } from '../support/still-time';
import { refusing, things, uploadThings, type Asked } from '../support/thing-upload';
import { cases } from '../support/cases';

stillTime({ random: 0.5 });
afterEach(forgetWaits);

const BIG = cases(500, 3000);

const fails = (bad: string) => refusing([bad], { status: 500 });

async function within(minutes: number, uploading: ReturnType<typeof uploadThings>) {
	let isOver = false;
	void uploading.finally(() => (isOver = true));
	for (let at = 0; at < minutes * 60 && !isOver; at++) await pass(1000);
	return isOver ? await uploading : undefined;
}

it.each([
	[false, 'c0'],
	[false, 'c137'],
	[false, 'c299'],
	[true, 'c0'],
	[true, 'c137'],
	[true, 'c299'],
])('one poisoned record among 300 is refused alone (Keep: %s, %s)', async (reads, bad) => {
	const done = await within(10, uploadThings({ input: things(300), reads, service: fails(bad) }));
	const refused = done?.items.filter(({ error }) => error !== undefined) ?? [];
	expect([done?.items.length, refused.length]).toEqual([300, 1]);
	expect(JSON.stringify(refused)).toContain(`That is ${bad}`);
	expect(done?.posts.length).toBeLessThanOrEqual(70 + (reads ? 3 : 1));
	// No record is read a second time for it.
	expect(done?.asked.filter(({ method }) => method === 'GET').length).toBe(reads ? 300 : 0);
});

it.each([[false], [true]])(
	'of three records the two that are not poisoned are written (Keep: %s)',
	async (reads) => {
		for (const bad of ['c0', 'c1', 'c2']) {
			const done = await within(5, uploadThings({ input: things(3), reads, service: fails(bad) }));
			expect(done?.items.map(({ error }) => error !== undefined)).toEqual(
				things(3).map(({ id }) => id === bad),
			);
		}
	},
);

it.each([[false], [true]])(
	'of eight batches that each have a poisoned record, all others are written (Keep: %s)',
	async (reads) => {
		const poisoned = Array.from({ length: 8 }, (_, at) => `c${at * 100 + 37}`);
		const done = await within(
			14,
			uploadThings({
				input: things(800),
				reads,
				setting: { batchSize: 100 },
				service: refusing(poisoned, { status: 500 }),
			}),
		);
		const refused = things(800).flatMap(({ id }, at) => (done?.items[at]?.error === undefined ? [] : id));
		expect(refused).toEqual(poisoned);
		expect(done?.posts.length).toBeLessThanOrEqual(8 + 8 * 70);
	},
);

describe.each([[false], [true]])('a service that answers each upload with 500 (Keep: %s)', (reads) => {
	const down = ({ method }: { method: string }) => (method === 'POST' ? { status: 500 } : undefined);

	it('has nothing refused within a minute, and is asked 100 times at most for 3,000 rows', async () => {
		let isOver = false;
		const uploading = uploadThings({ input: things(3000), reads, service: down });
		void uploading.finally(() => (isOver = true));
		for (let at = 0; at < 60; at++) await pass(1000);
		expect(isOver).toBe(false);
		const done = await within(20, uploading);
		expect(done?.items.map(({ error }) => error !== undefined)).toEqual(things(3000).map(() => true));
		expect(done?.posts.length).toBeLessThanOrEqual(100);
		// Once it is given up, nothing is read again and again.
		expect(done?.reads.length).toBeLessThanOrEqual(reads ? 3000 : 0);
	});

	it('goes on where it was once the service works again', async () => {
		const begun = Date.now();
		const service = (asked: { method: string }) =>
			Date.now() - begun < 5 * 60_000 ? down(asked) : undefined;
		const done = await within(14, uploadThings({ input: things(BIG), reads, service }));
		expect(done?.items.filter(({ error }) => error !== undefined)).toEqual([]);
	});
});

describe('a record for which the service always asks to wait, longer than a stored record may be old', () => {
	/** When records were accepted, in milliseconds. */
	let accepted: number[];
	beforeEach(() => void (accepted = []));

	const upload = async (bad: string, batchSize: number) => {
		async function service({ method, ids, at }: Asked) {
			await new Promise((resolve) => setTimeout(resolve, 20));
			if (method !== 'POST') return undefined;
			if (ids.includes(bad)) return { status: 429, headers: { 'retry-after': '70' } };
			accepted.push(...ids.map(() => at));
			return undefined;
		}
		return await within(
			20,
			uploadThings({ input: things(200), reads: true, setting: { batchSize }, service }),
		);
	};

	it.each([['c0'], ['c7'], ['c100']])(
		'holds nobody up for more than a few of these waits, and is refused alone (%s)',
		async (bad) => {
			const done = await upload(bad, 1);
			expect(accepted).toHaveLength(199);
			expect(Math.max(...accepted)).toBeLessThan(3 * 70_000);
			const refused = done?.items.filter(({ error }) => error !== undefined) ?? [];
			expect(refused).toHaveLength(1);
			expect(refused[0]?.error).toSay('asksToWait');
			expect(refused[0]?.message).toContain('for this one, while it takes others');
			expect(refused[0]?.message).toContain(`That is ${bad}`);
		},
	);

	it.each([['c0'], ['c150']])('ends the upload of its batch, and no other (%s)', async (bad) => {
		const done = await upload(bad, 100);
		expect(accepted).toHaveLength(100);
		const refused = done?.items.filter(({ error }) => error !== undefined) ?? [];
		expect(refused).toHaveLength(100);
		expect(refused[0]?.error).toSay('asksToWait');
	});
});
