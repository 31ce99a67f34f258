const FIRST_NAMES = ['Anna', 'Đorđe', 'Fátima', 'Ἑλένη', 'Jürgen', 'Noël', 'Zoë'];
const LAST_NAMES = ["O'Brien", 'García López', 'van den Berg', 'Szőke', '李'];
/** Names with characters that a CSV file has to quote. */
const COMPANIES = ['Weber & Söhne, Filiale "Süd"', 'Delta B.V.\nAfdeling 2', 'A;B'];
const CITIES = ['Köln', 'San Sebastián', "L'Aquila", 'Århus'];

/**
 * Each list repeats with its own length. The lengths share no factor, so rows differ, and they are the same each
 * time.
 */
const at = (list: string[], index: number) => list[index % list.length] as string;

export function madeUpContacts(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		id: `csv-${String(index).padStart(5, '0')}`,
		first_name: at(FIRST_NAMES, index),
		last_name: `${at(LAST_NAMES, index)} ${index}`,
		company: at(COMPANIES, index),
		work_emails: `contact${index}@example.com`,
		work_city: at(CITIES, index),
	}));
}

export type Row = ReturnType<typeof madeUpContacts>[number];

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function toCsv(rows: Row[]): string {
	const columns = Object.keys(rows[0] ?? {}) as Array<keyof Row>;
	const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(','));
	return [columns.join(','), ...lines, ''].join('\n');
}
