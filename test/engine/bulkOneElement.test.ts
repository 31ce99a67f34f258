/** What becomes of rows that share an ID, and of a dry run. */
import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

const onError = 'continueRegularOutput' as const;

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

	it.each([undefined, onError] as const)(
		'never stops, and puts out in its place what would be refused (%s)',
		async (given) => {
			bench.sandbox.seed({ contacts: [contact('a')] });
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
