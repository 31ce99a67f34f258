import type { ValidationEntry } from '../../transport/types';

/** Elements that are sent as one request. */
export interface Part<E> {
	elements: readonly E[];
	/** They were taken out because an answer seems to name them. */
	areSuspected: boolean;
}

/**
 * How sending a part ended: accepted; ended in another way; more than one request may hold; or refused for what is in
 * it, with the entries of the answer. After the last two nothing has ended yet.
 */
export type Answer = 'accepted' | 'ended' | 'tooLarge' | readonly ValidationEntry[];

/**
 * The elements that validation entries name, if all their first-level keys can be read as IDs of this part or as
 * indexes into it. The contract does not say what the keys mean, so this is a guess for the service to confirm.
 */
export function suspectsIn<E extends { id: string }>(
	elements: readonly E[],
	entries: readonly ValidationEntry[],
): ReadonlySet<E> {
	const keys = new Set(entries.map(({ outerKey }) => outerKey));
	const byId = elements.filter(({ id }) => keys.has(id));
	if (byId.length === keys.size) return new Set(byId);
	const byIndex = [...keys].map((key) => (/^\d+$/.test(key) ? elements[Number(key)] : undefined));
	return new Set(byIndex.every((element) => element !== undefined) ? byIndex : []);
}

/**
 * Cuts a part of several elements in two: those that an answer names and the others, else halves. The suspects stand
 * first: if the guess is wrong, the service soon takes them, and the others are not refused for it again and again.
 *
 * @param entries of the answer; none where it names nobody, or where its names are not believed any more
 */
export function split<E extends { id: string }>(
	{ elements, areSuspected }: Part<E>,
	entries: readonly ValidationEntry[],
): Array<Part<E>> {
	const suspects = suspectsIn(elements, entries);
	if (suspects.size > 0 && suspects.size < elements.length) {
		return [
			{ elements: elements.filter((element) => suspects.has(element)), areSuspected: true },
			{ elements: elements.filter((element) => !suspects.has(element)), areSuspected },
		];
	}
	const middle = Math.ceil(elements.length / 2);
	const halves = [elements.slice(0, middle), elements.slice(middle)];
	return halves.map((half) => ({ elements: half, areSuspected }));
}

/**
 * Sends a batch so that one bad element never blocks the others, in about `bad × log(batch)` requests.
 * Until something was accepted, the next part and the largest one are tried by turns: the one finds a good element
 * among bad ones that stand apart, the other leaves a cluster of bad ones behind.
 *
 * @param trySend sends a part; it ends elements, and refuses a single one by itself
 */
export async function isolate<E extends { id: string }>(
	elements: readonly E[],
	trySend: (part: Part<E>) => Promise<Answer>,
): Promise<void> {
	const queue: Array<Part<E>> = [{ elements, areSuspected: false }];
	let isProven = false;
	let isTrusting = true;
	let triesLargest = false;
	while (queue.length > 0) {
		const sizes = queue.map((one) => one.elements.length);
		const [part] = queue.splice(triesLargest ? sizes.indexOf(Math.max(...sizes)) : 0, 1);
		if (part === undefined) return;
		const answer = await trySend(part);
		if (answer === 'accepted') {
			isProven = true;
			// Taken after all: the keys mean something else.
			if (part.areSuspected) isTrusting = false;
		} else if (answer !== 'ended') {
			const parts = split(part, answer === 'tooLarge' || !isTrusting ? [] : answer);
			if (triesLargest) queue.push(...parts);
			else queue.unshift(...parts);
		}
		triesLargest = !isProven && !triesLargest;
	}
}
