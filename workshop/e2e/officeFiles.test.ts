/* eslint-disable */
/**
 * What people bring, as they have it: five files through the upload page, by a colleague without an account. Pictures of
 * each are in .playground/pictures/office.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { STATE } from '../../test/support/paths';
import { published } from '../playground/provision';
import { excel, sheets } from './excel';
import { press } from './forms';
import { inEditor, useEditor } from './use-editor';
import { describeInNewestN8n } from './versions';

const PICTURES = join(STATE, 'pictures', 'office');
const editor = useEditor('e2e-office');
const contact = (id: string) => editor().playground.sandbox.contact(id);
const picture = async (page: Page, name: string) =>
	await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });

beforeAll(async () => {
	await mkdir(PICTURES, { recursive: true });
});

const HEADINGS = ['Kundennr', 'Anrede', 'Vorname', 'Nachname', 'E-Mail geschäftlich', 'Ort'];
const jana = (id: string) => [id, 'Frau', 'Jana', 'Müller', `${id.toLowerCase()}@example.com`, 'Köln'];
const ole = (id: string) => [id, 'Herr', 'Ole', 'Weiß', `${id.toLowerCase()}@example.com`, 'Bonn'];
const text = (rows: unknown[][]) => rows.map((row) => row.join(';')).join('\r\n') + '\r\n';

/** A title over all columns, as a merged cell. */
function merged(rows: unknown[][]): Buffer {
	const book = sheets.read(excel(rows));
	const [sheet] = Object.values(book.Sheets);
	Object.assign(sheet as object, { '!merges': [{ s: { r: 0, c: 0 }, e: { r: 0, c: 5 } }] });
	return sheets.write(book, { type: 'buffer', bookType: 'xlsx' });
}

const FILES: Record<string, [file: string, content: (id: string) => Buffer]> = {
	'two title rows': [
		'titel.xlsx',
		(id) => excel([['Kundenliste'], ['Stand: 1. Mai 2026'], [], HEADINGS, jana(`${id}-1`), ole(`${id}-2`)]),
	],
	'a sum row': [
		'summe.xlsx',
		(id) => excel([HEADINGS, jana(`${id}-1`), ole(`${id}-2`), ['', '', 'Summe', '', '', '2']]),
	],
	'merged cells': [
		'verbunden.xlsx',
		(id) => merged([['Kunden 2026'], HEADINGS, jana(`${id}-1`), ole(`${id}-2`)]),
	],
	'Windows-1252': [
		'win.csv',
		(id) => Buffer.from(text([HEADINGS, jana(`${id}-1`), ole(`${id}-2`)]), 'latin1'),
	],
	'sep=;': ['sep.csv', (id) => Buffer.from(`sep=;\r\n${text([HEADINGS, jana(`${id}-1`), ole(`${id}-2`)])}`)],
};

// Before n8n 2.41, forms have no pages of this kind.
describeInNewestN8n('a file through the upload page', () => {
	let page: Page;
	beforeAll(async () => {
		const { playground } = editor();
		await playground.api.publish(playground.workflows['upload-page'] ?? '');
		await published(playground.api, playground.workflows['upload-page'] ?? '');
		const { user, password } = playground.secrets.uploadPage;
		const browser = editor().page.context().browser();
		if (!browser) throw new Error('No browser');
		page = await (await browser.newContext({ httpCredentials: { username: user, password } })).newPage();
	}, 120_000);
	afterAll(async () => await page.context().close());

	inEditor(
		editor,
		'each of five files is uploaded at the first try',
		async () => {
			for (const [index, [name, [file, content]]] of Object.entries(FILES).entries()) {
				const id = `O${index}`;
				await page.goto(`${editor().playground.url}/form/upload-contacts`);
				const mimeType = file.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
				await page.locator('input[type=file]').setInputFiles({ name: file, mimeType, buffer: content(id) });
				const plan = await press(page, 'This would happen');
				await picture(page, `${name} 1 plan`);
				expect([name, plan]).toEqual([name, expect.stringContaining('2 new, 0 changed, 0 unchanged')]);
				const done = await press(page, 'Uploaded');
				await picture(page, `${name} 2 done`);
				expect([name, done]).toEqual([name, expect.stringContaining('2 created')]);
				expect([name, contact(`${id}-1`), contact(`${id}-2`)]).toMatchObject([
					name,
					{
						first_name: 'Jana',
						last_name: 'Müller',
						section_work: { emails: [`${id.toLowerCase()}-1@example.com`] },
					},
					{ first_name: 'Ole', last_name: 'Weiß' },
				]);
			}
		},
		300_000,
	);
});
