import { bench, contact } from './support';

const b = bench();

describe('GET and DELETE /contacts/{id}', () => {
	test.each(['a/b?c#d % ä€😀', '__proto__'])('the id %s', async (id) => {
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

	const TEXTS =
		'title degree name_suffix salutation birthday company position language nationality website'.split(' ');
	const ADDRESS = 'addition country district extra_1 extra_2 extra_3 house_number street zip_code'.split(' ');
	const LISTS = 'addresses emails fax_numbers mobile_numbers phone_numbers'.split(' ');
	const CONSENT = 'id type granted_at granted_ip granted_agent'.split(' ');
	const all = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

	test.each([
		['empty', '', [], {}, all(LISTS, [])],
		['null', null, null, null, null],
	] as const)(
		'emptyFields %s: every field, at every level',
		async (emptyFields, text, list, map, section) => {
			b.sandbox.configure({ emptyFields });
			const documentation = { consents: [{ granted: true }] };
			const section_work = { addresses: [{ city: 'Kiel' }], emails: [{ email: 'a@b.de' }] };
			await b.post('/contacts', [contact('a', { documentation, section_work })]);
			expect((await b.get('/contacts/a')).data).toEqual({
				...contact('a', { employee_id: 'default', data: map, tags: list }),
				...all(TEXTS, text),
				documentation: { consents: [{ granted: true, ...all(CONSENT, text) }] },
				section_private: section,
				section_work: {
					...all(LISTS, list),
					emails: ['a@b.de'],
					addresses: [{ city: 'Kiel', ...all(ADDRESS, text) }],
				},
			});
			expect(b.sandbox.contact('a')).not.toHaveProperty('title');
		},
	);

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
