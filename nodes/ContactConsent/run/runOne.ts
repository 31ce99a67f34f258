import { hashOf, type ActionResult, type EarlierTries } from '../common/earlierTries';
import type { NotFoundPlan, OnePlan, Result } from '../common/plan';
import { isNotFound, mayHaveWorked, ServiceError } from '../transport/errors';
import type { Send, Sender, ServiceResponse } from '../transport/types';
import { isRecord, scalarText } from '../lib/json';

/** How an input item has ended, if not with an error. `isDone` is false if the record does not exist and On Not Found allows that. */
export interface Ended {
	results: Result[];
	isDone: boolean;
	/** The answer in words. */
	words?: string;
	/** An earlier try of this run of the node did the work. */
	wasDone?: true;
}

function done(plan: OnePlan, response: ServiceResponse): Ended {
	const items = plan.shape(response);
	return { results: items.map((json) => ({ json })), isDone: true, words: plan.summary?.(items) };
}

/** Sends the request of an input item. */
export async function runOne(plan: OnePlan, send: Send): Promise<Ended> {
	try {
		return done(plan, await send(plan.request));
	} catch (error) {
		return { results: resultsWithout(error, plan.notFound), isDone: false };
	}
}

/** The part of an answer that the output needs. A later try of this run makes its output from it. */
const resultOf = ({ body, headers }: ServiceResponse): ActionResult => ({
	message: (isRecord(body) && scalarText(body.message)) || undefined,
	id: headers['request-id'],
});

const answerOf = ({ message, id }: Exclude<ActionResult, 'perhaps'>): ServiceResponse => ({
	status: 200,
	headers: { 'request-id': scalarText(id) },
	body: { message },
});

const NOT_SENT_AGAIN =
	'Look whether it is there before you run the row again. An earlier try of this execution sent the request and got no answer, so it was not sent a second time.';

/**
 * Like `runOne`, for a request that changes something and is not safe to repeat. If an earlier try of this run did the
 * work, or may have done it, nothing is sent.
 *
 * @param row index of the input item; the request is sent once for each row, even if two rows are equal
 * @throws ServiceError if the request fails, or may not be repeated
 */
export async function runEffect(
	plan: OnePlan,
	send: Sender,
	tries: EarlierTries | undefined,
	row: number,
): Promise<Ended> {
	const { method, path, body } = plan.request;
	const key = hashOf([method, path, body, row]);
	const before = tries?.find(key);
	if (isRecord(before)) return { ...done(plan, answerOf(before)), wasDone: true };
	if (before === 'perhaps') {
		const message = 'It is not known whether an earlier try did this';
		throw new ServiceError({ message, description: NOT_SENT_AGAIN }, { kind: 'unexpectedBody' });
	}
	const response = await send(plan.request).catch((error: unknown) => {
		if (mayHaveWorked(error)) tries?.keep(key, 'perhaps');
		throw error;
	});
	tries?.keep(key, send.withoutKey(resultOf(response)));
	return done(plan, response);
}

/**
 * The results if the record does not exist, as On Not Found has it.
 *
 * @throws the given error if On Not Found does not cover it
 */
export function resultsWithout(
	error: unknown,
	notFound: NotFoundPlan | undefined,
	isAbsence: (error: unknown) => boolean = isNotFound,
): Result[] {
	if (notFound === undefined || notFound.onNotFound === 'error' || !isAbsence(error)) throw error;
	return notFound.onNotFound === 'empty' ? [{ json: notFound.item }] : [];
}
