/* eslint-disable */
/** The examples with pages, in a browser: Upload page, Take it back, What changed. */

import type { Page } from 'playwright-core';

import { finished, itemsOf } from '../playground/executions';
import { published } from '../playground/provision';
import { excel, sheets } from './excel';
import { openForm, press } from './forms';
import { eventually } from './playground';
import { dataTables } from './recipes/data-tables';
import { inEditor, useEditor } from './use-editor';

/** Before n8n 2.41, forms have no login, so the compatibility tests leave these out. */
const inNewestN8n = process.env.PLAYGROUND_N8N ? describe.skip : describe;

/** Windows-1252 as Excel writes it, for the characters in this file. */
const windows1252 = (text: string): Buffer =>
	Buffer.from(
		[...text].map((char) => ({ '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96 })[char] ?? char.charCodeAt(0)),
	);

inNewestN8n('pages', () => {
	const editor = useEditor('e2e-pages');

	beforeAll(async () => {
		const { api, workflows } = editor().playground;
		for (const name of ['upload-page', 'take-it-back', 'what-changed']) {
			await api.publish(workflows[name] ?? '');
			await published(api, workflows[name] ?? '');
		}
	}, 120_000);

	const open = async (path: string, page: Page = editor().page) =>
		await openForm(page, editor().playground.url, path);

	const choose = async (name: string, buffer: Buffer, page: Page = editor().page) => {
		await open('upload-contacts', page);
		const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
		await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
	};

	/** Uploads a file as a person does. Returns the text of the last page. */
	async function upload(name: string, file: Buffer): Promise<string> {
		const { page } = editor();
		await choose(name, file);
		await press(page, 'This would happen');
		return await press(page, 'Uploaded');
	}

	const contact = (id: string) => editor().playground.sandbox.contact(id);

	inEditor(editor, 'a German file with semicolons is uploaded', async () => {
		const rows =
			'Kundennr;Vorname;Nachname;E-Mail geschäftlich;PLZ;Ort\nK-1;Jürgen;Groß;j@example.com;80331;München\n';
		expect(await upload('kunden.csv', Buffer.from(rows))).toContain(
			'1 created, 0 changed, 0 unchanged, 0 refused',
		);
		expect(contact('K-1')).toMatchObject({ first_name: 'Jürgen', last_name: 'Groß' });
	});

	inEditor(editor, 'a file in Windows-1252 is uploaded with its letters', async () => {
		const file = windows1252('ID;Vorname;Nachname;Firma\nW-1;Änne;Müller;Café „Zur Post“ – 5 €\n');
		expect(await upload('win.csv', file)).toContain('1 created');
		expect(contact('W-1')).toMatchObject({ first_name: 'Änne', company: 'Café „Zur Post“ – 5 €' });
	});

	inEditor(
		editor,
		'an Excel file with birthdays is uploaded, and refused rows come back unchanged with the reason',
		async () => {
			const { page } = editor();
			const file = excel([
				['ID', 'First Name', 'Last Name', 'Birthday'],
				['X-1', 'Ada', 'Lovelace', new Date(Date.UTC(1985, 4, 12))],
				['X-2', '=1+1', '', null],
			]);
			await choose('people.xlsx', file);
			expect(await press(page, 'This would happen')).toMatch(/1 new, .* 1 refused[^]*X-2: .*Last Name/);
			const download = page.waitForEvent('download');
			expect(await press(page, 'Uploaded')).toContain('1 created, 0 changed, 0 unchanged, 1 refused');
			expect(contact('X-1')).toMatchObject({ birthday: '1985-05-12' });
			const stream = await (await download).createReadStream();
			const chunks: Buffer[] = [];
			for await (const chunk of stream) chunks.push(chunk as Buffer);
			const back = sheets.read(Buffer.concat(chunks));
			const cells = JSON.stringify(back.Sheets[back.SheetNames[0] ?? '']);
			expect(cells).toMatch(/X-2[^]*=1\+1[^]*Last Name/);
			// A name that looks like a formula stays text.
			expect(cells).not.toContain('"f":');
		},
	);

	inEditor(
		editor,
		'the page explains a file without IDs, one that is no table, and an empty one',
		async () => {
			const { page } = editor();
			const cases: Array<[string, Buffer, string]> = [
				['people.csv', Buffer.from('First Name,Last Name\nAda,Lovelace\n'), 'No row has an ID.'],
				['picture.csv', Buffer.from([0, 1, 2, 0, 255]), 'is no table that can be read'],
				['<b>empty</b>.csv', Buffer.from(''), 'is no table that can be read'],
			];
			for (const [name, file, words] of cases) {
				await choose(name, file);
				expect(await press(page, 'Nothing has been uploaded')).toContain(words);
			}
		},
	);

	inEditor(editor, 'two people can upload at the same time', async () => {
		const { page } = editor();
		const other = await page.context().newPage();
		const fileOf = (id: string) => Buffer.from(`id,first_name,last_name\n${id},Two,People\n`);
		await choose('one.csv', fileOf('T-1'));
		await choose('two.csv', fileOf('T-2'), other);
		expect(await press(page, 'This would happen')).toContain('T-1: Two People');
		expect(await press(other, 'This would happen')).toContain('T-2: Two People');
		await Promise.all([press(other, 'Uploaded'), press(page, 'Uploaded')]);
		expect(['T-1', 'T-2'].map((id) => contact(id)?.last_name)).toEqual(['People', 'People']);
		await other.close();
	});

	inEditor(editor, 'take it back restores every value that nobody has changed since', async () => {
		const { page, playground } = editor();
		const { sandbox } = playground;
		sandbox.seed({
			contacts: ['B-1', 'B-2'].map((id) => ({ id, first_name: 'Ada', last_name: 'Old', company: 'Before' })),
		});
		const rows = 'id,last_name,first_name,company\nB-1,New,Ada,After\nB-2,New,Ada,After\nB-3,New,Ada,\n';
		expect(await upload('wrong.csv', Buffer.from(rows))).toContain('1 created, 2 changed');
		sandbox.seed({ contacts: [{ id: 'B-2', first_name: 'Ada', last_name: 'New', company: 'Since' }] });
		await open('take-it-back');
		await press(page, 'Which upload?');
		await page.locator('select').selectOption({ index: 1 });
		const plan = await press(page, 'This would be put back');
		expect(plan).toMatch(/2 can be put back, 1 changed since/);
		expect(plan).toMatch(/New contacts of this upload, not deleted[^]*B-3/);
		expect(await press(page, 'Done')).toContain('2 put back, 1 left alone, because it was changed since');
		expect(contact('B-1')).toMatchObject({ last_name: 'Old', company: 'Before' });
		expect(contact('B-2')).toMatchObject({ last_name: 'Old', company: 'Since' });
		expect(contact('B-3')).toBeDefined();
	});

	inEditor(
		editor,
		'what changed reports each change once, also one without an event, and lists who withdrew',
		async () => {
			const { page, playground } = editor();
			const { api, sandbox, workflows } = playground;
			const id = workflows['what-changed'] ?? '';
			const changed = await api.workflow(id);
			Object.assign(changed.settings as object, {
				saveDataSuccessExecution: 'all',
				saveManualExecutions: true,
			});
			await api.updateWorkflow(id, changed);
			const ask = async () => {
				await open('who-withdrew');
				return await press(page, /withdrew in the last 30 days/);
			};
			// The first events create the rows.
			const tables = await dataTables(api);
			await eventually(
				async () => {
					const table = await tables.find('Contacts as last seen');
					return table && (await tables.rows(table)).some((row) => row.contact_id === 'demo-05')
						? true
						: undefined;
				},
				'the first rows',
				180_000,
			);
			const count = Number(/^(\d+) withdrew/.exec(await ask())?.[1]);
			const consents = [{ type: 'by phone', granted: false, granted_at: new Date().toISOString() }];
			const before = sandbox.contact('demo-05');
			sandbox.seed({ contacts: [{ ...before, id: 'demo-05', documentation: { consents } }] });
			const night = await finished(api, await api.run(id, 'Every Night'));
			expect(itemsOf(night, 'Withdrew').map(({ json }) => json)).toEqual([
				expect.objectContaining({ contact_id: 'demo-05', field: 'consent by phone' }),
			]);
			const text = await ask();
			expect(text).toMatch(new RegExp(`^${count + 1} withdrew`));
			expect(text).toMatch(/Eva Brandt\s+demo-05\s+\S+\s+by phone/);
		},
		400_000,
	);
});
