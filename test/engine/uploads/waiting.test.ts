/** Accepted does not mean done. The node waits until the service has processed an upload. */
import type { IDataObject } from 'n8n-workflow';

import { contact, contacts } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';
import { waitsTakeNoTime } from '../../support/virtual-time';

const bench = uploadBench();
waitsTakeNoTime();

const hintOf = ({ hints }: { hints: Array<{ message: string; type?: string }> }) => hints[0];
const looks = () => bench.requests().filter((line) => line.startsWith('GET /operations/'));

test('Create or Update followed by Set Consent works twice if the service applies uploads later', async () => {
	bench.sandbox.configure({ operationDurationMs: 500, visible: 'onFinish' });
	const setConsent = async (consentState: string) =>
		await bench.run(
			{
				resource: 'contact',
				operation: 'setConsent',
				contactId: '={{ $json.id }}',
				consentType: 'news',
				consentState,
				options: {},
			},
			{ items: [{ id: 'new' }] },
		);
	for (const [company, state] of [
		['Acme', 'granted'],
		['Analytical', 'withdrawn'],
	] as const) {
		const uploaded = await bench.upload({ items: [contact('new', { company })], onError: 'stopWorkflow' });
		expect(uploaded.error).toBeUndefined();
		const set = await setConsent(state);
		expect(set.error).toBeUndefined();
		expect(set.json).toMatchObject([{ id: 'new', changed: true, operation_status: 'finished' }]);
		expect(bench.sandbox.contact('new')).toMatchObject({ company });
	}
	expect(bench.sandbox.contact('new')?.documentation?.consents).toMatchObject([
		{ type: 'news', granted: true },
		{ type: 'news', granted: false },
	]);
});

test('an Operation that the service does not show yet counts as pending', async () => {
	bench.sandbox.faults.add({ method: 'GET', path: '/operations/*', status: 404, times: 2 });
	const { json } = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear' });
	expect(json).toMatchObject([{ operation_status: 'finished', item_status: 'success', timed_out: false }]);
});

test('a record that is still pending when its Operation has ended is a warning', async () => {
	bench.sandbox.configure({ operationStatuses: { itemSuccess: 'pending' } as never });
	const run = await bench.upload({ items: [contact('a')] });
	expect(run.json).toMatchObject([
		{ operation_status: 'finished', item_status: 'pending', timed_out: false },
	]);
	expect(hintOf(run)).toMatchObject({ type: 'warning' });
	expect(hintOf(run)?.message).toContain('Its status is: pending (row 1).');
});

test('after a first 403 no more Operations are read; the hint says so, and no row fails', async () => {
	bench.sandbox.faults.add({ method: 'GET', path: '/operations/*', status: 403, times: Infinity });
	const run = await bench.upload({
		items: contacts(40),
		fieldsNotSent: 'clear',
		options: { batchSize: 1 },
		onError: 'stopWorkflow',
	});
	expect(run.json).toHaveLength(40);
	expect(looks().length).toBeLessThanOrEqual(8);
	expect(hintOf(run)).toMatchObject({
		type: 'warning',
		message: expect.toSay('mayNotReadOperations') as string,
	});
});

test.each<[status: string, type: string]>([
	['Processed', 'info'],
	['in_review', 'warning'],
])(
	'the hint has the word of a status, and is a warning, unless that word means done: %s',
	async (status, type) => {
		bench.sandbox.configure({ operationStatuses: { finished: status, itemSuccess: status } as never });
		const run = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear' });
		expect(run.json).toMatchObject([{ operation_status: status }]);
		expect(hintOf(run)?.type).toBe(type);
		expect(hintOf(run)?.message.includes(status)).toBe(type === 'warning');
	},
);

test.each([null, undefined, {}])('an Operation without a status is a warning: %j', async (status) => {
	bench.sandbox.faults.add({ method: 'POST', effect: true, headers: { 'operation-id': 'o' } });
	bench.sandbox.faults.add({ path: '/operations/o', status: 200, body: { id: 'o', status } });
	const run = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear' });
	expect(run.json).toMatchObject([{ timed_out: false }]);
	expect(hintOf(run)?.type).toBe('warning');
	expect(hintOf(run)?.message).toContain('Its status is: unknown');
});

