/** Fields Not Sent: Keep reads each record first, lays over it what is sent, and lets no record block another. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const lines = (count: number, more: (at: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ id: `c${at}`, ...names, ...more(at) }));

test('Clear makes of the record exactly what is sent, without reading it', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, company: 'Gone' }] });
	await bench.upload({ items: [{ id: 'a', ...names, title: 'Dr' }], fieldsNotSent: 'clear' });
	expect(bench.sandbox.contact('a')).toEqual({
		id: 'a',
		...names,
		title: 'Dr',
		employee_id: 'default',
		tags: [],
	});
	expect(bench.requests()).toEqual(['POST /contacts']);
});

test('keys of data as odd as __proto__ are kept and laid over', async () => {
	const stored = JSON.parse('{"a":"1","constructor":"2","toString":"3","__proto__":"4"}') as Record<
		string,
		string
	>;
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, data: stored }] });
	await bench.upload({ items: [{ id: 'a', data: '{"constructor":"9","hasOwnProperty":"8"}' }] });
	const after = Object.entries(bench.sandbox.contact('a')?.data ?? {});
	const expected = { a: '1', constructor: '9', hasOwnProperty: '8', toString: '3' };
	expect(after.sort()).toEqual([...Object.entries(expected), ['__proto__', '4']].sort());
});

describe.each(['contact', 'employee'] as const)('%s: reading fails for one', (resource) => {
	const rows = lines(5, () => ({ email: 'a@example.com' }));
	const path = `/${resource}s/c2`;

	test.each([
		['403', { status: 403, body: { message: 'no' } }],
		['200 with HTML', { status: 200, body: '<html></html>', contentType: 'text/html' }],
		['200 with another record', { status: 200, body: { id: 'other', ...names, company: 'Foreign' } }],
		['200 without an id', { status: 200, body: { ...names, company: 'Foreign' } }],
	])('%s: that element alone is refused, and nothing of it is sent', async (_name, fault) => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		bench.sandbox.faults.add({ method: 'GET', path, times: Infinity, ...fault });
		const { json } = await bench.upload({ resource, items: rows });
		jest.restoreAllMocks();
		expect(json.map(({ accepted }) => accepted ?? null)).toEqual([true, true, null, true, true]);
		expect(Object.keys(json[2] ?? {})).toEqual(['error', 'message']);
		expect(json[2]?.message).toMatch(/\brow 3\b.*Request-Id: \S+$/);
		expect(bench.taken().map(({ id }) => id).sort()).toEqual(['c0', 'c1', 'c3', 'c4']);
	}); // prettier-ignore
});

test.each([
	['one upload at a time', { batchSize: 1000, parallelUploads: 1 }],
	['with the default options', {}],
])('at most 100 records are read and then sent at once (%s)', async (_name, options) => {
	bench.sandbox.seed({ contacts: lines(250) as never });
	const { json } = await bench.upload({ items: lines(250, () => ({ title: 'Dr' })), options });
	expect(json.filter(({ accepted }) => accepted === true)).toHaveLength(250);
	const uploads = bench.posts();
	expect(Math.max(...uploads.map(({ elements = 0 }) => elements))).toBeLessThanOrEqual(100);
	expect(uploads.length).toBeLessThanOrEqual(5);
	let waiting = 0;
	let most = 0;
	for (const { method, elements = 0 } of bench.sandbox.log.all()) {
		waiting += method === 'GET' ? 1 : -elements;
		most = Math.max(most, waiting);
	}
	expect(most).toBeLessThanOrEqual(100);
});

test('of the rows of one ID, one that cannot be laid over what is there is refused alone', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_private: { emails: ['p@example.com'] } }] });
	const clash = { email: 'n@example.com', private_emails: 'm@example.com' };
	const items = [{ title: 'Dr' }, clash, { company: 'Acme' }].map((row) => ({ id: 'a', ...row }));
	const { json, hints } = await bench.upload({ items });
	expect(json.map(({ accepted, error }) => accepted ?? error)).toEqual([
		true,
		expect.stringContaining("'private_emails' and 'email' have different values"),
		true,
	]);
	expect(hints.map(({ message }) => message).join()).toMatch(/Accepted: 1 of 2 contacts\. Refused: 1\./);
	expect(bench.taken()).toMatchObject([{ id: 'a', title: 'Dr', company: 'Acme' }]);
});
