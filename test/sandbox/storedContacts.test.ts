import { bench, contact } from './support';

const b = bench();

describe('GET and DELETE /contacts/{id}', () => {
	test('404 web.Response for an unknown one', async () => {
		for (const response of [await b.get('/contacts/none'), await b.delete('/contacts/none')]) {
			expect([response.status, Object.keys(response.data)]).toEqual([404, ['message']]);
		}
	});

	test('204 without a body, then it is gone', async () => {
		b.sandbox.seed({ contacts: [{ id: 'a' }] });
		const response = await b.delete('/contacts/a');
		expect([response.status, response.data]).toEqual([204, '']);
		expect((await b.get('/contacts/a')).status).toBe(404);
		expect((await b.delete('/contacts/a')).status).toBe(404);
	});

	test.each(['a/b', 'a b', '100%', 'ä€😀', '..%2f', 'x'.repeat(2000), '__proto__', 'constructor', 'a?b#c'])(
		'the id %s',
		async (id) => {
			const path = `/contacts/${encodeURIComponent(id)}`;
			expect((await b.get(path)).status).toBe(404);
			await b.post('/contacts', [contact(id)]);
			expect((await b.get(path)).data.id).toBe(id);
			expect((await b.delete(path)).status).toBe(204);
		},
	);

	test.each([
		['always', 'omit', [], ['vip']],
		['always', 'empty', [], ['vip']],
		['always', 'null', null, ['vip']],
		['whenSet', 'omit', undefined, ['vip']],
		['whenSet', 'empty', undefined, ['vip']],
		['never', 'omit', undefined, undefined],
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
			const latest = (await b.get('/contacts/none')).data;
			expect(reads.map(({ tags }) => tags)).toEqual(expected);
			expect('tags' in latest).toBe(expected[0] !== undefined);
			expect(events).toEqual(reads);
			expect([b.sandbox.contact('none'), b.sandbox.contact('some')]).toEqual(reads);
			expect(b.sandbox.state().contacts).toEqual(reads);
		},
	);

	test('tags of an employee are no field that must be there', async () => {
		b.sandbox.seed({ employees: [{ id: 'e' }] });
		expect((await b.get('/employees/e')).data).toEqual({ id: 'e' });
	});

	test.each([
		['omit', undefined, undefined],
		['empty', '', []],
		['null', null, null],
	] as const)('emptyFields %s', async (emptyFields, title, emails) => {
		b.sandbox.configure({ emptyFields });
		b.sandbox.seed({
			contacts: [contact('a', { section_work: {} }) as { id: string }],
			employees: [{ id: 'e' }],
		});
		const { data } = await b.get('/contacts/a');
		expect([data.title, data.section_work.emails]).toEqual([title, emails]);
		expect((await b.get('/employees/e')).data.position).toEqual(title);
	});
});
