/** Waiting until the service has processed an upload. */
import type { Acceptance, Run } from '../../nodes/ContactConsent/upload/types';
import { isDone, waitForAll } from '../../nodes/ContactConsent/upload/wait';
import { recordIdOf } from '../../nodes/ContactConsent/resources/operation/model';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const SECOND = 1000;
stillTime();

const acceptance = (operationId?: string): Acceptance => ({ operationId, acceptedAt: 0, facts: {} });
const [A, B] = [acceptance('a'), acceptance('b')];

type Answer = (id: string, count: number) => unknown;

/** Waits for ten seconds. `answer` returns what an Operation shows, or throws. */
async function wait(acceptances: Acceptance[], answer: Answer) {
	const asked: string[] = [];
	let [underWay, most] = [0, 0];
	const send = async ({ path: [id = ''] }: { path: string[] }) => {
		asked.push(id);
		most = Math.max(most, ++underWay);
		await Promise.resolve();
		underWay--;
		return { status: 200, headers: {}, body: answer(id, asked.length) };
	};
	const run = {
		send,
		endpoint: { operation: (id: string) => ({ method: 'GET', path: [id] }), recordIdOf },
	} as unknown as Run;
	const isPending = (body: unknown) => (body as { status?: string } | undefined)?.status === 'running';
	const begun = performance.now();
	let ended = 0;
	const waited = waitForAll(run, { timeout: 10 * SECOND, isPending }, acceptances).then((states) => {
		ended = performance.now() - begun;
		return states;
	});
	await pass(60 * SECOND);
	return { states: await waited, asked, most, ended };
}

it('each accepted request with an Operation is read once, and one without is reported', async () => {
	const none = acceptance();
	const { states, asked } = await wait([A, none, B], (id) => ({ status: `done ${id}` }));
	expect(states.get(A)).toMatchObject({
		json: { operation_status: 'done a', timed_out: false },
		timedOut: false,
	});
	expect(states.get(B)?.json.operation_status).toBe('done b');
	expect(states.get(none)).toMatchObject({
		json: { operation_status: 'unknown', timed_out: false },
		unread: 'the service named no Operation',
	});
	expect(asked).toEqual(['a', 'b']);
});

it('each record has its own status', async () => {
	const items = [
		{ id: 'i-1', model_id: 'c-1', status: 'finished' },
		{ id: 'c-2', status: 'failed' },
		{ id: 'c-3' },
		'odd',
	];
	const { states } = await wait([A], () => ({ status: 'finished', items }));
	expect([...(states.get(A)?.itemStatus ?? [])]).toEqual([
		['c-1', 'finished'],
		['c-2', 'failed'],
		['c-3', 'unknown'],
	]);
});

it.each([null, 'odd', [], {}])('the wait may end with %j, which is an unknown status', async (body) => {
	const { states } = await wait([A], () => body);
	expect(states.get(A)?.json).toEqual({ operation_status: 'unknown', timed_out: false });
});

it('five Operations are read at a time, until all are finished or the common time is over', async () => {
	const many = Array.from({ length: 7 }, (_, at) => acceptance(`${at}`));
	const { states, most, ended } = await wait(many, (id) => ({ status: id === '1' ? 'done' : 'running' }));
	expect(many.map((one) => states.get(one)?.timedOut)).toEqual([true, false, true, true, true, true, true]);
	expect(many.map((one) => states.get(one)?.json.operation_status)).toContain('running');
	expect(most).toBe(5);
	expect(ended).toBeLessThan(12 * SECOND);
});

it('a 404 counts as pending for ten seconds', async () => {
	const missing = failure({ kind: 'status', status: 404 });
	const shown = await wait([A], (_id, count) => {
		if (count < 4) throw missing;
		return { status: 'done' };
	});
	expect(shown.states.get(A)).toMatchObject({ json: { operation_status: 'done' }, timedOut: false });
	const before = acceptance('a');
	before.acceptedAt = -10_001;
	const { states, asked } = await wait([{ ...before, acceptedAt: performance.now() - 10_001 }], () => {
		throw missing;
	});
	expect(asked).toHaveLength(1);
	expect([...states.values()][0]).toMatchObject({ unread: 'no', timedOut: false });
});

it('after a 403 no more Operations are read, and it is the reason for all', async () => {
	const many = Array.from({ length: 20 }, (_, at) => acceptance(`${at}`));
	const { states, asked } = await wait(many, () => {
		throw failure({ kind: 'status', status: 403 });
	});
	expect(asked.length).toBeLessThanOrEqual(5);
	expect(many.map((one) => states.get(one)?.unread)).toEqual(many.map(() => 'no'));
	expect(many.map((one) => states.get(one)?.timedOut)).toEqual(many.map(() => false));
});

it('an Operation that cannot be read for another reason does not keep the others from being read', async () => {
	for (const error of [failure({ kind: 'status', status: 410 }), new Error('no')]) {
		const many = Array.from({ length: 7 }, (_, at) => acceptance(`${at}`));
		const { states, asked } = await wait(many, (id) => {
			if (id === '0') throw error;
			return { status: 'done' };
		});
		expect(new Set(asked).size).toBe(7);
		const [first, ...others] = many.map((one) => states.get(one));
		expect(first).toMatchObject({ unread: 'no', timedOut: false });
		expect(others.map((one) => one?.json.operation_status)).toEqual(Array(6).fill('done'));
	}
});

it('a 404 counts as pending for ten seconds after the upload, however long the run has lasted', async () => {
	await pass(60 * SECOND);
	const missing = failure({ kind: 'status', status: 404 });
	const late: Acceptance = { operationId: 'a', acceptedAt: performance.now(), facts: {} };
	const { states } = await wait([late], (_id, count) => {
		if (count < 4) throw missing;
		return { status: 'done' };
	});
	expect(states.get(late)).toMatchObject({ json: { operation_status: 'done' }, timedOut: false });
});

it('the wait goes on after passing failures, and times out if there are only failures', async () => {
	const down = failure({ kind: 'status', status: 503 });
	const passing = await wait([A], (_id, count) => {
		if (count < 3) throw down;
		return { status: 'done' };
	});
	expect(passing.states.get(A)?.json.operation_status).toBe('done');
	const { states } = await wait([A], () => {
		throw down;
	});
	expect(states.get(A)).toMatchObject({ json: { timed_out: true }, timedOut: true, unread: 'no' });
});

it.each([
	['finished', true],
	['Com-pleted', true],
	['OK', true],
	['failed', false],
	['', false],
])('%j means done: %p', (status, expected) => {
	expect(isDone(status)).toBe(expected);
});
