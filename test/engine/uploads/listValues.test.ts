/** What a list column does to the list, and what the hint says of what is lost or left out. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const section_work = {
	emails: ['a@example.com', 'b@example.com'],
	mobile_numbers: [{ original: '0171/1234567' }, { original: '0172 7654321' }],
};

const upload = async (row: IDataObject, options: IDataObject = {}) => {
	bench.sandbox.reset();
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_work }] });
	const { json, hints } = await bench.upload({ items: [{ id: 'a', ...row }], options });
	const sent = (bench.taken()[0]?.section_work ?? {}) as Record<string, IDataObject[]>;
	return {
		item: json[0] ?? {},
		hint: hints.map(({ message }) => message).join(' '),
		emails: sent.emails?.map(({ email }) => email),
		numbers: sent.mobile_numbers?.map(({ number }) => number),
	};
};

test('Replace: the list is what the row has, and the hint says how many entries that removes', async () => {
	const { numbers, hint } = await upload({
		work_mobile_numbers: '+491711234567',
		work_emails: 'A@example.com, b@example.com',
	});
	expect(numbers).toEqual(['+491711234567']);
	expect(hint).toContain('Removed: 1 entry of Work Mobile Numbers (1 contact).');
	expect(hint).not.toContain('Work Emails');
});

test('a dry run says what would be removed, and which e-mails are no addresses', async () => {
	const { item, hint } = await upload({ work_emails: 'ada.example.com' }, { dryRun: true });
	expect(item.changes).toEqual({
		work_emails: { from: ['a@example.com', 'b@example.com'], to: ['ada.example.com'] },
	});
	expect(hint).toContain('Would be removed: 2 entries of Work Emails (1 contact).');
	expect(hint).toContain('Not an e-mail address: Work Emails "ada.example.com" (1 contact).');
});

test.each(['json', 'auto'] as const)(
	'a stored value of another kind blocks nothing, and is sent back (%s)',
	async (map) => {
		const shown = {
			id: 'a',
			...names,
			company: { name: 'Acme' },
			data: { score: {}, level: 3 },
			birthday: 32904,
		};
		bench.sandbox.seed({ contacts: [{ id: 'a', ...names }] });
		bench.sandbox.faults.add({ method: 'GET', path: '/contacts/a', body: shown, status: 200, times: 1 });
		bench.sandbox.faults.add({ method: 'POST', status: 202, body: {}, times: 1 });
		const { json } = await bench.upload({ items: [{ id: 'a', title: 'Dr' }], map });
		expect(json).toMatchObject([{ id: 'a', accepted: true, change: 'changed' }]);
		expect(bench.posts().map(({ body }) => body)).toEqual([[{ ...shown, title: 'Dr' }]]);
	},
);
