/** An upload to a service in trouble. Every record has one result. */
import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../support/people';
import { byInput, uploadBench } from '../../support/upload-bench';

const bench = uploadBench({ logBodies: false });

it('5,000 records have one result each, with 1 % refused, 400 per request, a 500 and a 429', async () => {
	bench.sandbox.configure({ maxContacts: 400, validationKeys: 'index' });
	bench.sandbox.faults.add(
		{ path: '/contacts', after: 3, status: 500, headers: { 'retry-after': '0' } },
		{ path: '/contacts', after: 9, status: 429, headers: { 'retry-after': '1' } },
	);
	const isBad = (n: number) => n % 100 === 42;
	const items = contacts(5000).map(({ id, ...more }, n): IDataObject => {
		if (n % 3 === 1) return { id, ...more, work_emails: `c${n}@example.com`, work_city: 'Bern' };
		if (n % 3 === 2) return { id, ...more, section_private: { emails: [`c${n}@example.com`] }, tags: ['x'] };
		return { id, ...more };
	});
	items.forEach(
		(item, n) => isBad(n) && bench.sandbox.refuse(item.id as string, { message: `was refused (${n})` }),
	);

	const run = await bench.upload({ items, fieldsNotSent: 'clear' });

	expect(run.outputs[0]).toHaveLength(5000);
	const ends = byInput(run);
	items.forEach(({ id }, n) => {
		const refusal = {
			error: `ID "${id as string}": was refused (${n})`,
			message: expect.stringContaining(`was refused (${n})`) as string,
		};
		expect(ends.get(n)).toEqual([expect.objectContaining(isBad(n) ? refusal : { id, accepted: true })]);
	});
	const good = items.filter((_, n) => !isBad(n)).map(({ id }) => id as string);
	const { contacts: stored } = bench.sandbox.state();
	expect(stored.map(({ id }) => id).sort()).toEqual(good.sort());
	expect(bench.sandbox.faults.done()).toBe(true);
	const accepted = bench.posts().flatMap(({ status, ids = [] }) => (status === 202 ? ids : []));
	expect(accepted).toHaveLength(new Set(accepted).size);
	expect(bench.posts().length).toBeLessThanOrEqual(5 * 7 + 3 * 50 * 10);
}, 30_000);
