import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { keyOf } from '../lib/ids';
import { isRecord, scalarText } from '../lib/json';

/**
 * What earlier tries of a run did. With Retry On Fail, n8n runs the whole node again. What an earlier try has deleted or
 * created must then be reported as done. Of an upload, only this is kept: that there was one, and when the first try began.
 * Its rows are read and sent as in the first try, so that no row is told as done that was refused.
 */

/** What is kept of an action: e.g. the data for its output item, or `perhaps` if it is unknown whether it was done. */
export type ActionResult = IDataObject | 'perhaps';

export interface EarlierTries {
	/**
	 * The result of an earlier try.
	 *
	 * @param key unique within a run of the node: the `hashOf` of the action; of an upload, a word
	 */
	find: (key: string) => ActionResult | undefined;
	/** Keeps a result of this try, in case n8n runs the node again. */
	keep: (key: string, result: ActionResult) => void;
}

/** The key in n8n's context of the node, which belongs to the data of the execution. */
const CONTEXT_KEY = 'earlierTries';

/**
 * The kept results hold only for one run in one execution. If a person retries an old execution, n8n brings its context
 * along; in a loop, n8n runs the node again. Both begin without results.
 */
interface KeptResults {
	execution: string;
	run: number;
	results: Record<string, ActionResult>;
}

/** The key of an action. It reveals nothing about the action. */
export const hashOf = (action: unknown): string => keyOf(JSON.stringify(action));

const isOf = (kept: unknown, execution: string, run: number): kept is KeptResults =>
	isRecord(kept) && kept.execution === execution && kept.run === run && isRecord(kept.results);

/** The context of the node; `undefined` if n8n has none, or if Retry On Fail is off. */
function contextOf(context: IExecuteFunctions): IDataObject | undefined {
	if (context.getNode().retryOnFail !== true) return undefined;
	try {
		return context.getContext('node');
	} catch {
		return undefined;
	}
}

/**
 * What earlier tries of this run did. Call it once in each try, before any action.
 *
 * @returns `undefined` if n8n keeps no context, or if Retry On Fail is off
 */
export function recallTries(context: IExecuteFunctions): EarlierTries | undefined {
	const nodeContext = contextOf(context);
	const execution = scalarText(context.getExecutionId?.()) ?? '';
	if (nodeContext === undefined || execution === '') return undefined;
	const run = Number(context.getWorkflowDataProxy(0).$runIndex);
	const found = nodeContext[CONTEXT_KEY];
	const kept: KeptResults = isOf(found, execution, run) ? found : { execution, run, results: {} };
	nodeContext[CONTEXT_KEY] = kept;
	const earlier = { ...kept.results };
	return {
		find: (key) => earlier[key],
		keep: (key, result) => void (kept.results[key] = result),
	};
}

/** Forgets all results, unless n8n runs the node again: it does if the first item of the first output has an error. */
export function forgetTries(context: IExecuteFunctions, [first]: readonly INodeExecutionData[]): void {
	if (first?.json.error === undefined) delete contextOf(context)?.[CONTEXT_KEY];
}
