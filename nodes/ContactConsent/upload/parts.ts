import type { Named } from './named';
import type { Target } from './types';

/** A batch whose refused records are looked for. */
export interface Batch {
	targets: readonly Target[];
	/** What is still to be sent. */
	queue: Part[];
	/** Something of it was accepted. */
	isProven: boolean;
	/** The largest part is next. */
	triesLargest: boolean;
	/** Answers that name nobody until it is given up; `Infinity` once something was accepted. */
	anonymous: { left: number };
	/** Parts that were too large for a request (413). */
	tooLarge: Array<readonly Target[]>;
	/** What the keys of `validation_errors` seem to mean is believed. */
	isTrusting: boolean;
	/** Since when it could not be sent, although it was read. */
	waitingSince: number | undefined;
}

/** Targets that are sent as one request. */
export interface Part {
	targets: readonly Target[];
	/** They were taken out because an answer seems to name them. */
	areSuspected: boolean;
}

/** How sending a part ended: accepted; ended in another way; or it has to be sent in parts, maybe by those named. */
export type Answer = 'accepted' | 'ended' | 'halve' | Named<Target>;

/** Cuts a part of several records in two: those that an answer names and the others, else halves. */
export function split({ targets, areSuspected }: Part, answer: 'halve' | Named<Target>): Part[] {
	if (answer !== 'halve') {
		return [
			// These stand first: if the guess is wrong, the service soon takes them.
			{ targets: targets.filter((one) => answer.has(one)), areSuspected: true },
			{ targets: targets.filter((one) => !answer.has(one)), areSuspected },
		];
	}
	const middle = Math.ceil(targets.length / 2);
	return [targets.slice(0, middle), targets.slice(middle)].map((half) => ({ targets: half, areSuspected }));
}
