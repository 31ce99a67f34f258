/** Plays the table of faults against every operation. */
import type { INode } from 'n8n-workflow';

import { faultCases, type FaultCase, type Verdict } from './faults';
import type { Lab, Seen } from './lab';
import { furnish, operationId, operationsOf, UNTOUCHED, type OperationCase } from './operations';

export interface Cell {
	operation: string;
	fault: string;
	group: string;
	seen: Seen;
	/** What the service holds afterwards. */
	holds: string;
	/** How it differs from what has to come of it; empty where it does not. */
	wrong: string[];
}

/** A port on which nobody listens. */
const CLOSED = 'http://127.0.0.1:1';

/** Where the retries wait, they wait no time at all. */
export async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
	const { random } = Math;
	Math.random = () => 0;
	try {
		return await work();
	} finally {
		Math.random = random;
	}
}

async function play(
	lab: Lab,
	operation: OperationCase,
	faultCase: FaultCase,
	onError: INode['onError'],
): Promise<Cell> {
	const { sandbox } = lab;
	const { method, path, parameters, items } = operation;
	if (faultCase.fault) sandbox.faults.add({ method, path, ...faultCase.fault(lab) });
	const unreachable = faultCase.fault === undefined;
	const seen = await lab.run({
		parameters,
		items,
		onError,
		...(unreachable && { credentials: { baseUrl: CLOSED } }),
	});
	const holds = operation.holds(sandbox, seen);
	const verdict = verdictOn(operation, faultCase);
	const failed = seen.error !== undefined || seen.outputs.flat().some(({ json }) => 'error' in json);
	const wrong = [
		...seen.offences.filter((offence) => !(unreachable && offence === 'a connection to 127.0.0.1:1')),
		...(failed === verdict.ok ? [verdict.ok ? `failed: ${seen.words}` : 'went through'] : []),
		...(seen.requests === verdict.requests ? [] : [`${seen.requests} requests, not ${verdict.requests}`]),
		...effectProblem(operation, verdict.effect, failed, holds),
		...(failed && verdict.says && !verdict.says.test(seen.words) ? [`says: ${seen.words}`] : []),
		...(failed && !/\n\S/.test(seen.words) ? [`does not say how to go on: ${seen.words}`] : []),
		...(onError && seen.error ? [`stopped in spite of On Error: ${seen.error.message}`] : []),
	];
	return { operation: operation.name, fault: faultCase.name, group: faultCase.group, seen, holds, wrong };
}

/** Reading all of the latest events takes one more request, which finds nothing. */
function verdictOn(operation: OperationCase, faultCase: FaultCase): Verdict {
	const verdict = faultCase.verdict(operation);
	const drains = operation.name === 'event.getLatest' && verdict.ok;
	return drains ? { ...verdict, requests: verdict.requests + 1 } : verdict;
}

function effectProblem({ effect, name }: OperationCase, took: boolean, failed: boolean, holds: string) {
	// A lost answer of /events/latest takes its events along; the history still has them.
	const expected = !took ? UNTOUCHED : failed && name === 'event.getLatest' ? 'in the history only' : effect;
	return holds === expected ? [] : [`the service: ${holds}, not ${expected}`];
}

/** A stalled PDF is given up after two minutes, which a test of the trigger does in less. */
const isTooSlow = ({ answer }: OperationCase, { name }: FaultCase) =>
	answer === 'pdf' && name.startsWith('stalled within');

export interface TableOptions {
	onError?: INode['onError'];
	only?: (operation: OperationCase, fault: FaultCase) => boolean;
}

export async function* faultTable(lab: Lab, { onError, only = () => true }: TableOptions = {}) {
	furnish(lab.sandbox);
	const count = operationsOf('').length;
	for (let index = 0; index < count; index++) {
		for (const faultCase of faultCases) {
			furnish(lab.sandbox);
			const operation = operationsOf(operationId(lab.sandbox))[index];
			if (!operation || isTooSlow(operation, faultCase) || !only(operation, faultCase)) continue;
			yield await withoutWaiting(async () => await play(lab, operation, faultCase, onError));
		}
	}
}
