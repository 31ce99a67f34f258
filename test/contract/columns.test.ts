/** The records and names of columns that the tests make up know every column that the editor offers. */
import * as madeUp from '../support/upload-spec';
import * as frozen from './frozen';

/** JSON columns, and lists that are no flat text; random records have them by hand. */
const NESTED = ['data', 'documentation', 'section_private', 'section_work', 'tags'];

const flat = (columns: readonly string[]): string[] =>
	columns.filter((name) => !NESTED.includes(name)).sort();

it.each([
	['CONTACT_COLUMNS', frozen.CONTACT_COLUMNS, madeUp.CONTACT_COLUMNS],
	['EMPLOYEE_TEXTS', frozen.EMPLOYEE_COLUMNS, madeUp.EMPLOYEE_TEXTS],
])('%s of test/support/upload-spec.ts has each flat column', (_name, columns, known) => {
	expect([...known].sort()).toEqual(flat(columns));
});
