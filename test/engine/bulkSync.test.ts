/** An upload syncs a contact to what is sent: what is read can be sent back, and merging changes what is sent alone. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Contact, ContactUpload, SandboxOptions } from '../../sandbox/index';
import { Engine } from '../support/engine';
import { bulkBench, contact } from '../support/bulk';
import { fieldChange, uploadContact } from '../support/generated';

const bench = bulkBench();
const onError = 'continueRegularOutput' as const;

const stored = (id: string) => bench.sandbox.contact(id);
const seed = (...uploads: IDataObject[]) =>
	bench.sandbox.seed({ contacts: uploads as unknown as ContactUpload[] });

describe('a contact that was read, changed in one field and sent back', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
	});

	const get = async (id: string): Promise<IDataObject> => {
		const { json, error } = await engine.run({
			parameters: { resource: 'contact', operation: 'get', contactId: id, simplify: false, options: {} },
			credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: bench.sandbox.apiKey },
		});
		if (error || json[0] === undefined) throw error ?? new Error('No item');
		return json[0];
	};

	/** Without what means the same as nothing: empty lists, sections and maps. Texts in `data` stay as they are. */
	const essence = (value: unknown, inData = false): unknown => {
		if (Array.isArray(value)) return value.map((entry) => essence(entry));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value)
			.map(([key, entry]): [string, unknown] => [key, essence(entry, key === 'data')])
			.filter(([, entry]) => inData || !isNothing(entry));
		return Object.fromEntries(entries);
	};
	const isNothing = (value: unknown) =>
		value === undefined ||
		value === null ||
		value === '' ||
		(typeof value === 'object' && Object.keys(value).length === 0);

	const styles: Array<[how: string, options: Partial<SandboxOptions>]> = [
		['left out', { emptyFields: 'omit' }],
		['empty', { emptyFields: 'empty' }],
		['null', { emptyFields: 'null' }],
	];

	it.each(
		styles.flatMap(([how, options]) =>
			(['autoMap', 'json'] as const).map((mode) => [how, mode, options] as const),
		),
	)('differs in that field alone (missing values %s, %s)', async (_how, mode, options) => {
		bench.sandbox.configure({ uploadMode: 'replace', strictFormats: false, ...options });
		const property = fc.asyncProperty(uploadContact, fieldChange, async (upload, [field, value]) => {
			seed(upload);
			const before = structuredClone(stored(upload.id));
			const read = await get(upload.id);
			const changed = { ...read, [field]: value } as IDataObject;
			const run = mode === 'json' ? { json: '={{ $json }}' } : {};
			const { error } = await bench.upload({ items: [changed], ...run });
			if (error) throw error;

			const after = stored(upload.id);
			const expected = expectedAfter(before, field, value);
			expect(essence(after)).toEqual(essence(expected));
		});
		await fc.assert(property, { numRuns: 40 });
	});

	/** What the service would hold, had the field been put in by hand. */
	const expectedAfter = (before: Contact | undefined, field: string, value: unknown): unknown => {
		const id = 'by-hand';
		seed(contact(id, { [field]: value } as IDataObject));
		const byHand = (stored(id) ?? {}) as unknown as IDataObject;
		return { ...before, [field]: byHand[field] };
	};
});

