import type { Named } from './named';
import type { Target } from './types';

/** A batch that is being sent, in smaller and smaller parts until its refused records are found. */
export interface Batch {
	targets: readonly Target[];
	/** The parts that are not sent yet. */
	queue: Part[];
	/** The service has accepted a part of this batch. */
	anyAccepted: boolean;
	/** True: the largest part is sent next. False: the first part of the queue. */
	triesLargest: boolean;
	/** How many more answers may name no record before the batch is given up; `Infinity` after an acceptance. */
	unnamedRefusals: { left: number };
	/** The targets of each request that was too large (413). */
	tooLarge: Array<readonly Target[]>;
	/** The guess which records the keys of `validation_errors` mean is still believed. */
	isTrusting: boolean;
	/** When sending failed for the first time since the last accepted request, by the clock of `elapsed`. */
	failingSince: number | undefined;
}

/** Targets that are sent as one request. */
export interface Part {
	targets: readonly Target[];
	/** These targets are a part of their own because an answer seems to name them. */
	areSuspected: boolean;
	/** How many tries of its requests have failed that may have reached the service. */
	triesInVain: number;
}

/**
 * How sending a part ended. `ended`: nothing is left to send. `halve`: it has to be sent in two halves. `Named`: it has
 * to be sent as the records that the answer names, and the others.
 */
export type PartResult = 'accepted' | 'ended' | 'halve' | Named<Target>;

/** Cuts a part in two: the records that the answer names and the others, or two halves. */
export function split({ targets, areSuspected }: Part, result: 'halve' | Named<Target>): Part[] {
	if (result !== 'halve') {
		return [
			// The named records are sent first: a wrong guess soon shows, because the service accepts them.
			{ targets: targets.filter((one) => result.has(one)), areSuspected: true, triesInVain: 0 },
			{ targets: targets.filter((one) => !result.has(one)), areSuspected, triesInVain: 0 },
		];
	}
	const middle = Math.ceil(targets.length / 2);
	const halves = [targets.slice(0, middle), targets.slice(middle)];
	return halves.map((half) => ({ targets: half, areSuspected, triesInVain: 0 }));
}
