import { actionBench, contact, factsOf } from '../support/action';

const bench = actionBench();

describe.each([
	['contact', 'contactId'],
	['employee', 'employeeId'],
])('%s: delete', (resource, parameter) => {
	const remove = { resource, operation: 'delete', [parameter]: 'x-1' };

	it('deletes the record by one request', async () => {
		bench.sandbox.seed({
			contacts: [contact('x-1')],
			employees: [{ id: 'x-1', first_name: 'Grace', email: 'g@example.com' }],
		});
		expect((await bench.run(remove)).json).toEqual([{ deleted: true, id: 'x-1' }]);
		expect(
			resource === 'contact' ? bench.sandbox.contact('x-1') : bench.sandbox.employee('x-1'),
		).toBeUndefined();
		expect(bench.requests()).toEqual([`DELETE /${resource}s/x-1`]);
	});

	it('reports a record that does not exist as an error by default, or as an item', async () => {
		const { json } = await bench.run({ ...remove, options: { onNotFound: 'empty' } });
		expect(json).toEqual([{ deleted: false, id: 'x-1' }]);
		expect(factsOf(await bench.run(remove))).toMatchObject({ httpCode: '404' });
	});
});

it('with On Error "stop", many deletes stop soon after a refusal, and the error lists the deleted rows', async () => {
	const ids = Array.from({ length: 60 }, (_, at) => `c${at + 1}`);
	bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
	bench.sandbox.faults.add({ path: '/contacts/c3', method: 'DELETE', status: 500, times: null });
	bench.sandbox.faults.add({ path: '/contacts/c1', method: 'DELETE', reset: 'after' });
	const remove = { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}', options: {} };
	const run = await bench.run(remove, { items: ids.map((id) => ({ id })) });
	const { description, itemIndex } = factsOf(run);
	const gone = ids.filter((id) => bench.sandbox.contact(id) === undefined);
	expect([gone.length, itemIndex]).toEqual([9, 2]);
	// A row that is tried again holds back the rows behind it. A row without an answer is reported as unknown.
	const done = 'Deleted: 9 of 60 (rows 1 to 2, 4 to 10). Not known whether it was done: row 3.';
	expect(description).toContain(done);
});
