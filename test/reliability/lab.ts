/** One engine, one service, and everything that must not happen, watched. */
import { ClientRequest, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INode } from 'n8n-workflow';

import { start, type Sandbox, type SandboxOptions } from '../../sandbox';
import { Engine, type ActionRun, type ActionSetting } from '../support/engine';
import { watchConnections, type Connections } from './connections';

/** The part of the key that looks the same however it is escaped. */
const CORE = 'k3y7f1c9e5b0d42';

/** With characters that JSON, addresses and HTML escape. */
export const KEY = `${CORE}-"q\\uote"-<&>`;

const SPELLINGS = [CORE, Buffer.from(CORE).toString('base64')];

/** Longest wait for an answer in tests: the nodes' own limits are minutes. */
const PATIENCE = 500;

export interface Trial extends Pick<ActionSetting, 'items' | 'onStart' | 'timezone'> {
	parameters: IDataObject;
	onError?: INode['onError'];
	credentials?: IDataObject;
}

export interface Seen extends ActionRun {
	/** What a person reads: the error, or the first error item. */
	words: string;
	/** Requests that reached the service. */
	requests: number;
	/** What must never happen, and did. */
	offences: string[];
}

export interface Lab {
	engine: Engine;
	sandbox: Sandbox;
	connections: Connections;
	/** Host and port of a server that nobody may call, and the calls it got. */
	elsewhere: { host: string; calls: string[] };
	credentials: IDataObject;
	run(trial: Trial): Promise<Seen>;
	/** Offences of whatever happened since the last call. */
	offences(outcome: unknown): string[];
	close(): Promise<void>;
}

const CRASH =
	/is not a function|is not iterable|Cannot (?:read|convert|set|create|destructure)|undefined|\[object |call stack|Invalid (?:array|string) length|URI malformed|^aborted$|^socket|^$/i;

/** Signs that something broke inside the nodes instead of being refused. */
export function crashOf(error: { name?: string; message?: string } | undefined): string[] {
	if (error === undefined) return [];
	const { name = '', message = '' } = error;
	const offences = CRASH.test(message) ? [`crash: ${message.slice(0, 200)}`] : [];
	return /^Node(Api|Operation)Error$/.test(name) ? offences : [...offences, `not n8n's own error: ${name}`];
}

async function listenElsewhere(calls: string[]): Promise<Server> {
	const server = createServer((request, response) => {
		calls.push(`${request.method} ${request.url} ${String(request.headers.authorization)}`);
		response.end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

/** Every line that n8n logs, whatever the level. */
function recordLog(lines: string[]): () => void {
	const logger = Container.get(Logger) as unknown as Record<string, unknown>;
	const levels = ['error', 'warn', 'info', 'debug'];
	for (const level of levels)
		logger[level] = (...words: unknown[]) => void lines.push(inspect(words, { depth: 6 }));
	return () => levels.forEach((level) => delete logger[level]);
}

/** Shortens every wait for an answer, so that a stalled service can be tried. The ping, without a key, goes by itself. */
function hurry(engine: Engine): () => void {
	const original = Reflect.get<ClientRequest, 'setTimeout'>(ClientRequest.prototype, 'setTimeout');
	ClientRequest.prototype.setTimeout = function setTimeout(this: ClientRequest, milliseconds, callback) {
		return original.call(this, Math.min(milliseconds, PATIENCE), callback);
	};
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
	};
}

export interface LabOptions {
	sandbox?: Partial<SandboxOptions>;
	/** Leaves the nodes' own time limits in place. */
	patient?: boolean;
}

export async function openLab(options: LabOptions = {}): Promise<Lab> {
	const sandbox = await start({
		port: 0,
		docs: false,
		operationDurationMs: 0,
		keys: [{ key: KEY, kind: 'sandbox' }],
		...options.sandbox,
	});
	const calls: string[] = [];
	const server = await listenElsewhere(calls);
	const engine = await Engine.load();
	const restoreTimeouts = options.patient ? () => undefined : hurry(engine);
	const lines: string[] = [];
	const restoreLog = recordLog(lines);
	const connections = watchConnections();
	const home = `127.0.0.1:${sandbox.port}`;
	const credentials: IDataObject = { baseUrl: sandbox.baseUrl, apiKey: KEY };
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

	const offences = (outcome: unknown): string[] => {
		const found = connections.targets().filter((target) => target !== home);
		const text = inspect(outcome, { depth: 12, maxStringLength: 200_000 }) + lines.splice(0).join('\n');
		const wire = sandbox.log.all().map(({ path, query, body, headers }) => {
			const { authorization, ...others } = headers;
			return `${path} ${JSON.stringify([query, body, others])}${path === '/v1/ping' ? authorization : ''}`;
		});
		const carriers: Array<[string, string]> = [
			['the outcome or the log', text],
			['the request, outside of its header', wire.join('\n')],
		];
		const leaks = carriers.filter(([, where]) => SPELLINGS.some((key) => where.includes(key)));
		connections.clear();
		return [
			...found.map((target) => `a connection to ${target}`),
			...calls.splice(0).map((call) => `a request elsewhere: ${call}`),
			...leaks.map(([where]) => `the key is in ${where}`),
		];
	};

	return {
		engine,
		sandbox,
		connections,
		elsewhere: { host, calls },
		credentials,
		offences,
		run: async ({ credentials: own, ...trial }) => {
			const run = await engine
				.run({ ...trial, credentials: { ...credentials, ...own } as ActionSetting['credentials'] })
				.catch(refusedByN8n);
			const first = run.outputs.flat().find(({ json }) => 'error' in json)?.json;
			const { message, description } = run.error ?? { message: first?.error, description: first?.message };
			return {
				...run,
				words: [message, description].filter(Boolean).map(String).join('\n'),
				requests: sandbox.log.count(),
				offences: [...crashOf(run.error), ...crashOf(itemError(first)), ...offences(run)],
			};
		},
		close: async () => {
			restoreLog();
			restoreTimeouts();
			connections.stop();
			server.close();
			await sandbox.close();
		},
	};
}

/** n8n itself refuses a node that lacks a required parameter, before the node is run. */
function refusedByN8n(error: unknown): ActionRun {
	if ((error as Error).name !== 'WorkflowHasIssuesError') throw error;
	return { outputs: [], json: [], error: undefined, hints: [], status: 'error' };
}

const itemError = (item: IDataObject | undefined) =>
	item && { name: 'NodeOperationError', message: item.error as string };
