import { ServiceError } from '../transport/errors';
import type { ValidationEntry } from '../transport/types';
import type { Trial } from './trial';

interface Isolation<Element> {
	/**
	 * Sends the elements as one request and records them as accepted; throws what the service or the network answered.
	 * Those that cannot be sent any more are taken out of the list.
	 */
	accept: (elements: Element[]) => Promise<void>;
	/** Records elements as refused. */
	refuse: (elements: readonly Element[], error: unknown) => void;
	idOf: (element: Element) => string;
	/** Whether it was asked from elsewhere in the meantime. */
	isSettled: (element: Element) => boolean;
	/** Whether refused elements are to be found; without it only batches that are too large are cut. */
	isolateInvalid: boolean;
	/** Cuts what was too large by what is known of sizes; one part where that does not help. */
	cut: (elements: readonly Element[]) => Element[][];
	/** Shared by all batches. */
	trial: Trial;
	/** Sends single elements from elsewhere, to see whether the service takes any. */
	askOthers: () => Promise<void>;
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
	elements: Element[],
	{ accept, refuse, isolateInvalid, trial, askOthers }: Isolation<Element>,
): Promise<'accepted' | 'refused' | ServiceError> {
	try {
		await accept(elements);
		trial.accepted();
		return 'accepted';
	} catch (error) {
		const status = error instanceof ServiceError ? error.facts.status : undefined;
		const isAboutElements = status === 413 || (isolateInvalid && (status === 422 || status === 400));
		if (isAboutElements && trial.refused(error)) {
			await askOthers();
			trial.conclude();
		}
		if (isAboutElements && elements.length > 1) return error as ServiceError;
		refuse(elements, error);
		return 'refused';
	}
}

interface Part<Element> {
	elements: readonly Element[];
	suspected: boolean;
}

/** The last part, or the largest one. */
function take<Element>(parts: Array<Part<Element>>, largest: boolean): Part<Element> | undefined {
	if (!largest) return parts.pop();
	const most = Math.max(...parts.map(({ elements }) => elements.length));
	return parts.splice(
		parts.findIndex(({ elements }) => elements.length === most),
		1,
	)[0];
}

/**
 * Sends a batch so that one bad element never blocks the others: each element ends accepted or refused, exactly once.
 *
 * Too large (413): cut until it fits. Refused values (422, 400): the elements that the answer seems to name are taken
 * out and sent by themselves, then the rest; where the answer names nobody, or named the wrong ones,
 * the batch is halved until the refused elements stand alone. That takes about `bad × log(batch)` requests.
 *
 * Until something was accepted, every other part is the largest one, so that a cluster of bad elements is not taken
 * for all; and once the trial says that the service refuses everything, the rest is not sent.
 *
 * @param trusting whether validation keys are believed to name elements, until the service shows that they do not;
 * without it, the elements go out in their order
 */
export async function sendIsolating<Element>(
	elements: readonly Element[],
	isolation: Isolation<Element>,
	trusting = true,
): Promise<void> {
	const { trial, refuse, cut, idOf, isSettled } = isolation;
	let trusts = trusting;
	let isTooLarge = false;
	/** What is left to do about a part. */
	const partsAfter = async ({ elements: some, suspected }: Part<Element>): Promise<Array<Part<Element>>> => {
		const part = some.filter((element) => !isSettled(element));
		if (part.length === 0) return [];
		const verdict = trial.verdict();
		if (verdict) refuse(part, verdict);
		const outcome = verdict ? 'refused' : await tryOnce(part, isolation);
		// A suspect that the service takes after all shows that the keys mean something else.
		if (outcome === 'accepted' && suspected) trusts = false;
		if (outcome === 'accepted' || outcome === 'refused') return [];

		const { status, validation = [] } = outcome.facts;
		isTooLarge = status === 413;
		const named = trusts && !isTooLarge ? suspectsOf(part, validation, idOf) : new Set<Element>();
		if (named.size > 0 && named.size < part.length) {
			return [
				{ elements: part.filter((element) => named.has(element)), suspected: true },
				{ elements: part.filter((element) => !named.has(element)), suspected },
			];
		}
		const pieces = isTooLarge ? cut(part) : [];
		return (pieces.length > 1 ? pieces : halves(part)).map((piece) => ({ elements: piece, suspected }));
	};
	const left = (await partsAfter({ elements, suspected: false })).reverse();
	if (left.length === 0) return;
	await trial.alone(async () => {
		for (let count = 0; left.length > 0; count++) {
			const part = take(left, trusting && !isTooLarge && !trial.isProven() && count % 2 === 1);
			if (part) left.push(...(await partsAfter(part)).reverse());
		}
	});
}
