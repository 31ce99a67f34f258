/** n8n runs a node again (Retry On Fail). What an earlier try deleted is reported as done; uploads are compared anew. */
import type { IDataObject, INode } from 'n8n-workflow';

import { actionBench, contact, withoutJitter, wordsOf } from '../support/action';
import { sentence } from '../support/sentences';

const bench = actionBench();
withoutJitter();

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const DELETE = { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}' };
const TRIGGER = { resource: 'event', operation: 'trigger', contactId: '={{ $json.id }}' };

const ids = Array.from({ length: 10 }, (_, at) => `c${at + 1}`);
const rows = (...some: string[]): IDataObject[] => some.map((id) => ({ id }));
const items = rows(...ids);
const seed = () => bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
const made = () =>
	bench.sandbox
		.state()
		.events.filter(({ type }) => type === 'update')
		.map(({ contact_id }) => contact_id);
/** Fails this many requests in each run of the node, including the tries of n8n's helper and of the node. */
const refuse = (id: string, times = 1) =>
	bench.sandbox.faults.add({ path: `/contacts/${id}`, method: 'DELETE', status: 422, times });
const sentTo = (path: string) => bench.requests().filter((request) => request.endsWith(path)).length;

describe('delete', () => {
	it('reports all rows as deleted after one of them failed once', async () => {
		seed();
		refuse('c4');
		const run = await bench.run(DELETE, { items, node: RETRY });
		expect(run.error).toBeUndefined();
		expect(run.json).toEqual(ids.map((id) => ({ deleted: true, id })));
		expect(bench.sandbox.state().contacts).toEqual([]);
		expect(run.hints.map(({ message }) => message).join()).toSay('earlierTryDid');
		// After the execution, nothing of it is kept.
		expect(run.context).toEqual({});
	});

	it('sends only the row that fails to the end to the error output', async () => {
		seed();
		refuse('c1', 9);
		const run = await bench.run(DELETE, { items, node: RETRY, onError: 'continueErrorOutput' });
		expect(run.outputs[0]?.map(({ json }) => json.id)).toEqual(ids.slice(1));
		expect(run.outputs[1]).toHaveLength(1);
		for (const id of ids.slice(1)) expect(sentTo(`/${id}`)).toBe(1);
	});

	it('counts the rows of earlier tries in its error', async () => {
		seed();
		refuse('c10', 9);
		const run = await bench.run(DELETE, { items, node: RETRY });
		expect(wordsOf(run)).toContain('Deleted: 9 of 10 (rows 1 to 9).');
	});

	it('counts a record as deleted by itself if all answers of an earlier try were lost', async () => {
		seed();
		bench.sandbox.faults.add(
			{ path: '/contacts/c2', method: 'DELETE', reset: 'after' },
			{ path: '/contacts/c2', method: 'DELETE', status: 503, times: 3 },
		);
		const run = await bench.run(DELETE, { items, node: RETRY });
		expect(run.json).toEqual(ids.map((id) => ({ deleted: true, id })));
	});

	it.each<[what: string, given: IDataObject[], fault: object]>([
		[
			'its own delete is refused',
			rows('c1'),
			{ path: '/contacts/c1', method: 'DELETE', status: 403, times: 9 },
		],
		['another look-up fails', rows('c1', 'c2'), { path: '/contacts/c2', status: 503, after: 1, times: 9 }],
		[
			'another record is missing',
			rows('c1', 'c2'),
			{ path: '/contacts/c2', status: 404, after: 1, times: 9 },
		],
	])(
		'never says that nobody was deleted if an earlier try may have, and then %s',
		async (_, given, fault) => {
			seed();
			refuse('c2');
			bench.sandbox.faults.add(
				{ path: '/contacts/c1', method: 'DELETE', reset: 'after' },
				{ path: '/contacts/c1', method: 'DELETE', status: 503, times: 3 },
				{ method: 'GET', ...fault },
			);
			const run = await bench.run(DELETE, { items: given, node: { ...RETRY, maxTries: 2 } });
			expect(bench.sandbox.contact('c1')).toBeUndefined();
			expect(wordsOf(run)).not.toSay('nobodyDeleted');
			expect(wordsOf(run)).toContain('Not known whether it was done: row 1.');
		},
	);

	it('keeps nothing without Retry On Fail, so a record that does not exist is refused', async () => {
		seed();
		refuse('c4');
		const { context } = await bench.run(DELETE, { items });
		expect(context).toEqual({});
		const again = await bench.run(DELETE, { items: [{ id: 'c1' }], context });
		expect(wordsOf(again)).toSay('noRecord', { record: 'contact', id: 'c1' });
	});

	it.each([
		['n8n retries an old execution, with its data', { executionId: '2' }],
		['the same try goes on', {}],
	])('%s: only rows of this execution are reported as done', async (_, { executionId }: IDataObject) => {
		seed();
		refuse('c4', 99);
		const failed = await bench.run(DELETE, { items, node: RETRY });
		expect(JSON.stringify(failed.context)).not.toContain('"c1"');
		const next = await bench.run(DELETE, {
			items: [{ id: 'c1' }],
			node: { ...RETRY, maxTries: 2 },
			context: structuredClone(failed.context),
			executionId: executionId as string | undefined,
		});
		expect(next.error === undefined).toBe(executionId === undefined);
	});
});

