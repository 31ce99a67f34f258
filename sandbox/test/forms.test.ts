/** Form-encoded bodies, in the nesting that PHP, Rails and qs write. */
import { bench, contact, employee } from './support';

const b = bench();
const TYPE = 'application/x-www-form-urlencoded';
const sent = (path: string, body: string, type = TYPE) =>
	b.post(path, body, { headers: { 'Content-Type': type } });
const encoded = (pairs: Array<[string, string]>) => new URLSearchParams(pairs).toString();

/** What a browser's form would hold for this value; written down anew, so that it shares nothing with the sandbox. */
function fields(value: unknown, name = ''): Array<[string, string]> {
	if (typeof value !== 'object' || value === null) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, entry]) => fields(entry, name ? `${name}[${key}]` : key));
}

const FULL = {
	id: 'f ü&=+%[]',
	first_name: 'A',
	last_name: 'B',
	data: { shoe: '42', 1: 'one', 2: 'two', 'a.b': 'dot', true: 'false', hasOwnProperty: 'x' },
	documentation: {
		consents: [
			{ id: 'x', granted: true, granted_at: '2026-01-02T03:04:05Z' },
			{ id: 'y', granted: false },
		],
	},
	section_work: {
		emails: [{ email: 'a@b.de' }, { email: 'c@d.de' }],
		addresses: [{ city: 'Kiel', zip_code: '24103' }],
		phone_numbers: [{ number: '+49 89 123456' }],
	},
};

test('a form says the same as JSON', async () => {
	const path = `/contacts/${encodeURIComponent(FULL.id)}`;
	expect((await b.post('/contacts', [FULL])).status).toBe(202);
	const { data } = await b.get(path);
	await b.delete(path);
	expect((await sent('/contacts', encoded(fields([FULL])))).status).toBe(202);
	expect((await b.get(path)).data).toEqual(data);
	expect(data).toMatchObject({
		data: FULL.data,
		documentation: FULL.documentation,
		section_work: { emails: ['a@b.de', 'c@d.de'], addresses: FULL.section_work.addresses },
	});
	expect(b.sandbox.log.last({ method: 'POST' })).toMatchObject({ elements: 1, ids: [FULL.id], body: [FULL] });
});

const A = '[id]=a&0[first_name]=A&0[last_name]=L';
test.each([
	['brackets around the first index', '[0][id]=a&[0][first_name]=A&[0][last_name]=L', { id: 'a' }],
	['empty brackets', `0${A}&0[section_work][emails][][email]=a%40b.de`, {}],
	['an empty value', `0${A}&0[title]=`, { title: '' }],
])('%s', async (_name, body, expected) => {
	expect((await sent('/contacts', body, `${TYPE}; charset=utf-8`)).status).toBe(202);
	const { data } = await b.get('/contacts/a');
	expect(data).toMatchObject(expected);
	if (data.section_work) expect(data.section_work.emails).toEqual(['a@b.de']);
});

test.each([
	['a value and a group at once', `0=a&0${A}`, 422],
	['a list with names', `0${A}&0[section_work][emails][first][email]=a%40b.de`, 422],
	['a boolean that is none', `0${A}&0[documentation][consents][0][granted]=yes`, 422],
	['no list', 'id=a&first_name=A&last_name=L', 400],
	['nesting without an end', `0${'[a]'.repeat(12)}=1`, 400],
])('%s is refused', async (_name, body, status) => {
	expect((await sent('/contacts', body)).status).toBe(status);
	expect(b.sandbox.state().contacts).toEqual([]);
});

test('lists of texts', async () => {
	const full = employee('e', { tags: ['north', 'sales'], data: { a: '1' } });
	expect((await sent('/employees', encoded(fields([full])))).status).toBe(202);
	expect((await b.get('/employees/e')).data).toEqual(full);
});

test('formBodies refuse', async () => {
	b.sandbox.configure({ formBodies: 'refuse' });
	expect((await sent('/contacts', `0${A}`)).status).toBe(400);
	expect((await b.post('/contacts', [contact('a')])).status).toBe(202);
});
