import { actionBench, contact, factsOf } from '../support/action';

const bench = actionBench();

describe.each([
	['contact', 'contactId'],
	['employee', 'employeeId'],
])('%s: delete', (resource, parameter) => {
	const remove = { resource, operation: 'delete', [parameter]: 'x-1' };

	it('deletes', async () => {
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

	it.each([
		['empty', [{ deleted: false, id: 'x-1' }]],
		['skip', []],
	])('puts out %s for one that is not there', async (onNotFound, expected) => {
		expect((await bench.run({ ...remove, options: { onNotFound } })).json).toEqual(expected);
	});

	it('fails by default for one that is not there', async () => {
		expect(factsOf(await bench.run(remove))).toMatchObject({ httpCode: '404' });
	});
});
