/** What becomes of rows that share an ID, and of records that would stay as they are. */
import { contact as record } from '../support/action';
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench();

const onError = 'continueRegularOutput' as const;
const keep = { fieldsNotSent: 'keep', onError } as const;

describe('rows of one ID are one upload', () => {
	it('with Clear the last one counts, and each row has the outcome', async () => {
		const items = [contact('a', { title: 'Dr.' }), contact('b'), contact('a', { company: 'Acme' })];
		const { outputs, hints } = await bench.upload({ items, onError });
		expect(bench.uploads()).toHaveLength(1);
		expect(bench.lastBody()).toEqual([contact('a', { company: 'Acme' }), contact('b')]);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.id, json.accepted, pairedItem])).toEqual([
			['a', true, { item: 0 }],
			['b', true, { item: 1 }],
			['a', true, { item: 2 }],
		]);
		expect(hints).toMatchObject([
			{
				message: 'Accepted: 2 of 2 contacts. ID a occurs in rows 1 and 3: the later row counts.',
				type: 'warning',
			},
		]);
	});

	it('with Keep the later one is laid over the earlier ones', async () => {
		bench.sandbox.seed({ contacts: [record('a', { website: 'https://a.example' })] });
		const items = [
			{ id: 'a', title: 'Dr.', company: 'Old' },
			{ id: ' a', company: 'Acme' },
		];
		await bench.upload({ items, ...keep });
		expect(bench.lastBody()).toMatchObject([{ title: 'Dr.', company: 'Acme', website: 'https://a.example' }]);
		expect(bench.sandbox.log.all({ method: 'GET' })).toHaveLength(1);
	});

	it('are refused together', async () => {
		const { json } = await bench.upload({ items: [contact('a'), badContact('a')], onError });
		expect(json).toHaveLength(2);
		for (const { error, message } of json) {
			expect(error).toBe('Work Emails "not-an-address": is not a valid email');
			expect(message).toMatch(/It came from rows 1 and 2 of the input\./);
		}
	});

	it('slow nothing down: 2,000 rows of which each ID stands twice are one request', async () => {
		const { json } = await bench.upload({ items: [...contacts(1000), ...contacts(1000)], onError });
		expect(json).toHaveLength(2000);
		expect(bench.uploads()).toHaveLength(1);
	});
});

describe('with Keep only what changes is sent', () => {
	const stored = [record('same', { title: 'Dr.' }), record('other', { title: 'Dr.' })];
	const rows = [
		{ id: 'same', title: 'Dr.' },
		{ id: 'other', title: 'Prof.' },
		contact('new', { title: 'Dr.' }),
	];

	it('and each item says what happened', async () => {
		bench.sandbox.seed({ contacts: stored });
		const { json, hints } = await bench.upload({
			items: rows,
			...keep,
			options: { waitUntilFinished: true },
		});
		expect(bench.uploads().map(({ ids }) => ids)).toEqual([['other', 'new']]);
		expect(json[0]).toEqual({ id: 'same', change: 'unchanged' });
		expect(json.slice(1).map(({ change }) => change)).toEqual(['changed', 'created']);
		expect(Object.keys(json[1] ?? {})).toEqual([
			...['id', 'accepted', 'change', 'item_status', 'operation_status', 'timed_out'],
			...['operation_id', 'operation_link', 'request_id'],
		]);
		expect(hints[0]?.type).toBe('info');
		expect(hints[0]?.message).toContain('Accepted: 2 of 3 contacts. Not sent, because nothing changes: 1.');
	});
});

describe('a dry run', () => {
	const dry = { options: { dryRun: true }, fieldsNotSent: 'keep' };
	const items = [
		{ id: 'a', title: 'Dr.' },
		{ id: 'nobody' },
		{ title: 'without ID' },
		contact('a', { company: 'Acme' }),
		contact('new'),
	];

	it.each([undefined, onError, 'continueErrorOutput'] as const)(
		'never stops, and puts out in its place what would be refused (%s)',
		async (given) => {
			bench.sandbox.seed({ contacts: [record('a')] });
			const { outputs, error, hints } = await bench.upload({ items, ...dry, onError: given });
			expect(error).toBeUndefined();
			const json = outputs.flat().map((item) => item.json);
			expect(json).toMatchObject([
				{ id: 'a', dry_run: true, exists: true, changes: { title: { from: null, to: 'Dr.' } } },
				{ id: 'nobody', dry_run: true, would_be_refused: 'First Name and Last Name are missing' },
				{ id: '', dry_run: true, would_be_refused: 'ID, First Name and Last Name are missing' },
				{ id: 'a', dry_run: true, exists: true },
				{ id: 'new', dry_run: true, exists: false },
			]);
			for (const refused of json.slice(1, 3)) {
				expect(Object.keys(refused)).toEqual(['id', 'dry_run', 'would_be_refused', 'message']);
			}
			expect(json[1]?.message).toMatch(/It came from row 2 of the input\./);
			expect(bench.uploads()).toEqual([]);
			expect(hints).toHaveLength(1);
			expect(hints[0]?.message).toMatch(
				/^Dry run of 4 contacts, nothing was changed\. Would be created: 1\. Would be changed: 1\. Would stay as they are: 0\. Would be refused: 2\. ID a occurs in rows 1 and 4: the later row counts\./,
			);
		},
	);

	it.each([undefined, onError])('ends where the key is refused (%s)', async (given) => {
		const { error, json } = await bench.upload({
			items,
			...dry,
			onError: given,
			credentials: { apiKey: 'no-such-key-77' },
		});
		if (given === undefined) expect(error?.message).toBe('The service refused the API key');
		else for (const item of json) expect(item.error).toBe('The service refused the API key');
	});
});
