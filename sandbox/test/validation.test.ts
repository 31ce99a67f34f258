import { bench, contact } from './support';

const b = bench();
const work = (section: object) => contact('x', { section_work: section });
const consent = (one: object) => contact('x', { documentation: { consents: [one] } });

describe('validation codes', () => {
	test.each([
		['a missing field', { id: 'x', last_name: 'L' }, 'first_name', 'v1c002'],
		['an empty field', contact('x', { last_name: '' }), 'last_name', 'v1c002'],
		['an e-mail as text', work({ emails: ['a@b.de'] }), 'section_work.emails[0]', 'v1c003'],
		[
			'an invalid e-mail',
			work({ emails: [{ email: 'a@b' }, { email: 'a b@c' }] }),
			'section_work.emails[1].email',
			'v1c001',
		],
		['an empty e-mail', work({ emails: [{ email: '' }] }), 'section_work.emails[0].email', 'v1c002'],
		[
			'an invalid fax number',
			work({ fax_numbers: [{ number: '12a' }] }),
			'section_work.fax_numbers[0].number',
			'v1c004',
		],
		[
			'an invalid zip code',
			work({ addresses: [{ zip_code: '!!' }] }),
			'section_work.addresses[0].zip_code',
			'v1c004',
		],
		['a field that only reads have', contact('x', { tags: [] }), 'tags', 'v1c003'],
		[
			'the read shape of a number',
			work({ fax_numbers: [{ original: '1' }] }),
			'section_work.fax_numbers[0].original',
			'v1c003',
		],
		['a field that is null', contact('x', { title: null }), 'title', 'v1c003'],
		['data with a number', contact('x', { data: { a: 1 } }), 'data.a', 'v1c003'],
		['an invalid time', consent({ granted_at: 'today' }), 'documentation.consents[0].granted_at', 'v1c001'],
		['a flag as text', consent({ granted: 'yes' }), 'documentation.consents[0].granted', 'v1c003'],
	])('%s has the right code', async (_name, element, field, code) => {
		const response = await b.post('/contacts', [contact('good'), element]);
		expect(response.status).toBe(422);
		expect(Object.keys(response.data)).toEqual(['message', 'validation_errors']);
		expect(Object.keys(response.data.validation_errors)).toEqual(['1']);
		expect(response.data.validation_errors['1'][field]).toEqual({
			code,
			message: expect.stringContaining(field),
		});
		expect(b.sandbox.contact('good')).toBeUndefined();
	});

	test('an element that is not an object is refused', async () => {
		for (const unknownEmployee of ['keep', 'refuse'] as const) {
			b.sandbox.configure({ unknownEmployee });
			const response = await b.post('/contacts', [null, contact('a'), 7]);
			expect(response.status).toBe(422);
			expect(Object.keys(response.data.validation_errors)).toEqual(['0', '2']);
		}
	});
});

describe('options', () => {
	const bad = [contact('a'), { id: 'b', last_name: 'L' }, { id: 'c', first_name: 'A' }];
	const code = expect.objectContaining({ code: 'v1c002' });

	test.each([
		['index', { 1: { first_name: code }, 2: { last_name: code } }],
		['index1', { 2: { first_name: code }, 3: { last_name: code } }],
		['id', { b: { first_name: code }, c: { last_name: code } }],
		['field', { first_name: { 1: code }, last_name: { 2: code } }],
	] as const)('validationKeys %s: validation_errors have such keys', async (validationKeys, expected) => {
		b.sandbox.configure({ validationKeys });
		expect((await b.post('/contacts', bad)).data.validation_errors).toEqual(expected);
	});

	test('validationKeys opaque: the keys do not identify the element', async () => {
		b.sandbox.configure({ validationKeys: 'opaque' });
		const keys = Object.keys((await b.post('/contacts', bad)).data.validation_errors);
		expect(keys).toHaveLength(2);
		for (const key of keys) expect(['0', '1', '2', '3', 'a', 'b', 'c']).not.toContain(key);
	});

	test('validationKeys id: an id may be any text, also __proto__', async () => {
		b.sandbox.configure({ validationKeys: 'id' });
		const response = await b.post('/contacts', [{ id: '__proto__' }], { transformResponse: (x) => x });
		expect(response.data).toContain('"__proto__":{"');
	});

	test.each([
		['dotted', 'section_work.emails[1].email'],
		['pointer', '/section_work/emails/1/email'],
		['leaf', 'email'],
	] as const)('validationFields %s: nested fields have such names', async (validationFields, name) => {
		b.sandbox.configure({ validationFields });
		const response = await b.post('/contacts', [work({ emails: [{ email: 'a@b.de' }, { email: 'x' }] })]);
		expect(Object.keys(response.data.validation_errors['0'])).toEqual([name]);
	});

	test('validationStatus and validationScope decide status and number of reported elements', async () => {
		b.sandbox.configure({ validationStatus: 400, validationScope: 'first' });
		const response = await b.post('/employees', bad);
		expect([response.status, Object.keys(response.data.validation_errors)]).toEqual([400, ['0']]);
		const { status, data } = await b.post('/contacts', bad);
		expect([status, data]).toEqual([400, { message: expect.stringContaining('first_name is required') }]);
	});

	test('strictFormats false accepts every text, but still refuses other types', async () => {
		b.sandbox.configure({ strictFormats: false });
		const odd = work({
			emails: [{ email: 'x' }],
			phone_numbers: [{ number: 'y' }],
			addresses: [{ zip_code: '?' }],
		});
		expect((await b.post('/contacts', [odd])).status).toBe(202);
		expect((await b.post('/contacts', [work({ emails: [{ email: 1 }] })])).status).toBe(422);
		expect((await b.post('/contacts', [work({ emails: [{ email: '' }] })])).status).toBe(422);
	});

	test('additionalProperties refuse: unknown fields are refused', async () => {
		b.sandbox.configure({ additionalProperties: 'refuse' });
		const response = await b.post('/contacts', [contact('a', { nonsense: 1, section_work: { more: 1 } })]);
		expect(response.data.validation_errors['0']).toEqual({
			nonsense: { code: 'v1c003', message: 'nonsense is not a known field' },
			'section_work.more': { code: 'v1c003', message: 'section_work.more is not a known field' },
		});
	});
});
