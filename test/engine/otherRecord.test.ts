/** The answer to reading a record must be that record. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const READS: Array<[name: string, parameters: Parameters, path: string]> = [
	['contact: get', { resource: 'contact', operation: 'get', contactId: 'a' }, '/contacts/a'],
	['contact: get consents', { resource: 'contact', operation: 'getConsents', contactId: 'a' }, '/contacts/a'],
	['employee: get', { resource: 'employee', operation: 'get', employeeId: 'a' }, '/employees/a'],
	['operation: get', { resource: 'operation', operation: 'get', operationId: 'a' }, '/operations/a'],
	[
		'operation: wait',
		{ resource: 'operation', operation: 'wait', operationId: 'a', options: { timeout: 0 } },
		'/operations/a',
	],
	[
		'contact: set consent',
		{ resource: 'contact', operation: 'setConsent', contactId: 'a', consentType: 'x' },
		'/contacts/a',
	],
	[
		'contact: upsert',
		{ resource: 'contact', operation: 'upsert', inputMode: 'json', json: contact('a') },
		'/contacts/a',
	],
];

const CONSENTS: IDataObject = { consents: [{ type: 'newsletter', granted: true }] };

it.each(READS)('%s refuses an answer that is another record', async (_, parameters, path) => {
	for (const body of [contact('b', { documentation: CONSENTS }), { first_name: 'No', last_name: 'Id' }, {}]) {
		bench.sandbox.faults.add({ path, method: 'GET', status: 200, body });
		const run = await bench.run(parameters);
		expect(wordsOf(run)).toSay('anotherRecord', { id: 'a' });
		expect(run.json).toEqual([]);
		expect(bench.requests().filter((request) => request.startsWith('POST'))).toEqual([]);
	}
});

it.each(READS.slice(0, 5))(
	'%s accepts an answer whose ID is the same, but a number',
	async (_, parameters, path) => {
		const [name = '', ...rest] = Object.entries(parameters).find(([, value]) => value === 'a') ?? [];
		bench.sandbox.faults.add({
			path: path.replace('/a', '/42'),
			method: 'GET',
			status: 200,
			body: { id: 42 },
		});
		const { error } = await bench.run({ ...parameters, [name]: '42' });
		expect([error, rest]).toEqual([undefined, ['a']]);
	},
);
