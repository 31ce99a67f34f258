/** Uploads to a service in trouble: every element still ends exactly once. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contacts } from '../support/bulk';
import { byInput } from '../support/upload-bench';

const bench = bulkBench({ logBodies: false, logLimit: 100_000 });

const onError = 'continueRegularOutput' as const;

describe('a service in trouble', () => {
	it('reads of current contacts stop at a refused key', async () => {
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/*', times: null, status: 401 });
		const options = { batchSize: 50, parallelUploads: 2 };
		const { json } = await bench.upload({ items: contacts(500), onError, options, fieldsNotSent: 'keep' });
		expect(json.filter(({ error }) => error === 'The service refused the API key')).toHaveLength(500);
		expect(bench.sandbox.log.count()).toBeLessThanOrEqual(16);
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
		const ends = byInput(run);
		items.forEach(({ id }, n) => {
			const refusal = { error: `ID "${id as string}": was refused (${n})` };
			expect(ends.get(n)).toEqual([expect.objectContaining(isBad(n) ? refusal : { id, accepted: true })]);
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
