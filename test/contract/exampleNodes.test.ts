/* eslint-disable */
/** Runs n8n's own validator on the examples. n8n's assistant runs it on each node that it writes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { CONTACT_COLUMNS, EMPLOYEE_COLUMNS } from '../support/contract-columns';
import { PACKAGE_DIR } from '../support/engine';
import { recipes } from '../support/recipes';

interface Verdict {
	valid: boolean;
	errors: Array<{ path: string; message: string }>;
}

interface Validator {
	setSchemaBaseDirs: (folders: string[]) => void;
	validateNodeConfig: (type: string, version: number, node: object, more: object) => Verdict;
}

/** The validator is a part of n8n-core. */
const ofN8n = createRequire(require.resolve('n8n-core'));
const { setSchemaBaseDirs, validateNodeConfig } = ofN8n('@n8n/workflow-sdk') as Validator;
const { generateNodeDefinitions } = ofN8n('@n8n/workflow-sdk/dist/generate-types/generate-node-defs-cli') as {
	generateNodeDefinitions: (options: Record<string, string>) => Promise<void>;
};

const OURS = 'n8n-nodes-contact-consent';
const nodes = [...recipes].flatMap(([file, workflow]) =>
	workflow.nodes
		.filter(({ type }) => type.startsWith(OURS))
		.map((node): [string, (typeof workflow.nodes)[number]] => [`${file}: ${node.name}`, node]),
);
const verdictOn = (type: string, parameters: object) =>
	validateNodeConfig(type, 1, { parameters }, { isToolNode: type.endsWith('Tool') });

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'node-definitions-'));
	const loader = new PackageDirectoryLoader(PACKAGE_DIR);
	await loader.loadAll();
	const nodesJsonPath = join(folder, 'nodes.json');
	await writeFile(nodesJsonPath, JSON.stringify(loader.types.nodes));
	jest.spyOn(console, 'log').mockImplementation();
	const outputDir = join(folder, 'definitions');
	await generateNodeDefinitions({ nodesJsonPath, outputDir, packageName: OURS });
	setSchemaBaseDirs([outputDir]);
}, 60_000);
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test.each(nodes)("n8n's validator accepts %s", (_, { type, parameters }) => {
	expect(verdictOn(type, parameters)).toEqual({ valid: true, errors: [] });
});

test.each([
	[`${OURS}.contactConsent`, { resource: 'contact', operation: 'get', contactId: 5 }],
	[`${OURS}.contactConsentTool`, { resource: 'contact', operation: 'get', simplify: true }],
	[`${OURS}.contactConsentTrigger`, { events: 'update' }],
])("n8n's validator finds the mistake in %s: %j", (type, parameters) => {
	expect(verdictOn(type, parameters).valid).toBe(false);
});

test.each([
	['contact', 'upsert', CONTACT_COLUMNS],
	['contact', 'update', CONTACT_COLUMNS],
	['employee', 'upsert', EMPLOYEE_COLUMNS],
	['employee', 'update', EMPLOYEE_COLUMNS],
])(
	'the description that an assistant reads about %s %s names only columns that exist',
	async (resource, operation, columns) => {
		const place = [
			'nodes',
			OURS,
			'contactConsent',
			'v1',
			`resource_${resource}`,
			`operation_${operation}.ts`,
		];
		const definition = await readFile(join(folder, 'definitions', ...place), 'utf8');
		const [, ids = ''] = /IDs of columns as keys, such as (.*)/.exec(definition) ?? [];
		const named = ids.split(',').map((id) => id.trim());
		expect(named).toEqual(expect.arrayContaining(['id', 'first_name']));
		expect(named.filter((id) => !(columns as readonly string[]).includes(id))).toEqual([]);
	},
);