describe('trigger test event', () => {
	const six = items.slice(0, 6);
	const refuseFourth = (fault: IDataObject) =>
		bench.sandbox.faults.add({
			path: '/events/trigger',
			match: ({ body }) => JSON.stringify(body).includes('"c4"'),
			...fault,
		});

	it('makes one event per row, however many tries it takes', async () => {
		seed();
		refuseFourth({ status: 422, times: 2 });
		const run = await bench.run(TRIGGER, { items: six, node: RETRY });
		expect(run.error).toBeUndefined();
		expect(made()).toEqual(ids.slice(0, 6));
		// The output belongs to the request that made the event.
		expect(new Set(run.json.map(({ request_id }) => request_id)).size).toBe(6);
		expect(run.json[0]).toMatchObject({ triggered: true, type: 'update' });
		expect(run.json[0]?.message).toBe(run.json[5]?.message);
	});

	it('makes two events for two equal rows', async () => {
		seed();
		refuseFourth({ status: 422 });
		await bench.run(TRIGGER, { items: [{ id: 'c1' }, { id: 'c1' }, { id: 'c4' }], node: RETRY });
		expect(made()).toEqual(['c1', 'c1', 'c4']);
	});

	it('of two equal rows of which one failed, sends only that one again', async () => {
		seed();
		bench.sandbox.faults.add({ path: '/events/trigger', status: 422, after: 1 });
		const run = await bench.run(TRIGGER, { items: [{ id: 'c1' }, { id: 'c1' }], node: RETRY });
		expect(run.error).toBeUndefined();
		expect(made()).toEqual(['c1', 'c1']);
		expect(sentTo('/events/trigger')).toBe(3);
	});

	it('does not repeat an event that an earlier try may have made, and the error says so', async () => {
		seed();
		refuseFourth({ reset: 'after' });
		const run = await bench.run(TRIGGER, { items: six, node: RETRY });
		expect(made()).toEqual(ids.slice(0, 4));
		expect(wordsOf(run)).toMatch(new RegExp(`${sentence('earlierTryNotKnown')}[^]*row 4`));
	});
});

