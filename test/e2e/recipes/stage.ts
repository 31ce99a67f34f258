/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Playground } from '../../../playground';
import type { Execution } from '../../../playground/api';
import { finished, itemsOf } from '../../../playground/executions';

/** What the tests of the playground's workflows stand on. */
export interface Stage {
	playground: () => Playground;
	/** Id of a workflow, by its file name. */
	idOf: (name: string) => string;
	/** Path of a file that workflows may read and write. */
	file: (...path: string[]) => string;
	/** Runs a workflow from a trigger, as the editor's button does, and waits for its end. */
	run: (name: string, trigger: string, body?: Record<string, unknown>) => Promise<Execution>;
}

/** For recipes with data tables by name, which n8n 1 does not have. */
export const testInN8n2 = /\bn8n-1\./.test(process.env.E2E_N8N_DIR ?? '') ? test.skip : test;

const KEPT = { saveManualExecutions: true, saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all' };

export function stageOn(playground: () => Playground): Stage {
	const idOf = (name: string) => playground().workflows[name] ?? '';
	return {
		playground,
		idOf,
		file: (...path) => join(playground().folder.files, ...path),
		run: async (name, trigger, body) => {
			const { api } = playground();
			return await finished(api, await api.run(idOf(name), trigger, body));
		},
	};
}

/**
 * Runs a recipe that begins with a question in a Set node, with these answers in its fields. The recipe keeps no
 * executions; this one is looked at, so it is kept.
 */
export async function ask(
	{ playground, idOf, run }: Stage,
	name: string,
	node: string,
	fields: Record<string, string>,
	{ settings = {}, mayFail = false } = {},
): Promise<Execution> {
	const { api } = playground();
	const workflow = await api.workflow(idOf(name));
	const { assignments } = workflow.nodes.find((one) => one.name === node)?.parameters as {
		assignments: { assignments: Array<{ name: string; value: unknown }> };
	};
	for (const field of assignments.assignments) if (field.name in fields) field.value = fields[field.name];
	Object.assign(workflow.settings as object, KEPT, settings);
	await api.updateWorkflow(workflow.id, workflow);
	const execution = await run(name, 'Start');
	return mayFail ? execution : succeeded(execution);
}

export function succeeded(execution: Execution): Execution {
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

export const jsonOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

/** Lines of a text file, without the byte order mark that n8n puts in front. */
export const linesOf = async (file: string): Promise<string[]> =>
	(await readFile(file, 'utf8'))
		.replace(/^\uFEFF/, '')
		.trimEnd()
		.split(/\r?\n/);
