/** Only a 202 means that an upload was accepted. After any other success it is unknown what the service did. */
import { contact } from '../../support/people';
import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

it('a 200 with an Operation-Id counts as not accepted; the batch is neither repeated nor divided', async () => {
	const headers = { 'Operation-Id': 'o1' };
	bench.sandbox.faults.add({ method: 'POST', times: Infinity, status: 200, body: {}, headers });
	const items = ['a', 'b', 'c'].map((id) => contact(id));
	const run = await bench.upload({ items, fieldsNotSent: 'clear' });
	expect(bench.posts()).toHaveLength(1);
	expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	for (const json of run.json) {
		expect(Object.keys(json)).toEqual(['error', 'message']);
		expect(refusalOf(json)).toMatch(new RegExp(`not known|${sentence('notAccepted')}`, 'i'));
		expect(refusalOf(json)).toContain('200');
	}
	expect(run.hints.map(({ message }) => message).join()).not.toMatch(/\d accepted/);
});

it('a 202 without any of its headers counts as accepted', async () => {
	const headers = { 'Operation-Id': null, 'Operation-Link': null, 'Request-Id': null };
	bench.sandbox.faults.add({ method: 'POST', effect: true, headers });
	const { json } = await bench.upload({ items: [contact('a')], fieldsNotSent: 'clear' });
	expect(json).toMatchObject([{ id: 'a', accepted: true }]);
});
