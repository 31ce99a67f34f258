/** Uploads to a service in trouble: every element still ends exactly once. */
import type { IDataObject } from 'n8n-workflow';

import { badContact, bulkBench, contacts, fates } from '../support/bulk';

const bench = bulkBench({ logBodies: false, logLimit: 100_000 });

const onError = 'continueRegularOutput' as const;

describe('a service in trouble', () => {
	it('a refused key ends it: what is not sent has the same reason', async () => {
		bench.sandbox.faults.add({
			path: '/contacts',
			after: 2,
			times: null,
			status: 401,
			body: { message: 'no' },
		});
		const options = { batchSize: 10, parallelUploads: 1 };
		const { json } = await bench.upload({ items: contacts(100), onError, options });
		expect(bench.uploads().map(({ status }) => status)).toEqual([202, 202, 401]);
		expect(json).toHaveLength(100);
		expect(json.filter(({ accepted }) => accepted)).toHaveLength(20);
		expect(new Set(json.slice(20).map(({ error }) => error))).toEqual(
			new Set(['The service refused the API key']),
		);
	});

	it('a key that is refused while invalid elements are looked for ends it, too', async () => {
		bench.sandbox.configure({ validationKeys: 'opaque' });
		bench.sandbox.faults.add({ path: '/contacts', after: 3, times: null, status: 401 });
		const items = [...contacts(32), badContact('bad')];
		const { json } = await bench.upload({ items, onError });
		expect(bench.uploads({ status: 401 })).toHaveLength(1);
		expect(json).toHaveLength(33);
	});

	it('reads of current contacts stop at a refused key', async () => {
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', times: null, status: 401 });
		const options = { batchSize: 50, parallelUploads: 2 };
		const { json } = await bench.upload({ items: contacts(500), onError, options, fieldsNotSent: 'keep' });
		expect(json.filter(({ error }) => error === 'The service refused the API key')).toHaveLength(500);
		expect(bench.sandbox.log.count()).toBeLessThanOrEqual(16);
	});

	it('a batch that fails for good does not keep back the others', async () => {
		bench.sandbox.faults.add({
			path: '/contacts',
			match: ({ body }) => (body as IDataObject[])[0]?.id === 'c20',
			times: null,
			status: 500,
			body: { message: 'out of paper' },
			headers: { 'retry-after': '0' },
		});
		const options = { batchSize: 20 };
		const { json } = await bench.upload({ items: contacts(100), onError, options });
		expect(json.map(({ accepted }) => accepted === true)).toEqual(
			contacts(100).map((_, n) => n < 20 || n >= 40),
		);
		for (const { message } of json.slice(20, 40)) expect(message).toMatch(/out of paper.*Request-Id: \S+$/);
		expect(bench.uploads({ status: 500 })).toHaveLength(4);
		expect(bench.stored()).toHaveLength(80);
	});

	it.each([500, 502, 503, 504, 429, 408])('a passing %i is sat out', async (status) => {
		bench.sandbox.faults.add({ path: '/contacts', status, headers: { 'retry-after': '0' }, times: 2 });
		const { json, error } = await bench.upload({ items: contacts(3) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(bench.uploads().map((upload) => upload.status)).toEqual([status, status, 202]);
	});

	it.each(['before', 'after'] as const)(
		'a connection reset %s the effect is repeated, accepted once',
		async (reset) => {
			bench.sandbox.faults.add({ path: '/contacts', reset });
			const { json, error } = await bench.upload({ items: contacts(3) });
			expect(error).toBeUndefined();
			expect(json.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2']);
			const [operation, ...older] = bench.sandbox.state().operations.reverse();
			expect(older).toHaveLength(reset === 'after' ? 1 : 0);
			expect(new Set(json.map(({ operation_id }) => operation_id))).toEqual(new Set([operation?.id]));
			expect(bench.stored()).toHaveLength(3);
		},
	);

	it('a web page that answers 200 to everything has not accepted anything', async () => {
		const page = {
			status: 200,
			body: '<html></html>',
			contentType: 'text/html',
			headers: { 'request-id': null },
		};
		bench.sandbox.faults.add({ path: '/contacts', times: null, ...page });
		const { json } = await bench.upload({ items: contacts(20), onError, options: { batchSize: 10 } });
		expect(json).toHaveLength(20);
		expect(
			json.every(({ error, message }) => error !== undefined && /Base URL/.test(message as string)),
		).toBe(true);
	});
});

describe('all of it at once', () => {
	it('5,000 elements, 1 % refused, 400 at most in a request, a 500 and a 429', async () => {
		bench.sandbox.configure({ maxContacts: 400, validationKeys: 'index' });
		bench.sandbox.faults.add(
			{ path: '/contacts', after: 3, status: 500, headers: { 'retry-after': '0' } },
			{ path: '/contacts', after: 9, status: 429, headers: { 'retry-after': '1' } },
		);
		const isBad = (n: number) => n % 100 === 42;
		const items = contacts(5000).map(({ id, ...more }, n): IDataObject => {
			if (n % 3 === 1) return { id, ...more, work_emails: `c${n}@example.com`, work_city: 'Bern' };
			if (n % 3 === 2)
				return { id, ...more, section_private: { emails: [`c${n}@example.com`] }, tags: ['x'] };
			return { id, ...more };
		});
		items.forEach(
			(item, n) => isBad(n) && bench.sandbox.refuse(item.id as string, { message: `was refused (${n})` }),
		);

		const run = await bench.upload({ items, onError, options: { parallelUploads: 4 } });

		expect(run.outputs[0]).toHaveLength(5000);
		const fate = fates(run);
		items.forEach(({ id }, n) => {
			expect(fate.get(n)).toEqual([
				isBad(n) ? { error: `ID "${id as string}": was refused (${n})` } : { id },
			]);
		});
		for (const [n, { message }] of run.json.entries())
			if (isBad(n)) expect(message).toContain(`was refused (${n})`);
		expect(bench.stored()).toEqual(
			items
				.filter((_, n) => !isBad(n))
				.map(({ id }) => id)
				.sort(),
		);
		expect(bench.sandbox.faults.done()).toBe(true);
		const accepted = bench.uploads({ status: 202 }).flatMap((upload) => upload.ids ?? []);
		expect(accepted).toHaveLength(new Set(accepted).size);
		expect(bench.uploads().length).toBeLessThanOrEqual(5 * 7 + 3 * 50 * 10);
	}, 30_000);
});
