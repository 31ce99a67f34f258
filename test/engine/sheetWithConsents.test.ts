/* eslint-disable */
/** The example Sheet with consents: its node in n8n's engine, with its file and the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { DATA } from '../../examples';
import type { Parameters } from '../support/action';
import { recipe } from '../support/recipes';
import { uploadBench } from '../support/upload-bench';
import { sentence } from '../support/sentences';

const bench = uploadBench();

/** The rows of the file as n8n reads them. No cell of it has a comma. */
function rowsOfFile(): IDataObject[] {
	const [headings = '', ...lines] = readFileSync(join(DATA, 'members.csv'), 'utf8').trim().split('\n');
	const names = headings.split(',');
	return lines.map((line) => {
		const cells = line.split(',');
		return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
	});
}

const consentsOf = (id: string) =>
	((bench.sandbox.contact(id)?.documentation?.consents ?? []) as IDataObject[]).map(
		({ type, granted, granted_at }) => [type, granted, (granted_at as string).slice(0, 10)],
	);

test('the people of the file become contacts, and two columns become their consents', async () => {
	const today = new Date().toISOString().slice(0, 10);
	const { parameters } =
		recipe('sheet-with-consents').nodes.find(({ name }) => name === 'Create or Update Contacts') ?? {};
	const run = await bench.run(parameters as unknown as Parameters, { items: rowsOfFile(), timezone: 'UTC' });
	expect(run.error).toBeUndefined();
	expect(run.json.map(({ change }) => change)).toEqual(Array(8).fill('created'));
	expect(Array.from({ length: 8 }, (_, at) => consentsOf(`M-200${at + 1}`))).toEqual([
		[['newsletter', true, '2025-03-14']],
		[['post', false, today]],
		[['newsletter', true, '2025-11-14']],
		[['newsletter', false, '2026-01-20']],
		[
			['newsletter', true, '2024-09-01'],
			['post', false, today],
		],
		[],
		[['newsletter', true, today]],
		[],
	]);
	const hint = String(run.hints[0]?.message);
	expect(hint).toContain(
		'newsletter: 4 granted, 1 withdrawn, 1 says no and had never agreed: nothing to do.',
	);
	expect(hint).toContain('Newsletter ("perhaps" in row ');
});

test('a sum of consents below the table is nobody, also if it is one, which would be a yes', async () => {
	const { parameters } =
		recipe('sheet-with-consents').nodes.find(({ name }) => name === 'Create or Update Contacts') ?? {};
	const [first = {}, second = {}] = rowsOfFile();
	for (const sum of [1, 2]) {
		const total = { [Object.keys(first)[0] ?? '']: 'Total', Newsletter: sum, Post: sum };
		const items = [first, second, total];
		const run = await bench.run(parameters as unknown as Parameters, { items, timezone: 'UTC' });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ id }) => id)).toEqual(['M-2001', 'M-2002']);
		const hint = String(run.hints[0]?.message);
		expect(hint).toContain(
			`${sentence('rowLeftOut', { row: 3 })}: ${sentence('looksLikeTotal', { cell: 'Total' })}.`,
		);
		expect(hint).not.toMatch(/not written|refused/);
	}
});
