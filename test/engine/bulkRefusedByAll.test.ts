/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** A gateway that refuses everything is recognised; many bad contacts are no such gateway. */
import type { IDataObject } from 'n8n-workflow';

import { badContact, bulkBench, contacts } from '../support/bulk';
import { cases } from '../support/cases';

const bench = bulkBench({ logBodies: false, logLimit: 100_000, validationKeys: 'opaque' });
const onError = 'continueRegularOutput' as const;

const COUNT = cases(10_000, 50_000);

const page = { contentType: 'text/html', body: '<html>Bad Request</html>', headers: { 'request-id': null } };

it.each([
	[400, 'clear', {}, 60],
	[422, 'clear', {}, 60],
	[400, 'clear', { batchSize: 100 }, 60],
	[400, 'clear', { batchSize: 1, parallelUploads: 1 }, 60],
	[413, 'clear', {}, 140],
	[400, 'keep', {}, 60],
])(
	'%i to all contacts, %s, %j: at most %i requests',
	async (status, fieldsNotSent, options, most) => {
		bench.sandbox.faults.add({ path: '/contacts*', status, times: null, ...page });
		bench.sandbox.faults.add({ path: '/contacts/*', status, times: null, ...page });
		const started = Date.now();
		const { json } = await bench.upload({ items: contacts(COUNT), onError, fieldsNotSent, options });
		expect(json).toHaveLength(COUNT);
		const reasons = new Set(json.map(({ error }) => error));
		if (process.env.THOROUGH) {
			process.stdout.write(
				`${status} ${fieldsNotSent}: ${bench.sandbox.log.count()} in ${Date.now() - started} ms\n`,
			);
		}
		expect(reasons.size).toBe(1);
		for (const { message } of json) expect(message).toMatch(/refused all \d+ requests /);
		expect(bench.sandbox.log.count()).toBeLessThanOrEqual(most);
	},
	60_000,
);

it('60 contacts in a row that cannot be read are no refusal of everything', async () => {
	bench.sandbox.faults.add({
		method: 'GET',
		path: '/contacts/*',
		match: ({ path }) => Number(/\d+$/.exec(path)?.[0]) < 60,
		status: 400,
		times: null,
	});
	const { json } = await bench.upload({ items: contacts(500), onError, fieldsNotSent: 'keep' });
	expect(json.filter(({ accepted }) => accepted)).toHaveLength(440);
});

it.each<[string, number, IDataObject]>([
	['at the beginning of one batch', 0, { parallelUploads: 1 }],
	['at the beginning of several', 0, {}],
	['that fill three batches', 0, { batchSize: 20, parallelUploads: 1 }],
	['one by one', 0, { batchSize: 1, parallelUploads: 1 }],
	['that fill a batch', 0, { batchSize: 60 }],
	['at the end', 440, {}],
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
