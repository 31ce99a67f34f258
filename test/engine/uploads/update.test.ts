/** Update changes an existing record and requires only its ID. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const STORED = {
	contact: { id: 'a', first_name: 'Ada', last_name: 'Lovelace', company: 'Acme' },
	employee: { id: 'a', first_name: 'Grace', email: 'grace@example.com', department: 'Navy' },
};

const update = async (resource: 'contact' | 'employee', items: IDataObject[], more: IDataObject = {}) =>
	await bench.run(
		{
			resource,
			operation: 'update',
			inputMode: 'map',
			options: {},
			columns: { mappingMode: 'autoMapInputData', value: null },
			...more,
		},
		{ items, onError: 'continueRegularOutput' },
	);

describe.each(['contact', 'employee'] as const)('update of a %s', (resource) => {
	const stored = () => (resource === 'contact' ? bench.sandbox.contact('a') : bench.sandbox.employee('a'));
	beforeEach(() =>
		bench.sandbox.seed(
			resource === 'contact' ? { contacts: [STORED.contact] } : { employees: [STORED.employee] },
		),
	);

	test('changes what is sent, keeps the rest, and has the output of Create or Update', async () => {
		const { json } = await update(resource, [{ id: 'a', position: 'Countess' }]);
		expect(json).toMatchObject([
			{ id: 'a', accepted: true, change: 'changed', changes: { position: { to: 'Countess' } } },
		]);
		expect(stored()).toMatchObject({ ...STORED[resource], position: 'Countess' });
	});

	test('refuses a record that does not exist, and sends the others', async () => {
		const { json } = await update(resource, [
			{ id: 'x', position: 'Dean' },
			{ id: 'a', position: 'Dean' },
		]);
		expect(json[0]?.error).toBe(sentence('noRecordYet', { record: resource, id: 'x' }));
		expect(refusalOf(json[0])).toMatch(/row 1/);
		expect(json[1]).toMatchObject({ id: 'a', accepted: true });
		expect(bench.taken().map(({ id }) => id)).toEqual(['a']);
	});

	test('requires an ID', async () => {
		const { json } = await update(resource, [{ position: 'Dean' }]);
		expect(json[0]?.error).toMatch(/ID/);
		expect(bench.posts()).toEqual([]);
	});

	test.each<[what: string, items: IDataObject[], more?: IDataObject]>([
		['no ID column', [{ Firma: 'N' }]],
		['no ID column, in JSON', [{ firma: 'N' }], { inputMode: 'json', json: '={{ $json }}' }],
		['a blank ID', [{ ID: '', company: 'N', position: 'Dean' }]],
		['an ID of a formula that failed', [{ id: '#N/A', position: 'Dean' }]],
		[
			'a blank ID by hand',
			[{}],
			{ columns: { mappingMode: 'defineBelow', value: { id: '', position: 'Dean' } } },
		],
	])('asks for the ID and for no other column: %s', async (_what, items, more = {}) => {
		const { json, hints } = await update(resource, items, more);
		const words = `${refusalOf(json[0])} ${hints.map(({ message }) => message).join(' ')}`;
		expect(words).toMatch(/\bID\b/);
		expect(words).not.toMatch(/first_?name|last_?name|, email|and Email/i);
		expect(words).toContain(resource === 'contact' ? 'customer number' : 'personnel number');
		expect(/If another column is the ID/.test(words)).toBe(
			items.every((one) => !('ID' in one || 'id' in one) && !more.columns),
		);
	});

	test('accepts mapped columns although n8n has saved others as required', async () => {
		const required =
			resource === 'contact' ? ['id', 'first_name', 'last_name'] : ['id', 'first_name', 'email'];
		const schema = [...required, 'position'].map((id) => ({
			id,
			displayName: id,
			required: required.includes(id),
			defaultMatch: false,
			display: true,
			type: 'string',
			canBeUsedToMatch: false,
			removed: false,
		}));
		const columns = {
			mappingMode: 'defineBelow',
			value: { id: '={{ $json.Nr }}', position: 'Dean' },
			matchingColumns: [],
			schema,
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		};
		const { json } = await update(resource, [{ Nr: 'a' }], { columns });
		expect(json).toMatchObject([{ id: 'a', change: 'changed' }]);
	});

	test('has a dry run', async () => {
		const options = { dryRun: true };
		const { json } = await update(resource, [{ id: 'a', position: 'Dean' }, { id: 'x' }], { options });
		expect(json).toMatchObject([
			{ id: 'a', dry_run: true, exists: true, changes: { position: { from: null, to: 'Dean' } } },
			{ id: 'x', dry_run: true, would_be_refused: expect.toSay('noRecord') as string },
		]);
		expect(bench.posts()).toEqual([]);
	});
});
