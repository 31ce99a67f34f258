import { hashOf, type Deed, type EarlierTries } from '../earlierTries';
import type { NotFoundPlan, OnePlan, Result } from '../plan';
import { isNotFound, mayHaveWorked, ServiceError } from '../transport/errors';
import type { Send, Sender, ServiceResponse } from '../transport/types';
import { isRecord, scalarText } from '../values';

/** What an item came to. `isDone` is false where the record was not there, and On Not Found allows that. */
interface Ended {
	results: Result[];
	isDone: boolean;
	/** An earlier try of this run had done it. */
	wasDone?: true;
}

const done = (plan: OnePlan, response: ServiceResponse): Ended => ({
	results: plan.shape(response).map((json) => ({ json })),
	isDone: true,
});

/** Sends the one request of an item. */
export async function runOne(plan: OnePlan, send: Send): Promise<Ended> {
	try {
		return done(plan, await send(plan.request));
	} catch (error) {
		return { results: resultsWithout(error, plan.notFound), isDone: false };
	}
}

/** Of an answer, what the output of something that was done shows. */
const deedOf = ({ body, headers }: ServiceResponse): Deed => ({
	message: (isRecord(body) && scalarText(body.message)) || undefined,
	id: headers['request-id'],
});

const answerOf = ({ message, id }: Exclude<Deed, 'perhaps'>): ServiceResponse => ({
	status: 200,
	headers: { 'request-id': scalarText(id) },
	body: { message },
});

const NOT_SENT_AGAIN =
	'Look whether it is there before you run the row again. An earlier try of this execution sent the request and got no answer, so it was not sent a second time.';

/**
 * The same for a request that changes something. What an earlier try of this run did is told as done; what it may have done
 * is done again only where a second time does no harm.
 *
 * @param row index of the input item
 */
export async function runEffect(
	plan: OnePlan,
	send: Sender,
	tries: EarlierTries | undefined,
	row: number,
): Promise<Ended> {
	const { method, path, body, repeatable } = plan.request;
	const isSafe = repeatable === 'safe';
	// What makes something anew makes it once for each row.
	const key = hashOf([method, path, body, isSafe ? undefined : row]);
	const before = tries?.find(key);
	if (isRecord(before)) return { ...done(plan, answerOf(before)), wasDone: true };
	if (before === 'perhaps' && !isSafe) {
		const message = 'It is not known whether an earlier try did this';
		throw new ServiceError({ message, description: NOT_SENT_AGAIN }, { kind: 'unexpectedBody' });
	}
	const keep = (response: ServiceResponse): Ended => {
		tries?.keep(key, send.withoutKey(deedOf(response)));
		return done(plan, response);
	};
	try {
		return keep(await send(plan.request));
	} catch (error) {
		// The earlier try may have been the one that deleted it.
		if (before === 'perhaps' && isNotFound(error)) return keep({ status: 204, headers: {}, body: '' });
		if (mayHaveWorked(error)) tries?.keep(key, 'perhaps');
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
