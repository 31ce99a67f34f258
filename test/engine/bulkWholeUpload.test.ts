/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** A cause that hits a whole upload is told without a row, and without the advice to upload the others. */
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';

import { withoutJitter, wordsOf } from '../support/action';
import { badContact, bulkBench, contact, contacts, type BulkRun } from '../support/bulk';
import { isNewestEngine } from '../support/engine';

const bench = bulkBench({ logBodies: false });

const OF_A_ROW = /\brow \d+\b|To upload the others/;

withoutJitter();

/** As n8n's protection against requests into its own network has it. */
async function protectedFromSsrf<T>(run: () => Promise<T>): Promise<T> {
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	try {
		return await run();
	} finally {
		protection.enabled = false;
	}
}

type Cause = [what: string, words: RegExp, upload: (run: BulkRun) => ReturnType<typeof bench.upload>];

const withCredentials =
	(credentials: IDataObject) =>
	async (run: BulkRun): ReturnType<typeof bench.upload> =>
		await bench.upload({ ...run, credentials });

const causes: Cause[] = [
	['a wrong key', /refused the API key/, withCredentials({ apiKey: 'no-such-key-77' })],
	[
		'a host that is not found',
		/cannot be found/,
		withCredentials({ baseUrl: 'http://no-such-host.invalid' }),
	],
	['a port where nobody listens', /cannot be reached/, withCredentials({ baseUrl: 'http://127.0.0.1:1' })],
	[
		"n8n's own refusal of the address",
		/was blocked because/,
		async (run) => await protectedFromSsrf(async () => await bench.upload(run)),
	],
	[
		'another server at the address',
		/no Contact Consent service/,
		async (run) => {
			bench.sandbox.faults.add({ status: 404, times: null, body: '', headers: { 'request-id': null } });
			return await bench.upload(run);
		},
	],
	[
		'another server that answers in JSON',
		/no Contact Consent service/,
		async (run) => {
			const body = { message: 'no Route matched' };
			bench.sandbox.faults.add({ status: 404, times: null, body, headers: { 'request-id': null } });
			return await bench.upload(run);
		},
	],
	[
		'a redirect',
		/redirects to/,
		async (run) => {
			const headers = { location: 'https://elsewhere.example.com/' };
			bench.sandbox.faults.add({ status: 301, times: null, headers });
			return await bench.upload(run);
		},
	],
];

const here = causes.filter(([what]) => isNewestEngine || what !== "n8n's own refusal of the address");

describe.each(here)('%s', (_what, words, upload) => {
	it.each(['clear', 'keep'])('stops the upload as a whole (%s)', async (fieldsNotSent) => {
		const run = await upload({ items: contacts(4), fieldsNotSent });
		expect(wordsOf(run)).toMatch(words);
		expect(wordsOf(run)).toMatch(/Accepted: 0 of \d+ contacts\. Refused: \d+\. Not sent: \d+\./);
		expect(wordsOf(run)).not.toMatch(OF_A_ROW);
	});

	it.each(['clear', 'keep'])('is the reason of each item, without its row (%s)', async (fieldsNotSent) => {
		const { json, hints } = await upload({
			items: contacts(4),
			fieldsNotSent,
			onError: 'continueRegularOutput',
		});
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

it.each([
	['refused by the service', badContact('b')],
	['refused before sending', { id: 'b' }],
])('a cause of a row keeps both: %s', async (_what, bad) => {
	const run = await bench.upload({ items: [contact('a'), bad] });
	expect(wordsOf(run)).toContain('It came from row 2 of the input.');
	expect(wordsOf(run)).toContain('To upload the others anyway');
});

it('a 403 may be about one record, so its row is named', async () => {
	bench.sandbox.faults.add({ path: '/contacts/*', after: 1, times: 1, status: 403 });
	const run = await bench.upload({ items: contacts(2), fieldsNotSent: 'keep' });
	expect(wordsOf(run)).toMatch(/It came from row \d of the input\..*To upload the others anyway/);
});

it('a batch that the service could not process is no cause of a whole upload', async () => {
	bench.sandbox.faults.add({ path: '/contacts', times: null, status: 500 });
	const run = await bench.upload({ items: contacts(2) });
	expect(wordsOf(run)).toMatch(/It came from row 1 of the input\..*To upload the others anyway/);
});
