/** A cause that hits a whole upload is told without a row, and without the advice to upload the others. */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox/index';
import { withoutJitter, wordsOf } from '../support/action';
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench({ logBodies: false });

const OF_A_ROW = /\brow \d+\b|To upload the others/;

withoutJitter();

describe.each<[what: string, words: RegExp, credentials: IDataObject, fault?: Fault]>([
	['a wrong key', /refused the API key/, { apiKey: 'no-such-key-77' }],
	['a port where nobody listens', /cannot be reached/, { baseUrl: 'http://127.0.0.1:1' }],
	[
		'another server at the address',
		/no Contact Consent service/,
		{},
		{ status: 404, times: null, body: { message: 'no Route matched' }, headers: { 'request-id': null } },
	],
])('%s', (_what, words, credentials, fault) => {
	beforeEach(() => void (fault && bench.sandbox.faults.add(fault)));

	it.each(['clear', 'keep'])('stops the upload as a whole (%s)', async (fieldsNotSent) => {
		const run = await bench.upload({ items: contacts(4), fieldsNotSent, credentials });
		expect(wordsOf(run)).toMatch(words);
		expect(wordsOf(run)).toMatch(/Accepted: 0 of \d+ contacts\. Refused: \d+\. Not sent: \d+\./);
		expect(wordsOf(run)).not.toMatch(OF_A_ROW);
	});

	it.each(['clear', 'keep'])('is the reason of each item, without its row (%s)', async (fieldsNotSent) => {
		const onError = 'continueRegularOutput';
		const { json, hints } = await bench.upload({ items: contacts(4), fieldsNotSent, credentials, onError });
		for (const { error, message } of json) {
			expect(JSON.stringify([error, message])).toMatch(words);
			expect(message).not.toMatch(OF_A_ROW);
		}
		const range = 'Rows 1, 2, 3 and 1 more: ';
		expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining(range)]);
	});
});

it('what was accepted before is counted, whatever ends the upload', async () => {
	bench.sandbox.faults.add({ path: '/contacts', after: 1, times: null, status: 401 });
	const run = await bench.upload({ items: contacts(20), options: { batchSize: 10, parallelUploads: 1 } });
	expect(wordsOf(run)).toMatch(/^The service refused the API key\n.*Accepted: 10 of 20 contacts/);
	expect(wordsOf(run)).not.toMatch(OF_A_ROW);
});

it('a cause of a row keeps both', async () => {
	const run = await bench.upload({ items: [contact('a'), badContact('b')] });
	expect(wordsOf(run)).toContain('It came from row 2 of the input.');
	expect(wordsOf(run)).toContain('To upload the others anyway');
});

it.each([
	['a 403, which may be about one record', '/contacts/*', 1, 403],
	['a batch that the service could not process', '/contacts', null, 500],
])('%s is no cause of a whole upload', async (_what, path, times, status) => {
	bench.sandbox.faults.add({ path, times, status });
	const run = await bench.upload({ items: contacts(2), fieldsNotSent: status === 403 ? 'keep' : 'clear' });
	expect(wordsOf(run)).toMatch(/It came from row \d of the input\..*To upload the others anyway/);
});
