/* eslint-disable */
import { setTimeout as sleep } from 'node:timers/promises';

import { parse as unflatten } from 'flatted';

import type { Api, Execution, ExecutionData, ExecutionSummary, Item } from './api';

/** An execution with its data, which n8n sends in its own format (flatted). */
export async function executionOf(api: Api, id: string): Promise<Execution> {
	type Flat = ExecutionSummary & { data: string };
	const { data, ...rest } = await api.request<Flat>('GET', `/executions/${id}`);
	return { ...rest, data: unflatten(data) as ExecutionData };
}

/** The items of a node's last run, from one of its outputs. */
export const itemsOf = (execution: Execution, node: string, output = 0): Item[] =>
	execution.data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];

/** Repeats a request until it has a result. */
export async function eventually<T>(
	ask: () => Promise<T | undefined>,
	what: string,
	withinMs = 60_000,
): Promise<T> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await sleep(250);
	}
}

const RUNNING = new Set(['new', 'running', 'waiting', 'unknown']);

/** n8n writes the status before the data. A killed execution may have no data. */
const DATA_WITHIN_MS = 5_000;

const hasData = ({ data }: Execution): boolean =>
	(data as Partial<Execution['data']> | undefined)?.resultData !== undefined;

/** Waits until an execution has ended with any status, and returns all of it. */
export async function finished(api: Api, id: string, withinMs = 120_000): Promise<Execution> {
	const deadline = Date.now() + withinMs;
	let endSeen = Infinity;
	for (;;) {
		const execution = await executionOf(api, id).catch(() => undefined);
		if (execution && !RUNNING.has(execution.status)) {
			endSeen = Math.min(endSeen, Date.now());
			if (hasData(execution) || Date.now() > endSeen + DATA_WITHIN_MS) return execution;
		}
		if (Date.now() > deadline)
			throw new Error(`Execution ${id} has not ended: ${execution?.status ?? 'not found'}`);
		await sleep(250);
	}
}
