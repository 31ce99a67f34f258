import type { NotFoundPlan, OnePlan, Result } from '../plan';
import { isNotFound } from '../transport/errors';
import type { Send } from '../transport/types';

/** Sends the one request of an item. `isDone` is false where the record was not there, and On Not Found allows that. */
export async function runOne(plan: OnePlan, send: Send): Promise<{ results: Result[]; isDone: boolean }> {
	try {
		const response = await send(plan.request);
		return { results: plan.shape(response).map((json) => ({ json })), isDone: true };
	} catch (error) {
		return { results: resultsWithout(error, plan.notFound), isDone: false };
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
