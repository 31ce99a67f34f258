/** What is known of an upload that was accepted, and how its Operation is waited for. */
import { DEFAULTS, planOf } from '../support/upload-plan';

it('an accepted upload says under which Operation it is worked off', () => {
	const facts = {
		operation_id: 'o-1',
		operation_link: 'https://service/v1/operations/o-1',
		request_id: 'r-1',
	};
	const headers = {
		'operation-id': facts.operation_id,
		'operation-link': facts.operation_link,
		'request-id': facts.request_id,
		date: 'Sat, 31 Jan 2026 08:00:00 GMT',
	};
	const accepted = planOf().accepted({ status: 202, headers, body: undefined });
	expect(accepted).toEqual({ operationId: 'o-1', facts });
});

describe('waiting for an Operation', () => {
	const { waiting } = planOf();

	it.each<[body: unknown, isPending: boolean]>([
		[{ status: 'Running' }, true],
		[{ status: 'finished' }, false],
		[{}, false],
		[null, false],
	])('goes on after %j: %j', (body, isPending) => {
		expect(waiting?.isPending(body)).toBe(isPending);
	});

	it('is a matter of seconds, and of reading it by its ID', () => {
		expect(waiting?.timeout).toBe(300_000);
		expect(waiting?.request('o-1')).toMatchObject({ method: 'GET', path: ['operations', 'o-1'] });
	});

	it('ends with its status, and with that of each of its items', () => {
		const items = [
			{ id: 'i-1', model_id: 'c-1', status: 'finished' },
			{ id: 'c-2', status: 'failed' },
			{ id: 'c-3' },
			{ status: 'lost' },
			'odd',
		];
		const state = waiting?.state({ status: 'finished', items }, false);
		expect(state?.json).toEqual({ operation_status: 'finished', timed_out: false });
		expect([...(state?.itemStatus ?? [])]).toEqual([
			['c-1', 'finished'],
			['c-2', 'failed'],
			['c-3', 'unknown'],
			['', 'lost'],
		]);
	});

	it.each([undefined, null, 'odd', [], {}])('may end with %j, of which nothing is known', (body) => {
		const state = waiting?.state(body, true);
		expect(state?.json).toStrictEqual({ operation_status: 'unknown', timed_out: true });
		expect(state?.itemStatus.size).toBe(0);
	});

	it('is left out unless it is asked for', () => {
		const options = { ...DEFAULTS.options, waitUntilFinished: false };
		expect(planOf({ options }).waiting).toBeUndefined();
	});
});
