/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { methods } from '../../nodes/ContactConsent/methods';
import { WORKFLOWS } from '../../playground/paths';

interface Field {
	id: string;
	displayName: string;
	type?: string;
	required: boolean;
	removed?: boolean;
}

interface Node {
	name: string;
	type: string;
	parameters: Record<string, unknown> & {
		columns?: { mappingMode?: string; value?: Record<string, unknown> | null; schema?: Field[] };
	};
}

const workflows = readdirSync(WORKFLOWS).map((file): [string, Node[]] => [
	file,
	(JSON.parse(readFileSync(join(WORKFLOWS, file), 'utf8')) as { nodes: Node[] }).nodes,
]);

const mappers = workflows.flatMap(([file, nodes]) =>
	nodes
		.filter(({ parameters }) => parameters.columns?.mappingMode !== undefined)
		.map((node): [string, Node, Node[]] => [`${file}: ${node.name}`, node, nodes]),
);

/** The columns as the editor gets them today. */
async function columnsOf({ type, parameters }: Node, nodes: Node[]): Promise<Field[]> {
	if (type.startsWith('n8n-nodes-contact-consent.')) {
		const { contactColumns, employeeColumns } = methods.resourceMapping;
		const { fields } = await (parameters.resource === 'employee' ? employeeColumns() : contactColumns());
		return fields;
	}
	const table = nodes.find(({ parameters: { operation } }) => operation === 'create')?.parameters;
	const { column } = table?.columns as unknown as { column: Array<{ name: string; type: string }> };
	return column.map(({ name, type }) => ({ id: name, displayName: name, type, required: false }));
}

const comparable = ({ id, displayName, type, required }: Field) => ({ id, displayName, type, required });

// Without them, n8n's editor says that the columns are outdated.
test.each(mappers)('%s carries its saved columns', async (_, node, nodes) => {
	const { schema = [], value, mappingMode } = node.parameters.columns ?? {};
	expect(schema.map(comparable)).toEqual((await columnsOf(node, nodes)).map(comparable));
	const shown = schema.filter(({ removed }) => !removed).map(({ id }) => id);
	if (mappingMode === 'defineBelow') expect(Object.keys(value ?? {}).sort()).toEqual(shown.sort());
});

test('no two nodes of all workflows have one id', () => {
	const ids = workflows.flatMap(([, nodes]) => nodes.map((node) => (node as unknown as { id: string }).id));
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each canvas begins with a note that says where to click', () => {
	const silent = workflows.filter(([, [first]]) => {
		const text = String(first?.parameters.content);
		return !/[Pp]ress (\*|the arrow)|[Ee]xecute it from \*\*|Double-click|Open the chat|Run \*\*/.test(text);
	});
	expect(silent.map(([file]) => file)).toEqual([]);
});
