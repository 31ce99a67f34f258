/** Failures, cancelled executions, and results that the service hands out only once. */
import { deleting as deletingOf, from, one, pages, run, wordsOf } from '../support/execution';
import { sentence } from '../support/sentences';

/** One row after the other. */
const creating = one({ effect: 'Created' });
const deleting = deletingOf();

describe('On Error', () => {
	it('"stop" ends with the first failure and begins no further row', async () => {
		const { error, asked } = await run(creating, [...'abcd'], { answers: { b: [404], c: [422] } });
		expect(error).toMatchObject({
			message: 'Row 2: The service has no such record',
			httpCode: '404',
			context: { itemIndex: 1 },
		});
		expect(asked).toBe('a b');
	});

	it('"stop" ends with the failure of the first item, whichever failure came first', async () => {
		const ids = [...'abc'];
		const { error } = await run(creating, ids, { answers: { b: [422], c: [404] }, slow: { b: 20 } });
		expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 1 } });
	});

	it('"continue" outputs a failure in its place and goes on', async () => {
		const { items, error } = await run(creating, ['a', 'unplanned', 'b', 'c'], {
			answers: { b: [404] },
			continues: true,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{ is: 'a', ...from(0) },
			{
				error: sentence('unexpected', { doing: 'the parameters were read' }),
				message: expect.stringMatching(
					new RegExp(`^n8n says: cannot be planned\\..*${sentence('cameFrom', { rows: 'row 2' })}$`),
				) as string,
				...from(1),
			},
			{
				error: 'The service has no such record',
				message: expect.stringContaining(`${sentence('serviceSays')}: status 404.`) as string,
				...from(2),
			},
			{ is: 'c', ...from(3) },
		]);
	});

	it('"continue" refuses each item if no request can be sent at all', async () => {
		const given = { credentials: { baseUrl: 'https://service.example', apiKey: '' } };
		const stopped = await run(creating, ['a', 'b'], given);
		expect(stopped.error).toMatchObject({ context: { itemIndex: 0 } });
		const { items, error } = await run(creating, ['a', 'b'], { ...given, continues: true });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([from(0), from(1)]);
		expect(items?.every((item) => 'error' in item)).toBe(true);
	});
});

describe('an operation that changes data, with On Error "stop",', () => {
	const ids = Array.from({ length: 40 }, (_, at) => `i${at + 1}`);

	it('ends with the full list of rows that were done', async () => {
		const slow = { i4: 20, i5: 5 };
		const { error, asked } = await run(deleting, ids, { answers: { i4: [404] }, slow });
		expect(error?.message).toBe('Row 4: The service has no such record');
		const words = (error as { description?: string }).description ?? '';
		const [, done, rows] = /Request-Id: r\. Deleted: (\d+) of 40 \((.*)\)\.$/.exec(words) ?? [];
		expect(rows).toMatch(/^rows 1 to 3, 5 to /);
		// All requested rows except the refused one.
		expect(Number(done)).toBe(asked.split(' ').length - 1);
	});

	it('begins no further row after the first failure', async () => {
		const { asked, most } = await run(deleting, ids, { answers: { i3: [404] } });
		expect(most).toBe(8);
		expect(asked.split(' ').length).toBeLessThanOrEqual(3 + 8);
	});

	it('begins no row if one of them is invalid', async () => {
		const { error, asked } = await run(deleting, [...ids, 'unplanned']);
		expect(error).toMatchObject({
			message: `Row 41: ${sentence('unexpected', { doing: 'the parameters were read' })}`,
			description: expect.stringMatching(
				new RegExp(
					`cannot be planned.*${sentence('cameFrom', { rows: 'row 41' })} ${sentence('nobodyDeleted')}\\.$`,
				),
			) as string,
			context: { itemIndex: 40 },
		});
		expect(asked).toBe('');
	});

	it('does not count a record that did not exist', async () => {
		const { error } = await run(deletingOf('empty'), [...'abc'], { answers: { a: [404], c: [422] } });
		expect((error as { description?: string }).description).toMatch(/Deleted: 1 of 3 \(row 2\)\.$/);
	});
});

describe('a cancelled execution', () => {
	it.each([true, false])('ends with an error, whatever On Error says (continue: %s)', async (continues) => {
		const { error, asked, items } = await run(creating, [...'abc'], { continues, cancelledAt: 'b' });
		expect([error?.message, items]).toEqual([sentence('cancelled'), undefined]);
		expect(asked).toBe('a b');
	});

	it('names the rows that may be done', async () => {
		const { error } = await run(deleting, [...'abcdef'], { slow: { d: 20, f: 20, e: 5 }, cancelledAt: 'e' });
		expect((error as { description?: string }).description).toMatch(
			/Deleted: 4 of 6 \(rows 1 to 3, 5\)\. Not known whether it was done: rows 4, 6\.$/,
		);
	});
});

describe('a result that the service hands out only once', () => {
	const answers = () => ({ a: [[{ n: 1 }], []], b: [[]], c: [403], d: [[{ n: 4 }], []] });
	const words = (row: number, reason: string) =>
		`Row ${row} of the input failed: ${reason} The rows after it were not run. The output keeps what earlier rows received, because the service hands it out only once.`;

	it('is output with a warning although a later row failed', async () => {
		const { items, asked, hints } = await run(pages(true), [...'abcd'], { answers: answers() });
		expect(items).toEqual([{ n: 1, ...from(0) }]);
		expect(asked).toBe('a a b c');
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(wordsOf({ hints })).toEqual([words(3, `${sentence('notAllowed')}.`)]);
	});

	it('is output whatever failed', async () => {
		const { items, hints } = await run(pages(true), ['a', 'unplanned'], { answers: answers() });
		expect(items).toHaveLength(1);
		expect(wordsOf({ hints })).toEqual([words(2, 'cannot be planned.')]);
	});

	it('does not hide a failure if there is no result', async () => {
		const { error, hints } = await run(pages(true), [...'bc'], { answers: answers() });
		expect(error).toMatchObject({ httpCode: '403', context: { itemIndex: 1 } });
		expect(hints).toEqual([]);
	});

	it('comes before the failures if the run goes on, because n8n tries again if a failure is first', async () => {
		const { items, hints } = await run(pages(true), [...'cbad'], { answers: answers(), continues: true });
		expect(items).toMatchObject([
			{ n: 1, ...from(2) },
			{ n: 4, ...from(3) },
			{ error: sentence('notAllowed'), ...from(0) },
		]);
		expect(hints).toEqual([]);
	});

	it('is also output if the execution was cancelled', async () => {
		const given = { answers: answers(), continues: true, cancelledAt: 'b' };
		const { items, hints } = await run(pages(true), [...'abcd'], given);
		expect(items).toEqual([{ n: 1, ...from(0) }]);
		expect(wordsOf({ hints })).toEqual([words(3, `${sentence('cancelled')}.`)]);
	});

	it('differs from a list that can be read again', async () => {
		const { error, hints } = await run(pages(), [...'abcd'], { answers: answers() });
		expect(error).toMatchObject({ httpCode: '403' });
		expect(hints).toEqual([]);
	});
});
