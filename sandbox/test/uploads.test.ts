import { bench, contact, employee } from './support';

const b = bench();

describe('POST /contacts', () => {
	test('replaces the stored contact, but keeps its tags', async () => {
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
	] as const)(
		'unknownEmployee %s decides what happens to a contact that names an unknown employee',
		async (unknownEmployee, status, assigned) => {
			b.sandbox.configure({ unknownEmployee });
			const response = await b.post('/contacts', [contact('a', { employee_id: 'nobody' })]);
			expect(response.status).toBe(status);
			expect(b.sandbox.contact('a')?.employee_id).toBe(assigned);
			if (status === 422) expect(response.data.validation_errors['0'].employee_id.code).toBe('v1c004');
		},
	);

	test('accepts an empty list', async () => {
		expect((await b.post('/contacts', [])).status).toBe(202);
	});

	test.each([
		[413, ''],
		[422, { message: '3 elements, at most 2 are accepted', validation_errors: {} }],
	] as const)(
		'more than maxContacts are refused with %s, and nothing is stored',
		async (tooManyStatus, body) => {
			b.sandbox.configure({ tooManyStatus, maxContacts: 2 });
			const { status, data } = await b.post('/contacts', [contact('a'), contact('b'), contact('c')]);
			expect([status, data]).toEqual([tooManyStatus, body]);
			expect(b.sandbox.state().contacts).toEqual([]);
			expect((await b.post('/contacts', [contact('a'), contact('b')])).status).toBe(202);
		},
	);

	test('a body over bodyLimitBytes is a 413 without a body', async () => {
		b.sandbox.configure({ bodyLimitBytes: 100 });
		const response = await b.post('/contacts', [contact('a', { title: 'x'.repeat(100) })]);
		expect([response.status, response.data, response.headers['content-length']]).toEqual([413, '', '0']);
	});
});

describe('POST /employees', () => {
	test.each([
		['email', 'no address', 'v1c001'],
		['fax_number', 'fax', 'v1c004'],
		['tags', 'one', 'v1c003'],
	])('%s: %j is refused with %s', async (field, value, code) => {
		const response = await b.post('/employees', [employee('e', { [field]: value })]);
		expect([response.status, response.data.validation_errors['0'][field].code]).toEqual([422, code]);
	});

	test('more than maxEmployees are a 413 without a body', async () => {
		b.sandbox.configure({ maxEmployees: 1 });
		const response = await b.post('/employees', [employee('a'), employee('b')]);
		expect([response.status, response.data]).toEqual([413, '']);
	});
});

test.each([404, 204] as const)(
	'deleteUnknownEmployee %s is the status of that request',
	async (deleteUnknownEmployee) => {
		b.sandbox.configure({ deleteUnknownEmployee });
		expect((await b.delete('/employees/none')).status).toBe(deleteUnknownEmployee);
	},
);