describe('Merge with Current', () => {
	const current = {
		id: 'c',
		first_name: 'Ada',
		last_name: 'Lovelace',
		title: 'Countess',
		data: { a: '1', b: '2' },
		documentation: { consents: [{ id: 'x', type: 'mail', granted: true }] },
		section_work: {
			emails: [{ email: 'ada@example.com' }],
			phone_numbers: [{ number: '+49 30 1234567' }],
			addresses: [{ city: 'London', street: 'Street' }, { city: 'Paris' }],
		},
		section_private: { mobile_numbers: [{ number: '0171 7654321' }] },
	};
	const options = { mergeWithCurrent: true };

	it.each<[what: string, sent: IDataObject, change: (contact: Contact) => Partial<Contact>]>([
		['a text', { title: 'Lady' }, () => ({ title: 'Lady' })],
		['a new text', { company: 'Engine Ltd' }, () => ({ company: 'Engine Ltd' })],
		['nothing', {}, () => ({})],
		['a blank, which is no change', { title: '' }, () => ({})],
		['a key of data', { data: { b: '3' } }, () => ({ data: { a: '1', b: '3' } })],
		[
			'a list',
			{ work_emails: 'a@b.example' },
			({ section_work }) => ({ section_work: { ...section_work, emails: ['a@b.example'] } }),
		],
		[
			'a part of the first address',
			{ work_city: 'Bath' },
			({ section_work }) => ({
				section_work: { ...section_work, addresses: [{ city: 'Bath', street: 'Street' }, { city: 'Paris' }] },
			}),
		],
		[
			'a field of a nested section',
			{ section_private: { emails: ['p@example.com'] } },
			({ section_private }) => ({ section_private: { ...section_private, emails: ['p@example.com'] } }),
		],
		['the consents', { documentation: { consents: [] } }, () => ({ documentation: { consents: [] } })],
	])('changes only what is sent: %s', async (_what, sent, change) => {
		for (const emptyFields of ['omit', 'empty', 'null'] as const) {
			bench.sandbox.reset({ uploadMode: 'replace', emptyFields });
			seed(current);
			const before = structuredClone(stored('c')) as Contact;
			const { error } = await bench.upload({ items: [{ id: 'c', ...sent }], options });
			expect(error).toBeUndefined();
			expect(withoutBlanks(stored('c') as Contact)).toEqual(withoutBlanks({ ...before, ...change(before) }));
		}
	});

	const withoutBlanks = (contact: Contact) =>
		JSON.parse(
			JSON.stringify(contact, (key, value: unknown) =>
				value === '' || (Array.isArray(value) && value.length === 0 && key !== 'consents')
					? undefined
					: value,
			),
		) as unknown;

	it('empties a field that is sent blank with Empty Fields "Send"', async () => {
		seed(current);
		await bench.upload({ items: [{ id: 'c', title: '' }], options: { ...options, emptyFields: 'send' } });
		expect(stored('c')).toMatchObject({ title: '', last_name: 'Lovelace' });
	});

	it('creates a contact that does not exist yet', async () => {
		const { json } = await bench.upload({ items: [contact('new', { title: 'Dr.' })], options });
		expect(json).toEqual([expect.objectContaining({ id: 'new', accepted: true })]);
		expect(stored('new')).toMatchObject({ title: 'Dr.' });
	});

	it('refuses a part of a contact that does not exist yet', async () => {
		seed(current);
		const items = [
			{ id: 'c', title: 'Lady' },
			{ id: 'new', title: 'Dr.' },
		];
		const { json } = await bench.upload({ items, options, onError });
		expect(json).toEqual([
			expect.objectContaining({ id: 'c', accepted: true }),
			{
				error: 'The contact "new" cannot be sent: first_name and last_name are missing',
				message: expect.stringContaining('item 1') as string,
			},
		]);
		expect(stored('new')).toBeUndefined();
	});

	it('refuses an element without an id before any request', async () => {
		const { error } = await bench.upload({ items: [{ title: 'Dr.' }], options });
		expect(error?.message).toMatch(/id is missing/);
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it('one that cannot be read does not keep back the others', async () => {
		seed(current, { ...current, id: 'd' });
		const unavailable = { status: 500, headers: { 'retry-after': '0' }, times: null };
		bench.sandbox.faults.add({ path: '/contacts/c', ...unavailable });
		const items = ['c', 'd', '..'].map((id) => ({ id, title: 'Lady' }));
		const { json } = await bench.upload({ items, options, onError });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			'The service has a problem of its own',
			'd',
			expect.stringContaining('..'),
		]);
		expect(stored('c')?.title).toBe('Countess');
		expect(stored('d')?.title).toBe('Lady');
	});

	it.each([0, 60_000])(
		'lays elements with one id over each other (%i ms until they show)',
		async (operationDurationMs) => {
			bench.sandbox.configure({ operationDurationMs });
			seed(current);
			const items = [{ title: 'Lady' }, { company: 'Engine Ltd' }, { work_city: 'Bath' }].map((part) => ({
				id: 'c',
				...part,
			}));
			const { json } = await bench.upload({ items, options });
			expect(json).toHaveLength(3);
			bench.sandbox.clock.advance(operationDurationMs);
			expect(stored('c')).toMatchObject({
				title: 'Lady',
				company: 'Engine Ltd',
				last_name: 'Lovelace',
				section_work: { addresses: [{ city: 'Bath', street: 'Street' }, { city: 'Paris' }] },
			});
		},
	);

	it('does not lay an element over one that was refused', async () => {
		seed(current);
		const items = [
			{ id: 'c', work_emails: 'nonsense' },
			{ id: 'c', title: 'Lady' },
		];
		const { json } = await bench.upload({ items, options, onError });
		expect(json.map(({ accepted }) => accepted === true)).toEqual([false, true]);
		expect(stored('c')).toMatchObject({ title: 'Lady', section_work: { emails: ['ada@example.com'] } });
	});
});