describe('a record that the service accepts and then fails to process', () => {
	const ROWS = ['a', 'b', 'c'].map((id) => contact(id));

	test.each(['keep', 'clear'])(
		'is refused with that status, and the others are not: %s',
		async (fieldsNotSent) => {
			bench.sandbox.failItems('b');
			const { json, hints } = await bench.upload({ items: ROWS, fieldsNotSent });
			expect(json.map(({ accepted = 'refused' }) => accepted)).toEqual([true, 'refused', true]);
			expect(json[1]).toEqual({
				error: expect.stringContaining('failed') as string,
				message: expect.stringContaining('row 2') as string,
			});
			const [hint] = hints;
			expect(hint?.type).toBe('warning');
			expect(hint?.message).toMatch(/3 contacts: 2 \w+, 1 refused\./);
			expect(hint?.message).toMatch(/Row 2.*failed/);
		},
	);

	test('goes to the error output', async () => {
		bench.sandbox.failItems('b');
		const { outputs } = await bench.upload({ items: ROWS, onError: 'continueErrorOutput' });
		expect(outputs.map((items) => items.length)).toEqual([2, 1]);
	});

	test('ends the run with On Error "stop", before further batches begin', async () => {
		bench.sandbox.failItems('a');
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', delayMs: 50, times: Infinity });
		const items = [contact('a'), ...contacts(11)];
		const { error } = await bench.upload({ items, options: { batchSize: 1 }, onError: 'stopWorkflow' });
		expect(error?.message).toContain('failed');
		expect(error?.description).toMatch(/Refused: 1\. Not sent: [1-9]/);
	});

	test('is no refusal if the node does not wait', async () => {
		bench.sandbox.failItems('b');
		const { json } = await bench.upload({ items: ROWS, options: { waitUntilFinished: false } });
		expect(json.map(({ accepted }) => accepted)).toEqual([true, true, true]);
	});
});

test('a timeout is a warning, and the item shows the last state', async () => {
	bench.sandbox.configure({ operationDurationMs: 60_000 });
	const run = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear', options: { timeout: 1 } });
	expect(run.json).toMatchObject([{ timed_out: true, operation_status: 'pending' }]);
	expect(hintOf(run)).toMatchObject({ type: 'warning', message: expect.stringMatching(/undo/) as string });
});

test.each<[what: string, options: IDataObject, items: IDataObject[], onError: 'stopWorkflow' | undefined]>([
	['if that is turned off', { waitUntilFinished: false }, [contact('a')], undefined],
	[
		'after a failure with On Error "stop"',
		{},
		[contact('a'), contact('b', { 'E-Mail': 'no' })],
		'stopWorkflow',
	],
	['in a dry run', { dryRun: true }, [contact('a')], undefined],
])('the node does not wait %s', async (_what, options, items, onError) => {
	await bench.upload({ items, fieldsNotSent: 'clear', options, onError });
	expect(looks()).toEqual([]);
});

test('an Operation is looked at while later batches are still sent', async () => {
	bench.sandbox.configure({ operationDurationMs: 0 });
	// Each of the reads takes a while, so that the second batch is read after the first one was accepted.
	bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', delayMs: 50, times: Infinity });
	const run = await bench.upload({ items: contacts(12), options: { batchSize: 4 } });
	expect(run.json).toHaveLength(12);
	const lines = bench.requests();
	const lastPost = lines.lastIndexOf('POST /contacts');
	const before = lines.slice(0, lastPost).filter((line) => line.startsWith('GET /operations/'));
	expect(before).toHaveLength(2);
});

test('with On Error "stop", a failure ends the waiting for what was accepted before', async () => {
	bench.sandbox.configure({ operationDurationMs: 60_000 });
	bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', delayMs: 50, times: Infinity });
	const begun = performance.now();
	const items = [...contacts(2), contact('bad', { 'E-Mail': 'no' })];
	const run = await bench.upload({ items, options: { batchSize: 1 }, onError: 'stopWorkflow' });
	expect(run.error?.message).toBeDefined();
	expect(run.error?.description).toContain('Accepted: 2 of 3');
	expect(looks().length).toBeGreaterThan(0);
	expect(performance.now() - begun).toBeLessThan(10_000);
});
