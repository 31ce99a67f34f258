/** With Keep, consents are only added. A record that was read before a withdrawal neither erases nor overrides it. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const granted = { type: 'news', granted: true, granted_at: '2026-01-01T10:00:00Z', granted_ip: '192.0.2.1' };
const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T10:00:00Z', id: 'w-1' };

const seed = (...consents: IDataObject[]) =>
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, documentation: { consents } }] });
const stored = () => bench.sandbox.contact('a')?.documentation?.consents;
const upload = async (...entries: IDataObject[]) =>
	await bench.upload({ items: [{ id: 'a', documentation: { consents: entries } }], map: 'json' });

test.each(['auto', 'json'] as const)(
	'a withdrawal survives an upload of an older record (%s)',
	async (map) => {
		seed(granted);
		const [read = {}] = await bench.get(['a']);
		await bench.run(
			{ resource: 'contact', operation: 'setConsent', contactId: 'a', consentType: 'news', options: {} },
			{},
		);
		const after = structuredClone(stored());
		expect(after).toHaveLength(2);
		const { json } = await bench.upload({ items: [{ ...read, company: 'Acme' }], map });
		expect(json).toMatchObject([{ change: 'changed', changes: { company: { from: null, to: 'Acme' } } }]);
		expect(stored()).toEqual(after);
	},
);

test.each<[what: string, entry: IDataObject]>([
	['under the same ID, whatever else it says', { id: 'w-1', type: 'other', granted: true }],
	['with all its values', { type: 'news', granted: true }],
	['with the same time in another notation', { ...granted, granted_at: '2026-01-01T11:00:00+01:00' }],
])('an entry that is stored %s is not sent', async (_what, entry) => {
	seed(granted, withdrawn);
	expect((await upload(entry)).json).toMatchObject([{ change: 'unchanged' }]);
	expect(stored()).toEqual([granted, withdrawn]);
});

test.each<[what: string, entry: IDataObject]>([
	['a withdrawal', { type: 'news', granted: false, granted_at: '2026-03-01T00:00:00Z' }],
	['a later grant', { type: 'news', granted: true, granted_at: '2026-02-01T10:00:00.001Z' }],
	['a grant of another type, without a date', { type: 'phone', granted: true }],
])('%s that is not stored is added behind the stored entries', async (_what, entry) => {
	seed(granted, withdrawn);
	expect((await upload(entry)).json).toMatchObject([{ change: 'changed' }]);
	expect(stored()).toEqual([granted, withdrawn, entry]);
});

test.each([
	{ type: '#N/A', granted: true },
	{ type: 'phone', granted: true, granted_at: '#REF!' },
	{ type: 'phone', granted: true, id: '4,97311E+11' },
])(
	'a new consent with a value that a spreadsheet has lost is refused, and a stored one goes back',
	async (lost) => {
		seed(granted);
		expect(refusalOf((await upload(lost)).json[0])).toMatch(/the spreadsheet has lost/);
		expect(stored()).toEqual([granted]);
		seed(granted, lost);
		expect((await upload(granted, lost)).json).toMatchObject([{ change: 'unchanged' }]);
	},
);

test.each([
	'yesterday',
	'1764000000',
	'202601310800',
	'24.11.2025 17:00',
	new Date(Date.now() + 90_000_000).toISOString(),
])(
	'a consent at a time that is none, or far ahead, is refused, and a stored one goes back as it is: %s',
	async (granted_at) => {
		const odd = { type: 'phone', granted: true, granted_at };
		seed(granted);
		const refusal = refusalOf((await upload(odd)).json[0]);
		expect(refusal).toContain(granted_at);
		expect(refusal).toMatch(new RegExp(`is no time|${sentence('dayAhead')}`));
		expect(stored()).toEqual([granted]);
		seed(granted, odd);
		expect((await upload(granted, odd)).json).toMatchObject([{ change: 'unchanged' }]);
	},
);

test('a time without an offset belongs to the time zone of the workflow, and a withdrawal on a day to its end', async () => {
	seed({ ...withdrawn, granted_at: '2026-07-01T00:00:00Z' });
	const send = async (...consents: IDataObject[]) =>
		await bench.upload({
			items: [{ id: 'a', documentation: { consents } }],
			map: 'json',
			timezone: 'Europe/Berlin',
		});
	// This is half past ten in the evening before, in UTC.
	const early = await send({ type: 'news', granted: true, granted_at: '2026-07-01T00:30:00' });
	expect(refusalOf(early.json[0])).toMatch(/"news".*Set Consent/);
	const day = { type: 'post', granted: false, granted_at: '2026-07-02' };
	const later = { type: 'news', granted: true, granted_at: '2026-07-01T02:30:00' };
	expect((await send(later, day)).json).toMatchObject([{ change: 'changed' }]);
	expect(stored()?.slice(1)).toEqual([
		{ ...later, granted_at: '2026-07-01T00:30:00.000Z' },
		{ ...day, granted_at: '2026-07-02T21:59:59.999Z' },
	]);
	expect((await send(later, day)).json).toMatchObject([{ change: 'unchanged' }]);
	const { json } = await bench.run(
		{ resource: 'contact', operation: 'get', contactId: 'a', options: {} },
		{ timezone: 'Europe/Berlin' },
	);
	expect(json[0]?.consents).toEqual({ news: true, post: false });
});

test('a grant beside a withdrawal without a date is refused, whenever it was', async () => {
	seed({ type: 'news', granted: false });
	const { json } = await upload({ type: 'news', granted: true, granted_at: '2026-03-01T00:00:00Z' });
	expect(refusalOf(json[0])).toMatch(/"news".*Set Consent/);
	expect(bench.posts()).toEqual([]);
});

test.each([
	['the type', { type: 'Gr\ufffdn', granted: true }, 'type "Gr\ufffdn"'],
	['the proof', { type: 'news', granted: false, granted_agent: 'B\ufffdro' }, 'granted_agent "B\ufffdro"'],
])(
	'a consent with broken letters in %s is refused from every row of its contact',
	async (_, entry, words) => {
		seed(granted);
		const rows = [{ company: 'Acme' }, { documentation: { consents: [entry] } }];
		for (const given of [rows.slice(1), rows, [...rows].reverse()]) {
			const { json } = await bench.upload({ items: given.map((row) => ({ id: 'a', ...row })), map: 'json' });
			const [refused, ...others] = json.filter(({ error }) => error !== undefined);
			expect(others).toEqual([]);
			expect(refused?.error).toContain(words);
			expect(refusalOf(refused)).toContain('Encoding');
			// In the words of the person, not of our own JSON.
			expect(refused?.error).not.toMatch(/[{}]/);
			expect(stored()).toEqual([granted]);
		}
		seed({ ...entry });
		const { json } = await bench.upload({ items: rows.map((row) => ({ id: 'a', ...row })), map: 'json' });
		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
	},
);

test('Set Consent refuses a type that a spreadsheet has lost', async () => {
	seed(granted);
	const { json } = await bench.run(
		{ resource: 'contact', operation: 'setConsent', contactId: 'a', consentType: '#N/A', options: {} },
		{ onError: 'continueRegularOutput' },
	);
	expect(refusalOf(json[0])).toMatch(/the spreadsheet has lost/);
	expect(stored()).toEqual([granted]);
});

test.each<[what: string, entry: IDataObject]>([
	['without a date', { type: 'news', granted: true, granted_ip: '192.0.2.9' }],
	['of the same instant', { type: 'news', granted: true, granted_at: '2026-02-01T11:00:00+01:00' }],
	['that is older', { type: 'news', granted: true, granted_at: '2026-01-31T10:00:00Z' }],
])(
	'a grant %s does not undo a withdrawal: the row is refused and Set Consent is advised',
	async (_what, entry) => {
		seed(granted, withdrawn);
		const { json } = await upload(entry);
		expect(Object.keys(json[0] ?? {})).toEqual(['error', 'message']);
		expect(refusalOf(json[0])).toMatch(/"news".*Set Consent/);
		expect(bench.posts()).toEqual([]);
	},
);

test('a row of a contact sees what the rows before it have added', async () => {
	seed();
	const rows = [granted, { ...withdrawn, id: '' }, { type: 'news', granted: true }];
	const items = rows.map((entry) => ({ id: 'a', documentation: { consents: [entry] } }));
	const { json } = await bench.upload({ items, map: 'json' });
	// Each row has the result of the common upload. Its third entry is stored already, because the first row added
	// it.
	expect(json.map(({ change }) => change)).toEqual(['changed', 'changed', 'changed']);
	expect(stored()).toHaveLength(2);
});

test('a new contact gets its consents, and only Clear replaces stored ones', async () => {
	await upload(granted).then(({ json }) => expect(json[0]?.error).toBeDefined());
	const items = [{ id: 'a', ...names, documentation: { consents: [granted] } }];
	await bench.upload({ items, map: 'json' });
	expect(stored()).toEqual([granted]);
	await bench.upload({
		items: [{ id: 'a', ...names, documentation: { consents: [withdrawn] } }],
		map: 'json',
		fieldsNotSent: 'clear',
	});
	expect(stored()).toEqual([withdrawn]);
});

test('with Empty Fields: Send, a blank cell clears no consent', async () => {
	seed(granted);
	for (const documentation of ['', '{}', { consents: [] }, null]) {
		const items = [{ id: 'a', documentation, company: 'Acme' }];
		await bench.upload({ items, map: 'json', options: { emptyFields: 'send' } });
		expect(stored()).toEqual([granted]);
	}
});

describe('the hint says what an upload does not do to consents:', () => {
	const id = 'c-1';
	const stored1 = { id, ...granted };
	const hintsOf = ({ hints }: Awaited<ReturnType<typeof upload>>) =>
		hints.map(({ message, type }) => `${type}: ${message}`).join(' ');
	const send = async (
		map: 'auto' | 'json',
		options: IDataObject,
		entry: IDataObject,
		more: IDataObject = {},
	) =>
		await bench.upload({ items: [{ id: 'a', ...more, documentation: { consents: [entry] } }], map, options });

	test.each([
		['auto', {}],
		['json', {}],
		['json', { dryRun: true }],
	] as const)('an entry that is stored as granted stays granted (%s, %j)', async (map, options) => {
		seed(stored1);
		const run = await send(map, options, { ...stored1, granted: false });
		expect(run.json[0]).toMatchObject({ not_sent: ['documentation'] });
		expect(hintsOf(run)).toMatch(
			/^warning: .*Still granted.*: news \(contact a\)\. To withdraw.*'Set Consent'/,
		);
		expect(bench.posts()).toEqual([]);
	});

	test('a record that was read before a withdrawal uploads its other values, and the withdrawal stays', async () => {
		seed({ ...stored1, granted: false });
		const run = await send('json', {}, stored1, { company: 'Acme' });
		expect(run.json).toMatchObject([{ change: 'changed', not_sent: ['documentation'] }]);
		expect(bench.sandbox.contact('a')).toMatchObject({ company: 'Acme' });
		expect(stored()).toEqual([{ ...stored1, granted: false }]);
		expect(hintsOf(run)).toMatch(/^warning: .*Still withdrawn.*: news \(contact a\)\./);
	});

	test('another proof of an entry that is stored is named', async () => {
		seed(stored1);
		const run = await send('json', {}, { ...stored1, granted_ip: '192.0.2.9' });
		expect(run.json).toMatchObject([{ change: 'unchanged', not_sent: ['documentation'] }]);
		expect(hintsOf(run)).toMatch(/Not changed.*: granted_ip of news \(contact a\)\./);
		expect(hintsOf(await send('json', {}, stored1))).not.toMatch(/Not changed|warning/);
	});

	test('a withdrawal that is older is written, and changes no state', async () => {
		seed(granted);
		const entry = { type: 'news', granted: false, granted_at: '2025-01-01T00:00:00Z' };
		const run = await upload(entry);
		expect(stored()).toEqual([granted, entry]);
		const words = new RegExp(
			`^warning: .*${sentence('noChangeOfState')}.*: news is still granted \\(contact a\\)\\..*'Set Consent'`,
		);
		expect(hintsOf(run)).toMatch(words);
	});

	test('a withdrawal without a date counts, because nobody can say that the grant is later', async () => {
		seed(granted);
		expect(hintsOf(await upload({ type: 'news', granted: false }))).toMatch(/^info/);
		const { json } = await bench.run({ resource: 'contact', operation: 'get', contactId: 'a', options: {} });
		expect(json[0]?.consents).toEqual({ news: false });
	});

	test('a withdrawal that counts, and a history in its order, are no warning', async () => {
		seed(granted);
		const later = { type: 'news', granted: false, granted_at: '2026-03-01T00:00:00Z' };
		expect(hintsOf(await upload(later))).toMatch(/^info/);
		const again = { type: 'news', granted: true, granted_at: '2026-04-01T00:00:00Z' };
		const last = { type: 'news', granted: false, granted_at: '2026-05-01T00:00:00Z' };
		expect(hintsOf(await upload(again, last))).toMatch(/^info/);
	});

	test.each(['News', 'news_', 'NEWS ', 'n-ews', 'n_e ws'])(
		'a new type that is spelled nearly like a stored one is written with a warning: %j',
		async (type) => {
			seed(granted);
			const run = await upload({ ...granted, type, granted_at: '2026-03-01T00:00:00Z' });
			expect(stored()).toHaveLength(2);
			const [message = ''] = run.hints.map((one) => one.message);
			expect(message).toContain(`"${type}" beside "news" (contact a)`);
			expect(hintsOf(run)).toMatch(/^warning/);
		},
	);
});
