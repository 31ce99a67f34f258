/** With Keep, consents are only added. A record that was read before a withdrawal neither erases nor overrides it. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';

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
])('%s that is not stored is added behind', async (_what, entry) => {
	seed(granted, withdrawn);
	expect((await upload(entry)).json).toMatchObject([{ change: 'changed' }]);
	expect(stored()).toEqual([granted, withdrawn, entry]);
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
