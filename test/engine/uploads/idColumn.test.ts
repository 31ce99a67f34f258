/** ID Column over HTTP: the e-mail address as the ID, on purpose. */
import { uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const people = [
	{ id: 1, 'E-Mail': 'Jana@Example.org', Vorname: 'Jana', Nachname: 'Meier' },
	{ id: 2, 'E-Mail': 'ole@example.org', Vorname: 'Ole', Nachname: 'Probst' },
];
const options = { idColumn: 'E-Mail' };
const hintOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message).join(' ');

it('creates contacts, says how many are perhaps there twice, and is unchanged the second time', async () => {
	for (const dryRun of [true, false]) {
		const run = await bench.upload({ items: people, options: { ...options, ...(dryRun && { dryRun }) } });
		expect(run.json.map(({ id }) => id)).toEqual(['jana@example.org', 'ole@example.org']);
		expect(hintOf(run)).toMatch(
			new RegExp(
				`2 contacts ${dryRun ? 'would be' : 'were'} created with their e-mail address as ID: .* without their withdrawals`,
			),
		);
		expect(hintOf(run)).toContain(`id ${sentence('isNotSent')} E-Mail is the ID`);
	}
	expect(bench.sandbox.contact('jana@example.org')).toMatchObject({
		first_name: 'Jana',
		section_work: { emails: ['Jana@Example.org'] },
	});
	const again = await bench.upload({ items: people, options });
	expect(again.json.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
	expect(hintOf(again)).not.toContain('there twice');
});

it.each(['keep', 'clear'])(
	'refuses a member of the same family, with Fields Not Sent "%s"',
	async (fieldsNotSent) => {
		await bench.upload({ items: people, options });
		const posts = bench.posts().length;
		const items = [{ 'E-Mail': 'jana@example.org', Vorname: 'Ada', Nachname: 'Meier' }];
		const { json } = await bench.upload({ items, options, fieldsNotSent });
		expect(json[0]).toMatchObject({ error: expect.toSay('firstNameDiffers') as string });
		expect(json[0]?.message).toMatch(/Jana Meier.*Ada Meier.*Families share/);
		expect(bench.posts()).toHaveLength(posts);
	},
);

it('with Clear, contacts that are created are counted, too', async () => {
	const run = await bench.upload({ items: people, options, fieldsNotSent: 'clear' });
	expect(hintOf(run)).toContain('2 contacts were created with their e-mail address as ID');
	expect(run.json[0]).not.toHaveProperty('change');
});

it('Update finds contacts by it, and refuses those that are not there', async () => {
	await bench.upload({ items: people.slice(0, 1), options });
	const run = await bench.run(
		{
			resource: 'contact',
			operation: 'update',
			inputMode: 'map',
			options,
			columns: { mappingMode: 'autoMapInputData', value: null },
		},
		{ items: people.map((one) => ({ ...one, Firma: 'Acme' })), onError: 'continueRegularOutput' },
	);
	expect(run.json).toMatchObject([
		{ id: 'jana@example.org', change: 'changed' },
		{ error: expect.stringContaining('There is no contact') as string },
	]);
});

it('a table without an ID names the option, and a column that no row has is refused before any request', async () => {
	const items = [{ 'E-Mail': 'jana@example.org', Vorname: 'Jana', Nachname: 'Meier' }];
	const without = await bench.upload({ items });
	expect(without.json[0]?.message).toMatch(new RegExp(`e\\.g\\. E-Mail: ${sentence('enterIdHeading')}`));
	for (const map of ['auto', 'json'] as const) {
		const wrong = await bench.upload({ items, map, options: { idColumn: 'Mail Address' } });
		expect(wrong.json[0]?.error).toContain('\'ID Column\' is "Mail Address"');
	}
	const byHand = await bench.upload({
		items,
		map: { columns: { email: '={{ $json["E-Mail"] }}' } },
		options,
	});
	expect(byHand.json[0]?.error).toSay('idColumnByHand');
	expect(bench.requests()).toEqual([]);
});

it('is the ID of people who are entered as JSON beside an item without data', async () => {
	const json = JSON.stringify([
		{ id: 1, email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' },
	]);
	const { json: output } = await bench.upload({ items: [{}], map: { json }, options: { idColumn: 'email' } });
	expect(output).toMatchObject([{ id: 'ada@example.org', change: 'created' }]);
	expect(bench.sandbox.state().contacts.map(({ id }) => id)).toEqual(['ada@example.org']);
});
