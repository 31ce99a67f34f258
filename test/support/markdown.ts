/** A table as prettier formats it. */
export function markdownTable(rows: ReadonlyArray<readonly string[]>): string {
	const widths =
		rows[0]?.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	const line = (row: readonly string[]) =>
		`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = [], ...body] = rows;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** A page with new content between the two comments that begin with a name, e.g. `<!-- compatibility: … -->`. */
export function withPart(page: string, name: string, content: string): string {
	const part = new RegExp(`(<!-- ${name}: [^>]*-->)[\\s\\S]*(<!-- /${name} -->)`);
	if (!part.test(page)) throw new Error(`The page has lost its part "${name}"`);
	return page.replace(part, (_, begin: string, end: string) => `${begin}\n\n${content}\n\n${end}`);
}
