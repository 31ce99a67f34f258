/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Playground } from '../../playground';
import type { Execution } from '../../playground/api';
import { finished, itemsOf } from '../../playground/executions';
import { published } from '../../playground/provision';
import { eventually } from '../playground';

/** The playground that the tests of recipes use. */
export interface Stage {
	playground: () => Playground;
	/** Id of a workflow, by its file name. */
	idOf: (name: string) => string;
	/** Path of a file that workflows may read and write. */
	file: (...path: string[]) => string;
	/** Runs a workflow from one of its triggers, as the editor's button does, and waits for its end. */
	run: (name: string, trigger: string, body?: Record<string, unknown>) => Promise<Execution>;
}

/** For recipes that find data tables by name, which n8n 1 cannot do. */
export const testInN8n2 = /\bn8n-1\./.test(process.env.PLAYGROUND_N8N ?? '') ? test.skip : test;

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
 * Runs a recipe that begins with a question in a Set node, with these answers in its fields. The recipe does not
 * save executions, but this one is saved so that the test can read it.
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

/** Changes parameters of a recipe's nodes, by their names. */
export async function adjust(
	{ playground, idOf }: Stage,
	name: string,
	changes: Record<string, object>,
): Promise<void> {
	const { api } = playground();
	const workflow = await api.workflow(idOf(name));
	for (const node of workflow.nodes) Object.assign(node.parameters, changes[node.name]);
	await api.updateWorkflow(workflow.id, workflow);
}

/** Publishes a copy of a published recipe, with other parameters. */
export async function publishCopy(
	{ playground, idOf }: Stage,
	name: string,
	changes: Record<string, object>,
): Promise<string> {
	const { api } = playground();
	const { nodes, connections, settings } = await api.workflow(idOf(name));
	const changed = nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[node.name] },
	}));
	// n8n 1 needs to be told that it is not active.
	const copy = { name: `${name} (copy)`, nodes: changed, connections, settings, active: false };
	const { id } = await api.createWorkflow(copy);
	await api.publish(id);
	await published(api, id);
	return id;
}

export async function publish({ playground, idOf }: Stage, name: string): Promise<void> {
	const { api } = playground();
	await api.publish(idOf(name));
	await published(api, idOf(name));
}

/** Kills n8n some milliseconds after a recipe has begun, and starts it again. */
export async function killDuring({ playground, idOf }: Stage, name: string, afterMs = 0): Promise<void> {
	const { api } = playground();
	await eventually(
		async () => (await api.executions(idOf(name))).some(({ status }) => status === 'running') || undefined,
		'an execution to kill',
		// On a busy machine n8n starts slowly.
		600_000,
	);
	await sleep(afterMs);
	await playground().stopN8n('SIGKILL');
	await playground().restartN8n();
}

export function succeeded(execution: Execution): Execution {
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

export const jsonOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

/** The lines of a text file, without the byte order mark that n8n puts in front. */
export const linesOf = async (file: string): Promise<string[]> =>
	(await readFile(file, 'utf8'))
		.replace(/^\uFEFF/, '')
		.trimEnd()
		.split(/\r?\n/);
