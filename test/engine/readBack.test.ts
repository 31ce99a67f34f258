/* eslint-disable */
/** A consent that was written is read back: what the node says is there is shown by the service. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../support/upload-bench';
import { sentence } from '../support/sentences';
import { waitsTakeNoTime } from '../support/virtual-time';

const bench = uploadBench();
waitsTakeNoTime();
jest.setTimeout(60_000);

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const granted = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };

const seed = (...consents: IDataObject[]) =>
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, documentation: { consents } }] });
const stored = () => (bench.sandbox.contact('a')?.documentation?.consents ?? []) as IDataObject[];
const set = async (consentState: string, options: IDataObject = {}) =>
	await bench.run(
		{
			resource: 'contact',
			operation: 'setConsent',
			contactId: 'a',
			consentType: 'news',
			consentState,
			options,
		},
		{ onError: 'continueRegularOutput' },
	);
const upload = async (...consents: IDataObject[]) =>
	await bench.upload({ items: [{ id: 'a', documentation: { consents } }], map: 'json' });
const hintOf = ({ hints }: { hints: Array<{ message: unknown }> }) =>
	hints.map(({ message }) => message).join(' ');

const NOT_SHOWN = `${sentence('acceptedNotShown')} news (withdrawn)`;

test('a service that accepts a withdrawal and keeps its own consents is no success', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed(granted);
	const [bySetConsent, byUpload] = await Promise.all([
		set('withdrawn'),
		upload({ type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z' }),
	]);
	for (const { json } of [bySetConsent, byUpload]) expect(json[0]?.error).toBe(NOT_SHOWN);
	// It was written once more before.
	expect(bench.posts()).toHaveLength(4);
	expect(stored()).toEqual([granted]);
});

test('a withdrawal that is older than a stored grant is read back, too: the grant does not prove it', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed(granted);
	const { json } = await set('withdrawn', { grantedAt: '2020-01-01T00:00:00Z' });
	expect(json[0]?.error).toBe(NOT_SHOWN);
	expect(stored()).toEqual([granted]);
});

test.each([
	['is refused', { status: 422 }, 2],
	[
		'is told to wait, and is made after another reading',
		{ status: 429, headers: { 'retry-after': '70' } },
		3,
	],
])('a withdrawal that is not shown is refused if its second try %s', async (_what, fault, posts) => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed(granted);
	const run = set('withdrawn');
	while (bench.posts().length === 0) await new Promise((done) => setTimeout(done, 20));
	bench.sandbox.faults.add({ method: 'POST', path: '/contacts', ...fault, times: 1 });
	const { json } = await run;
	expect(json[0]?.error).toBe(NOT_SHOWN);
	expect(bench.posts()).toHaveLength(posts);
});

test.each([
	['sets its own time and drops the IP', { uploadedConsents: 'ownTime' }],
	['shows the upload only later', { visibleAfterMs: 700 }],
	['lists the newest consent first', { consentOrder: 'newestFirst' }],
] as const)('a service that %s is no failure, and the consent is written once', async (_what, options) => {
	bench.sandbox.configure(options);
	seed(granted);
	const { json } = await set('withdrawn', { grantedIp: '192.0.2.1' });
	expect(json).toMatchObject([{ was: true, granted: false, changed: true, item_status: 'success' }]);
	expect(bench.posts()).toHaveLength(1);
	expect(stored()).toHaveLength(2);
});

test('a withdrawal that another process made in between is never overwritten by a second try', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed();
	const withdrawn = { type: 'news', granted: false, granted_at: '2026-01-02T00:00:00Z' };
	const run = set('granted');
	while (bench.posts().length === 0) await new Promise((done) => setTimeout(done, 20));
	seed(withdrawn);
	const { json } = await run;
	expect(json[0]?.error).toContain('does not show it: news (granted)');
	expect(bench.posts()).toHaveLength(1);
	expect(stored()).toEqual([withdrawn]);
});

test('a newer consent that somebody else wrote stands, and is said', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed();
	const run = set('granted');
	while (bench.posts().length === 0) await new Promise((done) => setTimeout(done, 20));
	const newer = { type: 'news', granted: false, granted_at: new Date(Date.now() + 60_000).toISOString() };
	seed(newer);
	const ended = await run;
	expect(ended.json).toMatchObject([{ granted: true, changed: true }]);
	expect(hintOf(ended)).toContain(`${sentence('newerStands')}: news (granted) (contact a).`);
	expect(bench.posts()).toHaveLength(1);
});

test('where the end of the Operation is not known, a missing consent is a warning', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	bench.sandbox.faults.add({ path: '/operations/*', status: 403, times: Infinity });
	seed(granted);
	const run = await set('withdrawn');
	expect(run.json).toMatchObject([{ changed: true }]);
	expect(hintOf(run)).toContain(`${sentence('acceptedNotKnown')}: news (withdrawn)`);
	expect(run.hints[0]?.type).toBe('warning');
});

test('without waiting nothing is read back', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed(granted);
	const run = await set('withdrawn', { waitUntilFinished: false });
	expect(run.json).toMatchObject([{ changed: true }]);
	expect(bench.requests()).toEqual(['GET /contacts/a', 'POST /contacts']);
});

test('the second try has a turn of its own, so that it does not undo what another call has written', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed();
	const setting = set('withdrawn');
	while (bench.posts().length === 0) await new Promise((done) => setTimeout(done, 20));
	// It waits for its turn, which comes when the consent was looked for in vain.
	const other = bench.upload({ items: [{ id: 'a', company: 'Acme' }] });
	const [{ json }, uploaded] = await Promise.all([setting, other]);
	expect(json[0]?.error).toBe(NOT_SHOWN);
	expect(uploaded.json).toMatchObject([{ change: 'changed' }]);
	const posts = bench.posts().map(({ body }) => (body as IDataObject[])[0]);
	expect(posts.map((body) => [body?.company ?? null, body?.documentation !== undefined])).toEqual([
		[null, true],
		['Acme', expect.any(Boolean)],
		['Acme', true],
	]);
	expect(bench.sandbox.contact('a')?.company).toBe('Acme');
});
