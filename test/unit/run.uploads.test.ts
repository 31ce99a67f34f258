/** What comes out of an upload, and how the service's processing of it is waited for. */
import { sleep } from 'n8n-workflow';

import type { Acceptance, BatchPlan, UploadState } from '../../nodes/ContactConsent/plan';
import type { Element } from '../../nodes/ContactConsent/run/elements';
import { outcomesOfElements, waitForUploads, type States } from '../../nodes/ContactConsent/run/uploads';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceRequest } from '../../nodes/ContactConsent/transport/types';

const SECOND = 1000;

const acceptance = (name: string): Acceptance => ({
	operationId: `op-${name}`,
	facts: { operation_id: `op-${name}`, request_id: `r-${name}` },
});
const A = acceptance('a');
const B = acceptance('b');

/** The element of a row, counted from 0. */
const element = (from: number, more: Partial<Element>) => ({ from, id: `c${from}`, ...more }) as Element;

describe('waiting for the processing of an upload', () => {
	beforeEach(() => jest.useFakeTimers({ now: 0 }));
	afterEach(() => jest.useRealTimers());

	/** Waits for Operations that take so many milliseconds, for ten seconds in all. */
	async function wait(
		elements: Element[],
		durations: Record<string, number>,
		{ signal, failsFirst = false }: { signal?: AbortSignal; failsFirst?: boolean } = {},
	) {
		const asked: string[] = [];
		let underWay = 0;
		let most = 0;
		const send = (async ({ path: [id = ''] }: ServiceRequest) => {
			asked.push(id);
			most = Math.max(most, ++underWay);
			await Promise.resolve();
			underWay--;
			if (failsFirst && asked.length === 1)
				throw new ServiceError({ message: 'busy', description: '' }, { kind: 'status', status: 503 });
			const duration = durations[id];
			if (duration === undefined || signal?.aborted) throw new Error('cannot be read');
			return { status: 200, headers: {}, body: Date.now() < duration ? 'running' : `done ${id}` };
		}) as unknown as Send;
		const waiting: NonNullable<BatchPlan['waiting']> = {
			timeout: 10 * SECOND,
			isPending: (body) => body === 'running',
			request: (id) => ({ method: 'GET', path: [id], expect: 'object', repeatable: 'safe' }),
			state: (body, timedOut) => ({
				json: { was: body as string, timed_out: timedOut },
				itemStatus: new Map([['c0', 'fine']]),
			}),
			unknown: { json: { was: 'unknown' }, itemStatus: new Map() },
		};
		const waited = waitForUploads(elements, waiting, send, signal).then((states) => ({
			states,
			end: Date.now(),
		}));
		await jest.advanceTimersByTimeAsync(60 * SECOND);
		const { states, end } = await waited;
		return { states: [...states], asked, most, end };
	}

	it('asks once for each accepted request that has an Operation, and says where there is none', async () => {
		const elements = [
			element(0, { accepted: A }),
			element(1, { error: new Error('no') }),
			element(2, { accepted: B }),
			element(3, { accepted: A }),
			element(4, { accepted: { operationId: undefined, facts: {} } }),
		];
		const { states, asked, end } = await wait(elements, { 'op-a': 0, 'op-b': 0 });
		const itemStatus = new Map([['c0', 'fine']]);
		expect(states).toEqual([
			[elements[4]?.accepted, { json: { was: 'unknown' }, itemStatus: new Map(), timedOut: false }],
			[A, { json: { was: 'done op-a', timed_out: false }, itemStatus, timedOut: false }],
			[B, { json: { was: 'done op-b', timed_out: false }, itemStatus, timedOut: false }],
		]);
		expect(asked).toEqual(['op-a', 'op-b']);
		expect(end).toBe(0);
	});

	it('asks until it is finished, or the time is over, which is one for all', async () => {
		const many = Array.from({ length: 7 }, (_, at) => acceptance(`${at}`));
		const durations = Object.fromEntries(many.map((_, at) => [`op-${at}`, at === 1 ? 4 * SECOND : Infinity]));
		const elements = many.map((accepted, at) => element(at, { accepted }));
		const { states, most, end } = await wait(elements, durations);
		expect(states.map(([{ operationId }, { timedOut, json }]) => [operationId, timedOut, json.was])).toEqual(
			expect.arrayContaining([
				...[0, 2, 3, 4, 5, 6].map((at) => [`op-${at}`, true, 'running']),
				['op-1', false, 'done op-1'],
			]),
		);
		expect([states.length, most, end]).toEqual([7, 5, 10 * SECOND]);
	});

	it('is over for one that cannot be read, and goes on for the others', async () => {
		const elements = [element(0, { accepted: A }), element(1, { accepted: B })];
		const { states } = await wait(elements, { 'op-b': SECOND });
		expect(states).toEqual([
			[A, { json: { was: 'unknown' }, itemStatus: new Map(), timedOut: false }],
			[B, expect.objectContaining({ json: { was: 'done op-b', timed_out: false } })],
		]);
	});

	it('goes on after a first look that fails in passing', async () => {
		const { states } = await wait([element(0, { accepted: A })], { 'op-a': SECOND }, { failsFirst: true });
		expect(states).toEqual([[A, expect.objectContaining({ json: { was: 'done op-a', timed_out: false } })]]);
	});

	it('ends at once where the execution is cancelled', async () => {
		const cancel = new AbortController();
		void sleep(100).then(() => cancel.abort());
		const { end } = await wait(
			[element(0, { accepted: A })],
			{ 'op-a': Infinity },
			{ signal: cancel.signal },
		);
		expect(end).toBeLessThan(SECOND);
	});
});

