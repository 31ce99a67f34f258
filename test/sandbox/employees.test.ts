import { bench, employee } from './support';

const b = bench();

describe('POST /employees', () => {
	test.each([
		['email', 'no address', 'v1c001'],
		['fax_number', 'fax', 'v1c004'],
		['tags', 'one', 'v1c003'],
	])('%s: %j is refused with %s', async (field, value, code) => {
		const response = await b.post('/employees', [employee('e', { [field]: value })]);
		expect([response.status, response.data.validation_errors['0'][field].code]).toEqual([422, code]);
	});

	test('413 without a body over maxEmployees', async () => {
		b.sandbox.configure({ maxEmployees: 1 });
		const response = await b.post('/employees', [employee('a'), employee('b')]);
		expect([response.status, response.data]).toEqual([413, '']);
	});
});

test.each([404, 204] as const)('deleteUnknownEmployee %s', async (deleteUnknownEmployee) => {
	b.sandbox.configure({ deleteUnknownEmployee });
	expect((await b.delete('/employees/none')).status).toBe(deleteUnknownEmployee);
});
