/** Fields Not Sent: Keep. Each record is read, the row is merged into it, and a failure stays with its own record. */
import { KEY, wordsOf } from '../../support/action';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
test('odd keys of data such as __proto__ are kept and merged', async () => {
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

test('what is noted of a row that is refused is not said of the other rows of its ID', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, nationality: 'german' }] });
	const items = [
		{ id: 'a', ...names },
		{ id: 'a', ...names, nationality: 'french', company: 'K\ufffdln' },
	];
	const { json } = await bench.upload({ items, options: { storedValues: 'keep' } });
	expect(json[1]).toHaveProperty('error');
	expect(json[0]).toEqual({ id: 'a', change: 'unchanged' });
});

describe.each(['contact', 'employee'] as const)('%s: if reading one record fails', (resource) => {
	const items = ['c0', 'c1', 'c2'].map((id) => ({ id, ...names, email: 'a@example.com' }));

	test.each([
		['403', { status: 403, body: { message: 'no' } }],
		['200 with HTML', { status: 200, body: '<html></html>', contentType: 'text/html' }],
		['200 with another record', { status: 200, body: { id: 'other', ...names, company: 'Foreign' } }],
	])('with %s, only that record is refused, and nothing of it is sent', async (_name, fault) => {
		bench.sandbox.faults.add({ method: 'GET', path: `/${resource}s/c1`, times: Infinity, ...fault });
		const { json } = await bench.upload({ resource, items });
		expect(json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, true]);
		expect(Object.keys(json[1] ?? {})).toEqual(['error', 'message']);
		expect(json[1]?.message).toMatch(/\brow 2\b.*Request-Id: \S+$/);
		expect(bench.taken().map(({ id }) => id)).toEqual(['c0', 'c2']);
	});
});

const section_work = {
	emails: ['a@example.com', 'b@example.com'],
	mobile_numbers: [{ original: '0171/1234567' }, { original: '0172 7654321' }],
};

test('with List Values "add", stored entries stay, and none is reported as removed', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_work }] });
	const { hints } = await bench.upload({
		items: [{ id: 'a', work_mobile_numbers: '0171 1234567; 030 1234567' }],
		options: { listValues: 'add' },
	});
	const [sent = {}] = bench.taken();
	expect(sent.section_work).toMatchObject({
		mobile_numbers: ['0171/1234567', '0172 7654321', '030 1234567'].map((number) => ({ number })),
	});
	expect(hints.map(({ message }) => message)).toEqual(['1 contact: 1 changed.']);
});

test('of several rows with one ID, one that cannot be merged is refused alone', async () => {
	const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z' };
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, documentation: { consents: [withdrawn] } }] });
	const older = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };
	const rows = [
		{ title: 'Dr' },
		{ degree: 'MSc', documentation: { consents: [older] } },
		{ company: 'Acme' },
	];
	const { json, hints } = await bench.upload({ items: rows.map((row) => ({ id: 'a', ...row })) });
	expect(json.map(({ accepted, error }) => accepted ?? error)).toEqual([
		true,
		expect.stringContaining('"news"'),
		true,
	]);
	expect(hints.map(({ message }) => message).join()).toMatch(/^2 contacts: 1 changed, 1 refused\./);
	const [sent = {}] = bench.taken();
	expect(sent).toMatchObject({
		id: 'a',
		title: 'Dr',
		company: 'Acme',
		documentation: { consents: [withdrawn] },
	});
	expect(sent).not.toHaveProperty('degree');
});

test('a list takes the values of a heading without a section and of one with the same section', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_private: { emails: ['p@example.com'] } }] });
	const items = [{ id: 'a', email: 'n@example.com', private_emails: 'm@example.com' }];
	const { json } = await bench.upload({ items });
	expect(json).toMatchObject([{ id: 'a', change: 'changed' }]);
	expect(bench.sandbox.contact('a')?.section_private).toEqual({ emails: ['n@example.com', 'm@example.com'] });
});

test('a stored value that contains the key is sent back unchanged; only the output masks it', async () => {
	const data = { note: `portal ${KEY}`, color: 'red' };
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, data }] });
	const items = [{ id: 'a', data: { color: 'blue', note: 'new' } }];
	const { json } = await bench.upload({ items, options: { dryRun: true } });
	expect(json[0]?.changes).toMatchObject({ data: { from: { note: 'portal ***' } } });
	await bench.upload({ items: [{ id: 'a', title: 'Dr' }] });
	expect(bench.sandbox.contact('a')).toMatchObject({ title: 'Dr', data });
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'a refusal masks the key in a quoted value, even if the quote is cut in the middle of it: %s',
	async (onError) => {
		const note = `${'x'.repeat(100 - KEY.length / 2)}${KEY}`;
		bench.sandbox.seed({ contacts: [{ id: 'a', ...names, data: { note } }] });
		const code = { code: 'v1c001', message: 'is too long' };
		const body = { message: 'no', validation_errors: { 0: { 'data.note': code } } };
		bench.sandbox.faults.add({ method: 'POST', path: '/contacts', status: 422, body });
		const run = await bench.upload({ items: [{ id: 'a', title: 'Dr' }], onError });
		const words = onError === 'stopWorkflow' ? wordsOf(run) : JSON.stringify(run.json);
		expect(words).toMatch(/Custom Data \(JSON\) \\?"x+\*\*\*\\?": is too long/);
		expect(words).not.toContain(KEY.slice(0, 4));
	},
);

it.each(['C-7\n', 'C-7\t'])('a contact with the ID %j is created under the ID without it', async (id) => {
	const run = await bench.upload({ items: [{ id, first_name: 'Ada', last_name: 'Lovelace' }] });
	expect(run.json).toMatchObject([{ id: 'C-7', change: 'created' }]);
});
