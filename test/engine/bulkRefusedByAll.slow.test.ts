/** A gateway that refuses everything is recognised; many bad contacts are no such gateway. */
import type { IDataObject } from 'n8n-workflow';

import { badContact, bulkBench, contacts } from '../support/bulk';
import { cases } from '../support/cases';

const bench = bulkBench({ logBodies: false, logLimit: 100_000, validationKeys: 'opaque' });
const onError = 'continueRegularOutput' as const;

const COUNT = cases(10_000, 50_000);

const page = { contentType: 'text/html', body: '<html>Bad Request</html>', headers: { 'request-id': null } };
const GIVEN_UP = /The service (refused 64 requests of this batch|accepted no request at all)/;

it.each([
	[400, {}],
	[400, { parallelUploads: 1 }],
])(
	'%i to all contacts, %j: three batches of 64 requests, and those that are under way by then',
	async (status, options) => {
		bench.sandbox.faults.add({ path: '/contacts*', status, times: null, ...page });
		const { json } = await bench.upload({ items: contacts(COUNT), onError, options });
		expect(json).toHaveLength(COUNT);
		const [first, last, ...others] = new Set(json.map(({ error }) => error));
		expect([typeof first, last, others]).toEqual(['string', 'The contact was not sent', []]);
		const given = json.filter(({ message }) => GIVEN_UP.test(message as string)).length;
		expect(given).toBeGreaterThan(COUNT - 8 * 64);
		const most = 'parallelUploads' in options ? 3 * 64 : 8 * 64 + 8;
		expect(bench.sandbox.log.count()).toBeLessThanOrEqual(most);
	},
	60_000,
);

it.each<[string, number, IDataObject]>([
	['at the beginning of one batch', 0, { parallelUploads: 1 }],
	['that fill a batch', 0, { batchSize: 60 }],
])('60 bad contacts in a row %s are no refusal of everything', async (_, from, options) => {
	const items = contacts(500).map((item, index) =>
		index >= from && index < from + 60 ? badContact(`c${index}`) : item,
	);
	const { json } = await bench.upload({ items, onError, options });
	expect(json.map(({ accepted }) => accepted === true)).toEqual(
		items.map((_item, index) => index < from || index >= from + 60),
	);
	const accepted = bench.uploads({ status: 202 }).flatMap(({ ids }) => ids ?? []);
	expect(accepted).toHaveLength(new Set(accepted).size);
	for (const { error } of json) if (error) expect(error).toMatch(/work_emails|values|mail/i);
});
