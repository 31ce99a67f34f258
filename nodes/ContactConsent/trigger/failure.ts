import type { IPollFunctions } from 'n8n-workflow';

import { needsAPerson, ServiceError, toNodeApiError } from '../transport/errors';

/** n8n's budget for polls that it does not limit; a smaller one belongs to a tick of the durable scheduler. */
const UNLIMITED_BUDGET = 300_000;

const polledBefore = new WeakSet<object>();

/**
 * Tells whether n8n is putting the trigger into service with this poll, at a publication or at its start.
 *
 * The activation mode does not tell: it stays the same for every later poll. But the polls in memory share one
 * context, and those of the durable scheduler, with a context each, have a limited budget.
 */
export function isFirstPoll(context: IPollFunctions): boolean {
	if (polledBefore.has(context)) return false;
	polledBefore.add(context);
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? UNLIMITED_BUDGET;
	return budget >= UNLIMITED_BUDGET;
}

const WITH_A_PERSON: ReadonlySet<string> = new Set(['activate', 'create', 'update', 'manual']);

/**
 * The error to throw for a failed poll.
 *
 * A first poll that throws takes the trigger out of service for good, although the workflow still shows as active.
 * So it throws only what a person has to mend, and only while a person is there to see it.
 *
 * @returns `undefined` for a failure that is only logged
 */
export function refusal(context: IPollFunctions, error: unknown, isFirst: boolean): Error | undefined {
	const isOfService = error instanceof ServiceError;
	const thrown = isOfService
		? toNodeApiError(context.getNode(), error)
		: error instanceof Error
			? error
			: new Error(String(error));
	const isForAPerson = !isOfService || needsAPerson(error);
	const isManual = context.getMode() === 'manual';
	if (isManual || !isFirst || (isForAPerson && WITH_A_PERSON.has(context.getActivationMode()))) return thrown;
	context.logger.warn(
		`Contact Consent Trigger: the first poll failed, the next one tries again (${thrown.message})`,
	);
	return undefined;
}
