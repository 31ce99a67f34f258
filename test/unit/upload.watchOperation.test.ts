/** Waiting until the service has processed an upload. */
import type { Acceptance, Row, Run, Target } from '../../nodes/ContactConsent/upload/uploadTypes';
import { newLooking, watch } from '../../nodes/ContactConsent/upload/send/watchOperation';
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { recordIdOf } from '../../nodes/ContactConsent/operations/uploadStatus/uploadStatusOutput';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const SECOND = 1000;
stillTime();

const acceptance = (operationId?: string): Acceptance => ({ operationId, acceptedAt: 0, facts: {} });
const [A, B] = [acceptance('a'), acceptance('b')];

type Answer = (id: string, count: number) => unknown;

/** Watches for ten seconds. `answer` returns what an Operation shows, or throws. `more` is set on the run. */
async function wait(acceptances: Acceptance[], answer: Answer, more: Partial<Run> = {}, sent: Target[] = []) {
	const asked: string[] = [];
	let [underWay, most] = [0, 0];
	const send = async ({ path: [id = ''] }: { path: string[] }) => {
		asked.push(id);
		most = Math.max(most, ++underWay);
		await Promise.resolve();
		underWay--;
		return { status: 200, headers: {}, body: answer(id, asked.length) };
	};
	const isPending = (body: unknown) => (body as { status?: string } | undefined)?.status === 'running';
	const run = {
		send,
		states: new Map(),
		model: contactModel,
		anyRefused: false,
		looking: newLooking(),
		setting: { waiting: { timeout: 10 * SECOND, isPending } },
		...more,
		endpoint: { operation: (id: string) => ({ method: 'GET', path: [id] }), recordIdOf },
	} as unknown as Run;
	const begun = performance.now();
	let ended = 0;
	const watched = Promise.all(
		acceptances.map(async (one) => {
			await watch(run, one, sent);
		}),
	).then(() => (ended = performance.now() - begun));
	await pass(60 * SECOND);
	await watched;
	return { states: run.states, asked, most, ended, anyRefused: run.anyRefused };
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

it('an empty status is none, and of two entries of a record the one that failed counts', async () => {
	const items = [
		{ id: 'c-1', status: ' ' },
		{ id: 'c-2', status: 'failed' },
		{ id: 'c-2', status: 'success' },
	];
	const { states } = await wait([A], () => ({ status: 'finished', items }));
	expect([...(states.get(A)?.itemStatus ?? [])]).toEqual([
		['c-1', 'unknown'],
		['c-2', 'failed'],
	]);
});

it.each([null, 'odd', [], {}, { status: ' ' }, { status: {} }])(
	'the wait may end with %j, which is an unknown status',
	async (body) => {
		const { states } = await wait([A], () => body);
		expect(states.get(A)?.json).toEqual({ operation_status: 'unknown', timed_out: false });
	},
);

it('eight Operations are looked at at once until one was shown, and then all', async () => {
	const many = Array.from({ length: 20 }, (_, at) => acceptance(`${at}`));
	const missing = failure({ kind: 'status', status: 404 });
	const unseen = await wait(many, () => {
		throw missing;
	});
	expect(unseen.most).toBe(8);
	const { states, most, ended } = await wait(many, (id) => ({ status: id === '1' ? 'done' : 'running' }));
	expect(many.map((one) => states.get(one)?.timedOut)).toEqual(many.map(({ operationId: id }) => id !== '1'));
	expect(many.map((one) => states.get(one)?.json.operation_status)).toContain('running');
	expect(most).toBeGreaterThan(8);
	expect(ended).toBeLessThan(12 * SECOND);
});

it.each<[what: string, more: Partial<Run>]>([
	['after a refusal with On Error "stop"', { stopsOnError: true, anyRefused: true }],
	['once the execution is cancelled', { signal: AbortSignal.abort() }],
	['if the node does not wait', { setting: {} as never }],
])('nothing is looked at %s', async (_what, more) => {
	expect(await wait([A], () => ({ status: 'running' }), more)).toMatchObject({ asked: [], ended: 0 });
});

it('the time runs from the acceptance', async () => {
	const [early, late] = [0, 6].map((seconds) => ({
		...acceptance(`${seconds}`),
		acceptedAt: performance.now() - seconds * SECOND,
	}));
	const { asked, ended } = await wait([early as Acceptance, late as Acceptance], () => ({
		status: 'running',
	}));
	const count = (id: string) => asked.filter((one) => one === id).length;
	expect(count('6')).toBeLessThan(count('0'));
	expect(Math.abs(ended - 10 * SECOND)).toBeLessThan(SECOND);
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
	expect(asked.length).toBeLessThanOrEqual(8);
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

describe('a status that means failure', () => {
	const sentAs = (...ids: string[]) =>
		ids.map((id): Target => ({
			id,
			notes: [],
			rows: [{ id, cells: [] } as unknown as Row],
			outcome: { kind: 'accepted', acceptance: A, change: 'changed', differences: [] },
		}));
	const kindsAfter = async (body: unknown, ...ids: string[]) => {
		const sent = sentAs(...ids);
		const { anyRefused } = await wait([A], () => body, {}, sent);
		return { kinds: sent.map(({ outcome }) => outcome?.kind), anyRefused, sent };
	};

	it('of a record refuses that record, with the status as the reason', async () => {
		const items = ['c-1', 'c-2'].map((id, at) => ({ id, status: ['ok', 'Rejected'][at] }));
		const { kinds, anyRefused, sent } = await kindsAfter({ status: 'finished', items }, 'c-1', 'c-2');
		expect([kinds, anyRefused]).toEqual([['accepted', 'refused'], true]);
		expect(sent[1]?.outcome).toMatchObject({
			error: { message: expect.stringContaining('"Rejected"') as string },
			who: 'c-2',
		});
	});

	it('of the Operation refuses the records that have none of their own', async () => {
		const items = [{ id: 'c-1', status: 'done' }, { id: 'c-3' }];
		const { kinds } = await kindsAfter({ status: 'failed', items }, 'c-1', 'c-2', 'c-3');
		expect(kinds).toEqual(['accepted', 'refused', 'refused']);
	});

	it.each([
		...['failed', 'Failure', 'ERROR', 'errored', 'rejected', 'refused', 'denied', 'invalid'],
		...['cancelled', 'canceled', 'aborted', 'ab-orted'],
	])('is %j', async (status) => {
		expect((await kindsAfter({ status }, 'c-1')).kinds).toEqual(['refused']);
	});

	it.each(['finished', 'Com-pleted', 'OK', 'in review', 'partly', '', undefined])(
		'is not %j',
		async (status) => {
			const { kinds, anyRefused } = await kindsAfter({ status }, 'c-1');
			expect([kinds, anyRefused]).toEqual([['accepted'], false]);
		},
	);

	it('is none if the person says that the upload is not finished then', async () => {
		const pending = {
			timeout: SECOND,
			isPending: (body: unknown) => (body as { status?: string }).status === 'error',
		};
		const sent = sentAs('c-1');
		await wait([A], () => ({ status: 'error' }), { setting: { waiting: pending } as never }, sent);
		expect(sent[0]?.outcome?.kind).toBe('accepted');
	});
});
