import type { NotFoundPlan, OnePlan } from '../plan';
import { isNotFound } from '../transport/errors';
import type { Send } from '../transport/types';
import type { Result } from './outcome';

/** Sends the one request of an item. */
export async function runOne(plan: OnePlan, send: Send): Promise<Result[]> {
	try {
		return plan.shape(await send(plan.request)).map((json) => ({ json }));
	} catch (error) {
		return resultsWithout(error, plan.notFound);
	}
}

/** What becomes of a failure for which On Not Found may be set; everything else is thrown again. */
export function resultsWithout(
	error: unknown,
	notFound: NotFoundPlan | undefined,
	isAbsence: (error: unknown) => boolean = isNotFound,
): Result[] {
	if (notFound === undefined || notFound.onNotFound === 'error' || !isAbsence(error)) throw error;
	return notFound.onNotFound === 'empty' ? [{ json: notFound.item }] : [];
}
