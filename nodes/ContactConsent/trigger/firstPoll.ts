/**
 * Tells the poll with which n8n begins to poll a trigger from later ones.
 *
 * - In: n8n's context of a poll. Out: yes or no.
 * - Why: if the first poll throws, n8n never polls the trigger again (`poll.ts`), and n8n does not say which poll is the
 *   first. What n8n does say differs: some versions keep one context for all polls, and others make one for each poll,
 *   with the activation mode `update`, which a publication may have, too.
 *
 * `isFirstPoll` only answers. `notePoll` makes the next answers right. A test in the editor is no poll in this sense.
 */
import type { IPollFunctions } from 'n8n-workflow';

type Context = Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'getActivationMode'>;

/** What identifies a trigger within this process. */
export function triggerOf(context: Pick<Context, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = context.getNode();
	return JSON.stringify([context.getWorkflow().id ?? '', id, name]);
}

/** The node with all of its parameters, as a text to compare. */
const nodeOf = (context: Context): string => JSON.stringify(context.getNode());

/**
 * How n8n has polled a trigger: with which node, and if it gave one context to several polls. Nothing is forgotten: a
 * trigger that is polled once a month would look new, and its failure would stay in the log. Entries are small and few.
 */
export const polled = new Map<string, { node: string; keepsContexts: boolean }>();
const contexts = new WeakSet<object>();

/**
 * True for the poll with which n8n starts or publishes the workflow:
 *
 * | the context | its mode     | polls that this process remembers           | this poll is |
 * | ----------- | ------------ | ------------------------------------------- | ------------ |
 * | known       |              |                                             | a later one  |
 * | new         | not `update` |                                             | the first    |
 * | new         | `update`     | none                                        | the first    |
 * | new         | `update`     | with another node: n8n publishes no trigger again whose node is the same | the first |
 * | new         | `update`     | with this node, several of one context: only a publication makes another | the first |
 * | new         | `update`     | with this node, each with its own context   | a later one  |
 */
export function isFirstPoll(context: Context): boolean {
	if (contexts.has(context)) return false;
	if (context.getActivationMode() !== 'update') return true;
	const before = polled.get(triggerOf(context));
	return before?.node !== nodeOf(context) || before.keepsContexts;
}

/** Remembers a poll, after `isFirstPoll` was asked about it. */
export function notePoll(context: Context): void {
	const trigger = triggerOf(context);
	const keepsContexts = contexts.has(context) || polled.get(trigger)?.keepsContexts === true;
	contexts.add(context);
	polled.set(trigger, { node: nodeOf(context), keepsContexts });
}
