/* eslint-disable */
/** Pages that programs write: tables, and parts of a page. */
import { readFile, writeFile } from 'node:fs/promises';

export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** A line of a table, by the titles of its columns. */
export type Row = Readonly<Record<string, string | number>>;

/** A table in prettier's format. */
export function table(rows: readonly Row[]): string {
	const titles = Object.keys(rows[0] ?? {});
	const cells = rows.map((row) =>
		titles.map((title) => {
			const cell = row[title] ?? '';
			return typeof cell === 'number' ? count(cell) : cell;
		}),
	);
	const widths = titles.map((title, at) =>
		Math.max(3, title.length, ...cells.map((row) => row[at]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		`| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
	return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
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
