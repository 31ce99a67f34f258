/** What comes out of an upload, and how the service's processing of it is waited for. */
import { sleep, type INode } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import type { Acceptance, BatchPlan, UploadState } from '../../nodes/ContactConsent/plan';
import type { Element, Row } from '../../nodes/ContactConsent/run/upload/elements';
import { outcomesOf, waitForUploads, type States } from '../../nodes/ContactConsent/run/upload/outcome';
import type { Send, ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { thingPlan } from '../support/thing-upload';

const SECOND = 1000;
const NODE: INode = { id: 'n', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };

const acceptance = (name: string): Acceptance => ({ operationId: `op-${name}`, facts: {} });
const A = acceptance('a');
const B = acceptance('b');

/** The element of some input items. */
function element(from: number | number[], end: Element['end'], more: Partial<Element> = {}): Element {
	const of = { id: `c${[from].flat()[0]}`, notes: {}, end, ...more } as Element;
	of.rows = [from].flat().map((item) => ({ from: item, element: of }) as Row);
	return of;
}
const accepted = (from: number | number[], upload = A, more: Partial<Element> = {}) =>
	element(from, { acceptance: upload }, more);

describe('waiting for the processing of an upload', () => {
	beforeEach(() => jest.useFakeTimers({ now: 0 }));
	afterEach(() => jest.useRealTimers());

	/** Waits for Operations that take so many milliseconds, for ten seconds in all. */
	async function wait(
		elements: Element[],
		durations: Record<string, number>,
		{ signal, fails = 0 }: { signal?: AbortSignal; fails?: number } = {},
	) {
		const asked: string[] = [];
		let underWay = 0;
		let most = 0;
		const send = (async ({ path: [id = ''] }: ServiceRequest) => {
			asked.push(id);
			most = Math.max(most, ++underWay);
			await Promise.resolve();
			underWay--;
			if (asked.length <= fails) throw failure({ kind: 'status', status: 503 });
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
		};
		const waited = waitForUploads(elements, waiting, send, signal).then((states) => ({
			states,
			end: Date.now(),
		}));
		await jest.advanceTimersByTimeAsync(60 * SECOND);
		const { states, end } = await waited;
		return { states: [...states], asked, most, end };
	}

	const itemStatus = new Map([['c0', 'fine']]);
	const UNREAD = { json: { was: undefined, timed_out: false }, itemStatus, timedOut: false };

	it('asks once for each accepted request that has an Operation, and says where there is none', async () => {
		const none = { operationId: undefined, facts: {} };
		const refused = element(1, { refusal: { error: new Error('no') } });
		const elements = [accepted(0), refused, accepted(2, B), accepted(3), accepted(4, none)];
		const { states, asked, end } = await wait(elements, { 'op-a': 0, 'op-b': 0 });
		expect(states).toEqual([
			[none, { ...UNREAD, unread: 'the service named no Operation' }],
			[A, { json: { was: 'done op-a', timed_out: false }, itemStatus, timedOut: false }],
			[B, { json: { was: 'done op-b', timed_out: false }, itemStatus, timedOut: false }],
		]);
		expect(asked).toEqual(['op-a', 'op-b']);
		expect(end).toBe(0);
	});

	it('asks until it is finished, or the time is over, which is one for all', async () => {
		const many = Array.from({ length: 7 }, (_, at) => acceptance(`${at}`));
		const durations = Object.fromEntries(many.map((_, at) => [`op-${at}`, at === 1 ? 4 * SECOND : Infinity]));
		const elements = many.map((upload, at) => accepted(at, upload));
		const { states, most, end } = await wait(elements, durations);
		expect(states.map(([{ operationId }, { timedOut, json }]) => [operationId, timedOut, json.was])).toEqual(
			expect.arrayContaining([
				...[0, 2, 3, 4, 5, 6].map((at) => [`op-${at}`, true, 'running']),
				['op-1', false, 'done op-1'],
			]),
		);
		expect([states.length, most]).toEqual([7, 5]);
		expect(end).toBeCloseTo(10 * SECOND, -1);
	});

	it('is over for one that cannot be read, and goes on for the others', async () => {
		const { states } = await wait([accepted(0), accepted(1, B)], { 'op-b': SECOND });
		expect(states).toEqual([
			[A, { ...UNREAD, unread: expect.any(String) as string }],
			[B, expect.objectContaining({ json: { was: 'done op-b', timed_out: false } })],
		]);
	});

	it('goes on after a first look that fails in passing', async () => {
		const { states } = await wait([accepted(0)], { 'op-a': SECOND }, { fails: 1 });
		expect(states).toEqual([[A, expect.objectContaining({ json: { was: 'done op-a', timed_out: false } })]]);
	});

	it('has timed out where no look succeeds until the time is over', async () => {
		const { states, end } = await wait([accepted(0)], { 'op-a': 0 }, { fails: Infinity });
		const timedOut = { json: { was: undefined, timed_out: true }, itemStatus, timedOut: true };
		expect(states).toEqual([[A, { ...timedOut, unread: expect.any(String) as string }]]);
		expect(end).toBeGreaterThanOrEqual(10 * SECOND);
	});

	it('ends at once where the execution is cancelled', async () => {
		const cancel = new AbortController();
		void sleep(100).then(() => cancel.abort());
		const { end } = await wait([accepted(0)], { 'op-a': Infinity }, { signal: cancel.signal });
		expect(end).toBeLessThan(SECOND);
	});
});

describe('outcomes', () => {
	const stateOf = (status: string): UploadState & { timedOut: boolean } => ({
		json: { status },
		itemStatus: new Map(),
		timedOut: false,
	});

	/** Of elements whose rows are all the input items. */
	function outcomes(elements: Element[], plan: Partial<BatchPlan> = {}, states?: States) {
		const rows = elements.flatMap((one) => [...one.rows]).sort((a, b) => a.from - b.from);
		const all = [...outcomesOf(NODE, rows, thingPlan({ plan }), states)];
		expect(rows.filter((row) => row.element)).toEqual([]);
		return all.map((one) => ('result' in one ? { from: one.from, ...one.result.json } : one));
	}

	it('are one for each row, in the order of the input, with that of its element', () => {
		const error = new Error('no');
		const elements = [
			accepted([0, 3], A, { change: 'changed' }),
			element([1, 4], { refusal: { error } }),
			element(2, {}, { change: 'unchanged' }),
		];
		expect(outcomes(elements)).toEqual([
			{ from: 0, id: 'c0', at: 0, change: 'changed', op: 'op-a' },
			{ from: 1, error, items: [1, 4] },
			{ from: 2, id: 'c2', at: 0, change: 'unchanged', op: 'none' },
			{ from: 3, id: 'c0', at: 1, change: 'changed', op: 'op-a' },
			{ from: 4, error, items: [1, 4] },
		]);
	});

	it('have the state of their upload where that was waited for', () => {
		const states: States = new Map([[A, stateOf('done')]]);
		expect(outcomes([accepted(0), accepted(1, B)], {}, states)).toMatchObject([
			{ op: 'op-a', state: 'done' },
			{ op: 'op-b' },
		]);
	});

	it('are one for each accepted request, where its first row stands, and one for each refused row', () => {
		const error = new Error('no');
		const elements = [
			element(0, {}, { change: 'unchanged' }),
			accepted([1, 4], B),
			element(2, { refusal: { error } }),
			accepted(3),
			accepted(5, B),
		];
		expect(outcomes(elements, { output: 'perUpload' })).toEqual([
			{ from: [1, 4, 5], op: 'op-b', ids: ['c1', 'c5'] },
			{ from: 2, error, items: [2] },
			{ from: [3], op: 'op-a', ids: ['c3'] },
		]);
	});

	it.each(['perItem', 'perUpload'] as const)('of a dry run tell what would be refused (%s)', (output) => {
		const error = new InvalidInput('Last Name is missing', 'Fill in the cell.');
		const elements = [element(0, {}, { change: 'created' }), element([1, 2], { refusal: { error } })];
		const refusal = {
			id: 'c1',
			dry_run: true,
			would_be_refused: 'Last Name is missing',
			message: 'Fill in the cell. It came from rows 2 and 3 of the input.',
		};
		const found = outcomes(elements, { dryRun: true, output });
		expect(found).toEqual([
			{ from: 0, id: 'c0', at: 0, change: 'created', op: 'none' },
			{ from: 1, ...refusal },
			{ from: 2, ...refusal },
		]);
		expect(Object.keys(found[1] ?? {}).slice(1)).toEqual(Object.keys(refusal));
	});
});
