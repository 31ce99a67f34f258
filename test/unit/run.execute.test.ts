/** An execution of the action node: which items run, which of them at the same time, and the output. */
import type { Operation } from '../../nodes/ContactConsent/common/operation';
import { deleting, file, from, one, pages, run, wait, wordsOf } from '../support/execution';
import { sentence } from '../support/sentences';

describe('an unknown operation', () => {
	it.each([
		['of a resource', { operation: 'undo' }, 'The operation "undo" of "thing" is not known'],
		['of no resource', { resource: 'nothing' }, 'The operation "do" of "nothing" is not known'],
	])('%s is refused, with advice', async (_, parameters, message) => {
		const { error, asked } = await run(one(), ['a'], { parameters });
		expect(error).toMatchObject({
			message,
			description:
				'Choose a resource and an operation from the lists. For other requests, use the HTTP Request node.',
			context: { itemIndex: 0 },
		});
		expect(asked).toBe('');
	});

	it('is also refused if there are no items', async () => {
		const { error } = await run(one(), [], { parameters: { operation: 'undo' } });
		expect(error?.message).toBe('The operation "undo" of "thing" is not known');
	});
});

describe('the results', () => {
	it('are in the order of the items, each paired with its own', async () => {
		const answers = { b: [[{ is: 'b1' }, { is: 'b2' }]], c: [[]] };
		const { items, hints } = await run(one(), [...'abcd'], { answers, slow: { a: 20 } });
		expect(items).toEqual([
			{ is: 'a', ...from(0) },
			{ is: 'b1', ...from(1) },
			{ is: 'b2', ...from(1) },
			{ is: 'd', ...from(3) },
		]);
		expect(hints).toEqual([]);
	});

	it('are right for lists, files, waiting and uploads', async () => {
		const list = await run(pages(), ['a'], { answers: { a: [[{ n: 1 }, { n: 2 }, { n: 3 }]] } });
		expect(list.items).toMatchObject([{ n: 1 }, { n: 2 }]);
		const taken = await run(pages(true), ['a'], { answers: { a: [[{ n: 1 }], [{ n: 2 }, { n: 3 }]] } });
		expect(taken.items).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
		expect((await run(file, ['a'], { answers: { a: [204] } })).items).toEqual([
			{ id: 'a', kind: 'pending', ...from(0) },
		]);
		expect((await run(wait, ['a'])).items).toEqual([{ is: 'a', timedOut: false, ...from(0) }]);
		const upload = { resource: 'contact', operation: 'upsert', inputMode: 'json', json: '={{ $json }}' };
		const contact = { id: 'a', first_name: 'A', last_name: 'L' };
		const parameters = { ...upload, json: contact, options: { dryRun: true } };
		expect((await run(undefined, ['a'], { answers: { a: [404] }, parameters })).items).toMatchObject([
			{ id: 'a', dry_run: true, exists: false },
		]);
	});

	it('come with a hint if the service asked for fewer requests', async () => {
		jest.useFakeTimers();
		const running = run(one(), ['a', 'b'], { answers: { a: [429, { is: 'a' }] } });
		await jest.advanceTimersByTimeAsync(10_000);
		jest.useRealTimers();
		const { items, hints } = await running;
		expect(items).toMatchObject([{ is: 'a' }, { is: 'b' }]);
		expect(wordsOf({ hints })).toEqual([sentence('waitedForFewer', { seconds: 3 })]);
	});

	it('come with one warning if the time ran out', async () => {
		const { items, hints } = await run(wait, ['a', 'b'], {
			answers: { a: [{ isPending: true }], b: [{ isPending: true }] },
		});
		expect(items).toMatchObject([{ timedOut: true }, { timedOut: true }]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(wordsOf({ hints })).toEqual([expect.toSay('timeRanOut')]);
	});
});

describe('rows that wait for the same', () => {
	it('ask for it once, and each has an item of its own', async () => {
		const { items = [], asked } = await run(wait, ['a', 'b', 'a', 'a'], { answers: { a: [{ of: ['x'] }] } });
		expect(asked).toBe('a b');
		expect(items).toMatchObject([
			{ of: ['x'], ...from(0) },
			{ is: 'b', ...from(1) },
			{ of: ['x'], ...from(2) },
			{ of: ['x'], ...from(3) },
		]);
		// A node behind this one may change an item.
		expect(items[2]?.of).not.toBe(items[0]?.of);
	});

	it('are each refused if it fails', async () => {
		const { items, asked } = await run(wait, ['a', 'b', 'a'], { answers: { a: [404] }, continues: true });
		expect(asked).toBe('a b');
		expect(items).toMatchObject([
			{ error: expect.anything(), message: expect.stringContaining('row 1'), ...from(0) },
			{ is: 'b', ...from(1) },
			{ error: expect.anything(), message: expect.stringContaining('row 3'), ...from(2) },
		]);
	});
});

it.each<[string, Operation, number]>([
	['that only reads runs its items at once', one(), 4],
	['that creates something runs its items one by one', one({ effect: 'Created' }), 1],
	['that deletes something runs its items at once', deleting(), 4],
	['with lists runs its items one by one', pages(), 1],
	['with files runs its items at once', file, 4],
	['that waits runs its items at once', wait, 4],
])('an operation %s', async (_, chosen, width) => {
	const answers = { a: [[]], b: [[]], c: [[]], d: [[]] };
	const { most, asked } = await run(chosen, [...'abcd'], { answers });
	expect([most, asked]).toEqual([width, 'a b c d']);
});
