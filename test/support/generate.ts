/* eslint-disable */
/*
 * Generates files and parts of pages from the list of resources: output previews, the operations in the README and in
 * docs/, the page of columns, the saved columns of the examples, and what saved workflows rely on (frozen.json).
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { ContactConsentApi } from '../../credentials/ContactConsentApi.credentials';
import type { OutputShape, OutputType } from '../../nodes/ContactConsent/common/operation';
import { propertiesOf, propertyOf } from '../../nodes/ContactConsent/editor/nodeProperties';
import { methods } from '../../nodes/ContactConsent/editor/nodeMethods';
import { resources } from '../../nodes/ContactConsent/operations';
import { headingsOf, type Heading } from '../../nodes/ContactConsent/upload/table/headings';
import { WORDS, type Language } from '../../nodes/ContactConsent/upload/table/wordLists';
import { SECTION_WORDS, wordsIn } from '../../nodes/ContactConsent/upload/table/vocabulary';
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import type { Column, RecordModel } from '../../nodes/ContactConsent/upload/table/recordModel';
import { TRIGGER_OUTPUT } from '../../nodes/ContactConsent/trigger/triggerOutput';
import { fields } from '../../nodes/ContactConsent/trigger/triggerFields';
import { FROZEN, frozenIn, readFrozen, withNew } from './frozen';
import { table, withPart } from './markdown';
import { ROOT } from './paths';
import { EXPORTS, MORE_EXPORTS } from './tables';
import { exampleFile, exampleNames } from '../../examples';

const PREVIEWS = 'nodes/ContactConsent/__schema__/v1.0.0';

function schemaOf(type: OutputType): object {
	if (type === 'strings') return { type: 'array', items: { type: 'string' } };
	if (type === 'number') return { type: 'integer' };
	if (typeof type === 'string') return { type };
	if (Array.isArray(type)) return { type: 'array', items: schemaOf(type[0] as OutputShape) };
	const properties = Object.entries(type as OutputShape).map(([key, inner]) => [key, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(properties) as object };
}

const preview = (output: OutputShape): string =>
	`${JSON.stringify({ ...schemaOf(output), version: 1 }, null, '\t')}\n`;

/** The output preview of each operation and of the trigger, by the path where n8n looks for it. */
const previews = (): Map<string, string> =>
	new Map([
		[`${PREVIEWS}.json`, preview(TRIGGER_OUTPUT)],
		...resources.flatMap(({ value, operations }) =>
			operations.map((operation): [string, string] => [
				`${PREVIEWS}/${value}/${operation.value}.json`,
				preview(operation.output),
			]),
		),
	]);

/** In the order of the dropdowns. */
const operationNames = (): string =>
	resources
		.map(
			({ name, operations }) => `- **${name}:** ${operations.map((operation) => operation.name).join(', ')}`,
		)
		.join('\n');

const operationsList = (): string =>
	resources
		.map(({ name, operations }) => {
			const rows = operations.map((operation) => `- **${operation.name}:** ${operation.description}`);
			return [`## ${name}`, rows.join('\n')].join('\n\n');
		})
		.join('\n\n');

/** The kind of value that a column takes. The page explains these words. */
function kindOf(named: Column): string {
	const [column = named] = named.inSections ?? [];
	if (column.shape === undefined) return 'never sent';
	if (column.shape.kind === 'object') return 'JSON';
	return column.shape.kind;
}

const code = (name: string): string => `\`${name}\``;

/** A line for each column. Columns of sections are in the line of the column without a section. */
function columnsList({ columns }: RecordModel): string {
	const inSections = new Set<Column>(columns.flatMap(({ inSections: those = [] }) => those));
	return table(
		columns
			.filter((column) => !inSections.has(column))
			.map((column) => ({
				Column: [column, ...(column.inSections ?? [])].map(({ name }) => code(name)).join(', '),
				'In the editor': column.inSections?.map(({ label }) => label).join(', ') ?? column.label,
				Value: kindOf(column) + (column.required ? ', required' : ''),
			})),
	);
}

/** A part of the page that is folded until a reader opens it. */
const folded = (title: string, content: string): string =>
	['<details>', `<summary>${title}</summary>`, content, '</details>'].join('\n\n');

const LANGUAGES: Readonly<Record<Language, string>> = {
	en: 'English',
	de: 'German',
	fr: 'French',
	es: 'Spanish',
	it: 'Italian',
	nl: 'Dutch',
};

/** Concepts that are not the name of a column, and what the page says of their words. */
const OTHER_CONCEPTS: Readonly<Record<string, string>> = {
	address: '`street`, beside a zip code or a city',
	birth_part: 'none: a part of the birthday',
	own_employee_id: '`id` of an employee',
	id: '`id`, an account',
	entity_id: '`id`, of a record',
	customer_id: '`id`',
	member_id: '`id`',
	department: '`department` of an employee',
};

/** The words of each language, folded. */
const wordsList = (): string =>
	Object.entries(WORDS)
		.map(([language, concepts]) => {
			const rows = Object.entries(concepts).map(([concept, list]) => ({
				Column: OTHER_CONCEPTS[concept] ?? code(concept),
				Words: wordsIn(list).join(', '),
			}));
			return folded(LANGUAGES[language as Language], table(rows));
		})
		.join('\n\n');

const sectionsList = (): string =>
	Object.entries(SECTION_WORDS)
		.map(([section, list]) => `- **${section}:** ${wordsIn(list).join(', ')}`)
		.join('\n');

