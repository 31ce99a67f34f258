/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { inParallel } from '../../nodes/ContactConsent/pool';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('inParallel', () => {
	it.each([
		[1, 7],
		[3, 7],
		[8, 3],
	])('runs %i at a time over %i entries, begun in their order', async (width, count) => {
		const begun: number[] = [];
		let now = 0;
		let most = 0;
		await inParallel(upTo(count), width, async (entry) => {
			begun.push(entry);
			most = Math.max(most, ++now);
			await pause((entry * 7) % 5);
			now--;
		});
		expect(begun).toEqual(upTo(count));
		expect(most).toBe(Math.min(width, count));
	});

	it.each([
		[1, 4, [1, 2, 4, 4]],
		[2, 5, [2, 4, 5, 5]],
		[3, 3, [3, 3, 3]],
	])(
		'begins with %i at a time and ends with %i, one more for each that is done',
		async (width, most, rounds) => {
			const begun: Array<() => void> = [];
			const running = inParallel(
				upTo(rounds.reduce((sum, round) => sum + round, 0)),
				width,
				async () => await new Promise<void>((resolve) => void begun.push(resolve)),
				() => false,
				most,
			);
			for (const round of rounds) {
				await pause(1);
				expect(begun).toHaveLength(round);
				for (const done of begun.splice(0)) done();
			}
			await running;
		},
	);

	it('begins nothing after a failure, waits for what is under way, and throws the first error', async () => {
		const begun: number[] = [];
		const ended: number[] = [];
		const running = inParallel(upTo(10), 3, async (entry) => {
			begun.push(entry);
			await pause(entry === 1 ? 1 : 20);
			if (entry === 1) throw new Error('one');
			if (entry === 2) throw new Error('two');
			ended.push(entry);
		});
		await expect(running).rejects.toThrow('one');
		expect(begun).toEqual([0, 1, 2]);
		expect(ended).toEqual([0]);
	});

	it('leaves the rest undone when it is told to stop', async () => {
		const begun: number[] = [];
		const task = (entry: number) => Promise.resolve(void begun.push(entry));
		await inParallel(upTo(10), 2, task, () => begun.length >= 4);
		expect(begun).toEqual([0, 1, 2, 3]);
	});
});
