import { columnNamed, columnWords } from '../../nodes/ContactConsent/resources/records/columnNames';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import { SHEETS } from '../support/foreign-sheets';

const columnOf = (heading: string) => contactModel.columnOf(heading)?.name ?? '-';

describe('headings in German, French, Spanish, Italian and Dutch', () => {
	it.each(SHEETS.map(({ name, headings }) => [name, headings] as const))(
		'%s: no column in a wrong place',
		(_, headings) => {
			const wrong = headings
				.map(([heading, column]) => ({ heading, column, found: columnOf(heading) }))
				.filter(({ column, found }) => found !== '-' && found !== column);
			expect(wrong).toEqual([]);
		},
	);

	it('at least 95 % of the columns that the service has arrive where they belong, in 25 sheets', () => {
		expect(SHEETS.length).toBe(25);
		const wanted = SHEETS.flatMap(({ name, headings }) =>
			headings.filter(([, column]) => column !== '-').map(([heading, column]) => ({ name, heading, column })),
		);
		const missed = wanted.filter(({ heading, column }) => columnOf(heading) !== column);
		expect({ missed, all: wanted.length }).toEqual({
			missed: missed.slice(0, Math.floor(wanted.length / 20)),
			all: wanted.length,
		});
	});

	it.each([
		['Strasse', 'street'],
		['STRAßE', 'street'],
		['N° client', 'id'],
		['Tel. (geschäftlich)', 'work_phone_numbers'],
		['Geschäftliche E-Mail', 'work_emails'],
	])('without case, accents and signs: %s is %s', (heading, column) => {
		expect(columnOf(heading)).toBe(column);
	});

	it.each([
		['Mitarbeiter-ID', 'id'],
		['Kundennummer', undefined],
		['E-Mail-Adresse', 'email'],
		['Telefon', 'phone_number'],
		['PLZ', 'zip_code'],
	])('mean the same for employees, whose number is the ID: %s is %s', (heading, column) => {
		expect(employeeModel.columnOf(heading)?.name).toBe(column);
	});

	it.each(['Name', 'Naam', 'Adresse', 'Dirección', 'Indirizzo', 'Nummer', 'Nr', 'Numéro', ''])(
		'%j could mean more than one column, so it means none',
		(heading) => expect(columnOf(heading)).toBe('-'),
	);

	it('names columns that there are, and no name in it belongs to two', () => {
		for (const [column, words] of columnWords) {
			expect([column, contactModel.columnOf(column)?.name]).toEqual([column, column]);
			for (const word of words) expect([word, columnNamed(word)]).toEqual([word, column]);
		}
	});

	it('takes no name from a column that has it already', () => {
		for (const { name, label, also = [] } of contactModel.columns) {
			for (const own of [name, label, ...also])
				expect([own, contactModel.columnOf(own)?.name]).toEqual([own, name]);
		}
	});
});
