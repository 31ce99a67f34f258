import type { Named } from './named';
import type { Ready, Target } from './types';

/** Uploads that are sent as one request. */
export interface Part {
	ready: Ready[];
	/** They were taken out because an answer seems to name them. */
	areSuspected: boolean;
}

/** Parts that hold no more than the service has taken. */
export function partsOf(ready: readonly Ready[], most: number): Part[] {
	const size = Math.min(most, ready.length) || 1;
	const count = Math.ceil(ready.length / size);
	return Array.from({ length: count }, (_, at) => ({
		ready: ready.slice(at * size, (at + 1) * size),
		areSuspected: false,
	}));
}

/** Cuts a part of several records in two: those that an answer names and the others, else halves. */
export function split({ ready, areSuspected }: Part, answer: 'halve' | Named<Target>): Part[] {
	if (answer !== 'halve') {
		return [
			// These stand first: if the guess is wrong, the service soon takes them.
			{ ready: ready.filter((one) => answer.has(one.target)), areSuspected: true },
			{ ready: ready.filter((one) => !answer.has(one.target)), areSuspected },
		];
	}
	const middle = Math.ceil(ready.length / 2);
	return [ready.slice(0, middle), ready.slice(middle)].map((half) => ({ ready: half, areSuspected }));
}
