import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord, keyOf, scalarText } from './values';

/**
 * What earlier tries of a run did. With Retry On Fail, n8n runs the whole node again: what was deleted, uploaded or made
 * is there already, and is to be told as done.
 */

/** What became of something that was to be done: what its output needs, or that nobody knows whether it was done. */
export type Deed = IDataObject | 'perhaps';

export interface EarlierTries {
	/** What an earlier try did. @param key anything that tells it from all else that the node does in a run */
	find: (key: unknown) => Deed | undefined;
	/** Keeps what this try did, in case n8n runs the node again. The key is kept as a hash. */
	keep: (key: unknown, deed: Deed) => void;
}

/** Where n8n keeps it: in the context of the node, which belongs to the data of the execution. */
const PLACE = 'earlierTries';

/** n8n's own Retry of an old execution brings its context along, and a loop runs the node again: both begin anew. */
interface Kept {
	execution: string;
	run: number;
	deeds: Record<string, Deed>;
}

const hashOf = (key: unknown): string => keyOf(JSON.stringify(key));

const isOf = (kept: unknown, execution: string, run: number): kept is Kept =>
	isRecord(kept) && kept.execution === execution && kept.run === run && isRecord(kept.deeds);

/** The context of the node; nothing where n8n has none, or runs it once only. */
function contextOf(context: IExecuteFunctions): IDataObject | undefined {
	if (context.getNode().retryOnFail !== true) return undefined;
	try {
		return context.getContext('node');
	} catch {
		return undefined;
	}
}

/** What earlier tries of this run did. To be called once in each try, before anything is done. */
export function recallTries(context: IExecuteFunctions): EarlierTries {
	const place = contextOf(context);
	const execution = scalarText(context.getExecutionId?.()) ?? '';
	if (place === undefined || execution === '') return { find: () => undefined, keep: () => undefined };
	const run = Number(context.getWorkflowDataProxy(0).$runIndex);
	const found = place[PLACE];
	const kept: Kept = isOf(found, execution, run) ? found : { execution, run, deeds: {} };
	place[PLACE] = kept;
	const earlier = { ...kept.deeds };
	return {
		find: (key) => earlier[hashOf(key)],
		keep: (key, deed) => void (kept.deeds[hashOf(key)] = deed),
	};
}

/** Forgets it all where n8n does not run the node again: it does if the first item of the first output has an error. */
export function forgetTries(context: IExecuteFunctions, [first]: readonly INodeExecutionData[]): void {
	if (first?.json.error === undefined) delete contextOf(context)?.[PLACE];
}
