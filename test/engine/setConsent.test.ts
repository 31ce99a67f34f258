/** Set Consent adds a consent behind the stored ones and changes nothing else. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../support/cases';
import type { ActionSetting } from '../support/engine';
import { SEED } from '../support/seed';
import { uploadBench } from '../support/upload-bench';
import { many, storedContact } from '../support/upload-records';
import { sentence } from '../support/sentences';
import { waitsTakeNoTime } from '../support/virtual-time';

const bench = uploadBench();
waitsTakeNoTime();
jest.setTimeout(cases(60_000, 300_000));

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const consent = (
	type: string,
	granted: boolean,
	granted_at?: string,
	more: IDataObject = {},
): IDataObject => ({ type, granted, ...(granted_at !== undefined && { granted_at }), ...more });

interface Setting extends Partial<ActionSetting> {
	options?: IDataObject;
}

const setConsent = async ({ parameters = {}, options = {}, items = [{}], ...rest }: Setting = {}) =>
	await bench.run(
		{
			resource: 'contact',
			operation: 'setConsent',
			contactId: { mode: 'id', value: '={{ $json.id ?? "a" }}' },
			consentType: '={{ $json.type ?? "newsletter" }}',
			consentState: 'withdrawn',
			...parameters,
			options,
		},
		{ items, onError: 'continueRegularOutput', ...rest },
	);

const GRANTS: Setting = { parameters: { consentState: 'granted' } };

const has = (...consents: IDataObject[]) =>
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, documentation: { consents } }] });

const consentsOf = (id = 'a') => (bench.sandbox.contact(id)?.documentation?.consents ?? []) as IDataObject[];
const hintOf = ({ hints }: Awaited<ReturnType<typeof setConsent>>) =>
	hints.map(({ message }) => message).join(' ');

test.each(['#N/A', '-', 'NULL'])(
	'a value that is no ID is reported as that of the parameter: %s',
	async (id) => {
		const { json, hints } = await setConsent({ items: [{ id }] });
		const words = JSON.stringify([json, hints]);
		expect(json[0]?.error).toContain(`'Contact ID' is "${id}"`);
		expect(words).not.toMatch(/column|cell|Name/i);
		expect(bench.requests()).toEqual([]);
	},
);

describe('the line above the output', () => {
	const granted = consent('newsletter', true, '2026-01-01T00:00:00Z');
	const withdrawn = consent('newsletter', false, '2026-01-01T00:00:00Z');

	it.each<[what: string, stored: IDataObject[], given: Setting, words: string]>([
		['that was granted', [granted], {}, 'newsletter: withdrawn (was granted).'],
		['that was withdrawn', [withdrawn], GRANTS, 'newsletter: granted (was withdrawn).'],
		['that is new', [], GRANTS, `newsletter: granted (${sentence('neverAsked')}).`],
		['that is so already', [withdrawn], {}, 'newsletter: withdrawn already.'],
		[
			'in a dry run',
			[granted],
			{ options: { dryRun: true } },
			`${sentence('dryRun')} newsletter: would be withdrawn (is granted).`,
		],
	])('says of one contact what became of a consent %s', async (_, stored, given, words) => {
		has(...stored);
		expect(hintOf(await setConsent(given))).toContain(words);
	});

	it('counts several contacts', async () => {
		const documentation = { consents: [granted] };
		bench.sandbox.seed({ contacts: ['a', 'b'].map((id) => ({ id, ...names, documentation })) });
		const run = await setConsent({ items: [{ id: 'a' }, { id: 'b' }] });
		expect(hintOf(run)).toBe('2 contacts: 2 changed.');
	});
});

test('a withdrawal is added behind the stored consents, with its proof and the current time', async () => {
	const old = consent('newsletter', true, '2026-01-01T00:00:00Z', { id: 'n-1', granted_ip: '10.0.0.1' });
	has(old, consent('phone', true, '2026-02-01T00:00:00Z'));
	const begun = new Date().toISOString();
	const { json } = await setConsent({
		options: { consentId: 'n-2', grantedIp: '10.0.0.2', grantedAgent: 'curl' },
	});
	const fields =
		'id first_name last_name type was granted granted_at changed item_status operation_status timed_out operation_id operation_link request_id';
	expect(Object.keys(json[0] ?? {}).join(' ')).toBe(fields);
	const [first, second, added = {}] = consentsOf();
	const { granted_at: at } = added;
	const what = { type: 'newsletter', was: true, granted: false, granted_at: at };
	expect(json[0]).toMatchObject({ id: 'a', ...names, ...what, changed: true });
	expect([first, second]).toEqual([old, consent('phone', true, '2026-02-01T00:00:00Z')]);
	expect(added).toEqual({
		...consent('newsletter', false, added.granted_at as string),
		id: 'n-2',
		granted_ip: '10.0.0.2',
		granted_agent: 'curl',
	});
	const { granted_at } = added as { granted_at: string };
	expect(granted_at >= begun && granted_at <= new Date().toISOString()).toBe(true);
});

test('a state that holds already is not sent, also at the second run', async () => {
	has(consent('newsletter', true, '2026-01-01T00:00:00Z'));
	expect((await setConsent({ parameters: { consentState: 'granted' } })).json).toEqual([
		{
			id: 'a',
			...names,
			type: 'newsletter',
			was: true,
			granted: true,
			granted_at: '2026-01-01T00:00:00Z',
			changed: false,
		},
	]);
	expect(bench.posts()).toEqual([]);
	await setConsent();
	const { json } = await setConsent();
	expect(json).toMatchObject([{ id: 'a', type: 'newsletter', was: false, granted: false, changed: false }]);
	expect(bench.posts()).toHaveLength(1);
});

test('if the newest grant has a time after now, because clocks differ, a withdrawal has the same and counts', async () => {
	const ahead = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '456Z');
	has(consent('newsletter', true, ahead));
	await setConsent();
	expect(consentsOf().at(-1)).toEqual(consent('newsletter', false, ahead));
	expect((await setConsent()).json).toMatchObject([{ changed: false }]);
});

test('proof or a time that is not stored yet is written, though the state is the same', async () => {
	has(consent('newsletter', true, '2026-01-01T00:00:00Z'));
	const granted = { parameters: { consentState: 'granted' } };
	const proof = { consentId: 'n-2', grantedIp: '192.0.2.7' };
	expect((await setConsent({ ...granted, options: proof })).json).toMatchObject([
		{ was: true, changed: true },
	]);
	expect(consentsOf()[1]).toMatchObject({ id: 'n-2', granted: true, granted_ip: '192.0.2.7' });
	expect((await setConsent({ ...granted, options: proof })).json).toMatchObject([{ changed: false }]);
	const options = { grantedAt: '2026-03-01T00:00:00Z' };
	expect((await setConsent({ ...granted, options })).json).toMatchObject([{ changed: true }]);
	expect((await setConsent({ ...granted, options })).json).toMatchObject([{ changed: false }]);
	expect(consentsOf()).toHaveLength(3);
});

test('a time that is more than a day ahead is refused, because every withdrawal after it would be older', async () => {
	has(consent('newsletter', true, '2026-01-01T00:00:00Z'));
	const far = new Date(Date.now() + 25 * 3_600_000).toISOString();
	const { json } = await setConsent({ options: { grantedAt: far } });
	expect(json[0]?.error).toSay('dayAhead');
	expect(bench.posts()).toEqual([]);
});

test('the ID of a stored consent of another type is refused', async () => {
	has(consent('newsletter', true, '2026-01-01T00:00:00Z', { id: 'n-1' }), consent('phone', true));
	const { json } = await setConsent({ items: [{ type: 'phone' }], options: { consentId: 'n-1' } });
	expect(json[0]?.error).toContain('"n-1"');
	expect(json[0]?.error).toContain('"newsletter"');
	expect(bench.posts()).toEqual([]);
	const own = await setConsent({ items: [{ type: 'newsletter' }], options: { consentId: 'n-1' } });
	expect(own.json).toMatchObject([{ changed: true }]);
});

test('a withdrawal on a day counts from its end, a grant from its beginning', async () => {
	has();
	await setConsent({
		items: [
			{ type: 'a', state: 'withdrawn' },
			{ type: 'b', state: 'granted' },
		],
		parameters: { consentState: '={{ $json.state }}' },
		options: { grantedAt: '={{ "2026-07-01" }}' },
		timezone: 'Europe/Berlin',
	});
	const times = consentsOf().map(({ granted_at }) => granted_at);
	expect(times).toEqual(['2026-07-01T21:59:59.999Z', '2026-06-30T22:00:00.000Z']);
});

test.each<[what: string, consents: IDataObject[], was: boolean | null, granted: boolean]>([
	[
		'a withdrawal without a date behind a grant is a withdrawal',
		[consent('newsletter', true, '2026-01-01T00:00:00Z'), consent('newsletter', false)],
		false,
		false,
	],
	[
		'a grant that is far ahead is no proof',
		[consent('newsletter', true, '2099-01-01T00:00:00Z')],
		true,
		false,
	],
])('%s, and what is set counts then', async (_what, consents, was, granted) => {
	has(...consents);
	const { json } = await setConsent({ parameters: { consentState: granted ? 'granted' : 'withdrawn' } });
	expect(json).toMatchObject([{ was, granted, changed: was !== granted }]);
	for (const state of ['granted', 'withdrawn']) {
		await setConsent({ parameters: { consentState: state } });
		const { json: shown } = await bench.run({
			resource: 'contact',
			operation: 'get',
			contactId: 'a',
			options: {},
		});
		expect(shown[0]?.consents).toEqual({ newsletter: state === 'granted' });
	}
});

test('Granted At is read for each row, in the time zone of the workflow', async () => {
	has();
	await setConsent({
		items: [
			{ type: 'newsletter', when: '2026-07-01T10:00:00' },
			{ type: 'phone', when: '2026-07-02T10:00:00Z' },
		],
		options: { grantedAt: '={{ $json.when }}' },
		timezone: 'Europe/Berlin',
	});
	const times = consentsOf().map(({ granted_at }) => granted_at);
	expect(times).toEqual(['2026-07-01T08:00:00.000Z', '2026-07-02T10:00:00.000Z']);
});

test('an entry older than the newest is written once and changes no state, and the hint says so', async () => {
	has(consent('newsletter', true, '2026-06-01T00:00:00Z'));
	const options = { grantedAt: '2026-05-01T00:00:00Z' };
	const first = await setConsent({ options });
	expect(first.json).toMatchObject([{ changed: true }]);
	const older = new RegExp(`${sentence('noChangeOfState')}.*: newsletter \\(contact a\\)\\.`);
	expect(hintOf(first)).toMatch(older);
	const again = await setConsent({ options });
	expect(again.json).toMatchObject([{ id: 'a', type: 'newsletter', granted: false, changed: false }]);
	expect(hintOf(again)).toSay('newerCountsAlready');
	expect(consentsOf()).toHaveLength(2);
	const later = await setConsent({ options: { grantedAt: '2026-06-01T00:00:00Z' } });
	expect(later.json).toMatchObject([{ changed: true }]);
	expect(hintOf(later)).not.toMatch(older);
});

test('an older entry is written although one of the other state has the same time', async () => {
	const grantedAt = '2026-05-01T00:00:00Z';
	has(consent('newsletter', true, grantedAt), consent('newsletter', true, '2026-06-01T00:00:00Z'));
	const { json } = await setConsent({ options: { grantedAt } });
	expect(json).toMatchObject([{ granted: false, changed: true }]);
});

test('the hint names consent types that are new to a contact, and those that the contact has', async () => {
	has(consent('newsletter', true), consent('phone', false));
	expect(hintOf(await setConsent({ parameters: { consentType: 'newslettr' } }))).toContain(
		`${sentence('newTypes')}: "newslettr", beside newsletter, phone (contact a).`,
	);
	bench.sandbox.reset();
	has();
	expect(hintOf(await setConsent())).toContain('"newsletter", the first one (contact a).');
	bench.sandbox.reset();
	has(consent('phone', false));
	expect(hintOf(await setConsent({ items: [{ type: 'mail' }, { type: 'post' }] }))).toContain(
		'"mail", beside phone (contact a), "post", beside phone (contact a).',
	);
	bench.sandbox.reset();
	has();
	await setConsent();
	expect(hintOf(await setConsent({ parameters: { consentState: 'granted' } }))).not.toContain('new to');
});

describe('a consent type', () => {
	const told = async (type: string, state = 'withdrawn') =>
		await setConsent({ parameters: { consentState: state }, items: [{ type }] });

	test.each([
		['newsletter', ' newsletter '],
		['newsletter ', 'newsletter'],
		[' Post ', 'Post'],
		['newsletter', '\u200bnewsletter\u00ad'],
		['newsletter\ufeff', 'newsletter\u2060'],
		['Größe', 'Gro\u0308ße'],
		['Gro\u0308ße', 'Größe'],
	])('stored as %j and given as %j is the same type, and keeps its stored spelling', async (stored, type) => {
		has(consent(stored, true, '2026-01-01T00:00:00Z'));
		expect((await told(type)).json).toMatchObject([{ type: stored, changed: true }]);
		expect(consentsOf().map((one) => one.type)).toEqual([stored, stored]);
	});

	test('with invisible characters alone is refused as empty', async () => {
		has(consent('newsletter', true));
		expect((await told('\u200b\u00ad')).json[0]?.error).toMatch(/'Consent Type' is empty/);
	});

	test.each(['Newsletter', 'news letter', 'news_letter', 'NEWS-LETTER'])(
		'that nearly equals a stored one is refused: %s',
		async (type) => {
			has(consent('newsletter', true, '2026-01-01T00:00:00Z'));
			for (const state of ['withdrawn', 'granted']) {
				const { json } = await told(type, state);
				expect(json[0]?.error).toSay('didYouMean', { what: '"newsletter"' });
			}
			expect(bench.posts()).toEqual([]);
		},
	);

	test('that is new is a warning if it is withdrawn, and none if it is granted', async () => {
		has(consent('phone', true));
		expect((await told('mail', 'granted')).hints[0]?.type).toBe('info');
		expect((await told('newsletter')).hints[0]).toMatchObject({
			type: 'warning',
			message: expect.stringContaining('"newsletter"') as string,
		});
	});
});

test('rows of one contact become one upload, in their order', async () => {
	has(consent('phone', true, '2026-01-01T00:00:00Z'));
	const { json, outputs } = await setConsent({
		items: [
			{ id: ' a', type: 'newsletter', state: 'granted' },
			{ id: 'a', type: 'phone', state: 'granted' },
			{ id: 'a ', type: 'newsletter', state: 'withdrawn' },
			{ id: 'a', type: 'newsletter', state: 'withdrawn' },
		],
		parameters: { consentState: '={{ $json.state }}' },
	});
	expect(json.map(({ id, type, granted, changed }) => [id, type, granted, changed])).toEqual([
		['a', 'newsletter', true, true],
		['a', 'phone', true, false],
		['a', 'newsletter', false, true],
		['a', 'newsletter', false, false],
	]);
	expect(json.map((item) => 'operation_id' in item)).toEqual([true, false, true, false]);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	expect(bench.requests().slice(0, 2)).toEqual(['GET /contacts/a', 'POST /contacts']);
	expect(bench.posts()).toHaveLength(1);
	expect(consentsOf().map(({ type, granted }) => [type, granted])).toEqual([
		['phone', true],
		['newsletter', true],
		['newsletter', false],
	]);
});

test('a contact that does not exist is refused in its own row', async () => {
	has();
	const { json } = await setConsent({ items: [{ id: 'nobody' }, { id: 'a' }] });
	expect(json).toMatchObject([
		{
			error: sentence('noRecordYet', { record: 'contact', id: 'nobody' }),
		},
		{ id: 'a', changed: true },
	]);
	expect(Object.keys(json[0] ?? {})).toEqual(['error', 'message']);
	const { message } = json[0] as { message: string };
	expect(message).toMatch(
		new RegExp(`Create or Update.*row 1 of the input.*${sentence('serviceSays')}: .*Request-Id: \\S+$`),
	);
	expect(message).not.toContain('On Not Found');
});

test.each([
	['consentState', /'Consent State' has no choice/],
	['consentType', /'Consent Type'/],
])('a blank %s is refused before any request, and not taken for a withdrawal', async (name, words) => {
	has(consent('newsletter', true, '2026-01-01T00:00:00Z'));
	const items = ['', ' ', null, undefined].map((given) => ({ given })) as IDataObject[];
	const { json } = await setConsent({ parameters: { [name]: '={{ $json.given }}' }, items });
	expect(json).toHaveLength(items.length);
	for (const { error } of json) expect(error).toMatch(words);
	expect(bench.requests()).toEqual([]);
});

test.each(['AGB / .', '/', '..', 'a\tb'])(
	'a consent type may be any text, because it is no part of a path: %j',
	async (type) => {
		has();
		const { json } = await setConsent({ items: [{ type }] });
		expect(json).toMatchObject([{ type, changed: true }]);
		expect(consentsOf()).toMatchObject([{ type }]);
	},
);

test('thousands of rows of one contact make one reading before and after, and one upload', async () => {
	has();
	const items = Array.from({ length: 4000 }, (_, at) => ({ state: at % 2 ? 'granted' : 'withdrawn' }));
	const { json } = await setConsent({ parameters: { consentState: '={{ $json.state }}' }, items });
	expect(json.filter(({ changed }) => changed)).toHaveLength(4000);
	const requests = bench.requests().filter((one) => !one.includes('/operations/'));
	// The last one reads back what was written.
	expect(requests).toEqual(['GET /contacts/a', 'POST /contacts', 'GET /contacts/a']);
	expect(consentsOf()).toHaveLength(4000);
});

test('a dry run sends nothing, and says what would be written or refused', async () => {
	has(consent('phone', false));
	const { json } = await setConsent({
		items: [{ type: 'newsletter' }, { type: 'phone' }, { id: 'nobody' }],
		options: { dryRun: true },
	});
	expect(json).toEqual([
		{
			id: 'a',
			dry_run: true,
			...names,
			type: 'newsletter',
			was: null,
			granted: false,
			granted_at: expect.any(String) as string,
			changed: true,
		},
		{ id: 'a', dry_run: true, ...names, type: 'phone', was: false, granted: false, changed: false },
		{
			id: 'nobody',
			dry_run: true,
			would_be_refused: expect.toSay('noRecord', { record: 'contact', id: 'nobody' }) as string,
			message: expect.stringContaining('row 3') as string,
		},
	]);
	expect(bench.posts()).toEqual([]);
});

test('fields that the contract does not know are named, or sent back with Unknown Fields', async () => {
	const shown = {
		id: 'a',
		...names,
		test: true,
		documentation: { consents: [{ type: 'phone', granted: true, reason: 'form' }] },
	};
	for (const unknownFields of ['ignore', 'send']) {
		bench.sandbox.reset();
		has();
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/a', body: shown, status: 200, times: 1 });
		const run = await setConsent({ options: { unknownFields } });
		const names = `${sentence('notKept')}: test, documentation.consents.reason.`;
		expect(hintOf(run).includes(names)).toBe(unknownFields === 'ignore');
		expect(bench.taken()[0]?.test).toBe(unknownFields === 'send' ? true : undefined);
	}
});

test('if the stored consents cannot be read, the row is refused, because an upload would erase them', async () => {
	for (const documentation of ['a PDF', { consents: 'many' }]) {
		bench.sandbox.reset();
		has();
		const body = { id: 'a', ...names, documentation };
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/a', body, status: 200, times: 1 });
		const { json } = await setConsent();
		expect(json[0]?.error).toBe('The consents of the contact are not readable');
		expect(bench.posts()).toEqual([]);
	}
});

test('a stored consent that is no object is sent back unchanged', async () => {
	has();
	const body = { id: 'a', ...names, documentation: { consents: ['by phone'] } };
	bench.sandbox.faults.add({ method: 'GET', path: '/contacts/a', body, status: 200, times: 1 });
	await setConsent();
	expect(bench.posts()[0]).toHaveProperty('body.0.documentation.consents.0', 'by phone');
});

test('a written consent is waited for', async () => {
	has();
	const { json } = await setConsent({ options: { waitUntilFinished: true } });
	const end = { item_status: 'success', operation_status: 'finished', timed_out: false };
	expect(json).toMatchObject([{ changed: true, ...end }]);
});

test('for random contacts, the consent is added, the rest stays, no proof is lost, and a second run sends nothing', async () => {
	const [records = []] = fc.sample(many(storedContact, cases(30, 2000)), { numRuns: 1, seed: SEED });
	const ids = records.map(({ id }) => ({ id }));
	for (const emptyFields of ['omit', 'empty', 'null'] as const) {
		bench.sandbox.reset({ emptyFields });
		bench.sandbox.seed({ contacts: records });
		const read = async () => await bench.get(ids.map(({ id }) => id));
		const before = await read();
		const { json } = await setConsent({ items: ids });
		const after = await read();
		// These contacts have no consent of this type yet.
		expect(json.map(({ changed }) => changed)).toEqual(records.map(() => true));
		records.forEach((_, at) => {
			const [old, now] = [before[at], after[at]].map(({ documentation, ...rest } = {}) => ({
				rest,
				consents: ((documentation as IDataObject | null)?.consents ?? []) as IDataObject[],
			}));
			expect(now?.rest).toEqual(old?.rest);
			expect(now?.consents.slice(0, -1)).toEqual(old?.consents);
			expect(now?.consents.at(-1)).toMatchObject({ type: 'newsletter', granted: false });
		});
		bench.sandbox.log.clear();
		const again = await setConsent({ items: ids });
		expect(again.json.filter(({ changed }) => changed !== false)).toEqual([]);
		expect(bench.posts()).toEqual([]);
	}
});

test.each([0, 1, 2])(
	'of three contacts of which the service cannot process one (500), two are written: %i',
	async (at) => {
		const ids = ['a', 'b', 'c'];
		bench.sandbox.seed({ contacts: ids.map((id) => ({ id, ...names })) });
		const bad = ids[at] as string;
		const match = ({ body }: { body: unknown }) => JSON.stringify(body).includes(`"id":"${bad}"`);
		bench.sandbox.faults.add({ method: 'POST', path: '/contacts', status: 500, times: null, match });
		const { json } = await setConsent({ items: ids.map((id) => ({ id })) });
		expect(json.map((item) => item.changed ?? 'refused')).toEqual(
			ids.map((id) => (id === bad ? 'refused' : true)),
		);
		for (const id of ids) expect(consentsOf(id)).toHaveLength(id === bad ? 0 : 1);
	},
);
