/** Creates and executes workflows in the running n8n, and times them by n8n's own clock. */
import { randomUUID } from 'node:crypto';

import type { Api, Execution, NodeRun, Workflow } from '../playground/api';
import { finished, itemsOf } from '../playground/executions';
import { code, type Step } from './steps';

/** Credentials by their type. */
export type Credentials = Record<string, { id: string; name: string }>;

const START: Step = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

/** The nodes before the measured work: a click, and the rows of a table. */
export const manualStart = (row = '{}', size = 1): Step[] => [
	START,
	code('Rows', `return Array.from({ length: ${size} }, (_, index) => ({ json: ${row} }));`),
];

export async function createWorkflow(api: Api, steps: Step[], credentials: Credentials): Promise<string> {
	const nodes = steps.map((step, index) => ({
		...step,
		id: randomUUID(),
		position: [index * 200, 0],
		credentials,
	}));
	const links = steps.slice(1).map(({ name }, index) => {
		const main = [[{ node: name, type: 'main', index: 0 }]];
		return [steps[index]?.name ?? '', { main }] as const;
	});
	const workflow: Partial<Workflow> = {
		name: `Bench ${randomUUID()}`,
		nodes,
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
	return (await api.createWorkflow(workflow)).id;
}

export interface Timed {
	/** Milliseconds since 1970, as n8n recorded them. */
	began: number;
	ended: number;
	items: Array<Record<string, unknown>>;
}

const runOf = (execution: Execution, name: string): NodeRun => {
	const run = execution.data.resultData.runData[name]?.at(-1);
	const error = run?.error ?? execution.data.resultData.error;
	if (!run || error) throw new Error(`${name}: ${error?.message ?? 'has not run'}`);
	return run;
};

/** @param work the names of the measured nodes, in order */
export async function timedExecution(api: Api, id: string, work: string[]): Promise<Timed> {
	const execution = await finished(api, id, 300_000);
	const runs = work.map((name) => runOf(execution, name));
	const last = runs.at(-1);
	return {
		began: runs[0]?.startTime ?? NaN,
		ended: (last?.startTime ?? NaN) + (last?.executionTime ?? NaN),
		items: itemsOf(execution, work.at(-1) ?? '').map(({ json }) => json),
	};
}

/** Runs the nodes, and measures from the beginning of the first of `steps` to the end of the last. */
export async function runOnce(api: Api, before: Step[], steps: Step[], access: Credentials): Promise<Timed> {
	const names = steps.map(({ name }) => name);
	const id = await createWorkflow(api, [...before, ...steps], access);
	try {
		return await timedExecution(api, await api.run(id, START.name), names);
	} finally {
		await api.deleteWorkflow(id);
	}
}
