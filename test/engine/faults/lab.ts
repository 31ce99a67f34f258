/* eslint-disable */
/** One engine and one service, with a watch for everything that must never happen. */
import { once } from 'node:events';
import { ClientRequest, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INode } from 'n8n-workflow';

import { start, type Sandbox } from '../../../sandbox';
import { Engine, type ActionRun, type ActionSetting } from '../../support/engine';
import { forgetWaits } from '../../support/forget';
import { watchConnections } from './connections';

/** The part of the key that looks the same in every escaping. */
const CORE = 'k3y7f1c9e5b0d42';
const SPELLINGS = [CORE, Buffer.from(CORE).toString('base64')];

/** A key with characters that JSON, addresses and HTML escape. */
export const KEY = `${CORE}-"q\\uote"-<&>`;

/** The longest wait for an answer, in place of the nodes' own limits of minutes. */
const PATIENCE = 500;
/** The clock runs this many times as fast, so that a minute lasts as long as PATIENCE. */
const HASTE = 60_000 / PATIENCE;

export interface Trial {
	parameters: IDataObject;
	items?: IDataObject[];
	onError?: INode['onError'];
	node?: Partial<INode>;
	credentials?: IDataObject;
}

export interface Seen extends ActionRun {
	/** The message for the user: of the error, or of the first error item. */
	words: string;
	/** True if the run or one of its items ended in an error. */
	failed: boolean;
	/** How many requests reached the service. */
	requests: number;
	/** Things that must never happen, but did. */
	offences: string[];
}

export interface Lab {
	engine: Engine;
	sandbox: Sandbox;
	/** Host and port of a server that nobody may call. */
	elsewhere: string;
	credentials: IDataObject;
	run: (trial: Trial) => Promise<Seen>;
	/** Offences since the last call. */
	offences: (outcome: unknown) => string[];
	close: () => Promise<void>;
}

const CRASH =
	/is not a function|is not iterable|Cannot (?:read|convert|set|create|destructure)|undefined|\[object |call stack|Invalid (?:array|string) length|URI malformed|^aborted$|^socket|^$/i;

/** Signs of a crash inside the nodes, in contrast to a refusal. */
export function crashOf({ name = '', message = '' }: { name?: string; message?: string }): string[] {
	const offences = CRASH.test(message) ? [`crash: ${message.slice(0, 200)}`] : [];
	return /^Node(Api|Operation)Error$/.test(name) ? offences : [...offences, `not n8n's own error: ${name}`];
}

/** Makes waits between tries take no time. */
export async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
	const { random } = Math;
	Math.random = () => 0;
	try {
		return await work();
	} finally {
		Math.random = random;
	}
}

/** Collects every line that n8n logs, at any level. */
function recordLog(lines: string[]): () => void {
	const logger = Container.get(Logger) as unknown as Record<string, unknown>;
	const levels = ['error', 'warn', 'info', 'debug'];
	const record = (...words: unknown[]) => void lines.push(inspect(words, { depth: 6 }));
	for (const level of levels) logger[level] = record;
	return () => levels.forEach((level) => delete logger[level]);
}

/** Shortens every wait for an answer, so that a stalled service can be tried; also in Ping, which sends no key. */
function hurry(engine: Engine, haste: number): () => void {
	const original = Reflect.get<ClientRequest, 'setTimeout'>(ClientRequest.prototype, 'setTimeout');
	ClientRequest.prototype.setTimeout = function setTimeout(this: ClientRequest, milliseconds, callback) {
		return original.call(this, Math.min(milliseconds, PATIENCE), callback);
	};
	// The package measures a minute by this clock, n8n's helper by its own timers.
	const now = performance.now.bind(performance);
	performance.now = () => now() * haste;
	const additionalData = engine.additionalData.bind(engine);
	engine.additionalData = (...args) => {
		const data = additionalData(...args);
		const helper = data.credentialsHelper;
		const authenticate = helper.authenticate.bind(helper);
		helper.authenticate = async (...call) => {
			const options = await authenticate(...call);
			return { ...options, timeout: Math.min(options.timeout ?? PATIENCE, PATIENCE) };
		};
		return data;
	};
	return () => {
		ClientRequest.prototype.setTimeout = original;
		performance.now = now;
	};
}

/** Places that show the key, except for its own header. */
function leaksOf(sandbox: Sandbox, outcome: string): string[] {
	const wire = sandbox.log.all().map(({ path, query, body, headers: { authorization, ...others } }) => {
		const needless = path === '/v1/ping' ? authorization : '';
		return `${path} ${JSON.stringify([query, body, others])}${needless}`;
	});
	const places = { 'the outcome or the log': outcome, 'the request, outside of its header': wire.join('\n') };
	return Object.entries(places)
		.filter(([, text]) => SPELLINGS.some((key) => text.includes(key)))
		.map(([place]) => `the key is in ${place}`);
}

/** n8n itself refuses a node without a required parameter before it runs the node. */
function refusedByN8n(error: unknown): ActionRun {
	if ((error as Error).name !== 'WorkflowHasIssuesError') throw error;
	return { outputs: [], json: [], error: undefined, hints: [], status: 'error', context: {} };
}

/** @param haste how fast the package's clock runs. The time budget of a poll follows the same clock. */
export async function openLab(haste = HASTE): Promise<Lab> {
	const keys = [{ key: KEY, kind: 'sandbox' as const }];
	const sandbox = await start({ port: 0, docs: false, operationDurationMs: 0, keys });
	const calls: string[] = [];
	const server = createServer((request, response) => {
		calls.push(`${request.method} ${request.url} ${String(request.headers.authorization)}`);
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const engine = await Engine.load();
	const restoreTimeouts = hurry(engine, haste);
	const lines: string[] = [];
	const restoreLog = recordLog(lines);
	const connections = watchConnections();
	const credentials: IDataObject = { baseUrl: sandbox.baseUrl, apiKey: KEY };

	const offences = (outcome: unknown): string[] => {
		const strange = [...connections.targets].filter((target) => target !== `127.0.0.1:${sandbox.port}`);
		connections.targets.clear();
		const text = inspect(outcome, { depth: 12, maxStringLength: 200_000 }) + lines.splice(0).join('\n');
		return [
			...strange.map((target) => `a connection to ${target}`),
			...calls.splice(0).map((call) => `a request elsewhere: ${call}`),
			...leaksOf(sandbox, text),
		];
	};

	const run = async ({ credentials: own, ...trial }: Trial): Promise<Seen> => {
		const setting = { ...trial, credentials: { ...credentials, ...own } as ActionSetting['credentials'] };
		forgetWaits();
		const outcome = await engine.run(setting).catch(refusedByN8n);
		const item = outcome.outputs.flat().find(({ json }) => 'error' in json)?.json;
		const { message, description } = outcome.error ?? { message: item?.error, description: item?.message };
		const crashes = [
			...(outcome.error ? crashOf(outcome.error) : []),
			...(item ? crashOf({ name: 'NodeOperationError', message: item.error as string }) : []),
		];
		return {
			...outcome,
			words: [message, description].filter(Boolean).map(String).join('\n'),
			failed: outcome.error !== undefined || item !== undefined,
			requests: sandbox.log.count(),
			offences: [...crashes, ...offences(outcome)],
		};
	};

	const close = async () => {
		restoreLog();
		restoreTimeouts();
		connections.stop();
		server.close();
		await sandbox.close();
	};
	const elsewhere = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { engine, sandbox, elsewhere, credentials, run, offences, close };
}
