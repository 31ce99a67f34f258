import type { Ticket } from '../../transport/types';
import type { Named } from './namedRecords';
import type { Checked } from './readBack';
import type { Target } from '../uploadTypes';

/** A batch that is being sent, in smaller and smaller parts until its refused records are found. */
export interface Batch {
	targets: readonly Target[];
	/** The parts that are not sent yet. */
	queue: Part[];
	/** True: the largest part is sent next. False: the first part of the queue. */
	triesLargest: boolean;
	/** How many requests of the run were accepted when this batch was first sent. More now: the service works. */
	acceptedAtBatchStart: number;
	/** A 500 was the answer to several records, so the service may be down, or one of them is bad. */
	had500: boolean;
	/** The targets of each request that was too large (413). */
	tooLarge: Array<readonly Target[]>;
	/** From this batch all batches know that a request had too many records. */
	hasTaughtSize: boolean;
	/**
	 * The Operations of its accepted requests, each watched from the moment it was accepted, with what has to be written
	 * once more.
	 */
	watching: Array<Promise<readonly Checked[]>>;
	/** The guess which records the keys of `validation_errors` mean is still believed. */
	believesNames: boolean;
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
	/** Of all of its requests, so that the line counts their waits together. Missing before the first. */
	ticket?: Ticket;
	/** How many requests of the run were accepted when it was first sent. */
	acceptedAtPartStart?: number;
	/**
	 * How many were accepted when a larger part with its records was first sent. If it is a single record and more are
	 * accepted now, others were accepted while it failed, so that a 500 is its own. Of four records with a bad *c*:
	 *
	 * | sent    | at its start | at the larger start | answer                                          |
	 * | ------- | ------------ | ------------------- | ----------------------------------------------- |
	 * | a b c d | 0            | 0                   | 500                                             |
	 * | a b     | 0            | 0                   | accepted                                        |
	 * | c d     | 1            | 0                   | 500                                             |
	 * | c       | 1            | 0, of a b c d       | 500, which is its own: 1 is accepted now, not 0 |
	 * | d       | 1            | 0, of a b c d       | accepted                                        |
	 *
	 * A single record takes it over from the pair above, whose own start (1) would not do: between *c d* and *c*, nothing
	 * was sent that could be accepted.
	 */
	acceptedAtLargerStart: number;
}

/** A batch that is not sent yet. @param accepted how many requests of the run were accepted so far */
export function newBatch(targets: readonly Target[], size: number, accepted: number): Batch {
	const queue: Part[] = [];
	for (let at = 0; at < targets.length; at += size) {
		const some = targets.slice(at, at + size);
		queue.push({ targets: some, areSuspected: false, triesInVain: 0, acceptedAtLargerStart: accepted });
	}
	return {
		targets,
		queue,
		triesLargest: false,
		acceptedAtBatchStart: accepted,
		had500: false,
		tooLarge: [],
		hasTaughtSize: false,
		watching: [],
		believesNames: true,
		failingSince: undefined,
	};
}

/**
 * How sending a part ended. `ended`: nothing is left to send. `halve`: it has to be sent in two halves. `Named`: it has
 * to be sent as the records that the answer names, and the others.
 */
export type PartResult = 'accepted' | 'ended' | 'halve' | Named<Target>;

/** Cuts a part in two: the records that the answer names and the others, or two halves. */
export function split(
	{ targets, areSuspected, acceptedAtPartStart, acceptedAtLargerStart }: Part,
	result: 'halve' | Named<Target>,
): Part[] {
	const part = (some: readonly Target[], suspected: boolean): Part => ({
		targets: some,
		areSuspected: suspected,
		triesInVain: 0,
		acceptedAtLargerStart:
			some.length === 1 ? acceptedAtLargerStart : (acceptedAtPartStart ?? acceptedAtLargerStart),
	});
	if (result !== 'halve') {
		return [
			// The named records are sent first: a wrong guess soon shows, because the service accepts them.
			part(
				targets.filter((one) => result.has(one)),
				true,
			),
			part(
				targets.filter((one) => !result.has(one)),
				areSuspected,
			),
		];
	}
	const middle = Math.ceil(targets.length / 2);
	return [targets.slice(0, middle), targets.slice(middle)].map((half) => part(half, areSuspected));
}
