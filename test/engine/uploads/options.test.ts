/** Each option does what its name says when it is added, and its absence means the careful choice. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contact } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
const names = { first_name: 'Ada', last_name: 'Lovelace' };

/** The default value of an option of Create or Update, as the editor adds it. */
function added(name: string): IDataObject {
	const { properties } = bench.engine.loader.getNode('contactConsent').type.description as {
		properties: INodeProperties[];
	};
	const options = properties.find(
		({ name: field, displayOptions: { show } = {} }) =>
			field === 'options' && show?.resource?.includes('contact') && show.operation?.includes('upsert'),
	)?.options as INodeProperties[];
	return { [name]: options.find((option) => option.name === name)?.default };
}

const items = [{ id: 'a', work_emails: 'new@example.com', company: '', shoe_size: '39' }];
const section_work = { emails: ['old@example.com'] };
const run = async (options: IDataObject) => {
	bench.sandbox.reset();
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, company: 'Acme', section_work }] });
	return await bench.upload({ items, options });
};
const stored = () => bench.sandbox.contact('a') as unknown as IDataObject & { section_work: IDataObject };

test('without options, rows are uploaded and waited for, lists are replaced, and blanks and unknown columns are left out', async () => {
	const { json } = await run({});
	expect(json).toMatchObject([{ accepted: true, operation_status: 'finished', not_sent: ['shoe_size'] }]);
	expect(stored()).toMatchObject({ company: 'Acme', section_work: { emails: ['new@example.com'] } });
});

test.each<[name: string, check: (json: IDataObject) => void]>([
	['dryRun', (json) => expect([json.dry_run, bench.posts()]).toEqual([true, []])],
	['waitUntilFinished', (json) => expect([json.accepted, 'operation_status' in json]).toEqual([true, false])],
	['emptyFields', () => expect(stored().company).toBe('')],
	['listValues', () => expect(stored().section_work.emails).toEqual(['old@example.com', 'new@example.com'])],
	[
		'storedValues',
		(json) => {
			expect(stored().section_work.emails).toEqual(['old@example.com']);
			expect(json).toMatchObject({ change: 'unchanged', not_sent: ['shoe_size', 'work_emails'] });
		},
	],
	['unknownFields', () => expect(stored()).toMatchObject({ data: { shoe_size: '39' } })],
])('%s takes effect as soon as it is added', async (name, check) => {
	const { json } = await run(added(name));
	check(json[0] ?? {});
});

test('Stored Values "Keep" together with Clear is refused before any request', async () => {
	for (const storedValues of ['keep', 'overwrite']) {
		const { json } = await bench.upload({
			items: [contact('a')],
			fieldsNotSent: 'clear',
			options: { storedValues },
		});
		const isRefused = storedValues === 'keep';
		if (isRefused) expect(json[0]?.error).toMatch(/'Stored Values' keeps .* 'Fields Not Sent' is Clear/);
		expect(bench.requests().length === 0).toBe(isRefused);
	}
});

test.each(['', null, undefined])(
	'if an expression for Dry Run gives %p, the row is refused and not uploaded',
	async (given) => {
		const run = await bench.upload({
			items: [{ ...contact('a'), given }],
			options: { dryRun: '={{ $json.given }}' },
		});
		expect(run.json[0]?.error).toMatch(/'Dry Run'/);
		expect(bench.requests()).toEqual([]);
	},
);

describe('an option counts for all rows:', () => {
	const people = Array.from({ length: 5 }, (_, at) => ({
		...contact(`c-${at}`),
		at,
		dry: at !== 2,
		none: '',
	}));
	const words = async (options: IDataObject, more: object = {}) => {
		const { json, error } = await bench.upload({ items: people, options, ...more });
		return JSON.stringify(json) + (error?.message ?? '');
	};

	it.each([['continueRegularOutput'], [undefined]] as const)(
		'a dry run of some rows is no real run of the others (On Error: %s)',
		async (onError) => {
			const said = await words({ dryRun: '={{ $json.dry }}' }, { onError });
			expect(said).toContain("'Dry Run' is true for row 1, but false for row 3");
			expect(bench.requests()).toEqual([]);
		},
	);

	it.each<[label: string, IDataObject]>([
		['Empty Fields', { emptyFields: '={{ $json.at === 4 ? "send" : "omit" }}' }],
		['Batch Size', { batchSize: '={{ $itemIndex + 1 }}' }],
		['Wait Until Finished', { waitUntilFinished: '={{ $("Start").item.json.at < 4 }}' }],
	])('another %s for the last row is refused before any request', async (label, options) => {
		expect(await words(options)).toMatch(new RegExp(`'${label}' is .+ for row 1, but .+ for row 5`));
		expect(bench.requests()).toEqual([]);
	});

	it('Set Consent is refused as an upload is', async () => {
		const run = await bench.run(
			{
				resource: 'contact',
				operation: 'setConsent',
				contactId: '={{ $json.id }}',
				consentType: 'newsletter',
				options: { dryRun: '={{ $json.dry }}' },
			},
			{ items: people },
		);
		expect(run.error?.message).toBe("The parameter 'Dry Run' is true for row 1, but false for row 3");
		expect(bench.requests()).toEqual([]);
	});

	it.each<[IDataObject]>([
		[{ dryRun: '={{ $json.at >= 0 }}' }],
		// Nothing counts as not set.
		[{ dryRun: true, emptyFields: '={{ $json.at === 4 ? $json.none : "omit" }}' }],
		// Evaluated once: it would differ between two evaluations.
		[{ dryRun: true, batchSize: '={{ $now.toMillis() % 2 + Math.ceil(Math.random() * 900) }}' }],
	])('%j is the same for all', async (options) => {
		const { json } = await bench.upload({ items: people, options });
		expect(json.map(({ dry_run }) => dry_run)).toEqual(people.map(() => true));
	});
});