const KNOWN_EXPORTS = [
	...[
		'Outlook, English (Windows, CSV)',
		'Outlook, Deutsch (Windows, CSV)',
		'Google Contacts, CSV since 2024',
	],
	...['Thunderbird, English', 'HubSpot contacts', 'Salesforce, report of contacts', 'Pipedrive, people'],
	...['Mailchimp audience', 'Shopify customers', 'DATEV Debitoren/Kreditoren'],
];
const NAMES_SHOWN = 12;

const listed = (names: readonly string[]): string => {
	const more = names.length - NAMES_SHOWN;
	return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** What is understood of real exports: a sum for each, then each heading, folded. */
function exportsList(): string {
	const all = KNOWN_EXPORTS.map((name) => {
		const found = [...EXPORTS, ...MORE_EXPORTS].find((one) => one.name === name);
		if (found === undefined) throw new Error(`There is no export ${name}`);
		const headings = headingsOf(
			contactModel,
			found.columns.map(({ heading }) => heading),
		);
		const isSent = ({ column }: Heading) => column?.shape !== undefined;
		const arrives = [...headings.values()].filter(isSent);
		const others = [...headings.values()].filter((heading) => !isSent(heading));
		return { name, all: headings.size, arrives, others: others.map(({ name: heading }) => heading) };
	});
	const overview = all.map(({ name, all: columns, arrives }) => ({
		Export: name,
		Columns: columns,
		Arrive: arrives.length,
		'An ID': arrives.some(({ column }) => column?.name === 'id') ? 'yes' : 'no',
	}));
	const each = all.map(({ name, arrives, others }) => {
		const rows = arrives.map(({ name: heading, column }) => ({
			Heading: heading,
			Column: code(column?.name ?? ''),
		}));
		return folded(name, `${table(rows)}\n\nNamed in \`not_sent\`: ${listed(others)}.`);
	});
	return [table(overview), ...each].join('\n\n');
}

interface Node {
	type: string;
	parameters: {
		resource?: string;
		operation?: string;
		columns?: { mappingMode?: string; schema?: Array<{ id: string }> };
	};
}

/** A workflow whose mappers have the present columns saved. n8n's editor calls others outdated. */
async function withColumns(text: string): Promise<string> {
	const workflow = JSON.parse(text) as { nodes: Node[] };
	for (const { type, parameters } of workflow.nodes) {
		const { columns, resource, operation } = parameters;
		if (!type.startsWith('n8n-nodes-contact-consent.') || columns?.schema === undefined) continue;
		const record = resource === 'employee' ? 'employee' : 'contact';
		const method = `${record}${operation === 'update' ? 'UpdateColumns' : 'Columns'}` as const;
		const { fields } = await methods.resourceMapping[method]();
		const saved = new Map(columns.schema.map((field) => [field.id, field]));
		const removed = columns.mappingMode === 'defineBelow';
		columns.schema = fields.map((field) => ({ ...(saved.get(field.id) ?? { removed }), ...field }));
	}
	return isDeepStrictEqual(workflow, JSON.parse(text)) ? text : JSON.stringify(workflow, null, '\t');
}

async function savedColumns(): Promise<Array<[string, string]>> {
	const files = exampleNames.map(exampleFile);
	return await Promise.all(
		files.map(async (file): Promise<[string, string]> => [
			relative(ROOT, file),
			await withColumns(await readFile(file, 'utf8')),
		]),
	);
}

/** Every generated file with its path and content. */
export async function generated(): Promise<Map<string, string>> {
	const page = async (path: string) => await readFile(join(ROOT, path), 'utf8');
	const columns = 'docs/columns.md';
	const parts = {
		exports: exportsList(),
		contacts: columnsList(contactModel),
		employees: columnsList(employeeModel),
		words: wordsList(),
		sections: sectionsList(),
	};
	const columnsPage = Object.entries(parts).reduce(
		(text, [name, content]) => withPart(text, name, content),
		await page(columns),
	);
	return new Map([
		...previews(),
		...(await savedColumns()),
		['README.md', withPart(await page('README.md'), 'operations', operationNames())],
		['docs/operations.md', withPart(await page('docs/operations.md'), 'operations', operationsList())],
		[columns, columnsPage],
	]);
}

/** The previews that exist. */
export const previewFiles = async (): Promise<string[]> =>
	(await readdir(join(ROOT, PREVIEWS), { recursive: true }))
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${PREVIEWS}/${file}`);

async function write(): Promise<void> {
	// Not imported at the top, because jest cannot load it.
	const { format, resolveConfig } = await import('prettier');
	const files = await generated();
	const now = frozenIn({
		action: propertiesOf(resources),
		trigger: fields.map(propertyOf),
		credentials: new ContactConsentApi().properties,
	});
	const kept = withNew(readFrozen(), now, { mayBreak: process.argv.includes('--unfreeze') });
	for (const [path, text] of [...files, [FROZEN, JSON.stringify(kept)] as const]) {
		const file = join(ROOT, path);
		await mkdir(dirname(file), { recursive: true });
		const isFormatted = path.startsWith('examples') || path === FROZEN;
		const style = isFormatted && { ...(await resolveConfig(file)), filepath: file };
		await writeFile(file, style ? await format(text, style) : text);
	}
	for (const path of await previewFiles()) if (!files.has(path)) await rm(join(ROOT, path));
}

if (require.main === module) {
	write().catch((error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	});
}
