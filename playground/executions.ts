import { setTimeout as sleep } from 'node:timers/promises';

import type { Api, Execution } from './api';

export interface BinaryData {
	data: string;
	id?: string;
	mimeType: string;
	fileName?: string;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, BinaryData>;
}

export interface ExecutionData {
	resultData: {
		error?: { message: string; description?: string };
		runData: Record<
			string,
			Array<{ error?: { message: string }; executionStatus?: string; data?: { main: Array<Item[] | null> } }>
		>;
	};
}

/**
 * An execution's data comes as the JSON of a flat list, in which every text stands for a place in that list
 * (the npm package "flatted").
 */
export function unflatten(text: string): unknown {
	const list = JSON.parse(text) as unknown[];
	const known = new Map<number, unknown>();
	const at = (index: number): unknown => {
		if (known.has(index)) return known.get(index);
		const raw = list[index];
		if (raw === null || typeof raw !== 'object') return raw;
		const result: Record<string, unknown> | unknown[] = Array.isArray(raw) ? [] : {};
		known.set(index, result);
		for (const [key, value] of Object.entries(raw)) {
			(result as Record<string, unknown>)[key] = typeof value === 'string' ? at(Number(value)) : value;
		}
		return result;
	};
	return at(0);
}

/** What a node put out in its last run, on one of its outputs. */
export const itemsOf = (execution: Execution, node: string, output = 0): Item[] =>
	execution.data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];

const RUNNING = new Set(['new', 'running', 'waiting', 'unknown']);

/** n8n writes the status before the data; an execution that was killed may have none. */
const DATA_WITHIN_MS = 5_000;

const hasData = ({ data }: Execution): boolean =>
	(data as ExecutionData | undefined)?.resultData !== undefined;

/** Waits for an execution's end and returns it whole, whatever its status. */
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
