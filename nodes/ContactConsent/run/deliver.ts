import { factsOf } from '../transport/errors';
import { buildAll, refuse, remember, uploadOf, witnessesOf, type Run } from './build';
import { isSettled, type Element } from './elements';
import { sendIsolating } from './isolate';
import { isRemainder, packed, roughSize } from './sizes';

/**
 * Sends elements as one request.
 *
 * @param elements those that cannot be sent any more, once the service lets them through, are taken out of it
 * @throws what refused the others, or that none is left
 */
async function accept(run: Run, elements: Element[]): Promise<void> {
	const { plan, send, sizes, headStart } = run;
	const [first] = elements;
	const { request, limits } = uploadOf(run, elements);
	const answer = await send(request, limits).catch((error: unknown) => {
		headStart.end(first);
		if (factsOf(error)?.status === 413) sizes.tooLarge(elements);
		throw error;
	});
	sizes.took(elements);
	// First, because those that wait look at it.
	headStart.accepted(roughSize(elements));
	headStart.end(first);
	const accepted = plan.accepted(answer);
	for (const element of elements) {
		element.accepted = accepted;
		// As a witness it may have been refused before.
		element.error = undefined;
		if (plan.keeps) remember(run, element);
	}
}

/**
 * Sends a few single elements, to see whether the service takes any.
 *
 * @param batch where On Error is "stop", nothing beyond it is sent once something was refused
 */
async function askOthers(run: Run, batch: readonly Element[]): Promise<void> {
	for (const witness of witnessesOf(run, run.stops ? batch : run.elements)) {
		if (run.uploads.isProven() || isSettled(witness)) continue;
		if (witness.upload === undefined) await buildAll(run, [witness]);
		if (isSettled(witness)) continue;
		const alone = [witness];
		await accept(run, alone).then(
			() => run.uploads.accepted(),
			(error: unknown) => refuse(run, alone, error),
		);
	}
}

/** Sends what can be sent of a batch; each element ends accepted or refused, or is left to the next batch. */
export async function deliver(run: Run, elements: Element[], aim: number): Promise<void> {
	const { plan, sizes, batches, repeated, headStart } = run;
	const [first] = elements;
	await headStart.wait(first, roughSize(elements));
	const size = sizes.isOutdated(aim) ? sizes.aim() : aim;
	const parts = packed(elements, size);
	const last = parts.at(-1);
	if (parts.length > 1 && last && isRemainder(last, size) && !batches.isEmpty()) {
		batches.giveBack(last);
		parts.pop();
	}
	for (const part of parts) {
		await sendIsolating(
			part,
			{
				isolateInvalid: plan.isolateInvalid,
				idOf: ({ id }) => id,
				isSettled,
				accept: async (some) => await accept(run, some),
				refuse: (some, error) => refuse(run, some, error),
				cut: (some) => packed(some, sizes.aim()),
				trial: run.uploads,
				askOthers: async () => await askOthers(run, elements),
			},
			// Suspects are sent ahead of the others, which would turn round the order of elements with the same ID.
			!part.some(({ id }) => repeated.has(id)),
		);
	}
	headStart.end(first);
}
