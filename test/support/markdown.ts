/* eslint-disable */
/** Pages that programs write: tables, and parts of a page. */
import { readFile, writeFile } from 'node:fs/promises';

import { markdownTable } from 'markdown-table';

export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** A line of a table, by the titles of its columns. */
export type Row = Readonly<Record<string, string | number>>;

/** A table in prettier's format, if each title has three letters or more. */
export function table(rows: readonly Row[]): string {
	const titles = Object.keys(rows[0] ?? {});
	const cells = rows.map((row) =>
		titles.map((title) => {
			const cell = row[title] ?? '';
			return typeof cell === 'number' ? count(cell) : cell;
		}),
	);
	return markdownTable([titles, ...cells]);
}

/** Replaces the content between the two comments that begin with a name, such as `<!-- compatibility: … -->`. */
export function withPart(page: string, name: string, content: string): string {
	const part = new RegExp(`(<!-- ${name}: [^>]*-->)[\\s\\S]*(<!-- /${name} -->)`);
	if (!part.test(page)) throw new Error(`The page has lost its part "${name}"`);
	return page.replace(part, (_, begin: string, end: string) => `${begin}\n\n${content}\n\n${end}`);
}

/** Writes content into a part of a page. */
export async function writePart(file: string, name: string, content: string): Promise<void> {
	await writeFile(file, withPart(await readFile(file, 'utf8'), name, content));
}