describe('the output', () => {
	const notSent = (unknown: string[], readOnly: string[] = []) => ({ notSent: { unknown, readOnly } });
	const states = (json: UploadState['json'], itemStatus: Record<string, string> = {}): States =>
		new Map([[A, { json, itemStatus: new Map(Object.entries(itemStatus)), timedOut: false }]]);

	function put(elements: Element[], output: BatchPlan['output'] = 'perItem', of?: States): unknown[] {
		return [...outcomesOfElements(elements, { output }, of)].map((outcome) =>
			'result' in outcome
				? [outcome.from, Object.entries(outcome.result.json).flat()]
				: [outcome.from, outcome.error],
		);
	}

	/** What is not accepted has its own outcome in either case. */
	const others = [
		element(7, { error: 'refused' }),
		element(8, { found: { exists: true, changes: { id: {} } }, ...notSent(['x']) }),
		element(9, { found: { exists: false, changes: {} } }),
	];
	const OTHERS = [
		[7, 'refused'],
		[8, ['id', 'c8', 'dry_run', true, 'exists', true, 'changes', { id: {} }, 'not_sent', ['x']]],
		[9, ['id', 'c9', 'dry_run', true, 'exists', false, 'changes', {}]],
	];

	it('is an item for each element, in the order of the input', () => {
		const elements = [
			element(0, { accepted: B }),
			element(1, { accepted: A, ...notSent(['x', 'y'], ['tags']) }),
			element(2, { accepted: A, ...notSent([]) }),
			...others,
		];
		expect(put(elements)).toEqual([
			[0, ['id', 'c0', 'accepted', true, 'operation_id', 'op-b', 'request_id', 'r-b']],
			[
				1,
				[
					...['id', 'c1', 'accepted', true, 'not_sent', ['x', 'y', 'tags']],
					...['operation_id', 'op-a', 'request_id', 'r-a'],
				],
			],
			[2, ['id', 'c2', 'accepted', true, 'operation_id', 'op-a', 'request_id', 'r-a']],
			...OTHERS,
		]);
	});

	it('says how far the service has got, as far as that is known', () => {
		const elements = [0, 1].map((from) => element(from, { accepted: A, ...notSent(['x']) }));
		const of = states({ operation_status: 'done', timed_out: true }, { c0: 'fine' });
		const rest = ['not_sent', ['x'], 'operation_id', 'op-a', 'request_id', 'r-a'];
		expect(
			put([...elements, element(2, { accepted: A }), element(3, { accepted: B })], 'perItem', of),
		).toEqual([
			[
				0,
				[
					...['id', 'c0', 'accepted', true, 'item_status', 'fine'],
					...['operation_status', 'done', 'timed_out', true, ...rest],
				],
			],
			[1, ['id', 'c1', 'accepted', true, 'operation_status', 'done', 'timed_out', true, ...rest]],
			[
				2,
				[
					...['id', 'c2', 'accepted', true, 'operation_status', 'done', 'timed_out', true],
					...['operation_id', 'op-a', 'request_id', 'r-a'],
				],
			],
			[3, ['id', 'c3', 'accepted', true, 'operation_id', 'op-b', 'request_id', 'r-b']],
		]);
	});

	it('is an item for each accepted request where that is wanted, at the place of its first element', () => {
		const elements = [
			element(0, { accepted: B }),
			element(1, { accepted: A, ...notSent(['x']) }),
			...others,
			element(2, { accepted: B }),
			element(2, { id: 'other', accepted: B }),
			element(3, { accepted: A, ...notSent(['y', 'x'], ['tags']) }),
			element(4, { accepted: A }),
		];
		expect(put(elements, 'perUpload', states({ operation_status: 'done' }))).toEqual([
			[
				[0, 2],
				['operation_id', 'op-b', 'request_id', 'r-b', 'count', 3, 'ids', ['c0', 'c2', 'other']],
			],
			[
				[1, 3, 4],
				[
					...['operation_id', 'op-a', 'request_id', 'r-a', 'count', 3, 'ids', ['c1', 'c3', 'c4']],
					...['operation_status', 'done', 'not_sent', ['x', 'y', 'tags']],
				],
			],
			...OTHERS,
		]);
		expect(put([element(0, { accepted: A })], 'perUpload')).toEqual([
			[[0], ['operation_id', 'op-a', 'request_id', 'r-a', 'count', 1, 'ids', ['c0']]],
		]);
	});
});
