/** How far back the history can be read. */
import { findHistoryLimit, refusesPeriod } from '../../nodes/ContactConsent/trigger/findHistoryLimit';
import type { EventReader } from '../../nodes/ContactConsent/trigger/reading';
import { failure } from '../support/service-failure';
import { NOW, running, SECOND, settingsOf } from '../support/trigger-parts';

it.each<[string, unknown, boolean]>([
	...[400, 410, 416, 422].map((status): [string, unknown, boolean] => [
		`an answer with ${status}`,
		failure({ kind: 'status', status }),
		true,
	]),
	['a missing path', failure({ kind: 'status', status: 404 }), false],
	['a failure of the service', failure({ kind: 'status', status: 500 }), false],
	['an answer that is too large', failure({ kind: 'tooLarge', status: 400 }), false],
	['no answer', failure({ kind: 'unreachable' }), false],
	['an error of the code', new TypeError('x is not a function'), false],
])('whether the period is too long ago: %s', (_, error, expected) => {
	expect(refusesPeriod(error)).toBe(expected);
});

describe('the search for how far back the history goes', () => {
	const refusal = failure({ kind: 'status', status: 422, date: 'Sun, 01 Mar 2026 12:00:00 GMT' });

	/** A history that goes back so many seconds, or fails. Times are in seconds before the service's clock. */
	async function search(from: number, goesBack: number | Error, answer = refusal, date?: number) {
		const asked: number[] = [];
		const send = async ({ query = {} }: { query?: Record<string, unknown> }) => {
			const distance = (NOW - Date.parse(String(query.from))) / SECOND;
			asked.push(distance);
			expect(query).toEqual({ type: 'confirm', from: expect.any(String) as string, limit: 1 });
			if (asked.length > 50) throw new Error('It asks without end');
			if (goesBack instanceof Error) throw goesBack;
			if (distance > goesBack) throw failure({ kind: 'status', status: 422 });
			return await Promise.resolve({ status: 200, headers: {}, body: [] });
		};
		const reader = {
			sendForHistory: send,
			settings: settingsOf({ series: ['update', 'confirm'] }),
			// The clock of n8n is wrong.
			now: () => 42,
			state: running(),
			age: 0,
			isStored: true,
			date,
		} as unknown as EventReader;
		const result: unknown = await findHistoryLimit(reader, 'confirm', NOW - from * SECOND, answer).catch(
			(error: unknown) => error,
		);
		return { asked, result, date: reader.date };
	}

	it.each([
		[
			'halves the distance, then approaches the shortest one that was refused',
			...[8000, 1500, [8000, 4000, 2000, 1000, 1500, 1750, 1625, 1562.5, 1531.25, 1515.625], 1500],
		],
		['goes no nearer than ten minutes', ...[1000, 700, [1000, 600, 800, 700, 750, 725, 712.5, 706.25], 700]],
	] as Array<[string, number, number, number[], number]>)('%s', async (_, from, goesBack, asked, limit) => {
		expect(await search(from, goesBack)).toMatchObject({ asked, result: limit * SECOND });
	});

	it("takes the service's clock from an earlier answer if the refusal does not tell it", async () => {
		const withoutDate = failure({ kind: 'status', status: 422 });
		expect(await search(8000, 8000, withoutDate, NOW)).toMatchObject({ asked: [8000], date: NOW });
	});

	const broken = failure({ kind: 'status', status: 500 });
	it.each<[string, number, number | Error, number[], Error | undefined]>([
		['finds nothing if the period is as short as ten minutes', 600, 0, [], undefined],
		['finds nothing if the history accepts the same period', 8000, 8000, [8000], undefined],
		['finds nothing if even ten minutes are refused', 1500, 599, [1500, 750, 600], undefined],
		['fails with another failure', 8000, broken, [8000], broken],
	])('%s', async (_, from, goesBack, asked, error) => {
		expect(await search(from, goesBack)).toMatchObject({ asked, result: error });
	});
});
