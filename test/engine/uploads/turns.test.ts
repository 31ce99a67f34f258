/* eslint-disable */
/** Calls of the node in one process take turns on a record, so that none undoes what another one wrote. */
import type { IDataObject } from 'n8n-workflow';

import { recordsClaimed } from '../../support/forget';
import { contacts } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';
import { waitsTakeNoTime } from '../../support/virtual-time';

const bench = uploadBench();
waitsTakeNoTime();
afterEach(() => {
	expect(recordsClaimed()).toBe(0);
});

const after = async (milliseconds: number) =>
	await new Promise<void>((then) => setTimeout(then, milliseconds));
const ada = { first_name: 'Ada', last_name: 'Lovelace' };
const setConsent = async (type: string, consentState: string, more: IDataObject = {}) =>
	await bench.run(
		{
			resource: 'contact',
			operation: 'setConsent',
			contactId: 'a',
			consentType: type,
			consentState,
			options: more,
		},
		{ items: [{}] },
	);
const remove = async (id: string) =>
	await bench.run({ resource: 'contact', operation: 'delete', contactId: id, options: {} }, { items: [{}] });
const slowReads = (delayMs = 300) =>
	bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', delayMs, times: Infinity });
const states = () =>
	Object.fromEntries(
		(bench.sandbox.contact('a')?.documentation?.consents ?? []).map(({ type, granted }) => [type, granted]),
	);

test('two uploads that want two batches in opposite order both end, and wait for their Operations', async () => {
	bench.sandbox.configure({ operationDurationMs: 300, visible: 'onFinish' });
	const people = contacts(4);
	bench.sandbox.seed({ contacts: people } as never);
	const upload = async (items: IDataObject[], column: string) =>
		await bench.upload({
			items: items.map((item) => ({ id: item.id, [column]: `${column} of ${item.id as string}` })),
			options: { batchSize: 2 },
		});
	const runs = await Promise.all([upload(people, 'company'), upload([...people].reverse(), 'position')]);
	for (const { json } of runs) {
		expect(json).toHaveLength(4);
		for (const item of json) expect(item).toMatchObject({ accepted: true, operation_status: 'finished' });
	}
	for (const { id } of people) {
		expect(bench.sandbox.contact(id as string)).toMatchObject({
			company: `company of ${id as string}`,
			position: `position of ${id as string}`,
		});
	}
});

test.each([0, 500])(
	'three Set Consents for one contact at once all keep what the others wrote (Operations last %i ms)',
	async (operationDurationMs) => {
		bench.sandbox.configure({ operationDurationMs, visible: 'onFinish' });
		bench.sandbox.seed({
			contacts: [{ id: 'a', ...ada, documentation: { consents: [{ type: 'sms', granted: true }] } }],
		});
		slowReads();
		const runs = await Promise.all([
			setConsent('news', 'granted'),
			setConsent('sms', 'withdrawn'),
			setConsent('post', 'granted'),
		]);
		for (const { json } of runs) {
			expect(json).toMatchObject([{ changed: true, operation_status: 'finished' }]);
		}
		expect(states()).toEqual({ news: true, sms: false, post: true });
	},
);

test('without waiting, the next one has its turn at the acceptance', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...ada }] });
	slowReads();
	await Promise.all(
		['news', 'sms'].map(async (type) => await setConsent(type, 'granted', { waitUntilFinished: false })),
	);
	expect(states()).toEqual({ news: true, sms: true });
});

test('a contact who is deleted while an upload reads them does not come back', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...ada }] });
	slowReads();
	const setting = setConsent('news', 'granted');
	while (!bench.requests().includes('GET /contacts/a')) await after(5);
	const [{ json }, deleted] = await Promise.all([setting, remove('a')]);
	expect(json).toMatchObject([{ changed: true, operation_status: 'finished' }]);
	expect(deleted.json).toEqual([{ deleted: true, id: 'a' }]);
	expect(bench.sandbox.contact('a')).toBeUndefined();
});

test('an upload with Clear waits for its turn, too', async () => {
	bench.sandbox.configure({ operationDurationMs: 500, visible: 'onFinish' });
	bench.sandbox.seed({ contacts: [{ id: 'a', ...ada }] });
	slowReads();
	const keeping = setConsent('news', 'granted');
	while (!bench.requests().includes('GET /contacts/a')) await after(5);
	await Promise.all([
		keeping,
		bench.upload({ items: [{ id: 'a', ...ada, company: 'Acme' }], fieldsNotSent: 'clear' }),
	]);
	expect(bench.sandbox.contact('a')).toMatchObject({ company: 'Acme' });
	expect(states()).toEqual({});
});

test('a dry run waits for nobody', async () => {
	bench.sandbox.configure({ operationDurationMs: 2000 });
	bench.sandbox.seed({ contacts: [{ id: 'a', ...ada }] });
	let isSet = false;
	const setting = setConsent('news', 'granted').then(() => (isSet = true));
	while (!bench.requests().includes('POST /contacts')) await after(5);
	const { json } = await bench.upload({ items: [{ id: 'a', company: 'Acme' }], options: { dryRun: true } });
	expect(json).toMatchObject([{ dry_run: true, exists: true }]);
	expect(isSet).toBe(false);
	await setting;
});

test('an ID in a cell and the same ID after cleaning are one record', async () => {
	bench.sandbox.configure({ operationDurationMs: 500, visible: 'onFinish' });
	// A map composes letters and accents, JSON does not.
	const id = 'Rene\u0301';
	bench.sandbox.seed({ contacts: [{ id, ...ada }] });
	slowReads();
	const runs = await Promise.all([
		bench.upload({ items: [{ id, company: 'Acme' }] }),
		bench.upload({ items: [{ id, position: 'Countess' }], map: 'json' }),
	]);
	for (const { json } of runs) expect(json).toMatchObject([{ id, change: 'changed' }]);
	expect(bench.sandbox.contact(id)).toMatchObject({ company: 'Acme', position: 'Countess' });
});

test('a cancelled execution gives its turn back', async () => {
	bench.sandbox.configure({ operationDurationMs: 20_000 });
	bench.sandbox.seed({ contacts: [{ id: 'a', ...ada }] });
	let cancel = (): void => undefined;
	const first = bench.run(
		{ resource: 'contact', operation: 'setConsent', contactId: 'a', consentType: 'news', options: {} },
		{ items: [{}], onStart: (stop) => (cancel = stop) },
	);
	while (!bench.requests().some((line) => line.startsWith('GET /operations/'))) await after(5);
	cancel();
	await first.catch(() => undefined);
	const begun = performance.now();
	bench.sandbox.configure({ operationDurationMs: 0 });
	expect((await setConsent('sms', 'granted')).json).toMatchObject([{ changed: true }]);
	expect(performance.now() - begun).toBeLessThan(10_000);
});
