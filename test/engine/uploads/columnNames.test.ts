/** Every name of a column, in every spelling, is sent to its field. */
import { uploadBench } from '../../support/upload-bench';
import { CONTACT_NAMES, EMPLOYEE_NAMES, flatContact, type Name } from '../../support/upload-spec';

const bench = uploadBench();

const SPELLINGS: Array<[string, (name: string) => string]> = [
	['as given', (name) => name],
	['in capitals', (name) => name.toUpperCase()],
	['in small letters', (name) => name.toLowerCase()],
	['with spaces', (name) => name.replace(/[_-]/g, ' ')],
	['with hyphens', (name) => name.replace(/[_ ]/g, '-')],
	['with underscores', (name) => `_${name.replace(/[ -]/g, '_')}_`],
	['in one word', (name) => name.replace(/[_ -]/g, '')],
	['with spaces around it', (name) => `  ${name.replace(/[_ ]/g, '  ')} `],
	['with a byte order mark', (name) => `\uFEFF${name}`],
];

const valueOf = (column: string): string => {
	if (/number/.test(column) && !column.includes('house')) return '+49 89 123456';
	if (/mail/.test(column)) return 'new@example.com';
	if (column === 'birthday') return '1985-05-12';
	return column.includes('zip') ? '10115' : `value of ${column}`;
};

describe.each([
	['contact', CONTACT_NAMES, { id: 'x', first_name: 'x', last_name: 'x' }],
	['employee', EMPLOYEE_NAMES, { id: 'x', first_name: 'x', email: 'x@example.com' }],
] as const)('every column of a %s', (resource, all, required) => {
	test.each(SPELLINGS)('is understood with its name %s', async (_name, spelled) => {
		const names = all.filter(({ column }) => column !== 'id');
		const rowOf = ({ name, column }: Name, at: number) => {
			const row: Record<string, string> = { ...required, id: `r${at}` };
			delete row[column];
			return { ...row, [spelled(name)]: valueOf(column) };
		};
		const run = await bench.upload({ resource, items: names.map(rowOf), fieldsNotSent: 'clear' });
		expect(run.json.filter(({ accepted, not_sent }) => accepted !== true || not_sent)).toEqual([]);
		const sent = new Map(bench.taken().map((element) => [element.id, element]));
		names.forEach(({ name, column }, at) => {
			const element = sent.get(`r${at}`) ?? {};
			const flat = resource === 'contact' ? flatContact(element) : element;
			expect([name, [flat[column]].flat()]).toEqual([name, [valueOf(column)]]);
		});
	});
});
