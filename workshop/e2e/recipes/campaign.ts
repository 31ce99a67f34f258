/* eslint-disable */
import { readFile, writeFile } from 'node:fs/promises';

import { linesOf, type Stage, succeeded } from './stage';

const NAME = 'before-a-campaign';

/** A list of recipients is divided by who may be contacted. */
export function campaignTests(stage: Stage): void {
	test('before a campaign: each recipient is yes, no or unknown, with the reason', async () => {
		const { sandbox } = stage.playground();
		const contact = (id: string, ...states: Array<[string, boolean, string]>) => ({
			id,
			first_name: 'Camp',
			last_name: 'Aign',
			documentation: {
				consents: states.map(([type, granted, granted_at]) => ({ type, granted, granted_at })),
			},
		});
		sandbox.seed({
			contacts: [
				contact(
					'camp-yes',
					['email', true, '2026-01-02T00:00:00Z'],
					['phone', false, '2026-02-02T00:00:00Z'],
				),
				contact('camp-no', ['email', false, '2026-01-02T00:00:00Z']),
				contact(
					'camp-back',
					['email', true, '2026-03-01T00:00:00Z'],
					['email', false, '2026-02-01T00:00:00Z'],
				),
				contact(
					'camp-gone',
					['email', false, '2026-03-01T00:00:00Z'],
					['email', true, '2026-02-01T00:00:00Z'],
				),
				contact('camp-other', ['E-Mail', true, '2026-01-02T00:00:00Z']),
				contact(
					'camp-both',
					['email', true, '2026-03-01T00:00:00Z'],
					['E-Mail', false, '2026-01-02T00:00:00Z'],
				),
				contact('camp-none'),
				contact('camp/é 1', ['email', true, '2026-01-02T00:00:00Z']),
			],
		});
		await writeFile(
			stage.file('recipients.csv'),
			'contact_id,name\ncamp-yes,A\ncamp-no,B\ncamp-back,C\ncamp-gone,D\ncamp-other,E\ncamp-both,E\ncamp-none,F\ncamp-nobody,"=HYPERLINK(""http://x"")"\n,+49 171 5550201\ncamp/é 1,"I, J"\ncamp-yes,A\n',
		);
		succeeded(await stage.run(NAME, 'Start'));
		const [header, ...rows] = await linesOf(stage.file('recipients-checked.csv'));
		expect(header).toBe('contact_id,name,may_write,reason,since');
		expect(rows).toEqual([
			'camp-yes,A,yes,granted,2026-01-02T00:00:00Z',
			'camp-no,B,no,withdrawn,2026-01-02T00:00:00Z',
			'camp-back,C,yes,granted,2026-03-01T00:00:00Z',
			'camp-gone,D,no,withdrawn,2026-03-01T00:00:00Z',
			// Another spelling is the same type, and one withdrawal is enough.
			'camp-other,E,yes,granted,2026-01-02T00:00:00Z',
			'camp-both,E,no,withdrawn,2026-01-02T00:00:00Z',
			'camp-none,F,no,This consent was never given.,',
			`camp-nobody,"'=HYPERLINK(""http://x"")",unknown,The service does not know this contact.,`,
			expect.stringMatching(/^,\+49 171 5550201,unknown,.*Contact/) as unknown,
			'camp/é 1,"I, J",yes,granted,2026-01-02T00:00:00Z',
			'camp-yes,A,yes,granted,2026-01-02T00:00:00Z',
		]);
		const [, ...recipients] = await linesOf(stage.file('recipients-to-write-to.csv'));
		const first = recipients.map((row) => row.split(',')[0]);
		expect(first).toEqual(['camp-yes', 'camp-back', 'camp-other', 'camp/é 1', 'camp-yes']);

		// If nobody has the consent, the list is empty, and no recipient of the earlier list is left.
		await writeFile(stage.file('recipients.csv'), 'contact_id,name\ncamp-none,F\n');
		succeeded(await stage.run(NAME, 'Start'));
		expect((await linesOf(stage.file('recipients-checked.csv')))[1]).toMatch(/^camp-none,F,no,/);
		expect(await readFile(stage.file('recipients-to-write-to.csv'), 'utf8')).toBe('');
		// An empty list of recipients makes no request and no file entry.
		await writeFile(stage.file('recipients-to-write-to.csv'), 'contact_id\nof-an-earlier-run\n');
		await writeFile(stage.file('recipients.csv'), 'contact_id,name\n');
		succeeded(await stage.run(NAME, 'Start'));
		expect(await readFile(stage.file('recipients-to-write-to.csv'), 'utf8')).toBe('');
		// A failing service gives no permission.
		sandbox.faults.add({ path: '/contacts/*', status: 400, body: { message: 'Not today' } });
		await writeFile(stage.file('recipients.csv'), 'contact_id,name\ncamp-yes,A\n');
		succeeded(await stage.run(NAME, 'Start'));
		sandbox.faults.clear();
		expect((await linesOf(stage.file('recipients-checked.csv')))[1]).toMatch(
			/^camp-yes,A,unknown,.*Not today/,
		);
		expect(await readFile(stage.file('recipients-to-write-to.csv'), 'utf8')).toBe('');
	});
}
