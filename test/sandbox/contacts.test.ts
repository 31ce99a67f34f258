import { bench, contact } from './support';

const b = bench();

const upload = {
	...contact('c/1 ü', { employee_id: 'emp', data: { shoe: '42' }, title: 'Dr.' }),
	documentation: {
		consents: [{ id: 'x', type: 'email', granted: true, granted_at: '2026-01-02T03:04:05+01:00' }],
	},
	section_work: {
		emails: [{ email: 'ada@example.com' }],
		mobile_numbers: [{ number: '+49 (151) 234-56789' }],
		phone_numbers: [{ number: '030 1234567' }],
		fax_numbers: [{ number: '0049 30 7654321' }],
		addresses: [{ street: 'Weg', house_number: '1a', zip_code: '10115', city: 'Berlin' }],
	},
};

describe('POST /contacts', () => {
	test('202 with Operation-Id, Operation-Link and Request-Id, and the contact can be read', async () => {
		const response = await b.post('/contacts', [contact('a')]);
		expect(response.status).toBe(202);
		const id = String(response.headers['operation-id']);
		expect(response.headers['operation-link']).toBe(`${b.sandbox.url}/operations/${id}`);
		expect(response.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
		expect((await b.get(`/operations/${id}`)).data).toMatchObject({ id, items: [{ model_id: 'a' }] });
		expect((await b.get('/contacts/a')).data).toEqual(contact('a', { employee_id: 'default', tags: [] }));
	});

	test('e-mails and numbers come back in the read shape, the original untouched', async () => {
		await b.post('/contacts', [upload]);
		const { data } = await b.get(`/contacts/${encodeURIComponent('c/1 ü')}`);
		expect(data).toMatchObject({
			id: 'c/1 ü',
			title: 'Dr.',
			data: { shoe: '42' },
			documentation: upload.documentation,
		});
		expect(data.section_work).toEqual({
			addresses: upload.section_work.addresses,
			emails: ['ada@example.com'],
			mobile_numbers: [
				{
					area: '1512',
					number: '3456789',
					original: '+49 (151) 234-56789',
					international_formatted: '+49 1512 3456789',
					national_formatted: '01512 3456789',
				},
			],
			phone_numbers: [expect.objectContaining({ area: '30', original: '030 1234567' })],
			fax_numbers: [{ area: '30', number: '7654321', original: '0049 30 7654321' }],
		});
	});

	test('a contact that was read and is uploaded again, without its tags, stays as it is', async () => {
		await b.post('/contacts', [upload]);
		const path = `/contacts/${encodeURIComponent('c/1 ü')}`;
		const before = (await b.get(path)).data;
		const { emails, ...section } = before.section_work;
		const { tags, ...fields } = before;
		expect(tags).toEqual([]);
		const again = {
			...fields,
			section_work: {
				addresses: section.addresses,
				emails: emails.map((email: string) => ({ email })),
				...Object.fromEntries(
					['mobile_numbers', 'phone_numbers', 'fax_numbers'].map((name) => [
						name,
						section[name].map(({ original }: { original: string }) => ({ number: original })),
					]),
				),
			},
		};
		expect((await b.post('/contacts', [again])).status).toBe(202);
		expect((await b.get(path)).data).toEqual(before);
	});

	test('the last one of several elements with one id wins', async () => {
		await b.post('/contacts', [contact('a', { title: 'first' }), contact('a', { title: 'last' })]);
		expect((await b.get('/contacts/a')).data.title).toBe('last');
	});

	test('a seeded contact may have the read shape', async () => {
		const phone_numbers = [{ area: '30', number: '123456', original: '030 / 123 456' }];
		b.sandbox.seed({ contacts: [{ id: 'a', section_work: { emails: ['a@b.de'], phone_numbers } }] });
		expect((await b.get('/contacts/a')).data.section_work).toMatchObject({
			emails: ['a@b.de'],
			phone_numbers: [{ original: '030 / 123 456' }],
		});
	});

	test('replaces what is stored, keeps tags', async () => {
		b.sandbox.seed({ contacts: [{ id: 'a', first_name: 'Old', title: 'Dr.', tags: ['vip'] }] });
		await b.post('/contacts', [contact('a')]);
		expect((await b.get('/contacts/a')).data).toEqual(
			contact('a', { employee_id: 'default', tags: ['vip'] }),
		);
	});

	test('uploadMode merge lays it over what is stored', async () => {
		b.sandbox.configure({ uploadMode: 'merge' });
		await b.post('/contacts', [
			contact('a', {
				title: 'Dr.',
				data: { x: '1' },
				employee_id: 'e',
				section_work: { emails: [{ email: 'a@b.de' }] },
			}),
		]);
		await b.post('/contacts', [
			contact('a', {
				first_name: 'New',
				data: { y: '2' },
				section_work: { phone_numbers: [{ number: '030 123456' }] },
			}),
		]);
		expect((await b.get('/contacts/a')).data).toMatchObject({
			first_name: 'New',
			title: 'Dr.',
			employee_id: 'e',
			data: { x: '1', y: '2' },
			section_work: { emails: ['a@b.de'], phone_numbers: [{ original: '030 123456' }] },
		});
	});

	test.each([
		['keep', 202, 'nobody'],
		['default', 202, 'default'],
		['refuse', 422, undefined],
	] as const)('unknownEmployee %s', async (unknownEmployee, status, assigned) => {
		b.sandbox.configure({ unknownEmployee });
		const response = await b.post('/contacts', [contact('a', { employee_id: 'nobody' })]);
		expect(response.status).toBe(status);
		expect(b.sandbox.contact('a')?.employee_id).toBe(assigned);
		if (status === 422) expect(response.data.validation_errors['0'].employee_id.code).toBe('v1c004');
	});

	test('unknown fields are ignored at every level', async () => {
		const sent = contact('a', {
			nonsense: 1,
			section_work: { more: true, addresses: [{ city: 'X', planet: 'Y' }] },
		});
		expect((await b.post('/contacts', [sent])).status).toBe(202);
		const { data } = await b.get('/contacts/a');
		expect(data).toEqual(
			contact('a', { employee_id: 'default', section_work: { addresses: [{ city: 'X' }] }, tags: [] }),
		);
	});

	test.each([
		['accept', 202],
		[400, 400],
		[422, 422],
	] as const)('emptyBatch %s', async (emptyBatch, status) => {
		b.sandbox.configure({ emptyBatch });
		expect((await b.post('/contacts', [])).status).toBe(status);
	});

	test('1000 contacts are accepted', async () => {
		const many = Array.from({ length: 1000 }, (_, index) => contact(`c${index}`));
		expect((await b.post('/contacts', many)).status).toBe(202);
		expect((await b.get('/contacts/c999')).status).toBe(200);
	});

	test.each([
		[413, ''],
		[422, { message: '1001 elements, at most 1000 are accepted', validation_errors: {} }],
	] as const)('1001 contacts: %s, nothing is stored', async (tooManyStatus, body) => {
		b.sandbox.configure({ tooManyStatus });
		const response = await b.post(
			'/contacts',
			Array.from({ length: 1001 }, (_, index) => contact(`c${index}`)),
		);
		expect(response.status).toBe(tooManyStatus);
		expect(response.data).toEqual(body);
		expect(response.headers['request-id']).toBeDefined();
		expect(b.sandbox.state().contacts).toEqual([]);
	});

	test('maxContacts can be lower', async () => {
		b.sandbox.configure({ maxContacts: 2 });
		expect((await b.post('/contacts', [contact('a'), contact('b'), contact('c')])).status).toBe(413);
		expect((await b.post('/contacts', [contact('a'), contact('b')])).status).toBe(202);
	});

	test('a body over bodyLimitBytes: 413 without a body', async () => {
		b.sandbox.configure({ bodyLimitBytes: 100 });
		const response = await b.post('/contacts', [contact('a', { title: 'x'.repeat(100) })]);
		expect([response.status, response.data, response.headers['content-length']]).toEqual([413, '', '0']);
	});

	test.each([
		['not JSON', '[{', 'application/json', 'valid JSON'],
		['an object', '{"id":"a"}', 'application/json', 'list'],
		['null', 'null', 'application/json', 'list'],
		['nothing', '', 'application/json', 'list'],
		['another type', '[]', 'text/csv', 'text/csv is not accepted'],
		['a type that is none', '[]', 'nonsense', ''],
	])('400 web.Response for %s', async (_name, body, type, words) => {
		const response = await b.post('/contacts', body, {
			headers: { 'Content-Type': type },
			transformRequest: (x) => x,
		});
		expect([response.status, response.data]).toEqual([400, { message: expect.stringContaining(words) }]);
		expect(response.headers['request-id']).toBeDefined();
	});
});
