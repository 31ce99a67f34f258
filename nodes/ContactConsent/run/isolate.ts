import { ServiceError } from '../transport/errors';
import type { ValidationEntry } from '../transport/types';

interface Isolation<Element> {
	/** Sends the elements as one request and records them as accepted; throws what the service or the network answered. */
	accept: (elements: readonly Element[]) => Promise<void>;
	/** Records elements as refused. */
	refuse: (elements: readonly Element[], error: unknown) => void;
	idOf: (element: Element) => string;
	/** Whether refused elements are to be found; without it only batches that are too large are cut. */
	isolateInvalid: boolean;
}

const halves = <T>(elements: readonly T[]): [T[], T[]] => {
	const middle = Math.ceil(elements.length / 2);
	return [elements.slice(0, middle), elements.slice(middle)];
};

/**
 * The elements that validation entries point at, if the first-level keys can be read as ids of this batch or
 * as indexes into it. The contract does not say what the keys mean, so this is a guess for the service to confirm.
 *
 * @returns nothing where the keys cannot be read that way
 */
export function suspectsOf<Element>(
	elements: readonly Element[],
	validation: readonly ValidationEntry[],
	idOf: (element: Element) => string,
): Set<Element> {
	const keys = new Set(validation.map(({ outerKey }) => outerKey));
	const byId = elements.filter((element) => keys.has(idOf(element)));
	if (new Set(byId.map(idOf)).size === keys.size) return new Set(byId);
	const byIndex = [...keys].map((key) => (/^\d+$/.test(key) ? elements[Number(key)] : undefined));
	return new Set(byIndex.every((element) => element !== undefined) ? byIndex : []);
}

/** Tries to send; gives back the refusal that may be about single elements, after settling everything else. */
async function tryOnce<Element>(
	elements: readonly Element[],
	{ accept, refuse, isolateInvalid }: Isolation<Element>,
): Promise<'accepted' | 'refused' | ServiceError> {
	try {
		await accept(elements);
		return 'accepted';
	} catch (error) {
		const status = error instanceof ServiceError ? error.facts.status : undefined;
		const isAboutElements = status === 413 || (isolateInvalid && (status === 422 || status === 400));
		if (isAboutElements && elements.length > 1) return error as ServiceError;
		refuse(elements, error);
		return 'refused';
	}
}

/**
 * Sends a batch so that one bad element never blocks the others: each element ends accepted or refused, exactly once.
 *
 * Too large (413): halved until it fits. Refused values (422, 400): the elements that the answer seems to name are taken
 * out and sent by themselves, then the rest; where the answer names nobody, or named the wrong ones,
 * the batch is halved until the refused elements stand alone. That takes about `bad × log(batch)` requests.
 *
 * @param trusting whether validation keys are believed to name elements, until the service shows that they do not;
 * without it, the elements go out in their order
 */
export async function sendIsolating<Element>(
	elements: readonly Element[],
	isolation: Isolation<Element>,
	trusting = true,
): Promise<void> {
	let trusts = trusting;
	const settle = async (part: readonly Element[], suspected: boolean): Promise<void> => {
		let rest = part;
		for (;;) {
			const outcome = await tryOnce(rest, isolation);
			// A suspect that the service takes after all shows that the keys mean something else.
			if (outcome === 'accepted' && suspected) trusts = false;
			if (outcome === 'accepted' || outcome === 'refused') return;

			const { status, validation = [] } = outcome.facts;
			const named =
				trusts && status !== 413 ? suspectsOf(rest, validation, isolation.idOf) : new Set<Element>();
			if (named.size === 0 || named.size === rest.length) {
				for (const half of halves(rest)) await settle(half, suspected);
				return;
			}
			await settle(
				rest.filter((element) => named.has(element)),
				true,
			);
			rest = rest.filter((element) => !named.has(element));
		}
	};
	await settle(elements, false);
}
