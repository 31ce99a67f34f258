/** Fields Not Sent: Keep changes what is sent alone, Clear replaces the contact with what is sent. */
import type { IDataObject } from 'n8n-workflow';

import type { Contact, ContactUpload } from '../../sandbox/index';
import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();
const onError = 'continueRegularOutput' as const;

const stored = (id: string) => bench.sandbox.contact(id);
const seed = (...uploads: IDataObject[]) =>
	bench.sandbox.seed({ contacts: uploads as unknown as ContactUpload[] });

describe('Fields Not Sent: keep', () => {
	const current = {
		id: 'c',
		first_name: 'Ada',
		last_name: 'Lovelace',
		employee_id: 'default',
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
	const fieldsNotSent = 'keep';

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
		[
			'a list without a section replaces its first entry, in the section that has one',
			{ mobile: '0171 7000000' },
			() => ({ section_private: { mobile_numbers: shown('mobile_numbers', '0171 7000000') } }) as never,
		],
		[
			'a list without a section goes to work where no section has one',
			{ 'Fax Numbers': '+49 30 7654321' },
			({ section_work }) =>
				({ section_work: { ...section_work, fax_numbers: shown('fax_numbers', '+49 30 7654321') } }) as never,
		],
		[
			'the first e-mail of several',
			{ email: 'a@b.example' },
			({ section_work }) => ({ section_work: { ...section_work, emails: ['a@b.example'] } }),
		],
		[
			'a part of an address without a section',
			{ Postcode: 'EC1A' },
			({ section_work }) => ({
				section_work: {
					...section_work,
					addresses: [{ city: 'London', street: 'Street', zip_code: 'EC1A' }, { city: 'Paris' }],
				},
			}),
		],
		['what can only be read', { tags: ['x'], consents: { mail: false } }, () => ({})],
		['the consents', { documentation: { consents: [] } }, () => ({ documentation: { consents: [] } })],
	])('changes only what is sent: %s', async (_what, sent, change) => {
		for (const emptyFields of ['omit', 'empty', 'null'] as const) {
			bench.sandbox.reset({ uploadMode: 'replace', emptyFields });
			seed(current);
			const before = structuredClone(stored('c')) as Contact;
			const { error } = await bench.upload({ items: [{ id: 'c', ...sent }], fieldsNotSent });
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

	/** A number as the service shows it after an upload. */
	const shown = (list: 'fax_numbers' | 'mobile_numbers', number: string): unknown => {
		seed(contact('shown', { section_work: { [list]: [{ number }] } }));
		return stored('shown')?.section_work?.[list];
	};

	it('reads each contact once and sends it whole', async () => {
		seed(current, { ...current, id: 'd' });
		await bench.upload({ items: ['c', 'd'].map((id) => ({ id, title: 'Lady' })), fieldsNotSent });
		const reads = bench.sandbox.log.all({ method: 'GET' }).map(({ path }) => path);
		expect(reads.sort()).toEqual(['/v1/contacts/c', '/v1/contacts/d']);
		expect(bench.uploads().map(({ ids }) => ids)).toEqual([['c', 'd']]);
		expect(bench.lastBody()).toEqual(['c', 'd'].map((id) => ({ ...current, id, title: 'Lady' })));
	});

	it('reads and then sends at most 100 at once', async () => {
		const items = Array.from({ length: 250 }, (_, n) => contact(`n${n}`));
		await bench.upload({ items, fieldsNotSent, options: { parallelUploads: 1 } });
		expect(bench.uploads().map(({ elements }) => elements)).toEqual([100, 100, 50]);
	});

	it('is the default', async () => {
		seed(current);
		await bench.upload({ items: [{ id: 'c', title: 'Lady' }], fieldsNotSent: undefined });
		expect(bench.lastBody()).toEqual([{ ...current, title: 'Lady' }]);
	});

	it('an answer that is another record refuses that element alone', async () => {
		seed(current, { ...current, id: 'd' });
		bench.sandbox.faults.add({ path: '/contacts/c', status: 200, body: { ...current, id: 'x' } });
		const items = ['c', 'd'].map((id) => ({ id, title: 'Lady' }));
		const { json } = await bench.upload({ items, fieldsNotSent, onError });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			'The service answered with another record than "c"',
			'd',
		]);
		expect(stored('c')?.title).toBe('Countess');
	});

	it.each([
		[{ unknownFields: 'send' }, { shoe_size: 39 }],
		[{}, {}],
		[{ unknownFields: 'error' }, {}],
	])('what only the service knows is sent back with %j: %j', async (options, more) => {
		const body = { id: 'c', first_name: 'Ada', last_name: 'Lovelace', shoe_size: 39 };
		bench.sandbox.faults.add({ path: '/contacts/c', status: 200, body });
		const { json } = await bench.upload({
			items: [{ id: 'c', title: 'Lady' }],
			fieldsNotSent,
			options,
			onError,
		});
		expect(bench.lastBody()).toEqual([contact('c', { title: 'Lady', ...more })]);
		expect(json[0]).not.toHaveProperty('not_sent');
	});

	it('empties a field that is sent blank with Empty Fields "Send"', async () => {
		seed(current);
		await bench.upload({ items: [{ id: 'c', title: '' }], options: { emptyFields: 'send' }, fieldsNotSent });
		expect(stored('c')).toMatchObject({ title: '', last_name: 'Lovelace' });
	});

	it('creates a contact that does not exist yet', async () => {
		const { json } = await bench.upload({ items: [contact('new', { title: 'Dr.' })], fieldsNotSent });
		expect(json).toEqual([expect.objectContaining({ id: 'new', accepted: true })]);
		expect(stored('new')).toMatchObject({ title: 'Dr.' });
	});

	it('refuses a part of a contact that does not exist yet', async () => {
		seed(current);
		const items = [
			{ id: 'c', title: 'Lady' },
			{ id: 'new', title: 'Dr.' },
		];
		const { json } = await bench.upload({ items, fieldsNotSent, onError });
		expect(json).toEqual([
			expect.objectContaining({ id: 'c', accepted: true }),
			{
				error: 'First Name and Last Name are missing',
				message: expect.stringContaining('It came from row 2 of the input.') as string,
			},
		]);
		expect(stored('new')).toBeUndefined();
	});

	it('refuses an element without an id before any request', async () => {
		const { error } = await bench.upload({ items: [{ title: 'Dr.' }], fieldsNotSent });
		expect(error?.message).toBe('ID is missing');
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it('one that cannot be read does not keep back the others', async () => {
		seed(current, { ...current, id: 'd' });
		const unavailable = { status: 500, headers: { 'retry-after': '0' }, times: null };
		bench.sandbox.faults.add({ path: '/contacts/c', ...unavailable });
		const items = ['c', 'd', '..'].map((id) => ({ id, title: 'Lady' }));
		const { json } = await bench.upload({ items, fieldsNotSent, onError });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			'The service could not process the request',
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
			const { json } = await bench.upload({ items, fieldsNotSent });
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
		const { json } = await bench.upload({ items, fieldsNotSent, onError });
		expect(json.map(({ accepted }) => accepted === true)).toEqual([false, true]);
		expect(stored('c')).toMatchObject({ title: 'Lady', section_work: { emails: ['ada@example.com'] } });
	});
});

describe('Fields Not Sent: clear', () => {
	const current = contact('c', {
		title: 'Countess',
		section_work: { emails: [{ email: 'ada@example.com' }] },
	});

	it('the record becomes exactly what is sent, without being read', async () => {
		bench.sandbox.configure({ uploadMode: 'replace', emptyFields: 'omit' });
		seed(current);
		await bench.upload({ items: [contact('c', { company: 'Engine Ltd' })], fieldsNotSent: 'clear' });
		expect(bench.lastBody()).toEqual([contact('c', { company: 'Engine Ltd' })]);
		expect(stored('c')).not.toHaveProperty('title');
		expect(bench.sandbox.log.all().map(({ method }) => method)).toEqual(['POST']);
	});

	it('needs what the service requires', async () => {
		seed(current);
		const { error } = await bench.upload({ items: [{ id: 'c', title: 'Lady' }], fieldsNotSent: 'clear' });
		expect(error?.message).toBe('First Name and Last Name are missing');
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it('takes an old option for nothing', async () => {
		seed(current);
		const items = [contact('c', { company: 'Engine Ltd' })];
		await bench.upload({ items, fieldsNotSent: 'clear', options: { mergeWithCurrent: true } });
		expect(bench.lastBody()).toEqual(items);
	});
});
