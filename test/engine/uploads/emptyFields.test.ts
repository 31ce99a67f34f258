/** Empty Fields: Send. A blank cell clears its field. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';
import { overKim } from '../../support/upload-kim';

const bench = uploadBench();
const upload = overKim(bench);

const options = { emptyFields: 'send' };
const before = {
	company: 'Muster',
	birthday: '1985-05-12',
	section_work: { emails: ['a@x.org'] },
	data: { a: 'b' },
	documentation: { consents: [{ type: 'news', granted: true }] },
};

it("a cell that n8n's file reader has left out clears its field, except required, nested and consent columns", async () => {
	const items = [
		{
			id: '2',
			first_name: 'A',
			last_name: 'B',
			company: 'x',
			Geburtstag: '2000-01-01',
			'E-Mail geschäftlich': 'b@x.org',
			data: '{"c":"d"}',
			documentation: { consents: [] },
		},
		{ id: '1' },
	];
	const { run, contacts } = await upload(items, { options, stored: before });
	expect(run.json[1]).toMatchObject({ change: 'changed' });
	expect(run.json[1]).not.toHaveProperty('not_sent');
	expect(contacts.find(({ id }) => id === '1')).toMatchObject({
		first_name: 'Kim',
		data: { a: 'b' },
		documentation: before.documentation,
	});
	expect(Object.keys((run.json[1]?.changes ?? {}) as IDataObject).sort()).toEqual([
		'birthday',
		'company',
		'work_emails',
	]);
});

it('a field that another heading of the row fills is not cleared', async () => {
	const items = [
		{ id: '2', first_name: 'A', last_name: 'B', company: 'x' },
		{ id: '1', Unternehmen: 'Muster' },
	];
	const { run } = await upload(items, { options, stored: before });
	expect(run.json[1]).toMatchObject({ id: '1', change: 'unchanged' });
});

describe('a cell that is left out for its content clears nothing, also beside another heading for its field', () => {
	const table = {
		company: 'x',
		'E-Mail geschäftlich': 'b@x.org',
		Unternehmen: 'x',
		'E-Mail geschäftlich 2': '',
	};
	const other = { id: '2', first_name: 'A', last_name: 'B', ...table };

	it.each<[what: string, row: IDataObject]>([
		['that is blank', { Unternehmen: '', 'E-Mail geschäftlich 2': '' }],
		['whose blank cell the file reader has left out', {}],
	])('%s', async (_what, row) => {
		const items = [other, { id: '1', company: '#REF!', 'E-Mail geschäftlich': '#N/A', ...row }];
		const { run } = await upload(items, { options, stored: before });
		expect(run.json[1]).toEqual({ id: '1', change: 'unchanged' });
	});
});

it('with columns mapped by hand, an expression that gives nothing clears its field', async () => {
	bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...before }] });
	const columns = {
		id: '1',
		company: '={{ $json.nothing }}',
		first_name: '={{ $json.nothing }}',
		data: '={{ $json.nothing }}',
	};
	const run = await bench.upload({ items: [{ a: 1 }], map: { columns }, options });
	expect(run.json[0]?.changes).toEqual({ company: { from: 'Muster', to: null } });
});

it('in JSON, a missing key clears nothing', async () => {
	bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...before }] });
	const items = [{ id: '1' }, { id: '2', first_name: 'A', last_name: 'B', company: 'x' }];
	const run = await bench.upload({ items, map: 'json', options });
	expect(run.json[0]).toMatchObject({ change: 'unchanged' });
});

it('a sheet that comes again clears no other value: of several, a blank without a section clears none', async () => {
	const numbers = ['030 111111', '030 222222'].map((number) => ({ number }));
	const stored = { section_work: { phone_numbers: numbers }, section_private: { emails: ['a@x.org'] } };
	const row = { id: '1', Phone: '', Email: '' };
	const first = await upload([row], { options, stored });
	expect(first.run.json[0]).toMatchObject({
		change: 'changed',
		changes: { private_emails: { from: ['a@x.org'], to: null } },
		not_sent: ['Phone'],
	});
	expect(first.run.hints[0]?.message).toSay('blankForSeveral');
	const [contact] = first.contacts;
	const again = await bench.upload({ items: [row], options });
	expect(again.json[0]).toMatchObject({ change: 'unchanged' });
	expect(bench.sandbox.contact('1')?.section_work).toEqual(contact?.section_work);
	expect(contact?.section_work?.phone_numbers).toHaveLength(2);
});
