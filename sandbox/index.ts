/**
 * The sandbox: a local Contact Consent and Update Service.
 *
 *     const sandbox = await start({ port: 0 });
 *     … sandbox.baseUrl, sandbox.apiKey …
 *     await sandbox.close();
 */
import { withOptions } from './options/configure';
import { createFaults } from './faults/faults';
import type { Faults } from './faults/faults';
import { stateHandle } from './handle/handle';
import type { SandboxState, StateHandle } from './handle/handle';
import { createLog } from './faults/log';
import type { RequestLog } from './faults/log';
import { DEFAULT_OPTIONS } from './options/options';
import type { SandboxOptions } from './options/options';
import type { Seed, Seeded } from './handle/seed';
import { createApp } from './server';
import type { Service } from './records/service';
import { createStore, ensureDefaultEmployee } from './records/store';
import type { DocumentationState, Refusal } from './records/store';
import { createClock } from './options/time';
import type { Clock } from './options/time';

export type * from './records/model';
export type { Clock, DocumentationState, Faults, Refusal, RequestLog, SandboxOptions, SandboxState };
export type { Seed, Seeded, StateHandle };
export type { ActiveFault, Fault, FaultTarget } from './faults/faults';
export type { LogEntry, LogFilter } from './faults/log';
export type { ApiKey } from './options/options';
export type { EventSeed } from './handle/seed';
export { DEFAULT_KEY, DEFAULT_OPTIONS, DEFAULT_PORT, DEFAULT_PRODUCTION_KEY } from './options/options';

export interface Sandbox extends StateHandle {
	/** `http://127.0.0.1:4010` */
	baseUrl: string;
	/** `baseUrl` with `/v1` */
	url: string;
	port: number;
	/** The first key of the options. */
	readonly apiKey: string;
	/** The present options. */
	readonly options: Readonly<SandboxOptions>;
	clock: Clock;
	log: RequestLog;
	faults: Faults;
	close(): Promise<void>;
}

export async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
	const startOptions = withOptions(DEFAULT_OPTIONS, options);
	const service: Service = {
		options: startOptions,
		origin: '',
		clock: createClock(),
		store: createStore(),
		faults: createFaults(),
		log: createLog(),
		ending: new AbortController(),
		pdfs: new Map(),
	};
	ensureDefaultEmployee(service.store);
	const handle = stateHandle(service, startOptions);
	const app = await createApp(service, handle);
	service.origin = await app.listen({ host: startOptions.host, port: startOptions.port });
	const { clock, log, faults } = service;
	return {
		...handle,
		baseUrl: service.origin,
		url: `${service.origin}/v1`,
		port: Number(new URL(service.origin).port),
		get apiKey() {
			return service.options.keys[0]?.key ?? '';
		},
		get options() {
			return service.options;
		},
		clock,
		log,
		faults,
		close: async () => {
			service.ending.abort();
			await app.close();
		},
	};
}
