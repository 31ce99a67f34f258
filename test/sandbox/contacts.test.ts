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
});
