/** Random spreadsheets. The value of each cell can be recognised wherever it is sent to. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CONTACT_NAMES, plain } from './upload-spec';

/** A column of a sheet. `column` is the column that its heading surely means; null if that is unclear. */
export interface Column {
	name: string;
	column: string | null;
}

export interface Cell extends Column {
	value: string;
	/** The texts that the request must contain if the cell was sent. */
	tokens: string[];
}

export interface Row {
	/** Undefined if the row has no id. */
	id: string | undefined;
	cells: Cell[];
	/** The reasons for which this row must be refused. */
	mustFail: string[];
	/** True if its headings overlap in a way that may also be a reason. */
	mayFail: boolean;
}

const FOREIGN = [
	'Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefon', 'Telefonnummer', 'Straße', 'PLZ', 'Ort', 'Firma', 'Bemerkung',
	'prénom', 'nom', 'courriel', 'téléphone', 'ville', 'nombre', 'apellido', 'correo', 'código postal', 'imię',
	'姓', '名', '電話番号', '電子郵件', 'Имя', 'Телефон', 'اسم', 'שם', 'Όνομα', 'e-posta', 'cidade', 'indirizzo',
]; // prettier-ignore
const NEAR = [
	'email2', 'phone 2', 'Work E-Mail', 'note', 'first name (official)', 'emails', 'data.foo', 'section_work.emails',
	'fax_number', 'contact_id', 'name', 'full name', 'Name', 'ID2', 'e.mail', 'Phone (work)', 'work phone', 'work_email',
	'private mobile', 'Home Phone', 'ZIP/Postal', 'state', 'Mr/Mrs', 'created at', 'newsletter', 'error', 'message',
	'accepted', 'json', 'pairedItem', 'constructor', 'toString', 'hasOwnProperty', 'length', 'a.b[0]', '"quoted"',
	"it's", '$json', '{{ x }}', '=1+1', '0', '1', '-', '_', '😀', 'line\nbreak', 'tab\there', 'x'.repeat(120), 'extra_4',
	'work_extra_0', 'work', 'private', 'section', 'not_sent', 'operation_id', 'firstname2', 'lastname_', '__first_name',
]; // prettier-ignore

const separator = fc.constantFrom('', ' ', '_', '-', '  ', ' - ');
const casing = fc.constantFrom(
	(text: string) => text,
	(text: string) => text.toLowerCase(),
	(text: string) => text.toUpperCase(),
	(text: string) =>
		[...text].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase())).join(''),
);

/** The same heading in another spelling. */
const varied = (name: string): fc.Arbitrary<string> =>
	fc
		.tuple(separator, casing, fc.constantFrom('', '', '', ' '), fc.constantFrom('', '', '', ' '))
		.map(([gap, change, before, after]) => before + change(name.split(/[ _-]/).join(gap)) + after);

const knownColumn: fc.Arbitrary<Column> = fc
	.constantFrom(...CONTACT_NAMES.filter(({ column }) => !['id', 'first_name', 'last_name'].includes(column)))
	.chain(({ name, column }) =>
		fc.oneof(fc.constant(name), varied(name)).map((written) => ({ name: written, column })),
	);
const strangeColumn: fc.Arbitrary<Column> = fc
	.oneof(
		fc.constantFrom(...FOREIGN),
		fc.constantFrom(...NEAR),
		fc.string({ unit: 'grapheme', maxLength: 12 }),
	)
	.filter((name) => name !== '__proto__')
	.map((name) => {
		const sure = CONTACT_NAMES.find((known) => plain(known.name) === plain(name));
		return { name, column: sure?.column ?? null };
	});

const required = (column: string, ...names: string[]): fc.Arbitrary<Column[]> =>
	fc
		.tuple(
			fc.nat(19),
			fc.constantFrom(column, ...names).chain((name) => fc.oneof(fc.constant(name), varied(name))),
		)
		.map(([luck, name]) => (luck === 0 ? [] : [{ name, column }]));

const columns: fc.Arbitrary<Column[]> = fc
	.tuple(
		required('id', 'ID', 'Id'),
		required('first_name', 'First Name'),
		required('last_name', 'Last Name'),
		fc.array(knownColumn, { maxLength: 8 }),
		fc.array(strangeColumn, { maxLength: 5 }),
		fc.nat(9),
	)
	.map(([id, first, last, known, strange, bom]) => {
		const all = [...id, ...first, ...last, ...known, ...strange];
		if (bom === 0 && all[0]) all[0] = { ...all[0], name: `\uFEFF${all[0].name}` };
		// Most people do not have two columns for one field.
		const tidy = bom < 8;
		const key = ({ name, column }: Column) => (tidy ? (column ?? name) : name);
		const byName = new Map(all.map((column) => [column.name, column]));
		return [...new Map([...byName.values()].map((column) => [key(column), column])).values()];
	});

/** A possible cell of this column. Each number is used once in a run. */
function valueOf({ column, name }: Column, number: number, many: boolean): string[] {
	const numbers = many ? [number * 2, number * 2 + 1] : [number * 2];
	const about = column ?? name;
	if (/mail/i.test(about)) return numbers.map((n) => `m${n}@example.com`);
	if (/_numbers|phone|mobile|fax/i.test(about)) return numbers.map((n) => `+49 89 ${1_000_000 + n}`);
	if (/zip|post/i.test(about)) return [String(10_000 + (number % 80_000))];
	return [`val${number}ue`];
}

let next = 1;

const cellOf = (column: Column, luck: number): Cell => {
	const number = next++;
	if (luck === 0 || luck === 39) return { ...column, value: luck ? '' : '   ', tokens: [] };
	const tokens = valueOf(column, number, luck === 1);
	return { ...column, value: tokens.join([', ', '; ', '\n'][luck % 3]), tokens };
};

function rowOf(sheet: Column[], luck: number[], bad: boolean): Row {
	const cells = sheet.map((column, at) => cellOf(column, luck[at] ?? 5));
	const mail = cells.find(({ column, tokens }) => column?.endsWith('_emails') && tokens.length > 0);
	if (bad && mail) Object.assign(mail, { value: `no-mail-${next}`, tokens: [`no-mail-${next}`] });
	const filled = cells.filter(({ tokens }) => tokens.length > 0);
	const missing = ['id', 'first_name', 'last_name'].filter(
		(column) => !filled.some((cell) => cell.column === column),
	);
	const ids = filled.filter(({ column }) => column === 'id').map(({ name }) => name);
	const mustFail = [...missing, ...(ids.length > 1 ? ids : []), ...(bad && mail ? [mail.value] : [])];
	const id = filled.find(({ column }) => column === 'id')?.value;
	// A strange heading may mean a field that the row also has, and then the values differ.
	const mayFail = filled.some(({ column }) => column === null);
	return { id, cells, mustFail, mayFail };
}

/** One to four rows with the same columns. */
export const sheet: fc.Arbitrary<Row[]> = columns.chain((head) =>
	fc
		.array(fc.tuple(fc.array(fc.nat(39), { minLength: head.length, maxLength: head.length }), fc.nat(11)), {
			minLength: 1,
			maxLength: 4,
		})
		.map((rows) => rows.map(([luck, bad]) => rowOf(head, luck, bad === 0))),
);

/** The row as an item. */
export const itemOf = ({ cells }: Row): IDataObject =>
	Object.fromEntries(cells.map(({ name, value }) => [name, value]));
