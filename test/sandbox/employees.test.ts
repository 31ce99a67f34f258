import { bench, contact, employee } from './support';

const b = bench();

describe('POST /employees', () => {
	test('creates, and updates what exists', async () => {
		const first = await b.post('/employees', [
			employee('e', { tags: ['north'], data: { a: '1' }, city: 'Kiel' }),
		]);
		expect(first.status).toBe(202);
		expect(first.headers['operation-link']).toBe(
			`${b.sandbox.url}/operations/${first.headers['operation-id']}`,
		);
		expect((await b.get('/employees/e')).data).toEqual(
			employee('e', { tags: ['north'], data: { a: '1' }, city: 'Kiel' }),
		);
		await b.post('/employees', [employee('e', { email: 'new@example.com' })]);
		expect((await b.get('/employees/e')).data).toEqual(employee('e', { email: 'new@example.com' }));
	});

	test('uploadMode merge keeps the rest', async () => {
		b.sandbox.configure({ uploadMode: 'merge' });
		await b.post('/employees', [employee('e', { city: 'Kiel', data: { a: '1' } })]);
		await b.post('/employees', [employee('e', { data: { b: '2' } })]);
		expect((await b.get('/employees/e')).data).toMatchObject({ city: 'Kiel', data: { a: '1', b: '2' } });
	});

	test.each(['email', 'first_name', 'id'])('%s is required', async (field) => {
		for (const value of [undefined, '']) {
			const response = await b.post('/employees', [{ ...employee('e'), [field]: value }]);
			expect(response.status).toBe(422);
			expect(response.data.validation_errors['0']).toEqual({
				[field]: { code: 'v1c002', message: `${field} is required` },
			});
		}
	});

	test.each([
		['email', 'no address', 'v1c001'],
		['fax_number', 'fax', 'v1c004'],
		['phone_number', 'call me', 'v1c004'],
		['zip_code', '?', 'v1c004'],
		['city', 7, 'v1c003'],
		['tags', 'one', 'v1c003'],
	])('%s: %j is refused with %s', async (field, value, code) => {
		const response = await b.post('/employees', [employee('e', { [field]: value })]);
		expect([response.status, response.data.validation_errors['0'][field].code]).toEqual([422, code]);
	});

	test.each(['{', '{}', '"x"'])('400 web.PostResponse for %s', async (body) => {
		const response = await b.post('/employees', body, {
			headers: { 'Content-Type': 'application/json' },
			transformRequest: (x) => x,
		});
		expect([response.status, response.data.validation_errors]).toEqual([400, {}]);
	});

	test('413 without a body over maxEmployees', async () => {
		b.sandbox.configure({ maxEmployees: 1 });
		const response = await b.post('/employees', [employee('a'), employee('b')]);
		expect([response.status, response.data]).toEqual([413, '']);
	});
});

describe('GET /employees/{id}', () => {
	test('the default Employee is there from the start', async () => {
		expect((await b.get('/employees/default')).data).toMatchObject({ id: 'default' });
	});

	test('404 web.Response', async () => {
		const response = await b.get('/employees/none');
		expect([response.status, Object.keys(response.data)]).toEqual([404, ['message']]);
	});
});

describe('DELETE /employees/{id}', () => {
	test('403 web.Response while contacts are assigned, 204 afterwards', async () => {
		await b.post('/employees', [employee('e')]);
		await b.post('/contacts', [contact('c', { employee_id: 'e' })]);
		const refused = await b.delete('/employees/e');
		expect([refused.status, Object.keys(refused.data)]).toEqual([403, ['message']]);
		expect((await b.get('/employees/e')).status).toBe(200);
		await b.delete('/contacts/c');
		const deleted = await b.delete('/employees/e');
		expect([deleted.status, deleted.data]).toEqual([204, '']);
		expect((await b.get('/employees/e')).status).toBe(404);
	});

	test('a contact without an employee belongs to the default one', async () => {
		await b.post('/contacts', [contact('c')]);
		expect((await b.delete('/employees/default')).status).toBe(403);
		await b.delete('/contacts/c');
		expect((await b.delete('/employees/default')).status).toBe(204);
		await b.post('/contacts', [contact('c')]);
		expect((await b.get('/employees/default')).status).toBe(200);
	});

	test('defaultEmployeeId', async () => {
		b.sandbox.reset({ defaultEmployeeId: 'boss' });
		await b.post('/contacts', [contact('c')]);
		expect((await b.get('/contacts/c')).data.employee_id).toBe('boss');
	});

	test.each([404, 204] as const)('deleteUnknownEmployee %s', async (deleteUnknownEmployee) => {
		b.sandbox.configure({ deleteUnknownEmployee });
		expect((await b.delete('/employees/none')).status).toBe(deleteUnknownEmployee);
	});
});
