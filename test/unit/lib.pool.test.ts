import { sleep } from 'n8n-workflow';

import { inOrder, inParallel } from '../../nodes/ContactConsent/lib/pool';

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('inOrder', () => {
	it('begins no task that is more than the limit behind one that has not ended', async () => {
		const ended = new Set<number>();
		const begun: number[] = [];
		await inOrder(
			upTo(20),
			4,
			async (entry) => {
				for (let before = 0; before <= entry - 4; before++) expect(ended).toContain(before);
				begun.push(entry);
				await sleep((entry * 7) % 5);
				ended.add(entry);
			},
			() => false,
		);
		expect(begun).toEqual(upTo(20));
		expect(ended.size).toBe(20);
	});

	it('begins no task after the end, and waits for those under way', async () => {
		const ended: number[] = [];
		let isOver = false;
		const task = async (entry: number) => {
			await sleep(entry === 2 ? 20 : 1);
			isOver ||= entry === 2;
			ended.push(entry);
		};
		await inOrder(upTo(50), 4, task, () => isOver);
		expect(ended.sort((a, b) => a - b)).toEqual(upTo(6));
	});

	it('waits for the tasks under way before it throws the first error, and begins no other', async () => {
		const ended: number[] = [];
		const task = async (entry: number) => {
			await sleep(entry === 1 ? 1 : 20);
			if (entry === 1) throw new Error('the second task failed');
			ended.push(entry);
		};
		await expect(inOrder(upTo(50), 3, task, () => false)).rejects.toThrow('the second task failed');
		expect(ended).toEqual([0, 2]);
	});
});

describe('inParallel', () => {
	it.each([
		[1, 7],
		[3, 7],
		[8, 3],
	])('runs %i at a time over %i entries, in their order', async (width, count) => {
		const begun: number[] = [];
		let now = 0;
		let most = 0;
		await inParallel(upTo(count), width, async (entry) => {
			begun.push(entry);
			most = Math.max(most, ++now);
			await sleep((entry * 7) % 5);
			now--;
		});
		expect(begun).toEqual(upTo(count));
		expect(most).toBe(Math.min(width, count));
	});

	it('begins no task after a failure, waits for those under way, and throws the first error', async () => {
		const begun: number[] = [];
		const ended: number[] = [];
		const running = inParallel(upTo(10), 3, async (entry) => {
			begun.push(entry);
			await sleep(entry === 1 ? 1 : 20);
			if (entry === 1) throw new Error('one');
			if (entry === 2) throw new Error('two');
			ended.push(entry);
		});
		await expect(running).rejects.toThrow('one');
		expect(begun).toEqual([0, 1, 2]);
		expect(ended).toEqual([0]);
	});

	it('leaves the remaining tasks when it is told to stop', async () => {
		const begun: number[] = [];
		const task = (entry: number) => Promise.resolve(void begun.push(entry));
		await inParallel(upTo(10), 2, task, () => begun.length >= 4);
		expect(begun).toEqual([0, 1, 2, 3]);
	});
});
