import { MODELS } from './differential/contract';
import { bench, contact } from './support';

const b = bench();

describe('GET and DELETE /contacts/{id}', () => {
	test.each(['a/b?c#d % ä€😀', '__proto__'])('with the id %s: upload, read and delete work', async (id) => {
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
		'tagsOnRead %s, emptyFields %s: reads, events and the state agree',
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

	/** An object with this value for each text field of a model; for a section, for each list. */
	const all = (model: string, value: unknown) =>
		Object.fromEntries(
			Object.entries(MODELS[model] ?? {})
				.filter(([, shape]) => shape === 'text' || model === 'ContactSection')
				.map(([name]) => [name, value]),
		);

	test.each([
		['empty', '', [], {}, all('ContactSection', [])],
		['null', null, null, null, null],
	] as const)(
		'emptyFields %s: empty fields look alike at every level',
		async (emptyFields, text, list, map, section) => {
			b.sandbox.configure({ emptyFields });
			const documentation = { consents: [{ granted: true }] };
			const section_work = { addresses: [{ city: 'Kiel' }], emails: [{ email: 'a@b.de' }] };
			await b.post('/contacts', [contact('a', { documentation, section_work })]);
			expect((await b.get('/contacts/a')).data).toEqual({
				...all('Contact', text),
				...contact('a', { employee_id: 'default', data: map, tags: list }),
				documentation: { consents: [{ granted: true, ...all('Consent', text) }] },
				section_private: section,
				section_work: {
					...all('ContactSection', list),
					emails: ['a@b.de'],
					addresses: [{ ...all('Address', text), city: 'Kiel' }],
				},
			});
			expect(b.sandbox.contact('a')).not.toHaveProperty('title');
		},
	);

	test.each([
		['omit', { id: 'e' }],
		['empty', expect.objectContaining({ position: '' })],
		['null', expect.objectContaining({ position: null })],
	] as const)('emptyFields %s holds for employees, too', async (emptyFields, expected) => {
		b.sandbox.configure({ emptyFields });
		b.sandbox.seed({ employees: [{ id: 'e' }] });
		expect((await b.get('/employees/e')).data).toEqual(expected);
	});
});
