/** Form-encoded bodies. The contract allows them, but does not show how they nest. */
import { bench } from './support';

const b = bench();
const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' } };

test('a form is read as an object of texts', async () => {
	await b.post('/events/trigger', 'type=update&contact=a%20b&contact=%C3%BC', FORM);
	expect(b.sandbox.log.last()).toMatchObject({
		status: 400,
		body: { type: 'update', contact: ['a b', 'ü'] },
		bodyBytes: 40,
	});
});

test.each(['/contacts', '/employees'])(
	'an upload to %s as a form is refused, because a form cannot be a list',
	async (path) => {
		const { status, data } = await b.post(path, '0[id]=a&0[first_name]=A&0[last_name]=L', FORM);
		expect([status, data.message]).toEqual([
			400,
			'The body cannot be read as a list of the expected elements',
		]);
		expect(b.sandbox.state()).toMatchObject({ contacts: [], operations: [] });
	},
);

test('a form over bodyLimitBytes is refused', async () => {
	b.sandbox.configure({ bodyLimitBytes: 20 });
	expect((await b.post('/events/trigger', 'type=update&contact=a', FORM)).status).toBe(413);
});

test('the control path refuses forms, because a page of any origin could send one', async () => {
	const { status } = await b.raw.post('/__control/reset', 'a=b', FORM);
	expect(status).toBe(415);
});