describe('upload', () => {
	const UPSERT = {
		resource: 'contact',
		operation: 'upsert',
		inputMode: 'json',
		json: '={{ $json.contact }}',
		options: { batchSize: 1, waitUntilFinished: false },
	};
	const rows = (count: number, company?: string) =>
		Array.from({ length: count }, (_, at) => ({ contact: contact(`n${at}`, company ? { company } : {}) }));
	const refuseOne = (id: string, fault: IDataObject = { status: 422 }) =>
		bench.sandbox.faults.add({
			path: '/contacts',
			method: 'POST',
			match: ({ body }) => JSON.stringify(body).includes(`"${id}"`),
			...fault,
		});
	const posts = () => bench.requests().filter((request) => request.startsWith('POST')).length;
	const hints = ({ hints: all }: { hints: Array<{ message: unknown }> }) =>
		all.map(({ message }) => String(message)).join();

	it('with Keep, rows of an earlier try are unchanged, and the hint says why', async () => {
		bench.sandbox.seed({ contacts: [contact('n0'), contact('n1')] });
		refuseOne('n3');
		const run = await bench.run(UPSERT, { items: rows(4, 'New'), node: RETRY });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ change }) => change)).toEqual(['unchanged', 'unchanged', 'unchanged', 'created']);
		expect(hints(run)).toSay('earlierTryUploaded');
		expect(posts()).toBe(5);
		expect(run.context).toEqual({});
	});

	it('with Clear, rows of an earlier try are sent again', async () => {
		refuseOne('n3');
		const run = await bench.run(
			{ ...UPSERT, fieldsNotSent: 'clear' },
			{ items: rows(4, 'New'), node: RETRY },
		);
		expect(run.json.map(({ accepted }) => accepted)).toEqual([true, true, true, true]);
		expect(hints(run)).toSay('earlierTryUploaded');
		expect(posts()).toBe(8);
	});

	it('says nothing of an earlier try that has uploaded nothing', async () => {
		refuseOne('n0');
		const run = await bench.run(UPSERT, { items: rows(1), node: RETRY });
		expect(run.json).toMatchObject([{ change: 'created' }]);
		expect(hints(run)).not.toMatch(/earlier try/);
	});

	it('says it also if all answers of the earlier try were lost', async () => {
		bench.sandbox.seed({ contacts: [contact('n0')] });
		refuseOne('n0', { reset: 'after', times: 4 });
		const run = await bench.run(UPSERT, { items: rows(1, 'New'), node: RETRY });
		expect(run.json).toMatchObject([{ id: 'n0', change: 'unchanged' }]);
		expect(hints(run)).toSay('earlierTryUploaded');
	});

	it('a row that was refused beside a good one of its ID is refused again', async () => {
		bench.sandbox.seed({ contacts: [contact('n0')] });
		const items = [
			{ contact: { id: 'n0', company: 'M\ufffdller' } },
			{ contact: { id: 'n0', position: 'CEO' } },
		];
		const run = await bench.run(UPSERT, { items, node: RETRY, onError: 'continueRegularOutput' });
		expect(run.json).toMatchObject([
			{ error: expect.toSay('wrongEncoding') as string },
			{ id: 'n0', change: 'unchanged' },
		]);
		expect(bench.sandbox.contact('n0')?.company).toBeUndefined();
	});

	describe('of Set Consent', () => {
		const SET = {
			resource: 'contact',
			operation: 'setConsent',
			contactId: '={{ $json.contact.id }}',
			consentType: '={{ $json.type ?? "newsletter" }}',
			consentState: '={{ $json.state ?? "granted" }}',
			options: { batchSize: 1 },
		};

		it('what was written is not written twice', async () => {
			bench.sandbox.seed({ contacts: [contact('n0'), contact('n1'), contact('n2')] });
			refuseOne('n2');
			const run = await bench.run(SET, { items: rows(3), node: RETRY });
			expect(run.json.map(({ granted, changed }) => [granted, changed])).toEqual([
				[true, false],
				[true, false],
				[true, true],
			]);
			for (const id of ['n0', 'n1', 'n2'])
				expect(bench.sandbox.contact(id)?.documentation?.consents).toHaveLength(1);
		});

		it('a withdrawal that was refused is refused again, and never reported as written', async () => {
			const consents = [{ type: 'newsletter', granted: true, granted_at: '2026-01-01T00:00:00Z' }];
			bench.sandbox.seed({ contacts: [contact('n0', { documentation: { consents } })] });
			const items = [
				{ contact: { id: 'n0' }, type: 'Newsletter', state: 'withdrawn' },
				{ contact: { id: 'n0' }, type: 'sms', state: 'granted' },
			];
			const run = await bench.run(SET, { items, node: RETRY, onError: 'continueRegularOutput' });
			expect(run.json).toMatchObject([
				{ error: expect.toSay('didYouMean', { what: '"newsletter"' }) as string },
				{ id: 'n0', type: 'sms', granted: true },
			]);
		});
	});
});

describe('in a loop, the node runs again, which is not another try', () => {
	it('what the run before deleted counts only for that run', async () => {
		seed();
		refuse('c1', 99);
		const run = await bench.run(DELETE, {
			itemsBefore: [{ id: 'c1' }, { id: 'c2' }],
			items: [{ id: 'c2' }],
			node: { ...RETRY, maxTries: 2 },
			onError: 'continueRegularOutput',
		});
		expect(run.json).toMatchObject([
			{ error: expect.toSay('noRecord', { record: 'contact', id: 'c2' }) as string },
		]);
		expect((run.context.earlierTries as IDataObject).run).toBe(1);
	});
});
