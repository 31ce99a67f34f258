/* eslint-disable */
/*
 * What is written from the list of resources: output previews, the page of operations, the columns' page, and
 * the columns that the examples have saved.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { OutputShape, OutputType } from '../../nodes/ContactConsent/operation';
import { methods } from '../../nodes/ContactConsent/methods';
import { resources } from '../../nodes/ContactConsent/resources';
import { columnWords, sectionWords } from '../../nodes/ContactConsent/upload/names';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import type { Column, RecordModel } from '../../nodes/ContactConsent/upload/columns';
import { withPart } from './markdown';
import { ROOT } from './paths';
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

/** Each operation's output preview, as n8n looks for it, by path. */
const previews = (): Map<string, string> =>
	new Map(
		resources.flatMap(({ value, operations }) =>
			operations.map((operation) => {
				const schema = { ...schemaOf(operation.output), version: 1 };
				return [`${PREVIEWS}/${value}/${operation.value}.json`, `${JSON.stringify(schema, null, '\t')}\n`];
			}),
		),
	);

const operationsList = (): string =>
	resources
		.map(({ name, operations }) => {
			const rows = operations.map((operation) => `- **${operation.name}:** ${operation.description}`);
			return [`## ${name}`, rows.join('\n')].join('\n\n');
		})
		.join('\n\n');

/** The kind of value that a column takes; the page explains the words. */
function kindOf(named: Column): string {
	const [column = named] = named.inSections ?? [];
	if (column.shape === undefined) return 'never sent';
	if (column.shape.kind === 'object') return 'JSON';
	return column.shape.kind;
}

const code = (name: string): string => `\`${name}\``;

const entry = (names: string, also: readonly string[]): string =>
	also.length > 0 ? `- ${names}: ${also.join(', ')}` : `- ${names}`;

/** A line for each column, with those of the sections beside the one that names no section. */
function columnsList(
	{ columns }: RecordModel,
	words: ReadonlyMap<string, readonly string[]> = new Map(),
): string {
	const inSections = new Set(columns.flatMap(({ inSections: those = [] }) => those));
	const rows = columns.filter((column) => !inSections.has(column));
	return rows
		.map((column) => {
			const names = [column, ...(column.inSections ?? [])].map(({ name }) => code(name)).join(' ');
			const value = kindOf(column) + (column.required ? ', required' : '');
			return entry(`${names} (${value})`, [...(column.also ?? []), ...(words.get(column.name) ?? [])]);
		})
		.join('\n');
}

const wordsList = (words: ReadonlyMap<string, readonly string[]>): string =>
	[...words].map(([name, list]) => entry(code(name), list)).join('\n');

interface Node {
	type: string;
	parameters: {
		resource?: string;
		operation?: string;
		columns?: { mappingMode?: string; schema?: Array<{ id: string }> };
	};
}

/** A workflow whose mappers have saved the columns as they are now; n8n's editor calls others outdated. */
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

/** Everything that is generated, by path, as it should be. */
export async function generated(): Promise<Map<string, string>> {
	const page = async (path: string) => await readFile(join(ROOT, path), 'utf8');
	const columns = 'docs/columns.md';
	const contacts = withPart(await page(columns), 'contacts', columnsList(contactModel, columnWords));
	const sections = withPart(contacts, 'sections', wordsList(sectionWords));
	return new Map([
		...previews(),
		...(await savedColumns()),
		['docs/operations.md', withPart(await page('docs/operations.md'), 'operations', operationsList())],
		[columns, withPart(sections, 'employees', columnsList(employeeModel))],
	]);
}

/** The previews that are there. */
export const previewFiles = async (): Promise<string[]> =>
	(await readdir(join(ROOT, PREVIEWS), { recursive: true }))
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${PREVIEWS}/${file}`);

async function write(): Promise<void> {
	// Not at the top: jest cannot load it.
	const { format, resolveConfig } = await import('prettier');
	const files = await generated();
	for (const [path, text] of files) {
		const file = join(ROOT, path);
		await mkdir(dirname(file), { recursive: true });
		const workflow = path.startsWith('examples') && { ...(await resolveConfig(file)), filepath: file };
		await writeFile(file, workflow ? await format(text, workflow) : text);
	}
	for (const path of await previewFiles()) if (!files.has(path)) await rm(join(ROOT, path));
}

if (require.main === module) void write();
