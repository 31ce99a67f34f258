/* eslint-disable */
/** A Node process that runs the built nodes, as a worker of n8n does: calls come in as messages, results go out. */
import './engine-env';

import type { IDataObject } from 'n8n-workflow';

import { Engine, type ActionSetting } from './engine';

/** A call of the action node, in another process. */
export interface OtherCall {
	number: number;
	setting: ActionSetting;
}

export interface OtherResult {
	number: number;
	json: IDataObject[];
	hints: string[];
	/** What ended the execution. */
	error?: string;
}

/** Messages of the process: `ready` once, and a result for each call. */
export type FromOther = 'ready' | OtherResult;

const tell = (message: FromOther) => process.send?.(message);

async function main(): Promise<void> {
	const engine = await Engine.load();
	process.on('message', ({ number, setting }: OtherCall) => {
		void engine.run(setting).then(
			({ json, hints, error }) => {
				const words = hints.map(({ message }) => String(message));
				tell({ number, json, hints: words, ...(error && { error: error.message }) });
			},
			(error: Error) => tell({ number, json: [], hints: [], error: error.message }),
		);
	});
	process.on('disconnect', () => process.exit(0));
	tell('ready');
}

// Tests import only the types.
if (process.send !== undefined && require.main === module) void main();
