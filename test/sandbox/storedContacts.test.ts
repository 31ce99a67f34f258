import { bench, contact } from './support';

const b = bench();

describe('GET and DELETE /contacts/{id}', () => {
	test.each(['a/b?c#d %', 'ä€😀', 'x'.repeat(2000), '__proto__'])('the id %s', async (id) => {
		const path = `/contacts/${encodeURIComponent(id)}`;
		expect((await b.get(path)).status).toBe(404);
		await b.post('/contacts', [contact(id)]);
		expect((await b.get(path)).data.id).toBe(id);
		expect((await b.delete(path)).status).toBe(204);
	});

	test.each([
		['always', 'omit', [], ['vip']],
		['always', 'empty', [], ['vip']],
		['always', 'null', null, ['vip']],
		['whenSet', 'omit', undefined, ['vip']],
		['never', 'null', undefined, undefined],
	] as const)(
		'tagsOnRead %s, emptyFields %s: in reads, events and the state',
		async (tagsOnRead, emptyFields, ...expected) => {
			b.sandbox.configure({ tagsOnRead, emptyFields });
			b.sandbox.seed({
				contacts: [{ id: 'none' }, { id: 'some', tags: ['vip'] }],
				events: [
					{ contact_id: 'none', type: 'update' },
					{ contact_id: 'some', type: 'confirm' },
				],
			});
			const reads = [(await b.get('/contacts/none')).data, (await b.get('/contacts/some')).data];
			const events = (await b.get('/events')).data.map((event: { contact: unknown }) => event.contact);
			expect(reads.map(({ tags }) => tags)).toEqual(expected);
			expect('tags' in reads[0]).toBe(expected[0] !== undefined);
			expect(events).toEqual(reads);
			const stored = [b.sandbox.contact('none'), b.sandbox.contact('some')];
			expect(stored.map((contact) => contact?.tags)).toEqual([
				tagsOnRead === 'always' ? [] : undefined,
				expected[1],
			]);
			expect(b.sandbox.state().contacts).toEqual(stored);
		},
	);

	const EMPTY_SECTION = {
		addresses: [],
		emails: [],
		fax_numbers: [],
		mobile_numbers: [],
		phone_numbers: [],
	};
	const TEXTS =
		'title degree name_suffix salutation birthday company position language nationality website'.split(' ');
	const ADDRESS = 'addition country district extra_1 extra_2 extra_3 house_number street zip_code'.split(' ');
	const all = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

	test('emptyFields empty: every field of the contract, at every level', async () => {
		b.sandbox.configure({ emptyFields: 'empty' });
		const consents = [{ granted: true }];
		await b.post('/contacts', [
			contact('a', {
				documentation: { consents },
				section_work: { addresses: [{ city: 'Kiel' }], emails: [{ email: 'a@b.de' }] },
			}),
		]);
		expect((await b.get('/contacts/a')).data).toEqual({
			...contact('a', { employee_id: 'default', data: {}, tags: [] }),
			...all(TEXTS, ''),
			documentation: {
				consents: [
					{ granted: true, ...all(['id', 'type', 'granted_at', 'granted_ip', 'granted_agent'], '') },
				],
			},
			section_private: EMPTY_SECTION,
			section_work: {
				...EMPTY_SECTION,
				emails: ['a@b.de'],
				addresses: [{ city: 'Kiel', ...all(ADDRESS, '') }],
			},
		});
	});

	test('emptyFields null: the same fields, null', async () => {
		b.sandbox.configure({ emptyFields: 'null' });
		await b.post('/contacts', [contact('a', { section_work: { addresses: [{ city: 'Kiel' }] } })]);
		const { data } = await b.get('/contacts/a');
		expect(data).toEqual({
			...contact('a', { employee_id: 'default' }),
			...all([...TEXTS, 'data', 'documentation', 'section_private', 'tags'], null),
			section_work: {
				...all(Object.keys(EMPTY_SECTION), null),
				addresses: [{ city: 'Kiel', ...all(ADDRESS, null) }],
			},
		});
		expect(b.sandbox.contact('a')).toEqual(
			contact('a', {
				employee_id: 'default',
				tags: [],
				section_work: { addresses: [{ city: 'Kiel' }] },
			}),
		);
	});

	test.each([
		['omit', { id: 'e' }],
		['empty', expect.objectContaining({ position: '' })],
		['null', expect.objectContaining({ position: null })],
	] as const)('emptyFields %s of an employee', async (emptyFields, expected) => {
		b.sandbox.configure({ emptyFields });
		b.sandbox.seed({ employees: [{ id: 'e' }] });
		expect((await b.get('/employees/e')).data).toEqual(expected);
	});
});
