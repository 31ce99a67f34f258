/** Pages in docs/ that a program writes: tables of measurements, formatted as everything else is. */
import { writeFile } from 'node:fs/promises';

import { format, resolveConfig } from 'prettier';

export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** A line of a table, by the titles of its columns. */
export type Row = Record<string, string | number>;

export function table(rows: Row[]): string {
	const titles = Object.keys(rows[0] ?? {});
	const cells = rows.map((row) =>
		titles.map((title) => {
			const cell = row[title] ?? '';
			return typeof cell === 'number' ? count(cell) : cell;
		}),
	);
	return [titles, titles.map((_, column) => (column === 0 ? '---' : '--:')), ...cells]
		.map((line) => `| ${line.join(' | ')} |`)
		.join('\n');
}

export async function writePage(file: string, text: string): Promise<void> {
	const config = await resolveConfig(file);
	await writeFile(file, await format(text, { ...config, parser: 'markdown' }));
}
