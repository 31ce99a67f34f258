/* eslint-disable */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { start, type LogEntry, type Sandbox, type SandboxOptions } from '../../sandbox/index';
import { forgetWaits } from './forget';
import { Engine, type ActionRun, type ActionSetting } from './engine';

export { contact } from './people';
export { withoutJitter } from './still-time';

/** A text that is long and odd enough to be found wherever it leaks to. */
export const KEY = 'k7-secret-9f3e1b-do-not-show';
export const PRODUCTION_KEY = 'k8-secret-0c4d2a-production';

export type Parameters = IDataObject & { resource: string; operation: string };

/** One engine and one sandbox for a test file. */
export interface ActionBench {
	sandbox: Sandbox;
	engine: Engine;
	/** Runs the action node, by default on one empty item with the sandbox's own credentials. */
	run(parameters: Parameters, more?: Partial<Omit<ActionSetting, 'parameters'>>): Promise<ActionRun>;
	/** Requests that reached the sandbox, such as `GET /contacts/a?limit=1`. */
	requests(): string[];
}

const line = ({ method, path, query }: LogEntry): string => {
	const text = new URLSearchParams(query as Record<string, string>).toString();
	return `${method} ${path.replace(/^\/v1/, '')}${text && `?${text}`}`;
};

/** Starts both before the tests of the file, resets the sandbox before each of them, and ends after them. */
export function actionBench(options: Partial<SandboxOptions> = {}): ActionBench {
	const bench = {} as ActionBench;
	beforeAll(async () => {
		bench.engine = await Engine.load();
		bench.sandbox = await start({
			port: 0,
			docs: false,
			operationDurationMs: 0,
			keys: [
				{ key: KEY, kind: 'sandbox' },
				{ key: PRODUCTION_KEY, kind: 'production' },
			],
			...options,
		});
		bench.run = (parameters, more) =>
			bench.engine.run({ parameters, credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: KEY }, ...more });
		bench.requests = () => bench.sandbox.log.all().map(line);
	});
	beforeEach(() => {
		bench.sandbox.reset();
		forgetWaits();
	});
	afterAll(() => bench.sandbox.close());
	return bench;
}

/** The bytes that n8n stored for an item. */
export const bytesOf = async (binary: IBinaryData | undefined): Promise<Buffer> =>
	await Container.get(BinaryDataService).getAsBuffer(binary as IBinaryData);

/** The text that a person reads of an error: title and description. */
export const wordsOf = ({ error }: ActionRun): string =>
	`${error?.message}\n${(error as { description?: string } | undefined)?.description ?? ''}`;

/** The facts in a run's error that n8n uses. */
export const factsOf = ({ error }: ActionRun) => {
	const { message, description, httpCode, context, failure } = (error ?? {}) as {
		message?: string;
		description?: string;
		httpCode?: string;
		context?: IDataObject;
		failure?: { cause: string; retryAfterMs?: number };
	};
	return { message, description, httpCode, itemIndex: context?.itemIndex, cause: failure?.cause };
};
