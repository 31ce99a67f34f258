/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/* What is written from the list of resources: output previews, the README's table of operations, the columns' page. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { OutputShape, OutputType } from '../../nodes/ContactConsent/operation';
import { resources } from '../../nodes/ContactConsent/resources';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import type { Column, RecordModel } from '../../nodes/ContactConsent/resources/records/columns';
import { table, withPart } from '../../playground/markdown';
import { ROOT } from '../../playground/paths';

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

const operationsTable = (): string =>
	table(
		resources.flatMap(({ name, operations }) =>
			operations.map((operation, at) => ({
				resource: at === 0 ? name : '',
				operation: operation.name,
				'what it does': operation.description,
			})),
		),
	);

const KINDS: Record<Column['place']['kind'], string> = {
	text: 'text',
	texts: 'list of texts',
	list: 'one or several, separated by comma, semicolon or line break',
	address: 'text, of the first address',
	map: 'JSON object of texts',
	consents: 'JSON object',
	section: 'JSON object',
	readOnly: 'can only be read; never sent',
};

const columnsTable = ({ columns }: RecordModel): string =>
	table(
		columns.map(({ name, label, also = [], place, required }) => ({
			column: `\`${name}\``,
			label: label + (required ? ' (required)' : ''),
			'also understood': also.map((other) => `\`${other}\``).join(', '),
			value: KINDS[place.kind],
		})),
	);

/** Everything that is generated, by path, as it should be. */
export async function generated(): Promise<Map<string, string>> {
	const page = async (path: string) => await readFile(join(ROOT, path), 'utf8');
	const columns = 'docs/columns.md';
	const contacts = withPart(await page(columns), 'contacts', columnsTable(contactModel));
	return new Map([
		...previews(),
		['README.md', withPart(await page('README.md'), 'operations', operationsTable())],
		[columns, withPart(contacts, 'employees', columnsTable(employeeModel))],
	]);
}

/** The previews that are there. */
export const previewFiles = async (): Promise<string[]> =>
	(await readdir(join(ROOT, PREVIEWS), { recursive: true }))
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${PREVIEWS}/${file}`);

async function write(): Promise<void> {
	const files = await generated();
	for (const [path, text] of files) {
		await mkdir(dirname(join(ROOT, path)), { recursive: true });
		await writeFile(join(ROOT, path), text);
	}
	for (const path of await previewFiles()) if (!files.has(path)) await rm(join(ROOT, path));
}

if (require.main === module) void write();
