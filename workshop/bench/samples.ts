/* eslint-disable */
/** One measured run of a contender. */
import { setTimeout as sleep } from 'node:timers/promises';

import { published } from '../playground/provision';
import {
	caseOf,
	contactId,
	DOCUMENTS,
	eventId,
	isUpload,
	type CaseName,
	type Contender,
	type Sample,
	upTo,
} from './cases';
import { watchCpu } from './cpu';
import { byHandSteps, packageStep } from './steps';
import {
	createWorkflow,
	manualStart,
	runOnce,
	timedExecution,
	type Credentials,
	type Timed,
} from './workflow';
import type { World } from './world';

export interface Task {
	name: CaseName;
	size: number;
	contender: Contender;
	/** Added round-trip time, milliseconds. */
	roundTrip: number;
}

interface LogEntry {
	at: string;
	status: number;
	elements?: number;
}

/** Sends a request to the service without TLS and without distance. */
async function ask(world: World, method: string, path: string, body?: unknown): Promise<Response> {
	const { baseUrl, apiKey: authorization } = world.service;
	const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
	const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
	if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
	return answer;
}

const logOf = async (world: World) =>
	(await (await ask(world, 'GET', '/__control/log')).json()) as LogEntry[];

/** Puts the service into the state in which the work begins. */
async function prepare(world: World, { name, size, contender }: Task): Promise<void> {
	await ask(world, 'POST', '/__control/reset', {});
	const isPolled = name === 'poll' && contender === 'package';
	// The trigger delivers events that come after its first poll.
	await ask(world, 'POST', '/__control/seed', caseOf(name).seed(isPolled ? 0 : size));
	if (name === 'documents') {
		// PDFs are generated when they are first requested.
		const paths = upTo(DOCUMENTS, (index) => `/v1/documentation/${contactId(index)}/${eventId(index)}`);
		for (const path of paths) await (await ask(world, 'GET', path)).arrayBuffer();
	}
	await ask(world, 'DELETE', '/__control/log');
}

/** Credentials for the service at a distance. They are created once. */
export async function credentialsFor(world: World, roundTrip: number): Promise<Credentials> {
	const { api } = world.playground;
	const { apiKey } = world.service;
	const baseUrl = world.v1(roundTrip);
	const create = async (type: string, data: Record<string, unknown>) => {
		const name = `${type} at ${roundTrip} ms`;
		return { id: (await api.createCredential({ name, type, data })).id, name };
	};
	return {
		contactConsentApi: await create('contactConsentApi', { baseUrl, apiKey, authScheme: 'none' }),
		httpHeaderAuth: await create('httpHeaderAuth', { name: 'Authorization', value: apiKey }),
	};
}

/** Waits until no poll is under way. */
async function quiet(world: World): Promise<void> {
	do {
		await ask(world, 'DELETE', '/__control/log');
		await sleep(1500);
	} while ((await logOf(world)).length > 0);
}

const firstOf = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
	for (let tries = 0; tries < 100; tries++) {
		const answer = await look();
		if (answer !== undefined) return answer;
		await sleep(300);
	}
	throw new Error('The trigger delivered nothing');
};

/** A real poll of a published workflow: from its first request to the execution that it starts. */
async function pollOnce(world: World, { name, size }: Task, credentials: Credentials): Promise<Timed> {
	const { api } = world.playground;
	const trigger = packageStep(name);
	const end = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const id = await createWorkflow(api, [trigger, end], credentials);
	try {
		await api.publish(id);
		await published(api, id);
		await quiet(world);
		await ask(world, 'POST', '/__control/seed', caseOf(name).seed(size));
		const execution = await firstOf(async () => (await api.executions(id)).at(0));
		const { began, items } = await timedExecution(api, execution.id, [trigger.name]);
		return { began: NaN, ended: began, items };
	} finally {
		await api.unpublish(id);
		await api.deleteWorkflow(id);
	}
}

async function inN8n(world: World, task: Task, credentials: Credentials): Promise<Timed> {
	const { name, size, contender, roundTrip } = task;
	if (name === 'poll' && contender === 'package') return await pollOnce(world, task, credentials);
	const steps = contender === 'byHand' ? byHandSteps(name, world.v1(roundTrip)) : [packageStep(name)];
	const { row } = caseOf(name);
	return await runOnce(
		world.playground.api,
		manualStart(row, row === undefined ? 1 : size),
		steps,
		credentials,
	);
}

/** Checks that the work was done, by the service's log and by the output. */
function check({ name, size, contender }: Task, items: Timed['items'], log: LogEntry[]): void {
	const refused = log.filter(({ status }) => status >= 300).length;
	const taken = log.reduce((sum, { status, elements = 0 }) => sum + (status === 202 ? elements : 0), 0);
	const isDone = !isUpload(name) || (taken === size && items.every(({ accepted }) => accepted === true));
	if (items.length !== size || !isDone || refused > 0)
		throw new Error(
			`${contender}, ${name}: ${items.length} of ${size} came out, ${taken} were taken, ${refused} requests refused`,
		);
}

export async function takeSample(world: World, task: Task, credentials: Credentials): Promise<Sample> {
	const { contender, name, roundTrip } = task;
	await prepare(world, task);
	const cpu = watchCpu(world.playground.n8n.pid);
	const { began, ended, items } = await inN8n(world, task, credentials).finally(cpu.stop);
	const log = await logOf(world);
	check(task, items, log);
	// n8n does not record when a poll began. It began before its first request arrived, by a connection, TLS and
	// half a round trip.
	const pollBegan = Date.parse(log[0]?.at ?? '') - 2.5 * roundTrip;
	const start = name === 'poll' ? pollBegan : began;
	return { contender, ms: ended - start, cpuMs: cpu.between(start, ended) };
}
