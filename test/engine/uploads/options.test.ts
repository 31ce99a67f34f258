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
	['unknownFields', () => expect(stored()).toMatchObject({ data: { shoe_size: '39' } })],
])('%s takes effect as soon as it is added', async (name, check) => {
	const { json } = await run(added(name));
	check(json[0] ?? {});
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
