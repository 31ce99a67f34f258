/* eslint-disable */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Api } from './api';
import { executionOf } from './executions';
import { TRIGGER } from './trigger-workflow';

const WITHIN_MS = 4 * 60_000;
/** The time of two polls. */
const TWO_POLLS_MS = 22_000;

/** The `event_id`s that the trigger handed to an execution, also to one that is still running. */
function idsIn(data: unknown): string[] {
	const { resultData, executionData } = data as {
		resultData?: { runData?: Record<string, Array<{ data?: { main?: unknown[] } }>> };
		executionData?: { nodeExecutionStack?: Array<{ node: { name: string }; data: { main?: unknown[] } }> };
	};
	const outputs =
		resultData?.runData?.[TRIGGER]?.map((run) => run.data?.main?.[0]) ??
		executionData?.nodeExecutionStack
			?.filter(({ node }) => node.name === TRIGGER)
			.map((entry) => entry.data.main?.[0]) ??
		[];
	return outputs
		.flatMap((items) => (items as Array<{ json: { event_id?: string } }> | null) ?? [])
		.flatMap(({ json }) => json.event_id ?? []);
}

/** The events that a workflow's executions have received so far. Ended executions are read once. */
export class Received {
	private readonly known = new Map<string, string[]>();

	constructor(
		private readonly api: Api,
		private readonly workflowId: string,
	) {}

	async ids(): Promise<string[]> {
		for (const { id, mode } of await this.api.executions(this.workflowId)) {
			if (mode === 'manual' || this.known.has(id)) continue;
			const execution = await executionOf(this.api, id).catch(() => undefined);
			if (!execution || ['new', 'running'].includes(execution.status)) continue;
			this.known.set(id, idsIn(execution.data));
		}
		return [...this.known.values()].flat();
	}

	/** Waits until all events have come. Returns those that have not. */
	async lost(expected: readonly string[]): Promise<string[]> {
		const deadline = Date.now() + WITHIN_MS;
		let ids = await this.ids();
		while (expected.some((id) => !ids.includes(id)) && Date.now() < deadline) {
			await sleep(2000);
			ids = await this.ids();
		}
		return expected.filter((id) => !ids.includes(id));
	}

	/** Waits until all events have come, and two polls longer for repeats. */
	async untilAll(expected: readonly string[]) {
		await this.lost(expected);
		await sleep(TWO_POLLS_MS);
		const counts = new Map<string, number>();
		for (const id of await this.ids()) counts.set(id, (counts.get(id) ?? 0) + 1);
		return {
			lost: expected.filter((id) => !counts.has(id)),
			repeated: expected.filter((id) => (counts.get(id) ?? 0) > 1),
		};
	}
}
