import { CONTACT_COLUMNS, EMPLOYEE_COLUMNS } from './contract-columns';
import { SHEETS } from './foreign-sheets';
import exportsOfTools from './tables/exports.json';
import furtherExports from './tables/further-exports.json';
import moreExports from './tables/more-exports.json';

/** The headings of a real table. */
export interface Table {
	name: string;
	language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl';
	resource: 'contact' | 'employee';
	/**
	 * A heading, an example value, and the columns that are right for it. `null` means none. A heading that is spelled
	 * like a column that the contract has now means that column.
	 */
	columns: ReadonlyArray<{ heading: string; example: string; column: ReadonlyArray<string | null> }>;
}

const LANGUAGES: ReadonlyArray<readonly [Table['language'], RegExp]> = [
	['fr', /fran[cç]ais|french/i],
	['es', /spanish/i],
	['it', /italian/i],
	['nl', /dutch/i],
	['de', /deutsch|german|DATEV|OpenImmo|Hausverwaltung|Kürschner|Mitarbeiter/],
];

const languageOf = (name: string) => LANGUAGES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'en';

const COLUMNS: Record<Table['resource'], readonly string[]> = {
	contact: CONTACT_COLUMNS,
	employee: EMPLOYEE_COLUMNS,
};

/** The column of the contract that a heading is spelled like. */
export const columnSpelled = (heading: string, resource: Table['resource']): string | undefined =>
	COLUMNS[resource].find((column) => column === heading.toLowerCase().replace(/[^a-z0-9]+/g, '_'));

function tableOf(one: { export: string; resource?: string; columns: Table['columns'] }): Table {
	const resource = one.resource === 'employee' ? 'employee' : 'contact';
	const columns = one.columns.map((place) => ({
		...place,
		column: place.column.map((column) => column ?? columnSpelled(place.heading, resource) ?? null),
	}));
	return { name: one.export, language: languageOf(one.export), resource, columns };
}

/** Exports of real tools. */
export const EXPORTS: readonly Table[] = exportsOfTools.map(tableOf);

/** More exports, written before any code was tried on them. */
export const MORE_EXPORTS: readonly Table[] = moreExports.map(tableOf);

/**
 * Exports of some ninety other tools: most as public repositories and pages show them, some from memory. What is right
 * for each heading was written down before any code was tried on it.
 */
export const FURTHER_EXPORTS: readonly Table[] = furtherExports.map(tableOf);

/** Tables in five languages. */
export const FOREIGN_SHEETS: readonly Table[] = SHEETS.map(({ name, headings }) => ({
	name,
	language: languageOf(name),
	resource: 'contact',
	columns: headings.map(([heading, column]) => ({
		heading,
		example: '',
		column: [column === '-' ? null : column],
	})),
}));
