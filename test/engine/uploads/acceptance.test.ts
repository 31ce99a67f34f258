/** Only a 202 is an acceptance: after any other success nobody knows what the service did. */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../sandbox/index';
import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const contact = (id: string) => ({ id, first_name: 'Ada', last_name: 'Lovelace' });
const employee = (id: string) => ({ id, first_name: 'Ada', email: 'ada@example.com' });

const ANSWERS: Array<[string, Fault]> = [
	['200 with HTML', { status: 200, contentType: 'text/html', body: '<html><body>Welcome</body></html>' }],
	['200 with an Operation-Id', { status: 200, body: {}, headers: { 'Operation-Id': 'o1' } }],
	['204', { status: 204 }],
];
const UNKNOWN = /not known|did not say whether it accepted/i;

describe.each(['contact', 'employee'] as const)('%s', (resource) => {
	const make: (id: string) => IDataObject = resource === 'contact' ? contact : employee;

	test.each(ANSWERS)('%s: not accepted, not repeated, not isolated', async (_name, answer) => {
		for (const output of ['perItem', 'perUpload']) {
			bench.sandbox.reset();
			bench.sandbox.faults.add({ method: 'POST', times: Infinity, ...answer });
			const items = ['a', 'b', 'c'].map(make);
			const run = await bench.upload({ resource, items, fieldsNotSent: 'clear', options: { output } });
			expect(bench.posts()).toHaveLength(1);
			expect(run.json).toHaveLength(3);
			run.json.forEach((json, at) => {
				expect(Object.keys(json)).toEqual(['error', 'message']);
				expect(refusalOf(json)).toMatch(UNKNOWN);
				expect(refusalOf(json)).toContain(String(answer.status));
				expect(run.outputs[0]?.[at]?.pairedItem).toEqual({ item: at });
			});
			expect(run.hints.map(({ message }) => message).join()).not.toMatch(/Accepted: [1-9]/);
		}
	});
});

test('202 without any of its headers is an acceptance, too', async () => {
	const headers = { 'Operation-Id': null, 'Operation-Link': null, 'Request-Id': null };
	bench.sandbox.faults.add({ method: 'POST', effect: true, headers });
	const { json } = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear' });
	expect(json).toMatchObject([{ id: 'a', accepted: true }]);
});
