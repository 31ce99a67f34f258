/* eslint-disable */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Api, Execution, Item } from './api';

/** The items of a node's last run, on one of its outputs. */
export const itemsOf = (execution: Execution, node: string, output = 0): Item[] =>
	execution.data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];

/** Asks until there is an answer. */
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

/** n8n writes the status before the data; an execution that was killed may have none. */
const DATA_WITHIN_MS = 5_000;

const hasData = ({ data }: Execution): boolean =>
	(data as Partial<Execution['data']> | undefined)?.resultData !== undefined;

/** Waits until an execution has ended, with any status, and returns it whole. */
export async function finished(api: Api, id: string, withinMs = 120_000): Promise<Execution> {
	const deadline = Date.now() + withinMs;
	let endSeen = Infinity;
	for (;;) {
		const execution = await api.execution(id).catch(() => undefined);
		if (execution && !RUNNING.has(execution.status)) {
			endSeen = Math.min(endSeen, Date.now());
			if (hasData(execution) || Date.now() > endSeen + DATA_WITHIN_MS) return execution;
		}
		if (Date.now() > deadline)
			throw new Error(`Execution ${id} has not ended: ${execution?.status ?? 'not found'}`);
		await sleep(250);
	}
}
