import type { IPollFunctions } from 'n8n-workflow';

type Context = Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'getActivationMode'>;

/** What identifies a trigger within this process. */
export function triggerOf(context: Pick<Context, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = context.getNode();
	return JSON.stringify([context.getWorkflow().id ?? '', id, name]);
}

/** How n8n has polled a trigger: with which node, and if it gave one context to several polls. */
export const polled = new Map<string, { node: string; keepsContexts: boolean }>();
const contexts = new WeakSet<object>();

/**
 * True for the poll with which n8n begins to poll a trigger: it starts or publishes the workflow.
 *
 * n8n either keeps one context for all polls, or its scheduler makes one for each poll, with the mode `update`. A
 * publication may have that mode, too. But n8n publishes a trigger again only if its node was changed.
 */
export function isFirstPoll(context: Context): boolean {
	const trigger = triggerOf(context);
	const node = JSON.stringify(context.getNode());
	const before = polled.get(trigger);
	const isKnown = contexts.has(context);
	contexts.add(context);
	polled.set(trigger, { node, keepsContexts: isKnown || before?.keepsContexts === true });
	if (isKnown) return false;
	return context.getActivationMode() !== 'update' || before?.node !== node || before.keepsContexts;
}
