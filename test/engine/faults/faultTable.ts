/** Plays the table of faults on every request of every operation. */
import type { INode } from 'n8n-workflow';

import { faultCases, isLeftOut, type FaultCase } from './faults';
import { withoutWaiting, type Lab, type Seen } from './lab';
import {
	calmRun,
	callsOf,
	furnish,
	holdings,
	operations,
	type Call,
	type Calm,
	type Endpoint,
	type Operation,
} from './operations';

export interface Cell {
	operation: string;
	group: string;
	failed: boolean;
	/** True if the request had already marked events as received when it failed. */
	tookAway: boolean;
	/** Differences from the expected outcome. */
	wrong: string[];
}

/** A port that nobody listens on. */
const CLOSED = '127.0.0.1:1';

function problemsOf(seen: Seen, { fault, verdict }: FaultCase, endpoint: Endpoint, calm: Calm, held: string) {
	const { ok, requests, effect, says = /\S/ } = verdict(endpoint);
	const wanted = requests === 0 ? 0 : endpoint.earlier + requests + (ok ? endpoint.later : 0);
	const expected = effect ? calm.after : calm.before;
	const problems: Array<[boolean, string]> = [
		[seen.failed === ok, ok ? `failed: ${seen.words}` : 'went through'],
		[seen.requests !== wanted, `${seen.requests} requests, not ${wanted}`],
		[held !== expected, `the service holds ${held}, not ${expected}`],
		[seen.failed && !says.test(seen.words), `says: ${seen.words}`],
		[seen.failed && !/\n\S/.test(seen.words), `does not say how to go on: ${seen.words}`],
	];
	const offences = seen.offences.filter((offence) => fault ?? offence !== `a connection to ${CLOSED}`);
	return [...offences, ...problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem)];
}

async function play(
	lab: Lab,
	call: Call,
	calm: Calm,
	endpoint: Endpoint,
	faultCase: FaultCase,
	onError: INode['onError'],
): Promise<Cell> {
	const { sandbox } = lab;
	furnish(sandbox);
	const fault = faultCase.fault?.(lab.elsewhere);
	if (fault) sandbox.faults.add({ method: endpoint.method, path: endpoint.path, ...fault });
	const credentials = fault ? {} : { baseUrl: `http://${CLOSED}` };
	const { items } = call;
	const seen = await lab.run({ parameters: call.parameters(sandbox), items, onError, credentials });
	const held = holdings(sandbox);
	const wrong = problemsOf(seen, faultCase, endpoint, calm, held);
	if (onError && seen.error) wrong.push(`stopped in spite of On Error: ${seen.error.message}`);
	const tookAway = endpoint.path === '/v1/events/latest' && seen.failed && held !== calm.before;
	const { name, group } = faultCase;
	return {
		operation: call.name,
		group,
		failed: seen.failed,
		tookAway,
		wrong: wrong.map((one) => `${endpoint.path}, ${name}: ${one}`),
	};
}

export interface TableOptions {
	onError?: INode['onError'];
	only?: (fault: FaultCase) => boolean;
	of?: readonly Operation[];
}

export async function* faultTable(
	lab: Lab,
	{ onError, only = () => true, of = operations }: TableOptions = {},
) {
	for (const call of of.flatMap(callsOf)) {
		const calm = await calmRun(lab, call);
		for (const endpoint of calm.endpoints) {
			for (const faultCase of faultCases.filter(only)) {
				if (isLeftOut(endpoint, faultCase)) continue;
				yield await withoutWaiting(async () => await play(lab, call, calm, endpoint, faultCase, onError));
			}
		}
	}
}

/** All problems of a table, one line each. */
export async function wrongIn(
	cells: AsyncIterable<{ wrong: string[] }>,
): Promise<{ wrong: string[]; tried: number }> {
	const wrong: string[] = [];
	let tried = 0;
	for await (const cell of cells) {
		tried += 1;
		wrong.push(...cell.wrong);
	}
	return { wrong, tried };
}
