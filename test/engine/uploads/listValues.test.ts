/** What a list column does to the list. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const section_work = {
	emails: ['a@example.com', 'b@example.com'],
	mobile_numbers: [{ original: '0171/1234567' }, { original: '0172 7654321' }],
};

test.each<[listValues: string, row: IDataObject, numbers: string[], removed: string]>([
	[
		'replace',
		{ work_mobile_numbers: '+491711234567', work_emails: 'A@example.com, b@example.com' },
		['+491711234567'],
		'Removed: 1 entry of Work Mobile Numbers (1 contact).',
	],
	[
		'add',
		{ work_mobile_numbers: '0171 1234567; 030 1234567' },
		['0171/1234567', '0172 7654321', '030 1234567'],
		'',
	],
])('%s: %j', async (listValues, row, numbers, removed) => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_work }] });
	const { hints } = await bench.upload({ items: [{ id: 'a', ...row }], options: { listValues } });
	const [sent = {}] = bench.taken();
	expect(sent.section_work).toMatchObject({ mobile_numbers: numbers.map((number) => ({ number })) });
	const [, said = ''] = /(Removed: .*)$/.exec(hints.map(({ message }) => message).join()) ?? [];
	expect(said).toBe(removed);
});
